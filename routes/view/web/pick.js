// What lies under the pointer, and what follows from pressing there.
import { flip } from "#flip";

/**
 * @typedef {{kind: "unit" | "place" | "event" | "group", id: string, itinerary?: string, ids?: string[]}} Found
 * @typedef {{x: number, y: number, w: number, h: number} & Found} Box  left top corner and size
 * @typedef {{x: number, y: number, r: number} & Found} Disc
 * @typedef {{points: ArrayLike<number>, count: number} & Found} Line  x, y, x, y … and how many numbers are valid
 * @typedef {{slips: Box[], marks: Disc[], trails: Line[], gates: Box[], docks: Disc[], lamps: Disc[], events: Disc[],
 *   names: (Box & {weight: number})[], bands: Line[], blocked: {x: number, y: number, w: number, h: number}[],
 *   over: string | null, version: number}} Scenery  `over` is the unit whose mark the pointer is on, `version` grows with
 *   every drawing of the names
 */

const TOLERANCE = 6;
export const TOUCH_TOLERANCE = 12;
/** A press that moves further than this is a drag of the map. */
const DRAG = 5;

/** @returns {Scenery} */
export function emptyScenery() {
  return { slips: [], marks: [], trails: [], gates: [], docks: [], lamps: [], events: [], names: [], bands: [], blocked: [], over: null, version: 0 };
}

const sceneries = new WeakMap();
const mounted = new WeakSet();

/**
 * What is drawn on a map at the moment, for those who place labels and those who find what was pressed.
 * @param {object} map
 * @returns {Scenery}
 */
export function scenery(map) {
  let found = sceneries.get(map);
  if (!found) sceneries.set(map, (found = emptyScenery()));
  return found;
}

/** Square of the distance of a point from a segment. */
export function distance2(px, py, ax, ay, bx, by) {
  const dx = bx - ax;
  const dy = by - ay;
  const length = dx * dx + dy * dy;
  const t = length === 0 ? 0 : Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / length));
  return (px - ax - t * dx) ** 2 + (py - ay - t * dy) ** 2;
}

const inBox = (x, y, box, margin) =>
  x >= box.x - margin && x <= box.x + box.w + margin && y >= box.y - margin && y <= box.y + box.h + margin;
const inDisc = (x, y, disc, margin) => (x - disc.x) ** 2 + (y - disc.y) ** 2 <= (disc.r + margin) ** 2;

/**
 * Everything under a point, nearest to the reader first. A slip is paper: what lies beneath it is not found. Marks and
 * gates come before trails, trails before places without a sign of their own; each thing is named once.
 * @param {Scenery} on
 * @param {number} x
 * @param {number} y
 * @param {number} [tolerance]
 * @returns {Found[]}
 */
export function hits(on, x, y, tolerance = TOLERANCE) {
  for (let i = on.slips.length - 1; i >= 0; i -= 1) if (inBox(x, y, on.slips[i], 0)) return [bare(on.slips[i])];
  /** @type {Found[]} */
  const out = [];
  const add = (thing) => {
    if (!out.some((o) => o.kind === thing.kind && o.id === thing.id)) out.push(bare(thing));
  };
  const near = [];
  for (const mark of on.marks) if (inDisc(x, y, mark, tolerance)) near.push(mark);
  near.sort((a, b) => (a.x - x) ** 2 + (a.y - y) ** 2 - (b.x - x) ** 2 - (b.y - y) ** 2);
  near.forEach(add);
  for (const gate of on.gates) if (inBox(x, y, gate, tolerance / 2)) add(gate);
  for (const list of [on.docks, on.events]) for (const disc of list) if (inDisc(x, y, disc, tolerance)) add(disc);
  for (const name of on.names) if (inBox(x, y, name, 0)) add(name);
  if (out.length > 0) return out;
  for (const line of on.trails) if (onLine(x, y, line, tolerance)) add(line);
  if (out.length > 0) return out;
  for (const line of on.bands) if (onLine(x, y, line, 2 * tolerance)) add(line);
  if (out.length > 0) return out;
  for (const lamp of on.lamps) if (inDisc(x, y, lamp, 0)) add(lamp);
  return out;
}

