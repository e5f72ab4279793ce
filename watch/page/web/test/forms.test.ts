// Places of errors in texts, and Sudoku grids as they are typed.

import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { placeIn } from "../src/forms";
import { digitsOf } from "../src/sudokugrid";

function placed(text: string, line: number, column: number): string {
  const { from, to } = placeIn(text, line, column);
  return text.slice(from, to);
}

test("a place in a text is a word, a character or a line", () => {
  const model = "var 1..3: x;\r\nconstraint foo(x);\nsolve\rend";
  equal(placed(model, 2, 12), "foo");
  equal(placed(model, 1, 11), "x");
  equal(placed(model, 1, 12), ";");
  equal(placed(model, 2, 0), "constraint foo(x);");
  equal(placed(model, 4, 1), "end");
  equal(placed("1234x678\n12😀x", 1, 5), "x");
  equal(placed("1234x678\n12😀x", 2, 3), "😀");
  equal(placed("1234x678\n12😀x", 2, 4), "x");
  equal(placed("ab", 1, 9), "");
  equal(placed("ab", 7, 1), "");
});

test("81 cells are a grid to type into, whatever separates them", () => {
  const line = "425008367060004120080002000040005912000000000019400675030000080006000090194000050";
  const cells = digitsOf(line)!;
  equal(cells.length, 81);
  deepEqual(cells.slice(0, 5), ["4", "2", "5", "", ""]);
  const rows = line.replace(/(.{9})/g, "$1\n").replace(/0/g, ".").replace(/^(...)(...)/gm, "$1 | $2 | ");
  deepEqual(digitsOf("# a comment\n" + rows.replace(/\n/, "\n---+---+---\n")), cells);
  equal(digitsOf("12345678x"), null);
  equal(digitsOf(line + "1"), null);
  equal(digitsOf(line.replace("4", "A")), null);
});
