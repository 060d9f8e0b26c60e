package kernelrun

import "math"

// halfBits rounds a number to 16 bits, to the nearest, ties to even.
func halfBits(f float64) uint16 {
	sign := uint16(0)
	if math.Signbit(f) {
		sign, f = 0x8000, -f
	}
	switch {
	case math.IsNaN(f):
		return 0x7fff
	case f >= 65520: // half of the way from the largest to the next power of two
		return sign | 0x7c00
	case f < 0x1p-14: // below the least normal number steps are 2^-24
		return sign | uint16(math.RoundToEven(f*0x1p24))
	}
	_, e := math.Frexp(f) // f = m * 2^e, m in [0.5, 1)
	units := math.RoundToEven(math.Ldexp(f, 11-e))
	return sign | uint16((e+13)<<10) + uint16(units) // 1024 <= units <= 2048; its leading bit counts in the exponent
}

func halfOf(b uint16) float64 {
	e, m := int(b>>10&31), float64(b&1023)
	var f float64
	switch e {
	case 0:
		f = m * 0x1p-24
	case 31:
		f = math.Inf(1)
		if m != 0 {
			f = math.NaN()
		}
	default:
		f = math.Ldexp(1024+m, e-25)
	}
	if b&0x8000 != 0 {
		return -f
	}
	return f
}

func toHalf(f float64) float64 { return halfOf(halfBits(f)) }
