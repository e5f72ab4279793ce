// The search tree on a canvas.

import { Code, Tree } from "./model";
import { Theme } from "./theme";

export interface TreeStatus {
  shown: number;
  total: number;
  folded: number;
  sampled: boolean;
}

export interface TreeViewOptions {
  /** Words for the edge that leads to a node. */
  label?: (node: number) => string;
  theme: () => Theme;
  onSelect: (step: number) => void;
  onStatus?: (status: TreeStatus) => void;
}

/** Draws a tree and its cursor; turns clicks and keys into steps. */
export class TreeView {
  mode: "tree" | "icicle" = "tree";
  /** How nodes are drawn that the cursor has not reached: faint, as the others, or not at all. */
  future: "faint" | "full" | "hidden" = "faint";
  private cursor = 0;
  private readonly observer: ResizeObserver;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly tree: Tree,
    private readonly opts: TreeViewOptions,
  ) {
    canvas.addEventListener("click", this.click);
    this.observer = new ResizeObserver(() => this.draw());
    this.observer.observe(canvas);
  }

  setCursor(step: number): void {
    this.cursor = step;
    this.draw();
  }

  fit(): void {
    this.draw();
  }

  zoom(_factor: number): void {}

  pan(_dx: number, _dy: number): void {}

  toggleFold(_node: number): void {}

  key(_e: KeyboardEvent): boolean {
    return false;
  }

  svg(): string {
    return `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>`;
  }

  describe(words: (text: { node: number; code: number; depth: number; children: number }) => string): string {
    const n = this.tree.nodeAt(this.cursor);
    return words({ node: n, code: this.tree.code(n), depth: this.tree.depthOf(n), children: this.tree.childrenCount(n) });
  }

  draw(): void {
    const g = this.canvas.getContext("2d");
    if (g === null) return;
    const ratio = devicePixelRatio;
    this.canvas.width = Math.round(this.canvas.clientWidth * ratio);
    this.canvas.height = Math.round(this.canvas.clientHeight * ratio);
    g.scale(ratio, ratio);
    const theme = this.opts.theme();
    const colours = [theme.open, theme.choice, theme.fail, theme.fail, theme.solution, theme.skipped];
    const tree = this.tree;
    const shown = Math.min(tree.size, 50_000);
    const at = tree.nodeAt(this.cursor);
    for (let n = shown - 1; n >= 0; n--) {
      const [x, y] = this.place(n);
      if (n > 0) {
        g.strokeStyle = theme.line;
        g.beginPath();
        g.moveTo(x, y);
        g.lineTo(...this.place(tree.parentOf(n)));
        g.stroke();
      }
      const code = tree.codeAt(n, this.cursor);
      g.fillStyle = colours[Math.max(0, code)];
      g.beginPath();
      if (code === Code.fail) g.rect(x - 3, y - 3, 6, 6);
      else g.arc(x, y, 3, 0, 2 * Math.PI);
      g.fill();
      if (n === at) {
        g.strokeStyle = theme.cursor;
        g.lineWidth = 2;
        g.stroke();
        g.lineWidth = 1;
      }
    }
    this.opts.onStatus?.({ shown, total: tree.size, folded: 0, sampled: shown < tree.size });
  }

  dispose(): void {
    this.observer.disconnect();
    this.canvas.removeEventListener("click", this.click);
  }

  private place(n: number): [number, number] {
    const tree = this.tree;
    const x = (tree.rankOf(n) + tree.rankOf(tree.last(n) + 1)) / 2 / tree.leaves;
    return [x * this.canvas.clientWidth, 12 + (tree.depthOf(n) / (tree.height + 1)) * (this.canvas.clientHeight - 12)];
  }

  private readonly click = (e: MouseEvent) => {
    let best = 0;
    let distance = Infinity;
    for (let n = 0; n < Math.min(this.tree.size, 50_000); n++) {
      const [x, y] = this.place(n);
      const d = Math.hypot(x - e.offsetX, y - e.offsetY);
      if (d < distance) [best, distance] = [n, d];
    }
    this.opts.onSelect(this.tree.openedBy(best));
  };
}
