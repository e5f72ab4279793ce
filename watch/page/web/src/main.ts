// The page begins here.

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
