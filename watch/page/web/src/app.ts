// The page: what is searched, one or several lanes, one cursor.

import * as api from "./api";
import { appearance, appearanceName, nextAppearance, remember, remembered, setAppearance } from "./appearance";
import { currentLanguage, languages, preferredLanguage, setLanguage, t, translatePage, type Language } from "./catalogue";
import { byId, h, setText } from "./dom";
import { count } from "./en";
import { download, svgBlob, svgToPng } from "./export";
import { SetupForm } from "./forms";
import { iconOf } from "./icons";
import { keyList, listen } from "./keyboard";
import { Lane } from "./lane";
import { Player } from "./player";
import { Predict } from "./predict";
import { raceSummary, showRace } from "./race";
import { Search, type SearchEvents } from "./search";
import { themeOf, type Theme } from "./theme";
import { decodeView, encodeView, sameRequest, type View } from "./url";

const languageKey = "clew-language";

/** Milliseconds that the cursor rests before its step is written into the address. */
const addressDelay = 400;

/** The fastest play, in steps a second, of which each step is announced. */
const announced = 2;

export class App {
  private readonly form: SetupForm;
  private readonly player: Player;
  private readonly predict: Predict;
  private readonly scrub = byId<HTMLInputElement>("scrub");
  private lanes: Lane[] = [];
  private request: api.SearchRequest | null = null;
  private race: string[] = []; // methods, if there is a race
  private run = 0; // counts the searches that were begun
  private starting = false;
  private wanted = 0; // a step of the address that is not here yet
  private frame = 0;
  private addressTimer = 0;
  private toastTimer = 0;
  private theme: Theme = themeOf(document.documentElement);

  constructor(private readonly about: api.About) {
    this.form = new SetupForm(about, (r) => void this.begin({ request: r, step: 0, predict: this.predict.active, race: this.raceFor(r) }, "push"));
    this.player = new Player({
      length: () => this.length,
      growing: () => this.lanes.some((l) => l.search.state.running && !l.search.gone),
      ready: () => this.lanes.every((l) => l.settled),
      onMove: (step) => this.moved(step),
      advance: (steps) => this.advance(steps),
      inside: () => this.lanes.some((l) => l.inside),
      onChange: () => this.showTransport(),
    });
    this.predict = new Predict({
      onReveal: (step) => this.player.go(step),
      onNext: () => this.next(),
    });
    this.wire();
    this.relabel();
  }

  /** Shows what the address says, or where it says nothing a first example. */
  async open(hash: string): Promise<void> {
    let view: View | null = null;
    try {
      view = await decodeView(hash);
    } catch {
      view = null; // a damaged address
    }
    const first = view === null;
    view ??= { request: this.example(), step: 0, predict: false, race: [] };
    await this.begin(view, "replace");
    if (first) this.form.unfold(true);
  }

  private example(): api.SearchRequest {
    const p = this.about.problems.find((x) => x.name === "queens") ?? this.about.problems[0]!;
    const values: Record<string, string> = {};
    for (const f of p.fields) values[f.name] = f.default ?? "";
    return { problem: p.name, values, method: p.methods[0]!, order: "", valueOrder: "", free: false, seed: 0 };
  }

  /** Steps of the clock. */
  private get length(): number {
    return this.lanes.reduce((n, l) => Math.max(n, l.search.length), 0);
  }

  /** The methods of a race of a new request, if there is a race now. */
  private raceFor(r: api.SearchRequest): string[] {
    if (this.race.length === 0) return [];
    const methods = this.about.problems.find((p) => p.name === r.problem)?.methods ?? [];
    const kept = this.race.filter((m) => methods.includes(m));
    return kept.length > 1 ? kept : [];
  }

