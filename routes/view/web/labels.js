// The slips of units: who has one, where it goes, how it moves there, and the words at the end of knowledge.
import { drawSlip, endNote, slip } from "#paper";
import { GRADE_MS, MARK_HALF } from "#marks";
import { crowdedOut, group, leaderEnd, placing, WEIGHTS } from "#slips";
import { EVIDENCE, trailOf } from "#symbols";
import { hhmm } from "#time";
import { endPoint } from "#trails";
import { sans, serif, widthOf } from "#type";
import { pick, word } from "#words";

/** Minutes after the end of knowledge for which its words stay beside the bar; in the last of them they fade. */
const WORDS_STAY = 90;
const WORDS_FADE = 15;
/** Space between a slip and the words at an end, in pixels: a slip's paper is broader than its frame. */
const WORDS_OFF = 6;

/** Metres to a pixel up to which units of rank 1, 2, 3 have a slip. */
const SLIP_TO = [0, 120, 26, 12];

/** Whether a unit has a mark only at this scale. */
export function seldom(t, mpp, chosen) {
  return t.track.unit !== chosen && mpp > (SLIP_TO[t.unit.rank] ?? SLIP_TO[3]);
}

/** What a unit's slip says and how it looks. */
export const specOf = (t, selected, { scene, language, size }) => ({
  text: pick(t.unit.short ?? t.unit.name, language), seal: word(scene, language, t.unit.fiction ? "sheet.novel" : `sheet.seal_${t.now.grade}`),
  shape: t.shape, ink: t.ink, grade: t.now.grade, selected, language, size, hatched: t.unit.fiction === true,
});

/** The slips wanted: one for each unit that has one at this scale, one for each group of units that stand together. */
function wishesOf(standing, now) {
  const { scene, language, size, chosen, mpp, view, middle } = now;
  const gx = middle[0] * view.scale + view.x;
  const gy = middle[1] * view.scale + view.y;
  const wanted = [];
  for (const t of standing) {
    t.placedX = t.rawX;
    t.placedY = t.rawY;
    if (!t.now || seldom(t, mpp, chosen)) continue;
    const mine = t.track.unit === chosen;
    const spec = specOf(t, mine, now);
    const made = slip(spec);
    wanted.push({
      id: t.track.id, t, spec, made, x: t.anchorX, y: t.anchorY, w: made.w, h: made.h,
      rank: t.unit.rank, order: mine ? -1e6 : t.unit.rank * 1e4 + Math.hypot(t.x - gx, t.y - gy),
    });
  }
  const { single, groups } = group(wanted, (item) => item.t.track.unit === chosen);
  const wishes = single.map((item) => ({ ...item, x: item.t.x, y: item.t.y }));
  for (const { members, x, y } of groups) {
    const ids = [...new Set(members.map((m) => m.t.track.unit))];
    const [{ t: { ink } }] = members;
    const spec = {
      text: word(scene, language, "sheet.units_here", { n: ids.length }), seal: "", shape: /** @type {const} */ ("rectangle"),
      ink: members.every((m) => m.t.ink === ink) ? ink : EVIDENCE.second, grade: "derived", selected: false, language, size,
    };
    const made = slip(spec);
    wishes.push({
      id: `group ${members.map((m) => m.t.track.unit).sort().join(" ")}`, ids, spec, made, x, y, w: made.w, h: made.h,
      rank: 1, order: Math.min(...members.map((m) => m.order)),
    });
  }
  const bare = standing.filter((t) => t.now && !wanted.some((item) => item.t === t));
  return { wishes, bare };
}

const markBox = ({ x, y }) => ({ x: x - 6, y: y - 6, w: 12, h: 12, weight: WEIGHTS.mark });

/** What slips keep off: gates, names, signs, the furniture, and marks without a slip. */
function obstaclesOf(on, bare) {
  return [
    ...on.gates.map((box) => ({ ...box, weight: WEIGHTS.gate })), ...on.names,
    ...on.docks.map(({ x, y }) => ({ x: x - 7, y: y - 7, w: 14, h: 14, weight: WEIGHTS.lettering })),
    ...on.blocked.map((box) => ({ ...box, weight: 20 })), ...bare.map(markBox),
  ];
}

