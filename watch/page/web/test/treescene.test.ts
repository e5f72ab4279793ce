// What is drawn of a tree: what is in view, and an account of the rest.

import { deepEqual, equal, ok } from "node:assert/strict";
import { test } from "node:test";
import { StepLog } from "../src/log";
import { Tree } from "../src/model";
import { Shape, svgOf, Tone } from "../src/scene";
import { Layouter, unit } from "../src/treelayout";
import { Future, icicleScene, short, Subject, treeScene } from "../src/treescene";
import { Viewport } from "../src/viewport";
import { engine, plain, random, Search } from "./synthetic";

const scales = { fitX: 60, fitY: 60, mostX: 160, mostY: 110, marginTop: 30, marginBottom: 26 };

const theme = {
  choice: "blue",
  fail: "red",
  solution: "green",
  open: "gray",
  skipped: "silver",
  text: "black",
  line: "gray",
  cursor: "orange",
  background: "white",
  font: "sans-serif",
};

function treeOf(s: Search): Tree {
  const log = new StepLog();
  log.append(s.records);
  const tree = new Tree(log);
  tree.update();
  return tree;
}

function subject(tree: Tree, view: Viewport, more: Partial<Subject> = {}): Subject {
  return {
    tree,
    view,
    step: tree.steps,
    future: "faint" as Future,
    label: (n) => `x < ${n}`,
    measure: (text, size) => text.length * size * 0.6,
    least: 0,
    budget: Infinity,
    ...more,
  };
}

const logs = [plain(5, 5, 4, 0.5), engine(6, { depth: 9, fails: 0.35, jumps: 0.4, restarts: 0.03, most: 800 })];

test("every node in view is drawn, and no other", () => {
  for (const s of logs) {
    const tree = treeOf(s);
    const layout = new Layouter(tree, () => false).run()!;
    const view = new Viewport(scales);
    view.resize(700, 400);
    view.setExtent({ left: layout.left[0] / unit, right: layout.right[0] / unit, levels: layout.deepest[0] });
    const r = random(1);
    for (let i = 0; i < 40; i++) {
      const { outcome, drawn } = draw();
      const margin = 24; // what is just outside is drawn, too
      for (let n = 0; n < tree.size; n++) {
        const x = view.x + (layout.x[n] / unit) * view.scaleX;
        const y = view.y + tree.depthOf(n) * view.scaleY;
        const inside = x >= 0 && x <= 700 && y >= 0 && y <= 400;
        const far = x < -margin - view.scaleX || x > 700 + margin + view.scaleX || y > 400 + margin;
        if (inside) ok(drawn.has(n), `node ${n} is in view`);
        else if (far && tree.childrenCount(n) === 0) ok(!drawn.has(n), `node ${n} is out of view`);
      }
      equal(outcome.shown, drawn.size);
      equal(outcome.folded, 0);
      view.zoom(0.6 + r(), r() * 700, r() * 400);
      view.pan((r() - 0.5) * 300, (r() - 0.5) * 300);
    }
    function draw() {
      const outcome = treeScene(subject(tree, view), layout)!;
      const drawn = new Set<number>();
      for (let i = 4; i < outcome.hits.length; i += 5) drawn.add(outcome.hits[i]);
      return { outcome, drawn };
    }
  }
});

test("nodes drawn and nodes folded are all there are, whatever is folded or too small", () => {
  for (const s of logs) {
    const tree = treeOf(s);
    for (const folded of [() => false, (n: number) => n > 0 && tree.status(n) === "failedSubtree"]) {
      const layout = new Layouter(tree, folded).run()!;
      const view = new Viewport(scales);
      view.resize(300, 200);
      view.setExtent({ left: layout.left[0] / unit, right: layout.right[0] / unit, levels: layout.deepest[0] });
      for (const least of [0, 1.5, 3, 12, 50, 400]) {
        const tree1 = treeScene(subject(tree, view, { least }), layout)!;
        equal(tree1.shown + tree1.folded, tree.size, `tree, least ${least}`);
      }
    }
    const view = new Viewport(scales);
    view.resize(300, 200);
    view.setExtent({ left: 0, right: tree.leaves, levels: tree.height + 1 });
    for (const least of [0, 1.5, 3, 12, 50, 400]) {
      const icicle = icicleScene(subject(tree, view, { least }))!;
      equal(icicle.shown + icicle.folded, tree.size, `icicle, least ${least}`);
    }
  }
});

