// The layout against a slow one that keeps whole contours in lists.

import { deepEqual, equal, ok } from "node:assert/strict";
import { test } from "node:test";
import { StepLog } from "../src/log";
import { Tree } from "../src/model";
import { Layout, Layouter, placeOf } from "../src/treelayout";
import { engine, plain, random, Search } from "./synthetic";

function treeOf(s: Search): Tree {
  const log = new StepLog();
  log.append(s.records);
  const tree = new Tree(log);
  tree.update();
  return tree;
}

/** Lays out recursively: positions by node, relative to the root. */
function slow(tree: Tree, folded: (n: number) => boolean): Map<number, number> {
  interface Shape {
    at: Map<number, number>; // relative to its root
    left: number[]; // by level
    right: number[];
  }
  const room = (n: number) => (folded(n) ? 11 : 8);
  const shape = (n: number): Shape => {
    const children: Shape[] = [];
    const ids: number[] = [];
    if (!folded(n)) {
      for (let c = tree.firstChild(n); c >= 0; c = tree.nextSibling(c)) {
        ids.push(c);
        children.push(shape(c));
      }
    }
    // From right to left; forest is what stands already, relative to the last child.
    let forest: Shape = { at: new Map(), left: [], right: [] };
    let first = 0;
    for (const c of children.reverse()) {
      let at = forest.left.length === 0 ? 0 : Infinity;
      for (let level = 0; level < Math.min(c.right.length, forest.left.length); level++) {
        at = Math.min(at, forest.left[level] - c.right[level] - (level > 0 ? 4 : 0));
      }
      first = at;
      const levels = Math.max(c.left.length, forest.left.length);
      const next: Shape = { at: forest.at, left: [], right: [] };
      for (const [m, x] of c.at) next.at.set(m, x + at);
      for (let level = 0; level < levels; level++) {
        next.left.push(level < c.left.length ? c.left[level] + at : forest.left[level]);
        next.right.push(level < forest.right.length ? forest.right[level] : c.right[level] + at);
      }
      forest = next;
    }
    const centre = first >> 1;
    const result: Shape = { at: new Map([[n, 0]]), left: [-room(n)], right: [room(n)] };
    for (const [m, x] of forest.at) result.at.set(m, x - centre);
    result.left.push(...forest.left.map((x) => x - centre));
    result.right.push(...forest.right.map((x) => x - centre));
    return result;
  };
  return shape(0).at;
}

function check(tree: Tree, l: Layout, folded: (n: number) => boolean): void {
  const expected = slow(tree, folded);
  equal(l.count, expected.size);
  for (let k = 0; k < l.count; k++) {
    const n = l.ids[k];
    equal(l.x[k], expected.get(n), `x of node ${n}`);
    equal(l.parent[k] < 0 ? -1 : l.ids[l.parent[k]], tree.parentOf(n));
    equal(l.folded[k], folded(n) ? 1 : 0);
    equal(placeOf(l, n), k);
    equal(placeOf(l, folded(n) ? tree.last(n) : n), k);
    const below = [];
    for (let m = k; m < l.count && l.ids[m] <= tree.last(n); m++) below.push(m);
    equal(l.end[k], below[below.length - 1]);
    const room = (m: number) => (l.folded[m] ? 11 : 8);
    equal(l.left[k], Math.min(...below.map((m) => l.x[m] - room(m))));
    equal(l.right[k], Math.max(...below.map((m) => l.x[m] + room(m))));
    equal(l.deepest[k], Math.max(...below.map((m) => tree.depthOf(l.ids[m]))));
  }
  // What is drawn on one level does not overlap, and is in the order of the search.
  const edge = new Map<number, number>();
  for (let k = 0; k < l.count; k++) {
    const depth = tree.depthOf(l.ids[k]);
    const room = l.folded[k] ? 11 : 8;
    ok(l.x[k] - room >= (edge.get(depth) ?? -Infinity), `node ${l.ids[k]} overlaps what is left of it`);
    edge.set(depth, l.x[k] + room);
  }
}

test("layouts of random trees, with random folds", () => {
  for (let seed = 1; seed <= 40; seed++) {
    const trees = [
      plain(seed, 5, 4, 0.5),
      engine(seed, { depth: 8, fails: 0.4, jumps: 0, restarts: 0, most: 300 }),
      engine(seed, { depth: 9, fails: 0.3, jumps: 0.6, restarts: 0.05, most: 300 }),
    ];
    for (const s of trees) {
      const tree = treeOf(s);
      const r = random(seed);
      const folds = new Set<number>();
      for (let n = 0; n < tree.size; n++) if (tree.childrenCount(n) > 0 && r() < 0.1) folds.add(n);
      for (const folded of [() => false, (n: number) => folds.has(n), (n: number) => tree.status(n) === "failedSubtree"]) {
        const l = new Layouter(tree, folded).run();
        ok(l !== null);
        check(tree, l!, folded);
      }
    }
  }
});

test("the first nodes of a tree are laid out as the tree that they were", () => {
  const s = engine(4, { depth: 9, fails: 0.3, jumps: 0.6, restarts: 0.05, most: 300 });
  const tree = treeOf(s);
  for (let step = 1; step < s.records.length / 8; step += 37) {
    const log = new StepLog();
    log.append(s.records.subarray(0, 8 * step));
    const was = new Tree(log);
    was.update();
    const l = new Layouter(tree, () => false, was.size).run()!;
    check(was, l, () => false);
  }
});

test("slices make the same layout, and the tree may grow between them", () => {
  const s = engine(1, { depth: 40, fails: 0.3, jumps: 0.2, restarts: 0, most: 60_000 });
  const log = new StepLog();
  const tree = new Tree(log);
  const middle = (s.records.length >> 4) << 3; // half of the records
  log.append(s.records.subarray(0, middle));
  tree.update();
  const whole = new Layouter(tree, () => false).run()!;
  const sliced = new Layouter(tree, () => false);
  let slices = 0;
  let l: Layout | null = null;
  for (let at = middle; l === null; slices++) {
    l = sliced.run(0);
    log.append(s.records.subarray(at, at + 8 * 1000));
    tree.update();
    at = Math.min(at + 8 * 1000, s.records.length);
  }
  ok(slices > 10, `${slices} slices`);
  equal(l.count, whole.count);
  deepEqual(l.x.subarray(0, l.count), whole.x.subarray(0, l.count));
  deepEqual(l.end.subarray(0, l.count), whole.end.subarray(0, l.count));
  equal(placeOf(l, l.size), -1);
});

test("a million nodes, and depth 10,000", () => {
  for (const [name, s] of [
    ["plain", plain(3, 40, 10, 0.7, 1_000_000)],
    ["deep", engine(1, { depth: 10_000, fails: 0.0001, jumps: 0, restarts: 0, most: 100_000 })],
  ] as const) {
    const times = [performance.now()];
    const log = new StepLog();
    log.append(s.records);
    times.push(performance.now());
    const tree = new Tree(log);
    tree.update();
    times.push(performance.now());
    const l = new Layouter(tree, () => false).run()!;
    times.push(performance.now());
    const [append, update, layout] = times.slice(1).map((t, i) => (t - times[i]).toFixed(0));
    console.log(`${name}: ${l.count} nodes, depth ${l.deepest[0]}: log ${append} ms, tree ${update} ms, layout ${layout} ms`);
    equal(l.count, s.nodes.length);
    equal(tree.height, l.deepest[0]);
  }
});
