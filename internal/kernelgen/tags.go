package kernelgen

// The constructs that are told apart.
const (
	tagMulti tags = 1 << iota // ids of two or three dimensions
	tagOddBlock
	tagDivMod
	tagShift
	tagXor
	tagAndOr
	tagMinMax
	tagChoice
	tagUnsigned
	tag64
	tagNarrow
	tagCast
	tagData
	tagGuard
	tagReturn
	tagLoop
	tagGeometric
	tagDependent
	tagWhile
	tagDo
	tagBreak
	tagSwitch
	tagPointer
	tagStep
	tagHelper
	tagRef
	tagTemplate
	tagMacro
	tagShared
	tagDynamic
	tagStruct
	tagVector
	tagRecast
	tagAtomic
	tagLocalArray
	tagAssigned
	tagCompound
	tagLambda
	tagUnknownArg
	tagGridStride
	tagDataGuard
)

var tagNames = []string{
	"several dimensions", "odd block", "div, mod", "shift", "xor", "and, or", "min, max", "?:", "unsigned", "64 bits", "narrow integers", "cast",
	"data-dependent index", "if", "early return", "loop", "geometric loop", "dependent bound", "while", "do", "break, continue", "switch", "pointer",
	"stepped pointer", "helper", "reference", "template", "macro", "shared", "dynamic shared", "struct", "vector type", "recast", "atomic",
	"local array", "assigned twice", "compound assignment", "lambda", "unknown argument", "grid stride", "data-dependent guard",
}

// Names lists the constructs in the set.
func (t tags) names() []string {
	var out []string
	for i, n := range tagNames {
		if t>>i&1 != 0 {
			out = append(out, n)
		}
	}
	return out
}
