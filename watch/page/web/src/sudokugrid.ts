// A 9 x 9 grid to type a Sudoku into, beside its text: what is typed in one shows
// in the other.

import { t } from "./catalogue";
import { h } from "./dom";

const side = 9;

export class SudokuGrid {
  readonly element: HTMLElement;
  private readonly cells: HTMLInputElement[] = [];

  constructor(private readonly area: HTMLTextAreaElement) {
    const rows: HTMLElement[] = [];
    for (let r = 0; r < side; r++) {
      const row = h("div", { class: "type-row", role: "row" });
      for (let c = 0; c < side; c++) {
        const input = h("input", {
          type: "text", inputMode: "numeric", maxLength: 1, autocomplete: "off", "aria-label": t().sudokuCell(r + 1, c + 1), tabIndex: r + c === 0 ? 0 : -1,
        });
        this.cells.push(input);
        row.append(h("div", { role: "gridcell", class: `type-cell${r % 3 === 0 && r ? " box-top" : ""}${c % 3 === 0 && c ? " box-left" : ""}` }, input));
      }
      rows.push(row);
    }
    this.element = h("div", { class: "type-grid", role: "grid" }, ...rows);
    this.element.addEventListener("keydown", (e) => this.key(e));
    this.element.addEventListener("input", (e) => this.typed(e));
    this.element.addEventListener("paste", (e) => this.paste(e));
    this.element.addEventListener("focusin", (e) => {
      for (const cell of this.cells) cell.tabIndex = cell === e.target ? 0 : -1;
      if (e.target instanceof HTMLInputElement) e.target.select();
    });
    area.addEventListener("input", () => this.read());
    this.read();
  }

  clear(): void {
    for (const c of this.cells) c.value = "";
    this.write();
    this.cells[0]!.focus();
  }

  /** Shows the text in the grid, if it is a 9 x 9 grid. */
  private read(): void {
    const digits = digitsOf(this.area.value);
    this.element.classList.toggle("other", digits === null);
    this.cells.forEach((cell, i) => (cell.value = digits?.[i] ?? ""));
  }

  private write(): void {
    const lines: string[] = [];
    for (let r = 0; r < side; r++) lines.push(this.cells.slice(r * side, (r + 1) * side).map((c) => c.value || ".").join(""));
    this.area.value = lines.join("\n") + "\n";
    this.element.classList.remove("other");
  }

  private typed(e: Event): void {
    const cell = e.target as HTMLInputElement;
    const i = this.cells.indexOf(cell);
    const digit = /[1-9]/.exec(cell.value)?.[0] ?? "";
    const blank = /[0. ]/.test(cell.value);
    cell.value = digit;
    this.write();
    if ((digit || blank) && i + 1 < this.cells.length) this.cells[i + 1]!.focus();
  }

  private paste(e: ClipboardEvent): void {
    const text = e.clipboardData?.getData("text") ?? "";
    if (text.trim().length < 2) return;
    e.preventDefault();
    this.area.value = text;
    this.area.dispatchEvent(new Event("input"));
  }

  private key(e: KeyboardEvent): void {
    const i = this.cells.indexOf(e.target as HTMLInputElement);
    if (i < 0) return;
    const by = { ArrowUp: -side, ArrowDown: side, ArrowLeft: -1, ArrowRight: 1 }[e.key];
    if (by !== undefined) {
      e.preventDefault();
      this.cells[i + by]?.focus();
    } else if (e.key === "Backspace" && this.cells[i]!.value === "") {
      e.preventDefault();
      this.cells[i - 1]?.focus();
    }
  }
}

/** The cells of a 9 x 9 grid as text, "" for a blank; null if it is something else. */
export function digitsOf(text: string): string[] | null {
  const cells = text.replace(/[#%;].*$/gm, "").replace(/^[-+=|\s]*$/gm, "").replace(/[\s|,]/g, "");
  if (cells.length !== side * side || /[^0-9._*?]/.test(cells)) return null;
  return [...cells].map((c) => (/[1-9]/.test(c) ? c : ""));
}
