// The timeline: where solutions and failures are among the steps, how deep the search was, and the cursor.

import { IntColumn, StepLog } from "./log";
import { Theme } from "./theme";

export interface TimelineOptions {
  theme: () => Theme;
  /** The reader moved the cursor to a step, 0 to log.length. */
  onScrub: (step: number) => void;
  /** Steps of the full width; the log's length if it is not given. */
  extent?: () => number;
}

const bucketBits = 6;
const bucket = 1 << bucketBits; // steps that are summed up at once in long logs
const pad = 8; // pixels at the sides, for the cursor's handle
const perFrame = 100_000; // steps taken in at once

/** What happened in the steps of each pixel column of a timeline. */
export interface Columns {
  failures: Uint32Array;
  solutions: Uint32Array;
  /** The greatest depth, 0 also where there are no steps. */
  depth: Uint32Array;
}

/** Sums up a log by columns. Long logs are read in buckets of 64 steps, which are kept, so that it takes a moment only. */
export class Buckets {
  private taken = 0;
  private readonly failures = new IntColumn();
  private readonly solutions = new IntColumn();
  private readonly depth = new IntColumn();

  constructor(private readonly log: StepLog) {}

  /** Takes in at most so many of the steps that are new, and says whether these were all. */
  update(most = Infinity): boolean {
    const { log } = this;
    const end = Math.min(log.length, this.taken + most);
    while (this.taken < end) {
      const step = ++this.taken;
      const b = (step - 1) >> bucketBits;
      if (b === this.depth.length) {
        this.failures.push(0);
        this.solutions.push(0);
        this.depth.push(0);
      }
      if (log.failure(step)) this.failures.set(b, this.failures.get(b) + 1);
      if (log.solution(step)) this.solutions.set(b, this.solutions.get(b) + 1);
      if (log.depth(step) > this.depth.get(b)) this.depth.set(b, log.depth(step));
    }
    return this.taken === log.length;
  }

  /** The steps taken in, on so many columns for an extent of steps. Step s is at column (s-1)/extent. */
  columns(count: number, extent: number): Columns {
    const { log } = this;
    const c = { failures: new Uint32Array(count), solutions: new Uint32Array(count), depth: new Uint32Array(count) };
    const add = (first: number, failures: number, solutions: number, depth: number) => {
      const i = Math.min(count - 1, Math.floor(((first - 1) / extent) * count));
      c.failures[i] += failures;
      c.solutions[i] += solutions;
      if (depth > c.depth[i]) c.depth[i] = depth;
    };
    if (extent <= count * bucket) {
      for (let s = 1; s <= this.taken; s++) add(s, log.failure(s) ? 1 : 0, log.solution(s) ? 1 : 0, log.depth(s));
      return c;
    }
    for (let b = 0; b < this.depth.length; b++) {
      add(b * bucket + 1, this.failures.get(b), this.solutions.get(b), this.depth.get(b));
    }
    return c;
  }
}

/**
 * A strip that shows all steps: solutions on the upper lane, failures on the lower one, stronger where there are more of them,
 * the depth behind them. Drag to scrub.
 */
