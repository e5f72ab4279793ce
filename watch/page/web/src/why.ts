// The reasons of a step: which constraint took which values, and the placements
// behind it. Pointing at one, or moving to it, marks its cells on the board.

import { t } from "./catalogue";
import { single, text } from "./domain";
import { h } from "./dom";
import { behind } from "./marks";
import type { Moment } from "./moment";
import type { Names } from "./names";
import { tried } from "./narration";
import { Within } from "./within";
import { cause, decision, failure, refusalOf, sentence, type Line } from "./words";
import type { Domain } from "./domain";
import type { TraceEvent } from "./trace";

/** Reasons that are listed before the reader asks for more. */
const first = 60;

/** The most reasons that are listed by themselves, where the reader goes through them one by one. */
const mostOneByOne = 500;

/** Placements behind a reason that are named. */
const mostBehind = 6;

export class WhyView {
  private all = false;
  private shown = -1; // step
  private readonly items = new Map<TraceEvent, HTMLElement>();

  /** onPoint is told what the reader points at, null for nothing. */
  constructor(
    private readonly list: HTMLElement,
    private readonly onPoint: (e: TraceEvent | null) => void,
  ) {}

  /** Lists the reasons of a step: the failure first, or, to go through them one by one, all in the order in which they happened. */
  show(m: Moment, names: Names, oneByOne: boolean): void {
    if (m.step !== this.shown) this.all = false;
    this.shown = m.step;
    const told = m.events.filter(tells);
    if (!oneByOne) told.sort((a, b) => rank(a) - rank(b));
    const listed = told.slice(0, this.all ? Infinity : oneByOne ? mostOneByOne : first);
    this.items.clear();
    this.build(listed, m, names);
    this.list.replaceChildren(...listed.map((e) => this.items.get(e)!));
    if (told.length > listed.length) {
      const more = h("button", { type: "button", class: "link", onclick: () => {
        this.all = true;
        this.show(m, names, oneByOne);
      } }, t().morePrunings(told.length - listed.length));
      this.list.append(h("li", { class: "more" }, more));
    }
    if (told.length === 0) this.list.append(h("li", { class: "none" }, nothing(m)));
  }

  /** Marks the reason at which the reader is inside of the step, and what comes after it; null: the whole step. */
  mark(current: TraceEvent | null, m: Moment): void {
    let later = false; // in the order of the list, which is then that of the events
    const at = current ? m.events.indexOf(current) : Infinity;
    for (const [e, item] of this.items) {
      if (e === current) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
      later ||= current !== null && m.events.indexOf(e) > at;
      item.classList.toggle("later", later);
    }
    if (current) this.items.get(current)?.scrollIntoView({ block: "nearest" });
  }

  /** Makes the items of some reasons, each with what was placed when it happened. */
  private build(listed: readonly TraceEvent[], m: Moment, names: Names): void {
    const wanted = new Set(listed);
    const walk = new Within(m);
    m.events.forEach((e, i) => {
      if (!wanted.has(e)) return;
      const item = e.event === "clash" ? this.item(e, "refused", [h("span", { class: "what" }, refusalOf(e))]) : this.reason(e, walk.to(i + 1), names);
      this.items.set(e, item);
    });
  }

  private reason(e: TraceEvent, m: Moment, names: Names): HTMLElement {
    const parts: Node[] = [h("span", { class: "what" }, effect(e, names))];
    if (!namesCause(e)) parts.push(h("span", { class: "by" }, cause(e, names)));
    if (e.by !== undefined && e.by >= 0) {
      const because = groundsOf(e, m, names);
      if (because) parts.push(h("span", { class: "behind" }, because));
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

/** Whether an event is a reason: a try refused, a failure, or a pruning. */
function tells(e: TraceEvent): boolean {
  return e.event === "clash" || (e.event === "fail" && e.cause !== "exhaustion") || (e.event === "prune" && e.cause !== "placement");
}

/** Tries come first, as they were made, then the failure. */
function rank(e: TraceEvent): number {
  return e.event === "clash" ? 0 : e.event === "fail" ? 1 : 2;
}

/** What is said of a step without reasons. */
function nothing(m: Moment): string {
  if (m.step === 0) return "";
  if (m.changed.size > 0 && m.events.some((e) => e.event === "back")) return t().returned(m.changed.size);
  return m.start.method === "plain" ? t().whyNothingPlain : t().whyNothing;
}

/** Whether what an event did is told with the name of its cause. */
function namesCause(e: TraceEvent): boolean {
  return e.event === "fail" && (e.var === undefined || e.var < 0);
}

/** What a pruning or failure did. */
function effect(e: TraceEvent, names: Names): string {
  const words = t();
  const who = e.var !== undefined && e.var >= 0 ? names.variable(e.var) : "";
  if (e.event !== "fail") return words.loses(who, valuesOf(e, names));
  return sentence(who ? words.leavesNothing(who) : words.violated(cause(e, names)));
}

/** The placements on which a constraint's pruning or failure rests, in words. */
function groundsOf(e: TraceEvent, m: Moment, names: Names): string {
  const b = behind(e, m, names);
  const placed = b.variables.slice(0, mostBehind).map((v) => names.literal(v, "=", single(m.domains[v])!));
  for (const share of b.shares) {
    const who = share.variables.map((v) => names.variable(v)).join(", ");
    placed.push(t().needed(who, share.values.map((x) => names.value(e.var!, x)).join(", ")));
  }
  if (placed.length === 0) return "";
  if (b.variables.length > mostBehind) placed.push("…");
  const list = placed.join(", ");
  return b.exact ? t().because(list) : t().fixedIn(list);
}

/** One part of a step in words; m is the moment at its end. */
export function partWords(e: TraceEvent, m: Moment, names: Names): Line {
  const words = t();
  const plain = m.start.method === "plain";
  switch (e.event) {
    case "clash":
      return { text: refusalOf(e), tone: "fail" };
    case "place":
      return { text: sentence(plain ? words.placed(decision(e, names, true)) : (e.right ? words.decidedRight : words.decided)(decision(e, names, false))), tone: "plain" };
    case "infer":
      return { text: words.inferred(decision(e, names, false)), tone: "plain" };
    case "back":
      return { text: e.text ? words.steppedBack(tried(e.text).text) : words.steppedBackTo(e.depth), tone: "back" };
    case "fail":
      if (e.cause === "exhaustion") return { text: failure(e, names), tone: "fail" };
  }
  const grounds = e.by !== undefined && e.by >= 0 ? groundsOf(e, m, names) : "";
  return { text: words.partReason(effect(e, names), namesCause(e) ? "" : cause(e, names), grounds), tone: e.event === "fail" ? "fail" : "plain" };
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
