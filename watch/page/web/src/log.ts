// The log of a search: one record a step, in columns, append-only.

/** What a step did: the low byte of a record's first word. */
export const Kind = { root: 0, place: 1, infer: 2, fail: 3, back: 4, done: 5 } as const;

/** Words of a record: kind and bits, node, parent, depth, variable, value, clashes, pruned. */
export const recordWords = 8;

const right = 1 << 11;
const solution = 1 << 12;
const restart = 1 << 13;
const learned = 1 << 14;
const opens = 1 << 15;
const failure = 1 << 16;

/** Bits of a record's first word above the kind (bits 0..7) and the op (bits 8..10). */
export const Bit = { right, solution, restart, learned, opens, failure } as const;

/** How much happened up to a step. */
export interface Counters {
  /** Values tried: the plain method's clashes and placements, the engine's decisions. */
  tries: number;
  /** Values placed, decisions made: nodes opened beside the root. */
  placements: number;
  /** Values removed from domains beside the decisions. */
  prunings: number;
  failures: number;
  solutions: number;
  nogoods: number;
  restarts: number;
}

/** What next looks for. */
export type Mark = "solution" | "failure" | "step";

/** A growing column of numbers. It takes no room while all of them are 0. */
export class IntColumn {
  private words: Int32Array | null = null;
  private count = 0;

  get length(): number {
    return this.count;
  }

  push(v: number): void {
    if (this.words === null) {
      if (v === 0) {
        this.count++;
        return;
      }
      this.words = new Int32Array(Math.max(1024, 2 * this.count));
    } else if (this.count === this.words.length) {
      const more = new Int32Array(2 * this.count);
      more.set(this.words);
      this.words = more;
    }
    this.words[this.count++] = v;
  }

  get(i: number): number {
    return this.words === null ? 0 : this.words[i];
  }

  set(i: number, v: number): void {
    if (this.words === null) {
      if (v === 0) return;
      this.words = new Int32Array(Math.max(1024, 2 * this.count));
    }
    this.words[i] = v;
  }
}

const blockBits = 10;
const block = 1 << blockBits; // steps between two checkpoints
const sums = 7; // sums of a checkpoint, in this order
const sumPlacements = 0;
const sumClashes = 1;
const sumPruned = 2;
const sumFailures = 3;
const sumSolutions = 4;
const sumLearned = 5;
const sumRestarts = 6;

/**
 * The steps of a search, numbered from 1, and the nodes they open, numbered from 0, the root. 24 bytes a
 * step and 8 a node. Steps out of range are the caller's mistake and give undefined numbers.
 */
export class StepLog {
  private readonly flags = new IntColumn();
  private readonly nodes = new IntColumn();
  private readonly variables = new IntColumn();
  private readonly values = new IntColumn();
  private readonly clash = new IntColumn();
  private readonly prune = new IntColumn();
  private readonly parents = new IntColumn(); // by node
  private readonly depths = new IntColumn(); // by node
  private checkpoints = new Float64Array(64 * sums); // sums before the steps of each block
  private readonly now = new Float64Array(sums); // sums of all steps

  constructor() {
    this.parents.push(-1);
    this.depths.push(0);
  }

  /** The number of steps. */
  get length(): number {
    return this.flags.length;
  }

  /** The number of nodes opened, with the root. */
  get nodeCount(): number {
    return this.parents.length;
  }

  /**
   * Adds records of 8 words each. Throws, and adds none of what follows, at a record that cannot be: an unknown kind,
   * a node opened out of turn, a node never opened.
   */
  append(records: Int32Array): void {
    if (records.length % recordWords !== 0) {
      throw new RangeError(`records of ${records.length} words, expected a multiple of ${recordWords}`);
    }
    for (let i = 0; i < records.length; i += recordWords) {
      const flags = records[i];
      const node = records[i + 1];
      const parent = records[i + 2];
      const step = this.length + 1;
      if ((flags & 0xff) > Kind.done) throw new RangeError(`step ${step}: kind ${flags & 0xff}, expected 0 to ${Kind.done}`);
      if (flags & opens && node > 0) {
        if (node !== this.nodeCount) throw new RangeError(`step ${step}: opens node ${node}, expected ${this.nodeCount}`);
        if (parent < 0 || parent >= node) throw new RangeError(`step ${step}: parent ${parent} of node ${node}`);
        this.parents.push(parent);
        this.depths.push(this.depths.get(parent) + 1);
      } else if (node < 0 || node >= this.nodeCount) {
        throw new RangeError(`step ${step}: node ${node}, expected one of the ${this.nodeCount} opened`);
      }
      if ((this.length & (block - 1)) === 0) this.checkpoint();
      this.flags.push(flags);
      this.nodes.push(node);
      this.variables.push(records[i + 4]);
      this.values.push(records[i + 5]);
      this.clash.push(records[i + 6]);
      this.prune.push(records[i + 7]);
      add(this.now, flags, node, records[i + 6], records[i + 7]);
    }
  }

