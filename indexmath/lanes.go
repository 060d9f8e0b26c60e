package indexmath

// computeLanes is an operation of two arguments in 32 lanes. It gives the lanes where it has a value.
func computeLanes(o op, a, b, out *Lanes) (valid uint32) {
	switch o {
	case opAnd:
		for l := range out {
			out[l] = a[l] & b[l]
		}
	case opOr:
		for l := range out {
			out[l] = a[l] | b[l]
		}
	case opXor:
		for l := range out {
			out[l] = a[l] ^ b[l]
		}
	case opMin:
		for l := range out {
			out[l] = min(a[l], b[l])
		}
	case opMax:
		for l := range out {
			out[l] = max(a[l], b[l])
		}
	case opLt:
		for l := range out {
			out[l] = asInt(a[l] < b[l])
		}
	case opLe:
		for l := range out {
			out[l] = asInt(a[l] <= b[l])
		}
	case opEq:
		for l := range out {
			out[l] = asInt(a[l] == b[l])
		}
	case opNe:
		for l := range out {
			out[l] = asInt(a[l] != b[l])
		}
	default:
		for l := range out {
			v, ok := compute(o, a[l], b[l])
			out[l] = v
			if ok {
				valid |= 1 << l
			}
		}
		return valid
	}
	return allLanes
}

// compute is an operation of two arguments. It has no value when the divisor is 0 or the shift count is not from 0 to 63.
func compute(o op, a, b int64) (v int64, ok bool) {
	switch o {
	case opDiv:
		if b == 0 {
			return 0, false
		}
		return a / b, true
	case opMod:
		if b == 0 {
			return 0, false
		}
		return a % b, true
	case opShl:
		return a << (uint(b) & 63), b >= 0 && b <= 63
	case opShr:
		return a >> (uint(b) & 63), b >= 0 && b <= 63
	case opAnd:
		return a & b, true
	case opOr:
		return a | b, true
	case opXor:
		return a ^ b, true
	case opMin:
		return min(a, b), true
	case opMax:
		return max(a, b), true
	case opLt:
		return asInt(a < b), true
	case opLe:
		return asInt(a <= b), true
	case opEq:
		return asInt(a == b), true
	case opNe:
		return asInt(a != b), true
	}
	panic("indexmath: not an operation of two arguments")
}

func asInt(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
