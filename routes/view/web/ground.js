// The ground beneath the trails: the wall's merlons, lamps, the outline of an uncertain place, and where a sign stands.
import { stateAt } from "#conditions";
import { nearest, offset, spaced } from "#lines";
import { drawLamp } from "#symbols";
import { drawText, sans } from "#type";
import { mercator, pixelOf } from "#view";
import { word } from "#words";

/** An uncertain place is outlined from this many metres, and no larger than the second. */
export const UNCERTAIN = [300, 2200];

/** The walls with the side on which the city does not lie. */
export function wallsOf(lines, middle) {
  return lines.map((line) => {
    // Signed area against the middle of the gates tells on which side the city lies.
    let turn = 0;
    for (let i = 1; i < line.length; i += 1) {
      turn += (line[i - 1][0] - middle[0]) * (line[i][1] - middle[1]) - (line[i][0] - middle[0]) * (line[i - 1][1] - middle[1]);
    }
    return { line, outward: turn > 0 ? -1 : 1 };
  });
}

/** Where the sign of a place's condition stands, and the direction of the wall or road there. */
export function groundOf({ place, mx, my }, { wallLines, roads, perMetre }) {
  const lines = place.kind === "wall-stretch" ? wallLines : roads;
  const found = nearest(lines, mx, my);
  const close = found && Math.sqrt(found.d2) < (place.kind === "wall-stretch" ? 1500 : 250) * perMetre;
  if (!close) return { gx: mx, gy: my, angle: 0 };
  return place.kind === "wall-stretch" ? { gx: found.x, gy: found.y, angle: found.angle } : { gx: mx, gy: my, angle: found.angle };
}

/** Merlons, 3 × 5.4 px every 11, on the outer side of the wall. */
export function drawMerlons(ctx, walls, view, colour, size) {
  const pitch = 11;
  const height = size.wall / 2 + 3.4;
  ctx.fillStyle = colour;
  ctx.beginPath();
  for (const { line, outward } of walls) {
    let left = pitch / 2;
    for (let i = 1; i < line.length; i += 1) {
      const ax = line[i - 1][0] * view.scale + view.x;
      const ay = line[i - 1][1] * view.scale + view.y;
      const dx = line[i][0] * view.scale + view.x - ax;
      const dy = line[i][1] * view.scale + view.y - ay;
      const length = Math.hypot(dx, dy);
      if (length === 0) continue;
      const ux = dx / length;
      const uy = dy / length;
      const nx = -uy * outward;
      const ny = ux * outward;
      for (; left <= length; left += pitch) {
        const x = ax + ux * left;
        const y = ay + uy * left;
        if (x < -20 || y < -20 || x > view.width + 20 || y > view.height + 20) continue;
        ctx.moveTo(x - ux * 2.4, y - uy * 2.4);
        ctx.lineTo(x + ux * 2.4, y + uy * 2.4);
        ctx.lineTo(x + ux * 2.4 + nx * height, y + uy * 2.4 + ny * height);
        ctx.lineTo(x - ux * 2.4 + nx * height, y - uy * 2.4 + ny * height);
      }
      left -= length;
    }
  }
  ctx.fill();
}

/**
 * Lamps that are told to be lit at the minute: along a street or bank five, else one as wide as the place is uncertain.
 * @returns {import("./pick.js").Disc[]} where they may be pressed
 */
export function drawLamps(ctx, litPlaces, states, { view, mpp, minute, size }) {
  const discs = [];
  for (const { id, place, mx, my, line, side } of litPlaces) {
    if (!stateAt(states.get(`lit ${id}`), minute)) continue;
    const spots = line ? spaced(offset(line, view, side, 12), 5) : [pixelOf(view, mx, my)];
    const radius = line ? size.lamp : Math.max(size.lamp, Math.min(96, place.accuracy / mpp));
    for (const [x, y] of spots) {
      drawLamp(ctx, x, y, radius, line ? 0.62 : 1);
      discs.push({ kind: "place", id, x, y, r: radius * 0.5 });
    }
  }
  return discs;
}

/**
 * The dotted circle of a place that is known only to so many metres.
 * @returns {{x: number, y: number, w: number, h: number} | null} the box of the words under it, if it is not drawn in full
 */
export function outlineArea(ctx, place, { view, mpp, colours, scene, language, size }, colour = colours.ink2) {
  const metres = place.accuracy;
  if (!(metres >= UNCERTAIN[0])) return null;
  const [x, y] = pixelOf(view, ...mercator(place.lon, place.lat));
  const r = Math.min(metres, UNCERTAIN[1]) / mpp;
  ctx.save();
  ctx.beginPath();
  ctx.arc(x, y, r, 0, 2 * Math.PI);
  ctx.globalAlpha = 0.11;
  ctx.fillStyle = colour;
  ctx.fill();
  ctx.globalAlpha = 0.9;
  ctx.lineWidth = 1.8;
  ctx.lineCap = "round";
  ctx.setLineDash([2, 5]);
  ctx.strokeStyle = colour;
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.globalAlpha = 1;
  if (metres > UNCERTAIN[1]) {
    ctx.font = sans(language, size.end - 1);
    ctx.textAlign = "center";
    ctx.textBaseline = "top";
    const text = word(scene, language, "sheet.larger_area");
    const w = ctx.measureText(text).width;
    drawText(ctx, text, x, y + r + 4, colours.ink, colours.halo);
    ctx.restore();
    return { x: x - w / 2, y: y + r + 4, w, h: size.end * 1.2 };
  }
  ctx.restore();
  return null;
}
