package cudalint

// category is a group of the suite's programs.
type category struct {
	name     string
	programs []string // file names without .cu
}

// categories are the rows of the table in docs/accuracy.md. Every program stands in one.
var categories = []category{
	{"one-dimensional indices, element widths", []string{"lines_1d", "widths", "narrow_elements", "vectors", "small_vectors"}},
	{"two- and three-dimensional blocks, narrow ones, partial warps", []string{"blocks_2d", "blocks_3d", "blocks_8x8", "blocks_narrow", "blocks_odd"}},
	{"guards, branches, joins", []string{"guards_blocks", "guards_lanes", "control", "joins", "conditionals"}},
	{"loops, chunks, moved pointers", []string{"chunks", "grid_stride", "loops_nested", "pointers", "pitched_memory", "recurrences", "loop_forms"}},
	{"integer arithmetic, division and remainder", []string{"delinearise", "integers", "hashes", "tables"}},
	{"structs and layouts", []string{"structs_small", "structs_large", "structs_whole", "structs_update", "soa", "particles", "layouts", "images"}},
	{"functions, templates, classes, macros", []string{"functions", "templates", "functors", "classes", "macros", "constants_computed", "aliases", "declarations"}},
	{"where shapes and arguments come from", []string{"launch_shapes", "launch_api", "launch_many", "host_code", "kernels_elsewhere"}},
	{"shared memory: types, pitches, swizzles", []string{"shared_static", "shared_dynamic", "shared_types", "shared_structs", "shared_views", "pads", "swizzles", "transposes"}},
	{"reductions, scans, sorts, butterflies", []string{"reductions", "reductions_unrolled", "scans", "sorts", "butterflies", "histograms"}},
	{"stencils, convolutions, matrix products", []string{"stencils", "wave_equation", "convolutions", "matmul_naive", "matmul_tiled", "matmul_registers", "fragments"}},
	{"rows, sparse matrices, dynamic programs", []string{"rows_of_blocks", "sparse", "dynamic_programs", "gathers"}},
	{"warps, groups, atomics, constants", []string{"shuffles", "groups", "roles", "atomics", "constants_locals"}},
	{"asynchronous copies, inline assembly", []string{"async_copies", "inline_asm"}},
	{"what the compiler joins, hoists, narrows, inlines", []string{"unrolled_pairs", "unrolled_kinds", "hoisted", "narrowed", "inlined_lines"}},
}
