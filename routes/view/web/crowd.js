// The crowd: people under way or standing together as one broad band, without a number.
import { overlaps } from "#lettering";
import { distanceTo, inlandOf, lineThrough, offset, onward, spaced } from "#lines";
import { stateAt } from "#conditions";
import { toneOf } from "#symbols";
import { isDrawn, portion, reached } from "#tracks";
import { drawText, isChinese, serif, widthOf } from "#type";
import { mercator, pixelOf } from "#view";
import { pick } from "#words";

/** Strokes of a band laid on one another: width in its widths, strength. */
const BAND = [[1.9, 0.1], [1.45, 0.13], [1, 0.18], [0.6, 0.2]];

/**
 * The line that a place stands for, as far as the place is known: a street, a bank. Null for any other place.
 * @returns {{line: number[][] | null, side: number}} `side` is that of the land along a bank, 0 for a street
 */
export function lineOfPlace(place, { streets, rivers, perMetre }) {
  if (place?.kind !== "street" && place?.kind !== "bank") return { line: null, side: 0 };
  const [mx, my] = mercator(place.lon, place.lat);
  const reach = Math.min(place.accuracy, 2500) * perMetre;
  if (place.kind === "street") return { line: lineThrough(streets, mx, my, reach), side: 0 };
  const line = lineThrough(rivers, mx, my, Math.min(reach, 900 * perMetre));
  return { line, side: line ? inlandOf(line, rivers) : 0 };
}

/**
 * All that is drawn as a crowd: tracks of people together, and places told to be thronged.
 * @param {any} scene
 * @param {any[]} places  with their signs
 * @param {Map<string, any[]>} states
 * @param {{streets: number[][][], rivers: number[][][], perMetre: number}} base
 */
export function crowdOf(scene, places, states, base) {
  const crowds = scene.tracks.filter((track) => toneOf(scene.units[track.unit] ?? {}) === "crowd").map((track) => {
    const stop = track.stops[0]?.place ?? null;
    const place = scene.places[stop];
    const standing = track.path.length === 1;
    return {
      track, place: standing ? stop : null, small: scene.units[track.unit]?.kind !== "crowd",
      way: standing ? null : track.path.map(([lon, lat]) => mercator(lon, lat)),
      patch: place ? Math.min(place.accuracy, 600) : 200,
      ...lineOfPlace(standing ? place : null, base),
    };
  });
  const throngs = places.filter(({ id }) => states.has(`thronged ${id}`)).map((one) => ({ ...one, ...lineOfPlace(one.place, base) }));
  // A street full of people runs on where the people are told to go, rather than where the map's street runs straightest.
  for (const street of throngs) {
    if (street.place.kind !== "street" || !street.line) continue;
    const crowd = crowds.find(({ way }) => way && distanceTo(street.line, way[0]) < 300 * base.perMetre);
    if (crowd) street.line = onward(street.line, crowd.way);
  }
  return { crowds, throngs, states, perMetre: base.perMetre };
}

/** Bands of people at a minute, in pixels: those under way, those who stand, and streets full of people. */
export function bandsAt({ crowds, throngs, states, perMetre }, { scene, minute, view, mpp, size }) {
  const width = size.band * Math.max(0.35, Math.min(1, 21 / mpp));
  const out = [];
  const full = [];
  for (const { id, line, side, place, mx, my } of throngs) {
    if (!stateAt(states.get(`thronged ${id}`), minute)) continue;
    if (crowds.some((crowd) => crowd.place === id && isDrawn(crowd.track, minute))) continue;
    const points = line ? offset(line, view, side, width * 0.8) : [pixelOf(view, mx, my)];
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
}

/** What the drawing of the bands depends on: how far each crowd has come, in steps of so many metres. */
export function bandKey({ crowds }, minute, step) {
  let key = "";
  for (const { track } of crowds) key += isDrawn(track, minute) ? `${Math.round(reached(track, minute) / step)} ` : "- ";
  return key;
}

/** The points of a crowd's band in pixels: from where it came to where its head is. */
function bandOf(track, minute, view) {
  const head = reached(track, minute);
  const part = portion(track.path, 0, head);
  const line = part.length > 1 ? part : [track.path[0], track.path[0]];
  return line.map(([lon, lat]) => pixelOf(view, ...mercator(lon, lat)));
}

/** Four strokes on one another; their width and tone carry no number. */
export function drawBand(ctx, points, colours, width) {
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

/** The point so far along a line, and the line's direction there. */
function spotAt(points, distance) {
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
}

/** Spaced letters along the middle of a band; false if the band is too short to carry them. */
export function letterBand(ctx, band, now, taken) {
  const { view, language, colours, size, mpp } = now;
  const name = pick(band.name, language);
  const px = size.village + 1;
  const font = serif(language, px, 600);
  ctx.font = font;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  const letters = [...name];
  const chinese = isChinese(name);
  let { points } = band;
  if (points.length > 8) points = points.filter((_, i) => i % 2 === 0 || i === points.length - 1);
  let length = 0;
  for (let i = 1; i < points.length; i += 1) length += Math.hypot(points[i][0] - points[i - 1][0], points[i][1] - points[i - 1][1]);
  const solid = widthOf(font, name);
  let loose = 1;
  const advance = (letter) => widthOf(font, letter) * loose + (chinese ? 0 : px * 0.12);
  if (points[points.length - 1][0] < points[0][0]) points = points.slice().reverse();
  for (const wanted of chinese ? [Math.min(2, (length * 0.7) / solid), 1.4, 1.12] : [1.02]) {
    loose = wanted;
    const total = letters.reduce((sum, letter) => sum + advance(letter), 0);
    if (loose < 1 || total > length) continue;
    for (const share of [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74]) {
      let along = length * share - total / 2;
      if (along < 0 || along + total > length) continue;
      const spots = letters.map((letter) => {
        const step = advance(letter);
        const spot = spotAt(points, along + step / 2);
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
  return band.kind === "unit" && mpp <= 45 && nameBeside(ctx, { name, points, px, font, width: band.width }, now, taken);
}

/** A band too short for letters along it is named beside its middle. */
function nameBeside(ctx, { name, points, px, font, width }, { colours, view }, taken) {
  const w = widthOf(font, name);
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
