// The variables of a search and their domains, as a table that draws only the
// rows in view: a model may have hundreds of thousands of variables.

import { count } from "./en";
import { t } from "./catalogue";
import { minus, size, text, type Domain } from "./domain";
import { h, setText } from "./dom";
import type { Moment } from "./moment";
import type { Names } from "./names";

const rowHeight = 32;
const overscan = 8;

/** The most pixels that browsers lay out in one element without trouble. */
const mostPixels = 8_000_000;

export class VariableTable {
  readonly element: HTMLElement;
  private readonly filter: HTMLInputElement;
  private readonly outputs: HTMLInputElement;
  private readonly changed: HTMLInputElement;
  private readonly labels: HTMLElement[];
  private readonly showing = h("span", { class: "showing", role: "status" });
  private readonly scroller: HTMLElement;
  private readonly body = h("div", { class: "rows", role: "rowgroup" });
  private readonly head: HTMLElement;
  private rows: number[] = []; // variables that pass the filter
  private moment: Moment | null = null;

  constructor(private readonly names: Names, private readonly onChoose: (variable: number) => void) {
    const again = () => this.select();
    this.filter = h("input", { type: "search", class: "filter", oninput: again });
    this.outputs = h("input", { type: "checkbox", onchange: again });
    this.changed = h("input", { type: "checkbox", onchange: again });
    this.labels = [h("span"), h("span")];
    this.head = h("div", { class: "row head", role: "row" });
    this.scroller = h("div", { class: "table-scroll", tabIndex: 0, role: "table", onscroll: () => this.draw() }, this.head, this.body);
    this.element = h("div", { class: "variables" },
      h("div", { class: "table-tools" }, this.filter,
        h("label", {}, this.outputs, this.labels[0]!), h("label", {}, this.changed, this.labels[1]!), this.showing),
      this.scroller);
    this.relabel();
  }

  relabel(): void {
    const words = t();
    this.filter.placeholder = words.filter;
    this.filter.setAttribute("aria-label", words.filter);
    setText(this.labels[0]!, words.onlyOutputs);
    setText(this.labels[1]!, words.onlyChanged);
    this.scroller.setAttribute("aria-label", words.variables);
    this.head.replaceChildren(...[words.variable, words.sizeColumn, words.domain].map((w) => h("span", { role: "columnheader" }, w)));
    this.select();
  }

  show(m: Moment): void {
    this.moment = m;
    if (this.changed.checked) this.select();
    else this.draw();
  }

  private select(): void {
    const wanted = this.filter.value.trim().toLowerCase();
    const all = this.names.start.variables;
    this.rows = [];
    for (let v = 0; v < all.length; v++) {
      if (wanted && !all[v]!.name.toLowerCase().includes(wanted) && !this.names.variable(v).toLowerCase().includes(wanted)) continue;
      if (this.outputs.checked && !this.names.isOutput(v)) continue;
      if (this.changed.checked && !this.moment?.changed.has(v)) continue;
      this.rows.push(v);
    }
    setText(this.showing, t().showing(this.rows.length, all.length));
    this.scroller.setAttribute("aria-rowcount", String(this.rows.length + 1));
    this.body.style.height = Math.min(mostPixels, this.rows.length * rowHeight) + "px";
    this.draw();
  }

  private draw(): void {
    const m = this.moment;
    if (!m) return;
    const height = this.scroller.clientHeight || 400;
    const full = this.rows.length * rowHeight;
    // Beyond what can be laid out, a pixel of scrolling stands for several of rows.
    const scale = full > mostPixels ? (full - height) / (mostPixels - height) : 1;
    const top = this.scroller.scrollTop * scale;
    const from = Math.max(0, Math.floor(top / rowHeight) - overscan);
    const to = Math.min(this.rows.length, Math.ceil((top + height) / rowHeight) + overscan);
    const shown: Node[] = [];
    for (let k = from; k < to; k++) {
      const row = this.row(this.rows[k]!, m);
      row.setAttribute("aria-rowindex", String(k + 2));
      row.style.top = k * rowHeight - top + this.scroller.scrollTop + "px";
      shown.push(row);
    }
    this.body.replaceChildren(...shown);
  }

  private row(v: number, m: Moment): HTMLElement {
    const d = m.domains[v] ?? null;
    const was = m.changed.get(v);
    const row = h("div", { class: "row", role: "row", onclick: () => this.onChoose(v) },
      h("span", { role: "cell", class: "name", title: this.names.start.variables[v]!.name }, this.names.variable(v)),
      h("span", { role: "cell", class: "size" }, d ? count(size(d)) : "?"),
      h("span", { role: "cell", class: "domain" }, ...domainWords(d, was)));
    row.dataset.variable = String(v);
    if (was !== undefined) row.classList.add("changed");
    if (d && size(d) === 1) row.classList.add("fixed");
    if (m.events.some((e) => e.event === "fail" && e.var === v)) row.classList.add("emptied");
    return row;
  }
}

/** A domain, with what it just lost struck out. */
export function domainWords(d: Domain | null, was: Domain | null | undefined): Node[] {
  const words: Node[] = [h("span", {}, d ? (d.length === 0 ? "∅" : text(d)) : t().cellUnknown)];
  if (d && was) {
    const lost = minus(was, d);
    if (lost.length > 0) words.push(h("s", { class: "lost" }, text(lost, 6)));
  }
  return words;
}
