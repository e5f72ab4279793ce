// A board on the page: a table, walked by the arrow keys. Only cells that change
// are touched when the cursor moves.

import { t } from "./catalogue";
import { cellView, slotsOf, type CellView, type Slots } from "./cellview";
import { h } from "./dom";
import { cellName, type Board } from "./layout";
import type { Mark, Marks } from "./marks";
import type { Moment } from "./moment";

/** The path of a crown, on 24 x 24. */
export const queenPath =
  "M5.4 16.8 3.3 8l4.6 4.2L12 6l4.1 6.2L20.7 8l-2.1 8.8zM5.4 18.4h13.2v2.3H5.4z" +
  "M4.5 6.2a1.4 1.4 0 1 1-2.8 0 1.4 1.4 0 1 1 2.8 0zM13.4 4.2a1.4 1.4 0 1 1-2.8 0 1.4 1.4 0 1 1 2.8 0z" +
  "M22.3 6.2a1.4 1.4 0 1 1-2.8 0 1.4 1.4 0 1 1 2.8 0z";

const svgNs = "http://www.w3.org/2000/svg";

export class BoardView {
  readonly element: HTMLElement;
  private readonly table: HTMLTableElement;
  private readonly cells: HTMLTableCellElement[] = [];
  private readonly keys: string[] = [];
  private readonly slots: Slots;
  private focused = 0;
  private chosen = -1;

  constructor(
    readonly board: Board,
    private readonly number: number,
    private readonly options: { start: Moment["start"]; onChoose: (index: number) => void },
  ) {
    this.slots = slotsOf(board, options.start);
    this.table = this.build();
    this.element = h("div", { class: "board-box" }, this.table);
    const style = this.element.style;
    style.setProperty("--rows", String(board.rows + (board.colTallies ? 1 : 0)));
    style.setProperty("--cols", String(board.cols + (board.rowTallies ? 1 : 0)));
    style.setProperty("--across", String(this.slots.across || 1));
  }

  /** Shows a moment. */
  show(m: Moment, marks: Marks, hover: Marks | null): void {
    for (let i = 0; i < this.cells.length; i++) {
      const view = cellView(this.board, i, this.slots, m);
      const own = marks.of(this.number, i);
      const over = hover?.of(this.number, i);
      const key = keyOf(view, own, over) + (i === this.chosen ? "!" : "");
      if (this.keys[i] === key) continue;
      this.keys[i] = key;
      this.draw(i, view, own, over);
    }
  }

  /** Forgets what was drawn, for another language. */
  relabel(): void {
    this.keys.length = 0;
    this.table.setAttribute("aria-label", this.board.title ?? t().board);
  }

  choose(index: number): void {
    this.chosen = index;
  }

  focus(): void {
    this.cells[this.focused]?.focus();
  }

  private build(): HTMLTableElement {
    const b = this.board;
    const from = b.indices ?? 1;
    const table = h("table", { class: "board", role: "grid", "aria-label": b.title ?? t().board });
    if (b.chequered) table.classList.add("chequered");
    if (b.boxRows) table.classList.add("boxed");
    if (this.slots.count > 16) table.classList.add("dense");
    const head = h("tr", { role: "row" }, h("th", { class: "corner", role: "presentation" }));
    for (let c = 0; c < b.cols; c++) head.append(h("th", { scope: "col", role: "columnheader" }, String(c + from)));
    if (b.rowTallies) head.append(h("th", { role: "presentation" }));
    table.append(h("thead", { role: "rowgroup" }, head));
    const body = h("tbody", { role: "rowgroup" });
    for (let r = 0; r < b.rows; r++) {
      const row = h("tr", { role: "row" }, h("th", { scope: "row", role: "rowheader" }, String(r + from)));
      for (let c = 0; c < b.cols; c++) {
        const i = r * b.cols + c;
        const td = h("td", { role: "gridcell", tabIndex: i === 0 ? 0 : -1, class: "cell" });
        td.dataset.cell = String(i);
        if ((r + c) % 2 === 1) td.classList.add("odd");
        if (b.boxRows && r % b.boxRows === 0 && r > 0) td.classList.add("box-top");
        const across = b.boxCols ?? b.boxRows;
        if (across && c % across === 0 && c > 0) td.classList.add("box-left");
        if (b.cells[i]?.given) td.classList.add("given");
        this.cells[i] = td;
        row.append(td);
      }
      if (b.rowTallies) row.append(h("td", { class: "tally", "aria-label": t().tallyOf(b.rowTallies[r] ?? "") }, b.rowTallies[r] ?? ""));
      body.append(row);
    }
    if (b.colTallies) {
      const row = h("tr", { role: "row" }, h("th", { role: "presentation" }));
      for (const tally of b.colTallies) row.append(h("td", { class: "tally", "aria-label": t().tallyOf(tally) }, tally));
      if (b.rowTallies) row.append(h("td", { role: "presentation" }));
      body.append(row);
    }
    table.append(body);
    table.addEventListener("click", (e) => {
      const i = this.indexOf(e.target);
      if (i < 0) return;
      this.moveFocus(i);
      this.options.onChoose(i);
    });
    table.addEventListener("focusin", (e) => {
      const i = this.indexOf(e.target);
      if (i >= 0) this.moveFocus(i);
    });
    table.addEventListener("keydown", (e) => this.key(e));
    return table;
  }

  private indexOf(target: EventTarget | null): number {
    const td = target instanceof Element ? target.closest<HTMLElement>("td.cell") : null;
    return td ? Number(td.dataset.cell) : -1;
  }