test("a budget that is not enough is told", () => {
  const tree = treeOf(logs[1]);
  const layout = new Layouter(tree, () => false).run()!;
  const view = new Viewport(scales);
  view.resize(300, 200);
  equal(treeScene(subject(tree, view, { budget: 10 }), layout), null);
  view.setExtent({ left: 0, right: tree.leaves, levels: tree.height + 1 });
  equal(icicleScene(subject(tree, view, { budget: 10 })), null);
});

test("hidden, the future is not drawn, and nothing tells it", () => {
  const tree = treeOf(logs[1]);
  const layout = new Layouter(tree, () => false).run()!;
  const view = new Viewport(scales);
  view.resize(2000, 1000);
  view.setExtent({ left: layout.left[0] / unit, right: layout.right[0] / unit, levels: layout.deepest[0] });
  for (const step of [0, 1, 50, 400, tree.steps]) {
    const outcome = treeScene(subject(tree, view, { step, future: "hidden" }), layout)!;
    for (let i = 4; i < outcome.hits.length; i += 5) ok(tree.openedBy(outcome.hits[i]) <= step);
    const diamonds = outcome.scene.glyphs[Tone.solution].filter((v, i) => i % 4 === 0 && v === Shape.diamond).length;
    equal(diamonds, tree.log.counters(step).solutions);
    const faint = outcome.scene.glyphs.slice(32).flat().length;
    equal(faint, 0);
  }
});

test("labels do not overlap, and the cursor's path has its own", () => {
  const tree = treeOf(logs[0]);
  const layout = new Layouter(tree, () => false).run()!;
  const view = new Viewport(scales);
  view.resize(900, 600);
  view.setExtent({ left: layout.left[0] / unit, right: layout.right[0] / unit, levels: layout.deepest[0] });
  view.zoom(30, 450, 300);
  const outcome = treeScene(subject(tree, view), layout)!;
  ok(outcome.scene.labels.length > 3);
  const rows = new Map<number, [number, number][]>();
  for (const l of outcome.scene.labels) {
    const half = (l.text.length * l.size * 0.6) / 2;
    const row = rows.get(l.y) ?? [];
    ok(row.every(([a, b]) => l.x + half <= a || b <= l.x - half), `${l.text} overlaps another`);
    row.push([l.x - half, l.x + half]);
    rows.set(l.y, row);
  }
});

test("SVG escapes its words and has all shapes", () => {
  const tree = treeOf(logs[1]);
  const layout = new Layouter(tree, () => false).run()!;
  const view = new Viewport({ ...scales, fitX: 60 });
  view.resize(90_000, 2000);
  view.setExtent({ left: layout.left[0] / unit, right: layout.right[0] / unit, levels: layout.deepest[0] });
  const svg = svgOf(treeScene(subject(tree, view), layout)!.scene, theme, `a <caption> & more`);
  ok(svg.startsWith("<svg xmlns="));
  ok(svg.includes("x &lt; 1") && svg.includes("a &lt;caption&gt; &amp; more"));
  const count = (part: string) => svg.split(part).length - 1;
  equal(count("<g"), count("</g>"));
  equal(count("<text"), count("</text>"));
  const fails = Array.from({ length: tree.size }, (_, n) => n).filter((n) => tree.status(n) === "fail").length;
  ok(count(`fill="red" stroke="white"`) >= fails);
});

test("large numbers in few characters", () => {
  deepEqual([0, 7, 999, 1000, 1949, 9949, 9951, 123_456, 999_499, 999_501, 45e6].map(short), ["0", "7", "999", "1.0k", "1.9k", "9.9k", "10k", "123k", "999k", "1.0M", "45M"]);
});
