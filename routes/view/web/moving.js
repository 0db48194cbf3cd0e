// What moves: trails, possible positions, marks, slips and the bars where knowledge ends. Trails that stand still and
// trails that grow are plates of the sheet, beneath the names of places; marks with their slips have a canvas above it.
import { canvasOver, fit } from "#canvas";
import { outlineArea, UNCERTAIN } from "#ground";
import { labelling } from "#labelling";
import { drawEndWords, drawLeaders, drawSlips, seldom, specOf } from "#labels";
import { paintMark, setOff, standPoint } from "#marks";
import { drawSlip, slip } from "#paper";
import { mount as mountPick, scenery } from "#pick";
import { centreOf, placesOf } from "#places";
import { around, pressOf } from "#plates";
import { lightStep, stepColours } from "#sky";
import { drawEndBar, trailOf } from "#symbols";
import { isMoving, positionAt, reached } from "#tracks";
import { drawPossible, endPoint, lineUpTo, prepare, project, strokeTrail, strokeUndated } from "#trails";
import { measures } from "#type";
import { mercator, metresPerPixel, pixelOf, viewOf } from "#view";

/** Minutes after its end from which a trail is shown at half strength. */
const FADES_AFTER = 90;
/** Minutes between two choices of the words at ends of knowledge even if no mark moves. */
const WORDS_EVERY = 15;
const FADE_MS = 400;
/** While playing, growing trails are cut anew no more often than this. */
const CUT_EVERY_MS = 30;
/** Metres to a pixel from which marks and trails of ranks 2 and 3 grow pale, and at which they are palest. */
const PALE = [24, 60];
const FLASH_MS = 600;
/** No stroke of a trail or band goes further beyond its way, in pixels. */
const MARGIN = 24;
/** Room for words under a circle. */
const WORDS_UNDER = 140;

/** Whether the switches show a unit. What is told in the novel alone is drawn only for those who ask for it. */
function isShown(t, layers, chosen) {
  if (t.unit.fiction && t.track.unit !== chosen) return false;
  return t.unit.side === "japanese" ? layers.japanese : layers.chinese;
}

/**
 * What each track does at the minute: where it is, how far it has come, how strongly it is shown.
 * @returns {string} a key of the trails that stand still
 */
function follow(tracks, { minute, layers, chosen, eased, elapsed }) {
  let key = "";
  for (const t of tracks) {
    t.shown = isShown(t, layers, chosen);
    t.now = t.shown ? positionAt(t.track, minute, t.spot) : null;
    t.going = t.now !== null && isMoving(t.track, minute);
    t.metres = t.shown ? reached(t.track, minute) : 0;
    t.faded = minute > t.end.minute + FADES_AFTER;
    t.visible = t.now !== null || t.metres > 0;
    const target = t.now ? 1 : 0;
    if (!eased || t.alpha === undefined) t.alpha = target;
    else if (t.alpha < target) t.alpha = Math.min(target, t.alpha + elapsed / FADE_MS);
    else if (t.alpha > target) t.alpha = Math.max(target, t.alpha - elapsed / FADE_MS);
    key += t.going || !t.visible ? "-" : `${t.faded ? "f" : "s"}${t.alpha > 0 && t.now ? "" : "e"}`;
  }
  return key;
}

/** Trails that stand still. */
function drawSettled(ctx, tracks, { chosen, chosenOf, strength, trailWidth, colours }) {
  ctx.lineJoin = "round";
  for (const t of tracks) {
    if (t.going || !t.visible || !t.inView || chosenOf(t)) continue;
    ctx.globalAlpha = (t.faded ? 0.5 : chosen ? 0.6 : 0.9) * strength(t);
    strokeTrail(ctx, t, trailWidth * (t.unit.rank === 1 ? 1 : 0.8), trailOf(t.unit, colours), colours.halo);
  }
  ctx.globalAlpha = 1;
}

/**
 * The part of the sheet on which trails grow, units may be, and what belongs to the unit selected lies.
 * @returns {import("./plates.js").Box}
 */
