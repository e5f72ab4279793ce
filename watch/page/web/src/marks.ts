// What a board marks: the cells that a step, a pruning or a clash speaks of.

import { single, size, values } from "./domain";
import { hallSet } from "./hall";
import type { Board } from "./layout";
import { output, type Moment } from "./moment";
import type { Names, Spot } from "./names";
import { clash, tried, type Pointer } from "./narration";
import type { TraceEvent } from "./trace";

/** Names of marks; a cell may have several. */
export type Mark = "placed" | "taken" | "emptied" | "clash" | "tried" | "scope" | "loses" | "behind" | "line";

/** Marks by board and index of the cell. */
export class Marks {
  private readonly by: Map<number, Set<Mark>>[] = [];

  add(mark: Mark, ...spots: Spot[]): void {
    for (const { board, index } of spots) {
      const cells = (this.by[board] ??= new Map());
      const set = cells.get(index);
      if (set) set.add(mark);
      else cells.set(index, new Set([mark]));
    }
  }

  of(board: number, index: number): ReadonlySet<Mark> | undefined {
    return this.by[board]?.get(index);
  }
}

/** The cells that a phrase of the plain method points at, on the first board. */
export function spotsOf(points: readonly Pointer[], m: Moment, boards: readonly Board[]): Spot[] {
  const b = boards[0];
  if (!b) return [];
  const spots: Spot[] = [];
  const add = (row: number, column: number) => {
    if (row >= 0 && row < b.rows && column >= 0 && column < b.cols) spots.push({ board: 0, index: row * b.cols + column });
  };
  const shown = (row: number, column: number) => {
    const cell = b.cells[row * b.cols + column]?.cell;
    return cell === undefined || cell < 0 ? undefined : output(m, cell);
  };
  for (const p of points) {
    if ("at" in p) add(p.at[0], p.at[1]);
    else if ("beside" in p) {
      const [row, column] = p.beside;
      for (const [r, c] of [[row, column - 1], [row - 1, column]] as const) {
        if (r >= 0 && c >= 0 && shown(r, c) === p.value) add(r, c);
      }
    } else if ("tally" in p) {
      if (p.tally === "row") for (let c = 0; c < b.cols; c++) add(p.index, c);
      else for (let r = 0; r < b.rows; r++) add(r, p.index);
    } else {
      for (let r = 0; r < b.rows; r++) {
        const cell = b.cells[r * b.cols + p.column];
        if (cell?.value !== undefined && shown(r, p.column) === cell.value) add(r, p.column);
      }
    }
  }
  return spots;
}

/** The marks of a step: what it placed or took away, and where it fails. */
export function stepMarks(m: Moment, names: Names): Marks {
  const marks = new Marks();
  let last: TraceEvent | undefined; // clash
  for (const e of m.events) {
    switch (e.event) {
      case "place":
      case "infer":
        if (e.var !== undefined && e.var >= 0) marks.add("placed", ...fixedPlaces(e.var, m, names));
        break;
      case "prune":
        if (e.cause === "placement") marks.add("placed", ...names.places(e.var!));
        break;
      case "clash":
        last = e;
        marks.add("tried", ...spotsOf(tried(e.text ?? "").points, m, names.boards));
        break;
      case "fail":
        if (e.var !== undefined && e.var >= 0) marks.add("emptied", ...names.places(e.var));
        for (const v of behind(e, m, names).variables) marks.add("clash", ...fixedPlaces(v, m, names));
        break;
      case "back":
        if (m.start.method === "plain") marks.add("taken", ...spotsOf(tried(e.text ?? "").points, m, names.boards));
        break;
    }
  }
  // Where nothing fits, the last try shows what was in the way.
  if (last && m.events.some((e) => e.event === "back")) {
    marks.add("clash", ...spotsOf(clash(last.with ?? "", last.text ?? "").points, m, names.boards).slice(0, 64));
  }
  return marks;
}

