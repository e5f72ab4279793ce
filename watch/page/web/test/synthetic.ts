// Logs of made-up searches, with what is true of their trees told by the one who made them.

import { Bit, Kind, recordWords } from "../src/log";
import { Status } from "../src/model";

export interface Truth {
  parent: number;
  depth: number;
  children: number[];
  opened: number;
  closed: number; // 0: never
  status: Status;
  failed: boolean; // a failure was told here
  solved: boolean;
  rightDone: boolean;
}

export interface Search {
  records: Int32Array;
  nodes: Truth[];
}

/** A small generator of random numbers (mulberry32, T. Ettinger): equal seeds give equal searches. */
export function random(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Writes the records of a search and keeps the truth beside them. */
class Writer {
  words = new Int32Array(1 << 12);
  used = 0;
  nodes: Truth[] = [];
  path: number[] = [0];

  constructor() {
    this.open(-1, 0);
  }

  get steps(): number {
    return this.used / recordWords;
  }

  get at(): number {
    return this.path[this.path.length - 1];
  }

  step(kind: number, bits: number, more: { variable?: number; value?: number; clashes?: number; pruned?: number } = {}): void {
    if (this.used === this.words.length) {
      const words = new Int32Array(2 * this.words.length);
      words.set(this.words);
      this.words = words;
    }
    const node = this.at;
    const op = more.variable === undefined ? 0 : 1 << 8;
    this.words.set(
      [
        kind | op | bits,
        node,
        this.nodes[node].parent,
        this.nodes[node].depth,
        more.variable ?? -1,
        more.value ?? 0,
        more.clashes ?? 0,
        more.pruned ?? 0,
      ],
      this.used,
    );
    this.used += recordWords;
  }

  open(parent: number, opened: number): number {
    const depth = parent < 0 ? 0 : this.nodes[parent].depth + 1;
    this.nodes.push({ parent, depth, children: [], opened, closed: 0, status: "open", failed: false, solved: false, rightDone: false });
    const n = this.nodes.length - 1;
    if (parent >= 0) this.nodes[parent].children.push(n);
    return n;
  }

  /** Opens a child where the search stands. */
  place(kind: number, bits: number, more: { variable?: number; value?: number; clashes?: number; pruned?: number }): void {
    this.path.push(this.open(this.at, this.steps + 1));
    this.step(kind, bits | Bit.opens, more);
  }

  /** Leaves where the search stands, in the step to come. */
  leave(exhausted: boolean): void {
    const n = this.path.pop()!;
    this.close(n, exhausted);
  }

  close(n: number, exhausted: boolean): void {
    const t = this.nodes[n];
    t.closed = this.steps + 1;
    const below = t.solved || t.children.some((c) => this.solvedBelow(c));
    if (t.solved) t.status = "solution";
    else if (t.failed && t.children.length === 0) t.status = "fail";
    else if (!exhausted) t.status = "skipped";
    else t.status = below ? "branch" : "failedSubtree";
  }

  /** Nodes still open when the log ends. */
  finish(): Search {
    for (const t of this.nodes) {
      if (t.closed !== 0) continue;
      if (t.solved) t.status = "solution";
      else if (t.failed && t.children.length === 0) t.status = "fail";
      else if (t.failed && !t.children.some((c) => this.solvedBelow(c))) t.status = "failedSubtree";
      else t.status = t.children.length > 0 ? "branch" : "open";
    }
    return { records: this.words.slice(0, this.used), nodes: this.nodes };
  }

  private readonly known = new Map<number, boolean>(); // whether closed nodes have solutions below
  private solvedBelow(n: number): boolean {
    const known = this.known.get(n);
    if (known !== undefined) return known;
    const t = this.nodes[n];
    const below = t.solved || t.children.some((c) => this.solvedBelow(c));
    if (t.closed !== 0) this.known.set(n, below);
    return below;
  }
}

/** The plain method: depth places, values for each, each of which clashes with some chance. */
export function plain(seed: number, places: number, values: number, chance: number, most = Infinity): Search {
  const r = random(seed);
  const w = new Writer();
  const next = [0]; // the next value of each open place
  for (;;) {
    if (w.nodes.length >= most) return w.finish();
    const depth = w.path.length - 1;
    let clashes = 0;
    if (depth < places) {
      while (next[depth] < values && r() < chance) {
        next[depth]++;
        clashes++;
      }
      if (next[depth] < values) {
        w.place(Kind.place, depth + 1 === places ? Bit.solution : 0, { variable: depth, value: next[depth]++, clashes });
        next[depth + 1] = 0;
        if (depth + 1 === places) w.nodes[w.at].solved = true;
        continue;
      }
    }
    const leaf = w.nodes[w.at].children.length === 0 && !w.nodes[w.at].solved;
    if (leaf) w.nodes[w.at].failed = true;
    if (depth === 0) {
      w.close(0, true);
      w.step(Kind.done, leaf ? Bit.failure : 0, { clashes });
      return w.finish();
    }
    w.leave(true);
    w.step(Kind.back, leaf ? Bit.failure : 0, { clashes });
  }
}

export interface EngineOptions {
  depth: number; // solutions are there
  fails: number; // chance that a new node fails
  jumps: number; // chance that a failure teaches a nogood
  restarts: number; // chance that there is a restart after a failure
  most: number; // nodes
}

/** The engine: binary decisions, and with jumps and restarts what learning makes of them. */
export function engine(seed: number, o: EngineOptions): Search {
  const r = random(seed);
  const w = new Writer();
  w.step(Kind.root, 0, { pruned: 3 });
  const done = (): Search => {
    while (w.path.length > 1) w.leave(true);
    w.close(0, true);
    w.path = [0];
    w.step(Kind.done, 0);
    return w.finish();
  };
  /** Leaves the node the search stands at, and says whether it was exhausted. */
  const leave = (jumping: boolean): boolean => {
    const n = w.at;
    const t = w.nodes[n];
    const exhausted = t.failed || t.solved || (t.children.length > 0 && (!jumping || t.rightDone));
    w.leave(exhausted);
    if (exhausted && rights.has(n)) w.nodes[t.parent].rightDone = true;
    return exhausted;
  };
  const rights = new Set<number>();
  const decide = (right: boolean): "open" | "fail" | "solution" => {
    const decision = { variable: w.path.length - 1, value: Math.floor(r() * 9), pruned: Math.floor(r() * 20) };
    const bits = right ? Bit.right : 0;
    const fails = r() < o.fails;
    w.place(fails ? Kind.fail : Kind.place, bits | (fails ? Bit.failure : 0), decision);
    if (right) rights.add(w.at);
    if (fails) {
      w.nodes[w.at].failed = true;
      return "fail";
    }
    if (w.path.length - 1 < o.depth) return "open";
    w.nodes[w.at].solved = true;
    w.step(Kind.place, Bit.solution);
    return "solution";
  };
  let state = "open";
  while (w.nodes.length < o.most) {
    if (state === "open") {
      state = decide(false);
      continue;
    }
    if (state === "fail" && w.path.length > 1 && r() < o.restarts) {
      for (let first = true; w.path.length > 1; first = false) {
        leave(true);
        w.step(Kind.back, first ? Bit.restart : 0);
      }
      state = "open";
      continue;
    }
    if (state === "fail" && w.path.length > 1 && r() < o.jumps) {
      const depth = w.path.length - 1;
      const to = Math.max(0, depth - 1 - Math.floor(r() * r() * 5));
      for (let first = true; w.path.length - 1 > to; first = false) {
        leave(true);
        w.step(Kind.back, first ? Bit.learned : 0);
      }
      if (r() < 0.15) {
        w.nodes[w.at].failed = true;
        w.step(Kind.infer, 0, { variable: 1, value: 1 });
        w.step(Kind.fail, Bit.failure, { pruned: 2 });
        continue; // fails again, where nodes are open already
      }
      w.step(Kind.infer, 0, { variable: 1, value: 1, pruned: 4 });
      state = "open";
      continue;
    }
    // Chronologically: back to the nearest node whose second side is to be done.
    const single = r() < 0.5; // in one step, or in as many as there are nodes
    do {
      if (w.path.length === 1) return done();
      const right = rights.has(w.at);
      leave(false);
      const closed = right || w.nodes[w.at].failed; // the node itself is done as well
      if (!single || !closed) w.step(Kind.back, 0);
      else if (w.path.length === 1) return done();
      if (!closed) break;
    } while (true);
    state = decide(true);
  }
  return w.finish();
}
