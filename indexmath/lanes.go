package indexmath

// computeLanes is an operation of two arguments in 32 lanes. It gives the lanes where it has a value: a divisor other than 0, a
// shift count from 0 to 63.
func computeLanes(o op, a, b, out *Lanes) (valid uint32) {
	valid = allLanes
	switch o {
	case opDiv:
		for l := range out {
			if b[l] == 0 {
				valid &^= 1 << l
				continue
			}
			out[l] = a[l] / b[l]
		}
	case opMod:
		for l := range out {
			if b[l] == 0 {
				valid &^= 1 << l
				continue
			}
			out[l] = a[l] % b[l]
		}
	case opShl, opShr:
		for l := range out {
			if b[l] < 0 || b[l] > 63 {
				valid &^= 1 << l
				continue
			}
			if o == opShl {
				out[l] = a[l] << uint(b[l])
			} else {
				out[l] = a[l] >> uint(b[l])
			}
		}
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
		panic("indexmath: not an operation of two arguments")
	}
	return valid
}

func asInt(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
