# What can be asked of this checkout. `make check` is what a change must pass;
# the steps themselves are in .ci/run, which needs no make.

FUZZTIME ?= 10s
BENCH    ?= .
ROUNDS   ?= 5
SUITES   ?= ../shared/suites
LIMIT    ?= 60s
WORK     ?=
SHIPS    ?=
INSTALL  ?=

# What is timed is compiled as the command is.
AS_CLEW := -pgo=cmd/clew/default.pgo
NPM      ?=

.PHONY: build check fmt vet staticcheck tidy page minizinc test browser check-long fuzz conformance bench pgo bench-peers bench-learning bench-kernels bench-sudoku clean

# The commands, into .bin/.
build:
	go build -o .bin/ ./cmd/...

check:
	.ci/run fmt vet staticcheck tidy page test

fmt vet staticcheck tidy page minizinc test browser:
	.ci/run $@

# Outside suites with known answers: every one found in the folder SUITES, which
# is not part of this repository. docs/conformance.md says where they come from.
# NPM is the folder dist of the npm package minizinc, a newer compiler than most
# distributions have.
conformance:
	go run ./conformance -suites "$(SUITES)" -limit "$(LIMIT)" -wasm "$(NPM)"

# Minutes: the long tests, with those that break the engine and want the tests
# to notice (internal/mutation), every fuzz target for FUZZTIME, and the race
# detector (which needs a C compiler) on the public package.
check-long: check
	go test -tags long -timeout 60m ./...
	$(MAKE) fuzz
	go test -race .

# go test fuzzes one target of one package at a time.
fuzz:
	@grep -rl --include='*_test.go' '^func Fuzz' . | xargs -r -n 1 dirname | sort -u | while read -r dir; do \
		for target in $$(go test -list '^Fuzz' "$$dir" | grep '^Fuzz'); do \
			echo "fuzz $$dir $$target"; \
			go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) "$$dir" || exit 1; \
		done || exit 1; \
	done

# Times of all models, with their counts checked; BENCH chooses some. Two runs
# are compared by: go tool -modfile=tools/go.mod benchstat OLD NEW
bench:
	go test -run '^$$' -bench '$(BENCH)' ./bench

# Makes the profile anew by which the command is compiled: where the cases of
# the benchmarks spend their time.
pgo:
	mkdir -p bench/out
	GOMAXPROCS=1 go test -pgo=off -run '^$$' -bench Count -benchtime 2s -o bench/out/bench.test -cpuprofile bench/out/count.prof ./bench
	go tool pprof -proto bench/out/count.prof > cmd/clew/default.pgo

# Times beside those of other solvers: bench/README.md says which. INSTALL=1
# installs them first, by apt-get as root. WORK is another list of cases than
# bench/work/count.txt, SHIPS a file of battleship puzzles. Writes
# bench/RESULTS.md.
bench-peers:
	go run $(AS_CLEW) ./bench/peers -rounds $(ROUNDS) -limit 3m -work "$(WORK)" -battleships "$(SHIPS)" $(if $(INSTALL),-install) -results bench/RESULTS.md

# The same for the cases on which learning is measured. Writes
# bench/RESULTS-learning.md.
bench-learning:
	go run $(AS_CLEW) ./bench/peers -learning -rounds $(ROUNDS) -results bench/RESULTS-learning.md

# The same for the kernels, beside C programs made for one problem. Writes
# bench/RESULTS-kernels.md. The longest run takes minutes.
bench-kernels:
	go run $(AS_CLEW) ./bench/peers -kernels -rounds $(ROUNDS) -limit 30m -results bench/RESULTS-kernels.md

# Sudoku beside solvers made for nothing else: LISTS is the folder of the lists
# of grids, TDOKU, SKBFORCE2 and RUSTSUDOKU those of checkouts of the solvers.
# What is not given is named as missing. Writes bench/RESULTS-sudoku.md.
bench-sudoku:
	go run $(AS_CLEW) ./bench/peers -sudoku -lists "$(LISTS)" -tdoku "$(TDOKU)" -skbforce2 "$(SKBFORCE2)" -rustsudoku "$(RUSTSUDOKU)" \
		-rounds $(ROUNDS) -limit 10m -results bench/RESULTS-sudoku.md

clean:
	rm -rf .bin bench/out
	go clean -testcache
