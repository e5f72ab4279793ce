package main

import (
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// watchMemory calls stop once the program holds more than limit bytes. Below
// that the garbage collector works the harder the nearer the limit is.
func watchMemory(limit int64, stop func()) {
	debug.SetMemoryLimit(limit)
	held := []metrics.Sample{
		{Name: "/memory/classes/total:bytes"},
		{Name: "/memory/classes/heap/released:bytes"},
	}
	for {
		metrics.Read(held)
		if int64(held[0].Value.Uint64()-held[1].Value.Uint64()) > limit {
			stop()
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
}