function onLine(x, y, { points: p, count }, tolerance) {
  for (let i = 2; i + 1 < count; i += 2) {
    if (distance2(x, y, p[i - 2], p[i - 1], p[i], p[i + 1]) <= tolerance * tolerance) return true;
  }
  return false;
}

function bare(thing) {
  const out = { kind: thing.kind, id: thing.id };
  if (thing.itinerary) out.itinerary = thing.itinerary;
  if (thing.ids) out.ids = thing.ids;
  return out;
}

/**
 * The selection that follows from what was found: nothing, one thing, or a choice.
 * @param {Found[]} found
 * @returns {import("./store.js").Selection | null}
 */
export function selectionOf(found) {
  if (found.length === 0) return null;
  if (found.length === 1) {
    const [one] = found;
    if (one.kind === "group") return { kind: "choice", ids: [...(one.ids ?? [])] };
    return one.itinerary ? { kind: one.kind, id: one.id, itinerary: one.itinerary } : { kind: one.kind, id: one.id };
  }
  const ids = [];
  for (const one of found) for (const id of one.ids ?? [one.id]) if (!ids.includes(id)) ids.push(id);
  return ids.length === 1 ? { kind: found[0].kind, id: ids[0] } : { kind: "choice", ids };
}

/**
 * Listen to the pointer on the map.
 * @param {HTMLElement} root
 * @param {import("./store.js").Store} store
 * @param {any} scene
 * @param {{map: any, L: any}} extras
 */
export function mount(root, store, scene, { map }) {
  if (mounted.has(map)) return { destroy() {} };
  mounted.add(map);
  const container = map.getContainer();
  const on = scenery(map);
  let down = null;
  let wanted = 0;
  let over = { x: 0, y: 0 };

  const at = (event) => {
    const box = container.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const foreign = (event) => event.target instanceof Element
    && event.target.closest("button, a, input, select, [role=dialog], .leaflet-control, [data-over-map]") !== null;

  /** Places at which something happened close to the minute shown are to be pressed too. */
  const refreshEvents = () => {
    on.events.length = 0;
    const { minute } = store.state;
    for (const event of scene.events) {
      if (event.minute === null || !event.place || Math.abs(event.minute - minute) > 20) continue;
      const spot = scene.places[event.place];
      if (!spot || spot.area) continue;
      const point = map.latLngToContainerPoint(flip([spot.lon, spot.lat]));
      on.events.push({ kind: "event", id: event.id, x: point.x, y: point.y, r: 8 });
    }
  };

  const press = (event) => {
    if (event.button > 0 || event.isPrimary === false) {
      down = null;
      return;
    }
    down = foreign(event) ? null : { ...at(event), id: event.pointerId };
  };
  const release = (event) => {
    const from = down;
    down = null;
    if (!from || from.id !== event.pointerId || foreign(event)) return;
    const point = at(event);
    if (Math.hypot(point.x - from.x, point.y - from.y) > DRAG) return;
    refreshEvents();
    const tolerance = event.pointerType === "touch" ? TOUCH_TOLERANCE : TOLERANCE;
    const selected = selectionOf(hits(on, point.x, point.y, tolerance));
    if (selected) store.set({ selected, drawer: "reader" });
    else if (store.state.selected) {
      store.set(store.state.drawer === "reader" ? { selected: null, drawer: null } : { selected: null });
    }
  };
  const cancel = () => {
    down = null;
  };
  const hover = (event) => {
    if (event.pointerType === "touch") return;
    over = at(event);
    if (wanted) return;
    wanted = requestAnimationFrame(() => {
      wanted = 0;
      const found = down ? [] : hits(on, over.x, over.y);
      container.style.cursor = found.length > 0 ? "pointer" : "";
      const unit = found[0]?.kind === "unit" ? found[0].id : null;
      if (unit !== on.over) {
        on.over = unit;
        map.fire("overunit");
      }
    });
  };
  container.addEventListener("pointerdown", press);
  window.addEventListener("pointerup", release);
  window.addEventListener("pointercancel", cancel);
  container.addEventListener("pointermove", hover);
  return {
    destroy() {
      mounted.delete(map);
      cancelAnimationFrame(wanted);
      container.removeEventListener("pointerdown", press);
      window.removeEventListener("pointerup", release);
      window.removeEventListener("pointercancel", cancel);
      container.removeEventListener("pointermove", hover);
    },
  };
}
