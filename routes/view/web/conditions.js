// What is told of a place's condition at a minute, and its small sign where the place is no gate.
import { drawCondition } from "#symbols";
import { onSheet, pixelOf } from "#view";

/** Metres to a pixel up to which a place that is no gate shows its condition. */
const CONDITION_TO = 32;

/** A condition of a place known no better than so many metres has no sign: it would point at a spot. */
const CONDITION_WITHIN = 3000;

/** Conditions that a place may have beside all others. */
const APART = new Set(["lit", "burning", "thronged", "boats"]);

/**
 * The condition of a place at a minute: that of the dated state which began last. Undated states change nothing.
 * @param {any[]} states  of one place
 * @param {number} minute
 * @returns {any | null}
 */
export function stateAt(states, minute) {
  let found = null;
  for (const state of states) {
    if (state.from === null && state.to === null) continue;
    if (state.from !== null && minute < state.from) continue;
    if (state.to !== null && minute >= state.to) continue;
    if (!found || (state.from ?? -Infinity) >= (found.from ?? -Infinity)) found = state;
  }
  return found;
}

/** The states of a scene by their place; lamps, fires, crowds and boats apart, for a place may have several at once. */
export function statesByPlace(scene) {
  const out = new Map();
  for (const state of scene.states) {
    if (!state.place) continue;
    const key = APART.has(state.condition) ? `${state.condition} ${state.place}` : state.place;
    if (!out.has(key)) out.set(key, []);
    out.get(key).push(state);
  }
  return out;
}

/** The kinds of state that a place shows beside one another: its main one, fire, boats. */
const SHOWN = ["", "burning ", "boats "];

/** Whether something is told of a place that has a sign. */
export const hasCondition = (states, id) => SHOWN.some((prefix) => states.has(`${prefix}${id}`));

/**
 * The conditions of a place that is no gate, as small signs on its ground.
 * @returns {import("./pick.js").Disc[]} the signs drawn
 */
export function drawConditions(ctx, { id, place, gx, gy, angle }, states, { view, mpp, minute, colours, size }, picked) {
  if ((mpp > CONDITION_TO || place.accuracy > CONDITION_WITHIN) && !picked) return [];
  const [left, y] = pixelOf(view, gx, gy);
  let x = left;
  if (!onSheet(view, x, y)) return [];
  // A town or a peak keeps its own sign; its condition stands beside it.
  if (!place.area) x -= size.gate * 0.9;
  const discs = [];
  for (const prefix of SHOWN) {
    const state = states.has(`${prefix}${id}`) ? stateAt(states.get(`${prefix}${id}`), minute) : null;
    if (!state || !drawCondition(ctx, state.condition, x, y, size.gate * 0.72, colours, angle)) continue;
    discs.push({ kind: "place", id, x, y, r: size.gate * 0.4 });
    x -= size.gate;
  }
  return discs;
}