function trailsBox(tracks, undated, { chosen, view, mpp }) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  const take = (x0, y0, x1, y1, margin) => {
    left = Math.min(left, x0 - margin);
    top = Math.min(top, y0 - margin);
    right = Math.max(right, x1 + margin);
    bottom = Math.max(bottom, y1 + margin);
  };
  // The circle of an uncertain place with the words under it.
  const wide = UNCERTAIN[1] / mpp + WORDS_UNDER;
  for (const t of tracks) {
    if (!t.inView || !t.visible) continue;
    if (t.track.unit === chosen) take(t.left, t.top, t.right, t.bottom, wide);
    else if (t.going || t.now?.band) take(t.left, t.top, t.right, t.bottom, MARGIN);
  }
  for (const leg of undated) {
    if (leg.unit !== chosen) continue;
    for (const [x, y] of leg.points.map(([mx, my]) => pixelOf(view, mx, my))) take(x, y, x, y, MARGIN);
  }
  if (left >= right) return { x: 0, y: 0, w: 0, h: 0 };
  const x = Math.max(0, left);
  const y = Math.max(0, top);
  return { x, y, w: Math.max(0, Math.min(view.width, right) - x), h: Math.max(0, Math.min(view.height, bottom) - y) };
}

/** Trails that grow, and where units may be. */
function drawGrowing(ctx, tracks, { chosen, chosenOf, strength, trailWidth, colours, size }) {
  ctx.lineJoin = "round";
  for (const t of tracks) {
    const mine = chosenOf(t);
    if (!t.visible || !t.inView || (!t.going && !mine)) continue;
    ctx.globalAlpha = mine ? 1 : (chosen ? 0.6 : 0.9) * strength(t);
    const width = mine ? trailWidth * 1.15 : trailWidth * (t.unit.rank === 1 ? 1 : 0.8);
    strokeTrail(ctx, t, width, trailOf(t.unit, colours), colours.halo);
  }
  ctx.globalAlpha = 1;
  // Units that go together have one band; laid on one another they would look surer than they are.
  const laid = new Set();
  for (const t of tracks) {
    if (!t.now?.band || !t.inView) continue;
    const { from, to } = t.now.band;
    const same = `${t.wayKey} ${Math.round(from / 50)} ${Math.round(to / 50)}`;
    if (laid.has(same)) continue;
    laid.add(same);
    const small = t.unit.rank > 1 && !chosenOf(t) ? 0.62 : 1;
    drawPossible(ctx, t, t.now.band, size.band * small, trailOf(t.unit, colours), colours.dark ? 0.26 : 0.22, t.alpha);
  }
}

/**
 * Of the unit selected: legs that cannot be placed in time, and the circle of a place that is only roughly known.
 * @returns {{x: number, y: number, w: number, h: number} | null} the box of the words under a circle not drawn in full
 */
function drawChosen(ctx, undated, own, now) {
  const { scene, chosen, selected, view, trailWidth, colours } = now;
  for (const leg of undated) {
    if (leg.unit !== chosen || (selected.itinerary && selected.itinerary !== leg.itinerary)) continue;
    strokeUndated(ctx, leg.points, view, trailWidth, trailOf(scene.units[leg.unit], colours), colours.halo);
  }
  let note = null;
  for (const t of own) {
    const stop = t.now && t.now.atStop >= 0 ? t.track.stops[t.now.atStop] : null;
    if (stop && stop.accuracy >= 300) {
      note = outlineArea(ctx, { lon: t.now.lon, lat: t.now.lat, accuracy: stop.accuracy }, now, trailOf(t.unit, colours));
    }
  }
  return note;
}

/** The marks to be drawn, each where it stands by the last laying out; the lines of trails are noted for the pointer. */
function standingOf(tracks, { scene, view, mpp, eased, elapsed, on }) {
  const standing = [];
  for (const t of tracks) {
    if (!t.visible) continue;
    if (t.inView && t.metres > 0) {
      t.line.count = lineUpTo(t);
      if (t.line.count >= 4) on.trails.push(t.line);
    }
    if (t.alpha <= 0 || (!t.now && !t.last)) continue;
    if (t.now) standPoint(t, scene, mpp);
    if (t.x < -30 || t.y < -30 || t.x > view.width + 30 || t.y > view.height + 30) continue;
    // Two itineraries of one unit that agree on where it is are one mark.
    if (standing.some((o) => o.track.unit === t.track.unit && Math.abs(o.x - t.x) + Math.abs(o.y - t.y) < 4)) continue;
    standing.push(t);
  }
  const ease = eased ? 1 - Math.exp(-elapsed / 90) : 1;
  for (const t of standing) {
    const share = t.laid ? ease : 1;
    t.offX = share < 1 ? t.offX + (t.offToX - t.offX) * share : t.offToX;
    t.offY = share < 1 ? t.offY + (t.offToY - t.offY) * share : t.offToY;
    setOff(t);
  }
  return standing;
}

