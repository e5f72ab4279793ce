// The phrases by which the built-in problems tell of a try of the plain method and
// of what it clashes with ("r1c5 = 9", "r1c4 in row 1"), in the language of the
// page, with the cells that they speak of. What is not known stays as it is.

import { t } from "./catalogue";

/** What a phrase points at; rows and columns from 0. */
export type Pointer =
  | { at: readonly [row: number, column: number] }
  | { column: number } // the queen of a column
  | { beside: readonly [row: number, column: number]; value: number } // the neighbour with a value
  | { tally: "row" | "column"; index: number };

export interface Phrase {
  text: string;
  points: Pointer[];
}

const cell = /^r(\d+)c(\d+)$/;

function at(name: string): Pointer[] {
  const m = cell.exec(name);
  return m ? [{ at: [Number(m[1]) - 1, Number(m[2]) - 1] }] : [];
}

const shipPattern = /^ship of (\d+) at (r\d+c\d+)(?: (across|down))?$/;

function ship(text: string): Phrase | undefined {
  const m = shipPattern.exec(text);
  if (!m) return undefined;
  const n = Number(m[1]);
  const [first] = at(m[2]!);
  const points: Pointer[] = [];
  if (first && "at" in first) {
    const [row, column] = first.at;
    for (let k = 0; k < n && k < 64; k++) points.push({ at: m[3] === "down" ? [row + k, column] : [row, column + k] });
  }
  return { text: t().shipAt(m[1]!, m[2]!, m[3] ? t().way[m[3]]! : ""), points };
}

/** What was tried. */
export function tried(text: string): Phrase {
  let m: RegExpExecArray | null;
  if ((m = /^queen in column (\d+), row (\d+)$/.exec(text))) {
    return { text: t().queenAt(m[1]!, m[2]!), points: [{ at: [Number(m[2]), Number(m[1])] }] };
  }
  if ((m = /^(r\d+c\d+) = (.+)$/.exec(text))) return { text, points: at(m[1]!) };
  if ((m = /^(\d+) in row (\d+), column (\d+)$/.exec(text))) {
    return { text: t().numberAt(m[1]!, m[2]!, m[3]!), points: [{ at: [Number(m[2]) - 1, Number(m[3]) - 1] }] };
  }
  return ship(text) ?? { text: literal(text), points: [] };
}

/** What a try clashes with. */
export function clash(text: string, what: string): Phrase {
  let m: RegExpExecArray | null;
  if ((m = /^the queen in column (\d+) \((\w+)\)$/.exec(text))) {
    return { text: t().theQueen(m[1]!, t().line[m[2]!] ?? m[2]!), points: [{ column: Number(m[1]) }] };
  }
  if ((m = /^(r\d+c\d+) in (\w+)(?: (\d+))?(.*)$/.exec(text)) && !m[4]) {
    return { text: t().inHouse(m[1]!, m[2]!, m[3] ?? ""), points: at(m[1]!) };
  }
  if ((m = /^(\d+) beside it/.exec(text))) {
    const neighbour = Number(m[1]);
    const try_ = /^(\d+) in row (\d+), column (\d+)$/.exec(what);
    if (try_) {
      const from = [Number(try_[2]) - 1, Number(try_[3]) - 1] as const;
      return { text: t().notPrime(neighbour, Number(try_[1])), points: [{ beside: from, value: neighbour }] };
    }
  }
  if ((m = /^the (ship of .+) \((touch|overlap)\)$/.exec(text))) {
    const s = ship(m[1]!);
    if (s) return { text: t().theShip(s.text, t().how[m[2]!]!), points: s.points };
  }
  if ((m = /^the given (.) at (r\d+c\d+)(, which no ship covers)?$/u.exec(text))) {
    return { text: m[3] ? t().givenUncovered(m[1]!, m[2]!) : t().givenAt(m[1]!, m[2]!), points: at(m[2]!) };
  }
  if ((m = /^the tally of (row|column) (\d+): (\d+) parts?, not (\d+)$/.exec(text))) {
    const kind = m[1] as "row" | "column";
    return {
      text: t().tally(kind, m[2]!, Number(m[3]), Number(m[4])),
      points: [{ tally: kind, index: Number(m[2]) - 1 }],
    };
  }
  return { text: t().kinds[text] ?? text, points: [] }; // a constraint of a model, or what is not known
}

/** A statement in the engine's words with the signs of print. */
export function literal(text: string): string {
  return text.replace(/ (!=|>=|<=) /g, (_, op: string) => ({ "!=": " ≠ ", ">=": " ≥ ", "<=": " ≤ " })[op]!);
}