  /** Begins what a view says, in place of what there is. */
  private async begin(view: View, address: "push" | "replace" | "keep"): Promise<void> {
    const run = ++this.run;
    this.player.pause();
    this.starting = true;
    this.form.show(view.request);
    this.form.busy(true);
    this.settle();
    const methods = view.race.length > 1 ? view.race : [view.request.method];
    const events = { onGrow: () => this.update(), onWindow: () => this.update() };
    const searches: Search[] = [];
    try {
      for (const method of methods) {
        searches.push(await this.beginOne(requestFor(view.request, method), events));
        if (run !== this.run) throw new Superseded();
      }
    } catch (e) {
      await Promise.all(searches.map((s) => s.end()));
      if (run !== this.run) return;
      this.starting = false;
      this.form.busy(false);
      this.form.fail(e);
      if (e instanceof api.ApiError && e.status === 0) this.banner(t().offline);
      this.update();
      return;
    }
    for (const l of this.lanes) void l.search.end();
    this.starting = false;
    this.player.reset();
    this.request = view.request;
    this.race = methods.length > 1 ? methods : [];
    this.form.busy(false);
    this.form.done();
    this.predict.set(view.predict && this.race.length === 0);
    this.build(searches);
    this.showTitle();
    this.wanted = view.step;
    this.showTransport();
    this.update();
    if (address !== "keep") await this.writeAddress(address);
  }

  /** Begins a search; where the server has room for no more, in place of those that the page has. */
  private async beginOne(request: api.SearchRequest, events: SearchEvents): Promise<Search> {
    try {
      return await Search.begin(request, events);
    } catch (e) {
      const full = e instanceof api.ApiError && (e.status === 429 || e.status === 507);
      if (!full || this.lanes.length === 0) throw e;
      await Promise.all(this.lanes.map((l) => l.search.end()));
      return Search.begin(request, events);
    }
  }

  private build(searches: Search[]): void {
    for (const l of this.lanes) l.dispose();
    this.lanes = searches.map((search, number) => new Lane(search, { number, theme: () => this.theme, onStep: (step) => this.jump(step),
      onPart: (direction) => this.movePart(direction), onOneByOne: () => this.toggleOneByOne() }));
    const box = byId("lanes");
    box.className = this.lanes.length > 1 ? "lanes racing" : "lanes";
    box.style.setProperty("--lanes", String(this.lanes.length));
    box.replaceChildren(...this.lanes.map((l) => l.element));
    const timelines = byId("timelines");
    timelines.replaceChildren(...this.lanes.map((l) => l.timelineCanvas), this.scrub);
    for (const l of this.lanes) {
      l.extent = () => this.length;
      l.hideFuture(this.predict.active);
      l.setOneByOne(this.oneByOne);
    }
    this.lanes[0]!.side.prepend(this.predict.element);
  }

  /** The reader chose a step. */
  private jump(step: number): void {
    this.player.pause();
    this.player.go(step);
  }

  private moved(step: number): void {
    if (this.predict.active && !this.revealing(step)) this.predict.forget();
    for (const l of this.lanes) l.setStep(step);
    this.update();
    clearTimeout(this.addressTimer);
    this.addressTimer = window.setTimeout(() => void this.writeAddress("replace"), addressDelay);
  }

  private revealing(step: number): boolean {
    return this.predict.revealed === step;
  }

  /** One step on; in predict mode it asks first. */
  private next(): void {
    this.player.pause();
    if (!this.predict.active) {
      this.advance(1);
      return;
    }
    if (this.predict.waiting) return;
    const lane = this.lanes[0];
    if (lane && this.predict.knows(lane.search, this.player.step + 1)) {
      this.player.go(this.player.step + 1);
      return;
    }
    if (lane && !this.predict.ask(lane.search, lane.names, this.player.step, lane.chosenVariable)) this.asking = true;
  }

  private oneByOne = false; // stops inside of steps

  /** Goes on by steps, or, one by one, by what happens inside of them, but at most to the end of a step. */
  private advance(by: number): void {
    const lane = this.lanes[0];
    if (!this.oneByOne || this.lanes.length > 1 || !lane) this.player.go(this.player.step + by);
    else if (lane.inside) lane.move(by);
    else if (this.stepPart(1) && by > 1) lane.move(by - 1);
  }

  /** Goes back by one. */
  private back(): void {
    this.player.pause();
    if (this.oneByOne && !this.predict.active && this.lanes.length === 1) this.stepPart(-1);
    else this.player.go(this.player.step - 1);
  }

  /** The reader goes on or back by one inside of a step. */
  private movePart(direction: 1 | -1): void {
    this.player.pause();
    if (this.predict.active || this.lanes.length > 1) {
      if (direction === 1) this.next();
      else this.back();
    } else this.stepPart(direction);
  }

