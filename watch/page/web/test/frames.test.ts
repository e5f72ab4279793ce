// Frames come out whole, however they are cut.

import { deepEqual, equal, throws } from "node:assert/strict";
import { test } from "node:test";
import type { SearchState } from "../src/api";
import { FrameReader } from "../src/frames";

function frame(payload: number[]): number[] {
  const n = payload.length;
  return [n & 255, (n >> 8) & 255, (n >> 16) & 255, n >> 24, ...payload];
}

const record = [1, 0, 0, 0, ...Array.from({ length: 64 }, (_, i) => (i % 4 === 0 ? i / 4 + 1 : 0))];
const state = [2, ...new TextEncoder().encode(`{"running":false,"steps":2}`)];
const unknown = [9, 1, 2, 3];
const stream = new Uint8Array([...frame(record), ...frame(unknown), ...frame(state), ...frame(record)]);

test("records and states, cut at every byte", () => {
  for (const size of [1, 2, 3, 5, 7, 64, 1000]) {
    const words: number[] = [];
    const states: SearchState[] = [];
    const reader = new FrameReader({ records: (w) => words.push(...w), state: (s) => states.push(s) });
    for (let at = 0; at < stream.length; at += size) reader.push(stream.subarray(at, at + size));
    deepEqual(words, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
    equal(states.length, 1);
    equal(states[0]!.steps, 2);
  }
});

test("what is no stream of frames is refused", () => {
  const reader = () => new FrameReader({ records: () => undefined, state: () => undefined });
  throws(() => reader().push(new Uint8Array([255, 255, 255, 255])), /frame of 4294967295 bytes/);
  throws(() => reader().push(new Uint8Array([0, 0, 0, 0])), /frame of 0 bytes/);
  throws(() => reader().push(new Uint8Array(frame([1, 0, 0, 0, 1]))), /records of 1 bytes/);
});
