// The part of a tree that is in view as a scene: as a tree, or as an icicle.

import { Code, Tree } from "./model";
import { Scene, Shape, Strength, Tone } from "./scene";
import { Layout, placeOf, unit } from "./treelayout";
import { Viewport } from "./viewport";

/** How nodes are drawn that the cursor has not reached. */
export type Future = "faint" | "full" | "hidden";

/** What a scene is made of. */
export interface Subject {
  tree: Tree;
  view: Viewport;
  /** The step of the cursor. */
  step: number;
  future: Future;
  /** Words for the edge to a node, "" for none. */
  label: (node: number) => string;
  /** The width of such words in pixels. */
  measure: (text: string, size: number) => number;
  /** Subtrees narrower than so many pixels are drawn as blocks. */
  least: number;
  /** The most shapes that may be drawn. */
  budget: number;
}

/** What came of it. */
export interface Outcome {
  scene: Scene;
  /** Where nodes can be hit: x0 y0 x1 y1 node ... */
  hits: number[];
  /** Nodes drawn. */
  shown: number;
  /** Nodes in view that are inside of triangles and blocks. */
  folded: number;
  /** Whether nodes were left out where several fall on one pixel. */
  sampled: boolean;
}

const labelSize = 11;
const leastRow = 2; // pixels between levels; where there would be less, levels are left out
const mostVisits = 5; // nodes looked at for each shape that may be drawn

/** Makes scenes of trees and icicles. */
class Maker {
  readonly scene: Scene;
  readonly hits: number[] = [];
  shown = 0;
  folded = 0;
  sampled = false;
  private visits = 0;
  private readonly columns = new Map<number, number>(); // by level: the last pixel column with a block, and its tone

  constructor(readonly s: Subject) {
    this.scene = new Scene(s.view.width, s.view.height);
  }

  get outcome(): Outcome {
    const { scene, hits, shown, folded, sampled } = this;
    return { scene, hits, shown, folded, sampled };
  }

  /** Whether the budget is used up, after one more node was looked at. */
  visit(): boolean {
    return this.scene.count > this.s.budget || ++this.visits > mostVisits * this.s.budget;
  }

  isFuture(n: number): boolean {
    return this.s.future !== "full" && this.s.tree.openedBy(n) > this.s.step;
  }

  /** What the cursor knows of n; of nodes that it has not reached, all. */
  code(n: number): number {
    const { tree, step, future } = this.s;
    const code = future === "full" ? -1 : tree.codeAt(n, step);
    return code < 0 ? tree.code(n) : code;
  }

  /** The tone of a whole subtree drawn as one thing. */
  whole(n: number): number {
    const { tree, step, future } = this.s;
    const closed = tree.closedBy(n);
    if (future !== "full" && tree.openedBy(n) <= step && (closed === 0 || closed > step)) return Tone.choice;
    const strength = this.isFuture(n) ? Strength.faint : Strength.full;
    if (tree.hasSolution(n)) return Tone.solution + strength;
    switch (tree.code(n)) {
      case Code.fail:
      case Code.failedSubtree:
        return Tone.fail + strength;
      case Code.skipped:
        return Tone.skipped + strength;
    }
    return (tree.childrenCount(n) > 0 ? Tone.choice : Tone.open) + strength;
  }

  /** Whether a block of a tone at a level falls on the same column of pixels as one that is there and no weaker. */
  covered(level: number, x: number, tone: number): boolean {
    const column = Math.floor(x) * 64 + tone;
    const last = this.columns.get(level);
    if (last !== undefined && last >> 6 === column >> 6 && rank(last & 63) >= rank(tone)) {
      this.sampled = true;
      return true;
    }
    this.columns.set(level, column);
    return false;
  }

  hit(x0: number, y0: number, x1: number, y1: number, node: number): void {
    this.hits.push(x0, y0, x1, y1, node);
  }
}

/** What covers what on a pixel: stronger ones, then solutions, failures, choices. */
function rank(tone: number): number {
  return (tone & 15) - (tone & 48);
}

/** The radius of nodes at the scales of a view. */
export function radius(view: Viewport): number {
  const { scaleX, scaleY } = view;
  // Among many, nodes may overlap a little to be seen at all.
  const wide = Math.max(0.32 * scaleX, Math.min(0.8 * scaleX, 2));
  return Math.min(9, Math.max(0.75, Math.min(wide, 0.28 * scaleY)));
}

