// The log against sums and searches over all records.

import { deepEqual, equal, throws } from "node:assert/strict";
import { test } from "node:test";
import { Bit, Counters, Kind, recordWords, StepLog } from "../src/log";
import { engine, plain, random, Search } from "./synthetic";

const searches: [string, Search][] = [
  ["plain", plain(1, 7, 7, 0.55)],
  ["binary", engine(2, { depth: 12, fails: 0.35, jumps: 0, restarts: 0, most: 4000 })],
  ["learn", engine(3, { depth: 14, fails: 0.3, jumps: 0.7, restarts: 0.02, most: 4000 })],
];

function logOf(s: Search): StepLog {
  const log = new StepLog();
  for (let i = 0; i < s.records.length; i += 777 * recordWords) log.append(s.records.subarray(i, i + 777 * recordWords));
  return log;
}

for (const [name, s] of searches) {
  test(`${name}: the columns are the records`, () => {
    const log = logOf(s);
    equal(log.length, s.records.length / recordWords);
    for (let step = 1; step <= log.length; step++) {
      const [flags, node, parent, depth, variable, value, clashes, pruned] = s.records.subarray((step - 1) * recordWords);
      deepEqual(
        [log.kind(step), log.op(step), log.node(step), log.parent(step), log.depth(step), log.variable(step), log.value(step), log.clashes(step), log.pruned(step)],
        [flags & 255, (flags >> 8) & 7, node, parent, depth, variable, value, clashes, pruned],
      );
      deepEqual(
        [log.right(step), log.solution(step), log.restart(step), log.learned(step), log.opens(step), log.failure(step)],
        [Bit.right, Bit.solution, Bit.restart, Bit.learned, Bit.opens, Bit.failure].map((b) => (flags & b) !== 0),
      );
    }
  });

  test(`${name}: counters after every step`, () => {
    const log = logOf(s);
    const sum: Counters = { tries: 0, placements: 0, prunings: 0, failures: 0, solutions: 0, nogoods: 0, restarts: 0 };
    deepEqual(log.counters(0), sum);
    for (let step = 1; step <= log.length; step++) {
      const [flags, , , , , , clashes, pruned] = s.records.subarray((step - 1) * recordWords);
      const opened = flags & Bit.opens ? 1 : 0;
      sum.tries += opened + clashes;
      sum.placements += opened;
      sum.prunings += pruned;
      if (flags & Bit.failure) sum.failures++;
      if (flags & Bit.solution) sum.solutions++;
      if (flags & Bit.learned) sum.nogoods++;
      if (flags & Bit.restart) sum.restarts++;
      deepEqual(log.counters(step), sum, `after step ${step}`);
    }
    equal(sum.placements, s.nodes.length - 1);
    equal(sum.solutions, s.nodes.filter((n) => n.solved).length);
  });

  test(`${name}: the next and the previous mark of every step`, () => {
    const log = logOf(s);
    for (const [what, bit] of [["solution", Bit.solution], ["failure", Bit.failure]] as const) {
      let before = 0;
      for (let step = 1; step <= log.length + 1; step++) {
        equal(log.next(step, what, -1), before, `${what} before ${step}`);
        if (step <= log.length && s.records[(step - 1) * recordWords] & bit) before = step;
      }
      let after = 0;
      for (let step = log.length; step >= 0; step--) {
        equal(log.next(step, what, 1), after, `${what} after ${step}`);
        if (step > 0 && s.records[(step - 1) * recordWords] & bit) after = step;
      }
    }
    equal(log.next(0, "step", 1), 1);
    equal(log.next(1, "step", -1), 0);
    equal(log.next(log.length, "step", 1), 0);
  });
}

test("a mark alone in a long log is found over empty blocks", () => {
  const log = new StepLog();
  const records = new Int32Array(100_000 * recordWords);
  const r = random(9);
  const at = 1 + Math.floor(r() * 100_000);
  for (let i = 0; i < 100_000; i++) records.set([i + 1 === at ? Kind.infer | Bit.solution : Kind.infer, 0, -1, 0, 0, 0, 0, 0], i * recordWords);
  log.append(records);
  equal(log.next(0, "solution", 1), at);
  equal(log.next(100_000, "solution", -1), at === 100_000 ? 0 : at);
  equal(log.next(at, "solution", 1), 0);
  equal(log.next(100_000, "failure", -1), 0);
});

test("an empty log has no marks and no counts", () => {
  const log = new StepLog();
  equal(log.next(0, "step", 1), 0);
  equal(log.next(0, "failure", 1), 0);
  equal(log.next(0, "failure", -1), 0);
  equal(log.counters(5).tries, 0);
});

test("records that cannot be are refused", () => {
  const log = new StepLog();
  const open = (kind: number, node: number, parent: number) => new Int32Array([kind | Bit.opens, node, parent, 1, 0, 0, 0, 0]);
  log.append(open(Kind.place, 1, 0));
  throws(() => log.append(new Int32Array(7)), /records of 7 words, expected a multiple of 8/);
  throws(() => log.append(open(9, 2, 1)), /step 2: kind 9, expected 0 to 5/);
  throws(() => log.append(open(Kind.place, 3, 1)), /step 2: opens node 3, expected 2/);
  throws(() => log.append(open(Kind.place, 2, 2)), /step 2: parent 2 of node 2/);
  throws(() => log.append(new Int32Array([Kind.back, 2, 0, 0, 0, 0, 0, 0])), /step 2: node 2, expected one of the 2 opened/);
  equal(log.length, 1);
});
