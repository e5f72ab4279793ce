// A race: several methods on the same problem side by side, by one clock.

import { t } from "./catalogue";
import type { Lane } from "./lane";

/** The order in which lanes end: by the steps that they take to the end of the tree. Lanes that are cut short have no place. */
export function places(ends: readonly { steps: number; complete: boolean }[]): number[] {
  const done = ends.filter((e) => e.complete).map((e) => e.steps);
  return ends.map((e) => (e.complete ? done.filter((s) => s < e.steps).length + 1 : 0));
}

/** Says in each lane how it stands at a moment of the clock. */
export function showRace(lanes: readonly Lane[], clock: number): void {
  const words = t();
  const ends = lanes.map((l) => ({ steps: l.search.length, complete: !l.search.state.running && l.search.state.complete }));
  const order = places(ends);
  lanes.forEach((lane, i) => {
    const { state, log } = lane.search;
    const end = lane.search.length;
    if (clock < end || state.running) {
      lane.setResult(words.raceRunning(Math.min(clock, end), state.running ? 0 : end), false);
      return;
    }
    const c = log.counters(end);
    const first = log.next(0, "solution", 1);
    const answer = first > 0 ? words.raceFirst(first) : "";
    const outcome = answer + words.raceResult(lane.search.plain, c.tries, c.failures, state.answers);
    if (!ends[i]!.complete) lane.setResult(`${words.raceCut}. ${outcome}`, false);
    else lane.setResult(`${words.raceFinished(order[i]!, end)}: ${outcome}`, order[i] === 1);
  });
}

/** When the first has come to its end: how many steps the slowest needs, against the fastest; else how the race goes. */
export function raceSummary(lanes: readonly Lane[], clock: number): string {
  const words = t();
  const ends = lanes.filter((l) => !l.search.state.running && l.search.state.complete);
  if (ends.length < 2 || !ends.some((l) => l.search.length <= clock)) return words.raceOn;
  const sorted = [...ends].sort((a, b) => a.search.length - b.search.length);
  const [first, last] = [sorted[0]!, sorted.at(-1)!];
  const name = (l: Lane) => words.methods[l.search.start.method] ?? l.search.start.method;
  return words.raceTimes(name(first), first.search.length, name(last), last.search.length);
}
