// What index.html asks the catalogues for is there, in every language.

import { equal, ok } from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { languages, preferredLanguage } from "../src/catalogue";
import { keyList } from "../src/keyboard";

// The tests run from the root of the repository, or from here.
const page = readFileSync(existsSync("index.html") ? "index.html" : "watch/page/web/index.html", "utf8");

test("every text of the page is in each catalogue", () => {
  const keys = [...page.matchAll(/data-t(?:-label|-title)?="([^"]+)"/g)].map((m) => m[1]!);
  ok(keys.length > 40);
  for (const [name, words] of Object.entries(languages)) {
    for (const key of keys) equal(typeof (words as unknown as Record<string, unknown>)[key], "string", `${name} has no text ${key}`);
  }
});

test("lists of words have the same entries", () => {
  const lists = (c: object) => Object.entries(c).flatMap(([k, v]) => (v && typeof v === "object" && !Array.isArray(v) ? Object.keys(v).map((x) => k + "." + x) : []));
  equal(lists(languages.zh).sort().join("\n"), lists(languages.en).sort().join("\n"));
});

test("each key of the list is explained", () => {
  for (const [, name] of keyList) ok(languages.en.keys[name] && languages.zh.keys[name]);
  equal(new Set(keyList.map(([, name]) => name)).size, Object.keys(languages.en.keys).length);
});

test("the reader's language", () => {
  equal(preferredLanguage(["de-DE", "zh-CN", "en"]), "zh");
  equal(preferredLanguage(["en-GB", "zh"]), "en");
  equal(preferredLanguage(["de"]), "en");
});
