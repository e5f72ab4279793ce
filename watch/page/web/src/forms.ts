// The form by which a problem is picked or pasted: a field for each of its values,
// method and branching.

import type { About, Field, ProblemInfo, SearchRequest } from "./api";
import { ApiError } from "./api";
import { t } from "./catalogue";
import { byId, h, setText } from "./dom";
import { refusalWords } from "./refusal";
import { sentence } from "./words";
import { SudokuGrid } from "./sudokugrid";

export class SetupForm {
  private readonly form = byId<HTMLFormElement>("setup");
  private readonly problem = byId<HTMLSelectElement>("problem");
  private readonly method = byId<HTMLSelectElement>("method");
  private readonly order = byId<HTMLSelectElement>("order");
  private readonly valueOrder = byId<HTMLSelectElement>("values");
  private readonly example = byId<HTMLSelectElement>("example");
  private readonly free = byId<HTMLInputElement>("free");
  private readonly seed = byId<HTMLInputElement>("seed");
  private readonly short = byId("short-fields");
  private readonly long = byId("long-fields");
  private readonly edit = byId<HTMLButtonElement>("edit");
  private readonly error = byId("run-error");
  private failed: unknown = null; // the error that is told
  private readonly branching = byId("branching-note");
  private readonly toggle = byId("setup-toggle");
  private fields = new Map<string, HTMLInputElement | HTMLTextAreaElement>();
  private grid: SudokuGrid | null = null;

  constructor(private readonly about: About, private readonly onRun: (r: SearchRequest) => void) {
    this.form.addEventListener("submit", (e) => {
      e.preventDefault();
      this.run();
    });
    this.problem.addEventListener("change", () => {
      this.showProblem(this.info().examples?.[0]?.values ?? {});
      if (this.hasLong()) this.open(true);
    });
    this.method.addEventListener("change", () => this.showBranching());
    this.example.addEventListener("change", () => {
      const e = this.info().examples?.find((x) => x.name === this.example.value);
      if (e) this.fill(e.values);
    });
    this.edit.addEventListener("click", () => this.open(this.long.hidden));
    this.toggle.addEventListener("click", () => this.unfold(this.form.classList.contains("folded")));
    this.relabel();
  }

  /** Shows what is searched. */
  show(r: SearchRequest): void {
    if (!this.about.problems.some((p) => p.name === r.problem)) return;
    this.problem.value = r.problem;
    this.method.value = r.method;
    this.order.value = r.order;
    this.valueOrder.value = r.valueOrder;
    this.free.checked = r.free;
    this.seed.value = String(r.seed);
    this.showProblem(r.values);
  }

  focus(): void {
    this.unfold(true);
    this.problem.focus();
  }

  /** Shows the form, or on a narrow page only its heading; a wide page always shows it. */
  unfold(on: boolean): void {
    this.form.classList.toggle("folded", !on);
    this.toggle.setAttribute("aria-expanded", String(on));
  }

  relabel(): void {
    const words = t();
    const { failed } = this;
    const kept = [this.problem.value, this.method.value, this.order.value, this.valueOrder.value];
    const own = (list: string[], names: Record<string, string>) =>
      [h("option", { value: "" }, words.own), ...list.map((name) => h("option", { value: name }, names[name] ?? name))];
    this.problem.replaceChildren(...this.about.problems.map((p) => h("option", { value: p.name }, words.problems[p.name] ?? p.name)));
    this.order.replaceChildren(...own(this.about.orders, words.orders));
    this.valueOrder.replaceChildren(...own(this.about.values, words.values));
    if (kept[0]) this.problem.value = kept[0];
    this.order.value = kept[2]!;
    this.valueOrder.value = kept[3]!;
    const values = this.values();
    this.showProblem(values);
    if (kept[1]) this.method.value = kept[1];
    this.showBranching();
    if (failed) this.fail(failed); // in the other language
  }

