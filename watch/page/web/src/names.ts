// What the variables and constraints of a search are called, and where they are
// on its boards.

import { t } from "./catalogue";
import { num } from "./domain";
import { cellName, symbol, type Board } from "./layout";
import type { Constraint, Op, Start } from "./trace";

/** A place on a board. */
export interface Spot {
  board: number;
  index: number; // of Board.cells
}

const signs: Record<string, string> = { "=": "=", "!=": "≠", ">=": "≥", "<=": "≤" };

/** A term of a constraint as its text shows it: a variable and what is added to it. */
interface Term {
  name: string;
  offset: number;
}

export class Names {
  private readonly spots = new Map<number, Spot[]>(); // by variable
  private readonly outputs = new Set<number>(); // variables
  private readonly terms = new Map<number, Map<number, number> | null>(); // by constraint: offsets by variable

  constructor(readonly start: Start, readonly boards: readonly Board[]) {
    for (const [v] of start.cells) this.outputs.add(v);
    boards.forEach((b, board) =>
      b.cells.forEach((c, index) => {
        const cell = c.cell === undefined ? undefined : start.cells[c.cell];
        if (!cell) return;
        const list = this.spots.get(cell[0]);
        if (list) list.push({ board, index });
        else this.spots.set(cell[0], [{ board, index }]);
      }),
    );
  }

  /** Whether an output depends on the variable. */
  isOutput(variable: number): boolean {
    return this.outputs.has(variable);
  }

  /** The places where a variable is shown; with a value, of one-hot boards only the places of that value. */
  places(variable: number, value?: number): Spot[] {
    const all = this.spots.get(variable) ?? [];
    if (value === undefined) return all;
    return all.filter((s) => {
      const cell = this.boards[s.board]!.cells[s.index]!;
      if (cell.value === undefined) return true;
      const [, factor, offset] = this.start.cells[cell.cell!]!;
      return factor * value + offset === cell.value;
    });
  }

  /** The name of a variable: that of its cell, if it is one cell of a board, but in a model its own, if it has one there. */
  variable(v: number): string {
    const spots = this.spots.get(v);
    if (spots?.length === 1) {
      const { board, index } = spots[0]!;
      const b = this.boards[board]!;
      const own = this.start.variables[v]?.name ?? "";
      if (b.title !== undefined && own !== "" && !own.startsWith("X_INTRODUCED_")) return own;
      if (b.cells[index]!.value === undefined) return cellName(b, index);
    }
    return this.start.variables[v]?.name ?? "";
  }

  /** A value of a variable, by the symbol that its cell has for it. */
  value(v: number, x: number): string {
    const spots = this.spots.get(v);
    if (spots?.length === 1) {
      const { board, index } = spots[0]!;
      const b = this.boards[board]!;
      const cell = b.cells[index]!;
      if (cell.value === undefined && b.values) {
        const [, factor, offset] = this.start.cells[cell.cell!]!;
        return symbol(b, factor * x + offset);
      }
    }
    return num(x);
  }

  /** A statement about a variable, as "q[0] ≤ 3". */
  literal(v: number, op: Op | string, x: number): string {
    const value = op === "=" || op === "!=" ? this.value(v, x) : num(x);
    return `${this.variable(v)} ${signs[op] ?? op} ${value}`;
  }

  /** A constraint in a few words: "row 3", or its kind. */
  constraint(i: number): string {
    const c = this.start.constraints[i];
    if (!c) return t().byConstraint;
    return this.house(c) ?? this.diagonals(i, c) ?? t().kinds[c.kind] ?? c.kind;
  }

  /** The constraint with all that its text shows. */
  constraintText(i: number): string {
    return (this.start.constraints[i]?.text ?? "").replace(/,(?=\S)/g, ", ");
  }

  /** Of an all_different, what its text adds to each variable; null where it says no such thing. */
  offsets(i: number): ReadonlyMap<number, number> | null {
    let found = this.terms.get(i);
    if (found === undefined) {
      found = this.readOffsets(this.start.constraints[i]!);
      this.terms.set(i, found);
    }
    return found;
  }

  private readOffsets(c: Constraint): Map<number, number> | null {
    if (c.kind !== "all_different") return null;
    const inside = c.text.slice(c.text.indexOf("(") + 1, -1);
    const terms: Term[] = [];
    let cut = false;
    for (const word of inside.split(", ")) {
      if (word === "...") {
        cut = true;
        continue;
      }
      const m = /^([^*\-+\s]+?)([+-]\d+)?$/.exec(word);
      if (!m) return null;
      terms.push({ name: m[1]!, offset: Number(m[2] ?? 0) });
    }
    const offsets = new Map<number, number>();
    // The text may show only the first terms. What is added to the others is known where it is
    // nothing, or grows by the same number from each term to the next.
    const step = terms.length > 1 ? terms[1]!.offset - terms[0]!.offset : 0;
    const regular = terms.every((term, k) => term.offset === terms[0]!.offset + k * step);
    if (cut && !regular) return null;
    for (let k = 0; k < c.vars.length; k++) {
      const term = terms[k];
      const v = c.vars[k]!;
      if (term && this.start.variables[v]?.name !== term.name) return null;
      offsets.set(v, term ? term.offset : terms[0]!.offset + k * step);
    }
    return offsets;
  }

  /** The row, column or box of a board that a constraint fills, in words. */
  private house(c: Constraint): string | undefined {
    if (c.kind !== "all_different" || !this.boards[0]?.boxRows) return undefined;
    const b = this.boards[0]!;
    const cells = c.vars.map((v) => this.spots.get(v)?.[0]?.index ?? -1);
    if (cells.length < 2 || cells.includes(-1)) return undefined;
    const same = (of: (i: number) => number) => {
      const first = of(cells[0]!);
      return cells.every((i) => of(i) === first) ? first + 1 : 0;
    };
    const boxRows = b.boxRows!;
    const boxCols = b.boxCols ?? boxRows;
    const words = t();
    const row = same((i) => Math.floor(i / b.cols));
    if (row) return words.houseName(words.house.row!, row);
    const column = same((i) => i % b.cols);
    if (column) return words.houseName(words.house.column!, column);
    const box = same((i) => Math.floor(Math.floor(i / b.cols) / boxRows) * (b.cols / boxCols) + Math.floor((i % b.cols) / boxCols));
    return box ? words.houseName(words.house.box!, box) : undefined;
  }

  /** What an all_different says of queens. */
  private diagonals(i: number, c: Constraint): string | undefined {
    if (c.kind !== "all_different" || !this.boards[0]?.chequered) return undefined;
    const offsets = this.offsets(i);
    const [a, b] = c.vars;
    if (!offsets || a === undefined || b === undefined) return undefined;
    const slope = offsets.get(b)! - offsets.get(a)!;
    return slope === 0 ? t().queensRows : slope > 0 ? t().queensUp : t().queensDown;
  }
}