  /** Goes on or back by one inside of the step, or to the next or last step; reports whether it can go further at once. */
  private stepPart(direction: 1 | -1): boolean {
    const lane = this.lanes[0];
    if (!lane) return false;
    if ((direction === -1 || lane.inside) && lane.move(direction)) return true;
    if (direction === -1) {
      this.player.go(this.player.step - 1);
      return true;
    }
    const at = this.player.step;
    this.player.go(at + 1);
    if (this.player.step === at) return false;
    lane.enter();
    return lane.settled;
  }

  private toggleOneByOne(): void {
    this.oneByOne = !this.oneByOne;
    for (const l of this.lanes) l.setOneByOne(this.oneByOne);
  }

  private asking = false; // a question waits for its window

  private seek(what: "solution" | "failure", direction: 1 | -1): void {
    this.player.pause();
    const found = this.lanes.map((l) => l.search.log.next(Math.min(this.player.step, l.search.length), what, direction)).filter((s) => s > 0 && (s - this.player.step) * direction > 0);
    if (found.length === 0) {
      this.toast((direction === 1 ? t().noMore : t().noEarlier)[what]);
      return;
    }
    this.player.go(direction === 1 ? Math.min(...found) : Math.max(...found));
  }

  private setPredict(on: boolean): void {
    this.player.pause();
    this.predict.set(on);
    for (const l of this.lanes) l.hideFuture(on);
    this.showTransport();
    if (on) this.next();
    void this.writeAddress("push");
  }

  private toggleRace(): void {
    if (!this.request) return;
    const methods = this.about.problems.find((p) => p.name === this.request!.problem)?.methods ?? [];
    const race = this.race.length > 0 ? [] : methods.slice(0, 3);
    if (race.length === 1) return;
    void this.begin({ request: this.request, step: 0, predict: false, race }, "push");
  }

  private async writeAddress(how: "push" | "replace"): Promise<void> {
    if (!this.request) return;
    clearTimeout(this.addressTimer);
    const run = this.run;
    const step = Math.max(this.player.step, this.wanted);
    const hash = "#" + (await encodeView({ request: this.request, step, predict: this.predict.active, race: this.race }));
    if (run !== this.run || hash === location.hash) return;
    if (how === "push" && location.hash !== "") history.pushState(null, "", hash);
    else history.replaceState(null, "", hash);
  }

  /** The address changed by itself: back, forward, or typed. */
  private async navigated(): Promise<void> {
    let view: View | null = null;
    try {
      view = await decodeView(location.hash);
    } catch {
      return;
    }
    if (!view) return;
    const race = view.race.length > 1 ? view.race : [];
    if (!this.request || !sameRequest(view.request, this.request) || race.join() !== this.race.join()) {
      await this.begin(view, "keep");
      return;
    }
    this.player.pause();
    if (view.predict !== this.predict.active) {
      this.predict.set(view.predict);
      for (const l of this.lanes) l.hideFuture(view.predict);
    }
    this.player.go(view.step);
    this.showTransport();
  }

  /** Asks for a frame in which what changed is shown. */
  private update(): void {
    document.body.dataset.settled = "false";
    if (this.frame === 0) this.frame = requestAnimationFrame(() => this.show());
  }

  private show(): void {
    this.frame = 0;
    let all = true;
    for (const l of this.lanes) {
      all = l.grow() && all;
      l.element.dataset.state = stateOf(l);
    }
    if (this.wanted > 0 && (this.length >= this.wanted || this.lanes.every((l) => !l.search.state.running || l.search.gone))) {
      const step = this.wanted;
      this.wanted = 0;
      this.player.go(step);
    }
    if (this.asking) {
      this.asking = false;
      this.next();
    }
    const announce = !this.player.playing || this.player.speed <= announced;
    this.lanes.forEach((l, i) => l.announce(announce && i === 0)); // of a race, one lane speaks
    this.showWhere();
    this.showState();
    if (this.lanes.length > 1) {
      showRace(this.lanes, this.player.step);
      setText(document.querySelector("#race-bar > p")!, raceSummary(this.lanes, this.player.step));
    }
    if (!all) this.update();
    this.settle();
  }

  private showWhere(): void {
    const length = this.length;
    const running = this.lanes.some((l) => l.search.state.running);
    this.scrub.max = String(length);
    this.scrub.value = String(this.player.step);
    const words = (running ? t().stepOfMore : t().stepOf)(this.player.step, length);
    this.scrub.setAttribute("aria-valuetext", words);
    const number = count(this.player.step);
    const at = words.indexOf(number);
    setText(byId("where-before"), words.slice(0, at));
    setText(byId("step"), String(this.player.step));
    setText(byId("where-after"), words.slice(at + number.length));
  }

