// The lanes of the time line: which there are, when each is told of, and which are kept where not all fit. Pure.
import { bars } from "#tracks";

/**
 * @typedef {{from: number, to: number, grade: string}} Bar  minutes
 * @typedef {{id: string, name: import("#words").T, group: string, bars: Bar[]}} Lane
 */

const STRENGTH = { stated: 3, derived: 2, reconstructed: 1 };
/** The groups in the order of their lanes. */
const GROUPS = ["chinese", "boats", "japanese", "people"];
/** No strip has more lanes than this. */
const MANY = 12;

/**
 * The strongest grade of several units at each minute, as bars that do not overlap.
 * @param {Bar[]} all
 * @param {number} minutes  end of the night
 * @returns {Bar[]}
 */
export function merge(all, minutes) {
  const edges = [...new Set(all.flatMap(({ from, to }) => [Math.max(0, from), Math.min(minutes, to)]))].sort((a, b) => a - b);
  const out = [];
  for (let i = 0; i + 1 < edges.length; i += 1) {
    const from = edges[i];
    const to = edges[i + 1];
    if (!(to > from)) continue;
    const middle = (from + to) / 2;
    let grade = "";
    for (const bar of all) {
      if (bar.from <= middle && bar.to >= middle && (STRENGTH[bar.grade] ?? 0) > (STRENGTH[grade] ?? 0)) grade = bar.grade;
    }
    if (grade === "") continue;
    const last = out[out.length - 1];
    if (last && last.grade === grade && last.to === from) last.to = to;
    else out.push({ from, to, grade });
  }
  return out;
}

/**
 * The lanes of a scene with their bars; lanes of which nothing is told are left out.
 * @param {any} scene
 * @returns {Lane[]}
 */
export function lanesOf(scene) {
  const byLane = new Map(scene.lanes.map((lane) => [lane.id, []]));
  for (const track of scene.tracks) {
    const unit = scene.units[track.unit];
    const lane = unit?.fiction ? null : unit?.lane;
    if (lane && byLane.has(lane)) byLane.get(lane).push(...bars(track));
  }
  return scene.lanes
    .map((lane) => ({ ...lane, bars: merge(byLane.get(lane.id), scene.night.minutes) }))
    .filter((lane) => lane.bars.length > 0)
    .sort((a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group))
    .slice(0, MANY);
}

/**
 * The lane of a unit: its own, else that of the formation it belongs to.
 * @param {Record<string, any>} units
 * @param {string | undefined} id
 * @returns {string | null}
 */
export function laneOf(units, id) {
  const seen = new Set();
  for (let at = id; at && !seen.has(at); at = units[at]?.parent) {
    seen.add(at);
    if (units[at]?.lane) return units[at].lane;
  }
  return null;
}

/**
 * The lanes kept when not all fit: of each group the one with most told, the chosen one, then in the record's order.
 * @param {Lane[]} lanes
 * @param {number} count
 * @param {string | null} chosen  the id of a lane
 */
export function few(lanes, count, chosen) {
  const told = (lane) => lane.bars.reduce((sum, { from, to, grade }) => sum + (to - from) * STRENGTH[grade], 0);
  const first = new Set();
  for (const group of GROUPS) {
    const best = lanes.filter((lane) => lane.group === group).sort((a, b) => told(b) - told(a))[0];
    if (best) first.add(best.id);
  }
  if (chosen) first.add(chosen);
  const order = [...lanes].sort((a, b) => Number(first.has(b.id)) - Number(first.has(a.id)));
  const kept = new Set(order.slice(0, count).map(({ id }) => id));
  return lanes.filter(({ id }) => kept.has(id));
}