export class Timeline {
  private cursor = 0;
  private hidden = false;
  private frame = 0;
  private readonly buckets: Buckets;
  private columns: Columns | null = null;
  private columnsOf = ""; // what they were summed up for
  private readonly observer: ResizeObserver;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly log: StepLog,
    private readonly opts: TimelineOptions,
  ) {
    this.buckets = new Buckets(log);
    canvas.style.touchAction = "pan-y";
    canvas.addEventListener("pointerdown", this.down);
    canvas.addEventListener("pointermove", this.move);
    this.observer = new ResizeObserver(() => this.render()); // at once, or the picture would be stretched for a frame
    this.observer.observe(canvas);
    this.draw();
  }

  /** Whether marks after the cursor are left out, so that they do not tell what comes. */
  get futureHidden(): boolean {
    return this.hidden;
  }

  set futureHidden(hidden: boolean) {
    this.hidden = hidden;
    this.draw();
  }

  setCursor(step: number): void {
    if (step === this.cursor) return;
    this.cursor = step;
    this.draw();
  }

  /** Has everything drawn anew in the next frame. */
  draw(): void {
    if (this.frame === 0) this.frame = requestAnimationFrame(this.onFrame);
  }

  dispose(): void {
    this.observer.disconnect();
    this.canvas.removeEventListener("pointerdown", this.down);
    this.canvas.removeEventListener("pointermove", this.move);
    if (this.frame !== 0) cancelAnimationFrame(this.frame);
    this.frame = -1; // no more frames
  }

  private readonly onFrame = (): void => {
    this.frame = 0;
    const all = this.buckets.update(perFrame);
    this.render();
    if (!all) this.draw();
  };

  private get extent(): number {
    return Math.max(1, this.log.length, this.opts.extent?.() ?? 0);
  }

  private render(): void {
    const { canvas } = this;
    const g = canvas.getContext("2d");
    if (g === null) return;
    const ratio = devicePixelRatio || 1;
    const width = canvas.clientWidth;
    const height = canvas.clientHeight;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    g.clearRect(0, 0, width, height);
    const theme = this.opts.theme();
    const wide = Math.floor(width - 2 * pad);
    if (wide < 1 || height < 8) return;
    const extent = this.extent;
    const key = `${wide} ${extent} ${this.log.length}`;
    if (this.columns === null || this.columnsOf !== key) {
      this.columns = this.buckets.columns(wide, extent);
      this.columnsOf = this.buckets.update(0) ? key : "";
    }
    const at = pad + (Math.min(this.cursor, extent) / extent) * wide;
    const step = Math.max(1, wide / extent); // pixels of a step

    // Lanes: a gap on top for the handle, then solutions, failures, and the line of the steps.
    const top = 9;
    const bottom = height - 4;
    const middle = top + (bottom - top) / 2;
    const { failures, solutions, depth } = this.columns;
    const deepest = depth.reduce((a, b) => Math.max(a, b), 1);
    const most = failures.reduce((a, b) => Math.max(a, b), 1);
    const mostSolutions = solutions.reduce((a, b) => Math.max(a, b), 1);
    const strength = (x: number) => (x < at ? 1 : this.hidden ? 0 : 0.4);

    if (step >= 2) {
      this.few(g, wide, extent, top, middle, bottom, deepest);
      this.handle(g, at, height);
      return;
    }
    g.fillStyle = theme.line;
    for (let i = 0; i < wide; i++) {
      if (depth[i] === 0) continue;
      const h = (depth[i] / deepest) * (bottom - top);
      g.globalAlpha = 0.45 * strength(pad + i);
      g.fillRect(pad + i, bottom - h, 1, h);
    }
    g.globalAlpha = 1;
    g.fillRect(pad, bottom, wide, 1);

    g.fillStyle = theme.fail;
    for (let i = 0; i < wide; i++) {
      if (failures[i] === 0) continue;
      g.globalAlpha = density(failures[i], most) * strength(pad + i);
      g.fillRect(pad + i, middle + 2, step, bottom - middle - 2);
    }
    g.fillStyle = theme.solution;
    for (let i = 0; i < wide; i++) {
      if (solutions[i] === 0) continue;
      g.globalAlpha = density(solutions[i], mostSolutions) * strength(pad + i);
      g.fillRect(pad + i, top, 1.5, middle - top);
    }
    this.handle(g, at, height);
  }

  /** Draws steps of several pixels: slender marks where the cursor stands at them. */
  private few(g: CanvasRenderingContext2D, wide: number, extent: number, top: number, middle: number, bottom: number, deepest: number): void {
    const { log } = this;
    const theme = this.opts.theme();
    const step = wide / extent;
    const mark = Math.min(3, step * 0.6);
    const last = this.hidden ? Math.min(this.cursor, log.length) : log.length;
    for (let s = 1; s <= last; s++) {
      const x = pad + s * step;
      const strength = s <= this.cursor ? 1 : 0.4;
      const h = (log.depth(s) / deepest) * (bottom - top);
      g.fillStyle = theme.line;
      g.globalAlpha = 0.45 * strength;
      g.fillRect(x - step, bottom - h, step, h);
      g.globalAlpha = strength;
      if (log.failure(s)) {
        g.fillStyle = theme.fail;
        g.fillRect(x - mark / 2, middle + 2, mark, bottom - middle - 2);
      }
      if (log.solution(s)) {
        g.fillStyle = theme.solution;
        g.fillRect(x - mark / 2, top, mark, middle - top);
      }
    }
    g.globalAlpha = 1;
    g.fillStyle = theme.line;
    g.fillRect(pad, bottom, wide, 1);
  }

  /** Draws the cursor. */
  private handle(g: CanvasRenderingContext2D, at: number, height: number): void {
    const theme = this.opts.theme();
    g.globalAlpha = 1;
    g.fillStyle = theme.cursor;
    g.strokeStyle = theme.background;
    g.lineWidth = 2;
    g.beginPath();
    g.rect(at - 1, 4, 2, height - 5);
    g.arc(at, 5.5, 4.5, 0, 2 * Math.PI);
    g.stroke();
    g.fill();
  }

  private readonly down = (e: PointerEvent): void => {
    if (e.pointerType === "mouse" && e.button !== 0) return;
    this.canvas.setPointerCapture(e.pointerId);
    this.scrub(e);
  };

  private readonly move = (e: PointerEvent): void => {
    if (this.canvas.hasPointerCapture(e.pointerId)) this.scrub(e);
  };

  private scrub(e: PointerEvent): void {
    const box = this.canvas.getBoundingClientRect();
    const share = (e.clientX - box.left - pad) / Math.max(1, box.width - 2 * pad);
    this.opts.onScrub(Math.min(Math.max(Math.round(share * this.extent), 0), this.log.length));
  }
}

/** How strongly a column is drawn that stands for some marks, of at most so many: single ones clearly, many by how many they are. */
function density(marks: number, most: number): number {
  return most === 1 ? 1 : 0.3 + (0.5 * marks) / most;
}
