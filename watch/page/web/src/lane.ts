// One search on the page: its board, variables, tree, words, reasons and counters.
// The page has one lane, in a race two or three.

import { BoardView } from "./board";
import { boardSvg } from "./boardsvg";
import { CellPanel } from "./cellpanel";
import { count } from "./en";
import { t } from "./catalogue";
import { h, setText } from "./dom";
import { num, single } from "./domain";
import { iconOf } from "./icons";
import type { Counters } from "./log";
import { eventMarks, stepMarks, type Marks } from "./marks";
import { prunedCount, type Moment } from "./moment";
import { Names } from "./names";
import { refusalWords } from "./refusal";
import type { Search } from "./search";
import { VariableTable } from "./table";
import type { Theme } from "./theme";
import { Timeline } from "./timeline";
import type { TraceEvent } from "./trace";
import { ops } from "./trace";
import { TreeView, type TreeStatus } from "./treeview";
import { partWords, WhyView } from "./why";
import { partsOf, within, type Part } from "./within";
import { sentence, stepWords, type Line } from "./words";

const counterNames = ["tries", "placements", "prunings", "failures", "solutions", "nogoods", "restarts", "depth"] as const;

export interface LaneOptions {
  number: number;
  theme: () => Theme;
  /** The reader chose a step: in the tree, in a list. */
  onStep: (step: number) => void;
  /** The reader goes through a step one by one. */
  onPart: (direction: 1 | -1) => void;
  /** The reader wants, or no longer, each step one by one. */
  onOneByOne: () => void;
}

export class Lane {
  readonly element: HTMLElement;
  readonly timeline: Timeline;
  readonly timelineCanvas = h("canvas", { class: "timeline", "aria-hidden": "true" });
  readonly tree: TreeView;
  readonly canvas: HTMLCanvasElement;
  readonly names: Names;
  /** Where panels of the page's modes go. */
  readonly side: HTMLElement;

  private readonly boards: BoardView[];
  private readonly table: VariableTable;
  private readonly why: WhyView;
  private readonly cell: CellPanel;
  private readonly words: HTMLElement;
  private readonly counters: HTMLElement;
  private readonly objective = h("p", { class: "objective", hidden: true });
  private readonly best = new Map<number, number>(); // the objective's value by the step of an answer
  private readonly method = h("p", { class: "lane-method" });
  private readonly values = new Map<string, HTMLElement>();
  private readonly title = h("h2", { class: "lane-title" });
  private readonly result = h("p", { class: "lane-result" });
  private readonly treeStatus: HTMLElement;
  private readonly legend = h("ul", { class: "legend" });
  private readonly treeTools = h("div", { class: "tree-tools" });
  private readonly whyTitle = h("h3");
  private readonly whyHint = h("p", { class: "hint" });
  private readonly tabs: HTMLElement;
  private readonly boardBox: HTMLElement;
  private readonly notes = h("ul", { class: "notes" });
  private status: TreeStatus | null = null;
  private current: Moment | undefined; // the whole step
  private shownMoment: Moment | undefined; // as shown: the whole step, or a part of it
  private parts: Part[] | null = null; // of the step, when they were asked for
  private part = 0; // how many of them are shown; 0: the whole step
  private oneByOne = false;
  private readonly partTools: HTMLElement;
  private readonly partCount = h("span", { class: "part-count" });
  private pointed: TraceEvent | null = null;
  private clock = 0; // the step of the page's cursor
  private at = 0; // of the lane's
  private shownStep = -1;
  private onBoard = true; // not the table

