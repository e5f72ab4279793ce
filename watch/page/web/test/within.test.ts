// The moments inside of a step lead from the domains before it to those after it.

import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import type { Domain } from "../src/domain";
import type { Moment } from "../src/moment";
import type { TraceEvent } from "../src/trace";
import { partsOf, within, Within } from "../src/within";

const at = { node: 1, parent: 0, depth: 1 };

function moment(before: (Domain | null)[], after: (Domain | null)[], events: TraceEvent[], known = true): Moment {
  const changed = new Map<number, Domain | null>();
  before.forEach((d, v) => {
    if (d !== after[v]) changed.set(v, d);
  });
  const variables = before.map((_, i) => ({ name: "x" + i, domain: known ? ([[1, 9]] as Domain) : null }));
  return { step: 3, start: { problem: "p", method: "propagate", outputs: [], cells: [], variables, constraints: [] }, domains: after, changed, events };
}

test("prunings are taken one by one, in their order", () => {
  const all: Domain = [[1, 9]];
  const m = moment([all, all, all], [[[4, 4]], [[1, 3], [5, 8]], all], [
    { ...at, event: "place", var: 0, op: "=", value: 4, removed: [[1, 3], [5, 9]] },
    { ...at, event: "prune", cause: "constraint", by: 0, var: 1, removed: [[4, 4]] },
    { ...at, event: "prune", cause: "constraint", by: 1, var: 1, removed: [[9, 9]] },
  ]);
  equal(partsOf(m).length, 3);
  deepEqual(within(m, 0).domains, [all, all, all]);
  deepEqual(within(m, 1).domains, [[[4, 4]], all, all]);
  deepEqual(within(m, 2).domains, [[[4, 4]], [[1, 3], [5, 9]], all]);
  const last = within(m, 3);
  deepEqual(last.domains, m.domains);
  deepEqual(last.changed, m.changed);
  deepEqual(within(m, 2).events, m.events.slice(0, 2));
});

test("a walk through the events tells the same as each moment by itself", () => {
  const all: Domain = [[1, 9]];
  const events: TraceEvent[] = [1, 2, 3, 4].map((x) => ({ ...at, event: "prune", cause: "constraint", by: 0, var: x % 2, removed: [[x, x]] }));
  const m = moment([all, all], [[[1, 1], [3, 3], [5, 9]], [[2, 2], [4, 9]]], events);
  const walk = new Within(m);
  for (let k = 0; k <= events.length; k++) deepEqual(walk.to(k).domains, within(m, k).domains, `after ${k} events`);
  deepEqual(walk.to(4).domains, m.domains);
});

test("tries of the plain method change nothing until one is placed, and fill its cells at once", () => {
  const m = moment([null, null], [[[2, 2]], [[7, 7]]], [
    { ...at, event: "clash", var: 0, value: 1 },
    { ...at, event: "place", var: 0, op: "=", value: 2 },
    { ...at, event: "prune", cause: "placement", var: 1, op: "=", value: 7 },
  ], false);
  deepEqual(partsOf(m).map((p) => [p.event.event, p.end]), [["clash", 1], ["place", 3]]);
  deepEqual(within(m, 1).domains, [null, null]);
  deepEqual(within(m, 3).domains, m.domains);
});

test("a step back gives back at its event", () => {
  const m = moment([[[2, 2]]], [null], [
    { ...at, event: "clash", var: 0, value: 3 },
    { ...at, event: "fail", cause: "exhaustion", var: 0 },
    { ...at, event: "back" },
  ], false);
  equal(partsOf(m).length, 3);
  deepEqual(within(m, 2).domains, [[[2, 2]]]);
  deepEqual(within(m, 3).domains, [null]);
});
