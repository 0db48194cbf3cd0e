// The still part of the map above the base layers: merlons, lamps, the civilian band, gates by their condition, names,
// the neatline, scale and north. Drawn again only when the view, the words, the switches, the light or a condition change.
import { flip } from "#flip";
import { scenery } from "#pick";
import { lightStep, luminance, stepColours } from "#sky";
import { isDrawn, portion, reached } from "#tracks";
import {
  drawDock, drawGate, drawLamp, drawPeak, drawSpot, drawText, fit, measures, sans, serif, toneOf,
} from "#symbols";
import { pick, word } from "#words";

/** Metres to a pixel up to which places of rank 1, 2, 3 are named. */
export const NAMED_TO = [0, 90, 30, 13];
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

/** The states of a scene by their place; those of lamps apart, for a gate may have both. */
export function statesByPlace(scene) {
  const out = new Map();
  for (const state of scene.states) {
    if (!state.place) continue;
    const key = state.condition === "lit" ? `lit ${state.place}` : state.place;
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
  const under = canvasOver(container, "under");
  const names = canvasOver(container, "names");
  const on = scenery(map);
  const states = statesByPlace(scene);
  const places = Object.entries(scene.places).map(([id, place]) => {
    const [mx, my] = mercator(place.lon, place.lat);
    return { id, place, mx, my, sign: SIGNS[place.kind] ?? "site" };
  });
  const gates = places.filter(({ sign, place }) => sign === "gate" && !place.area);
  const litPlaces = places.filter(({ id }) => states.has(`lit ${id}`));
  const crowds = scene.tracks.filter((track) => toneOf(scene.units[track.unit] ?? {}) === "crowd");
  const middle = centreOf(gates);
  const walls = wallsOf(map, middle);
  const widths = new Map();

  const widthOf = (ctx, font, text) => {
    const key = `${font}|${text}`;
    let width = widths.get(key);
    if (width === undefined) {
      ctx.font = font;
      widths.set(key, (width = ctx.measureText(text).width));
    }
    return width;
  };

  // --- beneath the trails ---
  const drawUnder = () => {
    const view = viewOf(map);
    const ctx = fit(under, view.width, view.height);
    const { minute, layers, selected, language } = store.state;
    const size = measures(window.innerWidth);
    const colours = stepColours(minute);
    const mpp = metresPerPixel(map);
    ctx.clearRect(0, 0, view.width, view.height);
    if (layers.wall) drawMerlons(ctx, walls, view, colours.wall, size);
    on.lamps.length = 0;
    if (luminance(colours.land) < 0.5) {
      for (const { id, place, mx, my } of litPlaces) {
        const state = stateAt(states.get(`lit ${id}`), minute);
        if (!state) continue;
        const radius = Math.max(44, Math.min(96, place.accuracy / mpp));
        const x = mx * view.scale + view.x;
        const y = my * view.scale + view.y;
        drawLamp(ctx, x, y, radius);
        on.lamps.push({ kind: "place", id, x, y, r: radius * 0.5 });
      }
    }
    on.bands.length = 0;
    if (layers.crowd) {
      for (const track of crowds) {
        if (!isDrawn(track, minute)) continue;
        const points = bandOf(track, minute, view);
        drawBand(ctx, points, colours, Math.max(4, Math.min(size.band, 260 / mpp)));
        on.bands.push({ kind: "unit", id: track.unit, itinerary: track.itinerary, points: points.flat(), count: points.length * 2 });
      }
    }
    const chosen = selectedPlace(scene, selected);
    if (chosen && scene.places[chosen]) outlineArea(ctx, scene.places[chosen], view, mpp, colours, scene, language, size);
  };

  // --- above the trails ---
  const drawNames = () => {
    const view = viewOf(map);
    const ctx = fit(names, view.width, view.height);
    const { minute, layers, selected, language } = store.state;
    const size = measures(window.innerWidth);
    const colours = stepColours(minute);
    const mpp = metresPerPixel(map);
    const inside = (x, y, margin = 40) => x > -margin && y > -margin && x < view.width + margin && y < view.height + margin;
    ctx.clearRect(0, 0, view.width, view.height);
    on.gates.length = 0;
    on.docks.length = 0;
    on.names.length = 0;
    on.blocked.length = 0;
    neatline(ctx, map, view, colours, size, language);
    on.blocked.push(scaleBar(ctx, view, mpp, colours, size, scene, language));
    for (const box of coveredBoxes(container)) on.blocked.push(box);

    /** @type {{x: number, y: number, w: number, h: number}[]} */
    const taken = [...on.blocked];
    const labels = [];
    const chosen = selectedPlace(scene, selected);
    const told = chosenStops(scene, selected);
    for (const { id, place, mx, my, sign } of places) {
      if (place.area && !(place.kind === "quarter" && place.rank <= 2)) continue;
      const x = mx * view.scale + view.x;
      const y = my * view.scale + view.y;
      if (!inside(x, y)) continue;
      const picked = id === chosen || told.has(id);
      const rank = place.rank ?? 3;
      const shown = picked || mpp <= (NAMED_TO[rank] ?? NAMED_TO[3]);
      const name = plainName(pick(place.name, language));
      const label = { id, name, x, y, r: 7, rank, order: picked ? -1 : rank * 10, ink: colours.ink2, font: "", px: size.village, lean: 0, rise: 0, spaced: 0, weight: 3, halo: colours.halo, centred: false };
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
        label.order += 3;
      } else if (!shown) {
        continue;
      } else if (sign === "peak") {
        drawPeak(ctx, x, y, size.village, colours);
        taken.push({ x: x - 6, y: y - 6, w: 12, h: 12 });
        label.font = serif(language, label.px, 500);
      } else if (sign === "range") {
        label.centred = true;
        label.px = rank === 1 ? size.range : size.smallTown;
        const chinese = /[㐀-鿿]/.test(name);
        label.spaced = rank === 1 ? (chinese ? 0.5 : 0.2) : chinese ? 0.12 : 0.03;
        if (!chinese) label.px *= rank === 1 ? 0.78 : 0.88;
        label.rise = -0.16;
        label.font = serif(language, label.px, 600);
        label.order -= 2;
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
        label.px = large ? size.town : place.kind === "village" ? size.village : size.smallTown;
        label.ink = place.kind === "village" && !large ? colours.ink2 : colours.ink;
        label.font = serif(language, label.px, large ? 700 : 500);
        label.weight = large ? 5 : 3;
        const r = large ? 4.4 : 3.2;
        drawSpot(ctx, "town", x, y, r, colours);
        taken.push({ x: x - r - 2, y: y - r - 2, w: 2 * r + 4, h: 2 * r + 4 });
        on.docks.push({ kind: "place", id, x, y, r: r + 1 });
      } else {
        const large = rank === 1;
        label.px = large ? size.smallTown : size.village;
        label.ink = large ? colours.ink : colours.ink2;
        label.font = serif(language, label.px, large ? 600 : 500);
        if (!place.area) {
          drawSpot(ctx, large ? "town" : "site", x, y, large ? 3.8 : 3.4, colours);
          taken.push({ x: x - 5, y: y - 5, w: 10, h: 10 });
          on.docks.push({ kind: "place", id, x, y, r: 4.5 });
        } else {
          label.centred = true;
          label.spaced = 0.2;
        }
      }
      if (!layers.names && !picked) continue;
      labels.push(label);
    }
    for (const letter of scene.lettering ?? []) labels.push(...letterOf(letter, view, mpp, language, colours, size));
    labels.sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1));
    ctx.textBaseline = "middle";
    for (const label of labels) setName(ctx, label, taken, view);
    if (layers.crowd && layers.names) {
      const lettered = new Set();
      for (const track of crowds) {
        if (!isDrawn(track, minute) || lettered.has(track.unit)) continue;
        const from = taken.length;
        if (letterBand(ctx, scene, track, minute, view, language, colours, size, taken, mpp)) lettered.add(track.unit);
        for (const box of taken.slice(from)) on.names.push({ kind: "unit", id: track.unit, itinerary: track.itinerary, ...box, weight: 4 });
      }
    }
  };

  const setName = (ctx, label, taken, view) => {
    const { name, px, x, y } = label;
    const letters = [...name];
    const gap = label.spaced * px;
    const width = widthOf(ctx, label.font, name) + gap * (letters.length - 1);
    const height = px * 1.12;
    const spots = label.centred
      ? CENTRED.map(([across, down]) => [across * width - width / 2, down * height - height / 2])
      : candidates(label, width, height);
    for (const [dx, dy] of spots) {
      const box = { x: x + dx, y: y + dy, w: width, h: height };
      if (box.x < 16 || box.y < 16 || box.x + box.w > view.width - 16 || box.y + box.h > view.height - 16) continue;
      if (taken.some((t) => overlaps(t, box, 2))) continue;
      taken.push(box);
      on.names.push({ kind: "place", id: label.id, ...box, weight: label.weight });
      ctx.font = label.font;
      ctx.textAlign = "left";
      const cy = box.y + height / 2;
      if (gap === 0 && label.lean === 0 && label.rise === 0) {
        drawText(ctx, name, box.x, cy, label.ink, label.halo, Math.min(4.5, px * 0.3));
        return;
      }
      ctx.save();
      ctx.translate(box.x + width / 2, cy);
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
    const step = metresPerPixel(map) * 6;
    let key = "";
    for (const track of crowds) key += isDrawn(track, minute) ? `${Math.round(reached(track, minute) / step)} ` : "- ";
    return key;
  };
  const redraw = () => {
    drawUnder();
    drawNames();
  };
  const look = () => {
    const key = keyOf();
    const band = bandKey();
    if (key !== drawn) redraw();
    else if (band !== drawnBand) {
      drawUnder();
      if (band.replace(/\d+/g, "+") !== drawnBand.replace(/\d+/g, "+")) drawNames();
    }
    drawn = key;
    drawnBand = band;
  };
  const moved = () => redraw();
  const off = store.on(["minute", "language", "layers", "selected"], ({ layers }, changed) => {
    if (changed.has("layers")) {
      for (const name of ["mountain", "roads", "railways", "wall"]) container.classList.toggle(`no-${name}`, !layers[name]);
    }
    look();
  });
  map.on("move zoom viewreset resize", moved);
  window.addEventListener("resize", moved);
  document.fonts?.ready?.then(() => {
    widths.clear();
    redraw();
  });
  return {
    destroy() {
      off();
      map.off("move zoom viewreset resize", moved);
      window.removeEventListener("resize", moved);
      under.remove();
      names.remove();
    },
  };
}

