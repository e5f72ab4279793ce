// The phrases of the built-in problems, in both languages, and where they point.

import { deepEqual, equal, ok } from "node:assert/strict";
import { test } from "node:test";
import { setLanguage } from "../src/catalogue";
import { clash, literal, tried } from "../src/narration";
import { refusalWords } from "../src/refusal";

const tries: [text: string, zh: string, first: unknown][] = [
  ["queen in column 2, row 1", "第 2 列第 1 行的皇后", { at: [1, 2] }],
  ["r1c3 = 4", "r1c3 = 4", { at: [0, 2] }],
  ["5 in row 2, column 1", "第 2 行第 1 列填 5", { at: [1, 0] }],
  ["ship of 1 at r6c2", "长 1 的船在 r6c2", { at: [5, 1] }],
  ["ship of 3 at r1c3 down", "长 3 的船在 r1c3 竖放", { at: [0, 2] }],
];

const clashes: [text: string, what: string, zh: string, points: number][] = [
  ["the queen in column 0 (diagonal)", "queen in column 1, row 1", "第 0 列的皇后（同一斜线）", 1],
  ["r1c7 in row 1", "r1c3 = 4", "第 1 行中的 r1c7 ", 1],
  ["4 beside it (5 + 4 = 5 is not prime)", "5 in row 2, column 2", "旁边的 4：5 + 4 = 9 不是素数", 1],
  ["the ship of 3 at r1c3 down (touch)", "ship of 2 at r1c1 across", "长 3 的船在 r1c3 竖放（相接）", 3],
  ["the given < at r6c2", "ship of 1 at r6c2", " r6c2 的已知 < ", 1],
  ["the given < at r6c2, which no ship covers", "ship of 1 at r1c1", " r6c2 的已知 <，没有船盖住它", 1],
  ["the tally of row 1: 3 parts, not 2", "ship of 3 at r1c1 across", "第 1 行的数目（3 格，应为 2）", 1],
];

test("tries", () => {
  for (const [text, zh, first] of tries) {
    setLanguage("en");
    equal(tried(text).text, text);
    setLanguage("zh");
    equal(tried(text).text, zh);
    deepEqual(tried(text).points[0], first);
  }
  deepEqual(tried("ship of 3 at r1c3 down").points, [{ at: [0, 2] }, { at: [1, 2] }, { at: [2, 2] }]);
});

test("clashes", () => {
  for (const [text, what, zh, points] of clashes) {
    setLanguage("zh");
    equal(clash(text, what).text, zh);
    equal(clash(text, what).points.length, points, text);
    setLanguage("en");
    ok(!/\p{Script=Han}/u.test(clash(text, what).text), text);
  }
  setLanguage("en");
  equal(clash("r1c7 in row 1", "").text, "r1c7 in row 1");
});

test("what is not known stays as it is", () => {
  setLanguage("zh");
  equal(tried("something new").text, "something new");
  deepEqual(clash("a turned or mirrored board, which comes first", ""), { text: "a turned or mirrored board, which comes first", points: [] });
  equal(literal("x != 3 and y >= 2"), "x ≠ 3 and y ≥ 2");
});

test("errors of the server", () => {
  setLanguage("en");
  equal(refusalWords("grid:2: found a row of 9 cells, expected 8 cells as in line 1"), "found a row of 9 cells, expected 8 cells as in line 1");
  setLanguage("zh");
  equal(refusalWords("grid:2: found a row of 9 cells, expected 8 cells as in line 1"), "发现有 9 格的一行，应为与第 1 行一样的 8 格");
  equal(refusalWords(`model:1:3: found "x", expected something else`), `发现 "x"，应为something else`);
  setLanguage("en");
});
