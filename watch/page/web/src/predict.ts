// Predict mode: before a step it asks what happens next, and which values of a
// cell are left; then it tells, with the reason, and keeps a score.

import { t } from "./catalogue";
import { has, size, values, type Domain } from "./domain";
import { h } from "./dom";
import { eventOf, prunedCount, type Moment } from "./moment";
import type { Names } from "./names";
import type { Search } from "./search";
import { Back, Done } from "./trace";
import { decision, stepWords } from "./words";

/** What can happen in a step. */
export type Outcome = "goes-on" | "fails" | "solution" | "back";

/** What happens in a step of a log. */
export function outcomeOf(search: Search, step: number): Outcome {
  const { log } = search;
  if (log.solution(step)) return "solution";
  if (log.kind(step) === Back) return "back";
  if (log.failure(step)) return "fails";
  return "goes-on";
}

interface Question {
  step: number; // that is asked about
  outcome: Outcome;
  decision: string; // what is decided, if it is known beforehand
  variable: number; // whose values are asked for, -1 for none
  was: number[];
  left: number[];
  removed: number;
  words: string[];
}

/** The most and fewest candidates of a cell that is asked for. */
const mostCandidates = 12;

/** Times it is asked what follows a failure of the engine. */
const mostBacks = 2;

export interface PredictOptions {
  /** Shows the step that was asked about. */
  onReveal(step: number): void;
  /** The reader wants to go on. */
  onNext(): void;
}

export class Predict {
  readonly element = h("section", { class: "predict", id: "predict", role: "dialog", hidden: true });
  private on = false;
  private right = 0;
  private asked = 0;
  private backs = 0; // questions whose answer was that it steps back
  private question: Question | null = null;
  private answered = false;

  constructor(private readonly options: PredictOptions) {}

  get active(): boolean {
    return this.on;
  }

  /** The step that is told after its question, 0 for none. */
  get revealed(): number {
    return this.question && this.answered ? this.question.step : 0;
  }

  /** A question is open. */
  get waiting(): boolean {
    return this.question !== null && !this.answered;
  }

  set(on: boolean): void {
    this.on = on;
    this.element.hidden = !on;
    this.question = null;
    if (on) this.showIdle();
  }

  /** Forgets the open question: the cursor went elsewhere. */
  forget(): void {
    if (!this.on) return;
    this.question = null;
    this.showIdle();
  }

  relabel(): void {
    if (this.on && !this.question) this.showIdle();
  }

  /** Whether a step needs no question: that the engine steps back after a failure was asked often enough. */
  knows(search: Search, step: number): boolean {
    return !search.plain && step <= search.length && search.log.kind(step) === Back && this.backs >= mostBacks;
  }

  /** Asks about the step after the present one; false if that is not here yet. */
  ask(search: Search, names: Names, at: number, chosen: number): boolean {
    if (at >= search.length) {
      this.question = null;
      this.showIdle(t().predictEnd);
      return true;
    }
    const next = search.moment(at + 1);
    if (!next) {
      search.want(at + 1);
      return false;
    }
    this.question = makeQuestion(search, names, next, chosen);
    search.moment(at); // back to what the page shows
    this.answered = false;
    this.showQuestion(search, names);
    return true;
  }

  /** Answers by number, from 1. */
  press(n: number): void {
    this.element.querySelectorAll<HTMLButtonElement>("[data-answer]:not(:disabled)")[n - 1]?.click();
  }

  /** Begins the score anew. */
  private reset(): void {
    this.right = this.asked = this.backs = 0;
    this.forget();
  }

  private showIdle(text = t().predictOn): void {
    this.frame(h("p", {}, text), h("div", { class: "predict-go" }, this.nextButton()));
  }

  private frame(...content: Node[]): void {
    const words = t();
    this.element.setAttribute("aria-label", words.predict);
    this.element.replaceChildren(
      h("div", { class: "panel-head" }, h("h3", {}, words.predict),
        h("span", { class: "score", "aria-live": "polite" }, words.predictScore(this.right, this.asked)),
        this.asked > 0 && h("button", { type: "button", class: "link", onclick: () => this.reset() }, words.predictReset)),
      ...content);
  }

  private nextButton(): HTMLButtonElement {
    return h("button", { type: "button", class: "primary", onclick: () => this.options.onNext() }, t().predictNextOne);
  }

