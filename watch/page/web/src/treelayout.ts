// Where the nodes of a tree are drawn: tidy, in linear time, a slice at a time.

import { Tree } from "./model";

/** Units of a layout's x in the room of one node. Whole numbers keep sums over any depth exact. */
export const unit = 16;

const half = unit / 2; // half the room of a node
const foldedHalf = 11; // and of a folded subtree
const cousins = 4; // more room between nodes of different parents

/**
 * A layout of those nodes of a tree that are not inside folded subtrees. They are numbered by places, in preorder,
 * so that what is below place k is at the places k+1 to end[k].
 */
export interface Layout {
  /** The number of places. */
  readonly count: number;
  /** The number of nodes laid out or folded. */
  readonly size: number;
  /** Node of each place, ascending. */
  readonly ids: Int32Array;
  /** Place of the parent, -1 for the root. */
  readonly parent: Int32Array;
  /** Last place at or below. */
  readonly end: Int32Array;
  /** Where the node is, in units; the root is at 0. */
  readonly x: Int32Array;
  /** The least x at or below, room of the node included. */
  readonly left: Int32Array;
  /** The greatest x at or below, room of the node included. */
  readonly right: Int32Array;
  /** The greatest depth at or below. */
  readonly deepest: Int32Array;
  /** 1 for folded subtrees. */
  readonly folded: Uint8Array;
}

/** The place of a node, or of the folded subtree that holds it; -1 for nodes later than the layout. */
export function placeOf(l: Layout, node: number): number {
  if (node >= l.size) return -1;
  let from = 0;
  let to = l.count; // the answer is in from..to-1
  while (to - from > 1) {
    const middle = (from + to) >> 1;
    if (l.ids[middle] <= node) from = middle;
    else to = middle;
  }
  return from;
}

/** The layout of nothing but a root. */
export function emptyLayout(): Layout {
  const one = (v: number) => Int32Array.of(v);
  return { count: 1, size: 1, ids: one(0), parent: one(-1), end: one(0), x: one(0), left: one(-half), right: one(half), deepest: one(0), folded: new Uint8Array(1) };
}

const between = 4096; // pieces of work between two looks at the clock

/**
 * Lays out a tree as E. Reingold and J. Tilford do ("Tidier drawings of trees", 1981), from right to left: each
 * child is put as close to its right siblings as their contours allow, and the parent over the middle. A contour is
 * followed through first (or last) children and, below a leaf where a deeper sibling takes over, through a thread.
 * A merge walks no deeper than the shallower side, so all of them take linear time. Going through a preorder backwards
 * meets children before their parents: no recursion.
 */
export class Layouter {
  private phase: "list" | "merge" | "place" | "extent" | "done" = "list";
  private i = 0; // where the phase is: a node in list, a place in the others
  private count = 0;

  private ids: Int32Array = new Int32Array(1024);
  private parent: Int32Array = new Int32Array(1024);
  private folded: Uint8Array = new Uint8Array(1024);
  private atDepth: Int32Array = new Int32Array(1024); // places of the last path listed

  // By place; positions of children count from their last sibling until the parent is placed.
  private first!: Int32Array; // place of the leftmost child merged so far, 0 for none
  private final!: Int32Array; // place of the last child
  private offset!: Int32Array; // position among the siblings
  private centre!: Int32Array; // of the node among the positions of its children
  private thread!: Int32Array; // what follows a leaf on the contour, 0 for nothing
  private threadBy!: Int32Array; // and how far to the right of the leaf that is
  private lowLeft!: Int32Array; // the lowest node of the left contour of what is below
  private lowLeftAt!: Int32Array; // where, relative to the node
  private lowRight!: Int32Array;
  private lowRightAt!: Int32Array;

  private end!: Int32Array;
  private x!: Int32Array;
  private left!: Int32Array;
  private right!: Int32Array;
  private deepest!: Int32Array;

  /** Begins to lay out the first nodes of a tree, as it is now. */
  constructor(
    private readonly tree: Tree,
    private readonly isFolded: (node: number) => boolean,
    private readonly size = tree.size,
  ) {}

  /** Goes on for at most about budget milliseconds, and returns the layout when it is done. */
  run(budget = Infinity): Layout | null {
    const end = budget === Infinity ? Infinity : performance.now() + budget;
    while (this.phase !== "done") {
      switch (this.phase) {
        case "list":
          this.list();
          break;
        case "merge":
          this.merge();
          break;
        case "place":
          this.place();
          break;
        case "extent":
          this.extent();
          break;
      }
      if (performance.now() > end) break;
    }
    if (this.phase !== "done") return null;
    const { count, size, ids, parent, end: last, x, left, right, deepest, folded } = this;
    return { count, size, ids, parent, end: last, x, left, right, deepest, folded };
  }