/** Bars where knowledge ends. */
function drawEnds(ctx, tracks, { minute, chosen, mpp, strength, colours, size }) {
  for (const t of tracks) {
    if (!t.shown || t.now || !t.inView || t.end.known || minute <= t.end.minute || t.metres < 0) continue;
    if (t.track.best.length === 0 || minute < t.track.best[0][0]) continue;
    // A bar without a trail is hard to read where it has no words, or no longer has them.
    if (t.metres === 0 && t.track.unit !== chosen && (t.faded || seldom(t, mpp, chosen))) continue;
    const end = endPoint(t);
    ctx.globalAlpha = (t.faded ? 0.5 : 1) * strength(t);
    drawEndBar(ctx, end.x, end.y, end.angle, trailOf(t.unit, colours), size.mark * 0.8);
  }
  ctx.globalAlpha = 1;
}

/** A mark without a slip shows its name while the pointer is on it. */
function drawOver(ctx, standing, items, now) {
  const { on, view } = now;
  if (!on.over || items.some((item) => item.t?.track.unit === on.over)) return;
  const t = standing.find((one) => one.track.unit === on.over && one.now);
  if (!t) return;
  const made = slip(specOf(t, false, now));
  const left = t.x + 14 + made.w > view.width - 14 ? t.x - 14 - made.w : t.x + 14;
  drawSlip(ctx, made, Math.round(left), Math.round(t.y - made.h - 6));
}

/** The minute, the view and the light of a frame, with what follows from them for all tracks. */
function frameOf(scene, state, { map, on, view, middle, wide, time, elapsed, eased }) {
  const { minute, language, layers, selected } = state;
  const mpp = metresPerPixel(map);
  const size = measures(wide);
  const chosen = selected?.kind === "unit" ? selected.id : null;
  const chosenOf = (t) => chosen === t.track.unit && (!selected.itinerary || selected.itinerary === t.track.itinerary);
  const paleness = Math.max(0, Math.min(1, (mpp - PALE[0]) / (PALE[1] - PALE[0])));
  return {
    scene, minute, language, layers, selected, on, view, middle, time, elapsed, eased, mpp, size, chosen, chosenOf,
    colours: stepColours(minute),
    trailWidth: size.trail * Math.max(0.55, Math.min(1.1, 1.2 - mpp / 80)),
    /** Strength of a unit's trail and mark at this scale: the lesser ones are pale on a small map. */
    strength: (t) => (chosenOf(t) || t.unit.rank === 1 ? 1 : 1 - (t.unit.rank === 2 ? 0.35 : 0.65) * paleness),
  };
}

/**
 * @param {HTMLElement} root
 * @param {import("./store.js").Store} store
 * @param {any} scene
 * @param {{map: any, L: any, clock?: any}} extras
 */