/** Draws a layout. null: the budget was not enough. */
export function treeScene(s: Subject, layout: Layout): Outcome | null {
  const m = new Maker(s);
  const { tree, view } = s;
  const { scene } = m;
  const { ids, end, x: xs, left, right, deepest, folded } = layout;
  const scale = view.scaleX / unit;
  const r = radius(view);
  const { width, height } = view;
  const pad = 24;
  const labels = new Labels(m, r);
  scene.thin = view.scaleX < 5;
  const anchors: number[] = []; // by level, on the path to k: the lowest place that is drawn
  const row = (level: number) => (view.scaleY >= leastRow ? level : Math.floor((level * view.scaleY) / leastRow));
  for (let k = 0; k < layout.count; ) {
    if (m.visit()) return null;
    const n = ids[k];
    const future = m.isFuture(n);
    if (future && s.future === "hidden") break; // ids are in the order of opening
    const from = view.x + left[k] * scale;
    const to = view.x + right[k] * scale;
    const level = tree.depthOf(n);
    const y = view.y + level * view.scaleY;
    const bottom = view.y + deepest[k] * view.scaleY;
    if (bottom < -pad || y - view.scaleY > height + pad) {
      k = end[k] + 1;
      continue;
    }
    const x = view.x + xs[k] * scale;
    const inside = to >= -pad && from <= width + pad;
    const small = to - from < s.least;
    let tone = 0;
    if (inside && small) {
      tone = m.whole(n);
      const bottommost = ids[end[k]];
      const hidden = (folded[end[k]] ? tree.last(bottommost) : bottommost) - n + 1;
      if (m.covered(level, x, tone)) {
        m.folded += hidden;
        k = end[k] + 1;
        continue;
      }
      if (hidden === 1) m.shown++;
      else m.folded += hidden;
    }
    const anchor = k > 0 ? anchors[level - 1] : -1;
    if (inside && !small && !folded[k] && anchor >= 0 && row(tree.depthOf(ids[anchor])) === row(level)) {
      m.sampled = true; // there is no room for this level
      m.folded++;
      anchors[level] = anchor;
      k++;
      continue;
    }
    anchors[level] = k;
    if (anchor >= 0) {
      const px = view.x + xs[anchor] * scale;
      if (Math.max(px, x) >= -pad && Math.min(px, x) <= width + pad) {
        scene.edge(edgeTone(m, n, future), px, view.y + tree.depthOf(ids[anchor]) * view.scaleY, x, y);
      }
    }
    if (!inside || y > height + pad) {
      k = end[k] + 1;
      continue;
    }
    if (small) {
      block(m, n, tone, x, y, Math.max(from, x - 0.5 * s.least), Math.min(to, x + 0.5 * s.least), bottom, r);
      k = end[k] + 1;
      continue;
    }
    if (folded[k]) {
      fold(m, n, future, x, y, r);
      m.folded += tree.sizeOf(n);
    } else {
      node(m, n, future, x, y, r);
      m.shown++;
    }
    if (n > 0) labels.add(n, level, x, y, future);
    k++;
  }
  labels.place();
  cursor(m, layout, scale, r);
  return m.outcome;
}

function edgeTone(m: Maker, n: number, future: boolean): number {
  if (future) return Tone.line + Strength.half;
  switch (m.code(n)) {
    case Code.fail:
    case Code.failedSubtree:
      return Tone.fail + Strength.half;
    case Code.skipped:
      return Tone.skipped;
  }
  return Tone.line;
}

/** A subtree too small for its parts to be seen. */
function block(m: Maker, n: number, tone: number, x: number, y: number, from: number, to: number, bottom: number, r: number): void {
  const wide = to - from;
  if (bottom - y >= 1 && (tone === Tone.choice || tone === Tone.solution)) tone += Strength.half; // mixed: not all of it is so, and it must not shout
  if (bottom - y < 1) {
    const side = Math.max(1.5, Math.min(2 * r, wide));
    m.scene.bar(tone, x - side / 2, y - side / 2, side, side);
  } else if (wide < 3) {
    m.scene.bar(tone, x - Math.max(1, wide) / 2, y, Math.max(1, wide), bottom - y);
  } else {
    m.scene.triangle(tone, x, y, from, to, bottom);
  }
  m.hit(Math.min(from, x - 1), y - 2, Math.max(to, x + 1), Math.max(bottom, y + 2), n);
}

function node(m: Maker, n: number, future: boolean, x: number, y: number, r: number): void {
  const strength = future ? Strength.faint : Strength.full;
  const { tree } = m.s;
  const glyph = (tone: number, shape: number) => m.scene.glyph(tone + strength, shape, x, y, r);
  const code = m.code(n);
  const decided = tree.decidedBy(n);
  switch (code) {
    case Code.open:
      glyph(Tone.open, Shape.ring);
      break;
    case Code.fail:
      glyph(Tone.fail, Shape.square);
      break;
    case Code.solution:
      glyph(Tone.solution, Shape.diamond);
      break;
    case Code.skipped:
      glyph(Tone.skipped, Shape.skipped);
      break;
    default: {
      const failed = tree.failedHere(n) && (m.s.future === "full" || future || decided <= m.s.step);
      glyph(Tone.choice, failed ? Shape.failedCircle : Shape.circle);
    }
  }
  const reach = Math.max(r, 6);
  m.hit(x - reach, y - reach, x + reach, y + reach, n);
}

