// A search that runs on the server, as the page knows it: the log and tree of all
// its steps, which arrive as a stream, and what exactly happened around the step
// that is shown, which is fetched in windows.

import * as api from "./api";
import { FrameReader } from "./frames";
import type { Board } from "./layout";
import { boardsOf } from "./layout";
import { StepLog } from "./log";
import { Tree } from "./model";
import type { Moment } from "./moment";
import { Replay } from "./replay";
import type { Start } from "./trace";

/** Steps of a window. */
export const windowSteps = 256;

/** Windows that are kept. */
const windowsKept = 12;

/** How long a search is kept alive for a page, between two signs of life. */
const aliveEvery = 10_000;

/** Times a stream that broke is asked for again before the search counts as gone. */
const attempts = 6;

export interface SearchEvents {
  /** More steps, or another state. */
  onGrow(): void;
  /** A window that was wanted has arrived, or could not be had. */
  onWindow(): void;
}

export class Search {
  readonly log = new StepLog();
  readonly tree = new Tree(this.log);
  readonly boards: Board[];
  state: api.SearchState = { running: true, steps: 0, complete: false, reason: "", answers: "0", message: "" };
  /** The server knows nothing of the search any more, or does not answer. */
  gone = false;
  reconnecting = false;

  private readonly windows = new Map<number, Replay>(); // by number; the last used is the last
  private readonly pending = new Map<number, AbortController>();
  private readonly stopped = new AbortController();
  private timer = 0;

  private constructor(
    readonly request: api.SearchRequest,
    readonly id: string,
    readonly start: Start,
    readonly notes: readonly string[],
    board: Board | null,
    private readonly events: SearchEvents,
  ) {
    this.boards = boardsOf(start, board);
    void this.listen();
  }

  /** Starts a search on the server. */
  static async begin(request: api.SearchRequest, events: SearchEvents): Promise<Search> {
    const s = await api.start(request);
    return new Search(request, s.id, s.start, s.notes ?? [], s.board, events);
  }

  get plain(): boolean {
    return this.start.method === "plain";
  }

  get length(): number {
    return this.log.length;
  }

  /** What a step is, and the domains after it; undefined while that is not here: ask with want. */
  moment(step: number): Moment | undefined {
    const number = windowOf(step);
    const replay = this.windows.get(number);
    if (!replay || step > replay.last) return undefined;
    this.windows.delete(number);
    this.windows.set(number, replay);
    replay.to(step);
    return { step, start: this.start, domains: replay.domains, changed: replay.changed, events: replay.events };
  }

  /** Fetches what moment needs for a step; onWindow tells when it is here. */
  want(step: number): void {
    const number = windowOf(step);
    const have = this.windows.get(number);
    if ((have && step <= have.last) || this.pending.has(number) || this.gone || step > this.length) return;
    for (const [other, controller] of this.pending) {
      if (Math.abs(other - number) > 1) controller.abort(); // left behind while scrubbing
    }
    const controller = new AbortController();
    this.pending.set(number, controller);
    void this.fetchWindow(number, controller);
  }

  get waiting(): boolean {
    return this.pending.size > 0;
  }

  /** The replay windows that are here, by the steps that they cover, for those who look for changes. */
  loaded(): { from: number; last: number; events: (step: number) => readonly { var?: number; event: string }[] }[] {
    return [...this.windows.values()].map((r) => r.contents()).sort((a, b) => a.from - b.from);
  }

  /** Ends the search on the server; leaving says that the page goes away. */
  async end(leaving = false): Promise<void> {
    this.stopped.abort();
    for (const c of this.pending.values()) c.abort();
    clearInterval(this.timer);
    if (this.gone) return;
    this.gone = true;
    if (leaving) api.endLeaving(this.id);
    else await api.end(this.id);
  }

  private async fetchWindow(number: number, controller: AbortController): Promise<void> {
    // A window begins one step before its first, so that it knows what the first changed.
    const from = Math.max(0, number * windowSteps - 1);
    const last = (number + 1) * windowSteps - 1;
    const count = Math.min(last, this.length) - from;
    try {
      const data = await api.windowOf(this.id, from, count, controller.signal);
      while (data.steps.length < count) { // the server cuts windows that are large
        const more = await api.windowOf(this.id, from + data.steps.length, count - data.steps.length, controller.signal);
        if (more.steps.length === 0) break;
        data.steps.push(...more.steps);
      }
      this.windows.delete(number);
      this.windows.set(number, new Replay(this.start, data));
      for (const old of this.windows.keys()) {
        if (this.windows.size <= windowsKept) break;
        this.windows.delete(old);
      }
    } catch (e) {
      if (!controller.signal.aborted && e instanceof api.ApiError) {
        if (e.status === 404) this.gone = true;
        else await new Promise((resolve) => setTimeout(resolve, 500)); // before it is asked for again
      }
    } finally {
      if (this.pending.get(number) === controller) this.pending.delete(number);
      if (!this.stopped.signal.aborted) this.events.onWindow();
    }
  }

  /** Reads the stream to its end, again from where it broke. */
  private async listen(): Promise<void> {
    const signal = this.stopped.signal;
    for (let broken = 0; broken < attempts; ) {
      try {
        const response = await api.stepsOf(this.id, this.log.length, signal);
        this.reconnecting = false;
        const frames = new FrameReader({ records: (words) => this.log.append(words), state: (s) => (this.state = s) });
        const stream = response.body!.getReader();
        for (;;) {
          const { done, value } = await stream.read();
          if (done) break;
          frames.push(value);
          broken = 0;
          this.events.onGrow();
        }
        if (!this.state.running) {
          this.timer = window.setInterval(() => void this.stayAlive(), aliveEvery);
          this.events.onGrow();
          return;
        }
      } catch (e) {
        if (signal.aborted) return;
        if (e instanceof api.ApiError && e.status === 404) break;
      }
      broken++;
      this.reconnecting = true;
      this.events.onGrow();
      await new Promise((resolve) => setTimeout(resolve, 250 * 2 ** broken));
      if (signal.aborted) return;
    }
    this.gone = true;
    this.reconnecting = false;
    this.events.onGrow();
  }

  private async stayAlive(): Promise<void> {
    try {
      await api.alive(this.id);
      this.reconnecting = false;
    } catch (e) {
      if (this.stopped.signal.aborted || !(e instanceof api.ApiError)) return;
      if (e.status === 404) {
        this.gone = true;
        clearInterval(this.timer);
      } else if (e.status === 0) {
        this.reconnecting = true;
      }
    }
    this.events.onGrow();
  }
}

/** The number of the window that has a step and what it changed. */
function windowOf(step: number): number {
  return Math.floor(step / windowSteps);
}
