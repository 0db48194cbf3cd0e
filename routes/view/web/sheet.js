// The still part of the map above the base layers: merlons, lamps, the crowd's band, gates by their condition, names,
// the furniture. Drawn again only when the view, the words, the switches, the light or a condition change.
import { drawConditions, hasCondition, statesByPlace } from "#conditions";
import { bandKey, bandsAt, crowdOf, drawBand, letterBand, lineOfPlace } from "#crowd";
import { coveredBoxes, fadeUnderText, neatline, scaleBar } from "#furniture";
import { drawLamps, drawMerlons, groundOf, outlineArea, wallsOf } from "#ground";
import { setName } from "#lettering";
import { linesOf } from "#lines";
import { relit } from "#pace";
import { scenery } from "#pick";
import { pressOf } from "#plates";
import { centreOf, chosenStops, drawPlace, NAMED_TO, placesOf, selectedPlace } from "#places";
import { lightStep, luminance, stepColours } from "#sky";
import { measures } from "#type";
import { metresPerPixel, viewOf } from "#view";
import { drawWaters, letterOf, roomOf } from "#waters";
import { waysOf, wayGrid } from "#ways";

/** Names whose order is less are set before the crowd's. */
const BEFORE_CROWD = 7;
/** A crowd's band is drawn again when its head has gone so many pixels. */
const BAND_STEP = 9;
/** Below this width of the map the column of text does not lie on it. */
const COLUMN_FROM = 700;

/** What the sheet draws of a scene, found once: places, states, crowds, and the lines of the base layers they lie on. */
function prepare(scene, map) {
  const states = statesByPlace(scene);
  const places = placesOf(scene);
  const middle = centreOf(places.filter(({ sign, place }) => sign === "gate" && !place.area));
  const perMetre = 1 / (40075016.686 * Math.cos((map.getCenter().lat * Math.PI) / 180));
  const wallLines = linesOf(map, "wall");
  const rivers = linesOf(map, "water");
  const lakes = linesOf(map, "lake");
  const roads = linesOf(map, "road");
  const base = { streets: linesOf(map, "road-main"), rivers, perMetre };
  return {
    states, places, middle, rivers,
    banks: [...rivers, ...linesOf(map, "island")],
    walls: wallsOf(wallLines, middle),
    lit: places.filter(({ id }) => states.has(`lit ${id}`)).map((one) => ({ ...one, ...lineOfPlace(one.place, base) })),
    people: crowdOf(scene, places, states, base),
    conditions: places.filter(({ id, place, sign }) => (sign !== "gate" || place.area) && hasCondition(states, id))
      .map((one) => ({ ...one, ...groundOf(one, { wallLines, roads, perMetre }) })),
    ways: waysOf(scene, middle),
    letters: (scene.lettering ?? []).map((letter) => ({ ...letter, ...roomOf(letter, rivers, lakes, perMetre) })),
    /** Minutes at which some condition begins or ends. */
    changes: [...new Set(scene.states.flatMap(({ from, to }) => [from, to]).filter((m) => m !== null))].sort((a, b) => a - b),
  };
}

/** Beneath the trails. */
function drawUnder(ctx, parts, on, now) {
  const { view, colours, layers, size, scene, selected } = now;
  if (layers.wall) drawMerlons(ctx, parts.walls, view, colours.wall, size);
  if (view.width > COLUMN_FROM) fadeUnderText(ctx, view, colours, now.wide);
  on.lamps.length = 0;
  if (luminance(colours.land) < 0.5) on.lamps.push(...drawLamps(ctx, parts.lit, parts.states, now));
  on.bands.length = 0;
  if (layers.crowd) {
    for (const { kind, id, itinerary, points, width } of bandsAt(parts.people, now)) {
      drawBand(ctx, points, colours, width);
      on.bands.push({ kind, id, itinerary, points: points.flat(), count: points.length * 2 });
    }
  }
  const place = scene.places[selectedPlace(scene, selected)];
  if (place) outlineArea(ctx, place, now);
}

/** Above the trails: the furniture, signs of places and all lettering. */
function drawNames(ctx, map, parts, on, now, covered) {
  const { view, layers, scene, selected, mpp } = now;
  for (const list of [on.gates, on.docks, on.names, on.blocked]) list.length = 0;
  neatline(ctx, map, now, covered);
  const bar = scaleBar(ctx, now);
  on.blocked.push(bar, ...covered);
  const bands = layers.crowd ? bandsAt(parts.people, now) : [];
  const grid = wayGrid(parts.ways, view, bands);
  const taken = [...on.blocked];
  const chosen = selectedPlace(scene, selected);
  const told = chosenStops(scene, selected);
  const picked = (id) => id === chosen || told.has(id);
  const drawing = { ...now, on, taken, bar, states: parts.states, middle: parts.middle };
  const labels = parts.places.map((one) => drawPlace(ctx, one, drawing, one.id === chosen, picked(one.id))).filter(Boolean);
  for (const one of parts.conditions) {
    for (const disc of drawConditions(ctx, one, parts.states, now, picked(one.id))) {
      on.docks.push(disc);
      taken.push({ x: disc.x - disc.r - 1, y: disc.y - disc.r - 1, w: 2 * disc.r + 2, h: 2 * disc.r + 2 });
    }
  }
  for (const letter of parts.letters) labels.push(...letterOf(letter, now));
  labels.sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1));
  ctx.textBaseline = "middle";
  const write = (label) => {
    for (const box of setName(ctx, label, taken, view, grid)) on.names.push({ kind: "place", id: label.id, ...box, weight: label.weight });
  };
  const early = labels.filter(({ order }) => order < BEFORE_CROWD);
  early.forEach(write);
  if (layers.names) {
    const lettered = new Set();
    for (const band of bands) {
      if (lettered.has(band.id) || (band.small && mpp > NAMED_TO[3])) continue;
      const from = taken.length;
      if (letterBand(ctx, band, now, taken)) lettered.add(band.id);
      for (const box of taken.slice(from)) on.names.push({ kind: band.kind, id: band.id, itinerary: band.itinerary, ...box, weight: 4 });
    }
  }
  labels.slice(early.length).forEach(write);
}