  constructor(readonly search: Search, options: LaneOptions) {
    const id = (name: string) => (options.number === 0 ? name : undefined);
    this.names = new Names(search.start, search.boards);
    this.boards = search.boards.map((b, k) => new BoardView(b, k, { start: search.start, onChoose: (i) => this.choose(k, i) }));
    this.table = new VariableTable(this.names, (v) => this.cell.choose(v, undefined));
    this.onBoard = this.boards.length > 0;
    this.boardBox = h("div", { class: "board-area", id: id("board") }, ...this.boards.map((b) => b.element));
    this.tabs = h("div", { class: "tabs", role: "tablist" });
    this.canvas = h("canvas", { class: "tree", id: id("tree"), tabIndex: 0, role: "img" });
    this.treeStatus = h("p", { class: "tree-status", id: id("tree-status"), role: "status" });
    this.words = h("div", { class: "words", id: id("words"), "aria-live": "polite" });
    this.counters = h("dl", { class: "counters" });
    const list = h("ul", { class: "why scrolls", id: id("why") });
    this.why = new WhyView(list, (e) => this.point(e));
    this.partTools = h("div", { class: "part-tools" });
    this.cell = new CellPanel(search, this.names, options.onStep);
    this.side = h("div", { class: "side" },
      this.words, this.counters, this.objective,
      h("section", { class: "why-box" }, h("div", { class: "panel-head" }, this.whyTitle, this.partTools), this.whyHint, list),
      this.cell.element);
    this.element = h("section", { class: "lane" },
      h("div", { class: "lane-head" }, this.title, this.method, this.result),
      h("div", { class: "board-pane" }, this.tabs, this.notes, this.boardBox, this.table.element),
      h("div", { class: "tree-pane" }, this.treeTools, this.canvas, h("div", { class: "tree-foot" }, this.legend, this.treeStatus)),
      this.side);
    this.element.dataset.lane = String(options.number);
    this.element.dataset.method = search.start.method;
    this.timeline = new Timeline(this.timelineCanvas, search.log, { theme: options.theme, onScrub: options.onStep, extent: () => this.extent() });
    this.tree = new TreeView(this.canvas, search.tree, {
      theme: options.theme,
      label: (node) => this.nodeLabel(node),
      onSelect: (step) => options.onStep(step),
      onStatus: (s) => {
        this.status = s;
        this.showStatus();
      },
    });
    this.canvas.addEventListener("keydown", (e) => {
      if (e.altKey || e.ctrlKey || e.metaKey || (e.shiftKey && e.key.startsWith("Arrow")) || !this.tree.key(e)) return;
      e.preventDefault();
      e.stopPropagation();
    });
    this.canvas.addEventListener("focus", () => this.describeNode());
    this.buildPartTools(options);
    this.relabel();
    this.grow();
  }

  /** Steps of the full width of the timeline. */
  extent: () => number = () => this.search.length;

  get step(): number {
    return this.at;
  }

  /** Whether what is shown is the step of the cursor. */
  get settled(): boolean {
    return this.shownStep === this.at && !this.search.waiting;
  }

  /** The moment that is shown. */
  get moment(): Moment | undefined {
    return this.current;
  }

  /** Moves the cursor; beyond the end it stands at the end. */
  setStep(step: number): void {
    this.clock = step;
    this.at = Math.min(step, this.search.length);
    this.part = 0;
    this.parts = null;
    this.tree.setCursor(this.at);
    this.timeline.setCursor(this.at);
    this.showCounters();
    this.show();
    if (document.activeElement === this.canvas) this.describeNode();
  }

  /** Shows the first part of the step alone. */
  enter(): void {
    this.part = 1;
    this.show();
  }

  /** Whether there are parts of the step that are not shown yet. */
  get inside(): boolean {
    return this.part > 0;
  }

  /** Goes on or back inside of the step, at most to its end; reports whether there was a part to go to. */
  move(by: number): boolean {
    const m = this.search.moment(this.at);
    if (!m) return false;
    const parts = (this.parts ??= partsOf(m));
    const from = this.part === 0 ? parts.length : this.part;
    const to = Math.min(from + by, parts.length);
    if (to < 1 || to === from) return false;
    this.part = to;
    this.show();
    return true;
  }

  /** Lists reasons in the order in which they happened, to go through them. */
  setOneByOne(on: boolean): void {
    this.oneByOne = on;
    this.partTools.querySelector('[data-action="one-by-one"]')!.setAttribute("aria-pressed", String(on));
    if (this.current) this.show();
  }

  /** Tells screen readers where the cursor is in the tree. */
  private describeNode(): void {
    const words = t();
    this.canvas.setAttribute("aria-label", this.tree.describe((f) =>
      words.nodeFacts(f.node, words.statuses[f.status] ?? f.status, f.depth, f.children, f.label, f.folded)) + " " + words.treeHint);
  }

  /** Takes in what arrived of the search; reports whether all is in the tree. */
  grow(): boolean {
    const all = this.search.tree.update(8);
    this.tree.draw();
    this.timeline.draw();
    if (this.at !== Math.min(this.clock, this.search.length)) this.setStep(this.clock);
    else this.showCounters();
    if (this.shownStep !== this.at) this.show();
    else this.showObjective();
    return all;
  }

