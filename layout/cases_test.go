package layout

// recordCase is a class as C++ spells it and as RecordSpec does, with the numbers worked out by hand.
type recordCase struct {
	cpp         string // declares the class named by spec.Name
	spec        RecordSpec
	size, align int64
	offsets     []at
}

// at is where a member is expected: byte offset, and for a bit-field its lowest bit counted from the start of the class.
type at struct {
	name   string
	offset int64
	bit    int64 // only for bit-fields; then offset is that of the storage unit
	isBit  bool
}

func b(name string) *Type {
	t, ok := Builtin(name)
	if !ok {
		panic("no builtin type " + name)
	}
	return t
}

func m(typ, name string) Member { return Member{Name: name, Type: b(typ)} }
func bits(typ, name string, n int) Member {
	return Member{Name: name, Type: b(typ), Bits: n, HasBits: true}
}
func of(t *Type, name string) Member          { return Member{Name: name, Type: t} }
func aligned(n int64, x Member) Member        { x.Align = n; return x }
func members(list ...Member) []Member         { return list }
func array(typ string, n int64) *Type         { return ArrayOf(b(typ), n) }
func offset(name string, n int64) at          { return at{name: name, offset: n} }
func bitAt(name string, offset, bit int64) at { return at{name, offset, bit, true} }

// Classes that others below are made of.
var (
	vec3   = RecordOf(RecordSpec{Name: "Vec3", Members: members(m("float", "x"), m("float", "y"), m("float", "z"))})
	empty  = RecordOf(RecordSpec{Name: "Empty"})
	empty2 = RecordOf(RecordSpec{Name: "Empty2", Bases: []*Type{empty}})
	podIC  = RecordOf(RecordSpec{Name: "PodIC", Members: members(m("int", "i"), m("char", "c"))})
	ctorIC = RecordOf(RecordSpec{Name: "CtorIC", NonPOD: true, Members: members(m("int", "i"), m("char", "c"))})
	shape  = RecordOf(RecordSpec{Name: "Shape", Virtual: true, Members: members(m("int", "id"))})
	spaced = RecordOf(RecordSpec{Name: "Spaced", Bases: []*Type{RecordOf(RecordSpec{Name: "Spacer", Align: 8})}, Members: members(m("char", "c"))})
	color  = EnumOf("Color", b("unsigned char"))
)

const prelude = `struct Vec3 { float x, y, z; };
struct Empty {};
struct Empty2 : Empty {};
struct PodIC { int i; char c; };
struct CtorIC { CtorIC(); int i; char c; };
struct alignas(8) Spacer {};
struct Spaced : Spacer { char c; };
struct Shape { virtual void draw(); int id; };
enum Color : unsigned char { red };
`

