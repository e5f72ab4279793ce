// The page begins here. Its rooms:
//
//   the wire     api, frames, trace, refusal
//   a search     domain, log, model (its tree), replay, moment, search
//   boards       layout, names, cellview, board, boardsvg, cellpanel, table
//   a step       within, marks, hall, why, words, narration
//   words        catalogue, en, zh
//   the tree     treelayout, treescene, treeview, timeline
//   drawing      dom, icons, theme, appearance, viewport, gestures, scene, export
//   the reader   forms, sudokugrid, keyboard, player, predict, race, url
//   together     lane (a search and its panels), app (the page)

import * as api from "./api";
import { App, firstLanguage } from "./app";
import { appearance, setAppearance } from "./appearance";
import { setLanguage, t, translatePage } from "./catalogue";
import { byId } from "./dom";

async function main(): Promise<void> {
  setAppearance(appearance());
  setLanguage(firstLanguage());
  let about: api.About;
  try {
    about = await api.about();
  } catch {
    translatePage(document);
    const banner = byId("banner");
    banner.textContent = t().offline;
    banner.hidden = false;
    return;
  }
  const app = new App(about);
  document.documentElement.dataset.ready = "true";
  await app.open(location.hash);
}

void main();