  /** Shows the step of the cursor, or what was there until it is here. */
  show(): void {
    const m = this.search.moment(this.at);
    this.element.toggleAttribute("data-waiting", !m);
    if (!m) {
      this.search.want(this.at);
      return;
    }
    const another = this.shownStep !== this.at || this.current === undefined;
    this.current = m;
    if (this.shownStep !== this.at) this.pointed = null;
    this.shownStep = this.at;
    const part = this.partOf(m);
    this.shownMoment = part ? within(m, part.end) : m;
    this.showBoards();
    if (!this.table.element.hidden) this.table.show(this.shownMoment);
    this.showWords(m, part);
    const inOrder = this.oneByOne || part !== undefined;
    if (another || part === undefined || !this.listed || this.listedInOrder !== inOrder) {
      this.why.show(m, this.names, inOrder);
      this.listed = true;
      this.listedInOrder = inOrder;
    }
    this.why.mark(part?.event ?? null, m);
    this.cell.show(this.shownMoment);
    this.showCounters();
    this.prefetch();
    this.showObjective();
  }

  /** What the objective can be here, and the best of the answers so far. */
  private showObjective(): void {
    const cell = this.search.start.objective;
    if (!cell || !this.current || this.shownStep !== this.at) return;
    const [v, factor, offset] = cell;
    const named = offset === 0 && Math.abs(factor) === 1;
    const least = factor > 0 || !named;
    const value = (x: number) => (named ? x : factor * x + offset);
    const d = this.shownMoment!.domains[v];
    const ends = d && d.length > 0 ? [value(d[0]![0]), value(d.at(-1)![1])].sort((a, b) => a - b) : [];
    const range = ends.length === 0 ? "∅" : ends[0] === ends[1] ? num(ends[0]!) : `${num(ends[0]!)} … ${num(ends[1]!)}`;
    const best = this.bestSoFar(v);
    this.objective.hidden = false;
    setText(this.objective, t().objective(least, named ? this.names.variable(v) : t().objectiveItself, range, best === undefined ? "" : num(value(best))));
  }

  /** The objective's variable in the last answer, undefined if there is none or it is not here yet. */
  private bestSoFar(variable: number): number | undefined {
    const { search } = this;
    const step = search.log.solution(this.at) && this.at > 0 ? this.at : search.log.next(this.at, "solution", -1);
    if (step === 0) return undefined;
    const known = this.best.get(step);
    if (known !== undefined) return known;
    const m = search.moment(step);
    const x = single(m?.domains[variable]);
    if (!m) search.want(step);
    else if (x !== undefined) this.best.set(step, x);
    this.current = search.moment(this.at) ?? this.current; // the replay was moved
    if (this.part === 0) this.shownMoment = this.current;
    return x;
  }

  private listed = false;
  private listedInOrder = false;

  /** The part of the step that is the last shown; undefined for the whole step. */
  private partOf(m: Moment): Part | undefined {
    if (this.part === 0) {
      this.partCount.textContent = "";
      return undefined;
    }
    const parts = (this.parts ??= partsOf(m));
    if (this.part >= parts.length) this.part = 0; // with its last part it is whole
    setText(this.partCount, parts.length > 0 ? t().partOf(this.part || parts.length, parts.length) : "");
    return this.part > 0 ? parts[this.part - 1] : undefined;
  }

  private buildPartTools(options: LaneOptions): void {
    const tool = (action: string, picture: string, direction: 1 | -1) => {
      const b = h("button", { type: "button", class: "icon-button small", onclick: () => options.onPart(direction) }, iconOf(picture));
      b.dataset.action = action;
      return b;
    };
    const toggle = h("button", { type: "button", class: "toggle small", "aria-pressed": "false", onclick: () => options.onOneByOne() });
    toggle.dataset.action = "one-by-one";
    this.partTools.append(this.partCount, tool("part-back", "back", -1), tool("part-next", "next", 1), toggle);
  }

