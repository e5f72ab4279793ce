// What the address says is what it was made of.

import { deepEqual, equal, ok } from "node:assert/strict";
import { test } from "node:test";
import { decodeView, encodeView, sameRequest, type View } from "../src/url";

const queens: View = {
  request: { problem: "queens", values: { n: "8" }, method: "plain", order: "", valueOrder: "", free: false, seed: 0 },
  step: 0, predict: false, race: [],
};

test("views come back from their address", async () => {
  const model = "var 1..3: x;\n% ü 数独 & = # ;\n".repeat(200);
  const views: View[] = [
    queens,
    { ...queens, step: 1234, predict: true },
    { ...queens, race: ["plain", "learn"] },
    { request: { problem: "flatzinc", values: { model }, method: "learn", order: "first-fail", valueOrder: "desc", free: true, seed: 7 }, step: 3, predict: false, race: [] },
    { ...queens, request: { ...queens.request, values: { grid: "1 . | 2\n+ & = %", "odd name": "" } } },
  ];
  for (const v of views) deepEqual(await decodeView("#" + (await encodeView(v))), v);
});

test("long values are short in the address", async () => {
  const grid = "12345678.\n".repeat(500);
  const hash = await encodeView({ ...queens, request: { ...queens.request, values: { grid } } });
  ok(hash.length < 300, `${hash.length} characters`);
});

test("addresses that say nothing, or nonsense", async () => {
  equal(await decodeView(""), null);
  equal(await decodeView("#stage"), null);
  const v = await decodeView("#problem=queens&f.n=8&step=-3&seed=x&race=plain,,a,b,c");
  equal(v?.step, 0);
  equal(v?.request.seed, 0);
  deepEqual(v?.race, ["plain", "a", "b"]);
  let failed = false;
  try {
    await decodeView("#problem=queens&z.n=!!!");
  } catch {
    failed = true;
  }
  ok(failed, "a damaged value is an error");
});

test("the same request", () => {
  ok(sameRequest(queens.request, { ...queens.request, values: { n: "8" } }));
  ok(!sameRequest(queens.request, { ...queens.request, values: { n: "9" } }));
  ok(!sameRequest(queens.request, { ...queens.request, order: "input" }));
});
