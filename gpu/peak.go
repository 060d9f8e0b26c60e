package gpu

// Peak is what one product of a target can do at most. FLOP/s and bytes/s of the same product belong together: their quotient is the
// balance of its roofline. Single and Double are those of the ordinary units, not of tensor cores.
type Peak struct {
	Product        string
	Single, Double float64 // FLOP/s; 0 is unknown
	Bytes          float64 // bytes/s of device memory
}

// Known reports whether there are figures.
func (p Peak) Known() bool { return p.Single > 0 && p.Bytes > 0 }

// Balance is the FLOP in single precision for each byte that memory delivers meanwhile. A kernel that computes less for each byte is
// bound by memory, one that computes more by arithmetic.
func (p Peak) Balance() float64 {
	if !p.Known() {
		return 0
	}
	return p.Single / p.Bytes
}

// Attainable is the FLOP/s in single precision that a kernel of that many FLOP for each byte reaches at most.
func (p Peak) Attainable(intensity float64) float64 { return min(p.Single, intensity*p.Bytes) }

const (
	tera = 1e12
	giga = 1e9
)

// peaks holds the figures of NVIDIA's data sheets and architecture white papers for one product of each target: V100 SXM2, T4 (its
// Turing cores run 1/32 of the rate in double precision), A100 40 GB SXM, A10, L40S, H200 SXM, one B200 of a GB200, GeForce RTX 5090. Where no
// sheet gives both figures for the same unit there is no entry.
var peaks = map[string]Peak{
	"sm_70":  {"V100 SXM2", 15.7 * tera, 7.8 * tera, 900 * giga},
	"sm_72":  {"Jetson AGX Xavier", 1.4 * tera, 0, 137 * giga},
	"sm_75":  {"T4", 8.1 * tera, 0.25 * tera, 320 * giga},
	"sm_80":  {"A100 40 GB SXM", 19.5 * tera, 9.7 * tera, 1555 * giga},
	"sm_86":  {"A10", 31.2 * tera, 0.49 * tera, 600 * giga},
	"sm_87":  {"Jetson AGX Orin 64 GB", 5.3 * tera, 0, 204.8 * giga},
	"sm_89":  {"L40S", 91.6 * tera, 1.43 * tera, 864 * giga},
	"sm_90":  {"H200 SXM", 67 * tera, 34 * tera, 4800 * giga},
	"sm_100": {"B200 of a GB200", 80 * tera, 40 * tera, 8000 * giga},
	"sm_120": {"GeForce RTX 5090", 104.8 * tera, 1.64 * tera, 1792 * giga},
}
