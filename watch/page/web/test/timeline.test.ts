// The timeline's columns against a loop over all steps.

import { deepEqual, equal, ok } from "node:assert/strict";
import { test } from "node:test";
import { recordWords, StepLog } from "../src/log";
import { Buckets, Columns } from "../src/timeline";
import { engine, plain } from "./synthetic";

function slow(log: StepLog, count: number, extent: number, group: number): Columns {
  const c = { failures: new Uint32Array(count), solutions: new Uint32Array(count), depth: new Uint32Array(count) };
  for (let s = 1; s <= log.length; s++) {
    const first = s - ((s - 1) % group); // of the bucket that the step is in
    const i = Math.floor(((first - 1) * count) / extent);
    if (log.failure(s)) c.failures[i]++;
    if (log.solution(s)) c.solutions[i]++;
    c.depth[i] = Math.max(c.depth[i], log.depth(s));
  }
  return c;
}

test("columns of logs that grow, at many widths", () => {
  for (const s of [plain(4, 6, 6, 0.5), engine(3, { depth: 14, fails: 0.3, jumps: 0.4, restarts: 0, most: 6000 })]) {
    const log = new StepLog();
    const buckets = new Buckets(log);
    for (let i = 0; i < s.records.length; i += 1511 * recordWords) {
      log.append(s.records.subarray(i, i + 1511 * recordWords));
      for (let all = false; !all; ) all = buckets.update(100);
      for (const count of [1, 7, 64, 500, 1024]) {
        for (const extent of [log.length, 2 * log.length + 1]) {
          const group = extent <= count * 64 ? 1 : 64;
          deepEqual(buckets.columns(count, extent), slow(log, count, extent, group), `${count} columns for ${extent} steps`);
        }
      }
    }
    const c = buckets.columns(100, log.length);
    equal(c.failures.reduce((a, b) => a + b), log.counters(log.length).failures);
    equal(c.solutions.reduce((a, b) => a + b), log.counters(log.length).solutions);
  }
});

test("a log without steps has empty columns", () => {
  const buckets = new Buckets(new StepLog());
  ok(buckets.update());
  deepEqual([...buckets.columns(3, 1).depth], [0, 0, 0]);
});
