// The tree against what the makers of the logs know of it.

import { deepEqual, equal, ok, throws } from "node:assert/strict";
import { test } from "node:test";
import { Bit, Kind, recordWords, StepLog } from "../src/log";
import { Tree } from "../src/model";
import { engine, plain, Search, Truth } from "./synthetic";

function searches(): [string, Search][] {
  const all: [string, Search][] = [];
  for (let seed = 1; seed <= 20; seed++) {
    all.push([`plain ${seed}`, plain(seed, 5, 4, 0.5)]);
    all.push([`plain ${seed}, cut`, plain(seed, 6, 5, 0.3, 200)]);
    all.push([`binary ${seed}`, engine(seed, { depth: 8, fails: 0.4, jumps: 0, restarts: 0, most: 500 })]);
    all.push([`learn ${seed}`, engine(seed, { depth: 9, fails: 0.3, jumps: 0.6, restarts: 0.05, most: 500 })]);
  }
  return all;
}

function below(nodes: Truth[], n: number): number[] {
  return [n, ...nodes[n].children.flatMap((c) => below(nodes, c))];
}

function check(tree: Tree, nodes: Truth[]): void {
  equal(tree.size, nodes.length);
  let leaves = 0;
  nodes.forEach((t, n) => {
    const all = below(nodes, n);
    equal(tree.status(n), t.status, `status of ${n}`);
    equal(tree.parentOf(n), t.parent);
    equal(tree.depthOf(n), t.depth);
    equal(tree.openedBy(n), t.opened);
    equal(tree.closedBy(n), t.closed);
    equal(tree.lastStep(n), t.closed === 0 ? tree.steps : t.closed - 1);
    equal(tree.childrenCount(n), t.children.length);
    deepEqual(all, Array.from({ length: tree.sizeOf(n) }, (_, i) => n + i), "the nodes below are a range");
    equal(tree.deepestOf(n), Math.max(...all.map((m) => nodes[m].depth)));
    equal(tree.hasSolution(n), all.some((m) => nodes[m].solved));
    equal(tree.solutionsOf(n), all.filter((m) => nodes[m].solved).length);
    equal(tree.rankOf(n), leaves);
    if (t.children.length === 0) leaves++;
    equal(tree.firstChild(n), t.children[0] ?? -1);
    const siblings = t.parent < 0 ? [n] : nodes[t.parent].children;
    equal(tree.nextSibling(n), siblings[siblings.indexOf(n) + 1] ?? -1);
    equal(tree.previousSibling(n), siblings[siblings.indexOf(n) - 1] ?? -1);
    const path = [];
    for (let m = n; m >= 0; m = nodes[m].parent) path.unshift(m);
    deepEqual(tree.pathTo(n), path);
  });
  equal(tree.leaves, leaves);
  equal(tree.height, Math.max(...nodes.map((t) => t.depth)));
}

test("trees of random searches", () => {
  const statuses = new Set<string>();
  for (const [name, s] of searches()) {
    const log = new StepLog();
    const tree = new Tree(log);
    log.append(s.records);
    tree.update();
    try {
      check(tree, s.nodes);
    } catch (e) {
      throw new Error(`${name}: ${e}`);
    }
    for (const t of s.nodes) statuses.add(t.status);
  }
  equal(statuses.size, 6, "the searches have nodes of each status");
});

test("a tree that grows is at each moment that of its log", () => {
  for (const s of [plain(5, 5, 4, 0.4), engine(6, { depth: 9, fails: 0.3, jumps: 0.5, restarts: 0.05, most: 300 })]) {
    const log = new StepLog();
    const grown = new Tree(log);
    for (let i = 0; i < s.records.length; i += recordWords) {
      log.append(s.records.subarray(i, i + recordWords));
      grown.update();
      if ((i / recordWords) % 7 !== 0) continue;
      const fresh = new Tree(log);
      fresh.update();
      for (let n = 0; n < fresh.size; n++) {
        deepEqual(
          [grown.status(n), grown.last(n), grown.deepestOf(n), grown.rankOf(n), grown.hasSolution(n), grown.statusAt(n, grown.steps)],
          [fresh.status(n), fresh.last(n), fresh.deepestOf(n), fresh.rankOf(n), fresh.hasSolution(n), fresh.status(n)],
        );
      }
    }
    check(grown, s.nodes);
  }
});

test("the status at a step is that of the tree as it was then", () => {
  for (const s of [plain(7, 4, 4, 0.4), engine(8, { depth: 7, fails: 0.3, jumps: 0.5, restarts: 0.05, most: 120 })]) {
    const log = new StepLog();
    log.append(s.records);
    const tree = new Tree(log);
    tree.update();
    for (let step = 0; step <= log.length; step++) {
      const then = new StepLog();
      then.append(s.records.subarray(0, step * recordWords));
      const was = new Tree(then);
      was.update();
      for (let n = 0; n < tree.size; n++) {
        const now = tree.statusAt(n, step);
        if (n >= was.size) {
          equal(now, null);
          continue;
        }
        // A node where the search fails is known as failed, a solution found later is not known before.
        const expected = was.status(n) === "branch" || was.status(n) === "failedSubtree" ? [was.status(n), tree.status(n)] : [was.status(n)];
        ok(now !== null && expected.includes(now), `node ${n} after step ${step}: ${now}, expected ${expected}`);
      }
    }
  }
});

test("depth 10,000 needs no stack", () => {
  const s = engine(1, { depth: 10_000, fails: 0.0001, jumps: 0, restarts: 0, most: 30_000 });
  const log = new StepLog();
  log.append(s.records);
  const tree = new Tree(log);
  tree.update();
  equal(tree.height, Math.max(...s.nodes.map((t) => t.depth)));
  ok(tree.height > 5000);
});

test("a log that is no search is refused", () => {
  const log = new StepLog();
  const step = (kind: number, node: number, parent: number) => new Int32Array([kind, node, parent, 0, -1, 0, 0, 0]);
  log.append(step(Kind.place | Bit.opens, 1, 0));
  log.append(step(Kind.back, 0, -1));
  log.append(step(Kind.place | Bit.opens, 2, 1));
  throws(() => new Tree(log).update(), /step 3: opens a node below 1, but the search stands at 0/);
  const other = new StepLog();
  other.append(step(Kind.place | Bit.opens, 1, 0));
  other.append(step(Kind.back, 0, -1));
  other.append(step(Kind.back, 1, 0));
  throws(() => new Tree(other).update(), /step 3: goes back to node 1, which is not above 0/);
});
