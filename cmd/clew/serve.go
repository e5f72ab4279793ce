package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"math"
	"net"
	"net/http"
	"net/netip"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/clewsolver/clew/internal/input"
	"github.com/clewsolver/clew/watch/page"
	"github.com/spf13/cobra"
)

// defaultAddr is where the page is served unless --addr says otherwise.
const defaultAddr = "127.0.0.1:8080"

// serveCommand returns the command that serves the page.
func serveCommand(c *console) *cobra.Command {
	addr, public, usual := defaultAddr, false, page.DefaultLimits()
	body, events, memory := byteSize(usual.Body), byteSize(usual.Log), byteSize(usual.Memory)
	searches, nodes, seconds := positive(usual.Searches), positive(usual.Nodes), limitTime(usual.Time)
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "serve a page that shows searches: board and tree side by side",
		Long: `Serve a page on which searches can be watched: board and tree side by side, with
one cursor that goes forwards and backwards. The page is for this machine only,
unless --public says that others may use it; what they can ask for is bounded by
the limits below. No file can be named from the page.

Exit codes: 0 ended by a signal, 2 bad usage, or the address cannot be had.`,
		Example: "  clew serve\n  clew serve --addr 127.0.0.1:0",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("serve: found %s, expected flags only", input.Quote(args[0]))
			}
			limits := page.Limits{
				Body: int64(body), Searches: clamp(searches), Time: time.Duration(seconds),
				Nodes: clamp(nodes), Log: int64(events), Memory: int64(memory),
			}
			return serve(cmd.Context(), c, addr, public, limits)
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	fs := cmd.Flags()
	fs.StringVar(&addr, "addr", addr, "`HOST:PORT` to listen at; port 0 takes any that is free")
	fs.BoolVar(&public, "public", false, "let other machines use the page, where --addr is not of this one alone")
	fs.Var(&searches, "max-searches", "searches that run at once")
	fs.Var(&seconds, "max-time", "time of a search")
	fs.Var(&nodes, "max-nodes", "nodes kept of a search")
	fs.Var(&body, "max-body", "size of a problem's text")
	fs.Var(&events, "max-log", "memory for the events of a search")
	fs.Var(&memory, "max-memory", "memory of the server, beyond which the largest search is ended")
	completeFlags(cmd, fs)
	return cmd
}

// clamp returns n as an int, or the largest one.
func clamp(n positive) int { return int(min(int64(n), math.MaxInt)) }

// shutdownTime is how long searches and requests may take to end.
const shutdownTime = time.Second

// serve serves the page until ctx ends.
func serve(ctx context.Context, c *console, addr string, public bool, limits page.Limits) error {
	if err := checkAddr(addr, public); err != nil {
		return err
	}
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if err != nil {
		return listenError(addr, err)
	}
	debug.SetMemoryLimit(limits.Memory)
	p := page.New(page.Config{
		Version: version(), Problems: pageProblems(), Orders: choices(orders), Values: choices(valueOrders),
		Limits: limits, Public: public, Errors: noteWriter{c},
	})
	server := &http.Server{
		Handler: p, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 16 << 10,
		ErrorLog: log.New(noteWriter{c}, "", 0),
	}
	fmt.Fprintf(c, "http://%s/\n", l.Addr())
	c.Flush()
	c.Note("serving until interrupted")
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(l) }()
	select {
	case err = <-failed:
	case <-ctx.Done():
	}
	end, cancel := context.WithTimeout(context.Background(), shutdownTime)
	defer cancel()
	p.Close(end) // an error: a search that does not listen; it ends with the process
	if server.Shutdown(end) != nil {
		server.Close()
	}
	return err
}

// checkAddr returns an error if addr is no address, or not one of this machine
// alone and not public.
func checkAddr(addr string, public bool) error {
	host, port, err := net.SplitHostPort(addr)
	if err == nil {
		var n int
		if n, err = strconv.Atoi(port); err == nil && (n < 0 || n > 65535) {
			err = errors.New("no port")
		}
	}
	if err != nil {
		return fmt.Errorf("--addr: found %s, expected HOST:PORT, as %s", input.Quote(addr), defaultAddr)
	}
	if a, err := netip.ParseAddr(host); public || host == "localhost" || err == nil && a.IsLoopback() {
		return nil
	}
	return fmt.Errorf("--addr: found %s, which others than this machine may reach, expected 127.0.0.1, [::1] or localhost; --public allows it", input.Quote(addr))
}

// listenError says why an address cannot be had.
func listenError(addr string, err error) error {
	var why syscall.Errno
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("--addr: %s is in use; another port may be free, and port 0 takes any that is", printable(addr))
	case errors.As(err, &why):
		return fmt.Errorf("--addr: cannot listen at %s: %s", printable(addr), why)
	}
	return fmt.Errorf("--addr: cannot listen at %s: %s", printable(addr), err)
}

// noteWriter writes lines as notes on a console.
type noteWriter struct{ c *console }

func (w noteWriter) Write(p []byte) (int, error) {
	w.c.Note("clew: %s", strings.TrimRight(string(p), "\n"))
	return len(p), nil
}

// choices returns named values as the page takes them.
func choices[T any](xs []named[T]) []page.Choice[T] {
	var list []page.Choice[T]
	for _, x := range xs {
		list = append(list, page.Choice[T]{Name: x.name, Value: x.value})
	}
	return list
}

// byteSize is a flag for a number of bytes, with a unit or without.
type byteSize int64

var byteUnits = []named[int64]{{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}, {"", 1}}

func (n *byteSize) String() string {
	for _, u := range byteUnits {
		if int64(*n)%u.value == 0 && *n > 0 {
			return strconv.FormatInt(int64(*n)/u.value, 10) + u.name
		}
	}
	return "0"
}
func (n *byteSize) Type() string { return "SIZE" }
func (n *byteSize) Set(word string) error {
	for _, u := range byteUnits {
		digits, ok := strings.CutSuffix(word, u.name)
		if !ok {
			continue
		}
		v, err := strconv.ParseInt(digits, 10, 64)
		if err != nil || v < 1 || v > math.MaxInt64/u.value {
			break
		}
		*n = byteSize(v * u.value)
		return nil
	}
	return errors.New("a size of 1 or more, as 512MiB, 64KiB or 1000000 (bytes)")
}
