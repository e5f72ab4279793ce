//go:build !linux

package main

import "os"

// peakMemory is not known: the unit of the figure differs between systems.
func peakMemory(*os.ProcessState) int64 { return 0 }
