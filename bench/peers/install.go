package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// packages are those of Debian and its kin that hold the peers.
var packages = []string{"gprolog", "g++", "libgecode-dev", "flatzinc", "minizinc", "clasp", "gringo"}

// notFound tells of a peer that is not there how to get it.
const notFound = "not found; on Debian and its kin -install gets it"

// install installs the peers by apt-get, which needs root. It says so first.
func install() error {
	args := append([]string{"apt-get", "install", "--yes", "--no-install-recommends"}, packages...)
	if !found("apt-get") {
		return fmt.Errorf("-install: no apt-get on PATH, which installs the peers on Debian and its kin")
	}
	if os.Geteuid() != 0 {
		return fmt.Errorf("-install: only root may run %s", strings.Join(args, " "))
	}
	fmt.Fprintln(os.Stderr, "installing the peers:", strings.Join(args, " "))
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = append(os.Environ(), "DEBIAN_FRONTEND=noninteractive")
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	return cmd.Run()
}
