// The colours of the canvases. They are CSS custom properties, so that light and dark are a matter of CSS alone.

export interface Theme {
  choice: string;
  fail: string;
  solution: string;
  open: string;
  skipped: string;
  text: string;
  line: string;
  cursor: string;
  background: string;
  /** A font family. */
  font: string;
}

const defaults: Theme = {
  choice: "#2f6fde",
  fail: "#d43c3c",
  solution: "#1f9d55",
  open: "#8a94a6",
  skipped: "#b9c0cc",
  text: "#1c2430",
  line: "#b4bcc8",
  cursor: "#f59e0b",
  background: "#ffffff",
  font: "system-ui, sans-serif",
};

/** Reads the theme from the properties --choice, --fail, ... of an element; --font is the font family. */
export function themeOf(element: Element): Theme {
  const style = getComputedStyle(element);
  const theme = { ...defaults };
  for (const name of Object.keys(defaults) as (keyof Theme)[]) {
    const value = style.getPropertyValue("--" + name).trim();
    if (value !== "") theme[name] = value;
  }
  return theme;
}