  private showQuestion(search: Search, names: Names): void {
    const q = this.question!;
    const words = t();
    const lead = q.decision ? words.predictNext(q.decision) : search.plain ? words.predictPlainNext(words.predictNextPlace) : "";
    const answers: [Outcome, string][] = search.plain
      ? [["goes-on", words.predictPlaces], ["solution", words.predictSolution], ["back", words.predictBackPlain]]
      : [["goes-on", words.predictGoesOn], ["fails", words.predictFails], ["solution", words.predictSolution], ["back", words.predictBack]];
    const feedback = h("div", { class: "feedback", role: "status" });
    const buttons = answers.map(([outcome, label], k) => {
      const b = h("button", { type: "button", class: "answer", onclick: () => {
        for (const other of buttons) other.disabled = true;
        b.setAttribute("aria-pressed", "true");
        this.outcomeAnswered(outcome, names, feedback, buttons, answers);
      } }, h("kbd", {}, String(k + 1)), label);
      b.dataset.answer = outcome;
      return b;
    });
    this.frame(
      h("fieldset", {}, h("legend", {}, words.predictAsk), lead ? h("p", { class: "lead" }, lead) : null, h("div", { class: "answers" }, ...buttons)),
      feedback);
    buttons[0]!.focus({ preventScroll: false });
  }

  private outcomeAnswered(given: Outcome, names: Names, feedback: HTMLElement, buttons: HTMLButtonElement[], answers: [Outcome, string][]): void {
    const q = this.question!;
    buttons[answers.findIndex(([o]) => o === q.outcome)]?.classList.add("correct");
    if (given !== q.outcome) buttons[answers.findIndex(([o]) => o === given)]?.classList.add("wrong");
    if (q.outcome === "back") this.backs++;
    this.mark(given === q.outcome, feedback);
    if (q.variable >= 0 && q.outcome !== "back") this.askValues(names, feedback);
    else this.reveal(feedback);
  }

  private askValues(names: Names, feedback: HTMLElement): void {
    const q = this.question!;
    const words = t();
    const boxes = q.was.map((x) => h("input", { type: "checkbox", value: String(x), checked: true }));
    const form = h("form", { class: "survive" },
      h("fieldset", {}, h("legend", {}, words.predictSurvive(names.variable(q.variable))),
        h("div", { class: "survivors" }, ...boxes.map((b, k) => h("label", { class: "chip-check" }, b, h("span", {}, names.value(q.variable, q.was[k]!))))),
        h("button", { type: "submit", class: "primary" }, words.predictAnswer)));
    form.addEventListener("submit", (e) => {
      e.preventDefault();
      form.querySelector("fieldset")!.disabled = true;
      const given = boxes.filter((b) => b.checked).map((b) => Number(b.value));
      const second = h("div");
      form.after(second);
      this.mark(given.join() === q.left.join(), second);
      const left = q.left.map((x) => names.value(q.variable, x)).join(", ") || words.predictNone;
      second.append(h("p", {}, words.predictSurvivors(names.variable(q.variable), left)));
      this.reveal(second);
    });
    feedback.append(form);
    boxes[0]?.focus();
  }

  private mark(right: boolean, where: HTMLElement): void {
    this.asked++;
    if (right) this.right++;
    where.append(h("p", { class: right ? "right" : "wrong" }, right ? t().predictRight : t().predictWrong));
    const score = this.element.querySelector(".score");
    if (score) score.textContent = t().predictScore(this.right, this.asked);
  }

  private reveal(where: HTMLElement): void {
    const q = this.question!;
    this.answered = true;
    where.append(...q.words.map((line) => h("p", {}, line)));
    if (q.removed > 0) where.append(h("p", {}, t().predictRemoved(q.removed)));
    const next = this.nextButton();
    where.append(next);
    this.options.onReveal(q.step);
    next.focus({ preventScroll: true });
  }
}

function makeQuestion(search: Search, names: Names, next: Moment, chosen: number): Question {
  const opened = search.plain ? undefined : eventOf(next, "place");
  const variable = search.plain || search.log.kind(next.step) === Done ? -1 : asksFor(next, chosen, opened?.var ?? -1);
  const was: Domain = variable < 0 ? [] : (next.changed.get(variable) ?? next.domains[variable] ?? []);
  const now: Domain = variable < 0 ? [] : (next.domains[variable] ?? []);
  return {
    step: next.step,
    outcome: outcomeOf(search, next.step),
    decision: opened && opened.op ? decision(opened, names, false) : "",
    variable,
    was: values(was),
    left: values(was).filter((x) => has(now, x)),
    removed: prunedCount(next),
    words: stepWords(next, names).map((l) => l.text),
  };
}

/** The variable whose values are asked for: the chosen one, else one of those that lose most; -1 for none. */
function asksFor(m: Moment, chosen: number, decided: number): number {
  const fits = (v: number, d: Domain | null | undefined) => v !== decided && d && size(d) >= 2 && size(d) <= mostCandidates;
  if (chosen >= 0 && fits(chosen, m.changed.get(chosen) ?? m.domains[chosen])) return chosen;
  let best = -1;
  let most = 0;
  for (const [v, was] of m.changed) {
    if (!fits(v, was)) continue;
    const lost = size(was!) - size(m.domains[v] ?? []);
    if (lost > most) {
      most = lost;
      best = v;
    }
  }
  return best;
}
