// The domains of a search at each of its steps, forwards and backwards: the rules
// of docs/watch.md. It begins in the middle of a search, with what the server
// says of that moment.

import { minus, type Domain } from "./domain";
import type { Start, TraceEvent } from "./trace";

/** What the server keeps of an open node: the step that opened it, and the
 * domains that changed there with what they were before. */
export type PathEntry = [step: number, node: number, undo?: [variable: number, domain: Domain | null][]];

/** The answer to a request for a window. */
export interface WindowData {
  from: number;
  domains: (Domain | null)[];
  path: PathEntry[];
  steps: TraceEvent[][];
}

interface Saved {
  variable: number;
  domain: Domain | null;
}

interface Open {
  node: number;
  trail: number; // length of the trail when it was opened
}

/** What takes one event back. */
interface Undo {
  change?: boolean;
  opened?: boolean;
  saved?: Saved[]; // of a back: what it put back, as it was, in the order of the changes
  nodes?: Open[]; // of a back: the nodes that it closed
}

export class Replay {
  /** The domains after the step where it stands. */
  readonly domains: (Domain | null)[];
  /** The variables that the step where it stands changed, with what they were. */
  readonly changed = new Map<number, Domain | null>();
  private readonly trail: Saved[] = [];
  private readonly open: Open[] = [];
  private readonly history: Undo[][] = []; // by step of the window
  private readonly known: boolean[]; // by variable: its domain is known at the start

  constructor(start: Start, private readonly data: WindowData) {
    this.domains = data.domains.slice();
    this.known = start.variables.map((v) => v.domain !== null);
    for (const [, node, undo] of data.path) {
      this.open.push({ node, trail: this.trail.length });
      for (const [variable, domain] of undo ?? []) this.trail.push({ variable, domain });
    }
    if (this.open.length === 0) this.open.push({ node: 0, trail: 0 });
  }

  /** The step where it stands. */
  get step(): number {
    return this.data.from + this.history.length;
  }

  /** The last step to which it can go. */
  get last(): number {
    return this.data.from + this.data.steps.length;
  }

  /** The events of the step where it stands; none at the beginning of the window. */
  get events(): readonly TraceEvent[] {
    return this.history.length > 0 ? this.data.steps[this.history.length - 1]! : [];
  }

  /** The events of each step of the window. */
  contents(): { from: number; last: number; events: (step: number) => readonly TraceEvent[] } {
    const { from, steps } = this.data;
    return { from, last: this.last, events: (step) => steps[step - from - 1] ?? [] };
  }

  /** Goes to a step of the window. */
  to(step: number): void {
    if (step < this.data.from || step > this.last) throw new RangeError(`step ${step} outside ${this.data.from}..${this.last}`);
    if (step < this.step) {
      while (this.step > step) this.undo();
      if (this.history.length > 0) { // to know what that step changed
        this.undo();
        this.apply();
      }
    }
    while (this.step < step) this.apply();
  }

  private apply(): void {
    this.changed.clear();
    const undos: Undo[] = [];
    for (const e of this.data.steps[this.history.length]!) undos.push(this.event(e));
    this.history.push(undos);
  }

  private undo(): void {
    this.changed.clear();
    const undos = this.history.pop()!;
    for (let i = undos.length - 1; i >= 0; i--) {
      const u = undos[i]!;
      if (u.change) this.putBack(this.trail.pop()!);
      if (u.opened) this.open.pop();
      if (u.nodes) {
        this.open.push(...u.nodes);
        for (const s of u.saved!) this.set(s.variable, s.domain);
      }
    }
  }

  private event(e: TraceEvent): Undo {
    switch (e.event) {
      case "place":
        this.open.push({ node: e.node, trail: this.trail.length });
        return { opened: true, change: this.change(e) };
      case "infer":
      case "prune":
        return { change: this.change(e) };
      case "back":
        return this.back(e.depth);
    }
    return {};
  }

  /** Applies what e says of its variable; reports whether that is anything. */
  private change(e: TraceEvent): boolean {
    const v = e.var;
    if (v === undefined || v < 0) return false;
    if (!this.known[v]) {
      if (e.op !== "=") return false;
      this.set(v, [[e.value!, e.value!]]);
      return true;
    }
    const d = this.domains[v];
    if (!d || !e.removed || e.removed.length === 0) return false;
    this.set(v, minus(d, e.removed));
    return true;
  }

  private back(depth: number): Undo {
    const nodes = this.open.splice(depth + 1);
    if (nodes.length === 0) return { nodes, saved: [] };
    const taken = this.trail.splice(nodes[0]!.trail);
    const saved: Saved[] = new Array(taken.length);
    for (let i = taken.length - 1; i >= 0; i--) {
      const t = taken[i]!;
      saved[i] = { variable: t.variable, domain: this.domains[t.variable]! };
      this.putBack(t);
    }
    return { nodes, saved };
  }

  private set(variable: number, domain: Domain | null): void {
    const before = this.domains[variable]!;
    this.trail.push({ variable, domain: before });
    this.note(variable, before);
    this.domains[variable] = domain;
  }

  private putBack(s: Saved): void {
    this.note(s.variable, this.domains[s.variable]!);
    this.domains[s.variable] = s.domain;
  }

  private note(variable: number, before: Domain | null): void {
    if (!this.changed.has(variable)) this.changed.set(variable, before);
  }
}