  /** Draws everything again: another language, another theme. */
  relabel(): void {
    const words = t();
    setText(this.title, words.methods[this.search.start.method] ?? this.search.start.method);
    setText(this.method, words.methodHints[this.search.start.method] ?? "");
    this.method.title = this.method.textContent!;
    setText(this.whyTitle, words.why);
    setText(this.whyHint, words.whyHint);
    for (const [action, name] of [["part-back", words.partBack], ["part-next", words.partNext], ["one-by-one", words.oneByOneHint]] as const) {
      const b = this.partTools.querySelector<HTMLElement>(`[data-action="${action}"]`)!;
      b.title = name;
      if (action === "one-by-one") setText(b, words.oneByOne);
      else b.setAttribute("aria-label", name);
    }
    this.listed = false;
    this.element.setAttribute("aria-label", this.title.textContent!);
    this.canvas.setAttribute("aria-label", `${words.tree}. ${words.treeHint}`);
    this.notes.replaceChildren(...this.search.notes.map((n) => h("li", {}, sentence(refusalWords(n)))));
    this.notes.hidden = this.search.notes.length === 0;
    this.showTabs();
    this.showTools();
    this.showLegend();
    this.buildCounters();
    for (const b of this.boards) b.relabel();
    this.table.relabel();
    this.cell.relabel();
    this.showStatus();
    this.showCounters();
    if (this.current) this.show();
  }

  /** Announces each step, or none while it plays fast. */
  announce(on: boolean): void {
    this.words.setAttribute("aria-live", on ? "polite" : "off");
  }

  /** Whether the tree shows what lies after the cursor. */
  hideFuture(on: boolean): void {
    this.tree.future = on ? "hidden" : "faint";
    this.timeline.futureHidden = on;
    this.tree.draw();
    this.timeline.draw();
  }

  setResult(text: string, first: boolean): void {
    setText(this.result, text);
    this.result.classList.toggle("winner", first);
  }

  focusBoard(): void {
    if (this.onBoard) this.boards[0]?.focus();
    else this.table.element.querySelector<HTMLElement>(".table-scroll")?.focus();
  }

  /** The picture of the first board as it is shown. */
  boardSvg(theme: Theme): string | null {
    const m = this.shownMoment;
    const board = this.search.boards[0];
    return m && board ? boardSvg(board, 0, m, stepMarks(m, this.names), theme) : null;
  }

  /** The picture of the tree: the whole of it, if it is not too large. */
  treeSvg(): string {
    const words = t();
    const method = words.methods[this.search.start.method] ?? this.search.start.method;
    const caption = [`clew: ${this.search.start.problem}, ${method}`, words.stepOf(this.at, this.search.length)];
    if (!this.tree.wholeFits) caption.push(words.exportPart);
    return this.tree.svg("whole", caption.join(", "));
  }

  dispose(): void {
    this.tree.dispose();
    this.timeline.dispose();
    this.element.remove();
    this.timelineCanvas.remove();
  }

  private showBoards(): void {
    const whole = this.current!;
    const at = this.pointed ? whole.events.indexOf(this.pointed) + 1 : 0;
    const m = at > 0 ? within(whole, at) : this.shownMoment!; // a reason is seen at its moment
    const event = this.pointed ?? (this.part > 0 ? this.parts?.[this.part - 1]?.event : undefined);
    const over: Marks | null = event ? eventMarks(event, m, this.names) : null;
    const marks = stepMarks(m, this.names);
    for (const b of this.boards) b.show(m, marks, over);
  }

  private point(e: TraceEvent | null): void {
    if (this.pointed === e || !this.current) return;
    // The moment lives in a replay that may have moved on since.
    const m = this.search.moment(this.shownStep);
    if (!m) return;
    this.current = m;
    if (this.part === 0) this.shownMoment = m;
    this.pointed = e;
    this.element.classList.toggle("pointing", e !== null);
    this.showBoards();
  }

  private choose(board: number, index: number): void {
    const b = this.search.boards[board]!;
    const c = b.cells[index];
    const cell = c?.cell === undefined || c.cell < 0 ? undefined : this.search.start.cells[c.cell];
    for (const view of this.boards) view.choose(-1);
    this.boards[board]!.choose(index);
    if (cell) this.cell.choose(cell[0], this.current);
    if (this.current) this.show();
  }

  /** The variable whose cell is chosen, -1 for none. */
  get chosenVariable(): number {
    return this.cell.variable;
  }

  private showWords(m: Moment, part: Part | undefined): void {
    const told: Line[] = part ? [partWords(part.event, this.shownMoment!, this.names)] : stepWords(m, this.names);
    const lines = told.map((l) => h("p", { class: "tone-" + l.tone }, l.text));
    const text = lines.map((l) => l.textContent).join("\n");
    if (this.words.dataset.text === text) return;
    this.words.dataset.text = text;
    this.words.replaceChildren(...lines);
  }

