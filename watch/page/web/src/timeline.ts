// The timeline: where solutions and failures are among the steps, and the cursor.

import { StepLog } from "./log";
import { Theme } from "./theme";

export interface TimelineOptions {
  theme: () => Theme;
  onScrub: (step: number) => void;
  /** Steps of the full width; the log's length if it is not given. */
  extent?: () => number;
}

const bucketBits = 6;

/** A strip that shows all steps: green where there are solutions, red for the share of failures. Drag to scrub. */
export class Timeline {
  private cursor = 0;
  private taken = 0;
  private failures: number[] = []; // by bucket of 2^bucketBits steps
  private solutions: number[] = [];
  private readonly observer: ResizeObserver;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly log: StepLog,
    private readonly opts: TimelineOptions,
  ) {
    canvas.addEventListener("pointerdown", this.down);
    canvas.addEventListener("pointermove", this.move);
    this.observer = new ResizeObserver(() => this.draw());
    this.observer.observe(canvas);
  }

  setCursor(step: number): void {
    this.cursor = step;
    this.draw();
  }

  draw(): void {
    const g = this.canvas.getContext("2d");
    if (g === null) return;
    const ratio = devicePixelRatio;
    const width = (this.canvas.width = Math.round(this.canvas.clientWidth * ratio));
    const height = (this.canvas.height = Math.round(this.canvas.clientHeight * ratio));
    for (; this.taken < this.log.length; ) {
      const step = ++this.taken;
      const b = (step - 1) >> bucketBits;
      if (b === this.failures.length) {
        this.failures.push(0);
        this.solutions.push(0);
      }
      if (this.log.failure(step)) this.failures[b]++;
      if (this.log.solution(step)) this.solutions[b]++;
    }
    const theme = this.opts.theme();
    g.clearRect(0, 0, width, height);
    const total = Math.max(1, this.extent());
    for (let b = 0; b < this.failures.length; b++) {
      const x = ((b << bucketBits) / total) * width;
      const w = Math.max(1, ((1 << bucketBits) / total) * width);
      g.fillStyle = this.solutions[b] > 0 ? theme.solution : theme.fail;
      if (this.solutions[b] + this.failures[b] > 0) g.fillRect(x, 0, w, height);
    }
    g.fillStyle = theme.cursor;
    g.fillRect((this.cursor / total) * width - ratio, 0, 2 * ratio, height);
  }

  dispose(): void {
    this.observer.disconnect();
    this.canvas.removeEventListener("pointerdown", this.down);
    this.canvas.removeEventListener("pointermove", this.move);
  }

  private extent(): number {
    return this.opts.extent?.() ?? this.log.length;
  }

  private readonly down = (e: PointerEvent) => {
    this.canvas.setPointerCapture(e.pointerId);
    this.scrub(e);
  };

  private readonly move = (e: PointerEvent) => {
    if (this.canvas.hasPointerCapture(e.pointerId)) this.scrub(e);
  };

  private scrub(e: PointerEvent): void {
    const at = Math.round((e.offsetX / Math.max(1, this.canvas.clientWidth)) * this.extent());
    this.opts.onScrub(Math.min(Math.max(at, 0), this.log.length));
  }
}
