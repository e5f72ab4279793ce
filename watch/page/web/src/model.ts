// The search tree, built from the log of its steps.

import { IntColumn, Kind, StepLog } from "./log";

/** What became of a node. */
export type Status = "open" | "branch" | "fail" | "failedSubtree" | "solution" | "skipped";

const words: readonly Status[] = ["open", "branch", "fail", "failedSubtree", "solution", "skipped"];

/** The statuses as numbers, for those who ask about many nodes. */
export const Code = { open: 0, branch: 1, fail: 2, failedSubtree: 3, solution: 4, skipped: 5 } as const;

const failedAt = 1; // there is no answer here, or none that is left
const solved = 2; // an answer was found at this node
const solvedBelow = 4; // at this node or below
const skipped = 8; // given up before it was exhausted
const rightDone = 16; // its second side was exhausted

/**
 * The tree of a search. A search opens nodes in the order of their ids, always below where it stands, and never comes
 * back to one that it gave up. So the ids are a preorder of the tree: the nodes below n are those from n+1 to last(n), and
 * the steps at them follow each other, too. 40 bytes a node, no recursion, every question but path and child in constant time.
 */
export class Tree {
  private taken = 0; // steps of the log that were taken in
  private at = 0; // where the search stands after them
  private jumping = false; // it is giving up nodes after a nogood or at a restart
  private readonly opened = new IntColumn();
  private readonly closed = new IntColumn(); // the step that gave the node up, 0 if none did
  private readonly decided = new IntColumn(); // the step from which on the status is final, 0 if none
  private readonly lasts = new IntColumn(); // the last node below, for closed ones
  private readonly ranks = new IntColumn(); // leaves before the node in preorder
  private readonly children = new IntColumn();
  private readonly deepest = new IntColumn(); // greatest depth at or below
  private readonly flags = new IntColumn();

  constructor(readonly log: StepLog) {
    this.open(0, 0);
  }

  /** The number of nodes taken in. */
  get size(): number {
    return this.opened.length;
  }

  /** The number of steps taken in. */
  get steps(): number {
    return this.taken;
  }

  /** The number of leaves. */
  get leaves(): number {
    return this.ranks.get(this.size - 1) + 1;
  }

  /** The greatest depth of a node. */
  get height(): number {
    return this.deepest.get(0);
  }

  /**
   * Takes in what was appended to the log, for at most about budget milliseconds, and says whether all of it is in. Throws if
   * the log is not that of a search.
   */
  update(budget = Infinity): boolean {
    const end = budget === Infinity ? Infinity : performance.now() + budget;
    while (this.taken < this.log.length) {
      const stop = Math.min(this.log.length, this.taken + 2048); // between two looks at the clock
      while (this.taken < stop) this.take(++this.taken);
      if (performance.now() > end) break;
    }
    let depth = 0;
    for (let n = this.at; n >= 0; n = this.parentOf(n)) {
      depth = Math.max(depth, this.deepest.get(n));
      this.deepest.set(n, depth);
    }
    return this.taken === this.log.length;
  }

  parentOf(n: number): number {
    return this.log.nodeParent(n);
  }

  depthOf(n: number): number {
    return this.log.nodeDepth(n);
  }

  /** The step that opened the node; 0, the start, for the root. */
  openedBy(n: number): number {
    return this.opened.get(n);
  }

  /** The step that gave the node up, 0 if none did so far. */
  closedBy(n: number): number {
    return this.closed.get(n);
  }

  /** The step from which on the node's status is final, 0 if it is not yet. */
  decidedBy(n: number): number {
    return this.decided.get(n);
  }

  /** The last step at which the search stood at the node or below it. */
  lastStep(n: number): number {
    const closed = this.closed.get(n);
    return closed === 0 ? this.taken : closed - 1;
  }

  /** The last of the nodes below n, n itself if there are none. */
  last(n: number): number {
    return this.closed.get(n) === 0 ? this.size - 1 : this.lasts.get(n);
  }

  /** The number of nodes below n, with n. */
  sizeOf(n: number): number {
    return this.last(n) - n + 1;
  }

  /** Leaves that come before n in preorder. rankOf(size) is the number of leaves. */
  rankOf(n: number): number {
    return n === this.size ? this.leaves : this.ranks.get(n);
  }

  /** The greatest depth at or below n. */
  deepestOf(n: number): number {
    return this.deepest.get(n);
  }

  childrenCount(n: number): number {
    return this.children.get(n);
  }

  /** Whether there is an answer at n or below it. */
  hasSolution(n: number): boolean {
    return (this.flags.get(n) & solvedBelow) !== 0;
  }

  /** Whether the search failed while it stood at n, which then may have children all the same. */
  failedHere(n: number): boolean {
    return (this.flags.get(n) & failedAt) !== 0;
  }

  /** The answers at n and below it. */
  solutionsOf(n: number): number {
    return this.log.counters(this.lastStep(n)).solutions - this.log.counters(this.opened.get(n) - 1).solutions;
  }

  /** The failures at n and below it. */
  failuresOf(n: number): number {
    const to = this.closed.get(n) || this.taken; // the plain method counts the failure in the step back
    return this.log.counters(to).failures - this.log.counters(this.opened.get(n) - 1).failures;
  }

  /** What became of n. */
  status(n: number): Status {
    return words[this.code(n)];
  }