/**
 * Choose who has a slip and where it goes; stops now and then, so that the work can be spread over frames.
 * @param {any[]} standing
 * @param {any} now
 * @param {{items: any[], held: Map<string, import("./slips.js").Place>}} before
 * @param {{keep: boolean, rounds: number, fading: boolean}} how  `keep`: slips stay where they are if they can
 */
export function* placingLabels(standing, now, before, { keep, rounds, fading }) {
  const { view, on, chosen } = now;
  const { wishes, bare } = wishesOf(standing, now);
  const obstacles = obstaclesOf(on, bare);
  const bounds = { left: 18, top: 18, right: view.width - 18, bottom: view.height - 18 };
  const small = view.width < 700;
  const longest = small ? 90 : 180;
  let all = wishes;
  let found = yield* placing(all, obstacles, bounds, keep ? before.held : new Map(), { rounds, longest });
  const gone = crowdedOut(all, found, obstacles, (item) => item.t?.track.unit === chosen, small);
  if (gone.size > 0) {
    // Their marks stay; the pointer or a selection brings the name.
    obstacles.push(...all.filter(({ id }) => gone.has(id)).map(markBox));
    all = all.filter((item) => !gone.has(item.id));
    found = yield* placing(all, obstacles, bounds, found, { rounds: rounds - 1, longest });
  }
  const olds = new Map(keep ? before.items.map((item) => [item.id, item]) : []);
  const items = all.map((item) => {
    const spot = found.get(item.id);
    const old = olds.get(item.id);
    const turning = old && old.made !== item.made && old.spec.grade !== item.spec.grade && fading;
    return {
      ...item, before: turning ? old.made : null, turnedAt: turning ? performance.now() : 0, toX: spot.dx, toY: spot.dy,
      dx: old ? old.dx : spot.dx, dy: old ? old.dy : spot.dy, left: 0, top: 0,
    };
  });
  items.sort((a, b) => b.order - a.order);
  const boxes = all.map((item) => ({ x: found.get(item.id).x, y: found.get(item.id).y, w: item.w, h: item.h }));
  return { items, held: found, boxes };
}

/**
 * "21:30 后不详" beside the bars, where there is room.
 * @param {any[]} tracks
 * @param {any[]} standing
 * @param {{x: number, y: number, w: number, h: number}[]} boxes  of slips and of other words already placed
 * @param {any} now
 */
export function placeEndWords(tracks, standing, boxes, now) {
  const { scene, size, language, chosen, minute, mpp, view, on } = now;
  const taken = [
    ...boxes.map(({ x, y, w, h }) => ({ x: x - WORDS_OFF, y: y - WORDS_OFF, w: w + 2 * WORDS_OFF, h: h + 2 * WORDS_OFF })),
    ...on.docks.map(({ x, y, r }) => ({ x: x - r, y: y - r, w: 2 * r, h: 2 * r })),
    ...on.gates, ...on.names, ...on.blocked,
  ];
  for (const t of standing) taken.push({ x: t.x - MARK_HALF, y: t.y - MARK_HALF, w: 2 * MARK_HALF, h: 2 * MARK_HALF });
  const seen = new Set(tracks.filter((t) => t.now).map((t) => t.track.unit));
  const said = new Set();
  const out = [];
  const ended = tracks.filter((t) => t.shown && !t.now && t.inView && !t.end.known && minute > t.end.minute && t.track.best.length > 0)
    .sort((a, b) => b.end.minute - a.end.minute);
  for (const t of ended) {
    const mine = t.track.unit === chosen;
    if (said.has(t.track.unit) && !mine) continue;
    if (!mine && (minute > t.end.minute + WORDS_STAY || seldom(t, mpp, chosen))) continue;
    if (seen.has(t.track.unit)) continue;
    const end = endPoint(t);
    const name = pick(t.unit.short ?? t.unit.name, language);
    const text = word(scene, language, "time.not_known_after", { hour: hhmm(t.end.minute) });
    const w = Math.max(widthOf(sans(language, size.end, 600), name), widthOf(serif(language, size.end - 1, 500), text));
    const h = size.end * 2.35;
    const r = size.mark * 0.9;
    const spots = [[r + 4, -h / 2], [-w / 2, -h - r - 2], [-w / 2, r + 2], [-w - r - 4, -h / 2], [r, -h - r], [r, r], [-w - r, -h - r], [-w - r, r]];
    for (const [dx, dy] of spots) {
      const box = { x: Math.round(end.x + dx), y: Math.round(end.y + dy), w, h };
      const outside = box.x < 16 || box.y < 16 || box.x + w > view.width - 16 || box.y + h > view.height - 16;
      const hit = taken.some((b) => b.x < box.x + w + 3 && box.x < b.x + b.w + 3 && b.y < box.y + h + 2 && box.y < b.y + b.h + 2);
      if (outside || hit) continue;
      taken.push(box);
      said.add(t.track.unit);
      out.push({ t, name, text, ...box });
      break;
    }
  }
  return out;
}

