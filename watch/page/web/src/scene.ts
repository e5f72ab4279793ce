// A picture as lists of shapes, drawn on a canvas or written as SVG.

import { Theme } from "./theme";

/** What a shape stands for, and so its colour. Later ones are drawn over earlier ones. */
export const Tone = { line: 0, skipped: 1, open: 2, choice: 3, fail: 4, solution: 5, text: 6, cursor: 7, background: 8 } as const;

/** How strong a tone is, to be added to it. */
export const Strength = { full: 0, half: 16, faint: 32 } as const;

const tones = 48;
const alphas = [1, 0.45, 0.16];

/** Glyphs of nodes. */
export const Shape = { circle: 0, square: 1, diamond: 2, ring: 3, skipped: 4, failedCircle: 5 } as const;

/** A line of text. */
export interface Label {
  x: number;
  y: number; // of its middle
  text: string;
  size: number;
  tone: number;
  align: "left" | "center";
  halo: boolean; // keeps it legible over lines
}

/** A picture of width by height. Everything but labels is kept in flat lists by tone. */
export class Scene {
  readonly edges = lists(); // x0 y0 x1 y1
  readonly glyphs = lists(); // shape x y r
  readonly bars = lists(); // x y width height
  readonly triangles = lists(); // x y left right bottom
  readonly labels: Label[] = [];
  /** The way from the root to the cursor: x y ... */
  path: number[] = [];
  /** The cursor: x y radius, or x y width height for a frame. */
  cursor: number[] = [];
  /** Edges are so close together that they must be thin. */
  thin = false;
  /** Things drawn. */
  count = 0;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {}

  edge(tone: number, x0: number, y0: number, x1: number, y1: number): void {
    this.edges[tone].push(x0, y0, x1, y1);
    this.count++;
  }

  glyph(tone: number, shape: number, x: number, y: number, r: number): void {
    this.glyphs[tone].push(shape, x, y, r);
    this.count++;
  }

  bar(tone: number, x: number, y: number, width: number, height: number): void {
    this.bars[tone].push(x, y, width, height);
    this.count++;
  }

  /** A triangle from its apex down to a base. */
  triangle(tone: number, x: number, y: number, left: number, right: number, bottom: number): void {
    this.triangles[tone].push(x, y, left, right, bottom);
    this.count++;
  }
}

function lists(): number[][] {
  return Array.from({ length: tones }, () => []);
}

function colour(theme: Theme, tone: number): string {
  const { line, skipped, open, choice, fail, solution, text, cursor, background } = theme;
  return [line, skipped, open, choice, fail, solution, text, cursor, background][tone & 15];
}

/** Draws a scene over what is on the canvas. */
export function paint(scene: Scene, g: CanvasRenderingContext2D, theme: Theme): void {
  g.lineJoin = "round";
  g.lineCap = "round";
  const each = (list: number[][], draw: (shapes: number[], tone: number) => void) => {
    // Faint ones below, and of those of one strength the tones in their order.
    for (let strength = 2; strength >= 0; strength--) {
      for (let tone = 16 * strength; tone < 16 * strength + 16; tone++) {
        if (list[tone].length === 0) continue;
        g.globalAlpha = alphas[strength];
        g.fillStyle = g.strokeStyle = colour(theme, tone);
        draw(list[tone], tone);
      }
    }
    g.globalAlpha = 1;
  };
  each(scene.bars, (s) => {
    for (let i = 0; i < s.length; i += 4) g.fillRect(s[i], s[i + 1], s[i + 2], s[i + 3]);
  });
  each(scene.edges, (s) => {
    g.lineWidth = scene.thin ? 0.75 : 1.25;
    g.beginPath();
    for (let i = 0; i < s.length; i += 4) {
      g.moveTo(s[i], s[i + 1]);
      g.lineTo(s[i + 2], s[i + 3]);
    }
    g.stroke();
  });
  if (scene.path.length > 2) {
    g.strokeStyle = theme.cursor;
    g.lineWidth = 2.5;
    g.beginPath();
    for (let i = 0; i < scene.path.length; i += 2) g.lineTo(scene.path[i], scene.path[i + 1]);
    g.stroke();
  }
  each(scene.triangles, (s) => {
    g.beginPath();
    for (let i = 0; i < s.length; i += 5) {
      g.moveTo(s[i], s[i + 1]);
      g.lineTo(s[i + 3], s[i + 4]);
      g.lineTo(s[i + 2], s[i + 4]);
      g.closePath();
    }
    g.fill();
  });
  each(scene.glyphs, (s, tone) => paintGlyphs(g, s, theme, tone));
  if (scene.cursor.length > 0) {
    const [x, y, w, h] = scene.cursor;
    g.strokeStyle = theme.background;
    for (const width of [5, 2.5]) {
      g.lineWidth = width;
      g.beginPath();
      if (h === undefined) g.arc(x, y, w, 0, 2 * Math.PI);
      else g.rect(x, y, w, h);
      g.stroke();
      g.strokeStyle = theme.cursor;
    }
  }
  g.textBaseline = "middle";
  for (const l of scene.labels) {
    g.font = `${l.size}px ${theme.font}`;
    g.textAlign = l.align;
    if (l.halo) {
      g.strokeStyle = theme.background;
      g.lineWidth = 4;
      g.strokeText(l.text, l.x, l.y);
    }
    g.globalAlpha = alphas[l.tone >> 4];
    g.fillStyle = colour(theme, l.tone);
    g.fillText(l.text, l.x, l.y);
    g.globalAlpha = 1;
  }
}

