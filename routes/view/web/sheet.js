// The still part of the map above the base layers: merlons, lamps, the civilian band, gates by their condition, names,
// the neatline, scale and north. Drawn again only when the view, the words, the switches, the light or a condition change.
import { flip } from "#flip";
import { scenery } from "#pick";
import { lightStep, luminance, mix, stepColours } from "#sky";
import { isDrawn, portion, reached } from "#tracks";
import {
  drawCondition, drawDock, drawGate, drawLamp, drawPeak, drawSpot, drawText, fit, measures, sans, serif, toneOf,
} from "#symbols";
import { pick, word } from "#words";

/** Metres to a pixel up to which places of rank 1, 2, 3 are named. */
export const NAMED_TO = [0, 90, 30, 13];
/** English names are longer: those of rank 2 wait until the map is a little larger. */
const NAMED_TO_ENGLISH = [0, 90, 21, 11];
/** Metres to a pixel up to which a place that is no gate shows its condition. */
const CONDITION_TO = 32;
/** A condition of a place known no better than so many metres has no sign: it would point at a spot. */
const CONDITION_WITHIN = 3000;
/** A hill known to no less than so many metres is lettered as a range, and from the second on as a great one. */
const RANGE_FROM = [1500, 2500];
/** Conditions that a place may have beside all others. */
const APART = new Set(["lit", "burning", "thronged", "boats"]);
/** Fade of what changes with the side of the light, in milliseconds. */
export const TURN_MS = 400;
/** Metres to a pixel up to which a gate of which nothing is told shows its sign, and its name. */
const SILENT_GATE = 40;
const SILENT_GATE_NAME = 13;
/** An uncertain place is outlined from this many metres, and no larger than the second. */
export const UNCERTAIN = [300, 2200];
/** Where a name that lies on its area may be moved, in its own widths and heights, nearest first. */
const CENTRED = [[0, 0], [0, 0.6], [0, -0.6], [0.35, 0], [-0.35, 0], [0, 1.2], [0, -1.2], [0.5, 0.7], [0.5, -0.7], [-0.5, 0.7], [-0.5, -0.7], [0, 1.9], [0, -1.9], [0.8, 0]];
const BAND = [[1.9, 0.1], [1.45, 0.13], [1, 0.18], [0.6, 0.2]];

/** A canvas over the whole map, blind to the pointer and silent to readers of the screen. */
export function canvasOver(container, name) {
  const canvas = document.createElement("canvas");
  canvas.className = `over-map over-map-${name}`;
  canvas.setAttribute("aria-hidden", "true");
  container.appendChild(canvas);
  return canvas;
}

/** Metres to a CSS pixel at the middle of the map. */
export function metresPerPixel(map) {
  return (156543.03392 * Math.cos((map.getCenter().lat * Math.PI) / 180)) / 2 ** map.getZoom();
}

/** Mercator x, y in 0–1, as Leaflet's own projection has it. */
export function mercator(lon, lat) {
  const s = Math.sin((Math.max(-85, Math.min(85, lat)) * Math.PI) / 180);
  return [(lon + 180) / 360, 0.5 - Math.log((1 + s) / (1 - s)) / (4 * Math.PI)];
}

/**
 * The view of a map as a multiplication and a sum: pixel = mercator × scale + offset.
 * @returns {{scale: number, x: number, y: number, width: number, height: number}}
 */
export function viewOf(map) {
  const centre = map.getCenter();
  const point = map.latLngToContainerPoint(centre);
  const [mx, my] = mercator(centre.lng, centre.lat);
  const scale = 256 * 2 ** map.getZoom();
  const size = map.getSize();
  return { scale, x: point.x - mx * scale, y: point.y - my * scale, width: size.x, height: size.y };
}

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

/** What sign a kind of place has. */
const SIGNS = {
  gate: "gate", dock: "dock", peak: "peak", hill: "range", range: "range", island: "island", lake: "water", river: "water",
  town: "town", city: "town", suburb: "town", village: "town", "outer-gate": "town", station: "site", rock: "town",
};

/** A name as it stands on a map: without what follows in brackets. */
export const plainName = (name) => name.replace(/\s*[（(][^（()）]*[)）]\s*$/, "");

/** The place a selection points at, or null. */
function selectedPlace(scene, selected) {
  if (selected?.kind === "place") return selected.id ?? null;
  if (selected?.kind === "event") return scene.events.find(({ id }) => id === selected.id)?.place ?? null;
  return null;
}

/**
 * @param {HTMLElement} root
 * @param {import("./store.js").Store} store
 * @param {any} scene
 * @param {{map: any, L: any}} extras
 */
