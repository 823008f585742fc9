//go:build !unix

package main

import "os/exec"

// separateSignals does nothing: here a terminal signals each program that it started.
func separateSignals(*exec.Cmd) {}