/** A folded subtree: a triangle, and what is in it. */
function fold(m: Maker, n: number, future: boolean, x: number, y: number, r: number): void {
  const { tree, view, step, future: mode } = m.s;
  const top = y - r;
  const half = Math.max(1.2, Math.min(0.6 * view.scaleX, 2.6 * r));
  const bottom = y + Math.max(1.2, Math.min(0.62 * view.scaleY, 2.6 * r));
  const tone = m.whole(n);
  const inProgress = (tone & 15) === Tone.choice;
  let solved = (tone & 15) === Tone.solution;
  if (inProgress && mode !== "full") {
    const first = tree.log.next(tree.openedBy(n) - 1, "solution", 1);
    solved = first !== 0 && first <= step;
  }
  m.scene.triangle(tone, x, top, x - half, x + half, bottom);
  if (solved && r >= 3) {
    // A diamond of its own colour would not be seen on green.
    const strength = future ? Strength.faint : Strength.full;
    m.scene.glyph((inProgress ? Tone.solution : Tone.background) + strength, Shape.diamond, x, y + 0.9 * r, 0.5 * r);
  } else if (r >= 8.5) {
    const text = short(tree.sizeOf(n));
    if (text.length <= 4 && !inProgress) {
      m.scene.labels.push({ x, y: bottom - 7, text, size: 9, tone: future ? Tone.text + Strength.half : Tone.background, align: "center", halo: false });
    }
  }
  m.hit(x - half, top, x + half, bottom, n);
}

/** A number in at most four characters. */
export function short(v: number): string {
  const units = ["", "k", "M", "G"];
  let i = 0;
  while (v >= 999.5 && i < units.length - 1) {
    v /= 1000;
    i++;
  }
  return (i > 0 && v < 9.95 ? v.toFixed(1) : v.toFixed(0)) + units[i];
}

/** The path to the cursor, and the ring around its node. */
function cursor(m: Maker, layout: Layout, scale: number, r: number): void {
  const { tree, view, step } = m.s;
  let k = cursorPlace(tree, layout, step);
  const at = (k: number): [number, number] => [view.x + layout.x[k] * scale, view.y + tree.depthOf(layout.ids[k]) * view.scaleY];
  const [x, y] = at(k);
  m.scene.cursor = layout.folded[k] ? [x, y + 0.7 * r, Math.max(8, 3 * r)] : [x, y, Math.max(6, r + 4)];
  let last: [number, number] = [Infinity, Infinity];
  for (; k >= 0; k = layout.parent[k]) {
    const p = at(k);
    if (layout.parent[k] >= 0 && Math.abs(p[0] - last[0]) + Math.abs(p[1] - last[1]) < 1) continue;
    m.scene.path.push(...p);
    last = p;
  }
}

/** The place of the cursor's node, or of the nearest above it that the layout has. */
export function cursorPlace(tree: Tree, layout: Layout, step: number): number {
  let n = tree.nodeAt(step);
  while (n >= layout.size) n = tree.parentOf(n);
  return placeOf(layout, n);
}

/** Labels of edges, above the nodes that they lead to, as many as fit beside each other; those on the cursor's path first. */
class Labels {
  private readonly rows = new Map<number, { node: number; x: number; y: number; text: string; future: boolean; first: boolean }[]>();
  private readonly at: number;
  private readonly wanted: boolean;
  private readonly others: boolean; // also off the cursor's path

  constructor(
    private readonly m: Maker,
    private readonly r: number,
  ) {
    const { view, tree, step } = m.s;
    this.wanted = view.scaleY >= 30 && view.scaleX >= 12;
    this.others = view.scaleX >= 24;
    this.at = tree.nodeAt(step);
  }

  add(node: number, level: number, x: number, y: number, future: boolean): void {
    if (!this.wanted) return;
    const first = node <= this.at && this.at <= this.m.s.tree.last(node);
    if (!first && !this.others) return;
    const text = this.m.s.label(node);
    if (text === "") return;
    let row = this.rows.get(level);
    if (row === undefined) this.rows.set(level, (row = []));
    const ring = node === this.at ? 4 : 0;
    row.push({ node, x, y: y - this.r - 8 - ring, text, future, first });
  }

