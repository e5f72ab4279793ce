// Pointers and wheels on a canvas: moving, pinching, clicking.

export interface Handlers {
  /** Says whether the picture moved. */
  pan: (dx: number, dy: number) => boolean;
  /** The same, by the wheel. */
  scroll: (dx: number, dy: number) => boolean;
  zoom: (factor: number, x: number, y: number) => void;
  click: (x: number, y: number) => void;
  doubleClick: (x: number, y: number) => void;
  /** The pointer is over a point, or, at -1, nowhere. */
  hover: (x: number, y: number) => void;
}

const slop = 4; // pixels that a click may move

/**
 * One pointer moves the picture or clicks; two move and zoom it. The wheel moves, with Ctrl (as browsers tell the pinch of a
 * touchpad) it zooms; where the picture is at its end the page scrolls.
 */
export class Gestures {
  private readonly pointers = new Map<number, { x: number; y: number }>();
  private travelled = 0;
  private pinched = false;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly on: Handlers,
  ) {
    canvas.style.touchAction = "none";
    canvas.addEventListener("pointerdown", this.down);
    canvas.addEventListener("pointermove", this.move);
    canvas.addEventListener("pointerup", this.up);
    canvas.addEventListener("pointercancel", this.cancel);
    canvas.addEventListener("pointerleave", this.leave);
    canvas.addEventListener("dblclick", this.double);
    canvas.addEventListener("wheel", this.wheel, { passive: false });
  }

  dispose(): void {
    const { canvas } = this;
    canvas.removeEventListener("pointerdown", this.down);
    canvas.removeEventListener("pointermove", this.move);
    canvas.removeEventListener("pointerup", this.up);
    canvas.removeEventListener("pointercancel", this.cancel);
    canvas.removeEventListener("pointerleave", this.leave);
    canvas.removeEventListener("dblclick", this.double);
    canvas.removeEventListener("wheel", this.wheel);
  }

  private at(e: MouseEvent): { x: number; y: number } {
    const box = this.canvas.getBoundingClientRect();
    return { x: e.clientX - box.left, y: e.clientY - box.top };
  }

  private readonly down = (e: PointerEvent): void => {
    if (e.pointerType === "mouse" && e.button > 1) return;
    if (this.pointers.size === 0) {
      this.travelled = 0;
      this.pinched = false;
    }
    this.pointers.set(e.pointerId, this.at(e));
    this.canvas.setPointerCapture(e.pointerId);
  };

  private readonly move = (e: PointerEvent): void => {
    const to = this.at(e);
    const from = this.pointers.get(e.pointerId);
    if (from === undefined) {
      if (e.pointerType === "mouse") this.on.hover(to.x, to.y);
      return;
    }
    const dx = to.x - from.x;
    const dy = to.y - from.y;
    if (this.pointers.size === 1) {
      this.travelled = Math.max(this.travelled, Math.hypot(dx, dy));
      if (this.travelled < slop) return; // the way so far is made up for later
      this.on.pan(dx, dy);
    } else {
      // Against the other finger: their distance is the scale, their middle the place.
      this.pinched = true;
      const other = [...this.pointers].find(([id]) => id !== e.pointerId)![1];
      const before = Math.hypot(from.x - other.x, from.y - other.y);
      const after = Math.hypot(to.x - other.x, to.y - other.y);
      this.on.pan(dx / 2, dy / 2);
      if (before > 8 && after > 8) this.on.zoom(after / before, (to.x + other.x) / 2, (to.y + other.y) / 2);
    }
    this.pointers.set(e.pointerId, to);
  };

  private readonly up = (e: PointerEvent): void => {
    if (!this.pointers.delete(e.pointerId)) return;
    if (this.pointers.size > 0 || this.pinched || this.travelled >= slop || e.button !== 0) return;
    const { x, y } = this.at(e);
    this.on.click(x, y);
  };

  private readonly cancel = (e: PointerEvent): void => {
    this.pointers.delete(e.pointerId);
    this.pinched = true; // what is left is no click
  };

  private readonly leave = (): void => {
    if (this.pointers.size === 0) this.on.hover(-1, -1);
  };

  private readonly double = (e: MouseEvent): void => {
    const { x, y } = this.at(e);
    this.on.doubleClick(x, y);
  };

  private readonly wheel = (e: WheelEvent): void => {
    const pixels = e.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : e.deltaMode === WheelEvent.DOM_DELTA_PAGE ? 400 : 1;
    const dx = e.deltaX * pixels;
    const dy = e.deltaY * pixels;
    if (e.ctrlKey || e.metaKey) {
      const { x, y } = this.at(e);
      e.preventDefault();
      this.on.zoom(Math.exp(Math.min(Math.max(-dy, -200), 200) * 0.005), x, y);
    } else if (e.shiftKey && dx === 0 ? this.on.scroll(-dy, 0) : this.on.scroll(-dx, -dy)) {
      e.preventDefault();
    }
  };
}