var recordCases = []recordCase{
	{"struct Pair { float a; float b; };",
		RecordSpec{Name: "Pair", Members: members(m("float", "a"), m("float", "b"))}, 8, 4, []at{offset("b", 4)}},
	{"struct Particle { float x, y, z, vx, vy, vz; };",
		RecordSpec{Name: "Particle", Members: members(m("float", "x"), m("float", "y"), m("float", "z"), m("float", "vx"), m("float", "vy"), m("float", "vz"))},
		24, 4, []at{offset("x", 0), offset("vx", 12), offset("vz", 20)}},
	{"struct Mixed { char c; double d; short s; };",
		RecordSpec{Name: "Mixed", Members: members(m("char", "c"), m("double", "d"), m("short", "s"))},
		24, 8, []at{offset("c", 0), offset("d", 8), offset("s", 16)}},
	{"struct Small { char c; short s; };",
		RecordSpec{Name: "Small", Members: members(m("char", "c"), m("short", "s"))}, 4, 2, []at{offset("s", 2)}},
	{"struct Nested { char tag; Vec3 pos; bool alive; Vec3 vel[2]; };",
		RecordSpec{Name: "Nested", Members: members(m("char", "tag"), of(vec3, "pos"), m("bool", "alive"), of(ArrayOf(vec3, 2), "vel"))},
		44, 4, []at{offset("pos", 4), offset("alive", 16), offset("vel", 20)}},
	{"struct Matrix { float m[3][4]; char last; };",
		RecordSpec{Name: "Matrix", Members: members(of(ArrayOf(array("float", 4), 3), "m"), m("char", "last"))},
		52, 4, []at{offset("m", 0), offset("last", 48)}},
	{"struct Node { int key; Node *next; Node *prev; };",
		RecordSpec{Name: "Node", Members: members(m("int", "key"), of(PointerTo(unknown), "next"), of(PointerTo(unknown), "prev"))},
		24, 8, []at{offset("next", 8), offset("prev", 16)}},
	{"struct Tagged { Color color; int n; };",
		RecordSpec{Name: "Tagged", Members: members(of(color, "color"), m("int", "n"))}, 8, 4, []at{offset("n", 4)}},
	{"struct Flexible { int n; double data[]; };",
		RecordSpec{Name: "Flexible", Members: members(m("int", "n"), of(array("double", 0), "data"))}, 8, 8, []at{offset("data", 8)}},
	{"struct Wide { char c; __int128 big; long double ld; };",
		RecordSpec{Name: "Wide", Members: members(m("char", "c"), m("__int128", "big"), m("long double", "ld"))},
		48, 16, []at{offset("big", 16), offset("ld", 32)}},

	// alignas and packing
	{"struct alignas(16) Quad { float x, y, z; };",
		RecordSpec{Name: "Quad", Align: 16, Members: members(m("float", "x"), m("float", "y"), m("float", "z"))}, 16, 16, []at{offset("z", 8)}},
	{"struct Line { char c; alignas(32) float v; char d; };",
		RecordSpec{Name: "Line", Members: members(m("char", "c"), aligned(32, m("float", "v")), m("char", "d"))},
		64, 32, []at{offset("v", 32), offset("d", 36)}},
	{"struct __attribute__((packed)) Packed { char c; int i; double d; };",
		RecordSpec{Name: "Packed", Pack: 1, Members: members(m("char", "c"), m("int", "i"), m("double", "d"))},
		13, 1, []at{offset("i", 1), offset("d", 5)}},
	{"#pragma pack(push, 2)\nstruct Pack2 { char c; int i; double d; };\n#pragma pack(pop)",
		RecordSpec{Name: "Pack2", Pack: 2, Members: members(m("char", "c"), m("int", "i"), m("double", "d"))},
		14, 2, []at{offset("i", 2), offset("d", 6)}},
	{"#pragma pack(push, 4)\nstruct Pack4 { short s; double d; char c; };\n#pragma pack(pop)",
		RecordSpec{Name: "Pack4", Pack: 4, Members: members(m("short", "s"), m("double", "d"), m("char", "c"))},
		16, 4, []at{offset("d", 4), offset("c", 12)}},
	{"struct __attribute__((packed, aligned(8))) PackedAligned { char c; int i; };",
		RecordSpec{Name: "PackedAligned", Pack: 1, Align: 8, Members: members(m("char", "c"), m("int", "i"))}, 8, 8, []at{offset("i", 1)}},

	// unions and anonymous members
	{"union Word { unsigned int u; float f; unsigned char b[4]; };",
		RecordSpec{Name: "Word", Union: true, Members: members(m("uint", "u"), m("float", "f"), of(array("uchar", 4), "b"))},
		4, 4, []at{offset("f", 0), offset("b", 0)}},
	{"union Odd { char c[9]; double d; };",
		RecordSpec{Name: "Odd", Union: true, Members: members(of(array("char", 9), "c"), m("double", "d"))}, 16, 8, []at{offset("d", 0)}},
	{"struct Anonymous { int kind; union { double d; struct { short lo, hi; }; }; char end; };",
		RecordSpec{Name: "Anonymous", Members: members(m("int", "kind"),
			of(RecordOf(RecordSpec{Union: true, Members: members(m("double", "d"),
				of(RecordOf(RecordSpec{Members: members(m("short", "lo"), m("short", "hi"))}), ""))}), ""),
			m("char", "end"))},
		24, 8, []at{offset("d", 8), offset("lo", 8), offset("hi", 10), offset("end", 16)}},

	// bit-fields
	{"struct Flags { unsigned a : 3; unsigned b : 5; unsigned c : 24; unsigned d : 1; };",
		RecordSpec{Name: "Flags", Members: members(bits("uint", "a", 3), bits("uint", "b", 5), bits("uint", "c", 24), bits("uint", "d", 1))},
		8, 4, []at{bitAt("a", 0, 0), bitAt("b", 0, 3), bitAt("c", 0, 8), bitAt("d", 4, 32)}},
	{"struct Cross { unsigned a : 20; unsigned b : 20; };",
		RecordSpec{Name: "Cross", Members: members(bits("uint", "a", 20), bits("uint", "b", 20))}, 8, 4, []at{bitAt("b", 4, 32)}},
	{"struct Narrow { char c; int a : 4; char d; short e : 9; };",
		RecordSpec{Name: "Narrow", Members: members(m("char", "c"), bits("int", "a", 4), m("char", "d"), bits("short", "e", 9))},
		8, 4, []at{bitAt("a", 0, 8), offset("d", 2), bitAt("e", 4, 32)}},
	{"struct Break { int a : 4; int : 0; int b : 4; };",
		RecordSpec{Name: "Break", Members: members(bits("int", "a", 4), bits("int", "", 0), bits("int", "b", 4))}, 8, 4, []at{bitAt("b", 4, 32)}},
	{"struct Unnamed { char a; int : 20; char b; };",
		RecordSpec{Name: "Unnamed", Members: members(m("char", "a"), bits("int", "", 20), m("char", "b"))}, 5, 1, []at{offset("b", 4)}},
	{"struct Long { char a; unsigned long long v : 40; char b; };",
		RecordSpec{Name: "Long", Members: members(m("char", "a"), bits("ulonglong", "v", 40), m("char", "b"))},
		8, 8, []at{bitAt("v", 0, 8), offset("b", 6)}},
	{"#pragma pack(push, 1)\nstruct PackedBits { char a; unsigned b : 30; unsigned c : 10; char d; };\n#pragma pack(pop)",
		RecordSpec{Name: "PackedBits", Pack: 1, Members: members(m("char", "a"), bits("uint", "b", 30), bits("uint", "c", 10), m("char", "d"))},
		7, 1, []at{bitAt("b", 1, 8), bitAt("c", 4, 38), offset("d", 6)}},
	{"union BitUnion { unsigned a : 9; char c; };",
		RecordSpec{Name: "BitUnion", Union: true, Members: members(bits("uint", "a", 9), m("char", "c"))}, 4, 4, []at{bitAt("a", 0, 0), offset("c", 0)}},

	// bases
	{"struct Nothing {};", RecordSpec{Name: "Nothing"}, 1, 1, nil},
	{"struct FromEmpty : Empty { int i; };",
		RecordSpec{Name: "FromEmpty", Bases: []*Type{empty}, Members: members(m("int", "i"))}, 4, 4, []at{offset("i", 0)}},
	{"struct TwiceEmpty : Empty2 { Empty e; int i; };",
		RecordSpec{Name: "TwiceEmpty", Bases: []*Type{empty2}, Members: members(of(empty, "e"), m("int", "i"))},
		8, 4, []at{offset("e", 1), offset("i", 4)}},
	{"struct OverPod : PodIC { char d; };",
		RecordSpec{Name: "OverPod", Bases: []*Type{podIC}, Members: members(m("char", "d"))}, 12, 4, []at{offset("i", 0), offset("c", 4), offset("d", 8)}},
	{"struct OverCtor : CtorIC { char d; };",
		RecordSpec{Name: "OverCtor", Bases: []*Type{ctorIC}, Members: members(m("char", "d"))}, 8, 4, []at{offset("c", 4), offset("d", 5)}},
	{"struct OverSpaced : Spaced { char d; };",
		RecordSpec{Name: "OverSpaced", Bases: []*Type{spaced}, Members: members(m("char", "d"))}, 16, 8, []at{offset("c", 0), offset("d", 8)}},
	{"struct HasCtor { CtorIC base; char d; };",
		RecordSpec{Name: "HasCtor", Members: members(of(ctorIC, "base"), m("char", "d"))}, 12, 4, []at{offset("d", 8)}},
	{"struct TwoBases : PodIC, Vec3 { double d; };",
		RecordSpec{Name: "TwoBases", Bases: []*Type{podIC, vec3}, Members: members(m("double", "d"))},
		32, 8, []at{offset("i", 0), offset("y", 12), offset("d", 24)}},
	{"struct Virtual { virtual ~Virtual(); int n; };",
		RecordSpec{Name: "Virtual", Virtual: true, NonPOD: true, Members: members(m("int", "n"))}, 16, 8, []at{offset("n", 8)}},
	{"struct Circle : Shape { int r; };",
		RecordSpec{Name: "Circle", Bases: []*Type{shape}, Members: members(m("int", "r"))}, 16, 8, []at{offset("id", 8), offset("r", 12)}},
	{"struct LatePrimary : PodIC, Shape { int r; };",
		RecordSpec{Name: "LatePrimary", Bases: []*Type{podIC, shape}, Members: members(m("int", "r"))},
		24, 8, []at{offset("id", 8), offset("i", 12), offset("r", 20)}},
}

