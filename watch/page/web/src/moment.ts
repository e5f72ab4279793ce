// A moment of a search: a step, and the domains after it.

import { single, size, type Domain } from "./domain";
import type { Start, TraceEvent } from "./trace";

/** It is valid until the replay that made it moves on. */
export interface Moment {
  step: number;
  start: Start;
  domains: readonly (Domain | null)[];
  /** The variables that the step changed, with the domains before it. */
  changed: ReadonlyMap<number, Domain | null>;
  events: readonly TraceEvent[];
}

/** The domain of a variable before the step. */
export function before(m: Moment, variable: number): Domain | null {
  const d = m.changed.get(variable);
  return d === undefined ? m.domains[variable]! : d;
}

/** The value of an output, undefined while it is open. */
export function output(m: Moment, cell: number): number | undefined {
  const [variable, factor, offset] = m.start.cells[cell]!;
  const v = single(m.domains[variable]);
  return v === undefined ? undefined : factor * v + offset;
}

/** The event of a kind in the step, the last if there are several. */
export function eventOf(m: Moment, kind: TraceEvent["event"]): TraceEvent | undefined {
  for (let i = m.events.length - 1; i >= 0; i--) {
    if (m.events[i]!.event === kind) return m.events[i];
  }
  return undefined;
}

/** The number of values that constraints removed in the step. */
export function prunedCount(m: Moment): number {
  let n = 0;
  for (const e of m.events) {
    if (e.event === "prune" && e.removed && e.cause !== "placement") n += size(e.removed);
  }
  return n;
}
