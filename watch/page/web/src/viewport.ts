// What part of a picture is seen, and how large.

/** What there is to see: from left to right in slots, the room of a node each, and from level 0 to the last. */
export interface Extent {
  left: number;
  right: number;
  levels: number;
}

/** How large things may become. */
export interface Scales {
  fitX: number; // most pixels of a slot when everything fits
  fitY: number; // of a level
  mostX: number;
  mostY: number;
  marginTop: number;
  marginBottom: number;
}

const margin = 20; // at the sides, in pixels
const kept = 48; // pixels of the picture that cannot be moved out of sight

/**
 * A window on a picture. Slots and levels have scales of their own, because search trees can be a million wide and ten thousand
 * deep: zooming out ends in each direction where everything fits, zooming in brings both to proportion.
 */
export class Viewport {
  width = 1;
  height = 1;
  scaleX = 1; // pixels of a slot
  scaleY = 1;
  x = 0; // where slot 0 and level 0 are, in pixels
  y = 0;
  /** Everything is to be seen, however the picture grows. */
  fitted = true;
  private extent: Extent = { left: -0.5, right: 0.5, levels: 0 };

  constructor(private readonly scales: Scales) {}

  resize(width: number, height: number): void {
    if (width === this.width && height === this.height) return;
    if (!this.fitted) {
      this.x += (width - this.width) / 2; // what is in the middle stays there
    }
    this.width = width;
    this.height = height;
    this.settle();
  }

  setExtent(extent: Extent): void {
    this.extent = extent;
    this.settle();
  }

  fit(): void {
    this.fitted = true;
    this.settle();
  }

  /** Makes things larger by a factor around a point that stays where it is. */
  zoom(factor: number, x: number, y: number): void {
    const [minX, minY] = this.least();
    const { mostX, mostY } = this.scales;
    const wantX = this.scaleX * factor;
    const wantY = this.scaleY * factor;
    const toX = clamp(wantX, minX, Math.max(minX, Math.min(mostX, 6 * wantY)));
    const toY = clamp(wantY, minY, Math.max(minY, Math.min(mostY, 1.3 * wantX)));
    this.x = x - ((x - this.x) / this.scaleX) * toX;
    this.y = y - ((y - this.y) / this.scaleY) * toY;
    this.scaleX = toX;
    this.scaleY = toY;
    this.fitted = false;
    this.settle();
  }

  /** Moves the picture, and says whether it moved. */
  pan(dx: number, dy: number): boolean {
    const { x, y } = this;
    this.x += dx;
    this.y += dy;
    const fitted = this.fitted;
    this.fitted = false;
    this.settle();
    const moved = this.x !== x || this.y !== y;
    if (!moved) this.fitted = fitted;
    return moved;
  }

  /** The scales at which everything fits. */
  private least(): [number, number] {
    const { left, right, levels } = this.extent;
    const { fitX, fitY, marginTop, marginBottom } = this.scales;
    const y = Math.min(fitY, Math.max(1, this.height - marginTop - marginBottom) / Math.max(1, levels));
    const x = Math.min(fitX, Math.max(1, this.width - 2 * margin) / (right - left), Math.max(2, 6 * y));
    return [x, y];
  }

  /** Fits, or keeps a part of the picture in sight. */
  private settle(): void {
    const { left, right, levels } = this.extent;
    const { marginTop } = this.scales;
    if (this.fitted) {
      [this.scaleX, this.scaleY] = this.least();
      this.x = this.width / 2 - ((left + right) / 2) * this.scaleX;
      const spare = this.height - marginTop - this.scales.marginBottom - levels * this.scaleY;
      this.y = marginTop + clamp(spare / 2, 0, 24);
      return;
    }
    const keepX = Math.min(kept, this.width / 2);
    const keepY = Math.min(kept, this.height / 2);
    this.x = clamp(this.x, keepX - right * this.scaleX, this.width - keepX - left * this.scaleX);
    this.y = clamp(this.y, keepY - levels * this.scaleY, this.height - keepY);
  }
}

function clamp(v: number, lo: number, hi: number): number {
  return Math.min(Math.max(v, lo), hi);
}