/** Draws glyphs of one colour. Where they are large enough, a rim sets them off from lines. */
function paintGlyphs(g: CanvasRenderingContext2D, s: number[], theme: Theme, tone: number): void {
  const fill = colour(theme, tone);
  g.beginPath();
  let rim = false;
  for (let i = 0; i < s.length; i += 4) {
    const shape = s[i];
    const x = s[i + 1];
    const y = s[i + 2];
    const r = s[i + 3];
    rim ||= r > 3;
    if (shape === Shape.ring) continue;
    if (r < 1.5) {
      g.rect(x - r, y - r, 2 * r, 2 * r);
    } else if (shape === Shape.square) {
      g.rect(x - 0.88 * r, y - 0.88 * r, 1.76 * r, 1.76 * r);
    } else if (shape === Shape.diamond) {
      g.moveTo(x, y - 1.25 * r);
      g.lineTo(x + 1.25 * r, y);
      g.lineTo(x, y + 1.25 * r);
      g.lineTo(x - 1.25 * r, y);
      g.closePath();
    } else {
      const rounded = shape === Shape.skipped ? 0.8 * r : r;
      g.moveTo(x + rounded, y);
      g.arc(x, y, rounded, 0, 2 * Math.PI);
    }
  }
  if (rim) {
    const alpha = g.globalAlpha;
    g.globalAlpha = 1;
    g.strokeStyle = theme.background;
    g.lineWidth = 2.5;
    g.stroke();
    if (alpha < 1) {
      g.fillStyle = theme.background; // no lines shining through
      g.fill();
      g.fillStyle = fill;
    }
    g.globalAlpha = alpha;
  }
  g.fill();
  for (let i = 0; i < s.length; i += 4) {
    const shape = s[i];
    const x = s[i + 1];
    const y = s[i + 2];
    const r = s[i + 3];
    if (shape === Shape.ring) {
      g.beginPath();
      g.arc(x, y, r, 0, 2 * Math.PI);
      const alpha = g.globalAlpha;
      g.globalAlpha = 1;
      g.fillStyle = theme.background;
      g.fill();
      g.globalAlpha = alpha;
      g.strokeStyle = fill;
      g.lineWidth = Math.min(2, r / 2);
      g.stroke();
    } else if (shape === Shape.skipped && r >= 3) {
      g.fillStyle = theme.background;
      g.fillRect(x - 0.45 * r, y - 0.12 * r, 0.9 * r, 0.24 * r);
    } else if (shape === Shape.failedCircle && r >= 2) {
      g.fillStyle = theme.background;
      g.fillRect(x - 0.62 * r, y - 0.62 * r, 1.24 * r, 1.24 * r);
      g.fillStyle = theme.fail;
      g.fillRect(x - 0.45 * r, y - 0.45 * r, 0.9 * r, 0.9 * r);
    }
  }
}

