// Slips and marks as bitmaps, each made once: a unit's name on paper, and the mark of where it is.
import { bareCanvas, sharpness } from "#canvas";
import { EVIDENCE, hatch } from "#symbols";
import { drawText, sans, serif, widthOf } from "#type";

function outline(ctx, shape, x, y, w, h) {
  ctx.beginPath();
  if (shape === "hexagon") {
    const p = h * 0.42;
    ctx.moveTo(x, y + h / 2);
    ctx.lineTo(x + p, y);
    ctx.lineTo(x + w - p, y);
    ctx.lineTo(x + w, y + h / 2);
    ctx.lineTo(x + w - p, y + h);
    ctx.lineTo(x + p, y + h);
    ctx.closePath();
  } else if (shape === "hull") {
    const p = h * 0.4;
    ctx.moveTo(x, y);
    ctx.lineTo(x + w, y);
    ctx.lineTo(x + w - p, y + h * 0.92);
    ctx.quadraticCurveTo(x + w - p * 1.15, y + h, x + w - p * 1.5, y + h);
    ctx.lineTo(x + p * 1.5, y + h);
    ctx.quadraticCurveTo(x + p * 1.15, y + h, x + p, y + h * 0.92);
    ctx.closePath();
  } else {
    ctx.rect(x, y, w, h);
  }
}

/** Paper and selection lines outside a slip's frame, in CSS pixels. */
const SLIP_EDGE = 4;

/** @typedef {{w: number, h: number, image: any, paint: (ctx: CanvasRenderingContext2D) => void}} Made
 *   size of the frame in CSS pixels; how it is painted, with its corner at the origin; and the bitmap, once it was drawn */

const slips = new Map();

/**
 * A slip, made once for each text and look; it is painted when it is first drawn, for not each that is measured has room.
 * @param {{text: string, seal: string, shape: Shape, ink: string, grade: string, selected: boolean, language: string,
 *   size: ReturnType<typeof measures>, hatched?: boolean}} spec  `hatched`: of the novel alone, framed in hatching
 * @returns {Made}
 */
export function slip(spec) {
  const { text, seal, shape, ink, grade, selected, language, size, hatched = false } = spec;
  const key = `${text}|${seal}|${shape}|${ink}|${grade}|${selected}|${language}|${size.slipHeight}|${hatched}|${sharpness()}`;
  let found = slips.get(key);
  if (found) return found;
  if (slips.size > 600) slips.clear();
  const h = size.slipHeight;
  const point = shape === "hexagon" ? h * 0.42 : shape === "hull" ? h * 0.4 : 0;
  const font = sans(language, size.slipText, 700);
  const sealFont = serif(language, size.slipText * (hatched ? 0.86 : 0.96), 600);
  const sealWidth = seal ? (hatched ? Math.max(h, widthOf(sealFont, seal) + h * 0.5) : h) : 0;
  const padding = h * 0.28;
  const w = Math.ceil(widthOf(font, text) + sealWidth + padding * 2 + point * (seal ? 1.55 : 2));
  const filled = grade === "stated" && !hatched;
  const frame = { shape, ink, grade, w, h, filled, seal, sealLeft: point * 0.55, sealWidth };
  const paint = (ctx) => {
    ctx.lineJoin = "miter";
    drawSheetOfSlip(ctx, frame, selected);
    if (hatched) drawHatching(ctx, frame);
    else drawSealField(ctx, frame);
    ctx.textBaseline = "middle";
    if (seal) {
      ctx.font = sealFont;
      ctx.textAlign = "center";
      ctx.fillStyle = grade === "reconstructed" || hatched ? ink : "#FFFFFF";
      ctx.fillText(seal, frame.sealLeft + sealWidth / 2 + (shape === "hull" ? point * 0.1 : 0), h * 0.53);
    }
    ctx.font = font;
    ctx.textAlign = "left";
    ctx.fillStyle = filled ? "#FFFFFF" : EVIDENCE.text;
    ctx.fillText(text, (seal ? frame.sealLeft + sealWidth : point) + padding, h * 0.53);
  };
  found = { w, h, image: null, paint };
  slips.set(key, found);
  return found;
}

/** The paper of a slip with its edge, and the line of a selection around it. */
function drawSheetOfSlip(ctx, { shape, ink, w, h, filled }, selected) {
  for (const [distance, colour] of [...(selected ? [[3.6, EVIDENCE.selected]] : []), [1.6, EVIDENCE.paper]]) {
    outline(ctx, shape, 0, 0, w, h);
    ctx.lineWidth = distance * 2;
    ctx.strokeStyle = colour;
    ctx.stroke();
  }
  outline(ctx, shape, 0, 0, w, h);
  ctx.fillStyle = filled ? ink : EVIDENCE.paper;
  ctx.fill();
}

/** A broad frame of oblique strokes: no grade of evidence has it. */
function drawHatching(ctx, { shape, ink, w, h, sealLeft, sealWidth }) {
  ctx.save();
  outline(ctx, shape, 0, 0, w, h);
  ctx.clip();
  hatch(ctx, 0, 0, w, h, 4);
  ctx.strokeStyle = ink;
  ctx.lineWidth = 1.4;
  ctx.stroke();
  ctx.fillStyle = EVIDENCE.paper;
  ctx.fillRect(4, 4, w - 8, h - 8);
  ctx.restore();
  outline(ctx, shape, 0.5, 0.5, w - 1, h - 1);
  ctx.lineWidth = 1;
  ctx.strokeStyle = ink;
  ctx.stroke();
  ctx.globalAlpha = 0.5;
  ctx.fillStyle = ink;
  ctx.fillRect(sealLeft + sealWidth - 0.5, h * 0.22, 1, h * 0.56);
  ctx.globalAlpha = 1;
}