export function mount(root, store, scene, { map, L }) {
  const container = map.getContainer();
  const waters = canvasOver(container, "waters");
  const under = canvasOver(container, "under");
  const names = canvasOver(container, "names");
  const on = scenery(map);
  const states = statesByPlace(scene);
  const places = Object.entries(scene.places).map(([id, place]) => {
    const [mx, my] = mercator(place.lon, place.lat);
    return { id, place, mx, my, sign: SIGNS[place.kind] ?? "site" };
  });
  const gates = places.filter(({ sign, place }) => sign === "gate" && !place.area);
  const middle = centreOf(gates);
  const wallLines = linesOf(map, "wall");
  const walls = wallsOf(wallLines, middle);
  const streets = linesOf(map, "road-main");
  const roads = linesOf(map, "road");
  const rivers = linesOf(map, "water");
  const islands = [...linesOf(map, "island")];
  const lakes = linesOf(map, "lake");
  const perMetre = 1 / (40075016.686 * Math.cos((map.getCenter().lat * Math.PI) / 180));
  /** The line that a place stands for, as far as the place is known: a street, a bank. */
  const lineOf = (id) => {
    const place = scene.places[id];
    if (!place) return null;
    const [mx, my] = mercator(place.lon, place.lat);
    const reach = Math.min(place.accuracy, 2500) * perMetre;
    if (place.kind === "street") return lineThrough(streets, mx, my, reach);
    if (place.kind === "bank") return lineThrough(rivers, mx, my, Math.min(reach, 900 * perMetre));
    return null;
  };
  const litPlaces = places.filter(({ id }) => states.has(`lit ${id}`)).map((one) => ({ ...one, line: lineOf(one.id) }));
  const crowds = scene.tracks.filter((track) => toneOf(scene.units[track.unit] ?? {}) === "crowd").map((track) => {
    const place = scene.places[track.stops[0]?.place];
    const standing = track.path.length === 1;
    return {
      track, place: standing ? track.stops[0]?.place ?? null : null, small: scene.units[track.unit]?.kind !== "crowd",
      line: standing ? lineOf(track.stops[0]?.place) : null, way: standing ? null : track.path.map(([lon, lat]) => mercator(lon, lat)),
      patch: place ? Math.min(place.accuracy, 600) : 200,
    };
  });
  const throngs = places.filter(({ id }) => states.has(`thronged ${id}`)).map((one) => ({ ...one, line: lineOf(one.id) }));
  // A street full of people runs on where the people are told to go, rather than where the map's street runs straightest.
  for (const street of throngs) {
    if (street.place.kind !== "street" || !street.line) continue;
    const crowd = crowds.find(({ way }) => way && distanceTo(street.line, way[0]) < 300 * perMetre);
    if (crowd) street.line = onward(street.line, crowd.way);
  }
  const bankSide = (line) => inlandOf(line, rivers);
  for (const one of [...litPlaces, ...crowds, ...throngs]) one.side = one.line && scene.places[one.id ?? one.place]?.kind === "bank" ? bankSide(one.line) : 0;
  const conditions = places.filter(({ id, place, sign }) => (sign !== "gate" || place.area)
    && ["", "burning ", "boats "].some((prefix) => states.has(`${prefix}${id}`)))
    .map((one) => ({ ...one, ...groundOf(one, { wallLines, roads, perMetre }) }));
  const ways = waysOf(scene, middle);
  const letters = (scene.lettering ?? []).map((letter) => ({ ...letter, ...roomOf(letter, rivers, lakes, perMetre) }));
  const widths = new Map();
  let laid = NaN;
  let wide = window.innerWidth;
  let covered = coveredBoxes(container);

  const widthOf = (ctx, font, text) => {
    const key = `${font}|${text}`;
    let width = widths.get(key);
    if (width === undefined) {
      ctx.font = font;
      widths.set(key, (width = ctx.measureText(text).width));
    }
    return width;
  };

  /** Bands of people at a minute, in pixels: those under way, those who stand, and streets full of people. */
  const bandsAt = (minute, view, mpp, size) => {
    const width = size.band * Math.max(0.35, Math.min(1, 21 / mpp));
    const out = [];
    const full = [];
    for (const { id, line, side, place, mx, my } of throngs) {
      if (!stateAt(states.get(`thronged ${id}`), minute)) continue;
      if (crowds.some((crowd) => crowd.place === id && isDrawn(crowd.track, minute))) continue;
      const points = line ? offset(line, view, side, width * 0.8) : [[mx * view.scale + view.x, my * view.scale + view.y]];
      full.push({ kind: "place", id, points, line, width: line ? width : Math.min(2 * width, place.accuracy / mpp), name: place.name });
    }
    for (const { track, line, side, way, small, patch } of crowds) {
      if (!isDrawn(track, minute)) continue;
      const unit = scene.units[track.unit];
      // People on a street that is said to be full are not drawn twice.
      const same = way && full.find((f) => f.line && way.every((p) => distanceTo(f.line, p) < 60 * perMetre));
      if (same) {
        Object.assign(same, { kind: "unit", id: track.unit, itinerary: track.itinerary, name: unit.short ?? unit.name });
        continue;
      }
      const points = line ? offset(line, view, side, width * 0.8) : bandOf(track, minute, view);
      const alone = points.length < 3 && Math.hypot(points[0][0] - points.at(-1)[0], points[0][1] - points.at(-1)[1]) < 2;
      out.push({
        kind: "unit", id: track.unit, itinerary: track.itinerary, points, name: unit.short ?? unit.name, small,
        width: small ? width * 0.4 : alone ? Math.max(width, Math.min(width * 1.6, patch / mpp)) : width,
      });
    }
    return [...full, ...out];
  };

  /** Three fine lines along the inner side of the banks. */
  const drawWaters = () => {
    const view = viewOf(map);
    const ctx = fit(waters, view.width, view.height);
    const colours = stepColours(store.state.minute);
    ctx.clearRect(0, 0, view.width, view.height);
    if (rivers.length === 0) return;
    const path = new Path2D();
    for (const line of [...rivers, ...islands]) {
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
    for (const [distance, share] of [[13, 0.86], [8, 0.74], [4, 0.58]]) {
      ctx.lineWidth = 2 * distance;
      ctx.strokeStyle = mix(colours.bank, colours.water, share);
      ctx.stroke(path);
      ctx.lineWidth = 2 * distance - 1.6;
      ctx.strokeStyle = colours.water;
      ctx.stroke(path);
    }
    ctx.restore();
  };

  // --- beneath the trails ---
  const drawUnder = () => {
    const view = viewOf(map);
    const ctx = fit(under, view.width, view.height);
    const { minute, layers, selected, language } = store.state;
    const size = measures(wide);
    const colours = stepColours(minute);
    const mpp = metresPerPixel(map);
    ctx.clearRect(0, 0, view.width, view.height);
    if (layers.wall) drawMerlons(ctx, walls, view, colours.wall, size);
    if (view.width > 700) fadeUnderText(ctx, view, colours, wide);
    on.lamps.length = 0;
    if (luminance(colours.land) < 0.5) {
      for (const { id, place, mx, my, line, side } of litPlaces) {
        const state = stateAt(states.get(`lit ${id}`), minute);
        if (!state) continue;
        const spots = line ? spaced(offset(line, view, side, 12), 5) : [[mx * view.scale + view.x, my * view.scale + view.y]];
        const radius = line ? size.lamp : Math.max(size.lamp, Math.min(96, place.accuracy / mpp));
        for (const [x, y] of spots) {
          drawLamp(ctx, x, y, radius, line ? 0.62 : 1);
          on.lamps.push({ kind: "place", id, x, y, r: radius * 0.5 });
        }
      }
    }
    on.bands.length = 0;
    if (layers.crowd) for (const band of bandsAt(minute, view, mpp, size)) {
      drawBand(ctx, band.points, colours, band.width);
      on.bands.push({ kind: band.kind, id: band.id, itinerary: band.itinerary, points: band.points.flat(), count: band.points.length * 2 });
    }
    const chosen = selectedPlace(scene, selected);
    if (chosen && scene.places[chosen]) outlineArea(ctx, scene.places[chosen], view, mpp, colours, scene, language, size);
  };

  // --- above the trails ---
  const drawNames = () => {
    const view = viewOf(map);
    const ctx = fit(names, view.width, view.height);
    const { minute, layers, selected, language } = store.state;
    const size = measures(wide);
    const colours = stepColours(minute);
    const mpp = metresPerPixel(map);
    const inside = (x, y, margin = 40) => x > -margin && y > -margin && x < view.width + margin && y < view.height + margin;
    ctx.clearRect(0, 0, view.width, view.height);
    on.gates.length = 0;
    on.docks.length = 0;
    on.names.length = 0;
    on.blocked.length = 0;
    neatline(ctx, map, view, colours, size, language, covered);
    const bar = scaleBar(ctx, view, mpp, colours, size, scene, language);
    on.blocked.push(bar);
    for (const box of covered) on.blocked.push(box);
    const bands = layers.crowd ? bandsAt(minute, view, mpp, size) : [];
    const grid = wayGrid(ways, view, bands);
    const namedTo = language === "en" ? NAMED_TO_ENGLISH : NAMED_TO;
    const k = language === "en" ? 0.9 : 1;

    /** @type {{x: number, y: number, w: number, h: number}[]} */
    const taken = [...on.blocked];
    const labels = [];
    const chosen = selectedPlace(scene, selected);
    const told = chosenStops(scene, selected);
    for (const { id, place, mx, my, sign } of places) {
      if (place.area && id !== chosen && !(place.kind === "quarter" && place.rank <= 2)) continue;
      const x = mx * view.scale + view.x;
      const y = my * view.scale + view.y;
      if (!inside(x, y) || (x > bar.x && x < bar.x + bar.w && y > bar.y && y < bar.y + bar.h)) continue;
      const picked = id === chosen || told.has(id);
      const rank = place.rank ?? 3;
      const shown = picked || mpp <= (namedTo[rank] ?? namedTo[3]);
      const name = plainName(pick(place.name, language));
      const label = { id, name, x, y, r: 7, rank, order: picked ? -1 : rank * 10, ink: colours.ink2, font: "", px: size.village * k, lean: 0, rise: 0, spaced: 0, weight: 3, halo: colours.halo, centred: false };
      if (sign === "gate") {
        if (!layers.gates) continue;
        const state = stateAt(states.get(id) ?? [], minute);
        const silent = !state || state.condition === "not-told";
        if (silent && !picked && mpp > SILENT_GATE) continue;
        const big = size.gate * Math.max(0.62, Math.min(1.12, 1.3 - mpp / 45));
        drawGate(ctx, state?.condition ?? "not-told", x, y, big, colours);
        const box = { kind: "place", id, x: x - big * 0.6, y: y - big * 0.55, w: big * 1.2, h: big * 1.1 };
        on.gates.push(box);
        taken.push(box);
        if (silent && !picked && mpp > SILENT_GATE_NAME) continue;
        label.px = silent ? size.village : size.gateName;
        label.font = serif(language, label.px, silent ? 500 : 600);
        label.ink = silent ? colours.ink2 : colours.ink;
        label.order = silent ? 25 : 2;
        label.weight = 6;
        label.r = big * 0.62 + 3;
        label.away = [x - (middle[0] * view.scale + view.x), y - (middle[1] * view.scale + view.y)];
        if (!layers.names && !picked) continue;
        labels.push(label);
        continue;
      }
      if (sign === "dock") {
        if (!layers.docks || (!shown && mpp > 30)) continue;
        drawDock(ctx, x, y, size.gate * 0.8, colours);
        on.docks.push({ kind: "place", id, x, y, r: 7 });
        taken.push({ x: x - 7, y: y - 7, w: 14, h: 14 });
        if (!shown) continue;
        label.ink = colours.waterInk;
        label.halo = colours.water;
        label.font = serif(language, label.px, 500);
        label.order = rank === 1 ? 7 : label.order + 3;
        label.weight = rank === 1 ? 5 : 3;
      } else if (!shown) {
        continue;
      } else if (sign === "peak") {
        drawPeak(ctx, x, y, size.village, colours);
        taken.push({ x: x - 6, y: y - 6, w: 12, h: 12 });
        label.font = serif(language, label.px, 500);
      } else if (sign === "range" && place.accuracy >= RANGE_FROM[0]) {
        const great = place.accuracy >= RANGE_FROM[1];
        label.centred = true;
        label.px = great ? size.range : size.smallTown;
        const chinese = /[㐀-鿿]/.test(name);
        label.spaced = great ? (chinese ? 0.5 : 0.2) : chinese ? 0.25 : 0.05;
        if (!chinese) label.px *= great ? 0.78 : 0.88;
        label.rise = -0.16;
        label.font = serif(language, label.px, great ? 600 : 500);
        label.ink = great ? colours.ink : colours.ink2;
        label.weight = great ? 5 : 4;
        label.order = great ? 9 : 14;
      } else if (sign === "range") {
        label.px = size.village * k + 0.5;
        label.font = serif(language, label.px, 500);
        label.order = 16;
        label.r = 8;
        drawHill(ctx, x, y, size.village, colours);
        taken.push({ x: x - 7, y: y - 5, w: 14, h: 10 });
        on.docks.push({ kind: "place", id, x, y, r: 6 });
      } else if (sign === "island" || sign === "water") {
        label.centred = true;
        label.px = sign === "water" && rank === 1 ? size.river : size.village + 1;
        label.lean = language === "en" ? 0 : 0.2;
        label.spaced = 0.12;
        label.ink = colours.waterInk;
        label.halo = sign === "water" ? colours.water : colours.halo;
        label.font = serif(language, label.px, 500, language === "en" ? "italic" : "");
      } else if (sign === "town") {
        const large = rank === 1;
        label.px = (large ? size.town : place.kind === "village" ? size.village : size.smallTown) * k;
        if (large && place.kind === "outer-gate") label.px = size.smallTown * k;
        if (large) label.order = Math.min(label.order, place.kind === "outer-gate" ? 11 : 4);
        label.ink = place.kind === "village" && !large ? colours.ink2 : colours.ink;
        label.font = serif(language, label.px, large ? 700 : 500);
        label.weight = large ? 5 : 3;
        const r = large ? 4.4 : 3.2;
        drawSpot(ctx, "town", x, y, r, colours);
        taken.push({ x: x - r - 2, y: y - r - 2, w: 2 * r + 4, h: 2 * r + 4 });
        on.docks.push({ kind: "place", id, x, y, r: r + 1 });
      } else {
        const large = rank === 1;
        label.px = (large ? size.village + 1.5 : size.village) * k;
        label.weight = large ? 5 : 3;
        label.ink = large ? colours.ink : colours.ink2;
        label.font = serif(language, label.px, large ? 600 : 500);
        if (!place.area) {
          drawSpot(ctx, large ? "town" : "site", x, y, large ? 3.8 : 3.4, colours);
          taken.push({ x: x - 5, y: y - 5, w: 10, h: 10 });
          on.docks.push({ kind: "place", id, x, y, r: 4.5 });
        } else {
          label.centred = true;
          label.spaced = language === "en" ? 0.04 : 0.2;
        }
      }
      if (!layers.names && !picked) continue;
      labels.push(label);
    }
    for (const one of conditions) drawStates(ctx, one, { view, mpp, minute, colours, size, taken, inside, picked: one.id === chosen || told.has(one.id) });
    for (const letter of letters) labels.push(...letterOf(letter, view, mpp, language, colours, size));
    labels.sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1));
    ctx.textBaseline = "middle";
    const first = labels.findIndex(({ order }) => order >= 7);
    const early = first < 0 ? labels : labels.slice(0, first);
    for (const label of early) setName(ctx, label, taken, view, grid);
    if (layers.crowd && layers.names) {
      const lettered = new Set();
      for (const band of bands) {
        if (lettered.has(band.id) || (band.small && mpp > NAMED_TO[3])) continue;
        const from = taken.length;
        if (letterBand(ctx, band, view, language, colours, size, taken, mpp)) lettered.add(band.id);
        for (const box of taken.slice(from)) on.names.push({ kind: band.kind, id: band.id, itinerary: band.itinerary, ...box, weight: 4 });
      }
    }
    for (const label of labels.slice(early.length)) setName(ctx, label, taken, view, grid);
    let sum = 0;
    for (const list of [on.gates, on.names, on.blocked]) for (const { x, y, w } of list) sum = (sum * 31 + x * 7 + y * 13 + w) % 1e9;
    // Slips are placed anew only when some name stands elsewhere.
    if (sum !== laid) on.version += 1;
    laid = sum;
  };

  /** The condition of a place that is no gate, as a small sign on its ground. */
  const drawStates = (ctx, one, { view, mpp, minute, colours, size, taken, inside, picked }) => {
    const { id, place, gx, gy, angle } = one;
    if (mpp > CONDITION_TO && !picked) return;
    if (place.accuracy > CONDITION_WITHIN && !picked) return;
    let x = gx * view.scale + view.x;
    const y = gy * view.scale + view.y;
    if (!inside(x, y)) return;
    // A town or a peak keeps its own sign; its condition stands beside it.
    if (!place.area) x -= size.gate * 0.9;
    for (const prefix of ["", "burning ", "boats "]) {
      const state = states.has(`${prefix}${id}`) ? stateAt(states.get(`${prefix}${id}`), minute) : null;
      if (!state || !drawCondition(ctx, state.condition, x, y, size.gate * 0.72, colours, angle)) continue;
      const r = size.gate * 0.4;
      on.docks.push({ kind: "place", id, x, y, r });
      taken.push({ x: x - r - 1, y: y - r - 1, w: 2 * r + 2, h: 2 * r + 2 });
      x -= size.gate;
    }
  };

  const setName = (ctx, label, taken, view, grid) => {
    const { name, px, x, y } = label;
    const letters = [...name];
    const gap = label.spaced * px;
    const width = widthOf(ctx, label.font, name) + gap * (letters.length - 1);
    const height = px * 1.12;
    const spots = label.along ? alongSpots(label, width)
      : label.centred ? CENTRED.map(([across, down]) => [across * width - width / 2, down * height - height / 2, 0])
        : candidates(label, width, height);
    let best = Infinity;
    let chosen = null;
    for (const [dx, dy, taste] of spots) {
      if (taste >= best) continue;
      const boxes = label.along ? slantedBoxes(label, dx, dy, width, px) : [{ x: x + dx, y: y + dy, w: width, h: height }];
      if (boxes.some((box) => box.x < 16 || box.y < 16 || box.x + box.w > view.width - 16 || box.y + box.h > view.height - 16)) continue;
      if (boxes.some((box) => taken.some((t) => overlaps(t, box, 2)))) continue;
      // Names stand off the ways on which marks will pass.
      const cost = taste + (label.along ? 0 : 2.5 * covering(grid, boxes[0]));
      if (cost < best) {
        best = cost;
        chosen = boxes;
        label.cx = x + dx;
        label.cy = y + dy;
      }
    }
    if (chosen) {
      const [box] = chosen;
      taken.push(...chosen);
      for (const one of chosen) on.names.push({ kind: "place", id: label.id, ...one, weight: label.weight });
      ctx.font = label.font;
      ctx.textAlign = "left";
      const cy = box.y + height / 2;
      if (gap === 0 && label.lean === 0 && label.rise === 0) {
        drawText(ctx, name, box.x, cy, label.ink, label.halo, Math.min(4.5, px * 0.3));
        return;
      }
      ctx.save();
      if (label.along) {
        ctx.translate(label.cx, label.cy);
        ctx.rotate(label.angle);
      } else ctx.translate(box.x + width / 2, cy);
      ctx.transform(1, label.rise, label.lean === 0 ? 0 : label.lean, 1, 0, 0);
      let at = -width / 2;
      for (const pass of [0, 1]) {
        at = -width / 2;
        for (const letter of letters) {
          if (pass === 0) {
            ctx.lineJoin = "round";
            ctx.lineWidth = 4.5;
            ctx.strokeStyle = label.halo;
            ctx.strokeText(letter, at, 0);
          } else {
            ctx.fillStyle = label.ink;
            ctx.fillText(letter, at, 0);
          }
          at += widthOf(ctx, label.font, letter) + gap;
        }
      }
      ctx.restore();
      return;
    }
  };

  let drawn = "";
  let drawnBand = "";
  const switches = { of: null, key: "" };
  /** Minutes at which some condition begins or ends. */
  const changes = [...new Set(scene.states.flatMap(({ from, to }) => [from, to]).filter((m) => m !== null))].sort((a, b) => a - b);
  const keyOf = () => {
    const { minute, language, layers, selected } = store.state;
    if (layers !== switches.of) {
      switches.of = layers;
      switches.key = Object.values(layers).map(Number).join("");
    }
    const before = changes.findIndex((change) => change > minute);
    return `${lightStep(minute)} ${language} ${switches.key} ${selected?.kind ?? ""} ${selected?.id ?? ""} ${selected?.itinerary ?? ""} ${before}`;
  };
  const bandKey = () => {
    const { minute } = store.state;
    const step = metresPerPixel(map) * 9;
    let key = "";
    for (const { track } of crowds) key += isDrawn(track, minute) ? `${Math.round(reached(track, minute) / step)} ` : "- ";
    return key;
  };
  let light = "";
  let side = stepColours(store.state.minute).dark;
  const redraw = () => {
    light = "";
    drawUnder();
    drawWaters();
    drawNames();
  };
  /** @type {(() => void)[]} */
  let queue = [];
  let turn = 0;
  const next = () => {
    turn = 0;
    queue.shift()?.();
    if (queue.length > 0) turn = requestAnimationFrame(next);
  };
  const look = () => {
    const key = keyOf();
    const band = bandKey();
    const { dark } = stepColours(store.state.minute);
    if (dark !== side && drawn !== "") {
      // Light ink on dark, or dark on light: what was drawn fades out over what is drawn now.
      side = dark;
      if (!store.state.reduced) for (const canvas of [waters, under, names]) fadeOut(canvas);
    }
    if (key !== drawn) {
      const step = String(lightStep(store.state.minute));
      const work = [drawUnder, drawNames];
      if (step !== light) work.push(drawWaters);
      light = step;
      // While it plays, one canvas a frame; else all at once.
      if (store.state.playing && drawn !== "") queue = [...queue.filter((one) => !work.includes(one)), ...work];
      else for (const one of work) one();
      if (queue.length > 0 && !turn) turn = requestAnimationFrame(next);
    } else if (band !== drawnBand) {
      drawUnder();
      if (band.replace(/\d+/g, "+") !== drawnBand.replace(/\d+/g, "+")) drawNames();
    }
    drawn = key;
    drawnBand = band;
  };
  const moved = () => redraw();
  const resized = () => {
    wide = window.innerWidth;
    redraw();
  };
  // The page's own words over the map are measured when they change, never while it plays.
  const observer = new ResizeObserver(() => {
    const boxes = coveredBoxes(container);
    if (JSON.stringify(boxes) === JSON.stringify(covered)) return;
    covered = boxes;
    drawNames();
    map.fire("renamed");
  });
  for (const node of container.closest(".stage-sheet")?.querySelectorAll(".stage-head, .stage-event, .stage-tools") ?? []) observer.observe(node);
  const off = store.on(["minute", "language", "layers", "selected"], ({ layers }, changed) => {
    if (changed.has("layers")) {
      for (const name of ["mountain", "roads", "railways", "wall"]) container.classList.toggle(`no-${name}`, !layers[name]);
    }
    look();
  });
  map.on("move zoom viewreset resize", moved);
  window.addEventListener("resize", resized);
  document.fonts?.ready?.then(() => {
    widths.clear();
    redraw();
  });
  return {
    destroy() {
      off();
      cancelAnimationFrame(turn);
      map.off("move zoom viewreset resize", moved);
      window.removeEventListener("resize", resized);
      observer.disconnect();
      for (const list of [on.gates, on.docks, on.names, on.lamps, on.bands, on.blocked]) list.length = 0;
      for (const canvas of [waters, under, names]) canvas.remove();
    },
  };
}