/** Writes a scene as SVG of its own, with the theme's colours, and a caption below it if there is one. */
export function svgOf(scene: Scene, theme: Theme, caption = ""): string {
  const height = scene.height + (caption === "" ? 0 : 28);
  const out: string[] = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${n(scene.width)}" height="${n(height)}" viewBox="0 0 ${n(scene.width)} ${n(height)}">`,
    `<rect width="100%" height="100%" fill="${escape(theme.background)}"/>`,
    `<g stroke-linejoin="round" stroke-linecap="round">`,
  ];
  const each = (list: number[][], write: (shapes: number[], paint: string, tone: number) => void) => {
    for (let strength = 2; strength >= 0; strength--) {
      for (let tone = 16 * strength; tone < 16 * strength + 16; tone++) {
        if (list[tone].length === 0) continue;
        const opacity = strength === 0 ? "" : ` opacity="${alphas[strength]}"`;
        out.push(`<g${opacity}>`);
        write(list[tone], escape(colour(theme, tone)), tone);
        out.push(`</g>`);
      }
    }
  };
  each(scene.bars, (s, fill) => {
    let d = "";
    for (let i = 0; i < s.length; i += 4) d += `M${n(s[i])} ${n(s[i + 1])}h${n(s[i + 2])}v${n(s[i + 3])}h${n(-s[i + 2])}z`;
    out.push(`<path d="${d}" fill="${fill}"/>`);
  });
  each(scene.edges, (s, stroke) => {
    let d = "";
    for (let i = 0; i < s.length; i += 4) d += `M${n(s[i])} ${n(s[i + 1])}L${n(s[i + 2])} ${n(s[i + 3])}`;
    out.push(`<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${scene.thin ? 0.75 : 1.25}"/>`);
  });
  const cursor = escape(theme.cursor);
  if (scene.path.length > 2) {
    const points = [];
    for (let i = 0; i < scene.path.length; i += 2) points.push(`${n(scene.path[i])},${n(scene.path[i + 1])}`);
    out.push(`<polyline points="${points.join(" ")}" fill="none" stroke="${cursor}" stroke-width="2.5"/>`);
  }
  each(scene.triangles, (s, fill) => {
    let d = "";
    for (let i = 0; i < s.length; i += 5) d += `M${n(s[i])} ${n(s[i + 1])}L${n(s[i + 3])} ${n(s[i + 4])}L${n(s[i + 2])} ${n(s[i + 4])}z`;
    out.push(`<path d="${d}" fill="${fill}"/>`);
  });
  each(scene.glyphs, (s, fill) => {
    for (let i = 0; i < s.length; i += 4) out.push(svgGlyph(s[i], s[i + 1], s[i + 2], s[i + 3], fill, theme));
  });
  if (scene.cursor.length > 0) {
    const [x, y, w, h] = scene.cursor;
    const stroke = `fill="none" stroke="${cursor}" stroke-width="2.5"`;
    if (h === undefined) out.push(`<circle cx="${n(x)}" cy="${n(y)}" r="${n(w)}" ${stroke}/>`);
    else out.push(`<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" ${stroke}/>`);
  }
  out.push(`</g>`, `<g font-family="${escape(theme.font)}" dominant-baseline="central">`);
  for (const l of scene.labels) {
    const halo = l.halo ? ` stroke="${escape(theme.background)}" stroke-width="4" paint-order="stroke"` : "";
    const anchor = l.align === "center" ? ` text-anchor="middle"` : "";
    const opacity = l.tone >> 4 === 0 ? "" : ` opacity="${alphas[l.tone >> 4]}"`;
    out.push(`<text x="${n(l.x)}" y="${n(l.y)}" font-size="${n(l.size)}" fill="${escape(colour(theme, l.tone))}"${anchor}${halo}${opacity}>${escape(l.text)}</text>`);
  }
  if (caption !== "") out.push(`<text x="12" y="${n(scene.height + 12)}" font-size="12" fill="${escape(theme.text)}">${escape(caption)}</text>`);
  out.push(`</g>`, `</svg>`);
  return out.join("\n") + "\n";
}

function svgGlyph(shape: number, x: number, y: number, r: number, fill: string, theme: Theme): string {
  const background = escape(theme.background);
  const rim = r > 3 ? ` stroke="${background}" stroke-width="1.25"` : "";
  const square = (side: number, paint: string, edge = "") =>
    `<rect x="${n(x - side / 2)}" y="${n(y - side / 2)}" width="${n(side)}" height="${n(side)}" fill="${paint}"${edge}/>`;
  const circle = (radius: number) => `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="${fill}"${rim}/>`;
  switch (shape) {
    case Shape.square:
      return square(1.76 * r, fill, rim);
    case Shape.diamond: {
      const d = 1.25 * r;
      return `<path d="M${n(x)} ${n(y - d)}l${n(d)} ${n(d)}l${n(-d)} ${n(d)}l${n(-d)} ${n(-d)}z" fill="${fill}"${rim}/>`;
    }
    case Shape.ring:
      return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${background}" stroke="${fill}" stroke-width="${n(Math.min(2, r / 2))}"/>`;
    case Shape.skipped:
      return circle(0.8 * r) + `<rect x="${n(x - 0.45 * r)}" y="${n(y - 0.12 * r)}" width="${n(0.9 * r)}" height="${n(0.24 * r)}" fill="${background}"/>`;
    case Shape.failedCircle:
      return circle(r) + square(1.24 * r, background) + square(0.9 * r, escape(theme.fail));
  }
  return circle(r);
}

/** A number in as many digits as a picture needs. */
function n(v: number): string {
  return String(Math.round(v * 100) / 100);
}

function escape(text: string): string {
  const marks: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  // Control characters cannot stand in XML at all.
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, "").replace(/[&<>"]/g, (c) => marks[c]);
}