  /** What became of n, as a Code. */
  code(n: number): number {
    const f = this.flags.get(n);
    if (f & solved) return Code.solution;
    if (f & failedAt && this.children.get(n) === 0) return Code.fail;
    if (f & skipped) return Code.skipped;
    if (f & solvedBelow) return Code.branch;
    if (f & failedAt || this.closed.get(n) !== 0) return Code.failedSubtree;
    return this.children.get(n) > 0 ? Code.branch : Code.open;
  }

  /** What had become of n after a step; -1 if it was not open by then. */
  codeAt(n: number, step: number): number {
    if (this.opened.get(n) > step) return -1;
    const decided = this.decided.get(n);
    if (decided !== 0 && decided <= step) return this.code(n);
    return this.children.get(n) > 0 && this.opened.get(n + 1) <= step ? Code.branch : Code.open;
  }

  /** What had become of n after a step, null if it was not open by then. */
  statusAt(n: number, step: number): Status | null {
    const code = this.codeAt(n, step);
    return code < 0 ? null : words[code];
  }

  /** Where the search stood after a step. */
  nodeAt(step: number): number {
    return step <= 0 ? 0 : this.log.node(Math.min(step, this.log.length));
  }

  /** The nodes from the root to n. */
  pathTo(n: number): number[] {
    const path: number[] = [];
    for (; n >= 0; n = this.parentOf(n)) path.push(n);
    return path.reverse();
  }

  /** The first child of n, -1 if it has none. */
  firstChild(n: number): number {
    return this.children.get(n) > 0 ? n + 1 : -1;
  }

  /** The next sibling of n, -1 if it is the last. */
  nextSibling(n: number): number {
    const m = this.last(n) + 1;
    return n > 0 && m < this.size && this.parentOf(m) === this.parentOf(n) ? m : -1;
  }

  /** The sibling before n, -1 if it is the first. Climbs from the node before n. */
  previousSibling(n: number): number {
    const parent = this.parentOf(n);
    if (n === 0 || n - 1 === parent) return -1;
    let m = n - 1;
    while (this.parentOf(m) !== parent) m = this.parentOf(m);
    return m;
  }

  private open(n: number, step: number): void {
    const leaf = n > 0 && this.parentOf(n) !== n - 1;
    this.ranks.push(n === 0 ? 0 : this.ranks.get(n - 1) + (leaf ? 1 : 0));
    this.opened.push(step);
    this.closed.push(0);
    this.decided.push(0);
    this.lasts.push(0);
    this.children.push(0);
    this.deepest.push(this.depthOf(n));
    this.flags.push(0);
  }

  /** Takes in one step. */
  private take(step: number): void {
    const log = this.log;
    const node = log.node(step);
    const kind = log.kind(step);
    const from = this.at;
    const failed = log.failure(step);
    if (failed && !log.opens(step)) this.fail(kind === Kind.fail ? node : from, step);
    if (log.opens(step)) {
      const parent = log.parent(step);
      if (parent !== from) throw new RangeError(`step ${step}: opens a node below ${parent}, but the search stands at ${from}`);
      this.open(node, step);
      this.children.set(parent, this.children.get(parent) + 1);
      if (failed) this.fail(node, step);
    } else if (node !== from) {
      this.jumping = kind === Kind.back && (this.jumping || log.learned(step) || log.restart(step));
      this.giveUp(from, node, step);
    }
    if (kind !== Kind.back) this.jumping = false;
    if (log.solution(step)) {
      this.flags.set(node, this.flags.get(node) | solved);
      if (this.decided.get(node) === 0) this.decided.set(node, step);
      for (let n = node; n >= 0 && (this.flags.get(n) & solvedBelow) === 0; n = this.parentOf(n)) {
        this.flags.set(n, this.flags.get(n) | solvedBelow);
      }
    }
    this.at = node;
    if (kind === Kind.done) {
      this.giveUp(node, -1, step);
      this.at = 0;
    }
  }

  private fail(n: number, step: number): void {
    this.flags.set(n, this.flags.get(n) | failedAt);
    if (this.decided.get(n) === 0) this.decided.set(n, step);
  }

  /** Gives up the nodes from one up to, but without, another above it; -1 stands above the root. */
  private giveUp(from: number, to: number, step: number): void {
    for (let n = from; n !== to; n = this.parentOf(n)) {
      if (n < 0) throw new RangeError(`step ${step}: goes back to node ${to}, which is not above ${from}`);
      this.close(n, step);
    }
  }

  private close(n: number, step: number): void {
    let f = this.flags.get(n);
    const exhausted =
      (f & (failedAt | solved)) !== 0 || (this.children.get(n) > 0 && (!this.jumping || (f & rightDone) !== 0));
    if (!exhausted) this.flags.set(n, (f |= skipped));
    this.closed.set(n, step);
    if (this.decided.get(n) === 0) this.decided.set(n, step);
    this.lasts.set(n, this.size - 1);
    const parent = this.parentOf(n);
    if (parent < 0) return;
    if (this.deepest.get(parent) < this.deepest.get(n)) this.deepest.set(parent, this.deepest.get(n));
    if (exhausted && this.log.right(this.opened.get(n))) this.flags.set(parent, this.flags.get(parent) | rightDone);
  }
}
