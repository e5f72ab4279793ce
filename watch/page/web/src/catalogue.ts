// The words of the page, one catalogue a language. English is the model: a
// catalogue that lacks one of its entries does not compile.

import { en } from "./en";
import { zh } from "./zh";

export type Catalogue = typeof en;

export const languages = { en, zh } as const;
export type Language = keyof typeof languages;

/** Keys of entries that are plain texts, as index.html names them. */
export type TextKey = { [K in keyof Catalogue]: Catalogue[K] extends string ? K : never }[keyof Catalogue];

let language: Language = "en";

/** The catalogue of the present language. */
export function t(): Catalogue {
  return languages[language];
}

export function currentLanguage(): Language {
  return language;
}

export function setLanguage(l: Language): void {
  language = l;
}

/** The language that the reader's browser asks for. */
export function preferredLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    if (/^zh\b/i.test(tag)) return "zh";
    if (/^en\b/i.test(tag)) return "en";
  }
  return "en";
}

/** Puts the words of the present language into what index.html names:
 * data-t the text, data-t-label the aria-label, data-t-title the tooltip. */
export function translatePage(root: ParentNode): void {
  const words = t() as unknown as Record<string, string>;
  for (const e of root.querySelectorAll<HTMLElement>("[data-t]")) e.textContent = words[e.dataset.t!] ?? e.textContent;
  for (const e of root.querySelectorAll<HTMLElement>("[data-t-label]")) e.setAttribute("aria-label", words[e.dataset.tLabel!] ?? "");
  for (const e of root.querySelectorAll<HTMLElement>("[data-t-title]")) e.title = words[e.dataset.tTitle!] ?? "";
}
