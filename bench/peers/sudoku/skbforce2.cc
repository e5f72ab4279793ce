// skbforce2 FILE: solves the grids of a file, one a line of 81 characters, with
// SK_BFORCE2 (github.com/GPenet/SK_BFORCE2), up to two answers each, and prints
// how many have none, one, and more. It is what that program's command 11 does,
// without its clock, and without leaving out grids of few clues. Compiled with
// the folder of SK_BFORCE2 as one of headers, together with its sk_t.cpp and
// sk_bitfields.cpp. Its main.cpp and sk_bforce.cpp, for Windows, are not needed.
//
// It takes a grid with fewer than eight different digits for one without answer.
#include "sk_t.h"

#include "Zhn.h"

#include "Zhn_cpp.h"

#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: skbforce2 FILE\n");
        return 2;
    }
    std::ifstream in(argv[1]);
    std::vector<std::string> grids;
    for (std::string line; std::getline(in, line);) {
        if (line.size() != 81) {
            fprintf(stderr, "skbforce2: line %zu: found %zu characters, expected 81\n", grids.size() + 1, line.size());
            return 1;
        }
        grids.push_back(line);
    }
    size_t found[3] = {0, 0, 0};
    for (const std::string &grid : grids) {
        char text[82];
        memcpy(text, grid.c_str(), sizeof text);
        int n = zhou[0].CheckValidityQuick(text);
        found[n < 2 ? n : 2]++;
    }
    printf("%zu none, %zu one, %zu more\n", found[0], found[1], found[2]);
    return 0;
}