// cudaRecordCases need the CUDA headers and can be confirmed by nvcc only.
var cudaRecordCases = []recordCase{
	{"struct Body { float4 pos; float3 vel; float mass; };",
		RecordSpec{Name: "Body", Members: members(m("float4", "pos"), m("float3", "vel"), m("float", "mass"))},
		32, 16, []at{offset("vel", 16), offset("mass", 28)}},
	{"struct Padded { float3 a; float4 b; };",
		RecordSpec{Name: "Padded", Members: members(m("float3", "a"), m("float4", "b"))}, 32, 16, []at{offset("b", 16)}},
	{"struct Half5 { __half a; __half2 b; __half c; };",
		RecordSpec{Name: "Half5", Members: members(m("half", "a"), m("half2", "b"), m("half", "c"))}, 12, 4, []at{offset("b", 4), offset("c", 8)}},
	{"struct __align__(8) Two { short a; short b; short c; };",
		RecordSpec{Name: "Two", Align: 8, Members: members(m("short", "a"), m("short", "b"), m("short", "c"))}, 8, 8, []at{offset("c", 4)}},
	{"struct Charged { char q; double2 e; uchar4 rgba; };",
		RecordSpec{Name: "Charged", Members: members(m("char", "q"), m("double2", "e"), m("uchar4", "rgba"))},
		48, 16, []at{offset("e", 16), offset("rgba", 32)}},
}

