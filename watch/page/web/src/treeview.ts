// The search tree on a canvas: what is folded, what is laid out anew, what the reader does.

import { Code, Status, Tree } from "./model";
import { Gestures } from "./gestures";
import { paint, Scene, svgOf, Tone } from "./scene";
import { Theme } from "./theme";
import { emptyLayout, Layout, Layouter, placeOf, unit } from "./treelayout";
import { cursorPlace, Future, icicleScene, Outcome, short, Subject, treeScene } from "./treescene";
import { Extent, Scales, Viewport } from "./viewport";

/** What is drawn and what is not, in nodes. */
export interface TreeStatus {
  /** Drawn as nodes of their own. */
  shown: number;
  /** In the tree. */
  total: number;
  /** In view, but inside of triangles and blocks. */
  folded: number;
  /** Whether nodes were left out where several fall on one pixel, or blocks are larger than they need be. */
  sampled: boolean;
}

export interface TreeViewOptions {
  /** Words for the edge that leads to a node, "" for none. */
  label?: (node: number) => string;
  theme: () => Theme;
  /** The reader chose a node: the step that opened it. */
  onSelect: (step: number) => void;
  onStatus?: (status: TreeStatus) => void;
}

/** A node in facts, for those who cannot see it. */
export interface NodeFacts {
  node: number;
  /** What is known of it at the cursor. */
  status: Status;
  depth: number;
  /** Children opened so far. */
  children: number;
  /** The label of the edge that leads to it. */
  label: string;
  /** Nodes in the folded subtree that it is in, 0 if it is in none. */
  folded: number;
}

const treeScales: Scales = { fitX: 60, fitY: 62, mostX: 160, mostY: 110, marginTop: 30, marginBottom: 26 };
const icicleScales: Scales = { fitX: 120, fitY: 36, mostX: 400, mostY: 48, marginTop: 12, marginBottom: 12 };

const slice = 5; // milliseconds of a frame for laying out
const mostShapes = 16_000; // of a frame, on machines that draw them in time
const fewestShapes = 3_000;
const finest = 1.5; // pixels below which subtrees are blocks, as long as the budget allows
const foldFrom = 4; // failed subtrees of so many nodes are folded
const foldTotal = 300; // in trees of more than so many
const wholeMost = 20_000; // places of a tree that can be written as one picture

/** Draws a tree and its cursor; turns clicks and keys into steps. The canvas is as large as CSS makes it. */
export class TreeView {
  private kind: "tree" | "icicle" = "tree";
  private futureMode: Future = "faint";
  private failedFolded = true;
  private step = 0;
  private readonly views = { tree: new Viewport(treeScales), icicle: new Viewport(icicleScales) };
  private readonly folds = new Map<number, boolean>(); // what the reader wants, against what is folded by itself

  private layout: Layout = emptyLayout();
  private room: Extent | null = null; // what is fitted to the canvas
  private layouter: Layouter | null = null;
  private laidSteps = -1; // steps of the tree that the layout, or the one under way, knows
  private laidSize = -1; // and so many of its nodes
  private layoutStart = 0;
  private nextLayout = 0; // not before this time
  private foldsChanged = false;
  private pathFolded = 0; // the lowest node that would be folded, were the cursor not inside; 0 for none