/** The marks of one pruning, failure or clash that the reader points at. */
export function eventMarks(e: TraceEvent, m: Moment, names: Names): Marks {
  const marks = new Marks();
  if (e.event === "clash") {
    marks.add("tried", ...spotsOf(tried(e.text ?? "").points, m, names.boards));
    marks.add("clash", ...spotsOf(clash(e.with ?? "", e.text ?? "").points, m, names.boards));
    return marks;
  }
  if (e.by !== undefined && e.by >= 0) {
    for (const v of m.start.constraints[e.by]!.vars) marks.add("scope", ...fixedPlaces(v, m, names, true));
    const b = behind(e, m, names);
    for (const v of b.variables) marks.add("behind", ...fixedPlaces(v, m, names));
    for (const v of b.shares.flatMap((s) => s.variables)) marks.add("behind", ...fixedPlaces(v, m, names, true));
  }
  if (e.var !== undefined && e.var >= 0) {
    if (e.event === "fail") marks.add("emptied", ...names.places(e.var));
    else for (const [first, final] of e.removed ?? []) {
      for (let x = first; x <= final && x < first + 256; x++) marks.add("loses", ...names.places(e.var, x));
    }
  }
  return marks;
}

/** The placements that a pruning or failure rests on. */
export interface Behind {
  variables: number[];
  shares: Share[];
  exact: boolean; // they alone are the reason; otherwise: all that is fixed in the constraint
}

/** Variables that need some values for themselves. */
export interface Share {
  variables: number[];
  values: number[];
}

/** The most values of a variable that is looked at for a share. */
const mostShared = 30;

export function behind(e: TraceEvent, m: Moment, names: Names): Behind {
  const c = m.start.constraints[e.by ?? -1];
  if (!c) return { variables: [], shares: [], exact: false };
  const fixed = c.vars.filter((v) => v !== e.var && single(m.domains[v]) !== undefined);
  const offsets = names.offsets(e.by!);
  const taken = e.event === "prune" ? e.removed : e.var !== undefined ? m.domains[e.var] : undefined;
  if (offsets && taken && e.var !== undefined) {
    // A value is taken by the variable whose term has the same value.
    const mine = offsets.get(e.var) ?? 0;
    const culprits = new Set<number>();
    const shares: Share[] = [];
    let explained = 0;
    let all = 0;
    for (const [first, last] of taken) {
      for (let x = first; x <= last && all < 256; x++) {
        all++;
        const v = fixed.find((u) => single(m.domains[u])! + (offsets.get(u) ?? 0) === x + mine);
        if (v !== undefined) {
          culprits.add(v);
          explained++;
          continue;
        }
        const share = shares.find((s) => s.values.includes(x)) ?? shareOf(x, e.var, c.vars, offsets, m);
        if (share) {
          explained++;
          if (!shares.includes(share)) shares.push(share);
        }
      }
    }
    if (explained === all && all > 0) return { variables: [...culprits], shares, exact: true };
  }
  return { variables: fixed, shares: [], exact: false };
}

/** The variables of an all_different that need a value of another one for themselves, with those values, as that one has them. */
function shareOf(x: number, other: number, vars: readonly number[], offsets: ReadonlyMap<number, number>, m: Moment): Share | undefined {
  const mine = offsets.get(other) ?? 0;
  const open = vars.filter((v) => v !== other && single(m.domains[v]) === undefined);
  if (open.some((v) => !m.domains[v] || size(m.domains[v]!) > mostShared)) return undefined;
  const found = hallSet(x, open.map((v) => values(m.domains[v]!).map((y) => y + (offsets.get(v) ?? 0) - mine)));
  return found && { variables: found.variables.map((i) => open[i]!), values: found.values };
}

/** Where a variable is shown: of one-hot boards the square that is on, or with `open` all squares that can be. */
function fixedPlaces(v: number, m: Moment, names: Names, open = false): Spot[] {
  const x = single(m.domains[v]);
  if (x !== undefined) return names.places(v, x);
  return open ? names.places(v).filter((s) => isOpen(s, m, names)) : names.places(v).filter((s) => oneCell(s, names));
}

function oneCell(s: Spot, names: Names): boolean {
  return names.boards[s.board]!.cells[s.index]!.value === undefined;
}

function isOpen(s: Spot, m: Moment, names: Names): boolean {
  const cell = names.boards[s.board]!.cells[s.index]!;
  if (cell.value === undefined) return true;
  const [v, factor, offset] = m.start.cells[cell.cell!]!;
  const x = (cell.value - offset) / factor;
  return (m.domains[v] ?? []).some(([first, last]) => first <= x && x <= last);
}
