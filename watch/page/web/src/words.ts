// Steps in words.

import { t } from "./catalogue";
import { eventOf, prunedCount, type Moment } from "./moment";
import type { Names } from "./names";
import { clash, literal, tried } from "./narration";
import type { TraceEvent } from "./trace";

/** What a line tells, for its colour and mark. */
export type Tone = "plain" | "fail" | "solution" | "back" | "learned" | "hint";

export interface Line {
  text: string;
  tone: Tone;
}

/** The most literals of a nogood that are told. */
const mostLiterals = 8;

/** What happened in a step, the verdict first. */
export function stepWords(m: Moment, names: Names): Line[] {
  const words = t();
  if (m.step === 0) return [{ text: words.beforeFirst, tone: "plain" }, { text: words.firstHint, tone: "hint" }];
  const plain = m.start.method === "plain";
  const lines: Line[] = [];
  const add = (tone: Tone, ...parts: string[]) => lines.push({ text: sentence(parts.filter(Boolean).join(" ")), tone });

  const opened = eventOf(m, "place") ?? eventOf(m, "infer");
  const failed = eventOf(m, "fail");
  const back = eventOf(m, "back");
  const solution = eventOf(m, "solution");
  const done = eventOf(m, "done");
  const removed = prunedCount(m);
  const answer = solution ? words.answerDone(solution.answer ?? 1) : "";

  if (opened) {
    const what = decision(opened, names, plain);
    const how = plain ? words.placed(what) : opened.event === "infer" ? words.inferred(what)
      : opened.right ? words.decidedRight(what) : words.decided(what);
    if (failed && !plain) {
      add("fail", words.fails(what), failure(failed, names));
    } else {
      add(solution ? "solution" : "plain", how, removed > 0 ? words.removed(removed) : "", answer);
    }
  } else if (back) {
    if (plain && failed) add("fail", failure(failed, names));
    add("back", back.text ? words.steppedBack(tried(back.text).text) : words.steppedBackTo(back.depth));
    if (eventOf(m, "restart")) add("back", words.restart);
  } else if (failed) {
    if (plain || (failed.node === 0 && failed.cause !== "objective")) add("fail", plain ? "" : words.rootFails, failure(failed, names));
    else add("fail", words.fails(""), failure(failed, names));
  } else if (solution) {
    add("solution", answer);
  } else if (!done) {
    add("plain", words.rootStep, removed > 0 ? words.removed(removed) : "");
  }
  const learned = eventOf(m, "learn");
  if (learned) add("learned", words.learned(nogood(learned, names)));
  if (done) add("plain", done.complete ? words.done(done.answer ?? 0) : words.doneCut);
  return lines;
}

/** A try of the plain method that was refused. */
export function refusalOf(e: TraceEvent): string {
  return sentence(t().clashWith(tried(e.text ?? "").text, e.with ? clash(e.with, e.text ?? "").text : ""));
}

/** A decision, or what the plain method places. */
export function decision(e: TraceEvent, names: Names, plain: boolean): string {
  if (!plain && e.var !== undefined && e.var >= 0 && e.op) return names.literal(e.var, e.op, e.value ?? 0);
  return tried(e.text ?? "").text;
}

/** Why there is no answer at a node. */
export function failure(e: TraceEvent, names: Names): string {
  const words = t();
  const who = e.var !== undefined && e.var >= 0 ? names.variable(e.var) : "";
  if (e.cause === "exhaustion") return words.exhausted(who);
  const by = cause(e, names);
  return sentence(who ? words.emptied(who, by) : words.violated(by));
}

/** A text that begins with a capital letter, if it begins with a word. */
export function sentence(text: string): string {
  return /^[a-z]+ /.test(text) ? text[0]!.toUpperCase() + text.slice(1) : text;
}

/** Who took values, or found that there is no answer. */
export function cause(e: TraceEvent, names: Names): string {
  switch (e.cause) {
    case "nogood":
      return t().byLearned;
    case "objective":
      return t().byObjective;
    case "placement":
      return t().byPlacement;
  }
  return e.by !== undefined && e.by >= 0 ? names.constraint(e.by) : t().byConstraint;
}

function nogood(e: TraceEvent, names: Names): string {
  if (!e.nogood) return literal(e.text ?? "");
  const told = e.nogood.slice(0, mostLiterals).map(([v, op, x]) => names.literal(v, op, x)).join(t().and);
  return e.nogood.length > mostLiterals ? `${told}${t().nogoodMore(e.nogood.length - mostLiterals)}` : told;
}
