package parser

// shapes runs the passes that mend macros and C++ by their shape.
func (m *masker) shapes() {
}
