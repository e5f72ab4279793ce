// A picture of a board as SVG, for export.

import { queenPath } from "./board";
import { cellView, slotsOf } from "./cellview";
import type { Board } from "./layout";
import type { Marks } from "./marks";
import type { Moment } from "./moment";
import type { Theme } from "./theme";

const side = 48; // of a cell
const margin = 24;

/** Draws a board at a moment, with the marks of its step. */
export function boardSvg(board: Board, number: number, m: Moment, marks: Marks, theme: Theme): string {
  const slots = slotsOf(board, m.start);
  const extraCols = board.rowTallies ? 1 : 0;
  const extraRows = board.colTallies ? 1 : 0;
  const width = margin + (board.cols + extraCols) * side + 8;
  const height = margin + (board.rows + extraRows) * side + 8;
  const out: string[] = [];
  const rect = (x: number, y: number, w: number, fill: string, opacity = 1) =>
    out.push(`<rect x="${x}" y="${y}" width="${w}" height="${w}" fill="${fill}"${opacity < 1 ? ` fill-opacity="${opacity}"` : ""}/>`);
  const words = (x: number, y: number, text: string, px: number, fill: string, more = "") =>
    out.push(`<text x="${x}" y="${y}" font-size="${px}" fill="${fill}" text-anchor="middle" dominant-baseline="central"${more}>${escape(text)}</text>`);
  const line = (x1: number, y1: number, x2: number, y2: number, w: number) =>
    out.push(`<path d="M${x1} ${y1}L${x2} ${y2}" stroke="${theme.text}" stroke-width="${w}" stroke-linecap="square"/>`);

  rect(0, 0, Math.max(width, height), theme.background);
  const from = board.indices ?? 1;
  for (let c = 0; c < board.cols; c++) words(margin + (c + 0.5) * side, margin / 2, String(c + from), 11, theme.open);
  for (let r = 0; r < board.rows; r++) words(margin / 2, margin + (r + 0.5) * side, String(r + from), 11, theme.open);
  for (let i = 0; i < board.cells.length; i++) {
    const r = Math.floor(i / board.cols);
    const c = i % board.cols;
    const x = margin + c * side;
    const y = margin + r * side;
    const v = cellView(board, i, slots, m);
    const own = marks.of(number, i);
    if (board.chequered && (r + c) % 2 === 1) rect(x, y, side, theme.line, 0.5);
    if (own?.has("emptied") || own?.has("clash") || v.empty) rect(x, y, side, theme.fail, 0.2);
    else if (own?.has("placed")) rect(x, y, side, theme.cursor, 0.25);
    const middle = [x + side / 2, y + side / 2] as const;
    const ink = own?.has("clash") ? theme.fail : board.cells[i]!.given ? theme.text : theme.choice;
    if (v.kind === "on" && v.text === "♛") {
      out.push(`<path transform="translate(${x + 6} ${y + 6}) scale(1.5)" d="${queenPath}" fill="${own?.has("clash") ? theme.fail : theme.text}"/>`);
    } else if (v.kind === "value" || v.kind === "clue" || v.kind === "on") {
      words(...middle, v.text, 26, ink, board.cells[i]!.given ? ` font-weight="700"` : "");
    } else if (v.kind === "off") {
      out.push(`<circle cx="${middle[0]}" cy="${middle[1]}" r="3" fill="${v.lost ? theme.fail : theme.skipped}"/>`);
    } else if (v.text) {
      words(...middle, `{${v.text}}`, 13, theme.open);
    } else {
      const step = side / (slots.across || 1);
      for (const k of v.candidates) {
        const cx = x + ((k.slot % slots.across) + 0.5) * step;
        const cy = y + (Math.floor(k.slot / slots.across) + 0.5) * step;
        words(cx, cy, k.symbol, Math.min(13, step * 0.75), k.state === "lost" ? theme.fail : theme.open,
          k.state === "lost" ? ` text-decoration="line-through"` : "");
      }
    }
  }
  for (let r = 0; r <= board.rows; r++) {
    const thick = r === 0 || r === board.rows || (board.boxRows !== undefined && r % board.boxRows === 0);
    line(margin, margin + r * side, margin + board.cols * side, margin + r * side, thick ? 2 : 0.5);
  }
  const across = board.boxCols ?? board.boxRows;
  for (let c = 0; c <= board.cols; c++) {
    const thick = c === 0 || c === board.cols || (across !== undefined && c % across === 0);
    line(margin + c * side, margin, margin + c * side, margin + board.rows * side, thick ? 2 : 0.5);
  }
  board.rowTallies?.forEach((n, r) => words(margin + (board.cols + 0.5) * side, margin + (r + 0.5) * side, n, 18, theme.text));
  board.colTallies?.forEach((n, c) => words(margin + (c + 0.5) * side, margin + (board.rows + 0.5) * side, n, 18, theme.text));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ` +
    `font-family="${escape(theme.font)}">${out.join("")}</svg>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
}
