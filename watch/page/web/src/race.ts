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
      lane.setResult(words.raceRunning(Math.min(clock, end)), false);
      return;
    }
    const c = log.counters(end);
    const outcome = words.raceResult(c.tries, c.failures, state.answers);
    if (!ends[i]!.complete) lane.setResult(`${words.raceCut}. ${outcome}`, false);
    else lane.setResult(`${words.raceFinished(order[i]!, end)}: ${outcome}`, order[i] === 1);
  });
}