  private least = finest;
  private shapes = mostShapes; // that this machine draws in time
  private outcome: Outcome | null = null;
  private frame = 0;
  private dirty = true;
  private hover = -1;
  private unfolded = -1; // the node that the last click unfolded
  private readonly widths = new Map<string, number>();
  private readonly context: CanvasRenderingContext2D;
  private readonly observer: ResizeObserver;
  private readonly gestures: Gestures;
  private aim: [number, number] | null = null; // where the picture moves to
  private lastStatus = "";
  private silent = false;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly tree: Tree,
    private readonly opts: TreeViewOptions,
  ) {
    const context = canvas.getContext("2d");
    if (context === null) throw new Error("this browser gives no canvas to draw on");
    this.context = context;
    // At once, not in the next frame: until then the picture would be stretched.
    this.observer = new ResizeObserver(() => {
      if (this.frame > 0) cancelAnimationFrame(this.frame);
      this.dirty = true;
      this.silent = true; // a status that changes the page's layout here would make it observe itself
      this.onFrame();
      this.silent = false;
      this.draw();
    });
    this.observer.observe(canvas);
    this.gestures = new Gestures(canvas, {
      pan: (dx, dy) => this.pan(dx, dy),
      scroll: (dx, dy) => !this.view.fitted && this.pan(dx, dy), // the page scrolls where all is in view
      zoom: (factor, x, y) => this.zoomAt(factor, x, y),
      click: (x, y) => this.click(x, y),
      doubleClick: (x, y) => this.doubleClick(x, y),
      hover: (x, y) => this.hoverAt(x, y),
    });
    this.draw();
  }

  get mode(): "tree" | "icicle" {
    return this.kind;
  }

  set mode(mode: "tree" | "icicle") {
    this.kind = mode;
    this.hover = -1;
    this.aim = null;
    this.draw();
  }

  /** How what lies after the cursor is drawn: faint, like the rest, or not at all. */
  get future(): Future {
    return this.futureMode;
  }

  set future(future: Future) {
    this.futureMode = future;
    this.draw();
  }

  /** Whether large failed subtrees are folded by themselves. Setting it forgets what the reader folded and unfolded. */
  get foldFailed(): boolean {
    return this.failedFolded;
  }

  set foldFailed(fold: boolean) {
    this.failedFolded = fold;
    this.folds.clear();
    this.foldsChanged = true;
    this.draw();
  }

  /** Whether the whole tree, as it is folded, can be written as one picture. */
  get wholeFits(): boolean {
    return this.layout.count <= wholeMost;
  }

  setCursor(step: number): void {
    if (step === this.step) return;
    this.step = step;
    this.follow();
    this.draw();
  }

  /** Has everything drawn anew in the next frame. */
  draw(): void {
    this.dirty = true;
    if (this.frame === 0) this.frame = requestAnimationFrame(this.onFrame);
  }

  /** Shows all of the tree, and goes on to do so while it grows. */
  fit(): void {
    this.aim = null;
    this.room = roomFor(this.layout, null);
    this.views.tree.setExtent(this.room);
    this.view.fit();
    this.draw();
  }

  /** Makes things larger by a factor, around the cursor if it is in view, else the middle. */
  zoom(factor: number): void {
    const [x, y] = this.cursorAt();
    const { width, height } = this.view;
    if (x >= 0 && x <= width && y >= 0 && y <= height) this.zoomAt(factor, x, y);
    else this.zoomAt(factor, width / 2, height / 2);
  }

  /** Moves the picture by pixels, and says whether it moved. */
  pan(dx: number, dy: number): boolean {
    this.aim = null;
    const moved = this.view.pan(dx, dy);
    if (moved) this.draw();
    return moved;
  }

  /** Folds the subtree of a node, or unfolds it. */
  toggleFold(node: number): void {
    const k = placeOf(this.layout, node);
    if (k < 0) return;
    const n = this.layout.ids[k]; // of a node inside of a folded subtree, that one
    if (this.tree.childrenCount(n) === 0) return;
    this.folds.set(n, this.layout.folded[k] === 0);
    this.foldsChanged = true;
    this.draw();
  }

  /** Takes a key, and says whether it meant something. */
  key(e: KeyboardEvent): boolean {
    if (e.ctrlKey || e.metaKey || e.altKey) return false;
    const tree = this.tree;
    const n = tree.nodeAt(this.step);
    switch (e.key) {
      case "ArrowUp":
        return this.go(tree.parentOf(n));
      case "ArrowDown":
        return this.go(tree.firstChild(n));
      case "ArrowLeft":
        return this.go(tree.previousSibling(n));
      case "ArrowRight":
        return this.go(tree.nextSibling(n));
      case "+":
      case "=":
        this.zoom(1.3);
        return true;
      case "-":
        this.zoom(1 / 1.3);
        return true;
      case "0":
        this.fit();
        return true;
      case "h":
        this.toggleFold(n);
        return true;
      case "H":
        this.foldFailed = !this.failedFolded;
        return true;
    }
    return false;
  }

  /** The cursor's node in words: those that the caller makes of the facts. */
  describe(words: (facts: NodeFacts) => string): string {
    const tree = this.tree;
    const node = tree.nodeAt(this.step);
    let folded = 0;
    if (this.kind === "tree") {
      for (let n = node; n >= 0; n = tree.parentOf(n)) if (this.isFolded(n)) folded = tree.sizeOf(n);
    }
    let children = 0;
    for (let c = tree.firstChild(node); c >= 0 && tree.openedBy(c) <= this.step; c = tree.nextSibling(c)) children++;
    return words({
      node,
      status: tree.statusAt(node, this.step) ?? "open",
      depth: tree.depthOf(node),
      children,
      label: node > 0 ? this.label(node) : "",
      folded,
    });
  }

  /**
   * The picture as SVG: what is visible, or the whole tree, as it is folded, if wholeFits; else the visible part all the same.
   * The caption, if there is one, is written below.
   */
  svg(part: "visible" | "whole" = "visible", caption = ""): string {
    const theme = this.opts.theme();
    if (part === "whole" && this.wholeFits && this.kind === "tree") {
      const { layout } = this;
      const view = new Viewport(treeScales);
      view.resize(((layout.right[0] - layout.left[0]) / unit) * 46 + 120, layout.deepest[0] * 52 + 60);
      view.setExtent(roomFor(layout, null));
      const subject = { ...this.subject(0, Infinity), view };
      return svgOf(treeScene(subject, layout)!.scene, theme, caption);
    }
    return svgOf(this.compose().scene, theme, caption);
  }

  dispose(): void {
    this.observer.disconnect();
    this.gestures.dispose();
    if (this.frame !== 0) cancelAnimationFrame(this.frame);
    this.frame = -1; // no more frames
  }

  private get view(): Viewport {
    return this.views[this.kind];
  }

  private label(n: number): string {
    return this.opts.label?.(n) ?? "";
  }

  private readonly measure = (text: string, size: number): number => {
    const key = size + text;
    let width = this.widths.get(key);
    if (width === undefined) {
      this.context.font = `${size}px ${this.opts.theme().font}`;
      width = this.context.measureText(text).width;
      if (this.widths.size > 20_000) this.widths.clear();
      this.widths.set(key, width);
    }
    return width;
  };

  private subject(least: number, budget: number): Subject {
    const { tree, step, measure } = this;
    return { tree, view: this.view, step, future: this.futureMode, label: (n) => this.label(n), measure, least, budget };
  }

  // Frames

  private readonly onFrame = (): void => {
    this.frame = 0;
    this.resize();
    const moving = this.move();
    const waiting = this.relayout();
    if (this.dirty) {
      this.dirty = false;
      // A finger moves a tree that is larger than its frame, and else the page.
      this.canvas.style.touchAction = this.view.fitted ? "pan-y" : "none";
      this.render();
    }
    if (moving) this.draw();
    else if (waiting && this.frame === 0) this.frame = requestAnimationFrame(this.onFrame);
  };

  private resize(): void {
    const { canvas } = this;
    const ratio = devicePixelRatio || 1;
    const width = Math.round(canvas.clientWidth * ratio);
    const height = Math.round(canvas.clientHeight * ratio);
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
      this.dirty = true;
    }
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    for (const view of [this.views.tree, this.views.icicle]) view.resize(Math.max(1, canvas.clientWidth), Math.max(1, canvas.clientHeight));
  }

  /** Whether the node is drawn as a triangle. */
  private readonly isFolded = (n: number): boolean => {
    const wanted = this.folds.get(n);
    if (wanted !== undefined) return wanted && this.tree.childrenCount(n) > 0;
    return this.foldsItself(n) && !this.isOnPath(n);
  };

  private foldsItself(n: number): boolean {
    const tree = this.tree;
    return (
      this.failedFolded && tree.size > foldTotal && n > 0 && tree.sizeOf(n) >= foldFrom && tree.code(n) === Code.failedSubtree
    );
  }

  private isOnPath(n: number): boolean {
    const at = this.tree.nodeAt(this.step);
    return n <= at && at <= this.tree.last(n);
  }

  /** Begins, goes on with, or ends laying out, and says whether there is more to do. */
  private relayout(): boolean {
    if (this.kind === "icicle") {
      this.views.icicle.setExtent({ left: 0, right: this.tree.leaves, levels: this.tree.height + 1 });
      return false; // leaves are counted already
    }
    const now = performance.now();
    let path = this.tree.nodeAt(this.step);
    while (path > 0 && !this.foldsItself(path)) path = this.tree.parentOf(path);
    // A hidden future has no room kept for it: that would tell something.
    const size = this.futureMode === "hidden" ? Math.min(this.tree.size, this.tree.log.counters(this.step).placements + 1) : this.tree.size;
    const moved = this.foldsChanged || path !== this.pathFolded || (this.futureMode === "hidden" && size !== this.laidSize);
    if (this.layouter === null && (moved || this.laidSteps !== this.tree.steps || this.laidSize !== size)) {
      if (now < this.nextLayout && !moved) return true;
      this.foldsChanged = false;
      this.laidSize = size;
      this.pathFolded = path;
      this.laidSteps = this.tree.steps;
      this.layoutStart = now;
      this.layouter = new Layouter(this.tree, this.isFolded, size);
    }
    if (this.layouter === null) return false;
    const layout = this.layouter.run(slice);
    if (layout !== null) {
      this.layouter = null;
      const took = performance.now() - this.layoutStart;
      this.nextLayout = performance.now() + 2 * took; // while the tree grows, a third of the time is enough
      this.adopt(layout);
    }
    return this.layouter !== null || this.laidSteps !== this.tree.steps;
  }

  /** Changes to a layout. The cursor's node stays where it is on the screen. */
  private adopt(layout: Layout): void {
    const view = this.views.tree;
    const x = (l: Layout) => l.x[cursorPlace(this.tree, l, this.step)] / unit;
    const before = x(this.layout);
    this.layout = layout;
    if (!view.fitted) view.x += (before - x(layout)) * view.scaleX;
    this.room = roomFor(layout, this.room);
    view.setExtent(this.room);
    this.dirty = true;
    this.follow();
  }

  private compose(): Outcome {
    for (let least = finest; ; least *= 2) {
      const outcome = this.scene(least);
      if (outcome !== null) return outcome;
    }
  }

  private scene(least: number): Outcome | null {
    const subject = this.subject(least, this.shapes);
    return this.kind === "tree" ? treeScene(subject, this.layout) : icicleScene(subject);
  }

  private render(): void {
    const start = performance.now();
    // Begin where it was enough the last time, or finer if that left much of the budget.
    let least = this.least;
    if (this.outcome !== null && this.outcome.scene.count < this.shapes / 4) least = Math.max(finest, least / 2);
    let outcome = this.scene(least);
    while (outcome === null) {
      least *= 2;
      outcome = this.scene(least);
    }
    this.least = least;
    this.outcome = outcome;
    const g = this.context;
    const theme = this.opts.theme();
    g.clearRect(0, 0, this.view.width, this.view.height);
    this.bubble(outcome.scene);
    paint(outcome.scene, g, theme);
    const took = performance.now() - start;
    if (took > 12) this.shapes = Math.max(fewestShapes, Math.round(Math.min(this.shapes, outcome.scene.count) * 0.7));
    else if (took < 4) this.shapes = Math.min(mostShapes, Math.round(this.shapes * 1.2));
    const { shown, folded } = outcome;
    const status = { shown, total: this.tree.size, folded, sampled: outcome.sampled || least > finest };
    const key = JSON.stringify(status);
    if (key !== this.lastStatus && !this.silent) {
      this.lastStatus = key;
      this.opts.onStatus?.(status);
    }
  }

  /** Says beside the pointer what is under it: the label, and of a triangle or block how much is in it. */
  private bubble(scene: Scene): void {
    const n = this.hover;
    if (n < 0 || n >= this.tree.size) return;
    const at = this.boxOf(n);
    if (at === null) return;
    const words: string[] = [];
    const label = n > 0 ? this.label(n) : "";
    if (label !== "") words.push(label);
    const k = placeOf(this.layout, n);
    if (this.kind === "tree" && k >= 0 && this.layout.folded[k] === 1) words.push("▲ " + short(this.tree.sizeOf(n)));
    if (words.length === 0) return;
    const text = words.join("  ");
    const half = this.measure(text, 12) / 2 + 4;
    const x = Math.min(Math.max((at[0] + at[2]) / 2, half), this.view.width - half);
    const y = at[1] > 34 ? at[1] - 12 : at[3] + 14;
    scene.labels.push({ x, y, text, size: 12, tone: Tone.text, align: "center", halo: true });
  }

  private boxOf(n: number): [number, number, number, number] | null {
    const hits = this.outcome?.hits ?? [];
    for (let i = 0; i < hits.length; i += 5) if (hits[i + 4] === n) return [hits[i], hits[i + 1], hits[i + 2], hits[i + 3]];
    return null;
  }

  // Moving

  private zoomAt(factor: number, x: number, y: number): void {
    this.aim = null;
    this.view.zoom(factor, x, y);
    this.draw();
  }

  /** Where the cursor's node is on the screen. */
  private cursorAt(): [number, number] {
    const { tree, view } = this;
    if (this.kind === "icicle") {
      const n = tree.nodeAt(this.step);
      const from = tree.rankOf(n);
      const to = tree.rankOf(tree.last(n) + 1);
      return [view.x + ((from + to) / 2) * view.scaleX, view.y + (tree.depthOf(n) + 0.5) * view.scaleY];
    }
    const k = cursorPlace(tree, this.layout, this.step);
    return [view.x + (this.layout.x[k] / unit) * view.scaleX, view.y + tree.depthOf(this.layout.ids[k]) * view.scaleY];
  }

  /** Sees to it that the cursor is in view. */
  private follow(): void {
    const { view } = this;
    if (view.fitted) return;
    const [x, y] = this.cursorAt();
    const edge = (size: number) => Math.min(60, size / 4);
    const out = (v: number, size: number) => v < edge(size) || v > size - edge(size);
    if (!out(x, view.width) && !out(y, view.height)) {
      this.aim = null;
      return;
    }
    this.aim = [out(x, view.width) ? view.width / 2 - x : 0, out(y, view.height) ? view.height / 2 - y : 0];
  }

  /** Moves on towards the aim, at once for those who want no motion; says whether there is a way to go. */
  private move(): boolean {
    if (this.aim === null) return false;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const [dx, dy] = this.aim;
    const share = calm || Math.abs(dx) + Math.abs(dy) < 2 ? 1 : 0.25;
    const moved = this.view.pan(dx * share, dy * share);
    this.dirty = true;
    this.aim = share === 1 || !moved ? null : [dx * (1 - share), dy * (1 - share)];
    return this.aim !== null;
  }

  // Choosing

  private go(n: number): boolean {
    if (n >= 0 && !(this.futureMode === "hidden" && this.tree.openedBy(n) > this.step)) this.opts.onSelect(this.tree.openedBy(n));
    return true;
  }

  /** The node drawn at a point, or near it; -1 for none. */
  private nodeAt(x: number, y: number): number {
    const hits = this.outcome?.hits ?? [];
    let best = -1;
    let distance = Infinity;
    for (let i = 0; i < hits.length; i += 5) {
      if (x < hits[i] - 4 || x > hits[i + 2] + 4 || y < hits[i + 1] - 4 || y > hits[i + 3] + 4) continue;
      const d = Math.hypot(x - (hits[i] + hits[i + 2]) / 2, y - (hits[i + 1] + hits[i + 3]) / 2);
      if (d < distance || (this.kind === "icicle" && x >= hits[i] && x <= hits[i + 2] && y >= hits[i + 1] && y < hits[i + 3])) {
        best = hits[i + 4];
        distance = d;
      }
    }
    return best;
  }

  private click(x: number, y: number): void {
    const n = this.nodeAt(x, y);
    if (n < 0) return;
    const k = placeOf(this.layout, n);
    if (this.kind === "tree" && k >= 0 && this.layout.folded[k] === 1 && this.layout.ids[k] === n) {
      this.toggleFold(n);
      this.unfolded = n;
    } else {
      this.unfolded = -1;
    }
    this.opts.onSelect(this.tree.openedBy(n));
  }

  private doubleClick(x: number, y: number): void {
    const n = this.nodeAt(x, y);
    if (n >= 0 && n !== this.unfolded && this.kind === "tree") this.toggleFold(n);
  }

  private hoverAt(x: number, y: number): void {
    const n = x < 0 ? -1 : this.nodeAt(x, y);
    if (n === this.hover) return;
    this.hover = n;
    this.canvas.style.cursor = n >= 0 ? "pointer" : "";
    this.draw();
  }
}

/** The room of a layout; that of the one before if the layout has its place there and not too little of it, for a calm picture. */
function roomFor(l: Layout, before: Extent | null): Extent {
  const room = { left: l.left[0] / unit, right: l.right[0] / unit, levels: l.deepest[0] };
  if (before === null) return room;
  const keep = (was: number, is: number) => (was >= is && was <= 1.5 * is ? was : is);
  return { left: -keep(-before.left, -room.left), right: keep(before.right, room.right), levels: keep(before.levels, room.levels) };
}
