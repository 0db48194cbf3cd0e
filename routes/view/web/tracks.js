// Where a unit is at a minute: straight lines between the key points that the record gives. Nothing is guessed here;
// outside what is known there is no position.

/**
 * @typedef {{path: number[][], best: number[][], early: number[][], late: number[][], grades: [number, string][],
 *   legs: {from: number, to: number, grade: string, mode: string}[],
 *   stops: {metres: number, stop: string, place: string | null, face: string | null, accuracy: number}[],
 *   ends: {minute: number, known: boolean}}} Track
 * @typedef {{lon: number, lat: number, metres: number, grade: string, atStop: number,
 *   band: {from: number, to: number} | null}} Position  `atStop` is the index in `track.stops`, −1 under way
 */

/** A spread of readings smaller than this many metres is no band. */
const SMALLEST_BAND = 30;
/** Within this many metres of a stop the unit counts as being there. */
const AT_STOP = 1;

/**
 * Index of the last entry whose first (or `axis`th) value is not greater than `value`; −1 if all are greater.
 * @param {ArrayLike<ArrayLike<number | string>>} list  ascending
 */
function lastNotAfter(list, value, axis = 0) {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (/** @type {number} */ (list[middle][axis]) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * Metres from the start at a minute; before the first entry and after the last, those of that entry. NaN for an empty list.
 * @param {number[][]} list  [[minute, metres], …] ascending
 * @param {number} minute
 */
export function metresAt(list, minute) {
  if (list.length === 0) return NaN;
  const at = lastNotAfter(list, minute);
  if (at < 0) return list[0][1];
  if (at >= list.length - 1) return list[list.length - 1][1];
  const [t0, m0] = list[at];
  const [t1, m1] = list[at + 1];
  return t1 > t0 ? m0 + ((m1 - m0) * (minute - t0)) / (t1 - t0) : m1;
}

/**
 * The point so many metres along a path, held within its ends.
 * @param {number[][]} path  [[lon, lat, metres], …]
 * @param {number} metres
 * @param {{lon: number, lat: number}} [out]
 * @returns {{lon: number, lat: number} | null} null for an empty path
 */
export function pointAt(path, metres, out = { lon: 0, lat: 0 }) {
  if (path.length === 0 || Number.isNaN(metres)) return null;
  const at = lastNotAfter(path, metres, 2);
  const a = path[Math.max(0, Math.min(at, path.length - 1))];
  const b = path[Math.min(Math.max(at, 0) + 1, path.length - 1)];
  const k = at < 0 || b[2] <= a[2] ? 0 : Math.min(1, (metres - a[2]) / (b[2] - a[2]));
  out.lon = a[0] + (b[0] - a[0]) * k;
  out.lat = a[1] + (b[1] - a[1]) * k;
  return out;
}

/** The grade of the mark at a minute; "unknown" before the first. */
export function gradeAt(track, minute) {
  const at = lastNotAfter(track.grades, minute);
  return at < 0 ? "unknown" : track.grades[at][1];
}

/** Whether the track is within the minutes for which it has a position at all. */
export function isDrawn(track, minute) {
  const { best } = track;
  if (best.length === 0 || track.path.length === 0 || !Number.isFinite(minute)) return false;
  if (minute < best[0][0] || minute > best[best.length - 1][0]) return false;
  return gradeAt(track, minute) !== "unknown";
}

/**
 * Where the unit of a track is, or null where the record does not say.
 * @param {Track} track
 * @param {number} minute
 * @param {any} [out]  an object to fill, so that playing makes none
 * @returns {Position | null}
 */
export function positionAt(track, minute, out = {}) {
  if (!isDrawn(track, minute)) return null;
  const metres = metresAt(track.best, minute);
  if (pointAt(track.path, metres, out) === null) return null;
  out.metres = metres;
  out.grade = gradeAt(track, minute);
  out.atStop = stopAt(track, metres);
  out.band = null;
  if (track.early.length > 0 && track.late.length > 0) {
    const first = metresAt(track.late, minute);
    const second = metresAt(track.early, minute);
    const from = Math.min(first, second, metres);
    const to = Math.max(first, second, metres);
    if (to - from >= SMALLEST_BAND) out.band = { from, to };
  }
  return out;
}

/** Index of the stop at so many metres, −1 between stops. */
function stopAt(track, metres) {
  const { stops } = track;
  for (let i = stops.length - 1; i >= 0; i -= 1) if (Math.abs(stops[i].metres - metres) <= AT_STOP) return i;
  return -1;
}

/**
 * The part of a path between two distances, its ends interpolated.
 * @param {number[][]} path
 * @param {number} from  metres
 * @param {number} to  metres
 * @returns {number[][]} [[lon, lat], …]; fewer than two points if the part has no length
 */
export function portion(path, from, to) {
  if (path.length === 0) return [];
  const start = Math.max(from, path[0][2]);
  const end = Math.min(to, path[path.length - 1][2]);
  if (!(end > start)) return [];
  const a = pointAt(path, start);
  const b = pointAt(path, end);
  if (!a || !b) return [];
  const points = [[a.lon, a.lat]];
  for (let i = Math.max(0, lastNotAfter(path, start, 2)); i < path.length && path[i][2] < end; i += 1) {
    if (path[i][2] > start) points.push([path[i][0], path[i][1]]);
  }
  points.push([b.lon, b.lat]);
  return points;
}

/**
 * The minute after which the track is not drawn, and whether knowledge ends there.
 * @param {Track} track
 */
export function endOf(track) {
  const { best, ends } = track;
  const last = best.length > 0 ? best[best.length - 1][0] : NaN;
  return { minute: ends?.minute ?? last, known: ends?.known ?? true };
}

/** Metres travelled at a minute for the trail: 0 before the start, all of what was reached after the end. */
export function reached(track, minute) {
  const { best } = track;
  if (best.length === 0 || minute < best[0][0]) return 0;
  return metresAt(best, minute);
}

/** Whether the unit is between two key points of different metres at this minute. */
export function isMoving(track, minute) {
  const { best } = track;
  const at = lastNotAfter(best, minute);
  return at >= 0 && at < best.length - 1 && best[at + 1][1] > best[at][1];
}

/**
 * All minutes at which something of the track changes: used to find its bars on the time line.
 * @param {Track} track
 * @returns {{from: number, to: number, grade: string}[]}
 */
export function bars(track) {
  const { best, grades } = track;
  if (best.length === 0) return [];
  const first = best[0][0];
  const last = best[best.length - 1][0];
  const out = [];
  for (let i = 0; i < grades.length; i += 1) {
    const from = Math.max(first, grades[i][0]);
    const to = Math.min(last, i + 1 < grades.length ? grades[i + 1][0] : last);
    if (to >= from && grades[i][1] !== "unknown") out.push({ from, to, grade: grades[i][1] });
  }
  return out;
}
