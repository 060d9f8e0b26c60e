package parser

// word is what a name means to the mask; ordinary identifiers are wordNone.
type word uint8

const (
	wordNone      word = iota
	wordCuda           // CUDA or attribute word that stands alone: blanked while lexing
	wordCudaArgs       // the same with an argument list
	wordAsm            // asm and its spellings
	wordPragma         // _Pragma
	wordAttrMacro      // function-like macro that stands for attributes, see attrMacro
	wordType           // a type name that the grammar knows: an argument it cannot be
	wordRecord         // struct, class, union
	wordEnum
	wordNamespace
	wordTemplate
	wordTypename
	wordControl // takes a parenthesis and a statement: if, for, while, switch, catch
	wordElse
	wordDo // do, try
	wordReturn
	wordJump  // break, continue, goto
	wordLabel // case, default, public, private, protected
	wordOperator
	wordNew
	wordDelete
	wordExtern
	wordSpecifier // static, inline, virtual ..: begins or continues a declaration
	wordUsing
	wordQualifier // const, volatile
	wordTail      // between the parameters of a function and its body
	wordOf        // takes a type or an expression in parentheses: sizeof, typeid, decltype, casts
	wordValue     // this, true, false, nullptr
	wordOther     // keywords that need no treatment
)

// keywords are the names with a meaning of their own.
var keywords = func() map[string]word {
	t := map[string]word{}
	for w, names := range map[word][]string{
		wordCuda: {
			"__global__", "__device__", "__host__", "__shared__", "__constant__", "__managed__", "__grid_constant__",
			"__restrict__", "__restrict", "__forceinline__", "__forceinline", "__noinline__", "__inline__", "__inline",
			"__inline_hint__", "__extension__", "__device_builtin__", "__cudart_builtin__", "__nv_pure__", "__tile_static__",
			"__device_builtin_texture_type__", "__device_builtin_surface_type__", "__location__", "__cdecl", "__stdcall",
			"__fastcall", "__vectorcall", "_Noreturn", "__maybe_unused", "__always_inline",
		},
		wordCudaArgs: {
			"__launch_bounds__", "__align__", "__attribute__", "__attribute", "__declspec", "__cluster_dims__",
			"__builtin_align__", "__CUDA_ALIGN__", "__maxnreg__", "__block_size__", "alignas", "_Alignas", "__annotate__", "__nv_register_params__",
		},
		wordAsm:    {"asm", "__asm__", "__asm"},
		wordPragma: {"_Pragma", "__pragma"},
		wordType: {
			"void", "bool", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "wchar_t", "char8_t", "char16_t",
			"char32_t", "size_t", "ssize_t", "ptrdiff_t", "intptr_t", "uintptr_t", "charptr_t", "nullptr_t", "max_align_t",
			"int8_t", "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t",
		},
		wordRecord: {"struct", "class", "union"}, wordEnum: {"enum"}, wordNamespace: {"namespace"}, wordTemplate: {"template"},
		wordTypename: {"typename"}, wordControl: {"if", "for", "while", "switch", "catch"}, wordElse: {"else"}, wordDo: {"do", "try"},
		wordReturn: {"return", "throw", "co_return", "co_yield"}, wordJump: {"break", "continue", "goto"},
		wordLabel:    {"case", "default", "public", "private", "protected"},
		wordOperator: {"operator"}, wordNew: {"new"}, wordDelete: {"delete"}, wordExtern: {"extern"},
		wordSpecifier: {"static", "inline", "virtual", "explicit", "friend", "typedef", "constexpr", "consteval", "constinit",
			"register", "thread_local", "mutable", "auto"},
		wordUsing:     {"using"},
		wordQualifier: {"const", "volatile", "__const__", "__volatile__", "__const", "__volatile"},
		wordTail:      {"noexcept", "override", "final", "requires"},
		wordOf: {"sizeof", "alignof", "typeid", "decltype", "static_cast", "reinterpret_cast", "const_cast", "dynamic_cast",
			"__typeof__", "typeof", "__alignof__", "_Alignof", "static_assert", "_Static_assert"},
		wordValue: {"this", "true", "false", "nullptr", "NULL"},
		wordOther: {"and", "or", "not", "xor", "bitand", "bitor", "compl", "and_eq", "or_eq", "xor_eq", "not_eq", "co_await", "concept"},
	} {
		for _, name := range names {
			t[name] = w
		}
	}
	return t
}()
