// Geometry of lines: the base layers' own in mercator, what lies nearest to a point, and lines moved or sampled in pixels.
import { mercator, pixelOf } from "#view";

/**
 * The lines of the base layers of a class, in mercator.
 * @param {any} map
 * @param {string} kind  class name
 * @returns {number[][][]}
 */
export function linesOf(map, kind) {
  const lines = [];
  const walk = (points) => {
    if (points.length === 0) return;
    if (Array.isArray(points[0])) points.forEach(walk);
    else lines.push(points.map(({ lat, lng }) => mercator(lng, lat)));
  };
  map.eachLayer((layer) => {
    const name = layer.options?.className;
    if (typeof name === "string" && name.split(" ").includes(kind) && layer.getLatLngs) walk(layer.getLatLngs());
  });
  return lines;
}

/** The nearest point of some lines: {line, i, x, y, d2, angle}, or null. */
export function nearest(lines, x, y) {
  let best = null;
  for (const line of lines) {
    for (let i = 1; i < line.length; i += 1) {
      const [ax, ay] = line[i - 1];
      const dx = line[i][0] - ax;
      const dy = line[i][1] - ay;
      const length2 = dx * dx + dy * dy;
      const t = length2 === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length2));
      const d2 = (x - ax - t * dx) ** 2 + (y - ay - t * dy) ** 2;
      if (!best || d2 < best.d2) best = { line, i, x: ax + t * dx, y: ay + t * dy, d2, angle: Math.atan2(dy, dx) };
    }
  }
  return best;
}

/** Distance of a point from a line. */
export const distanceTo = (line, [x, y]) => Math.sqrt(nearest([line], x, y)?.d2 ?? Infinity);

/** The line not yet used that begins where another ends and turns least, within 45°. */
function straightest(lines, used, end, heading, reach) {
  let turn = Math.PI / 4;
  let next = null;
  for (const line of lines) {
    if (used.has(line) || line.length < 2) continue;
    for (const [k, by] of [[0, 1], [line.length - 1, -1]]) {
      if (Math.hypot(line[k][0] - end[0], line[k][1] - end[1]) > reach * 1e-3) continue;
      const angle = Math.atan2(line[k + by][1] - line[k][1], line[k + by][0] - line[k][0]);
      const off = Math.abs(((angle - heading + 3 * Math.PI) % (2 * Math.PI)) - Math.PI);
      if (off >= turn) continue;
      turn = off;
      next = { line, i: k + by, by };
    }
  }
  return next;
}

/** The points met when a line is followed from a point for so far. */
function walk(lines, first, start, reach) {
  const out = [];
  let at = start;
  let left = reach;
  let { line, i, by } = first;
  const used = new Set([line]);
  for (let guard = 0; guard < 5000 && left > 0; guard += 1) {
    if (i < 0 || i >= line.length) {
      const before = out[out.length - 2] ?? start;
      const next = straightest(lines, used, at, Math.atan2(at[1] - before[1], at[0] - before[0]), reach);
      if (!next) break;
      ({ line, i, by } = next);
      used.add(line);
      continue;
    }
    const [nx, ny] = line[i];
    const length = Math.hypot(nx - at[0], ny - at[1]);
    if (length > left) {
      out.push([at[0] + ((nx - at[0]) * left) / length, at[1] + ((ny - at[1]) * left) / length]);
      break;
    }
    if (length > 0) out.push([nx, ny]);
    left -= length;
    at = [nx, ny];
    i += by;
  }
  return out;
}

/**
 * The part of the nearest line that lies within `reach` of a point along it, to both sides. Where a line ends, the one
 * that goes on straightest is followed.
 * @param {number[][][]} lines
 * @param {number} x
 * @param {number} y
 * @param {number} reach
 * @returns {number[][] | null}
 */
export function lineThrough(lines, x, y, reach) {
  const from = nearest(lines, x, y);
  if (!from) return null;
  const start = [from.x, from.y];
  const back = walk(lines, { line: from.line, i: from.i - 1, by: -1 }, start, reach);
  return [...back.reverse(), start, ...walk(lines, { line: from.line, i: from.i, by: 1 }, start, reach)];
}

/**
 * A line up to where a way leaves it, and then that way: of the line that part is kept which does not lead to the way's end.
 * @param {number[][]} line
 * @param {number[][]} way
 * @returns {number[][]}
 */
export function onward(line, way) {
  const at = nearest([line], way[0][0], way[0][1]);
  if (!at || line.length < 2) return way;
  const end = way[way.length - 1];
  const far = ([x, y]) => Math.hypot(x - end[0], y - end[1]);
  const kept = far(line[0]) >= far(line[line.length - 1]) ? line.slice(0, at.i) : line.slice(at.i).reverse();
  return [...kept, [at.x, at.y], ...way];
}

/** Whether a point lies within the rings together (even-odd). */
export function within(rings, x, y) {
  let inside = false;
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i, i += 1) {
      const [ax, ay] = ring[i];
      const [bx, by] = ring[j];
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    }
  }
  return inside;
}

/** On which side of a bank's line the land lies: 1 for its left hand as drawn, −1 for its right. */
export function inlandOf(line, rivers) {
  let land = 0;
  for (let i = 1; i < line.length; i += 1) {
    const dx = line[i][0] - line[i - 1][0];
    const dy = line[i][1] - line[i - 1][1];
    const length = Math.hypot(dx, dy);
    if (length === 0) continue;
    const step = 2e-6;
    const x = (line[i][0] + line[i - 1][0]) / 2 + (dy / length) * step;
    const y = (line[i][1] + line[i - 1][1]) / 2 - (dx / length) * step;
    land += within(rivers, x, y) ? -length : length;
  }
  return land >= 0 ? 1 : -1;
}

/** A line in pixels, moved sideways by so many of them; kinks of the bank are smoothed. */
export function offset(line, view, side, distance) {
  const points = line.map(([mx, my]) => pixelOf(view, mx, my));
  const out = [];
  for (let i = 0; i < points.length; i += 1) {
    const a = points[Math.max(0, i - 2)];
    const b = points[Math.min(points.length - 1, i + 2)];
    const dx = b[0] - a[0];
    const dy = b[1] - a[1];
    const length = Math.hypot(dx, dy) || 1;
    out.push([points[i][0] + (side * distance * dy) / length, points[i][1] - (side * distance * dx) / length]);
  }
  return out;
}

/** So many points at even distances along a line, its ends among them. */
export function spaced(points, count) {
  const along = [0];
  for (let i = 1; i < points.length; i += 1) along.push(along[i - 1] + Math.hypot(points[i][0] - points[i - 1][0], points[i][1] - points[i - 1][1]));
  const total = along[along.length - 1];
  const out = [];
  for (let k = 0; k < count; k += 1) {
    const at = (total * k) / Math.max(1, count - 1);
    let i = 1;
    while (i < points.length - 1 && along[i] < at) i += 1;
    if (points.length < 2) {
      out.push(points[0]);
      continue;
    }
    const share = along[i] > along[i - 1] ? Math.max(0, Math.min(1, (at - along[i - 1]) / (along[i] - along[i - 1]))) : 0;
    out.push([points[i - 1][0] + (points[i][0] - points[i - 1][0]) * share, points[i - 1][1] + (points[i][1] - points[i - 1][1]) * share]);
  }
  return out;
}
