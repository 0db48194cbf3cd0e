// The sign and the name of each place, by what it is.
import { plainName } from "#lettering";
import { stateAt } from "#conditions";
import { drawGate } from "#gates";
import { drawDock, drawHill, drawPeak, drawSpot } from "#symbols";
import { isChinese, serif } from "#type";
import { mercator, onSheet, pixelOf } from "#view";
import { pick } from "#words";

/** Metres to a pixel up to which places of rank 1, 2, 3 are named. */
export const NAMED_TO = [0, 90, 30, 13];

/** English names are longer: those of rank 2 wait until the map is a little larger. */
const NAMED_TO_ENGLISH = [0, 90, 21, 11];

/** A hill known to no less than so many metres is lettered as a range, and from the second on as a great one. */
const RANGE_FROM = [1500, 2500];

/** Metres to a pixel up to which a gate of which nothing is told shows its sign, and its name. */
const SILENT_GATE = 40;

const SILENT_GATE_NAME = 13;

/** What sign a kind of place has. */
const SIGNS = {
  gate: "gate", dock: "dock", peak: "peak", hill: "range", range: "range", island: "island", lake: "water", river: "water",
  town: "town", city: "town", suburb: "town", village: "town", "outer-gate": "town", station: "site", rock: "town",
};

/** The places of a scene in mercator, each with the kind of its sign. */
export function placesOf(scene) {
  return Object.entries(scene.places).map(([id, place]) => {
    const [mx, my] = mercator(place.lon, place.lat);
    return { id, place, mx, my, sign: SIGNS[place.kind] ?? "site" };
  });
}

/** The middle of some places, in mercator. */
export function centreOf(gates) {
  if (gates.length === 0) return [0.83, 0.4];
  const sum = gates.reduce(([x, y], { mx, my }) => [x + mx, y + my], [0, 0]);
  return [sum[0] / gates.length, sum[1] / gates.length];
}

/** The place a selection points at, or null. */
export function selectedPlace(scene, selected) {
  if (selected?.kind === "place") return selected.id ?? null;
  if (selected?.kind === "event") return scene.events.find(({ id }) => id === selected.id)?.place ?? null;
  return null;
}

/** Places on the stops of the selected unit: their names are shown at any scale. */
export function chosenStops(scene, selected) {
  const out = new Set();
  if (selected?.kind !== "unit") return out;
  const unit = scene.units[selected.id];
  for (const id of unit?.itineraries ?? []) {
    if (selected.itinerary && selected.itinerary !== id) continue;
    for (const stop of scene.itineraries[id]?.stops ?? []) if (stop.place && stop.phase === "night") out.add(stop.place);
  }
  return out;
}

/**
 * Draw the sign of a place.
 * @param {CanvasRenderingContext2D} ctx
 * @param {ReturnType<typeof placesOf>[number]} one
 * @param {any} now  the view, the minute, the light, the words; `middle`, `states` and `on` of the sheet
 * @param {boolean} chosen  whether it is the place selected
 * @param {boolean} picked  whether it is to be shown at any scale
 * @returns {any} its name as a label to be set; null for a place that is not shown
 */
export function drawPlace(ctx, one, now, chosen, picked) {
  const { id, place, sign } = one;
  const { view, bar, mpp, language, layers, colours, size } = now;
  if (place.area && !chosen && !(place.kind === "quarter" && place.rank <= 2)) return null;
  const [x, y] = pixelOf(view, one.mx, one.my);
  if (!onSheet(view, x, y) || (x > bar.x && x < bar.x + bar.w && y > bar.y && y < bar.y + bar.h)) return null;
  const namedTo = language === "en" ? NAMED_TO_ENGLISH : NAMED_TO;
  const rank = place.rank ?? 3;
  const named = picked || mpp <= (namedTo[rank] ?? namedTo[3]);
  // English letters are larger to the eye.
  const k = language === "en" ? 0.9 : 1;
  const label = {
    id, name: plainName(pick(place.name, language)), x, y, r: 7, rank, order: picked ? -1 : rank * 10, ink: colours.ink2, font: "",
    px: size.village * k, lean: 0, rise: 0, spaced: 0, weight: 3, halo: colours.halo, centred: false,
  };
  if (!named && sign !== "gate" && sign !== "dock") return null;
  const draw = sign === "range" && place.accuracy >= RANGE_FROM[0] ? drawRange : SIGN[sign];
  if (draw(ctx, label, { one, place, id, x, y, rank, picked, named, k }, now) === false) return null;
  return layers.names || picked ? label : null;
}

/** A sign's disc for the pointer, and the box that no name may cover. */
function hold({ on, taken }, id, x, y, half, r) {
  taken.push({ x: x - half, y: y - half, w: 2 * half, h: 2 * half });
  if (r > 0) on.docks.push({ kind: "place", id, x, y, r });
}

