// Light or dark: as the system, unless the reader chose.

import { t } from "./catalogue";

const key = "clew-theme";
const choices = ["auto", "light", "dark"] as const;
export type Appearance = (typeof choices)[number];

/** What the reader chose, as far as the browser remembers. */
export function appearance(): Appearance {
  const kept = remembered(key);
  return choices.find((c) => c === kept) ?? "auto";
}

export function setAppearance(a: Appearance): void {
  if (a === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = a;
  remember(key, a);
}

/** The choice after a. */
export function nextAppearance(a: Appearance): Appearance {
  return choices[(choices.indexOf(a) + 1) % choices.length]!;
}

export function appearanceName(a: Appearance): string {
  return { auto: t().themeAuto, light: t().themeLight, dark: t().themeDark }[a];
}

/** What the browser remembers; null where it remembers nothing. */
export function remembered(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // the reader's browser forbids it
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // then it is forgotten with the page
  }
}
