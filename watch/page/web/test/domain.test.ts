// Domains against sets.

import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { equal as same, has, minus, single, size, text, values, type Domain } from "../src/domain";

function domainOf(bits: number): Domain {
  const d: [number, number][] = [];
  for (let x = 0; x < 8; x++) {
    if (!((bits >> x) & 1)) continue;
    const last = d.at(-1);
    if (last && last[1] === x - 1) last[1] = x;
    else d.push([x, x]);
  }
  return d;
}

test("minus, has, size and values agree with sets, for all subsets of eight values", () => {
  for (let a = 0; a < 256; a++) {
    const da = domainOf(a);
    equal(size(da), values(da).length);
    for (let x = -1; x <= 8; x++) equal(has(da, x), x >= 0 && ((a >> x) & 1) === 1);
    for (let b = 0; b < 256; b += 7) deepEqual(minus(da, domainOf(b)), domainOf(a & ~b), `${a} minus ${b}`);
  }
});

test("a single value", () => {
  equal(single([[3, 3]]), 3);
  equal(single([[3, 4]]), undefined);
  equal(single([]), undefined);
  equal(single(null), undefined);
});

test("domains in words", () => {
  equal(text([[-2, -1], [1, 1], [3, 7]]), "−2, −1, 1, 3–7");
  equal(text([[1, 1], [3, 3], [5, 5]], 2), "1, 3, …");
});

test("equality", () => {
  equal(same([[1, 2]], [[1, 2]]), true);
  equal(same([[1, 2]], [[1, 3]]), false);
  equal(same(null, []), false);
});