  private buildCounters(): void {
    const words = t();
    const plain = this.search.plain;
    const learn = this.search.start.method === "learn";
    this.values.clear();
    this.counters.classList.toggle("many", learn);
    this.counters.replaceChildren();
    for (const name of counterNames) {
      if (plain && (name === "nogoods" || name === "restarts")) continue;
      if (!plain && !learn && (name === "nogoods" || name === "restarts")) continue;
      if (!plain && name === "tries") continue; // the engine tries no values one by one
      const shown = !plain && name === "placements" ? "decisions" : name;
      const value = h("dd", {}, "0");
      value.dataset.counter = name;
      this.values.set(name, value);
      this.counters.append(h("div", { class: `counter c-${name}${plain && name === "prunings" ? " idle" : ""}`, title: words.counterHints[shown] ?? "" }, h("dt", {}, words[shown]), value));
    }
  }

  private showCounters(): void {
    const c = this.countersAt();
    const depth = this.at > 0 ? this.search.log.depth(this.at) : 0;
    for (const [name, e] of this.values) {
      setText(e, count(name === "depth" ? depth : c[name as keyof typeof c]));
      e.classList.toggle("long", e.textContent!.length > 7);
    }
  }

  /** What happened up to what is shown. */
  private countersAt(): Counters {
    const { log } = this.search;
    const m = this.shownMoment;
    if (this.part === 0 || !m || m.step !== this.at) return log.counters(this.at);
    const c = log.counters(this.at - 1);
    for (const e of m.events) {
      if (e.event === "clash" || e.event === "place") c.tries++;
      if (e.event === "place") c.placements++;
      if (e.event === "fail") c.failures++;
    }
    c.prunings += prunedCount(m);
    return c;
  }

  private showStatus(): void {
    const s = this.status;
    setText(this.treeStatus, s ? t().treeStatus(s.shown, s.total, s.folded, s.sampled) : "");
  }

  private showTabs(): void {
    const words = t();
    const tab = (name: string, board: boolean) => {
      const b = h("button", { type: "button", role: "tab", "aria-selected": String(this.onBoard === board), onclick: () => {
        this.onBoard = board;
        this.showTabs();
        this.show();
      } }, name);
      return b;
    };
    this.tabs.replaceChildren(tab(words.board, true), tab(words.variables, false));
    this.tabs.hidden = this.boards.length === 0;
    this.boardBox.hidden = !this.onBoard;
    this.table.element.hidden = this.onBoard;
  }

  private showTools(): void {
    const words = t();
    const tool = (action: string, name: string, picture: string, run: () => void) => {
      const b = h("button", { type: "button", class: "icon-button small", "aria-label": name, title: name, onclick: run }, iconOf(picture));
      b.dataset.action = action;
      return b;
    };
    this.treeTools.replaceChildren(
      tool("fit", words.fit, "fit", () => this.tree.fit()),
      tool("zoom-in", words.zoomIn, "zoom-in", () => this.tree.zoom(1.4)),
      tool("zoom-out", words.zoomOut, "zoom-out", () => this.tree.zoom(1 / 1.4)),
      tool("fold", words.fold, "fold", () => this.tree.toggleFold(this.search.tree.nodeAt(this.at))),
      tool("shape", this.tree.mode === "tree" ? words.icicle : words.treeShape, "shape", () => {
        this.tree.mode = this.tree.mode === "tree" ? "icicle" : "tree";
        this.tree.fit();
        this.showTools();
      }));
  }

  private showLegend(): void {
    const words = t();
    const of = (kind: string, name: string) => h("li", { class: "l-" + kind }, name);
    this.legend.replaceChildren(of("choice", words.legendChoice), of("failure", words.legendFailure), of("solution", words.legendSolution),
      of("folded", words.legendFolded), of("open", words.legendOpen), ...(this.search.start.method === "learn" ? [of("skipped", words.legendSkipped)] : []));
  }

  private nodeLabel(node: number): string {
    const step = this.search.tree.openedBy(node);
    if (step < 1) return "";
    const { log } = this.search;
    const v = log.variable(step);
    if (v >= 0) return this.names.literal(v, ops[log.op(step)] ?? "=", log.value(step));
    return "";
  }

  /** Fetches the next window before it is needed. */
  private prefetch(): void {
    this.search.want(Math.min(this.at + 64, this.search.length));
  }
}
