// The icons of the buttons: lines of 24 x 24.

import { icon } from "./dom";

const paths: Record<string, string[]> = {
  first: ["M6 5v14", "M18 6l-8 6 8 6z"],
  back: ["M16 6l-8 6 8 6z"],
  play: ["M8 5l11 7-11 7z"],
  pause: ["M8 5v14", "M16 5v14"],
  next: ["M8 6l8 6-8 6z"],
  last: ["M18 5v14", "M6 6l8 6-8 6z"],
  "previous-failure": ["M9 7l-5 5 5 5", "M13 8h8v8h-8z"],
  "next-failure": ["M15 7l5 5-5 5", "M3 8h8v8H3z"],
  "previous-solution": ["M9 7l-5 5 5 5", "M17 7l5 5-5 5-5-5z"],
  "next-solution": ["M15 7l5 5-5 5", "M7 7l5 5-5 5-5-5z"],
  slower: ["M5 12h14"],
  faster: ["M5 12h14", "M12 5v14"],
  "copy-link": ["M10 14a4 4 0 0 0 5.7 0l3.5-3.5a4 4 0 0 0-5.7-5.7L12 6.3", "M14 10a4 4 0 0 0-5.7 0l-3.5 3.5a4 4 0 0 0 5.7 5.7l1.5-1.5"],
  help: ["M9 9.5a3 3 0 1 1 4.3 2.7c-.8.4-1.3 1-1.3 1.8v.5", "M12 18v.1", "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z"],
  auto: ["M12 4a8 8 0 1 0 0 16z", "M12 4a8 8 0 0 1 0 16"],
  light: ["M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z", "M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M5 19l1.4-1.4M17.6 6.4L19 5"],
  dark: ["M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z"],
  fit: ["M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5"],
  "zoom-in": ["M12 6v12M6 12h12"],
  "zoom-out": ["M6 12h12"],
  fold: ["M12 4l7 12H5z", "M8 20h8"],
  shape: ["M4 5h16v4H4z", "M4 9h9v5H4z", "M4 14h5v5H4z"],
  close: ["M6 6l12 12M18 6L6 18"],
};

export function iconOf(name: string): SVGElement {
  return icon(...(paths[name] ?? []));
}