  private showState(): void {
    const words = t();
    const lane = this.lanes[0];
    if (!lane) return;
    const { state } = lane.search;
    const gone = this.lanes.some((l) => l.search.gone);
    const text = state.running ? words.running(lane.search.length)
      : state.complete ? words.complete(lane.search.length, state.answers)
      : words.cut((words.reason[state.reason] ? words.reason[state.reason]! + words.limitOf(state.reason, this.limit(state.reason)) : "") + (state.reason === "error" ? `: ${state.message}` : "") || state.message);
    const e = byId("state");
    const tells = this.predict.active && state.complete; // how many answers are to come
    setText(e, this.lanes.length > 1 || tells ? "" : text);
    e.dataset.state = stateOf(lane);
    if (gone) this.banner(words.gone, true);
    else if (this.lanes.some((l) => l.search.reconnecting)) this.banner(words.reconnecting);
    else this.banner("");
  }

  /** The limit that ended a search. */
  private limit(reason: string): number {
    const { nodes = 0, seconds = 0, logBytes = 0 } = this.about.limits;
    return reason === "nodes" ? nodes : reason === "time" ? seconds : logBytes;
  }

  private banner(text: string, again = false): void {
    const e = byId("banner");
    if (e.dataset.text === text) return;
    e.dataset.text = text;
    e.hidden = text === "";
    e.replaceChildren(text);
    if (!again) return;
    e.append(h("button", { type: "button", class: "primary", onclick: () => {
      if (this.request) void this.begin({ request: this.request, step: this.player.step, predict: this.predict.active, race: this.race }, "replace");
    } }, t().searchAgain));
  }

  /** Says to whom it may concern whether anything is still on its way. */
  private settle(): void {
    const settled = !this.starting && !this.player.playing && this.wanted === 0 && !this.asking && this.frame === 0 &&
      this.lanes.every((l) => l.settled && (!l.search.state.running || l.search.gone));
    document.body.dataset.settled = String(settled);
  }

  private showTransport(): void {
    const words = t();
    const play = this.button("play");
    const name = this.player.playing ? words.pause : words.play;
    play.setAttribute("aria-label", name);
    play.title = name;
    play.replaceChildren(iconOf(this.player.playing ? "pause" : "play"));
    setText(byId("speed"), words.perSecond(this.player.speed < 1 ? "½" : count(this.player.speed)));
    this.button("predict").setAttribute("aria-pressed", String(this.predict.active));
    this.button("race").setAttribute("aria-pressed", String(this.race.length > 0));
    this.button("predict").disabled = this.race.length > 0;
    document.body.classList.toggle("predicting", this.predict.active);
    this.showRaceBar();
    this.update();
  }

  private showRaceBar(): void {
    const bar = byId("race-bar");
    bar.hidden = this.race.length === 0;
    if (bar.hidden || !this.request) return;
    const words = t();
    const methods = this.about.problems.find((p) => p.name === this.request!.problem)?.methods ?? [];
    const key = this.race.join() + currentLanguage();
    if (bar.dataset.key === key) return;
    bar.dataset.key = key;
    const boxes = methods.map((m) => h("label", { class: "check" }, h("input", { type: "checkbox", value: m, checked: this.race.includes(m), onchange: () => {
      const chosen = [...bar.querySelectorAll<HTMLInputElement>("input:checked")].map((i) => i.value);
      if (chosen.length > 1) void this.begin({ request: this.request!, step: 0, predict: false, race: chosen }, "push");
      else bar.dataset.key = "";
      this.showRaceBar();
    } }), h("span", {}, words.methods[m] ?? m)));
    bar.replaceChildren(h("p", { role: "status" }, words.raceOn), ...boxes,
      h("button", { type: "button", class: "quiet", onclick: () => this.jump(this.length) }, words.raceEnd),
      h("button", { type: "button", class: "quiet", onclick: () => this.toggleRace() }, words.raceSingle));
  }

  private button(action: string): HTMLButtonElement {
    return document.querySelector<HTMLButtonElement>(`button[data-action="${action}"]`)!;
  }

