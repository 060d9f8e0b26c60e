//go:build unix

package disk

import "syscall"

// noWait opens a pipe that nobody writes to at once.
const noWait = syscall.O_NONBLOCK
