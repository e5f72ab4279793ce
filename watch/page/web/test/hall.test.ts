// Hall sets: the smallest, and none where there is none.

import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { hallSet } from "../src/hall";

test("a pair", () => {
  deepEqual(hallSet(7, [[3, 7], [3, 5, 7, 9], [3, 7]]), { variables: [0, 2], values: [3, 7] });
});

test("the smallest of several", () => {
  deepEqual(hallSet(2, [[1, 2], [1, 2], [1, 2, 3], [3]]), { variables: [0, 1], values: [1, 2] });
  deepEqual(hallSet(3, [[1, 2], [1, 2], [1, 2, 3], [3]]), { variables: [3], values: [3] });
});

test("none", () => {
  equal(hallSet(7, [[3, 7], [3, 5, 7, 9], [5, 7]]), undefined);
  equal(hallSet(8, [[3, 7], [3, 7]]), undefined);
  equal(hallSet(1, Array.from({ length: 20 }, () => [1, 2])), undefined);
});