/** The seal's field, darker than the slip when filled, full when the name stands on paper; and the slip's own frame. */
function drawSealField(ctx, { shape, ink, grade, w, h, seal, sealLeft, sealWidth, filled }) {
  if (seal && grade !== "reconstructed") {
    ctx.save();
    outline(ctx, shape, 0, 0, w, h);
    ctx.clip();
    ctx.fillStyle = filled ? "rgba(0,0,0,0.24)" : ink;
    ctx.fillRect(-1, 0, sealLeft + sealWidth + 1, h);
    ctx.restore();
  } else if (seal) {
    ctx.fillStyle = ink;
    ctx.globalAlpha = 0.5;
    ctx.fillRect(sealLeft + sealWidth - 0.5, h * 0.18, 1, h * 0.64);
    ctx.globalAlpha = 1;
  }
  if (filled) return;
  outline(ctx, shape, 1, 1, w - 2, h - 2);
  ctx.lineWidth = 2;
  ctx.strokeStyle = ink;
  ctx.setLineDash(grade === "reconstructed" ? [h * 0.22, h * 0.14] : []);
  ctx.stroke();
  ctx.setLineDash([]);
}

const notes = new Map();

/**
 * The words at the end of knowledge: a name, and beneath it from when nothing is known.
 * @param {{name: string, text: string, w: number, h: number, ink: string, language: string, size: any, colours: any}} spec
 * @returns {Made}
 */
export function endNote({ name, text, w, h, ink, language, size, colours }) {
  const key = `${name}|${text}|${ink}|${language}|${size.end}|${colours.ink}|${colours.halo}|${sharpness()}`;
  let found = notes.get(key);
  if (found) return found;
  if (notes.size > 200) notes.clear();
  const paint = (ctx) => {
    ctx.textBaseline = "top";
    ctx.font = sans(language, size.end, 600);
    drawText(ctx, name, 0, 0, ink, colours.halo);
    ctx.font = serif(language, size.end - 1, 500);
    drawText(ctx, text, 0, size.end * 1.2, colours.ink, colours.halo);
  };
  found = { w: Math.ceil(w), h: Math.ceil(h), image: null, paint };
  notes.set(key, found);
  return found;
}

/** Draw a slip or a note with its frame's corner at x, y; its bitmap is larger by SLIP_EDGE all round. */
export function drawSlip(ctx, made, x, y) {
  const [w, h] = [made.w + 2 * SLIP_EDGE, made.h + 2 * SLIP_EDGE];
  if (!made.image) {
    const scale = sharpness();
    made.image = bareCanvas(Math.ceil(w * scale), Math.ceil(h * scale));
    const own = made.image.getContext("2d");
    own.setTransform(scale, 0, 0, scale, SLIP_EDGE * scale, SLIP_EDGE * scale);
    made.paint(own);
  }
  ctx.drawImage(made.image, x - SLIP_EDGE, y - SLIP_EDGE, w, h);
}

function markOutline(ctx, shape, x, y, r) {
  ctx.beginPath();
  if (shape === "hexagon") {
    const d = r * 1.3;
    ctx.moveTo(x, y - d);
    ctx.lineTo(x + d, y);
    ctx.lineTo(x, y + d);
    ctx.lineTo(x - d, y);
    ctx.closePath();
  } else if (shape === "hull") {
    ctx.moveTo(x - r * 1.3, y - r * 0.8);
    ctx.lineTo(x + r * 1.3, y - r * 0.8);
    ctx.lineTo(x + r * 0.75, y + r * 0.85);
    ctx.lineTo(x - r * 0.75, y + r * 0.85);
    ctx.closePath();
  } else {
    ctx.rect(x - r, y - r, 2 * r, 2 * r);
  }
}

const marks = new Map();

/**
 * The mark of a unit's position: filled when stated, its left half when derived, hollow when reconstructed.
 * @param {CanvasRenderingContext2D} ctx
 */
export function drawMark(ctx, shape, grade, ink, x, y, size, selected = false) {
  const scale = sharpness();
  const key = `${shape}|${grade}|${ink}|${size}|${selected}|${scale}`;
  const half = size * 0.8 + 5;
  let image = marks.get(key);
  if (!image) {
    image = bareCanvas(Math.ceil(half * 2 * scale), Math.ceil(half * 2 * scale));
    const c = image.getContext("2d");
    c.setTransform(scale, 0, 0, scale, half * scale, half * scale);
    const r = size / 2;
    c.lineJoin = "miter";
    if (selected) {
      markOutline(c, shape, 0, 0, r);
      c.lineWidth = 8;
      c.strokeStyle = EVIDENCE.selected;
      c.stroke();
    }
    markOutline(c, shape, 0, 0, r);
    c.lineWidth = 4;
    c.strokeStyle = EVIDENCE.paper;
    c.stroke();
    c.fillStyle = grade === "stated" ? ink : EVIDENCE.paper;
    c.fill();
    if (grade === "derived") {
      c.save();
      c.clip();
      c.fillStyle = ink;
      c.fillRect(-half, -half, half, half * 2);
      c.restore();
    } else if (grade === "novel") {
      c.save();
      c.clip();
      hatch(c, -half, -half, half * 2, half * 2, 3);
      c.lineWidth = 1;
      c.strokeStyle = ink;
      c.stroke();
      c.restore();
    }
    markOutline(c, shape, 0, 0, r - 0.5);
    c.lineWidth = 2;
    c.strokeStyle = ink;
    c.stroke();
    marks.set(key, image);
  }
  ctx.drawImage(image, x - half, y - half, half * 2, half * 2);
}
