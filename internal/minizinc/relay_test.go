package minizinc

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLongTempDir checks that a folder whose name is too long for a socket is
// named as the reason.
func TestLongTempDir(t *testing.T) {
	dir := filepath.Join(t.TempDir(), strings.Repeat("x", 150))
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	c, err := listen(filepath.Join(dir, "relay"))
	if err == nil {
		c.Close()
		t.Skip("this system takes long names of sockets")
	}
	if !strings.Contains(err.Error(), "set TMPDIR to a shorter one") {
		t.Error(err)
	}
}