/** A range has no sign but its letters, which rise. */
function drawRange(ctx, label, { place }, { size, colours, language }) {
  const great = place.accuracy >= RANGE_FROM[1];
  const chinese = isChinese(label.name);
  label.centred = true;
  label.px = great ? size.range : size.smallTown;
  label.spaced = great ? (chinese ? 0.5 : 0.2) : chinese ? 0.25 : 0.05;
  if (!chinese) label.px *= great ? 0.78 : 0.88;
  label.rise = -0.16;
  label.font = serif(language, label.px, great ? 600 : 500);
  label.ink = great ? colours.ink : colours.ink2;
  label.weight = great ? 5 : 4;
  label.order = great ? 9 : 14;
}

/** An island or water: letters that lean. */
function drawWaterName(ctx, label, { one, rank }, { size, colours, language }) {
  const water = one.sign === "water";
  label.centred = true;
  label.px = water && rank === 1 ? size.river : size.village + 1;
  label.lean = language === "en" ? 0 : 0.2;
  label.spaced = 0.12;
  label.ink = colours.waterInk;
  label.halo = water ? colours.water : colours.halo;
  label.font = serif(language, label.px, 500, language === "en" ? "italic" : "");
}

/** For each kind of sign what it draws and how its name is set; false where the place is not shown. */
const SIGN = {
  gate(ctx, label, { one, id, x, y, picked }, { layers, mpp, minute, size, colours, language, states, on, taken, view, middle }) {
    if (!layers.gates) return false;
    const state = stateAt(states.get(id) ?? [], minute);
    const silent = !state || state.condition === "not-told";
    if (silent && !picked && mpp > SILENT_GATE) return false;
    const big = size.gate * Math.max(0.62, Math.min(1.12, 1.3 - mpp / 45));
    drawGate(ctx, state?.condition ?? "not-told", x, y, big, colours);
    const box = { kind: "place", id, x: x - big * 0.6, y: y - big * 0.55, w: big * 1.2, h: big * 1.1 };
    on.gates.push(box);
    taken.push(box);
    if (silent && !picked && mpp > SILENT_GATE_NAME) return false;
    label.px = silent ? size.village : size.gateName;
    label.font = serif(language, label.px, silent ? 500 : 600);
    label.ink = silent ? colours.ink2 : colours.ink;
    label.order = silent ? 25 : 2;
    label.weight = 6;
    label.r = big * 0.62 + 3;
    label.away = [x - (middle[0] * view.scale + view.x), y - (middle[1] * view.scale + view.y)];
    return true;
  },
  dock(ctx, label, { id, x, y, rank, named }, now) {
    const { layers, mpp, size, colours, language } = now;
    if (!layers.docks || (!named && mpp > 30)) return false;
    drawDock(ctx, x, y, size.gate * 0.8, colours);
    hold(now, id, x, y, 7, 7);
    if (!named) return false;
    label.ink = colours.waterInk;
    label.halo = colours.water;
    label.font = serif(language, label.px, 500);
    label.order = rank === 1 ? 7 : label.order + 3;
    label.weight = rank === 1 ? 5 : 3;
    return true;
  },
  peak(ctx, label, { id, x, y }, now) {
    drawPeak(ctx, x, y, now.size.village, now.colours);
    hold(now, id, x, y, 6, 0);
    label.font = serif(now.language, label.px, 500);
  },
  range(ctx, label, { id, x, y, k }, { size, colours, language, on, taken }) {
    label.px = size.village * k + 0.5;
    label.font = serif(language, label.px, 500);
    label.order = 16;
    label.r = 8;
    drawHill(ctx, x, y, size.village, colours);
    taken.push({ x: x - 7, y: y - 5, w: 14, h: 10 });
    on.docks.push({ kind: "place", id, x, y, r: 6 });
  },
  island: drawWaterName,
  water: drawWaterName,
  town(ctx, label, { place, id, x, y, rank, k }, now) {
    const { size, colours, language } = now;
    const large = rank === 1;
    const outer = place.kind === "outer-gate";
    label.px = (large && !outer ? size.town : place.kind === "village" ? size.village : size.smallTown) * k;
    if (large) label.order = Math.min(label.order, outer ? 11 : 4);
    label.ink = place.kind === "village" && !large ? colours.ink2 : colours.ink;
    label.font = serif(language, label.px, large ? 700 : 500);
    label.weight = large ? 5 : 3;
    const r = large ? 4.4 : 3.2;
    drawSpot(ctx, "town", x, y, r, colours);
    hold(now, id, x, y, r + 2, r + 1);
  },
  site(ctx, label, { place, id, x, y, rank, k }, now) {
    const { size, colours, language } = now;
    const large = rank === 1;
    label.px = (large ? size.village + 1.5 : size.village) * k;
    label.weight = large ? 5 : 3;
    label.ink = large ? colours.ink : colours.ink2;
    label.font = serif(language, label.px, large ? 600 : 500);
    if (place.area) {
      label.centred = true;
      label.spaced = language === "en" ? 0.04 : 0.2;
    } else {
      drawSpot(ctx, large ? "town" : "site", x, y, large ? 3.8 : 3.4, colours);
      hold(now, id, x, y, 5, 4.5);
    }
  },
};