/** A number that is another when some gate, name or covered box stands elsewhere. */
function layoutSum(on) {
  let sum = 0;
  for (const list of [on.gates, on.names, on.blocked]) for (const { x, y, w } of list) sum = (sum * 31 + x * 7 + y * 13 + w) % 1e9;
  return sum;
}

/** A key of all that the sheet shows, but for the crowd's way; computed each frame, so what seldom changes is kept. */
function keyOfSheet(changes) {
  let of = null;
  let switches = "";
  return ({ minute, language, layers, selected }) => {
    if (layers !== of) {
      of = layers;
      switches = Object.values(layers).map(Number).join("");
    }
    const before = changes.findIndex((change) => change > minute);
    return `${lightStep(minute)} ${language} ${switches} ${selected?.kind ?? ""} ${selected?.id ?? ""} ${selected?.itinerary ?? ""} ${before}`;
  };
}

/**
 * @param {HTMLElement} root
 * @param {import("./store.js").Store} store
 * @param {any} scene
 * @param {{map: any, L: any}} extras
 */
export function mount(root, store, scene, { map }) {
  const container = map.getContainer();
  const press = pressOf(map);
  const on = scenery(map);
  const parts = prepare(scene, map);
  const keyOf = keyOfSheet(parts.changes);
  let wide = window.innerWidth;
  let covered = coveredBoxes(container);
  let laid = NaN;
  let drawn = "";
  let drawnBand = "";
  let light = "";

  const nowOf = () => {
    const { minute, layers, selected, language } = store.state;
    const colours = stepColours(minute);
    return { scene, minute, layers, selected, language, wide, colours, view: viewOf(map), mpp: metresPerPixel(map), size: measures(wide) };
  };
  const redrawWaters = () => {
    const now = nowOf();
    const ctx = press.cut("waters", now.view);
    if (parts.rivers.length > 0) drawWaters(ctx, parts.banks, now);
    press.soon();
  };
  const redrawUnder = () => {
    const now = nowOf();
    drawUnder(press.cut("under", now.view), parts, on, now);
    press.soon();
  };
  const redrawNames = () => {
    const now = nowOf();
    drawNames(press.cut("names", now.view), map, parts, on, now, covered);
    // Slips are placed anew only when some name stands elsewhere.
    const sum = layoutSum(on);
    if (sum !== laid) on.version += 1;
    laid = sum;
    press.soon();
  };
  const printed = () => press.hold(false);
  const pieces = [redrawUnder, redrawWaters, redrawNames, printed];
  const redraw = () => {
    light = "";
    relit.drop(pieces);
    for (const one of pieces) one();
  };
  const look = () => {
    const { minute, playing, reduced } = store.state;
    const key = keyOf(store.state);
    const band = bandKey(parts.people, minute, metresPerPixel(map) * BAND_STEP);
    // Light ink on dark, or dark on light: what was printed fades out over what is printed now.
    press.turn(stepColours(minute).dark, reduced);
    if (key !== drawn) {
      const step = String(lightStep(minute));
      const work = pieces.filter((one) => one !== redrawWaters || step !== light);
      light = step;
      // While it plays, one plate a frame, and all are printed together; else at once.
      if (playing && drawn !== "") {
        press.hold(true);
        relit.add(work);
      } else for (const one of work) one();
    } else if (band !== drawnBand) {
      redrawUnder();
      if (band.replace(/\d+/g, "+") !== drawnBand.replace(/\d+/g, "+")) redrawNames();
    }
    drawn = key;
    drawnBand = band;
  };

  const resized = () => {
    wide = window.innerWidth;
    redraw();
  };
  // The page's own words over the map are measured when they change, never while it plays.
  const observer = new ResizeObserver(() => {
    const boxes = coveredBoxes(container);
    if (JSON.stringify(boxes) === JSON.stringify(covered)) return;
    covered = boxes;
    redrawNames();
    map.fire("renamed");
  });
  for (const node of container.closest(".stage-sheet")?.querySelectorAll(".stage-head, .stage-event, .stage-tools") ?? []) observer.observe(node);
  const off = store.on(["minute", "language", "layers", "selected"], ({ layers }, changed) => {
    if (changed.has("layers")) {
      for (const name of ["mountain", "roads", "railways", "wall"]) container.classList.toggle(`no-${name}`, !layers[name]);
    }
    look();
  });
  map.on("move zoom viewreset resize", redraw);
  window.addEventListener("resize", resized);
  return {
    destroy() {
      off();
      relit.drop(pieces);
      map.off("move zoom viewreset resize", redraw);
      window.removeEventListener("resize", resized);
      observer.disconnect();
      for (const list of [on.gates, on.docks, on.names, on.lamps, on.bands, on.blocked]) list.length = 0;
      press.drop("waters", "under", "names");
    },
  };
}