  private toast(text: string): void {
    const e = byId("toast");
    e.textContent = text;
    e.classList.add("on");
    clearTimeout(this.toastTimer);
    this.toastTimer = window.setTimeout(() => e.classList.remove("on"), 2500);
  }

  private relabel(): void {
    const words = t();
    document.documentElement.lang = words.htmlLang;
    document.title = words.title;
    translatePage(document);
    const language = this.button("language");
    language.textContent = currentLanguage() === "en" ? "中" : "En";
    language.setAttribute("aria-label", words.otherLanguage);
    language.lang = currentLanguage() === "en" ? "zh-Hans" : "en";
    byId("key-list").replaceChildren(...keyList.map(([keys, name]) => h("div", {},
      h("dt", {}, ...keys.split(" ").flatMap((k) => [h("kbd", {}, k), " "])), h("dd", {}, words.keys[name]))));
    this.form.relabel();
    this.showTitle();
    for (const l of this.lanes) l.relabel();
    this.predict.relabel();
    this.showTheme();
    this.showTransport();
  }

  /** What is searched: the problem in the reader's words, and its size. */
  private showTitle(): void {
    const start = this.lanes[0]?.search.start;
    if (!start || !this.request) return;
    const name = t().problems[this.request.problem] ?? this.request.problem;
    const size = start.problem.startsWith(this.request.problem + " ") ? start.problem.slice(this.request.problem.length) : "";
    setText(byId("title"), name + size);
  }

  private setLanguage(l: Language): void {
    setLanguage(l);
    remember(languageKey, l);
    this.relabel();
  }

  private showTheme(): void {
    const a = appearance();
    const b = this.button("theme");
    b.replaceChildren(iconOf(a));
    const name = `${t().theme}: ${appearanceName(a)}`;
    b.setAttribute("aria-label", name);
    b.title = name;
  }

  private themeChanged(): void {
    this.theme = themeOf(document.documentElement);
    this.showTheme();
    for (const l of this.lanes) {
      l.tree.draw();
      l.timeline.draw();
    }
  }

  private async share(): Promise<void> {
    await this.writeAddress("replace");
    try {
      await navigator.clipboard.writeText(location.href);
      this.toast(t().copied);
    } catch {
      this.toast(t().copyFailed);
    }
  }

  private async exportFile(what: string): Promise<void> {
    const lane = this.lanes[0];
    if (!lane) return;
    const name = `clew-${this.request?.problem ?? "search"}-${lane.search.start.method}`;
    if (what === "trace") {
      const a = h("a", { href: api.traceUrl(lane.search.id), download: name + ".jsonl" });
      document.body.append(a);
      a.click();
      a.remove();
      return;
    }
    const [part, form] = what.split("-") as [string, string];
    const svg = part === "board" ? lane.boardSvg(this.theme) : lane.treeSvg();
    if (!svg) {
      this.toast(t().exportFailed);
      return;
    }
    try {
      const blob = form === "svg" ? svgBlob(svg) : await svgToPng(svg, 2);
      download(`${name}-${part}-${this.player.step}.${form}`, blob);
    } catch {
      this.toast(t().exportFailed);
    }
  }