  kind(step: number): number {
    return this.flags.get(step - 1) & 0xff;
  }

  /** What the step says of the variable: 0 nothing, 1 "=", 2 "!=", 3 ">=", 4 "<=". */
  op(step: number): number {
    return (this.flags.get(step - 1) >> 8) & 7;
  }

  /** Whether the decision is the negation of one whose other side is done. */
  right(step: number): boolean {
    return this.has(step, right);
  }

  solution(step: number): boolean {
    return this.has(step, solution);
  }

  failure(step: number): boolean {
    return this.has(step, failure);
  }

  restart(step: number): boolean {
    return this.has(step, restart);
  }

  learned(step: number): boolean {
    return this.has(step, learned);
  }

  /** Whether the step opens the node it is at. */
  opens(step: number): boolean {
    return this.has(step, opens) && this.node(step) > 0;
  }

  /** Where the search stands after the step. */
  node(step: number): number {
    return this.nodes.get(step - 1);
  }

  parent(step: number): number {
    return this.parents.get(this.node(step));
  }

  depth(step: number): number {
    return this.depths.get(this.node(step));
  }

  /** The variable decided or inferred, -1 for none. */
  variable(step: number): number {
    return this.variables.get(step - 1);
  }

  value(step: number): number {
    return this.values.get(step - 1);
  }

  clashes(step: number): number {
    return this.clash.get(step - 1);
  }

  pruned(step: number): number {
    return this.prune.get(step - 1);
  }

  /** The parent of a node, -1 for the root. */
  nodeParent(node: number): number {
    return this.parents.get(node);
  }

  /** Decisions on the way from the root to a node. */
  nodeDepth(node: number): number {
    return this.depths.get(node);
  }

  /** What happened in the first steps. Takes at most 1024 additions. */
  counters(step: number): Counters {
    const s = new Float64Array(sums);
    this.sumsBefore(step, s);
    return {
      tries: s[sumPlacements] + s[sumClashes],
      placements: s[sumPlacements],
      prunings: s[sumPruned],
      failures: s[sumFailures],
      solutions: s[sumSolutions],
      nogoods: s[sumLearned],
      restarts: s[sumRestarts],
    };
  }

  /**
   * The nearest step after (direction 1) or before (-1) a step that is marked so, 0 if there is none. Blocks without one
   * are jumped over.
   */
  next(step: number, what: Mark, direction: 1 | -1): number {
    if (what === "step") {
      const to = step + direction;
      return to >= 1 && to <= this.length ? to : 0;
    }
    const bit = what === "solution" ? solution : failure;
    const sum = what === "solution" ? sumSolutions : sumFailures;
    const end = direction === 1 ? this.length + 1 : 0;
    let s = Math.min(Math.max(step, 0), this.length + 1) + direction;
    while (s !== end && (s - end) * direction < 0) {
      const b = (s - 1) >> blockBits;
      const first = b * block + 1;
      const last = Math.min(first + block - 1, this.length);
      if (s === (direction === 1 ? first : last) && this.blockSum(b, sum) === 0) {
        s = direction === 1 ? last + 1 : first - 1;
        continue;
      }
      if (this.has(s, bit)) return s;
      s += direction;
    }
    return 0;
  }

  private has(step: number, bit: number): boolean {
    return (this.flags.get(step - 1) & bit) !== 0;
  }

  private checkpoint(): void {
    const at = (this.length >> blockBits) * sums;
    if (at + sums > this.checkpoints.length) {
      const more = new Float64Array(2 * this.checkpoints.length);
      more.set(this.checkpoints);
      this.checkpoints = more;
    }
    this.checkpoints.set(this.now, at);
  }

  /** Puts the sums over the first steps into s. */
  private sumsBefore(step: number, s: Float64Array): void {
    step = Math.min(Math.max(step, 0), this.length);
    if (step === this.length) {
      s.set(this.now);
      return;
    }
    const b = step >> blockBits;
    s.set(this.checkpoints.subarray(b * sums, (b + 1) * sums));
    for (let i = b * block; i < step; i++) {
      add(s, this.flags.get(i), this.nodes.get(i), this.clash.get(i), this.prune.get(i));
    }
  }

  private blockSum(b: number, sum: number): number {
    const after = (b + 1) * block >= this.length ? this.now[sum] : this.checkpoints[(b + 1) * sums + sum];
    return after - this.checkpoints[b * sums + sum];
  }
}

/** Adds a step to sums. */
function add(s: Float64Array, flags: number, node: number, clashes: number, pruned: number): void {
  if (flags & opens && node > 0) s[sumPlacements]++;
  s[sumClashes] += clashes;
  s[sumPruned] += pruned;
  if (flags & failure) s[sumFailures]++;
  if (flags & solution) s[sumSolutions]++;
  if (flags & learned) s[sumLearned]++;
  if (flags & restart) s[sumRestarts]++;
}
