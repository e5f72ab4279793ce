// Making elements.

type Child = Node | string | null | undefined | false;

/** An element with properties (dataset and aria-* as attributes) and children. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Record<string, unknown> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) e.addEventListener(name.slice(2), value as EventListener);
    else if (name === "class") e.className = String(value);
    else if (name.includes("-") || name === "role" || name === "for") e.setAttribute(name, String(value));
    else (e as unknown as Record<string, unknown>)[name] = value;
  }
  for (const c of children) if (c !== null && c !== undefined && c !== false) e.append(c);
  return e;
}

/** The element of index.html with an id. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const e = document.getElementById(id);
  if (!e) throw new Error(`no element ${id}`);
  return e as T;
}

/** Sets the text of an element, if it is another. */
export function setText(e: Element, text: string): void {
  if (e.textContent !== text) e.textContent = text;
}

const svgNs = "http://www.w3.org/2000/svg";

/** A line icon of 24 x 24 from path data. */
export function icon(...paths: string[]): SVGElement {
  const svg = document.createElementNS(svgNs, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("icon");
  for (const d of paths) {
    const p = document.createElementNS(svgNs, "path");
    p.setAttribute("d", d);
    svg.append(p);
  }
  return svg;
}
