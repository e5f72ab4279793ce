// The keys of the page.

import type { Catalogue } from "./catalogue";

export type KeyName = keyof Catalogue["keys"];

/** What a key does; actions without one are handled where the focus is. */
export type Actions = Partial<Record<string, () => void>>;

/** The list that the page shows: keys and what they do. */
export const keyList: readonly (readonly [keys: string, name: KeyName])[] = [
  ["Space", "play"], ["→ .", "forward"], ["← ,", "back"], ["⇧→ ⇧←", "parts"], ["o", "oneByOne"], ["PgDn PgUp", "ten"], ["j", "goTo"], ["Home", "start"], ["End", "end"],
  ["f F", "failure"], ["s S", "solution"], ["+ −", "speed"], ["p", "predict"], ["1 2 3 4", "answer"], ["r", "race"], ["n", "newProblem"],
  ["b", "board"], ["t", "tree"], ["g", "timeline"], ["↑ ↓ ← →", "walk"], ["Enter", "choose"], ["h H", "fold"], ["0", "fit"],
  ["c", "share"], ["l", "language"], ["d", "theme"], ["?", "help"], ["Esc", "escape"],
];

/** Calls the action of each key that is pressed outside of inputs. */
export function listen(actions: Actions): void {
  document.addEventListener("keydown", (e) => {
    if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey) return;
    const target = e.target instanceof HTMLElement ? e.target : document.body;
    if (document.querySelector("dialog[open]") || (e.key !== "Escape" && takesKeys(target, e.key) && !isPartKey(target, e))) return;
    const action = (e.shiftKey && actions["Shift+" + e.key]) || actions[e.key];
    if (!action) return;
    e.preventDefault();
    action();
  });
}

/** Shift with an arrow goes through a step also where the arrow alone does something else, except in texts. */
function isPartKey(target: HTMLElement, e: KeyboardEvent): boolean {
  const slider = target instanceof HTMLInputElement && target.type === "range";
  return slider && e.shiftKey && (e.key === "ArrowLeft" || e.key === "ArrowRight");
}

/** Whether an element needs a key itself. */
function takesKeys(target: HTMLElement, key: string): boolean {
  if (target.isContentEditable) return true;
  if (target instanceof HTMLInputElement && target.type === "range") {
    return ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown"].includes(key);
  }
  if (target instanceof HTMLInputElement && (target.type === "checkbox" || target.type === "radio")) {
    return key === " " || key.startsWith("Arrow");
  }
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  if (target.closest("button, a, summary")) return key === " " || key === "Enter";
  if (target.closest(".table-scroll, .scrolls")) return ["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End", " "].includes(key);
  return false;
}