export function mount(root, store, scene, extras) {
  const { map } = extras;
  const container = map.getContainer();
  const press = pressOf(map);
  const marks = canvasOver(container, "marks");
  const on = scenery(map);
  const picking = mountPick(root, store, scene, extras);
  const tracks = scene.tracks.map((track) => prepare(track, scene)).filter((t) => t.tone !== "crowd");
  const undated = (scene.undated ?? []).map((leg) => ({ ...leg, points: leg.path.map(([lon, lat]) => mercator(lon, lat)) }));
  const timed = scene.events.filter((e) => e.minute !== null && e.units.length > 0);
  const middle = centreOf(placesOf(scene).filter(({ place }) => place.kind === "gate" && !place.area));
  const labels = labelling(store, tracks);
  /** Time until which the slip of a unit to which something has just happened bears the line of a selection. */
  const flashes = new Map();

  let settledKey = "";
  let cutAt = -Infinity;
  let cutBox = { x: 0, y: 0, w: 0, h: 0 };
  /** The box of words that stand under a circle not drawn in full. */
  let note = null;
  let view = viewOf(map);
  let viewKey = "";
  let lastMinute = store.state.minute;
  let lastTime = 0;
  let asked = 0;
  let wide = window.innerWidth;

  const look = () => {
    const fresh = viewOf(map);
    const key = `${fresh.scale} ${fresh.x} ${fresh.y} ${fresh.width} ${fresh.height} ${wide}`;
    if (key === viewKey) return false;
    view = fresh;
    viewKey = key;
    for (const t of tracks) project(t, view);
    return true;
  };

  const draw = (time) => {
    const { minute, layers, playing, reduced } = store.state;
    const moved = look();
    const elapsed = Math.min(60, Math.max(0, time - lastTime));
    const eased = playing && !reduced && Math.abs(minute - lastMinute) < 5;
    if (eased) {
      for (const e of timed) if (e.minute > lastMinute && e.minute <= minute) for (const id of e.units) flashes.set(id, time + FLASH_MS);
    }
    lastTime = time;
    lastMinute = minute;
    const now = frameOf(scene, store.state, { map, on, view, middle, wide, time, elapsed, eased });
    const { chosen, selected, colours } = now;
    press.turn(colours.dark, reduced);
    const still = follow(tracks, now);
    const key = `${viewKey}|${lightStep(minute)}|${chosen ?? ""}|${selected?.itinerary ?? ""}|${layers.chinese}${layers.japanese}|${still}`;
    if (key !== settledKey) drawSettled(press.cut("settled", view), tracks, now);
    // What grows is cut anew less often than marks move: between two cuts no trail grows by a pixel.
    if (!eased || key !== settledKey || time - cutAt >= CUT_EVERY_MS) {
      cutAt = time;
      const box = trailsBox(tracks, undated, now);
      press.grow((ctx) => {
        drawGrowing(ctx, tracks, now);
        if (chosen) note = drawChosen(ctx, undated, tracks.filter((t) => t.track.unit === chosen), now);
      }, around(box, cutBox));
      cutBox = box;
      note = null;
    }
    settledKey = key;
    press.print();

    const ctx = fit(marks, view.width, view.height);
    ctx.clearRect(0, 0, view.width, view.height);
    for (const list of [on.marks, on.slips, on.trails]) list.length = 0;
    const standing = standingOf(tracks, now);
    labels.renew(standing, now, viewKey, moved, note);
    drawEnds(ctx, tracks, now);
    drawEndWords(ctx, labels.endWords, now);
    drawLeaders(ctx, labels.items, now);
    for (const t of standing) {
      paintMark(ctx, t, now);
      if (t.now) on.marks.push({ kind: "unit", id: t.track.unit, itinerary: t.track.itinerary, x: t.x, y: t.y, r: now.size.mark * 0.6 });
    }
    const flashing = drawSlips(ctx, labels.items, flashes, now);
    drawOver(ctx, standing, labels.items, now);
    if (flashing && !playing) ask();
  };

  const drawNow = () => {
    cancelAnimationFrame(asked);
    asked = 0;
    draw(performance.now());
  };
  const ask = () => {
    if (!asked) asked = requestAnimationFrame(drawNow);
  };
  const off = store.on(["minute", "language", "layers", "selected", "playing"], ({ playing, minute }, changed) => {
    if (changed.has("layers") || changed.has("selected") || changed.has("language")) settledKey = "";
    if (Math.floor(minute / WORDS_EVERY) !== Math.floor(lastMinute / WORDS_EVERY)) labels.again();
    if (playing && changed.has("minute")) drawNow();
    // The words of what was picked are painted first, the map in the frame after them.
    else if (changed.has("selected") && !asked) asked = requestAnimationFrame(() => (asked = requestAnimationFrame(drawNow)));
    else ask();
  });
  map.on("move zoom viewreset resize", drawNow);
  map.on("overunit renamed", ask);
  const resized = () => {
    wide = window.innerWidth;
    ask();
  };
  window.addEventListener("resize", resized);
  return {
    destroy() {
      off();
      cancelAnimationFrame(asked);
      map.off("move zoom viewreset resize", drawNow);
      map.off("overunit renamed", ask);
      window.removeEventListener("resize", resized);
      for (const list of [on.marks, on.slips, on.trails, on.events]) list.length = 0;
      on.over = null;
      picking.destroy();
      press.drop("settled");
      marks.remove();
    },
  };
}