  private moveFocus(i: number): void {
    this.cells[this.focused]!.tabIndex = -1;
    this.focused = i;
    this.cells[i]!.tabIndex = 0;
  }

  private key(e: KeyboardEvent): void {
    if (e.altKey || e.ctrlKey || e.metaKey || e.shiftKey) return;
    const { rows, cols } = this.board;
    const r = Math.floor(this.focused / cols);
    const c = this.focused % cols;
    let to = -1;
    switch (e.key) {
      case "ArrowUp": to = r > 0 ? this.focused - cols : -1; break;
      case "ArrowDown": to = r < rows - 1 ? this.focused + cols : -1; break;
      case "ArrowLeft": to = c > 0 ? this.focused - 1 : -1; break;
      case "ArrowRight": to = c < cols - 1 ? this.focused + 1 : -1; break;
      case "Enter":
        this.options.onChoose(this.focused);
        break;
      default:
        return;
    }
    e.preventDefault();
    e.stopPropagation();
    if (to >= 0) {
      this.moveFocus(to);
      this.cells[to]!.focus();
    }
  }

  private draw(i: number, view: CellView, own: ReadonlySet<Mark> | undefined, over: ReadonlySet<Mark> | undefined): void {
    const td = this.cells[i]!;
    const keep = [...td.classList].filter((c) => c === "cell" || c === "odd" || c === "box-top" || c === "box-left" || c === "given");
    td.className = keep.join(" ");
    td.classList.add("is-" + view.kind);
    if (view.empty) td.classList.add("is-empty");
    if (view.lost) td.classList.add("lost");
    if (view.back) td.classList.add("returned");
    own?.forEach((mark) => td.classList.add("m-" + mark));
    over?.forEach((mark) => td.classList.add("h-" + mark));
    td.setAttribute("aria-selected", String(i === this.chosen));
    if (i === this.chosen) td.classList.add("chosen");
    td.dataset.value = view.kind === "value" || view.kind === "on" ? view.text : "";
    td.dataset.candidates = view.candidates.filter((c) => c.state !== "lost").map((c) => c.symbol).join(" ");
    td.setAttribute("aria-label", this.label(i, view, own));
    td.replaceChildren(...this.content(view, own));
  }

  private content(view: CellView, own: ReadonlySet<Mark> | undefined): Node[] {
    switch (view.kind) {
      case "on":
        return [view.text === "♛" ? queen() : h("span", { class: "value" }, view.text)];
      case "off":
        return [h("span", { class: "dot" })];
      case "free":
        return own?.has("tried") ? [h("span", { class: "cross" }, "×")] : [];
      case "value":
      case "clue":
        return [h("span", { class: view.text.length > 2 ? "value long" : "value" }, view.text)];
      case "open":
        if (view.text) return [h("span", { class: "many" }, "{" + view.text + "}")];
        if (view.candidates.length === 0) return view.empty ? [h("span", { class: "value" }, "∅")] : [];
        return [candidates(view, this.slots)];
    }
    return [];
  }

  private label(i: number, view: CellView, own: ReadonlySet<Mark> | undefined): string {
    const words = t();
    const b = this.board;
    const parts: string[] = [];
    const left = view.candidates.filter((c) => c.state !== "lost").map((c) => c.symbol);
    const lost = view.candidates.filter((c) => c.state === "lost").map((c) => c.symbol);
    if (view.kind === "value" || view.kind === "clue") parts.push(b.cells[i]?.given ? words.given1(view.text) : view.text);
    else if (view.kind === "on") parts.push(view.text === "♛" ? words.on : view.text);
    else if (view.kind === "off") parts.push(words.off);
    else if (view.empty) parts.push(words.empty);
    else if (left.length > 0) parts.push(words.candidates(left.join(" ")));
    else if (view.kind !== "blank") parts.push(words.open);
    if (lost.length > 0) parts.push(words.justRemoved(lost.join(" ")));
    if (own?.has("placed")) parts.push(words.justPlaced);
    if (own?.has("emptied")) parts.push(words.empty);
    if (own?.has("clash") || own?.has("tried")) parts.push(words.clashing);
    const name = b.cells[i]?.value === undefined ? cellName(b, i) : words.row(Math.floor(i / b.cols) + (b.indices ?? 1)) + ", " + words.column((i % b.cols) + (b.indices ?? 1));
    return name + (parts.length > 0 ? ": " + parts.join(", ") : "");
  }
}

function keyOf(v: CellView, own: ReadonlySet<Mark> | undefined, over: ReadonlySet<Mark> | undefined): string {
  const candidates = v.candidates.map((c) => c.slot + c.state).join();
  return [v.kind, v.text, candidates, v.lost, v.back, v.empty, own ? [...own].join() : "", over ? [...over].join() : ""].join("|");
}

function candidates(view: CellView, slots: Slots): HTMLElement {
  const box = h("span", { class: "candidates" });
  let at = 0;
  for (let slot = 0; slot < slots.count; slot++) {
    const c = view.candidates[at];
    if (c && c.slot === slot) {
      at++;
      box.append(h("i", { class: c.state === "in" ? undefined : c.state }, c.symbol));
    } else {
      box.append(h("i"));
    }
  }
  return box;
}

function queen(): SVGElement {
  const svg = document.createElementNS(svgNs, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "queen");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(svgNs, "path");
  path.setAttribute("d", queenPath);
  svg.append(path);
  return svg;
}
