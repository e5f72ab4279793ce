// The reasons of a step: which constraint took which values, and the placements
// behind it. Pointing at one, or moving to it, marks its cells on the board.

import { t } from "./catalogue";
import { single, text } from "./domain";
import { h } from "./dom";
import { behind } from "./marks";
import type { Moment } from "./moment";
import type { Names } from "./names";
import { cause, refusals, sentence } from "./words";
import type { Domain } from "./domain";
import type { TraceEvent } from "./trace";

/** Reasons that are listed before the reader asks for more. */
const first = 60;

/** Placements behind a reason that are named. */
const mostBehind = 6;

export class WhyView {
  private all = false;
  private shown = -1; // step

  /** onPoint is told what the reader points at, null for nothing. */
  constructor(
    private readonly list: HTMLElement,
    private readonly onPoint: (e: TraceEvent | null) => void,
  ) {}

  show(m: Moment, names: Names): void {
    if (m.step !== this.shown) this.all = false;
    this.shown = m.step;
    const items = this.reasons(m, names);
    const listed = this.all ? items : items.slice(0, first);
    this.list.replaceChildren(...listed);
    if (items.length > listed.length) {
      const more = h("button", { type: "button", class: "link", onclick: () => {
        this.all = true;
        this.show(m, names);
      } }, t().morePrunings(items.length - listed.length));
      this.list.append(h("li", { class: "more" }, more));
    }
    if (items.length === 0) this.list.append(h("li", { class: "none" }, m.step === 0 ? "" : m.start.method === "plain" ? t().whyNothingPlain : t().whyNothing));
  }

  private reasons(m: Moment, names: Names): HTMLElement[] {
    const items: HTMLElement[] = [];
    for (const r of refusals(m)) items.push(this.item(r.event, "refused", [h("span", { class: "what" }, r.text)]));
    for (const e of m.events) {
      if (e.event === "fail" && e.cause !== "exhaustion") items.push(this.reason(e, m, names));
    }
    for (const e of m.events) {
      if (e.event === "prune" && e.cause !== "placement") items.push(this.reason(e, m, names));
    }
    if (items.length === 0 && m.changed.size > 0 && m.events.some((e) => e.event === "back")) {
      items.push(h("li", { class: "none" }, t().returned(m.changed.size)));
    }
    return items;
  }

  private reason(e: TraceEvent, m: Moment, names: Names): HTMLElement {
    const words = t();
    const who = e.var !== undefined && e.var >= 0 ? names.variable(e.var) : "";
    const what = e.event === "fail" ? sentence(who ? words.leavesNothing(who) : words.violated(cause(e, names))) : words.loses(who, valuesOf(e, names));
    const parts: Node[] = [h("span", { class: "what" }, what), h("span", { class: "by" }, cause(e, names))];
    if (e.by !== undefined && e.by >= 0) {
      const b = behind(e, m, names);
      const placed = b.variables.slice(0, mostBehind).map((v) => names.literal(v, "=", single(m.domains[v])!));
      if (b.variables.length > mostBehind) placed.push("…");
      if (placed.length > 0) {
        const list = placed.join(", ");
        parts.push(h("span", { class: "behind" }, b.exact ? words.because(list) : words.fixedIn(list)));
      }
      parts.push(h("code", { class: "constraint" }, names.constraintText(e.by)));
    }
    return this.item(e, e.event === "fail" ? "failed" : "pruned", parts);
  }

  private item(e: TraceEvent, kind: string, parts: Node[]): HTMLElement {
    const on = () => this.onPoint(e);
    const off = () => this.onPoint(null);
    return h("li", { class: kind }, h("button", {
      type: "button", class: "reason", onmouseenter: on, onmouseleave: off, onfocus: on, onblur: off, onclick: on,
    }, ...parts));
  }
}

/** The values that a pruning took, by their symbols. */
function valuesOf(e: TraceEvent, names: Names): string {
  const removed: Domain = e.removed ?? [];
  if (e.var === undefined) return text(removed);
  if (names.value(e.var, 0) === "0" && names.value(e.var, 1) === "1") return text(removed);
  const symbols: string[] = [];
  for (const [a, b] of removed) for (let x = a; x <= b && symbols.length < 16; x++) symbols.push(names.value(e.var, x));
  return symbols.join(", ");
}