  private wire(): void {
    const actions: Record<string, () => void> = {
      first: () => this.jump(0),
      last: () => this.jump(this.length),
      back: () => this.back(),
      next: () => this.next(),
      play: () => (this.predict.active ? this.next() : this.player.toggle()),
      "next-failure": () => this.seek("failure", 1),
      "previous-failure": () => this.seek("failure", -1),
      "next-solution": () => this.seek("solution", 1),
      "previous-solution": () => this.seek("solution", -1),
      slower: () => this.player.faster(-1),
      faster: () => this.player.faster(1),
      predict: () => this.setPredict(!this.predict.active),
      race: () => this.toggleRace(),
      "copy-link": () => void this.share(),
      "go-to": () => this.askStep(),
      help: () => byId<HTMLDialogElement>("help").showModal(),
      theme: () => {
        setAppearance(nextAppearance(appearance()));
        this.themeChanged();
      },
      language: () => this.setLanguage(currentLanguage() === "en" ? "zh" : "en"),
    };
    for (const what of ["board-svg", "board-png", "tree-svg", "tree-png", "trace"]) {
      actions["export-" + what] = () => {
        byId<HTMLDetailsElement>("export").open = false;
        void this.exportFile(what);
      };
    }
    for (const b of document.querySelectorAll<HTMLButtonElement>("button[data-action]")) {
      const action = actions[b.dataset.action!];
      if (!action) continue;
      b.addEventListener("click", action);
      if (b.classList.contains("icon-button")) b.append(iconOf(b.dataset.action!));
    }
    const ten = (by: number) => () => this.player.move(by);
    listen({
      " ": actions.play, ArrowRight: actions.next, ".": actions.next, ArrowLeft: actions.back, ",": actions.back,
      "Shift+ArrowRight": () => this.movePart(1), "Shift+ArrowLeft": () => this.movePart(-1), ">": () => this.movePart(1), "<": () => this.movePart(-1),
      o: () => this.toggleOneByOne(), j: () => this.askStep(), PageDown: ten(10), PageUp: ten(-10), Home: actions.first, End: actions.last,
      f: actions["next-failure"], F: actions["previous-failure"], s: actions["next-solution"], S: actions["previous-solution"],
      "+": actions.faster, "=": actions.faster, "-": actions.slower, p: actions.predict, r: actions.race, c: actions["copy-link"],
      l: actions.language, d: actions.theme, "?": actions.help, n: () => this.form.focus(),
      b: () => this.lanes[0]?.focusBoard(), t: () => this.lanes[0]?.canvas.focus(), g: () => this.scrub.focus(),
      0: () => this.lanes.forEach((l) => l.tree.fit()),
      1: () => this.predict.press(1), 2: () => this.predict.press(2), 3: () => this.predict.press(3), 4: () => this.predict.press(4),
      Escape: () => this.escape(),
    });
    byId("go-to-close").addEventListener("click", () => byId<HTMLDialogElement>("go-to").close());
    byId("go-to").querySelector("form")!.addEventListener("submit", () => {
      const step = byId<HTMLInputElement>("go-to-step").valueAsNumber;
      if (Number.isFinite(step)) this.jump(step);
    });
    this.scrub.addEventListener("input", () => this.jump(Number(this.scrub.value)));
    addEventListener("popstate", () => void this.navigated());
    document.querySelector(".skip")!.addEventListener("click", (e) => {
      e.preventDefault(); // the address is that of the step
      this.lanes[0]?.focusBoard();
    });
    addEventListener("pagehide", () => this.lanes.forEach((l) => void l.search.end(true)));
    addEventListener("pageshow", (e) => {
      if (e.persisted) void this.open(location.hash);
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.themeChanged());
    document.addEventListener("click", (e) => {
      for (const menu of document.querySelectorAll<HTMLDetailsElement>("details.menu[open]")) {
        if (!menu.contains(e.target as Node)) menu.open = false;
      }
    });
  }

  /** Asks for the number of a step, and goes there. */
  private askStep(): void {
    const dialog = byId<HTMLDialogElement>("go-to");
    const input = byId<HTMLInputElement>("go-to-step");
    input.max = String(this.length);
    input.value = String(this.player.step);
    setText(byId("go-to-label"), t().goToLabel(this.length));
    dialog.showModal();
    input.select();
  }

  private escape(): void {
    const open = [...document.querySelectorAll<HTMLDetailsElement>("details.menu[open]")];
    if (open.length > 0) {
      for (const menu of open) {
        menu.open = false;
        menu.querySelector("summary")?.focus();
      }
    } else if (this.predict.active) this.setPredict(false);
    else (document.activeElement as HTMLElement | null)?.blur();
  }
}

/** A request by another method, without what has no effect on that. */
function requestFor(r: api.SearchRequest, method: string): api.SearchRequest {
  const plain = method === "plain";
  const free = r.free && method === "learn";
  return { ...r, method, order: plain ? "" : r.order, valueOrder: plain ? "" : r.valueOrder, free, seed: free ? r.seed : 0 };
}

/** How the search of a lane stands, for who reads the document. */
function stateOf(lane: Lane): "running" | "complete" | "limit" {
  const { state } = lane.search;
  return state.running ? "running" : state.complete ? "complete" : "limit";
}

/** Another search was begun meanwhile. */
class Superseded extends Error {}

/** The language that the reader chose, else the browser's. */
export function firstLanguage(): Language {
  const kept = remembered(languageKey);
  return kept !== null && kept in languages ? (kept as Language) : preferredLanguage(navigator.languages);
}
