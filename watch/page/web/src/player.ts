// The one cursor of the page and its clock: play, pause, speed, jumps.

/** Speeds in steps a second. */
export const speeds = [0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 4096] as const;

export interface PlayerOptions {
  /** The number of steps there are so far. */
  length(): number;
  /** Whether there may be more. */
  growing(): boolean;
  /** Whether the step of the cursor is on the page, so that it may move on. */
  ready(): boolean;
  onMove(step: number): void;
  /** Goes on by steps, while it plays. */
  advance(steps: number): void;
  /** Whether the step of the cursor is not yet shown to its end. */
  inside(): boolean;
  /** Playing or speed changed. */
  onChange(): void;
}

export class Player {
  private at = 0;
  private frame = 0;
  private then = 0;
  private due = 0; // steps that are due, in part
  private speedIndex = 2;

  constructor(private readonly options: PlayerOptions) {}

  get step(): number {
    return this.at;
  }

  get playing(): boolean {
    return this.frame !== 0;
  }

  get speed(): number {
    return speeds[this.speedIndex]!;
  }

  /** Goes to a step, or to the nearest there is. */
  go(step: number): void {
    const to = Math.min(Math.max(0, Math.round(step)), this.options.length());
    if (to === this.at) return;
    this.at = to;
    this.options.onMove(to);
  }

  /** Moves by steps, and stops playing: the reader took over. */
  move(by: number): void {
    this.pause();
    this.go(this.at + by);
  }

  play(): void {
    if (this.playing) return;
    if (this.at >= this.options.length() && !this.options.growing()) this.go(0);
    this.then = performance.now();
    this.due = 0;
    this.frame = requestAnimationFrame(this.tick);
    this.options.onChange();
  }

  pause(): void {
    if (!this.playing) return;
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.options.onChange();
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  faster(by: number): void {
    this.speedIndex = Math.min(Math.max(0, this.speedIndex + by), speeds.length - 1);
    this.options.onChange();
  }

  /** Back to the start of another search. */
  reset(): void {
    this.pause();
    this.at = 0;
  }

  private readonly tick = (now: number): void => {
    if (this.options.ready()) {
      // After a long pause, as in a hidden tab, it goes on from where it was.
      this.due += Math.min(0.25, (now - this.then) / 1000) * this.speed;
      const whole = Math.floor(this.due);
      if (whole > 0) {
        this.due -= whole;
        this.options.advance(whole);
      }
    }
    this.then = now;
    if (this.at >= this.options.length() && !this.options.inside() && !this.options.growing()) {
      this.frame = 0;
      this.options.onChange();
      return;
    }
    if (this.frame !== 0) this.frame = requestAnimationFrame(this.tick);
  };
}
