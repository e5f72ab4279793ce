// What one cell of a board shows at a moment, for the board on the page and for
// the picture that is exported.

import { has, single, size, values, type Domain } from "./domain";
import { symbol, type Board } from "./layout";
import { before, type Moment } from "./moment";
import type { Start } from "./trace";

/** A candidate: still there, lost in this step, or back in this step. */
export interface Candidate {
  symbol: string;
  slot: number; // its place among all values of the board
  state: "in" | "lost" | "back";
}

export interface CellView {
  kind: "blank" | "value" | "open" | "clue" | "on" | "off" | "free";
  text: string; // of a value; of an open cell whose candidates are too many to show
  candidates: Candidate[]; // of an open cell; of a value or an empty cell: those lost in this step
  lost: boolean; // one-hot: ruled out in this step
  back: boolean; // one-hot: possible again in this step
  empty: boolean; // no candidate is left
}

/** The most values that a cell shows one by one. */
const mostSlots = 36;

/** How the candidates of a board's cells are laid out. */
export interface Slots {
  lo: number; // the first value
  count: number; // 0: too many to show one by one
  across: number;
}

/** Finds the values that any cell of a board may have at the start. */
export function slotsOf(board: Board, start: Start): Slots {
  let lo = Infinity;
  let hi = -Infinity;
  for (const c of board.cells) {
    const cell = c.cell === undefined || c.value !== undefined ? undefined : start.cells[c.cell];
    const d = cell && start.variables[cell[0]]!.domain;
    if (!cell || !d || d.length === 0) continue;
    const [, factor, offset] = cell;
    const ends = [d[0]![0], d[d.length - 1]![1]].map((x) => factor * x + offset);
    lo = Math.min(lo, ...ends);
    hi = Math.max(hi, ...ends);
  }
  const count = hi - lo + 1;
  if (!(count >= 1 && count <= mostSlots)) return { lo: 0, count: 0, across: 0 };
  return { lo, count, across: Math.ceil(Math.sqrt(count)) };
}

const blank: CellView = { kind: "blank", text: "", candidates: [], lost: false, back: false, empty: false };

export function cellView(board: Board, index: number, slots: Slots, m: Moment): CellView {
  const c = board.cells[index];
  const cell = c?.cell === undefined || c.cell < 0 ? undefined : m.start.cells[c.cell];
  if (!c || !cell) return blank;
  const [variable, factor, offset] = cell;
  const now = m.domains[variable] ?? null;
  const was = before(m, variable);
  if (c.value !== undefined) {
    const x = (c.value - offset) / factor;
    const can = now === null || has(now, x);
    const could = was === null || has(was, x);
    const on = can && single(now) === x;
    return {
      kind: on ? "on" : can ? "free" : "off",
      text: on ? c.mark ?? symbol(board, c.value) : "",
      candidates: [],
      lost: could && !can,
      back: can && !could,
      empty: false,
    };
  }
  const shown = (x: number) => factor * x + offset;
  const value = single(now);
  const view: CellView = { kind: "open", text: "", candidates: [], lost: false, back: false, empty: now !== null && now.length === 0 };
  if (value !== undefined) {
    view.kind = "value";
    view.text = symbol(board, shown(value));
    return view;
  }
  if (c.clue && now === null) {
    view.kind = "clue";
    view.text = c.clue;
    return view;
  }
  if (now === null) return view;
  if (slots.count === 0) {
    view.text = size(now) > 99 ? "" : String(size(now));
    return view;
  }
  const all = was === null ? now : union(now, was);
  for (const x of values(all, 4 * mostSlots)) {
    const v = shown(x);
    if (v < slots.lo || v >= slots.lo + slots.count) continue;
    const state = !has(now, x) ? "lost" : was !== null && !has(was, x) ? "back" : "in";
    view.candidates.push({ symbol: symbol(board, v), slot: v - slots.lo, state });
  }
  view.candidates.sort((a, b) => a.slot - b.slot);
  return view;
}

/** The values of both, in ascending order (of small domains). */
function union(a: Domain, b: Domain): Domain {
  if (a === b) return a;
  const set = new Set([...values(a, 4 * mostSlots), ...values(b, 4 * mostSlots)]);
  return [...set].sort((x, y) => x - y).map((x) => [x, x] as const);
}