  /** Lists the nodes that are outside of folded subtrees. */
  private list(): void {
    const tree = this.tree;
    let n = this.i;
    for (let work = between; work > 0 && n < this.size; work--) {
      if (this.count === this.ids.length) {
        this.ids = twice(this.ids);
        this.parent = twice(this.parent);
        const folded = new Uint8Array(this.ids.length);
        folded.set(this.folded);
        this.folded = folded;
      }
      const k = this.count++;
      const depth = tree.depthOf(n);
      if (depth === this.atDepth.length) this.atDepth = twice(this.atDepth);
      this.atDepth[depth] = k;
      this.ids[k] = n;
      this.parent[k] = depth === 0 ? -1 : this.atDepth[depth - 1];
      if (this.isFolded(n)) {
        this.folded[k] = 1;
        n = tree.last(n) + 1;
      } else {
        n++;
      }
    }
    this.i = n;
    if (n < this.size) return;
    const column = () => new Int32Array(this.count);
    this.first = column();
    this.final = column();
    this.offset = column();
    this.centre = column();
    this.thread = column();
    this.threadBy = column();
    this.lowLeft = column();
    this.lowLeftAt = column();
    this.lowRight = column();
    this.lowRightAt = column();
    this.phase = "merge";
    this.i = this.count - 1;
  }

  /** Goes backwards through the places: each has all of its children by then, and becomes one of its parent. */
  private merge(): void {
    let work = between;
    for (; work > 0 && this.i >= 0; this.i--) {
      const k = this.i;
      const first = this.first[k];
      if (first === 0) {
        this.lowLeft[k] = this.lowRight[k] = k;
      } else {
        const centre = (this.offset[first] >> 1);
        this.centre[k] = centre;
        this.lowLeftAt[k] -= centre;
        this.lowRightAt[k] -= centre;
      }
      work -= k > 0 ? this.join(this.parent[k], k) : 1;
    }
    if (this.i >= 0) return;
    this.end = new Int32Array(this.count);
    this.x = new Int32Array(this.count);
    this.phase = "place";
    this.i = 0;
  }

  /** Puts child c of p to the left of those that p has, and returns how many levels that took. */
  private join(p: number, c: number): number {
    const { first, final, offset, centre, thread, threadBy, folded } = this;
    const right = first[p];
    first[p] = c;
    if (right === 0) {
      final[p] = c;
      this.lowLeft[p] = this.lowLeft[c];
      this.lowLeftAt[p] = this.lowLeftAt[c];
      this.lowRight[p] = this.lowRight[c];
      this.lowRightAt[p] = this.lowRightAt[c];
      return 1;
    }
    // a goes down the right contour of c, b down the left one of its siblings. Positions: a's from c, b's from the last sibling.
    let a = c;
    let ax = 0;
    let b = right;
    let bx = offset[right];
    let at = Infinity;
    let levels = 0;
    let gap = 0;
    while (a !== 0 && b !== 0) {
      at = Math.min(at, bx - ax - gap - (folded[a] ? foldedHalf : half) - (folded[b] ? foldedHalf : half));
      if (first[a] !== 0) {
        ax += -centre[a];
        a = final[a];
      } else {
        ax += threadBy[a];
        a = thread[a];
      }
      if (first[b] !== 0) {
        bx += offset[first[b]] - centre[b];
        b = first[b];
      } else {
        bx += threadBy[b];
        b = thread[b];
      }
      gap = cousins;
      levels++;
    }
    offset[c] = at;
    if (b !== 0) {
      // The siblings reach deeper: below c the left contour goes on with theirs.
      const low = this.lowLeft[c];
      thread[low] = b;
      threadBy[low] = bx - (at + this.lowLeftAt[c]);
      return levels;
    }
    if (a !== 0) {
      const low = this.lowRight[p];
      thread[low] = a;
      threadBy[low] = at + ax - this.lowRightAt[p];
      this.lowRight[p] = this.lowRight[c];
      this.lowRightAt[p] = at + this.lowRightAt[c];
    }
    this.lowLeft[p] = this.lowLeft[c];
    this.lowLeftAt[p] = at + this.lowLeftAt[c];
    return levels;
  }

  /** Sums the positions from the root down. */
  private place(): void {
    const stop = Math.min(this.count, this.i + between);
    let k = this.i;
    for (; k < stop; k++) {
      const p = this.parent[k];
      if (p >= 0) this.x[k] = this.x[p] + this.offset[k] - this.centre[p];
      this.end[k] = k;
    }
    this.i = k;
    if (k < this.count) return;
    // What was needed for merging has the right length for what is to come.
    this.left = this.lowLeft;
    this.right = this.lowRight;
    this.deepest = this.thread;
    this.left.fill(0x7fffffff);
    this.right.fill(-0x7fffffff);
    this.deepest.fill(0);
    this.phase = "extent";
    this.i = this.count - 1;
  }

  /** Collects extents from the leaves up. */
  private extent(): void {
    const { x, left, right, deepest, end, parent } = this;
    const stop = Math.max(0, this.i - between);
    let k = this.i;
    for (; k >= stop; k--) {
      const room = this.folded[k] ? foldedHalf : half;
      left[k] = Math.min(left[k], x[k] - room);
      right[k] = Math.max(right[k], x[k] + room);
      deepest[k] = Math.max(deepest[k], this.tree.depthOf(this.ids[k]));
      const p = parent[k];
      if (p < 0) continue;
      left[p] = Math.min(left[p], left[k]);
      right[p] = Math.max(right[p], right[k]);
      deepest[p] = Math.max(deepest[p], deepest[k]);
      end[p] = Math.max(end[p], end[k]);
    }
    this.i = k;
    if (k < 0) this.phase = "done";
  }
}

function twice(a: Int32Array): Int32Array {
  const b = new Int32Array(2 * a.length);
  b.set(a);
  return b;
}
