// Plates: parts of the sheet drawn apart and printed over one another on one canvas, so that the page has few to compose.
import { canvasOver, fadeOut, fit } from "#canvas";

/** From the ground up, beneath what grows: these are kept laid together. Names lie above it. */
const BENEATH = ["waters", "under", "settled"];
const ABOVE = ["names"];

/** @typedef {{x: number, y: number, w: number, h: number}} Box  in CSS pixels */

const NOTHING = { x: 0, y: 0, w: 0, h: 0 };

const presses = new WeakMap();

/**
 * The press of a map: the parts of the stage cut its plates, it prints them.
 * @param {{getContainer: () => HTMLElement}} map
 * @returns {Press}
 */
export function pressOf(map) {
  let found = presses.get(map);
  if (!found) presses.set(map, (found = new Press(map.getContainer(), () => presses.delete(map))));
  return found;
}

class Press {
  /** @param {HTMLElement} container @param {() => void} gone  called when the last plate is dropped */
  constructor(container, gone) {
    this.canvas = canvasOver(container, "sheet");
    this.gone = gone;
    /** @type {Map<string, HTMLCanvasElement>} */
    this.plates = new Map();
    this.ground = document.createElement("canvas");
    /** Draws what grows, straight on the print between ground and names: a plate would be copied whole at each cut. */
    this.growing = /** @type {(ctx: CanvasRenderingContext2D) => void} */ (() => {});
    this.size = { width: 0, height: 0 };
    /** Whether the plates beneath the trails are to be laid together anew. */
    this.stale = true;
    /** Whether all is to be printed again; if not, the box that is. */
    this.whole = false;
    this.box = /** @type {Box} */ (NOTHING);
    /** While plates are cut one after another, what is printed stays as it is but for what grows. */
    this.held = false;
    this.waiting = false;
    this.side = /** @type {boolean | null} */ (null);
  }

  /**
   * Take an empty plate to draw on; it is printed with the next print.
   * @param {string} name
   * @param {{width: number, height: number}} size
   * @returns {CanvasRenderingContext2D}
   */
  cut(name, { width, height }) {
    let plate = this.plates.get(name);
    if (!plate) this.plates.set(name, (plate = document.createElement("canvas")));
    if (BENEATH.includes(name)) this.stale = true;
    this.size = { width, height };
    this.whole = true;
    // Nothing drawn depends on the pen that the last drawing left.
    plate.getContext("2d").reset();
    return fit(plate, width, height);
  }

  /**
   * Say how what grows is drawn from now on.
   * @param {(ctx: CanvasRenderingContext2D) => void} draw
   * @param {Box} box  the part of the sheet that has changed
   */
  grow(draw, box) {
    this.growing = draw;
    this.box = around(this.box, box);
  }

  /** @param {boolean} held  whether to wait with the plates that are cut; when it ends they are printed together */
  hold(held) {
    this.held = held;
    if (!held) this.print();
  }

  /** Print when the script that runs now has ended. */
  soon() {
    if (this.waiting) return;
    this.waiting = true;
    queueMicrotask(() => {
      this.waiting = false;
      this.print();
    });
  }

  /** Print what has been cut since, and what has grown. */
  print() {
    const whole = this.whole && !this.held;
    if (!whole && this.box.w === 0) return;
    const { width, height } = this.size;
    const all = { x: 0, y: 0, w: width, h: height };
    const plates = (names) => names.map((name) => this.plates.get(name));
    if (whole && this.stale) {
      this.stale = false;
      const ground = fit(this.ground, width, height);
      ground.clearRect(0, 0, width, height);
      lay(ground, plates(BENEATH), all);
    }
    const ctx = fit(this.canvas, width, height);
    const box = whole ? all : widened(this.box, ctx.getTransform().a, all);
    this.box = NOTHING;
    if (whole) this.whole = false;
    if (box.w <= 0 || box.h <= 0) return;
    ctx.save();
    ctx.beginPath();
    ctx.rect(box.x, box.y, box.w, box.h);
    ctx.clip();
    ctx.clearRect(box.x, box.y, box.w, box.h);
    lay(ctx, [this.ground], box);
    this.growing(ctx);
    ctx.globalAlpha = 1;
    lay(ctx, plates(ABOVE), box);
    ctx.restore();
  }

  /**
   * Let what is printed fade away over what is printed next, once for each side of the light.
   * @param {boolean} dark
   * @param {boolean} reduced  without the fading
   */
  turn(dark, reduced) {
    if (this.side === dark) return;
    if (this.side !== null && !reduced) fadeOut(this.canvas);
    this.side = dark;
  }

  /** @param {string[]} names  plates no longer drawn on */
  drop(...names) {
    for (const name of names) this.plates.delete(name);
    this.growing = names.includes("settled") ? () => {} : this.growing;
    this.stale = true;
    this.whole = true;
    if (this.plates.size > 0) return;
    this.canvas.remove();
    this.gone();
  }
}

/** Lay plates over one another, pixel on pixel, within a box. */
function lay(ctx, plates, box) {
  const { canvas } = ctx;
  const { a: scale } = ctx.getTransform();
  const [x, y, w, h] = [box.x, box.y, box.w, box.h].map((side) => Math.round(side * scale));
  if (w <= 0 || h <= 0) return;
  ctx.save();
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  for (const plate of plates) if (plate?.width === canvas.width && plate.height === canvas.height) ctx.drawImage(plate, x, y, w, h, x, y, w, h);
  ctx.restore();
}

/** A box widened to whole pixels of a canvas and held within it. */
function widened({ x, y, w, h }, scale, all) {
  const left = Math.max(0, Math.floor(x * scale)) / scale;
  const top = Math.max(0, Math.floor(y * scale)) / scale;
  const right = Math.min(Math.ceil(all.w * scale), Math.ceil((x + w) * scale)) / scale;
  const bottom = Math.min(Math.ceil(all.h * scale), Math.ceil((y + h) * scale)) / scale;
  return { x: left, y: top, w: Math.max(0, right - left), h: Math.max(0, bottom - top) };
}

/** The box around two; one without breadth is not counted. */
export function around(a, b) {
  if (a.w === 0 || b.w === 0) return a.w === 0 ? b : a;
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return { x, y, w: Math.max(a.x + a.w, b.x + b.w) - x, h: Math.max(a.y + a.h, b.y + b.h) - y };
}
