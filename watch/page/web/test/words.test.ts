// Steps and their reasons in words.

import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { setLanguage } from "../src/catalogue";
import type { Domain } from "../src/domain";
import { boardsOf, type Board } from "../src/layout";
import { behind, stepMarks } from "../src/marks";
import type { Moment } from "../src/moment";
import { Names } from "../src/names";
import type { Start, TraceEvent } from "../src/trace";
import { refusalOf, stepWords } from "../src/words";

const n = 8;

function queens(method: string): Start {
  const q = Array.from({ length: n }, (_, i) => i);
  const text = (k: number) => `all_different(${q.slice(0, 6).map((i) => `q[${i}]${k * i ? (k * i > 0 ? "+" : "") + k * i : ""}`).join(", ")}, ...)`;
  return {
    problem: "queens 8", method, outputs: [{ name: "q", dims: [n] }], cells: q.map((i) => [i, 1, 0] as const),
    variables: q.map((i) => ({ name: `q[${i}]`, domain: [[0, n - 1]] as Domain })),
    constraints: method === "plain" ? [] : [0, 1, -1].map((k) => ({ kind: "all_different", text: text(k), vars: q })),
  };
}

const board: Board = {
  rows: n, cols: n, chequered: true,
  cells: Array.from({ length: n * n }, (_, i) => ({ cell: i % n, value: Math.floor(i / n), mark: "♛" })),
};

function moment(start: Start, events: Partial<TraceEvent>[], domains: Record<number, Domain> = {}): [Moment, Names] {
  const full = events.map((e) => ({ node: 1, parent: 0, depth: 1, ...e })) as TraceEvent[];
  const all = start.variables.map((v, i) => domains[i] ?? v.domain);
  return [{ step: 3, start, domains: all, changed: new Map(), events: full }, new Names(start, boardsOf(start, board))];
}

const lines = ([m, names]: [Moment, Names]) => stepWords(m, names).map((l) => `${l.tone}: ${l.text}`);

test("steps of the engine", () => {
  const start = queens("learn");
  const decide = { event: "place", var: 1, op: "<=", value: 2, removed: [[3, 7]] } as const;
  const prune = { event: "prune", var: 7, removed: [[0, 1]], cause: "constraint", by: 0 } as const;
  const fail = { event: "fail", var: 7, cause: "constraint", by: 0 } as const;
  setLanguage("en");
  deepEqual(lines(moment(start, [decide, prune])), ["plain: q[1] ≤ 2: decided. 2 values removed."]);
  deepEqual(lines(moment(start, [{ ...decide, right: true }])), ["plain: q[1] ≤ 2: the other side of the decision."]);
  deepEqual(lines(moment(start, [decide, fail])), ["fail: q[1] ≤ 2: no answer this way. One queen a row leaves nothing for q[7]."]);
  deepEqual(lines(moment(start, [{ event: "infer", var: 0, op: "!=", value: 3 }])), ["plain: q[0] ≠ 3: follows from what was learned."]);
  deepEqual(lines(moment(start, [{ event: "learn", nogood: [[0, "=", 1], [2, ">=", 3]] }, { event: "back", depth: 4 }])), [
    "back: Stepped back to depth 4.", "learned: Learned: never q[0] = 1 and q[2] ≥ 3.",
  ]);
  deepEqual(lines(moment(start, [prune])), ["plain: Start: what the constraints alone leave. 2 values removed."]);
  deepEqual(lines(moment(start, [{ event: "solution", answer: 5 }])), ["solution: Answer 5 is complete."]);
  deepEqual(lines(moment(start, [{ event: "done", complete: true, answer: 92 }])), ["plain: End: the whole tree has been walked, 92 answers."]);
  setLanguage("zh");
  deepEqual(lines(moment(start, [decide, fail])), ["fail: q[1] ≤ 2：此路无解。 每行一个皇后使 q[7] 没有值可取。"]);
  setLanguage("en");
});

