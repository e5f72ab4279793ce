// What is known of the chosen cell: its values, and the steps in which it changed.

import { t } from "./catalogue";
import { h, setText } from "./dom";
import { iconOf } from "./icons";
import { before, type Moment } from "./moment";
import type { Names } from "./names";
import type { Search } from "./search";
import { domainWords } from "./table";

/** Steps that are listed before and after the cursor. */
const around = 12;

/** Steps of the log that are searched for decisions. */
const mostSearched = 200_000;

export class CellPanel {
  readonly element: HTMLElement;
  variable = -1;
  private readonly title = h("h3");
  private readonly hint = h("p", { class: "hint" });
  private readonly domain = h("p", { class: "cell-domain" });
  private readonly range = h("p", { class: "hint" });
  private readonly list = h("ol", { class: "changes" });
  private readonly close: HTMLButtonElement;
  private moment: Moment | undefined;
  private key = "";

  constructor(private readonly search: Search, private readonly names: Names, private readonly onStep: (step: number) => void) {
    this.close = h("button", { type: "button", class: "icon-button small", onclick: () => this.choose(-1, this.moment) }, iconOf("close"));
    this.element = h("section", { class: "cell-box" },
      h("div", { class: "panel-head" }, this.title, this.close), this.hint, this.domain, this.range, this.list);
    this.relabel();
  }

  relabel(): void {
    setText(this.hint, t().cellHint);
    this.close.setAttribute("aria-label", t().close);
    this.key = "";
    if (this.moment) this.show(this.moment);
    else this.frame();
  }

  choose(variable: number, m: Moment | undefined): void {
    this.variable = variable;
    this.key = "";
    const moment = m ?? this.moment;
    if (moment) this.show(moment);
  }

  show(m: Moment): void {
    this.moment = m;
    this.frame();
    if (this.variable < 0) return;
    const was = m.changed.get(this.variable);
    this.domain.replaceChildren(...domainWords(m.domains[this.variable] ?? null, was === undefined ? undefined : before(m, this.variable)));
    this.showChanges(m.step);
  }

  private frame(): void {
    const on = this.variable >= 0;
    setText(this.title, on ? this.names.variable(this.variable) : t().cellPanel);
    this.hint.hidden = on;
    this.close.hidden = this.domain.hidden = this.range.hidden = this.list.hidden = !on;
  }

  private showChanges(at: number): void {
    const { steps, from, to } = this.changes(at);
    const key = steps.join() + "@" + at;
    if (key === this.key) return;
    this.key = key;
    setText(this.range, `${t().cellChanges}${to > 0 ? " – " + t().cellChangesWithin(from, to) : ""}`);
    this.list.replaceChildren(...steps.map((s) => {
      const b = h("button", { type: "button", class: "chip", onclick: () => this.onStep(s) }, String(s));
      if (s === at) b.setAttribute("aria-current", "step");
      return h("li", {}, b);
    }));
    if (steps.length === 0) this.list.append(h("li", { class: "none" }, t().cellNoChange));
  }

  /** The steps near the cursor that changed the variable: decisions of the whole log, prunings of what is loaded. */
  private changes(at: number): { steps: number[]; from: number; to: number } {
    const found = new Set<number>();
    const loaded = this.search.loaded();
    let from = Infinity;
    let to = 0;
    for (const w of loaded) {
      from = Math.min(from, w.from + 1);
      to = Math.max(to, w.last);
      for (let s = w.from + 1; s <= w.last; s++) {
        if (w.events(s).some((e) => e.var === this.variable && (e.event === "place" || e.event === "infer" || e.event === "prune"))) found.add(s);
      }
    }
    const { log } = this.search;
    const last = Math.min(log.length, at + mostSearched);
    for (let s = Math.max(1, at - mostSearched); s <= last; s++) {
      if (log.variable(s) === this.variable && log.kind(s) !== 4) found.add(s);
    }
    const all = [...found].sort((a, b) => a - b);
    const here = all.findIndex((s) => s >= at);
    const middle = here < 0 ? all.length : here;
    return { steps: all.slice(Math.max(0, middle - around), middle + around), from: Number.isFinite(from) ? from : 0, to };
  }
}