const overlaps = (a, b, gap) =>
  a.x < b.x + b.w + gap && b.x < a.x + a.w + gap && a.y < b.y + b.h + gap && b.y < a.y + a.h + gap;

/** Places round a sign for its name, near and a little further; a gate's name prefers the side away from the city. */
export function candidates({ r, away, order = 10 }, w, h) {
  const all = [];
  // Only a town may be named at some distance; any other name would be taken for its neighbour's.
  const rings = order === 4 || order < 0 ? [[0, 0], [9, 0.25], [20, 0.6], [32, 1.1]] : [[0, 0], [8, 0.4]];
  for (const [out, price] of rings) {
    const d = r + out;
    const ring = [
      [d + 2, -h / 2, 1, 0], [-w - d - 2, -h / 2, -1, 0], [-w / 2, -h - d, 0, -1], [-w / 2, d, 0, 1],
      [d * 0.7, -h - d * 0.4, 0.8, -0.6], [d * 0.7, d * 0.4, 0.8, 0.6], [-w - d * 0.7, -h - d * 0.4, -0.8, -0.6],
      [-w - d * 0.7, d * 0.4, -0.8, 0.6],
    ];
    const length = away ? Math.hypot(away[0], away[1]) || 1 : 1;
    ring.forEach(([dx, dy, ux, uy], i) => {
      const toward = away ? (ux * away[0] + uy * away[1]) / length : 0;
      all.push([dx, dy, price + (away ? 0.22 * (1 - toward) : i * 0.02)]);
    });
  }
  return all.sort((a, b) => a[2] - b[2]);
}

