// Models for Gecode, as a program of its library: all answers are counted.
//
//   c++ -O3 -o PROGRAM models.cc -lgecodesearch -lgecodeminimodel -lgecodeint -lgecodekernel -lgecodesupport
//   PROGRAM value|domain MODEL PARAMETER...
//   PROGRAM version
//
// value and domain are the strength of all_different. The branching is fewest
// values first, smallest value first.
#include <gecode/int.hh>
#include <gecode/minimodel.hh>
#include <gecode/search.hh>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

using namespace Gecode;

struct Model : Space {
  IntVarArray x;
  IntPropLevel level;

  explicit Model(IntPropLevel l) : level(l) {}
  Model(Model& m) : Space(m), level(m.level) { x.update(*this, m.x); }
  Space* copy() override { return new Model(*this); }

  void differ(const IntVarArgs& v) { distinct(*this, v, level); }

  void branchOn(const IntVarArgs& v) { branch(*this, v, INT_VAR_SIZE_MIN(), INT_VAL_MIN()); }

  void queens(int n) {
    x = IntVarArray(*this, n, 0, n - 1);
    distinct(*this, x, level);
    distinct(*this, IntArgs::create(n, 0, 1), x, level);
    distinct(*this, IntArgs::create(n, 0, -1), x, level);
    branchOn(x);
  }

  void primesum(int rows, int cols, int most) {
    x = IntVarArray(*this, rows * cols, 1, most);
    distinct(*this, x, level);
    TupleSet pairs(2);
    for (int a = 1; a <= most; a++)
      for (int b = 1; b <= most; b++)
        if (a != b && prime(a + b)) pairs.add(IntArgs({a, b}));
    pairs.finalize();
    for (int r = 0; r < rows; r++)
      for (int c = 0; c < cols; c++) {
        int at = r * cols + c;
        if (c + 1 < cols) extensional(*this, IntVarArgs() << x[at] << x[at + 1], pairs);
        if (r + 1 < rows) extensional(*this, IntVarArgs() << x[at] << x[at + cols], pairs);
      }
    branchOn(x);
  }

  static bool prime(int s) {
    for (int d = 2; d * d <= s; d++)
      if (s % d == 0) return false;
    return s > 1;
  }

  void langford(int n) {
    x = IntVarArray(*this, n);
    IntVarArgs places, largest;
    for (int k = 1; k <= n; k++) {
      x[k - 1] = IntVar(*this, 0, 2 * n - k - 2);
      places << x[k - 1] << expr(*this, x[k - 1] + k + 1);
    }
    for (int k = n; k >= 1; k--) largest << x[k - 1];
    differ(places);
    branchOn(largest);
  }

  void magic(int n) {
    x = IntVarArray(*this, n * n, 1, n * n);
    distinct(*this, x, level);
    Matrix<IntVarArray> m(x, n, n);
    int total = n * (n * n + 1) / 2;
    IntVarArgs down, up;
    for (int i = 0; i < n; i++) {
      linear(*this, m.row(i), IRT_EQ, total);
      linear(*this, m.col(i), IRT_EQ, total);
      down << m(i, i);
      up << m(i, n - 1 - i);
    }
    linear(*this, down, IRT_EQ, total);
    linear(*this, up, IRT_EQ, total);
    branchOn(x);
  }

  void allinterval(int n) {
    x = IntVarArray(*this, n, 0, n - 1);
    distinct(*this, x, level);
    IntVarArgs d;
    for (int i = 0; i + 1 < n; i++) d << expr(*this, abs(x[i + 1] - x[i]), level);
    rel(*this, d, IRT_GQ, 1);
    differ(d);
    branchOn(x);
  }

  void costas(int n) {
    x = IntVarArray(*this, n, 1, n);
    distinct(*this, x, level);
    for (int step = 1; step < n - 1; step++) {
      IntVarArgs d;
      for (int i = 0; i + step < n; i++) d << expr(*this, x[i + step] - x[i], level);
      differ(d);
    }
    branchOn(x);
  }

  void petersen() {
    x = IntVarArray(*this, 10, 0, 15);
    distinct(*this, x, level);
    IntVarArgs d;
    auto edge = [&](int a, int b) {
      IntVar e(*this, 1, 15);
      rel(*this, e == abs(x[a] - x[b]));
      d << e;
    };
    for (int i = 0; i < 5; i++) {
      edge(i, (i + 1) % 5);
      edge(i, i + 5);
      edge(i + 5, (i + 2) % 5 + 5);
    }
    differ(d);
    branchOn(x);
  }
};

int main(int argc, char** argv) {
  if (argc == 2 && std::string(argv[1]) == "version") {
    std::cout << GECODE_VERSION << "\n";
    return 0;
  }
  if (argc < 3) return 2;
  std::string strength = argv[1], name = argv[2];
  std::vector<int> p;
  for (int i = 3; i < argc; i++) p.push_back(atoi(argv[i]));
  Model* m = new Model(strength == "domain" ? IPL_DOM : IPL_VAL);
  if (name == "queens" && p.size() == 1) m->queens(p[0]);
  else if (name == "primesum" && p.size() == 3) m->primesum(p[0], p[1], p[2]);
  else if (name == "langford" && p.size() == 1) m->langford(p[0]);
  else if (name == "magic" && p.size() == 1) m->magic(p[0]);
  else if (name == "allinterval" && p.size() == 1) m->allinterval(p[0]);
  else if (name == "costas" && p.size() == 1) m->costas(p[0]);
  else if (name == "petersen" && p.empty()) m->petersen();
  else return 2;
  DFS<Model> search(m);
  delete m;
  unsigned long answers = 0;
  while (Model* a = search.next()) {
    answers++;
    delete a;
  }
  std::cout << answers << "\n";
}