const overlaps = (a, b, gap) =>
  a.x < b.x + b.w + gap && b.x < a.x + a.w + gap && a.y < b.y + b.h + gap && b.y < a.y + a.h + gap;

/** Eight places round a sign for its name; a gate's name prefers the side away from the city. */
function candidates({ r, away }, w, h) {
  const all = [
    [r + 2, -h / 2, 1, 0], [-w - r - 2, -h / 2, -1, 0], [-w / 2, -h - r, 0, -1], [-w / 2, r, 0, 1],
    [r * 0.7, -h - r * 0.4, 0.8, -0.6], [r * 0.7, r * 0.4, 0.8, 0.6], [-w - r * 0.7, -h - r * 0.4, -0.8, -0.6],
    [-w - r * 0.7, r * 0.4, -0.8, 0.6],
  ];
  if (away) all.sort((a, b) => b[2] * away[0] + b[3] * away[1] - a[2] * away[0] - a[3] * away[1]);
  return all;
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

/** The lines of the wall as the base map has them, in mercator, the city to the left of each. */
function wallsOf(map, middle) {
  const lines = [];
  const walk = (points) => {
    if (points.length === 0) return;
    if (Array.isArray(points[0])) return points.forEach(walk);
    const line = points.map(({ lat, lng }) => mercator(lng, lat));
    // Signed area against the middle of the gates tells on which side the city lies.
    let turn = 0;
    for (let i = 1; i < line.length; i += 1) {
      turn += (line[i - 1][0] - middle[0]) * (line[i][1] - middle[1]) - (line[i][0] - middle[0]) * (line[i - 1][1] - middle[1]);
    }
    lines.push({ line, outward: turn > 0 ? -1 : 1 });
    return undefined;
  };
  map.eachLayer((layer) => {
    const name = layer.options?.className;
    if (typeof name === "string" && name.split(" ").includes("wall") && layer.getLatLngs) walk(layer.getLatLngs());
  });
  return lines;
}

/** Merlons, 3 × 5.4 px every 11, on the outer side of the wall. */
function drawMerlons(ctx, walls, view, colour, size) {
  const pitch = 11;
  const height = size.wall / 2 + 3.4;
  ctx.fillStyle = colour;
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
        ctx.beginPath();
        ctx.moveTo(x - ux * 2.4, y - uy * 2.4);
        ctx.lineTo(x + ux * 2.4, y + uy * 2.4);
        ctx.lineTo(x + ux * 2.4 + nx * height, y + uy * 2.4 + ny * height);
        ctx.lineTo(x - ux * 2.4 + nx * height, y - uy * 2.4 + ny * height);
        ctx.fill();
      }
      left -= length;
    }
  }
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
function letterBand(ctx, scene, track, minute, view, language, colours, size, taken, mpp) {
  const unit = scene.units[track.unit];
  const name = pick(unit.short ?? unit.name, language);
  const px = size.village + 1;
  ctx.font = serif(language, px, 600);
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  const letters = [...name];
  const chinese = /[㐀-鿿]/.test(name);
  let points = bandOf(track, minute, view);
  let length = 0;
  for (let i = 1; i < points.length; i += 1) length += Math.hypot(points[i][0] - points[i - 1][0], points[i][1] - points[i - 1][1]);
  const solid = ctx.measureText(name).width;
  const loose = chinese ? Math.max(1.1, Math.min(1.75, (length * 0.85) / solid)) : 1.02;
  const advance = (letter) => ctx.measureText(letter).width * loose + (chinese ? 0 : px * 0.12);
  const total = letters.reduce((sum, letter) => sum + advance(letter), 0);
  if (length < total) return mpp <= NAMED_TO[2] && nameBeside(ctx, name, points, px, colours, taken, view);
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
  for (const share of [0.5, 0.4, 0.6, 0.3, 0.7]) {
    let along = length * share - total / 2;
    if (along < 0 || along + total > length) continue;
    const spots = letters.map((letter) => {
      const step = advance(letter);
      const spot = at(along + step / 2);
      along += step;
      return spot;
    });
    const boxes = spots.map(([x, y]) => ({ x: x - px / 2, y: y - px / 2, w: px, h: px }));
    if (boxes.some((box) => box.x < 0 || box.y < 0 || box.x > view.width || box.y > view.height)) continue;
    if (boxes.some((box) => taken.some((t) => overlaps(t, box, 0)))) continue;
    taken.push(...boxes);
    spots.forEach(([x, y, angle], i) => {
      ctx.save();
      ctx.translate(x, y);
      ctx.rotate(angle);
      drawText(ctx, letters[i], 0, 0, colours.ink, colours.halo, 4);
      ctx.restore();
    });
    return true;
  }
  return false;
}