  place(): void {
    for (const row of this.rows.values()) {
      const taken: [number, number][] = [];
      for (const first of [true, false]) {
        for (const l of row) {
          if (l.first !== first) continue;
          const half = this.m.s.measure(l.text, labelSize) / 2 + 3;
          if (taken.some(([a, b]) => l.x - half < b && a < l.x + half)) continue;
          taken.push([l.x - half, l.x + half]);
          this.m.scene.labels.push({
            x: l.x,
            y: l.y,
            text: l.text,
            size: labelSize,
            tone: Tone.text + (l.future ? Strength.half : 0),
            align: "center",
            halo: true,
          });
        }
      }
    }
  }
}

/** Draws a tree as an icicle: a node is as wide as there are leaves below it. null: the budget was not enough. */
export function icicleScene(s: Subject): Outcome | null {
  const m = new Maker(s);
  const { tree, view } = s;
  const { scene } = m;
  const at = tree.nodeAt(s.step);
  const gapY = view.scaleY > 5 ? 1 : 0;
  for (let n = 0; n < tree.size; ) {
    if (m.visit()) return null;
    const future = m.isFuture(n);
    if (future && s.future === "hidden") break;
    const last = tree.last(n);
    const x0 = view.x + tree.rankOf(n) * view.scaleX;
    const x1 = view.x + tree.rankOf(last + 1) * view.scaleX;
    const level = tree.depthOf(n);
    const y = view.y + level * view.scaleY;
    const bottom = view.y + (tree.deepestOf(n) + 1) * view.scaleY;
    if (x1 < 0 || x0 > view.width || y > view.height || bottom < 0) {
      n = last + 1;
      continue;
    }
    if (x1 - x0 < s.least) {
      const tone = m.whole(n);
      const size = last - n + 1;
      if (size === 1) m.shown++;
      else m.folded += size;
      if (!m.covered(level, x0, tone)) {
        scene.bar(tone, x0, y, Math.max(1, x1 - x0), Math.max(1, bottom - y - gapY));
        m.hit(x0, y, Math.max(x0 + 1, x1), bottom, n);
      } else if (size === 1) {
        m.shown--;
        m.folded++;
      }
      n = last + 1;
      continue;
    }
    if (n !== at && n > 0 && view.scaleY < 1 && Math.floor(level * view.scaleY) === Math.floor((level - 1) * view.scaleY)) {
      m.sampled = true; // another level has this row of pixels
      m.folded++;
      n++;
      continue;
    }
    const gapX = x1 - x0 > 5 ? 1 : 0;
    const from = Math.max(x0, -2);
    const to = Math.min(x1 - gapX, view.width + 2);
    const tone = icicleTone(m, n, future);
    scene.bar(tone, from, y, to - from, Math.max(1, view.scaleY - gapY));
    m.hit(from, y, to, y + view.scaleY, n);
    m.shown++;
    if (n <= at && at <= last) {
      if (view.scaleY >= 3) scene.bar(Tone.cursor, from, y, to - from, Math.min(3, Math.max(1, view.scaleY / 4)));
      if (n === at) scene.cursor = [Math.min(from, from + (to - from) / 2 - 2), y, Math.max(4, to - from), Math.max(2, view.scaleY - gapY)];
    }
    if (view.scaleY >= 15 && to - from > 24 && n > 0) {
      const text = s.label(n);
      if (text !== "" && s.measure(text, labelSize) + 8 < to - from) {
        const strong = (tone >> 4) * 16 === Strength.full;
        scene.labels.push({
          x: (from + to) / 2,
          y: y + view.scaleY / 2,
          text,
          size: labelSize,
          tone: strong ? Tone.background : Tone.text + (future ? Strength.half : 0),
          align: "center",
          halo: false,
        });
      }
    }
    n++;
  }
  if (scene.cursor.length === 0) {
    const x0 = view.x + tree.rankOf(at) * view.scaleX;
    const y = view.y + tree.depthOf(at) * view.scaleY;
    scene.cursor = [x0 - 2, y - 1, 4, Math.max(4, view.scaleY)];
  }
  return m.outcome;
}

function icicleTone(m: Maker, n: number, future: boolean): number {
  const strength = future ? Strength.faint : Strength.full;
  const inner = future ? Strength.faint : Strength.half;
  switch (m.code(n)) {
    case Code.open:
      return Tone.open + inner;
    case Code.fail:
      return Tone.fail + strength;
    case Code.failedSubtree:
      return Tone.fail + inner;
    case Code.solution:
      return Tone.solution + strength;
    case Code.skipped:
      return Tone.skipped + strength;
  }
  return Tone.choice + inner;
}
