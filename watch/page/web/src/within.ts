// The moments inside of a step: what it did one by one, in the order in which it
// happened, so that candidates can be watched while they shrink.

import { minus, type Domain } from "./domain";
import { before, type Moment } from "./moment";
import type { TraceEvent } from "./trace";

/** A try, a placement, a pruning, a failure, a step back: with what belongs to it, as the cells that one placement fills. */
export interface Part {
  event: TraceEvent;
  end: number; // events of the step up to and with it
}

function begins(e: TraceEvent): boolean {
  switch (e.event) {
    case "prune":
      return e.cause !== "placement";
    case "clash":
    case "place":
    case "infer":
    case "fail":
    case "back":
      return true;
  }
  return false;
}

/** The parts of the step of a moment, in order. */
export function partsOf(m: Moment): Part[] {
  const parts: Part[] = [];
  m.events.forEach((event, i) => {
    if (begins(event)) parts.push({ event, end: i + 1 });
    else if (parts.length > 0) parts.at(-1)!.end = i + 1;
  });
  return parts;
}

/**
 * Goes through the events of a step, and has the domains at each. It does not
 * depend on the replay of which the step's moment is. Takes as long as there are
 * variables, once, and then as long as there are events.
 */
export class Within {
  private readonly domains: (Domain | null)[];
  private readonly changed = new Map<number, Domain | null>();
  private readonly after: ReadonlyMap<number, Domain | null>; // of what the step changed
  private at = 0;

  constructor(private readonly whole: Moment) {
    this.domains = whole.domains.slice();
    const after = new Map<number, Domain | null>();
    for (const v of whole.changed.keys()) {
      after.set(v, whole.domains[v] ?? null);
      this.domains[v] = before(whole, v);
    }
    this.after = after;
  }

  /** The moment when so many events of the step have happened; never fewer than before. It is valid until the next call. */
  to(count: number): Moment {
    const { whole } = this;
    for (; this.at < count; this.at++) this.apply(whole.events[this.at]!);
    return { step: whole.step, start: whole.start, domains: this.domains, changed: this.changed, events: whole.events.slice(0, count) };
  }

  private apply(e: TraceEvent): void {
    if (e.event === "back") { // what it gave back is known of the whole step
      for (const [v, d] of this.after) this.set(v, d);
      return;
    }
    const v = e.var;
    if (v === undefined || v < 0 || (e.event !== "place" && e.event !== "infer" && e.event !== "prune")) return;
    const d = this.domains[v] ?? null;
    if (d && this.whole.start.variables[v]!.domain !== null) {
      if (e.removed && e.removed.length > 0) this.set(v, minus(d, e.removed));
    } else if (e.op === "=") this.set(v, [[e.value!, e.value!]]);
  }

  private set(v: number, d: Domain | null): void {
    if (!this.changed.has(v)) this.changed.set(v, this.domains[v] ?? null);
    this.domains[v] = d;
  }
}

/** The moment when so many events of a step have happened. */
export function within(m: Moment, count: number): Moment {
  return new Within(m).to(count);
}
