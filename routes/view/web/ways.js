// Where units will pass and stand: a grid of the sheet for names to keep off.
import { spaced } from "#lines";
import { toneOf } from "#symbols";
import { mercator } from "#view";

/** Side of a cell of the grid in pixels. */
const CELL = 6;

/** The ways of all units in mercator, closely sampled, and the ground beside gates on which they stand. */
export function waysOf(scene, middle) {
  const out = [];
  for (const track of scene.tracks) {
    const unit = scene.units[track.unit];
    if (!unit || unit.fiction || toneOf(unit) === "crowd") continue;
    const line = track.path.map(([lon, lat]) => mercator(lon, lat));
    out.push({ line, rank: unit.rank, japanese: unit.side === "japanese" });
  }
  const stands = [];
  for (const track of scene.tracks) {
    for (const stop of track.stops) {
      const place = scene.places[stop.place];
      if (!place || (place.area && place.accuracy > 1000) || scene.units[track.unit]?.fiction) continue;
      const [mx, my] = mercator(place.lon, place.lat);
      const length = Math.hypot(middle[0] - mx, middle[1] - my) || 1;
      const gate = place.kind === "gate" ? (stop.face === "outside" ? -1 : stop.face === "inside" ? 1 : 0) : 0;
      stands.push({ mx, my, ux: (gate * (middle[0] - mx)) / length, uy: (gate * (middle[1] - my)) / length });
    }
  }
  return { lines: out, stands };
}

/** Cells of the map over which some way leads, for names to keep off. */
export function wayGrid({ lines, stands }, view, bands) {
  const columns = Math.ceil(view.width / CELL) + 1;
  const rows = Math.ceil(view.height / CELL) + 1;
  const cells = new Uint8Array(columns * rows);
  const mark = (x, y, weight) => {
    const i = Math.floor(x / CELL);
    const j = Math.floor(y / CELL);
    if (i >= 0 && j >= 0 && i < columns && j < rows && cells[j * columns + i] < weight) cells[j * columns + i] = weight;
  };
  for (const { line } of lines) {
    for (let i = 1; i < line.length; i += 1) {
      const ax = line[i - 1][0] * view.scale + view.x;
      const ay = line[i - 1][1] * view.scale + view.y;
      const dx = line[i][0] * view.scale + view.x - ax;
      const dy = line[i][1] * view.scale + view.y - ay;
      const steps = Math.min(400, Math.ceil(Math.max(Math.abs(dx), Math.abs(dy)) / CELL));
      for (let step = 0; step <= steps; step += 1) mark(ax + (dx * step) / Math.max(1, steps), ay + (dy * step) / Math.max(1, steps), 1);
    }
  }
  for (const { points } of bands) {
    for (const [x, y] of spaced(points, Math.max(2, Math.min(60, points.length * 12)))) {
      for (let dx = -CELL; dx <= CELL; dx += CELL) for (let dy = -CELL; dy <= CELL; dy += CELL) mark(x + dx, y + dy, 1);
    }
  }
  for (const { mx, my, ux, uy } of stands) {
    const x = mx * view.scale + view.x + ux * 20;
    const y = my * view.scale + view.y + uy * 20;
    for (let dx = -CELL; dx <= CELL; dx += CELL) for (let dy = -CELL; dy <= CELL; dy += CELL) mark(x + dx, y + dy, 2);
  }
  return { cells, columns, rows };
}

/** How much of a box lies on ways, 0 for none. */
export function covering({ cells, columns, rows }, box) {
  let sum = 0;
  let all = 0;
  const bottom = Math.min(rows - 1, Math.floor((box.y + box.h) / CELL));
  const right = Math.min(columns - 1, Math.floor((box.x + box.w) / CELL));
  for (let j = Math.max(0, Math.floor(box.y / CELL)); j <= bottom; j += 1) {
    for (let i = Math.max(0, Math.floor(box.x / CELL)); i <= right; i += 1) {
      sum += cells[j * columns + i];
      all += 1;
    }
  }
  return all === 0 ? 0 : sum / all;
}
