// The furniture of the sheet: neatline with its degrees, scale, north arrow, and the boxes that the page's own words cover.
import { flip } from "#flip";
import { overlaps } from "#lettering";
import { drawText, serif } from "#type";
import { word } from "#words";

/** Boxes of the page's words that lie over the map, in its pixels. */
export function coveredBoxes(container) {
  const sheet = container.closest(".stage-sheet");
  if (!sheet) return [];
  const own = container.getBoundingClientRect();
  const boxes = [];
  for (const node of sheet.querySelectorAll(".stage-head > *, .stage-tools, [data-over-map]")) {
    const box = node.getBoundingClientRect();
    if (box.width > 0 && box.height > 0) boxes.push({ x: box.left - own.left, y: box.top - own.top, w: box.width, h: box.height });
  }
  return boxes;
}

/** The sheet is paler under the column of text, so that it reads over relief and railways. */
export function fadeUnderText(ctx, view, colours, wide) {
  const width = wide >= 1600 ? 470 : 350;
  const n = Number.parseInt(colours.land.slice(1), 16);
  const rgb = `${(n >> 16) & 255},${(n >> 8) & 255},${n & 255}`;
  const slice = Math.ceil(view.height / 18);
  for (let y = 0; y < view.height; y += slice) {
    // Below the words it gives way to the map again.
    const k = Math.max(0, Math.min(1, (0.82 - y / view.height) / 0.3));
    if (k === 0) break;
    const fade = ctx.createLinearGradient(0, 0, width, 0);
    fade.addColorStop(0, `rgba(${rgb},${(0.78 * k).toFixed(3)})`);
    fade.addColorStop(0.6, `rgba(${rgb},${(0.6 * k).toFixed(3)})`);
    fade.addColorStop(1, `rgba(${rgb},0)`);
    ctx.fillStyle = fade;
    ctx.fillRect(0, y, width, Math.min(slice, view.height - y));
  }
}

/** Double hairline, a tick each minute of arc, a figure each five. */
export function neatline(ctx, map, { view, colours, size, language }, covered) {
  const { width, height } = view;
  ctx.strokeStyle = colours.ink2;
  ctx.lineWidth = 1;
  ctx.setLineDash([]);
  ctx.strokeRect(8.5, 8.5, width - 17, height - 17);
  ctx.strokeRect(12.5, 12.5, width - 25, height - 25);
  const bounds = map.getBounds();
  const every = (bounds.getEast() - bounds.getWest()) * 60 > 90 ? 5 : 1;
  const figures = every * 5;
  ctx.font = serif(language, size.figure, 500);
  ctx.textAlign = "left";
  ctx.textBaseline = "top";
  ctx.beginPath();
  const texts = [];
  for (let m = Math.ceil((bounds.getWest() * 60) / every) * every; m < bounds.getEast() * 60; m += every) {
    const x = Math.round(map.latLngToContainerPoint(flip([m / 60, bounds.getNorth()])).x) + 0.5;
    if (x < 14 || x > width - 14) continue;
    const long = m % figures === 0;
    ctx.moveTo(x, 8);
    ctx.lineTo(x, long ? 19 : 13);
    ctx.moveTo(x, height - 8);
    ctx.lineTo(x, height - (long ? 19 : 13));
    if (long) texts.push([degrees(m), x + 3, 15]);
  }
  for (let m = Math.ceil((bounds.getSouth() * 60) / every) * every; m < bounds.getNorth() * 60; m += every) {
    const y = Math.round(map.latLngToContainerPoint(flip([bounds.getWest(), m / 60])).y) + 0.5;
    if (y < 14 || y > height - 14) continue;
    const long = m % figures === 0;
    ctx.moveTo(8, y);
    ctx.lineTo(long ? 19 : 13, y);
    ctx.moveTo(width - 8, y);
    ctx.lineTo(width - (long ? 19 : 13), y);
    if (long && y > 90 && y < height - 120) texts.push([degrees(m), width - 20 - size.figure * 3.4, y + 2]);
  }
  ctx.stroke();
  for (const [text, x, y] of texts) {
    const box = { x, y, w: size.figure * 3.6, h: size.figure * 1.2 };
    if (x + box.w > width - 14 || covered.some((c) => overlaps(c, box, 4))) continue;
    drawText(ctx, text, x, y, colours.ink2, colours.halo, 3);
  }
}

/** Minutes of arc as "118°45′". */
const degrees = (minutes) => `${Math.floor(minutes / 60)}°${String(Math.round(minutes) % 60).padStart(2, "0")}′`;

/** Scale in quarters and the north arrow, lower right; gives the box they keep free. */
export function scaleBar(ctx, { view, mpp, colours, size, scene, language }) {
  const kilometres = SCALES.find((length) => (length * 1000) / mpp >= 84) ?? SCALES[SCALES.length - 1];
  const w = (kilometres * 1000) / mpp;
  const right = view.width - 44 - 44;
  const left = right - w - 40;
  const y = view.height - 44;
  ctx.font = serif(language, size.scale, 500);
  ctx.textBaseline = "alphabetic";
  ctx.lineWidth = 1;
  ctx.fillStyle = colours.halo;
  ctx.fillRect(left - 2, y - 2, w + 4, 9);
  for (let i = 0; i < 4; i += 1) {
    ctx.fillStyle = i % 2 === 0 ? colours.ink : colours.land;
    ctx.fillRect(left + (w * i) / 4, y, w / 4, 5);
  }
  ctx.strokeStyle = colours.ink;
  ctx.strokeRect(left + 0.5, y + 0.5, w - 1, 4);
  ctx.textAlign = "center";
  drawText(ctx, "0", left, y - 6, colours.ink, colours.halo);
  drawText(ctx, String(kilometres / 2), left + w / 2, y - 6, colours.ink, colours.halo);
  ctx.textAlign = "left";
  drawText(ctx, word(scene, language, "sheet.kilometres", { n: kilometres }), left + w - 4, y - 6, colours.ink, colours.halo);
  northArrow(ctx, view.width - 44, y, colours, word(scene, language, "sheet.north"));
  return { x: left - 12, y: y - 48, w: view.width - left, h: 66 };
}

/** An arrow with one dark side, its foot at x, y, and a letter over it. */
function northArrow(ctx, x, y, colours, letter) {
  ctx.beginPath();
  ctx.moveTo(x, y - 26);
  ctx.lineTo(x + 6, y + 6);
  ctx.lineTo(x, y + 1);
  ctx.lineTo(x - 6, y + 6);
  ctx.closePath();
  ctx.lineWidth = 1.4;
  ctx.stroke();
  ctx.beginPath();
  ctx.moveTo(x, y - 26);
  ctx.lineTo(x, y + 1);
  ctx.lineTo(x - 6, y + 6);
  ctx.closePath();
  ctx.fillStyle = colours.ink;
  ctx.fill();
  ctx.textAlign = "center";
  drawText(ctx, letter, x, y - 31, colours.ink, colours.halo);
}

/** Lengths of the scale in kilometres. */
const SCALES = [0.5, 1, 2, 4, 8, 20, 40, 100];
