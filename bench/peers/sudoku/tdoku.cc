// tdoku FILE: solves the grids of a file, one a line of 81 characters, with the
// library of tdoku (github.com/t-dillon/tdoku), up to two answers each, and
// prints how many have none, one, and more. It is what tdoku's own benchmark
// does, without its clock. Compiled together with src/solver_dpll_triad_simd.cc
// and src/util.cc of tdoku.
#include "tdoku.h"

#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: tdoku FILE\n");
        return 2;
    }
    std::ifstream in(argv[1]);
    std::vector<std::string> grids;
    for (std::string line; std::getline(in, line);) {
        grids.push_back(line);
    }
    size_t found[3] = {0, 0, 0};
    for (const std::string &grid : grids) {
        char solution[82];
        size_t guesses = 0;
        size_t n = TdokuSolverDpllTriadSimd(grid.c_str(), 2, 0, solution, &guesses);
        found[n < 2 ? n : 2]++;
    }
    printf("%zu none, %zu one, %zu more\n", found[0], found[1], found[2]);
    return 0;
}
