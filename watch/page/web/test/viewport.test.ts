// The window on a picture: what fits, what stays where it is, what cannot get lost.

import { equal, ok } from "node:assert/strict";
import { test } from "node:test";
import { Viewport } from "../src/viewport";
import { random } from "./synthetic";

const scales = { fitX: 60, fitY: 60, mostX: 160, mostY: 110, marginTop: 30, marginBottom: 20 };
const extents = [
  { left: -0.5, right: 0.5, levels: 0 },
  { left: -3, right: 9, levels: 4 },
  { left: -400_000, right: 300_000, levels: 40 },
  { left: -300, right: 5, levels: 10_000 },
];

function near(a: number, b: number, message: string): void {
  ok(Math.abs(a - b) < 1e-6 * Math.max(1, Math.abs(a), Math.abs(b)), `${message}: ${a}, expected ${b}`);
}

test("all of it is in view when it fits, at any size", () => {
  for (const e of extents) {
    for (const [width, height] of [[1100, 700], [360, 240]]) {
      const v = new Viewport(scales);
      v.setExtent(e);
      v.resize(width, height);
      ok(v.x + e.left * v.scaleX >= 0 && v.x + e.right * v.scaleX <= width + 1e-6);
      ok(v.y >= 0 && v.y + e.levels * v.scaleY <= height);
      ok(v.scaleX <= scales.fitX && v.scaleY <= scales.fitY);
    }
  }
});

test("zooming keeps the point under the pointer, and ends where everything fits", () => {
  for (const e of extents) {
    const r = random(5);
    const v = new Viewport(scales);
    v.resize(900, 600);
    v.setExtent(e);
    const { scaleX, scaleY } = v;
    for (let i = 0; i < 200; i++) {
      // A point of the picture in the middle of the window, so that nothing has to be kept from getting lost.
      const x = Math.min(Math.max(v.x + (e.left + r() * (e.right - e.left)) * v.scaleX, 60), 840);
      const y = Math.min(Math.max(v.y + r() * e.levels * v.scaleY, 60), 540);
      const before = [(x - v.x) / v.scaleX, (y - v.y) / v.scaleY];
      v.zoom(0.5 + r() * 2, x, y);
      if (before[0] >= e.left && before[0] <= e.right) near((x - v.x) / v.scaleX, before[0], "slot");
      if (before[1] >= 0 && before[1] <= e.levels) near((y - v.y) / v.scaleY, before[1], "level");
      ok(v.scaleX <= Math.max(scales.mostX, scaleX) && v.scaleY <= Math.max(scales.mostY, scaleY));
    }
    for (let i = 0; i < 200; i++) v.zoom(0.8, 450, 300);
    near(v.scaleX, scaleX, "least scale");
    near(v.scaleY, scaleY, "least scale");
    for (let i = 0; i < 200; i++) v.zoom(1.25, 450, 300);
    equal(v.scaleX, scales.mostX);
    equal(v.scaleY, scales.mostY);
  }
});

test("the picture cannot be moved out of sight", () => {
  const e = extents[1];
  const v = new Viewport(scales);
  v.resize(900, 600);
  v.setExtent(e);
  ok(v.pan(1e6, 1e6));
  ok(v.x + e.left * v.scaleX < 900 && v.y < 600);
  ok(!v.pan(50, 50), "at the end nothing moves");
  ok(v.pan(-1e6, -1e6));
  ok(v.x + e.right * v.scaleX > 0 && v.y + e.levels * v.scaleY > 0);
  v.fit();
  ok(v.x + e.left * v.scaleX >= 0);
});
