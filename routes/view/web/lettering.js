// Lettering: where a name may stand, which place is best, and how it is written.
import { drawText, widthOf } from "#type";
import { covering } from "#ways";

/** Where a name that lies on its area may be moved, in its own widths and heights, nearest first. */
const CENTRED = [[0, 0], [0, 0.6], [0, -0.6], [0.35, 0], [-0.35, 0], [0, 1.2], [0, -1.2], [0.5, 0.7], [0.5, -0.7], [-0.5, 0.7], [-0.5, -0.7], [0, 1.9], [0, -1.9], [0.8, 0]];

/** A name as it stands on a map: without what follows in brackets. */
export const plainName = (name) => name.replace(/\s*[（(][^（()）]*[)）]\s*$/, "");

/** Whether two boxes come closer than a gap. */
export const overlaps = (a, b, gap) =>
  a.x < b.x + b.w + gap && b.x < a.x + a.w + gap && a.y < b.y + b.h + gap && b.y < a.y + a.h + gap;

/** Places round a sign for its name, near and a little further; a gate's name prefers the side away from the city. */
export function candidates({ r, away, order = 10 }, w, h) {
  const all = [];
  // Only a town may be named at some distance; any other name would be taken for its neighbour's.
  const rings = order === 4 || order < 0 ? [[0, 0], [9, 0.25], [20, 0.6], [32, 1.1]] : [[0, 0], [8, 0.4]];
  for (const [out, price] of rings) {
    const d = r + out;
    const ring = [
      [d + 2, -h / 2, 1, 0], [-w - d - 2, -h / 2, -1, 0], [-w / 2, -h - d, 0, -1], [-w / 2, d, 0, 1],
      [d * 0.7, -h - d * 0.4, 0.8, -0.6], [d * 0.7, d * 0.4, 0.8, 0.6], [-w - d * 0.7, -h - d * 0.4, -0.8, -0.6],
      [-w - d * 0.7, d * 0.4, -0.8, 0.6],
    ];
    const length = away ? Math.hypot(away[0], away[1]) || 1 : 1;
    ring.forEach(([dx, dy, ux, uy], i) => {
      const toward = away ? (ux * away[0] + uy * away[1]) / length : 0;
      all.push([dx, dy, price + (away ? 0.22 * (1 - toward) : i * 0.02)]);
    });
  }
  return all.sort((a, b) => a[2] - b[2]);
}

/** Boxes along slanting lettering, one for each piece of it about as long as it is high. */
function slantedBoxes({ x, y, angle }, dx, dy, width, px) {
  const pieces = Math.max(1, Math.round(width / px));
  return Array.from({ length: pieces }, (_, i) => {
    const along = ((i + 0.5) / pieces - 0.5) * width;
    return { x: x + dx + Math.cos(angle) * along - px / 2, y: y + dy + Math.sin(angle) * along - px / 2, w: px, h: px };
  });
}

/** Centres along a slanting line for lettering that follows a river, nearest first. */
const alongSpots = ({ angle }, width) =>
  [0, 0.45, -0.45, 0.9, -0.9, 1.4, -1.4].map((share) => [Math.cos(angle) * share * width, Math.sin(angle) * share * width, Math.abs(share) * 0.3]);

/**
 * Write a name at the best free place beside its sign, if there is one.
 * @param {CanvasRenderingContext2D} ctx
 * @param {any} label
 * @param {{x: number, y: number, w: number, h: number}[]} taken  boxes already covered; those of the name are added
 * @param {{width: number, height: number}} view
 * @param {{cells: Uint8Array, columns: number, rows: number}} grid  ways on which marks will pass
 * @returns {{x: number, y: number, w: number, h: number}[]} the boxes of the name, none if there is no room
 */
export function setName(ctx, label, taken, view, grid) {
  const { name, px, x, y } = label;
  const gap = label.spaced * px;
  const width = widthOf(label.font, name) + gap * ([...name].length - 1);
  const height = px * 1.12;
  const spots = label.along ? alongSpots(label, width)
    : label.centred ? CENTRED.map(([across, down]) => [across * width - width / 2, down * height - height / 2, 0])
      : candidates(label, width, height);
  let best = Infinity;
  let chosen = null;
  for (const [dx, dy, taste] of spots) {
    if (taste >= best) continue;
    const boxes = label.along ? slantedBoxes(label, dx, dy, width, px) : [{ x: x + dx, y: y + dy, w: width, h: height }];
    if (boxes.some((box) => box.x < 16 || box.y < 16 || box.x + box.w > view.width - 16 || box.y + box.h > view.height - 16)) continue;
    if (boxes.some((box) => taken.some((t) => overlaps(t, box, 2)))) continue;
    // Names stand off the ways on which marks will pass.
    const cost = taste + (label.along ? 0 : 2.5 * covering(grid, boxes[0]));
    if (cost >= best) continue;
    best = cost;
    chosen = { boxes, cx: x + dx, cy: y + dy };
  }
  if (!chosen) return [];
  const { boxes } = chosen;
  taken.push(...boxes);
  ctx.font = label.font;
  ctx.textAlign = "left";
  const cy = boxes[0].y + height / 2;
  if (gap === 0 && label.lean === 0 && label.rise === 0) drawText(ctx, name, boxes[0].x, cy, label.ink, label.halo, Math.min(4.5, px * 0.3));
  else writeSpaced(ctx, label, label.along ? [chosen.cx, chosen.cy] : [boxes[0].x + width / 2, cy], width, gap);
  return boxes;
}

/** Letters one by one, spaced, leaning or rising, about a centre: all halos first, then all letters. */
function writeSpaced(ctx, label, [cx, cy], width, gap) {
  ctx.save();
  ctx.translate(cx, cy);
  if (label.along) ctx.rotate(label.angle);
  ctx.transform(1, label.rise, label.lean, 1, 0, 0);
  ctx.lineJoin = "round";
  ctx.lineWidth = 4.5;
  ctx.strokeStyle = label.halo;
  ctx.fillStyle = label.ink;
  for (const run of ["strokeText", "fillText"]) {
    let at = -width / 2;
    for (const letter of label.name) {
      ctx[run](letter, at, 0);
      at += widthOf(label.font, letter) + gap;
    }
  }
  ctx.restore();
}