  /** Shows an error of the server: at its field, with the place in the text selected. */
  fail(e: unknown): void {
    this.unfold(true);
    const words = t();
    let text = words.offline;
    if (e instanceof ApiError && e.status !== 0) {
      text = sentence(e.status === 429 ? words.tooManySearches : refusalWords(e.message));
      const field = this.fields.get(e.field);
      if (field) {
        text = `${words.fields[e.field] ?? e.field}${e.line ? ", " + words.at(e.line, e.column) : ""}: ${refusalWords(e.message)}`;
        field.setAttribute("aria-invalid", "true");
        field.setAttribute("aria-describedby", "run-error");
        if (this.long.contains(field)) this.open(true);
        field.focus();
        if (field instanceof HTMLTextAreaElement && e.line > 0) selectPlace(field, e.line, e.column);
      }
    }
    this.say(text);
    this.failed = e;
  }

  /** Says that all is well, and puts the long fields away. */
  done(): void {
    this.say("");
    this.open(false);
    this.unfold(false);
  }

  busy(on: boolean): void {
    byId<HTMLButtonElement>("run").disabled = on;
  }

  private say(text: string): void {
    setText(this.error, text);
    this.error.hidden = text === "";
    this.failed = null;
    if (text !== "") return;
    for (const f of this.fields.values()) {
      f.removeAttribute("aria-invalid");
      f.removeAttribute("aria-describedby");
    }
  }

  private run(): void {
    this.say("");
    for (const f of this.info().fields) {
      const input = this.fields.get(f.name)!;
      const wrong = this.wrong(f, input.value);
      if (!wrong) continue;
      input.setAttribute("aria-invalid", "true");
      if (this.long.contains(input)) this.open(true);
      input.focus();
      this.say(`${t().fields[f.name] ?? f.name}: ${wrong}`);
      return;
    }
    const plain = this.method.value === "plain";
    this.onRun({
      problem: this.problem.value,
      values: this.values(),
      method: this.method.value,
      order: plain ? "" : this.order.value,
      valueOrder: plain ? "" : this.valueOrder.value,
      free: this.method.value === "learn" && this.free.checked,
      seed: this.method.value === "learn" && this.free.checked ? Number(this.seed.value) || 0 : 0,
    });
  }

  private wrong(f: Field, value: string): string {
    if (f.type === "text") return value.trim() === "" ? t().required : "";
    const n = Number(value);
    const whole = value.trim() !== "" && Number.isInteger(n);
    const low = f.min ?? Number.MIN_SAFE_INTEGER;
    const high = f.max ?? Number.MAX_SAFE_INTEGER;
    return whole && n >= low && n <= high ? "" : t().between(String(low), String(high));
  }

  private info(): ProblemInfo {
    return this.about.problems.find((p) => p.name === this.problem.value) ?? this.about.problems[0]!;
  }

  private values(): Record<string, string> {
    const values: Record<string, string> = {};
    for (const [name, input] of this.fields) values[name] = input.value;
    return values;
  }

  private hasLong(): boolean {
    return this.info().fields.some((f) => f.type === "text");
  }

  private open(on: boolean): void {
    this.long.hidden = !on || !this.hasLong();
    this.edit.hidden = !this.hasLong();
    this.edit.setAttribute("aria-expanded", String(!this.long.hidden));
  }

  private fill(values: Record<string, string>): void {
    for (const [name, input] of this.fields) {
      const value = values[name];
      if (value === undefined) continue;
      input.value = value;
      input.dispatchEvent(new Event("input"));
    }
  }

  /** Builds the fields of the chosen problem. */
  private showProblem(values: Record<string, string>): void {
    const words = t();
    const info = this.info();
    const shown = !this.long.hidden;
    this.say("");
    this.fields = new Map();
    this.grid = null;
    this.short.replaceChildren();
    this.long.replaceChildren();
    setText(byId("problem-hint"), words.problemHints[info.name] ?? "");
    for (const f of info.fields) {
      const label = words.fields[f.name] ?? f.name;
      if (f.type === "number") {
        const input = h("input", { type: "number", name: "field-" + f.name, min: f.min ?? "", max: f.max ?? "", inputMode: "numeric", value: f.default ?? "" });
        this.fields.set(f.name, input);
        this.short.append(h("label", { class: "field" }, h("span", {}, label), input));
      } else {
        this.fields.set(f.name, this.textField(info, f, label));
      }
    }
    const examples = info.examples ?? [];
    this.example.replaceChildren(h("option", { value: "" }, words.examples + " …"),
      ...examples.map((e) => h("option", { value: e.name }, words.exampleNames[e.name] ?? e.name)));
    byId("example-field").hidden = examples.length === 0;
    this.fill(values);
    const method = this.method.value;
    this.method.replaceChildren(...info.methods.map((m) => h("option", { value: m }, words.methods[m] ?? m)));
    this.method.value = info.methods.includes(method) ? method : info.methods[0] ?? "";
    this.showBranching();
    this.open(shown);
  }

