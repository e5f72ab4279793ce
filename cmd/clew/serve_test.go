//go:build unix

package main

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"os"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A served page is there until a signal, and keeps its port to itself.
func TestServe(t *testing.T) {
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		r, w := io.Pipe()
		p := start(t, w, "serve", "--addr", "127.0.0.1:0")
		line, err := bufio.NewReader(r).ReadString('\n')
		url := strings.TrimSuffix(strings.TrimSpace(line), "/")
		if err != nil || !regexp.MustCompile(`^http://127\.0\.0\.1:[1-9]\d*$`).MatchString(url) {
			t.Fatalf("printed %q, %v", line, err)
		}
		for path, want := range map[string]string{"/": "<!doctype html>", "/api/about": `"name":"battleship"`} {
			resp, err := http.Get(url + path)
			if err != nil {
				t.Fatal(err)
			}
			body, _ := io.ReadAll(resp.Body)
			resp.Body.Close()
			if resp.StatusCode != 200 || !bytes.Contains(bytes.ToLower(body), []byte(want)) {
				t.Errorf("%s: %d %.200s", path, resp.StatusCode, body)
			}
		}
		// A search and its stream are under way when the server ends.
		resp, err := http.Post(url+"/api/searches", "application/json", strings.NewReader(`{"problem":"queens","values":{"n":"30"},"method":"plain"}`))
		if err != nil {
			t.Fatal(err)
		}
		id := regexp.MustCompile(`"id":"(\w+)"`).FindSubmatch(must(io.ReadAll(resp.Body)))
		resp.Body.Close()
		stream, err := http.Get(url + "/api/searches/" + string(id[1]) + "/steps.bin")
		if err != nil {
			t.Fatal(err)
		}
		other := start(t, nil, "serve", "--addr", strings.TrimPrefix(url, "http://"))
		if code := other.exitCode(t); code != exitBad || !regexp.MustCompile(`^clew: --addr: 127\.0\.0\.1:\d+ is in use; .*\n$`).Match(other.err.Bytes()) {
			t.Errorf("on the same port: exit code %d, stderr %s", code, &other.err)
		}
		p.Process.Signal(signal)
		sent := time.Now()
		if _, err := io.Copy(io.Discard, stream.Body); err != nil {
			t.Logf("the stream ended with %v", err)
		}
		stream.Body.Close()
		w.Close()
		if code := p.exitCode(t); code != exitYes || p.err.String() != "serving until interrupted\n" {
			t.Errorf("exit code %d, stderr %s", code, &p.err)
		}
		if d := time.Since(sent); d > 10*time.Second {
			t.Errorf("it took %v to end", d)
		}
		http.DefaultClient.CloseIdleConnections()
	}
}

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}