/** Write the words at the ends of knowledge; they may be pressed like a slip. */
export function drawEndWords(ctx, endWords, { minute, chosen, language, size, colours, on }) {
  for (const { t, name, text, x, y, w, h } of endWords) {
    const left = t.end.minute + WORDS_STAY - minute;
    ctx.globalAlpha = t.track.unit === chosen ? 1 : Math.max(0, Math.min(1, left / WORDS_FADE));
    drawSlip(ctx, endNote({ name, text, w, h, ink: trailOf(t.unit, colours), language, size, colours }), x, y);
    on.slips.push({ kind: "unit", id: t.track.unit, itinerary: t.track.itinerary, x, y, w, h });
  }
  ctx.globalAlpha = 1;
}

/** Let slips glide toward their places, and draw the leaders to them. */
export function drawLeaders(ctx, items, { eased, elapsed, size, colours }) {
  const ease = eased ? 1 - Math.exp(-elapsed / 70) : 1;
  ctx.lineCap = "butt";
  for (const item of items) {
    const { t } = item;
    if (t && !t.visible) continue;
    const x = t ? t.x : item.x;
    const y = t ? t.y : item.y;
    item.dx += (item.toX - item.dx) * ease;
    item.dy += (item.toY - item.dy) * ease;
    item.left = Math.round(x + item.dx);
    item.top = Math.round(y + item.dy);
    const [ex, ey] = leaderEnd(x, y, item.left, item.top, item.w, item.h);
    ctx.globalAlpha = t ? t.alpha : 1;
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.lineTo(ex, ey);
    ctx.lineWidth = size.leader + 2;
    ctx.strokeStyle = colours.halo;
    ctx.stroke();
    ctx.lineWidth = size.leader;
    ctx.strokeStyle = t ? trailOf(t.unit, colours) : colours.ink;
    ctx.stroke();
  }
}

/**
 * Draw the slips where the leaders have brought them.
 * @param {CanvasRenderingContext2D} ctx
 * @param {any[]} items
 * @param {Map<string, number>} flashes  time until which a unit's slip bears the line of a selection
 * @param {any} now
 * @returns {boolean} whether some slip flashes
 */
export function drawSlips(ctx, items, flashes, now) {
  const { scene, language, eased, time, on } = now;
  let flashing = false;
  for (const item of items) {
    const { t } = item;
    if (t && !t.visible) continue;
    ctx.globalAlpha = t ? t.alpha : 1;
    const flash = t ? (flashes.get(t.track.unit) ?? -1) > time : false;
    flashing ||= flash;
    if (t && t.now && !t.unit.fiction && t.now.grade !== item.spec.grade) {
      // The slip turns to its new grade at once, not when slips are next placed.
      item.spec = { ...item.spec, grade: t.now.grade, seal: word(scene, language, `sheet.seal_${t.now.grade}`) };
      item.before = eased ? item.made : null;
      item.turnedAt = time;
      item.made = slip(item.spec);
    }
    const turned = item.before ? Math.min(1, (time - item.turnedAt) / GRADE_MS) : 1;
    if (turned < 1) {
      drawSlip(ctx, item.before, item.left, item.top);
      ctx.globalAlpha *= turned;
    } else item.before = null;
    drawSlip(ctx, flash ? slip({ ...item.spec, selected: true }) : item.made, item.left, item.top);
    const box = { x: item.left, y: item.top, w: item.w, h: item.h };
    on.slips.push(t ? { kind: "unit", id: t.track.unit, itinerary: t.track.itinerary, ...box } : { kind: "group", id: item.id, ids: item.ids, ...box });
  }
  ctx.globalAlpha = 1;
  return flashing;
}
