// Windows in both directions, against domains kept for each step.

import { deepEqual, equal, throws } from "node:assert/strict";
import { test } from "node:test";
import { minus, type Domain } from "../src/domain";
import { Replay, type WindowData } from "../src/replay";
import type { Start, TraceEvent } from "../src/trace";

/** A start of n variables of 1..9; those that are unknown have no domain. */
function start(n: number, unknown = false): Start {
  const variables = Array.from({ length: n }, (_, i) => ({ name: "x" + i, domain: unknown ? null : ([[1, 9]] as Domain) }));
  return { problem: "p", method: "propagate", outputs: [], cells: [], variables, constraints: [] };
}

/** A random search: its steps, and the domains after each; domains[0] are those of the start. */
function search(seed: number): { steps: TraceEvent[][]; domains: Domain[][]; windows: (from: number, count: number) => WindowData } {
  const n = 6;
  const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
  const steps: TraceEvent[][] = [[]];
  let now: Domain[] = Array.from({ length: n }, () => [[1, 9]] as Domain);
  const domains = [now, now];
  interface Open { node: number; step: number; before: Domain[] }
  let path: Open[] = [{ node: 0, step: 0, before: now }];
  const paths = [path, path];
  let nodes = 0;
  for (let step = 2; step < 300; step++) {
    const events: TraceEvent[] = [];
    const at = { node: path.at(-1)!.node, parent: path.at(-2)?.node ?? -1, depth: path.length - 1 };
    const take = (event: "place" | "prune") => {
      const v = Math.floor(random() * n);
      const x = 1 + Math.floor(random() * 9);
      const removed = minus(now[v]!, minus(now[v]!, [[x, x + 1]]));
      now = now.map((d, i) => (i === v ? minus(d, removed) : d));
      return { event, var: v, removed };
    };
    if (random() < 0.55) {
      nodes++;
      path = [...path, { node: nodes, step, before: now }];
      const here = { node: nodes, parent: at.node, depth: path.length - 1 };
      for (let k = Math.floor(random() * 4); k >= 0; k--) events.push({ ...here, ...take(events.length === 0 ? "place" : "prune") });
    } else {
      const depth = Math.max(0, path.length - 1 - Math.floor(random() * 3));
      if (depth < path.length - 1) now = path[depth + 1]!.before;
      path = path.slice(0, depth + 1);
      events.push({ event: "back", node: path[depth]!.node, parent: -1, depth });
      if (random() < 0.3) events.push({ node: path[depth]!.node, parent: -1, depth, ...take("prune") });
    }
    steps.push(events);
    domains.push(now);
    paths.push(path);
  }
  const windows = (from: number, count: number): WindowData => ({
    from,
    domains: domains[from]!.slice(),
    path: paths[from]!.map((o, k) => {
      const next = paths[from]![k + 1]?.before ?? domains[from]!;
      const undo = k === 0 ? [] : o.before.flatMap((d, v) => (d === next[v] ? [] : [[v, d] as [number, Domain]]));
      return [o.step, o.node, undo];
    }),
    steps: steps.slice(from, from + count),
  });
  return { steps, domains, windows };
}

test("a window has the domains of each step, forwards and backwards, whatever it went back over", () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const s = search(seed);
    for (const from of [0, 1, 17, 60, 128, 250]) {
      const replay = new Replay(start(6), s.windows(from, 40));
      const order = [40, 0, 20, 39, 3, 40, 1, 7, 6, 5, 30, 0].map((k) => from + k);
      for (const step of order) {
        replay.to(step);
        deepEqual(replay.domains, s.domains[step], `seed ${seed}, window ${from}, step ${step}`);
        equal(replay.step, step);
      }
    }
  }
});

test("what a step changed is known from both sides", () => {
  const s = search(9);
  const replay = new Replay(start(6), s.windows(0, 100));
  const changes = (step: number) => {
    replay.to(step);
    return [...replay.changed.keys()].filter((v) => JSON.stringify(replay.changed.get(v)) !== JSON.stringify(replay.domains[v])).sort();
  };
  for (let step = 1; step < 99; step++) {
    const expected = s.domains[step]!.flatMap((d, v) => (JSON.stringify(d) === JSON.stringify(s.domains[step - 1]![v]) ? [] : [v]));
    replay.to(step - 1);
    deepEqual(changes(step), expected, `forwards to ${step}`);
    replay.to(step + 1);
    deepEqual(changes(step), expected, `backwards to ${step}`);
  }
});

test("a variable whose domain is not known becomes what is placed", () => {
  const place: TraceEvent = { event: "place", node: 1, parent: 0, depth: 1, op: "=", value: 4 };
  const cell: TraceEvent = { event: "prune", node: 1, parent: 0, depth: 1, var: 1, op: "=", value: 4, cause: "placement" };
  const back: TraceEvent = { event: "back", node: 0, parent: -1, depth: 0 };
  const replay = new Replay(start(2, true), { from: 0, domains: [null, null], path: [[0, 0, []]], steps: [[place, cell], [back]] });
  replay.to(1);
  deepEqual(replay.domains, [null, [[4, 4]]]);
  replay.to(2);
  deepEqual(replay.domains, [null, null]);
  replay.to(1);
  deepEqual(replay.domains, [null, [[4, 4]]]);
});

test("steps outside of the window are refused", () => {
  const replay = new Replay(start(6), search(1).windows(10, 5));
  throws(() => replay.to(9), /step 9 outside 10\.\.15/);
  throws(() => replay.to(16), /step 16 outside 10\.\.15/);
});