  private textField(info: ProblemInfo, f: Field, label: string): HTMLTextAreaElement {
    const words = t();
    const area = h("textarea", {
      name: "field-" + f.name, rows: info.name === "sudoku" ? 9 : 12, spellcheck: false, autocapitalize: "off", value: f.default ?? "",
    });
    area.setAttribute("autocorrect", "off");
    const file = h("input", { type: "file", class: "visually-hidden", tabIndex: -1, onchange: () => void this.load(file, area) });
    const tools = h("div", { class: "field-tools" },
      h("button", { type: "button", class: "quiet", onclick: () => file.click() }, words.openFile), file);
    const text = h("label", { class: "field text-field" }, h("span", {}, info.name === "sudoku" ? words.asText : label), area);
    if (info.name === "sudoku") {
      this.grid = new SudokuGrid(area);
      tools.prepend(h("button", { type: "button", class: "quiet", onclick: () => this.grid?.clear() }, words.clearGrid));
      this.long.append(h("div", { class: "grid-and-text" },
        h("div", { class: "grid-part" }, h("p", { class: "hint" }, words.ownGrid), this.grid.element),
        h("div", { class: "text-part" }, text, tools)));
    } else {
      this.long.append(h("div", { class: "text-part" }, text, tools));
    }
    return area;
  }

  private async load(file: HTMLInputElement, area: HTMLTextAreaElement): Promise<void> {
    const f = file.files?.[0];
    file.value = "";
    if (!f) return;
    const most = this.about.limits.bodyBytes ?? Infinity;
    if (f.size > most) {
      this.say(t().fileTooLarge(most < 1 << 20 ? `${Math.floor(most / 1024)} KiB` : `${Math.floor(most / (1 << 20))} MiB`) + ".");
      return;
    }
    try {
      area.value = await f.text();
      area.dispatchEvent(new Event("input"));
      this.say("");
    } catch {
      this.say(t().fileUnreadable);
    }
  }

  private showBranching(): void {
    const plain = this.method.value === "plain";
    const learn = this.method.value === "learn";
    this.order.disabled = this.valueOrder.disabled = plain;
    this.branching.hidden = !plain;
    byId("free-field").hidden = !learn;
    byId("seed-field").hidden = !learn || !this.free.checked;
    this.free.onchange = () => (byId("seed-field").hidden = !this.free.checked);
    setText(byId("method-hint"), t().methodHints[this.method.value] ?? "");
  }
}

/** Selects a character of a text; line and column count from 1, column 0 is the whole line. */
export function selectPlace(area: HTMLTextAreaElement, line: number, column: number): void {
  const { from, to } = placeIn(area.value, line, column);
  area.focus();
  area.setSelectionRange(from, to);
  const height = parseFloat(getComputedStyle(area).lineHeight) || 20;
  area.scrollTop = Math.max(0, (line - 3) * height);
}

/** Where in a text a place is: the word that begins there, else one character. Columns count characters, not UTF-16 units. */
export function placeIn(text: string, line: number, column: number): { from: number; to: number } {
  const lines = text.split(/\r\n|\r|\n/);
  let from = 0;
  for (let k = 1; k < line && k <= lines.length; k++) {
    from += lines[k - 1]!.length;
    from += text.startsWith("\r\n", from) ? 2 : 1;
  }
  const words = lines[Math.min(line, lines.length) - 1] ?? "";
  if (column < 1) return { from, to: from + words.length };
  const before = [...words].slice(0, column - 1).join("");
  const rest = words.slice(before.length);
  const word = /[\p{L}\p{N}_]$/u.test(before) ? null : /^\p{L}[\p{L}\p{N}_]*/u.exec(rest);
  const here = word ? word[0] : [...rest][0] ?? "";
  return { from: from + before.length, to: from + before.length + here.length };
}