/** Boxes along slanting lettering, one for each piece of it about as long as it is high. */
function slantedBoxes({ x, y, angle }, dx, dy, width, px) {
  const pieces = Math.max(1, Math.round(width / px));
  return Array.from({ length: pieces }, (_, i) => {
    const along = ((i + 0.5) / pieces - 0.5) * width;
    return { x: x + dx + Math.cos(angle) * along - px / 2, y: y + dy + Math.sin(angle) * along - px / 2, w: px, h: px };
  });
}

/** Centres along a slanting line for lettering that follows a river, nearest first. */
const alongSpots = ({ angle }, width) =>
  [0, 0.45, -0.45, 0.9, -0.9, 1.4, -1.4].map((share) => [Math.cos(angle) * share * width, Math.sin(angle) * share * width, Math.abs(share) * 0.3]);

const CELL = 6;

/** The ways of all units in mercator, closely sampled, and the ground beside gates on which they stand. */
function waysOf(scene, middle) {
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
function wayGrid({ lines, stands }, view, bands) {
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
function covering({ cells, columns, rows }, box) {
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

/** Lay a copy of a canvas over itself that fades away, so that what is drawn next appears without a jump. */
export function fadeOut(canvas) {
  const { parentNode } = canvas;
  if (!parentNode || canvas.width === 0 || canvas.height === 0) return;
  const copy = /** @type {HTMLCanvasElement} */ (canvas.cloneNode(false));
  copy.getContext("2d").drawImage(canvas, 0, 0);
  copy.classList.add("over-map-leaving");
  parentNode.insertBefore(copy, canvas.nextSibling);
  const gone = () => copy.remove();
  copy.animate?.([{ opacity: 1 }, { opacity: 0 }], { duration: TURN_MS, fill: "forwards" });
  setTimeout(gone, TURN_MS);
}

function centreOf(gates) {
  if (gates.length === 0) return [0.83, 0.4];
  const sum = gates.reduce(([x, y], { mx, my }) => [x + mx, y + my], [0, 0]);
  return [sum[0] / gates.length, sum[1] / gates.length];
}

/** Places on the stops of the selected unit: their names are shown at any scale. */
function chosenStops(scene, selected) {
  const out = new Set();
  if (selected?.kind !== "unit") return out;
  const unit = scene.units[selected.id];
  for (const id of unit?.itineraries ?? []) {
    if (selected.itinerary && selected.itinerary !== id) continue;
    for (const stop of scene.itineraries[id]?.stops ?? []) if (stop.place && stop.phase === "night") out.add(stop.place);
  }
  return out;
}

/** Boxes of the page's words that lie over the map, in its pixels. */
function coveredBoxes(container) {
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

/**
 * The lines of the base layers of a class, in mercator.
 * @param {any} map
 * @param {string} kind  class name
 * @returns {number[][][]}
 */
function linesOf(map, kind) {
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
const distanceTo = (line, [x, y]) => Math.sqrt(nearest([line], x, y)?.d2 ?? Infinity);

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
  const walk = (line, start, step) => {
    const out = [];
    let at = [from.x, from.y];
    let left = reach;
    let way = line;
    let i = start;
    let by = step;
    const used = new Set([line]);
    for (let guard = 0; guard < 5000 && left > 0; guard += 1) {
      if (i < 0 || i >= way.length) {
        const end = at;
        const before = out[out.length - 2] ?? [from.x, from.y];
        const heading = Math.atan2(end[1] - before[1], end[0] - before[0]);
        let turn = Math.PI / 4;
        let next = null;
        for (const other of lines) {
          if (used.has(other) || other.length < 2) continue;
          for (const [k, d] of [[0, 1], [other.length - 1, -1]]) {
            if (Math.hypot(other[k][0] - end[0], other[k][1] - end[1]) > reach * 1e-3) continue;
            const angle = Math.atan2(other[k + d][1] - other[k][1], other[k + d][0] - other[k][0]);
            const off = Math.abs(((angle - heading + 3 * Math.PI) % (2 * Math.PI)) - Math.PI);
            if (off < turn) {
              turn = off;
              next = { other, k: k + d, d };
            }
          }
        }
        if (!next) break;
        used.add(next.other);
        way = next.other;
        i = next.k;
        by = next.d;
        continue;
      }
      const [nx, ny] = way[i];
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
  };
  return [...walk(from.line, from.i - 1, -1).reverse(), [from.x, from.y], ...walk(from.line, from.i, 1)];
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
function within(rings, x, y) {
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
function inlandOf(line, rivers) {
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
function offset(line, view, side, distance) {
  const points = line.map(([mx, my]) => [mx * view.scale + view.x, my * view.scale + view.y]);
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
function spaced(points, count) {
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

/** Where the sign of a place's condition stands, and the direction of the wall or road there. */
function groundOf({ place, mx, my }, { wallLines, roads, perMetre }) {
  const lines = place.kind === "wall-stretch" ? wallLines : roads;
  const found = nearest(lines, mx, my);
  const close = found && Math.sqrt(found.d2) < (place.kind === "wall-stretch" ? 1500 : 250) * perMetre;
  if (!close) return { gx: mx, gy: my, angle: 0 };
  return place.kind === "wall-stretch" ? { gx: found.x, gy: found.y, angle: found.angle } : { gx: mx, gy: my, angle: found.angle };
}

/** How lettering lies in its water: along a river the river's direction, in a lake the lake's breadth in mercator. */
function roomOf({ kind, lon, lat }, rivers, lakes, perMetre) {
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

/** The walls with the side on which the city does not lie. */
function wallsOf(lines, middle) {
  return lines.map((line) => {
    // Signed area against the middle of the gates tells on which side the city lies.
    let turn = 0;
    for (let i = 1; i < line.length; i += 1) {
      turn += (line[i - 1][0] - middle[0]) * (line[i][1] - middle[1]) - (line[i][0] - middle[0]) * (line[i - 1][1] - middle[1]);
    }
    return { line, outward: turn > 0 ? -1 : 1 };
  });
}

/** The sheet is paler under the column of text, so that it reads over relief and railways. */
function fadeUnderText(ctx, view, colours, wide) {
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

/** A small hill: a low curve. */
function drawHill(ctx, x, y, size, colours) {
  const s = size * 0.42;
  ctx.beginPath();
  ctx.moveTo(x - s, y + s * 0.5);
  ctx.quadraticCurveTo(x, y - s * 1.1, x + s, y + s * 0.5);
  ctx.setLineDash([]);
  ctx.lineCap = "round";
  ctx.lineWidth = 4.2;
  ctx.strokeStyle = colours.halo;
  ctx.stroke();
  ctx.lineWidth = 1.6;
  ctx.strokeStyle = colours.ink2;
  ctx.stroke();
}

/** Merlons, 3 × 5.4 px every 11, on the outer side of the wall. */
function drawMerlons(ctx, walls, view, colour, size) {
  const pitch = 11;
  const height = size.wall / 2 + 3.4;
  ctx.fillStyle = colour;
  ctx.beginPath();
  for (const { line, outward } of walls) {
    let left = pitch / 2;
    for (let i = 1; i < line.length; i += 1) {
      const ax = line[i - 1][0] * view.scale + view.x;
      const ay = line[i - 1][1] * view.scale + view.y;
      const dx = line[i][0] * view.scale + view.x - ax;
      const dy = line[i][1] * view.scale + view.y - ay;
      const length = Math.hypot(dx, dy);
      if (length === 0) continue;
      const ux = dx / length;
      const uy = dy / length;
      const nx = -uy * outward;
      const ny = ux * outward;
      for (; left <= length; left += pitch) {
        const x = ax + ux * left;
        const y = ay + uy * left;
        if (x < -20 || y < -20 || x > view.width + 20 || y > view.height + 20) continue;
        ctx.moveTo(x - ux * 2.4, y - uy * 2.4);
        ctx.lineTo(x + ux * 2.4, y + uy * 2.4);
        ctx.lineTo(x + ux * 2.4 + nx * height, y + uy * 2.4 + ny * height);
        ctx.lineTo(x - ux * 2.4 + nx * height, y - uy * 2.4 + ny * height);
      }
      left -= length;
    }
  }
  ctx.fill();
}

/** The points of a crowd's band in pixels: from where it came to where its head is. */
function bandOf(track, minute, view) {
  const head = reached(track, minute);
  const part = portion(track.path, 0, head);
  const line = part.length > 1 ? part : [track.path[0], track.path[0]];
  return line.map(([lon, lat]) => {
    const [mx, my] = mercator(lon, lat);
    return [mx * view.scale + view.x, my * view.scale + view.y];
  });
}

/** Four strokes on one another; their width and tone carry no number. */
function drawBand(ctx, points, colours, width) {
  ctx.save();
  ctx.lineCap = "round";
  ctx.lineJoin = "round";
  ctx.strokeStyle = colours.crowd;
  ctx.beginPath();
  points.forEach(([x, y], i) => (i === 0 ? ctx.moveTo(x, y) : ctx.lineTo(x + (i === 1 && points.length === 2 ? 0.01 : 0), y)));
  for (const [factor, alpha] of BAND) {
    ctx.globalAlpha = alpha;
    ctx.lineWidth = factor * width * 1.25;
    ctx.stroke();
  }
  ctx.restore();
}

/** Spaced letters along the middle of a band; false if the band is too short to carry them. */
function letterBand(ctx, band, view, language, colours, size, taken, mpp) {
  const name = pick(band.name, language);
  const px = size.village + 1;
  ctx.font = serif(language, px, 600);
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  const letters = [...name];
  const chinese = /[㐀-鿿]/.test(name);
  let { points } = band;
  if (points.length > 8) points = points.filter((_, i) => i % 2 === 0 || i === points.length - 1);
  let length = 0;
  for (let i = 1; i < points.length; i += 1) length += Math.hypot(points[i][0] - points[i - 1][0], points[i][1] - points[i - 1][1]);
  const solid = ctx.measureText(name).width;
  let loose = 1;
  const advance = (letter) => ctx.measureText(letter).width * loose + (chinese ? 0 : px * 0.12);
  if (points[points.length - 1][0] < points[0][0]) points = points.slice().reverse();
  const at = (distance) => {
    let left = distance;
    for (let i = 1; i < points.length; i += 1) {
      const dx = points[i][0] - points[i - 1][0];
      const dy = points[i][1] - points[i - 1][1];
      const step = Math.hypot(dx, dy);
      if (left <= step || i === points.length - 1) {
        const k = step === 0 ? 0 : left / step;
        return [points[i - 1][0] + dx * k, points[i - 1][1] + dy * k, Math.atan2(dy, dx)];
      }
      left -= step;
    }
    return [...points[0], 0];
  };
  for (const wanted of chinese ? [Math.min(2, (length * 0.7) / solid), 1.4, 1.12] : [1.02]) {
    loose = wanted;
    const total = letters.reduce((sum, letter) => sum + advance(letter), 0);
    if (loose < 1 || total > length) continue;
    for (const share of [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74]) {
      let along = length * share - total / 2;
      if (along < 0 || along + total > length) continue;
      const spots = letters.map((letter) => {
        const step = advance(letter);
        const spot = at(along + step / 2);
        along += step;
        return spot;
      });
      const half = px * 0.46;
      const boxes = spots.map(([x, y]) => ({ x: x - half, y: y - half, w: 2 * half, h: 2 * half }));
      if (boxes.some((box) => box.x < 0 || box.y < 0 || box.x > view.width || box.y > view.height)) continue;
      if (boxes.some((box) => taken.some((t) => overlaps(t, box, 0)))) continue;
      taken.push(...boxes);
      spots.forEach(([x, y, angle], i) => {
        ctx.save();
        ctx.translate(x, y);
        ctx.rotate(angle);
        drawText(ctx, letters[i], 0, 0, colours.ink, colours.halo, 3.2);
        ctx.restore();
      });
      return true;
    }
  }
  // A street's name beside it would be read as a place's; people are named there all the same.
  return band.kind === "unit" && mpp <= 45 && nameBeside(ctx, name, points, px, colours, taken, view, band.width);
}

/** A band too short for letters along it is named beside its middle. */
function nameBeside(ctx, name, points, px, colours, taken, view, width) {
  const w = ctx.measureText(name).width;
  const h = px * 1.2;
  const r = width * 0.7;
  const rr = width * 1.5;
  const anchors = points.length > 1 ? spaced(points, 5) : points;
  const order = anchors.length === 5 ? [2, 1, 3, 0, 4] : [0];
  const offsets = [[r, -h / 2], [-w - r, -h / 2], [-w / 2, r], [-w / 2, -h - r], [r, r], [-w - r, r], [r, -h - r], [-w - r, -h - r],
    [-w - rr, -h / 2], [rr, -h / 2], [-w / 2, -h - rr], [-w - rr, -h - rr], [-w - rr, rr]];
  for (const i of order) {
    const [x, y] = anchors[i];
    for (const [dx, dy] of offsets) {
      const box = { x: x + dx, y: y + dy, w, h };
      if (box.x < 16 || box.y < 16 || box.x + w > view.width - 16 || box.y + h > view.height - 16) continue;
      if (taken.some((t) => overlaps(t, box, 1))) continue;
      taken.push(box);
      ctx.textAlign = "left";
      drawText(ctx, name, box.x, box.y + h / 2, colours.ink, colours.halo, 4);
      return true;
    }
  }
  return false;
}

/**
 * The dotted circle of a place that is known only to so many metres.
 * @returns {{x: number, y: number, w: number, h: number} | null} the box of the words under it, if it is not drawn in full
 */
export function outlineArea(ctx, place, view, mpp, colours, scene, language, size, colour = colours.ink2) {
  const metres = place.accuracy;
  if (!(metres >= UNCERTAIN[0])) return null;
  const [mx, my] = mercator(place.lon, place.lat);
  const x = mx * view.scale + view.x;
  const y = my * view.scale + view.y;
  const r = Math.min(metres, UNCERTAIN[1]) / mpp;
  ctx.save();
  ctx.beginPath();
  ctx.arc(x, y, r, 0, 2 * Math.PI);
  ctx.globalAlpha = 0.11;
  ctx.fillStyle = colour;
  ctx.fill();
  ctx.globalAlpha = 0.9;
  ctx.lineWidth = 1.8;
  ctx.lineCap = "round";
  ctx.setLineDash([2, 5]);
  ctx.strokeStyle = colour;
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.globalAlpha = 1;
  if (metres > UNCERTAIN[1]) {
    ctx.font = sans(language, size.end - 1);
    ctx.textAlign = "center";
    ctx.textBaseline = "top";
    const text = word(scene, language, "sheet.larger_area");
    const w = ctx.measureText(text).width;
    drawText(ctx, text, x, y + r + 4, colours.ink, colours.halo);
    ctx.restore();
    return { x: x - w / 2, y: y + r + 4, w, h: size.end * 1.2 };
  }
  ctx.restore();
  return null;
}

/** A name of water or a range that is no place of the record: {text, kind, lon, lat, angle, room}. */
function letterOf(letter, view, mpp, language, colours, size) {
  const river = letter.kind === "river";
  if (mpp > (river ? 90 : 45)) return [];
  const [mx, my] = mercator(letter.lon, letter.lat);
  const water = letter.kind !== "range";
  const name = plainName(pick(letter.text, language));
  const chinese = /[㐀-鿿]/.test(name);
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

/** Double hairline, a tick each minute of arc, a figure each five. */
function neatline(ctx, map, view, colours, size, language, covered) {
  const { width, height } = view;
  ctx.strokeStyle = colours.ink2;
  ctx.lineWidth = 1;
  ctx.setLineDash([]);
  ctx.strokeRect(8.5, 8.5, width - 17, height - 17);
  ctx.strokeRect(12.5, 12.5, width - 25, height - 25);
  const bounds = map.getBounds();
  const spanX = (bounds.getEast() - bounds.getWest()) * 60;
  const every = spanX > 90 ? 5 : 1;
  const figures = every * 5;
  ctx.font = serif(language, size.figure, 500);
  ctx.textAlign = "left";
  ctx.textBaseline = "top";
  const figure = (minutes) => `${Math.floor(minutes / 60)}°${String(Math.round(minutes) % 60).padStart(2, "0")}′`;
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
    if (long) texts.push([figure(m), x + 3, 15]);
  }
  for (let m = Math.ceil((bounds.getSouth() * 60) / every) * every; m < bounds.getNorth() * 60; m += every) {
    const y = Math.round(map.latLngToContainerPoint(flip([bounds.getWest(), m / 60])).y) + 0.5;
    if (y < 14 || y > height - 14) continue;
    const long = m % figures === 0;
    ctx.moveTo(8, y);
    ctx.lineTo(long ? 19 : 13, y);
    ctx.moveTo(width - 8, y);
    ctx.lineTo(width - (long ? 19 : 13), y);
    if (long && y > 90 && y < height - 120) texts.push([figure(m), width - 20 - size.figure * 3.4, y + 2]);
  }
  ctx.stroke();
  for (const [text, x, y] of texts) {
    const box = { x, y, w: size.figure * 3.6, h: size.figure * 1.2 };
    if (x + box.w > width - 14 || covered.some((c) => overlaps(c, box, 4))) continue;
    drawText(ctx, text, x, y, colours.ink2, colours.halo, 3);
  }
}

/** Scale in quarters and the north arrow, lower right; gives the box they keep free. */
function scaleBar(ctx, view, mpp, colours, size, scene, language) {
  let kilometres = 2;
  for (const length of [0.5, 1, 2, 4, 8, 20, 40, 100]) {
    kilometres = length;
    if ((length * 1000) / mpp >= 84) break;
  }
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
  const figure = (value) => String(value);
  ctx.textAlign = "center";
  drawText(ctx, "0", left, y - 6, colours.ink, colours.halo);
  drawText(ctx, figure(kilometres / 2), left + w / 2, y - 6, colours.ink, colours.halo);
  ctx.textAlign = "left";
  drawText(ctx, word(scene, language, "sheet.kilometres", { n: kilometres }), left + w - 4, y - 6, colours.ink, colours.halo);
  const x = view.width - 44;
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
  drawText(ctx, word(scene, language, "sheet.north"), x, y - 31, colours.ink, colours.halo);
  return { x: left - 12, y: y - 48, w: view.width - left, h: 66 };
}