test("steps of the plain method", () => {
  const start = queens("plain");
  const clash = { event: "clash", var: 1, op: "=", value: 0, text: "queen in column 1, row 0", with: "the queen in column 0 (row)" } as const;
  const [m, names] = moment(start, [clash, { event: "place", var: 1, op: "=", value: 2, text: "queen in column 1, row 2" }], { 0: [[0, 0]], 1: [[2, 2]] });
  deepEqual(lines([m, names]), ["plain: Queen in column 1, row 2: placed."]);
  deepEqual(m.events.filter((e) => e.event === "clash").map(refusalOf), ["Queen in column 1, row 0 clashes with the queen in column 0 (row)."]);
  const marks = stepMarks(m, names);
  deepEqual([...(marks.of(0, 2 * n + 1) ?? [])], ["placed"]);
  deepEqual([...(marks.of(0, 1) ?? [])], ["tried"]);
  deepEqual(lines(moment(start, [clash, { event: "fail", var: 1, cause: "exhaustion" }, { event: "back", depth: 0, text: "queen in column 0, row 7" }])), [
    "fail: Every value was tried for q[1], none can stand.", "back: Stepped back: queen in column 0, row 7 taken away.",
  ]);
});

test("the placements behind a pruning, also of terms that the text leaves out", () => {
  const start = queens("propagate");
  const domains: Record<number, Domain> = { 0: [[0, 0]], 6: [[3, 3]] };
  const of = (by: number, removed: Domain) => {
    const [m, names] = moment(start, [], domains);
    const e = { event: "prune", node: 1, parent: 0, depth: 1, var: 7, removed, cause: "constraint", by } as TraceEvent;
    return behind(e, m, names);
  };
  deepEqual(of(0, [[3, 3]]), { variables: [6], shares: [], exact: true });
  deepEqual(of(0, [[0, 0]]), { variables: [0], shares: [], exact: true });
  deepEqual(of(1, [[2, 2]]), { variables: [6], shares: [], exact: true }); // 2 + 7 = 3 + 6
  deepEqual(of(2, [[4, 4], [7, 7]]), { variables: [6, 0], shares: [], exact: true }); // 4 - 7 = 3 - 6, 7 - 7 = 0 - 0
  domains[2] = domains[4] = [[5, 6]]; // two that need 5 and 6 for themselves
  deepEqual(of(0, [[5, 6]]), { variables: [], shares: [{ variables: [2, 4], values: [5, 6] }], exact: true });
  delete domains[2];
  deepEqual(of(0, [[5, 5]]), { variables: [0, 6], shares: [], exact: false });
});

test("constraints by name", () => {
  const [, names] = moment(queens("propagate"), []);
  equal(names.constraint(0), "one queen a row");
  equal(names.constraint(1), "one queen a rising diagonal");
  equal(names.constraint(2), "one queen a falling diagonal");
  const cells = Array.from({ length: 16 }, (_, i) => i);
  const sudoku: Start = {
    problem: "sudoku", method: "propagate", outputs: [{ name: "grid", dims: [4, 4] }], cells: cells.map((i) => [i, 1, 0] as const),
    variables: cells.map((i) => ({ name: "g" + i, domain: [[1, 4]] as Domain })),
    constraints: [[4, 5, 6, 7], [1, 5, 9, 13], [2, 3, 6, 7], [0, 1, 2, 4]].map((vars) => ({ kind: "all_different", text: "all_different(g)", vars })),
  };
  const grid: Board = { rows: 4, cols: 4, boxRows: 2, boxCols: 2, cells: cells.map((cell) => ({ cell, name: `r${Math.floor(cell / 4) + 1}c${(cell % 4) + 1}` })) };
  const s = new Names(sudoku, [grid]);
  deepEqual([0, 1, 2, 3].map((i) => s.constraint(i)), ["row 2", "column 2", "box 2", "all different"]);
  equal(s.literal(6, "!=", 3), "r2c3 ≠ 3");
});