type sizeCase struct {
	name        string
	size, align int64
}

// plainSizes are types that g++ knows, cudaSizes those of the CUDA headers (vector_types.h, cuda_fp16.h, cuda_bf16.h, cuComplex.h,
// curand_kernel.h).
var plainSizes = []sizeCase{
	{"bool", 1, 1}, {"char", 1, 1}, {"signed char", 1, 1}, {"unsigned char", 1, 1}, {"short", 2, 2}, {"unsigned short", 2, 2},
	{"int", 4, 4}, {"unsigned", 4, 4}, {"unsigned int", 4, 4}, {"long", 8, 8}, {"long unsigned int", 8, 8}, {"long long", 8, 8},
	{"unsigned long long", 8, 8}, {"long long int", 8, 8}, {"float", 4, 4}, {"double", 8, 8}, {"long double", 16, 16},
	{"wchar_t", 4, 4}, {"char16_t", 2, 2}, {"char32_t", 4, 4}, {"__int128", 16, 16}, {"size_t", 8, 8}, {"ptrdiff_t", 8, 8},
	{"int8_t", 1, 1}, {"uint16_t", 2, 2}, {"int32_t", 4, 4}, {"uint64_t", 8, 8}, {"intptr_t", 8, 8}, {"uintptr_t", 8, 8},
	{"int_fast8_t", 1, 1}, {"int_fast16_t", 8, 8}, {"uint_fast32_t", 8, 8}, {"uint_least16_t", 2, 2}, {"intmax_t", 8, 8},
	{"clock_t", 8, 8}, {"time_t", 8, 8}, {"ssize_t", 8, 8}, {"off_t", 8, 8}, {"uint", 4, 4}, {"ushort", 2, 2}, {"ulong", 8, 8}, {"u_char", 1, 1},
}

var cudaSizes = []sizeCase{
	{"char1", 1, 1}, {"char2", 2, 2}, {"char3", 3, 1}, {"char4", 4, 4}, {"uchar2", 2, 2}, {"uchar3", 3, 1}, {"uchar4", 4, 4},
	{"short1", 2, 2}, {"short2", 4, 4}, {"short3", 6, 2}, {"short4", 8, 8}, {"ushort4", 8, 8}, {"int1", 4, 4}, {"int2", 8, 8},
	{"int3", 12, 4}, {"int4", 16, 16}, {"uint2", 8, 8}, {"uint3", 12, 4}, {"uint4", 16, 16}, {"long1", 8, 8}, {"long2", 16, 16},
	{"long3", 24, 8}, {"long4", 32, 16}, {"longlong1", 8, 8}, {"longlong2", 16, 16}, {"longlong3", 24, 8}, {"longlong4", 32, 16},
	{"ulonglong2", 16, 16}, {"float1", 4, 4}, {"float2", 8, 8}, {"float3", 12, 4}, {"float4", 16, 16}, {"double1", 8, 8},
	{"double2", 16, 16}, {"double3", 24, 8}, {"double4", 32, 16}, {"dim3", 12, 4}, {"half", 2, 2}, {"__half2", 4, 4}, {"half2", 4, 4},
	{"__nv_bfloat16", 2, 2}, {"__nv_bfloat162", 4, 4}, {"__nv_fp8_e4m3", 1, 1}, {"__nv_fp8x2_e5m2", 2, 2}, {"__nv_fp8x4_e4m3", 4, 4},
	{"cuComplex", 8, 8}, {"cuDoubleComplex", 16, 16}, {"cudaTextureObject_t", 8, 8}, {"cudaStream_t", 8, 8}, {"cudaError_t", 4, 4},
	{"cudaPitchedPtr", 32, 8}, {"cudaExtent", 24, 8}, {"curandState", 48, 8}, {"curandStatePhilox4_32_10_t", 64, 16},
	{"curandStateMRG32k3a", 48, 8}, {"curandStateMtgp32", 4112, 8}, {"curandStateSobol32", 140, 4}, {"curandStateScrambledSobol64", 536, 8},
}
