// How output values are laid out on boards: as the server says for problems it
// has a board for, and otherwise a grid for each output with two dimensions.

import type { Start } from "./trace";

export interface BoardCell {
  cell?: number; // index in Start.cells; absent or -1: blank
  value?: number; // one-hot: the cell is on where the output has this value
  mark?: string; // what an "on" cell shows
  given?: boolean;
  clue?: string; // what a given cell shows while its output is open
  name?: string;
}

export interface Board {
  rows: number;
  cols: number;
  cells: BoardCell[];
  boxRows?: number;
  boxCols?: number;
  chequered?: boolean;
  rowTallies?: string[];
  colTallies?: string[];
  values?: Record<string, string>;
  title?: string; // the output, where the page laid it out
  indices?: number; // where headings of rows and columns begin: 0 or 1
}

/** The most cells of a board; beyond it there is only the table of variables. */
export const maxCells = 10_000;

/** The boards of a search. */
export function boardsOf(start: Start, board: Board | null): Board[] {
  if (board) {
    const whole = board.rows * board.cols <= maxCells;
    return whole ? [{ indices: board.cells.some((c) => c.value !== undefined) ? 0 : 1, ...board }] : [];
  }
  const boards: Board[] = [];
  let at = 0;
  for (const o of start.outputs) {
    const dims = o.dims ?? [];
    const length = dims.reduce((n, d) => n * d, 1);
    if (dims.length === 2 && length > 0 && length <= maxCells) {
      const [rows, cols] = dims as [number, number];
      const cells = Array.from({ length }, (_, i) => ({
        cell: at + i,
        name: `${o.name}[${Math.floor(i / cols)}][${i % cols}]`,
      }));
      boards.push({ rows, cols, cells, title: o.name, indices: 0 });
    }
    at += length;
  }
  return boards;
}

/** What a board shows for a value. */
export function symbol(board: Board, value: number): string {
  return board.values?.[String(value)] ?? String(value);
}

/** The name of a cell: the server's, else by row and column. */
export function cellName(board: Board, i: number): string {
  const from = board.indices ?? 1;
  return board.cells[i]?.name ?? `r${Math.floor(i / board.cols) + from}c${(i % board.cols) + from}`;
}