/** A band too short for letters along it is named beside its middle. */
function nameBeside(ctx, name, points, px, colours, taken, view) {
  const [x, y] = points[Math.floor(points.length / 2)];
  const w = ctx.measureText(name).width;
  const h = px * 1.2;
  for (const [dx, dy] of [[14, -h / 2], [-w - 14, -h / 2], [-w / 2, 14], [-w / 2, -h - 14], [12, 10], [-w - 12, 10], [12, -h - 10]]) {
    const box = { x: x + dx, y: y + dy, w, h };
    if (box.x < 16 || box.y < 16 || box.x + w > view.width - 16 || box.y + h > view.height - 16) continue;
    if (taken.some((t) => overlaps(t, box, 1))) continue;
    taken.push(box);
    ctx.textAlign = "left";
    drawText(ctx, name, box.x, box.y + h / 2, colours.ink, colours.halo, 4);
    return true;
  }
  return false;
}

/** The dotted circle of a place that is known only to so many metres. */
export function outlineArea(ctx, place, view, mpp, colours, scene, language, size, colour = colours.ink2) {
  const metres = place.accuracy;
  if (!(metres >= UNCERTAIN[0])) return;
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
    drawText(ctx, word(scene, language, "sheet.larger_area"), x, y + r + 4, colours.ink, colours.halo);
  }
  ctx.restore();
}

/** A name of water or a range that is no place of the record: {text, kind, lon, lat, angle?}. */
function letterOf(letter, view, mpp, language, colours, size) {
  if (mpp > (letter.kind === "river" ? 90 : 22)) return [];
  const [mx, my] = mercator(letter.lon, letter.lat);
  const water = letter.kind !== "range";
  const px = letter.kind === "river" ? size.river : letter.kind === "range" ? size.range : size.smallTown;
  return [{
    id: "", name: plainName(pick(letter.text, language)), x: mx * view.scale + view.x, y: my * view.scale + view.y, r: 0,
    rank: 2, order: 15, ink: water ? colours.waterInk : colours.ink2, px, lean: water && language !== "en" ? 0.2 : 0,
    rise: water ? 0 : -0.16, spaced: letter.kind === "river" ? 0.5 : 0.15, weight: 3, halo: water ? colours.water : colours.halo,
    centred: true, font: serif(language, px, 500, water && language === "en" ? "italic" : ""),
  }];
}

/** Double hairline, a tick each minute of arc, a figure each five. */
function neatline(ctx, map, view, colours, size, language) {
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
  for (const [text, x, y] of texts) drawText(ctx, text, x, y, colours.ink2, colours.halo, 3);
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
