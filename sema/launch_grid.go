package sema

// Grid is the grid that a launch gives, in blocks; 0 is unknown.
func (l *Launch) Grid() [3]int64 { return l.grid }

// Block is the block that a launch gives, in threads; 0 is unknown.
func (l *Launch) Block() [3]int64 { return l.block }
