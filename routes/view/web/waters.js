// The waters: fine lines along the banks, and the names of rivers, lakes and ranges that are no places of the record.
import { within } from "#lines";
import { mix } from "#sky";
import { plainName } from "#lettering";
import { isChinese, serif } from "#type";
import { mercator } from "#view";
import { pick } from "#words";

/** Distance in pixels from the bank of each fine line, and how far its ink has gone over into the water's. */
const FINE_LINES = [[13, 0.86], [8, 0.74], [4, 0.58]];

/** Three fine lines along the inner side of the banks. */
export function drawWaters(ctx, lines, { view, colours }) {
  const path = new Path2D();
  for (const line of lines) {
    let lastX = Infinity;
    let lastY = Infinity;
    line.forEach(([mx, my], i) => {
      const x = mx * view.scale + view.x;
      const y = my * view.scale + view.y;
      if (i > 0 && i < line.length - 1 && Math.abs(x - lastX) + Math.abs(y - lastY) < 2) return;
      if (i === 0) path.moveTo(x, y);
      else path.lineTo(x, y);
      lastX = x;
      lastY = y;
    });
    path.closePath();
  }
  ctx.save();
  ctx.clip(path, "evenodd");
  ctx.lineJoin = "round";
  for (const [distance, share] of FINE_LINES) {
    ctx.lineWidth = 2 * distance;
    ctx.strokeStyle = mix(colours.bank, colours.water, share);
    ctx.stroke(path);
    ctx.lineWidth = 2 * distance - 1.6;
    ctx.strokeStyle = colours.water;
    ctx.stroke(path);
  }
  ctx.restore();
}

/** How lettering lies in its water: along a river the river's direction, in a lake the lake's breadth in mercator. */
export function roomOf({ kind, lon, lat }, rivers, lakes, perMetre) {
  const [mx, my] = mercator(lon, lat);
  if (kind === "river") {
    // The main direction of the banks within three kilometres.
    let xx = 0;
    let xy = 0;
    let yy = 0;
    for (const line of rivers) {
      for (let i = 1; i < line.length; i += 1) {
        if (Math.hypot(line[i][0] - mx, line[i][1] - my) > 3000 * perMetre) continue;
        const dx = line[i][0] - line[i - 1][0];
        const dy = line[i][1] - line[i - 1][1];
        const length = Math.hypot(dx, dy) || 1;
        xx += (dx * dx) / length;
        xy += (dx * dy) / length;
        yy += (dy * dy) / length;
      }
    }
    const angle = xx + yy === 0 ? 0 : 0.5 * Math.atan2(2 * xy, xx - yy);
    return { angle, room: Infinity };
  }
  const ring = lakes.find((line) => within([line], mx, my));
  if (!ring) return { angle: 0, room: 0 };
  const xs = ring.map(([x]) => x);
  return { angle: 0, room: Math.max(...xs) - Math.min(...xs) };
}

/** A name of water or a range that is no place of the record: {text, kind, lon, lat, angle, room}. */
export function letterOf(letter, { view, mpp, language, colours, size }) {
  const river = letter.kind === "river";
  if (mpp > (river ? 90 : 45)) return [];
  const [mx, my] = mercator(letter.lon, letter.lat);
  const water = letter.kind !== "range";
  const name = plainName(pick(letter.text, language));
  const chinese = isChinese(name);
  let px = river ? size.river * (chinese ? 1 : 0.8) : letter.kind === "range" ? size.range : size.smallTown;
  if (letter.kind === "lake") {
    // A lake is named when its name does not hang far over its banks.
    const needed = [...name].length * (chinese ? 1.1 : 0.52);
    px = Math.min(px, Math.max(size.village, (letter.room * view.scale * 0.8) / needed));
    if (needed * size.village > letter.room * view.scale * 1.15) return [];
  }
  let angle = letter.angle ?? 0;
  if (angle > Math.PI / 2) angle -= Math.PI;
  return [{
    id: "", name, x: mx * view.scale + view.x, y: my * view.scale + view.y, r: 0,
    rank: 2, order: river ? 6 : 14, ink: water ? colours.waterInk : colours.ink2, px, lean: water && language !== "en" ? 0.2 : 0,
    rise: water ? 0 : -0.16, spaced: river ? (chinese ? 0.9 : 0.35) : chinese ? 0.12 : 0.02, weight: 3, halo: water ? colours.water : colours.halo,
    centred: true, along: river, angle, font: serif(language, px, 500, water && language === "en" ? "italic" : ""),
  }];
}
