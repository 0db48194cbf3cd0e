// What moves: trails, possible positions, marks, slips and the bars where knowledge ends. Three canvases: trails that
// stand still, trails that grow, and marks with their slips; the names of places lie between the second and the third.
import { hhmm } from "#time";
import { mount as mountPick, scenery } from "#pick";
import { canvasOver, fadeOut, mercator, metresPerPixel, outlineArea, viewOf } from "#sheet";
import { lightStep, stepColours } from "#sky";
import { crowdedOut, group, GROUP_MORE_THAN, leaderEnd, place as placeSlips, WEIGHTS } from "#slips";
import {
  drawEndBar, drawMark, drawSlip, drawText, EVIDENCE, fit, inkOf, measures, sans, serif, shapeOf, slip, toneOf, trailOf,
  trailStyle,
} from "#symbols";
import { endOf, isMoving, metresAt, positionAt, reached } from "#tracks";
import { pick, word } from "#words";

/** Minutes after its end from which a trail is shown at half strength. */
const FADES_AFTER = 90;
/** Minutes after the end of knowledge for which its words stay beside the bar; in the last of them they fade. */
const WORDS_STAY = 90;
const WORDS_FADE = 15;
/** Metres to a pixel up to which units of rank 1, 2, 3 have a slip. */
const SLIP_TO = [0, 120, 26, 12];
/** A mark may move so far, in pixels, before all slips are placed anew. */
const PLACE_AGAIN = 26;
/** While playing, slips are placed no more often than this. */
const PLACE_EVERY_MS = 600;
/** A unit at a gate stands so far off it, in pixels. */
const OFF_GATE = 14;
/** Half the side of the square that a mark is held to cover. */
const MARK_HALF = 8;
const FADE_MS = 400;
const GRADE_MS = 240;
/** Metres to a pixel from which marks and trails of ranks 2 and 3 grow pale, and at which they are palest. */
const PALE = [24, 60];
const FLASH_MS = 600;

/**
 * @param {HTMLElement} root
 * @param {import("./store.js").Store} store
 * @param {any} scene
 * @param {{map: any, L: any, clock?: any}} extras
 */
export function mount(root, store, scene, extras) {
  const { map } = extras;
  const container = map.getContainer();
  const settled = canvasOver(container, "settled");
  const growing = canvasOver(container, "trails");
  const marks = canvasOver(container, "marks");
  const on = scenery(map);
  const picking = mountPick(root, store, scene, extras);

  const tracks = scene.tracks.map((track) => prepare(track, scene)).filter((t) => t.tone !== "crowd");
  const byUnit = new Map();
  for (const t of tracks) {
    if (!byUnit.has(t.track.unit)) byUnit.set(t.track.unit, []);
    byUnit.get(t.track.unit).push(t);
  }
  const undated = (scene.undated ?? []).map((leg) => ({ ...leg, points: leg.path.map(([lon, lat]) => mercator(lon, lat)) }));
  const timed = scene.events.filter((e) => e.minute !== null && e.units.length > 0);
  const gates = Object.entries(scene.places).filter(([, p]) => p.kind === "gate" && !p.area);
  const middle = gates.length > 0
    ? gates.map(([, p]) => mercator(p.lon, p.lat)).reduce(([x, y], [a, b]) => [x + a / gates.length, y + b / gates.length], [0, 0])
    : mercator(0, 0);

  /** @type {Map<string, import("./slips.js").Place>} */
  let held = new Map();
  let items = [];
  let groups = [];
  let endWords = [];
  let placedKey = "";
  let placedAt = 0;
  let settledKey = "";
  let view = viewOf(map);
  let viewKey = "";
  let lastMinute = store.state.minute;
  let lastTime = 0;
  let asked = 0;
  let wide = window.innerWidth;
  let dark = stepColours(store.state.minute).dark;
  let names = -1;
  /** Where the words under a circle stand that is not drawn in full. */
  let note = null;
  const flashes = new Map();

  const shownSide = (t, layers, chosen) => {
    const side = t.unit.side;
    // What is told in the novel alone is drawn only for those who ask for it.
    if (t.unit.fiction && t.track.unit !== chosen) return false;
    if (side === "japanese") return layers.japanese;
    return layers.chinese;
  };

  const look = () => {
    const fresh = viewOf(map);
    const key = `${fresh.scale} ${fresh.x} ${fresh.y} ${fresh.width} ${fresh.height} ${wide}`;
    if (key === viewKey) return false;
    view = fresh;
    viewKey = key;
    for (const t of tracks) project(t, view);
    return true;
  };

  /** Strokes a stretch of a trail, each leg as its grade has it. */
  const strokeTrail = (ctx, t, from, to, width, colour, halo) => {
    for (const leg of t.legs) {
      const a = Math.max(from, leg.from);
      const b = Math.min(to, leg.to);
      if (!(b > a)) continue;
      const { dash, cap } = trailStyle(leg.grade, width);
      ctx.lineCap = cap;
      ctx.beginPath();
      trace(ctx, t, a, b);
      ctx.setLineDash(cap === "round" ? dash : []);
      ctx.lineWidth = width + 3;
      ctx.strokeStyle = halo;
      ctx.stroke();
      ctx.setLineDash(dash);
      ctx.lineWidth = width;
      ctx.strokeStyle = colour;
      ctx.stroke();
    }
    ctx.setLineDash([]);
  };

  const draw = (time) => {
    const { minute, language, layers, selected, playing, reduced } = store.state;
    const newView = look();
    const size = measures(wide);
    const colours = stepColours(minute);
    const mpp = metresPerPixel(map);
    const chosen = selected?.kind === "unit" ? selected.id : null;
    const chosenOf = (t) => chosen === t.track.unit && (!selected.itinerary || selected.itinerary === t.track.itinerary);
    const elapsed = Math.min(60, Math.max(0, time - lastTime));
    lastTime = time;
    if (colours.dark !== dark) {
      dark = colours.dark;
      if (!reduced) for (const canvas of [settled, growing]) fadeOut(canvas);
    }
    const eased = playing && !reduced && Math.abs(minute - lastMinute) < 5;
    if (eased) {
      for (const e of timed) if (e.minute > lastMinute && e.minute <= minute) for (const id of e.units) flashes.set(id, time + FLASH_MS);
    }
    lastMinute = minute;
    /** Strength of a unit's trail and mark at this scale: the lesser ones are pale on a small map. */
    const paleness = Math.max(0, Math.min(1, (mpp - PALE[0]) / (PALE[1] - PALE[0])));
    const strength = (t) => (chosenOf(t) || t.unit.rank === 1 ? 1 : 1 - (t.unit.rank === 2 ? 0.35 : 0.65) * paleness);
    const trailWidth = size.trail * Math.max(0.55, Math.min(1.1, 1.2 - mpp / 80));

    // What each track does now.
    let key = `${viewKey}|${lightStep(minute)}|${chosen ?? ""}|${selected?.itinerary ?? ""}|${layers.chinese}${layers.japanese}|`;
    for (const t of tracks) {
      t.shown = shownSide(t, layers, chosen);
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

    // Trails that stand still.
    if (key !== settledKey) {
      settledKey = key;
      const ctx = fit(settled, view.width, view.height);
      ctx.clearRect(0, 0, view.width, view.height);
      ctx.lineJoin = "round";
      for (const t of tracks) {
        if (t.going || !t.visible || !t.inView || chosenOf(t)) continue;
        ctx.globalAlpha = (t.faded ? 0.5 : chosen ? 0.6 : 0.9) * strength(t);
        strokeTrail(ctx, t, 0, t.metres, trailWidth * (t.unit.rank === 1 ? 1 : 0.8), trailOf(t.unit, colours), colours.halo);
      }
      ctx.globalAlpha = 1;
    }

    // Trails that grow, and where a unit may be.
    const live = fit(growing, view.width, view.height);
    live.clearRect(0, 0, view.width, view.height);
    live.lineJoin = "round";
    for (const t of tracks) {
      const mine = chosenOf(t);
      if (!t.visible || !t.inView || (!t.going && !mine)) continue;
      live.globalAlpha = mine ? 1 : (chosen ? 0.6 : 0.9) * strength(t);
      const width = mine ? trailWidth * 1.15 : trailWidth * (t.unit.rank === 1 ? 1 : 0.8);
      strokeTrail(live, t, 0, t.metres, width, trailOf(t.unit, colours), colours.halo);
    }
    live.globalAlpha = 1;
    // Units that go together have one band; laid on one another they would look surer than they are.
    const laid = new Set();
    for (const t of tracks) {
      if (!t.now?.band || !t.inView) continue;
      const { from, to } = t.now.band;
      const same = `${t.wayKey} ${Math.round(from / 50)} ${Math.round(to / 50)}`;
      if (laid.has(same)) continue;
      laid.add(same);
      const small = t.unit.rank > 1 && !chosenOf(t) ? 0.62 : 1;
      drawPossible(live, t, t.now.band, size.band * small, trailOf(t.unit, colours), colours.dark ? 0.26 : 0.22, t.alpha);
    }
    note = null;
    if (chosen) {
      for (const leg of undated) {
        if (leg.unit !== chosen || (selected.itinerary && selected.itinerary !== leg.itinerary)) continue;
        live.beginPath();
        leg.points.forEach(([mx, my], i) => {
          const x = mx * view.scale + view.x;
          const y = my * view.scale + view.y;
          if (i === 0) live.moveTo(x, y);
          else live.lineTo(x, y);
        });
        const { dash } = trailStyle("unknown", trailWidth);
        live.setLineDash(dash);
        live.lineCap = "round";
        live.lineWidth = trailWidth;
        live.strokeStyle = trailOf(scene.units[leg.unit], colours);
        live.stroke();
        live.setLineDash([]);
      }
      for (const t of byUnit.get(chosen) ?? []) {
        const stop = t.now && t.now.atStop >= 0 ? t.track.stops[t.now.atStop] : null;
        if (stop && stop.accuracy >= 300) {
          note = outlineArea(live, { lon: t.now.lon, lat: t.now.lat, accuracy: stop.accuracy }, view, mpp, colours, scene, language, size, trailOf(t.unit, colours));
        }
      }
    }

    // Marks.
    const ctx = fit(marks, view.width, view.height);
    ctx.clearRect(0, 0, view.width, view.height);
    on.marks.length = 0;
    on.slips.length = 0;
    on.trails.length = 0;
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
    const easeMarks = eased ? 1 - Math.exp(-elapsed / 90) : 1;
    for (const t of standing) {
      // Off the gate, in the row beside the place: as the last laying out had it.
      if (!(easeMarks < 1) || !t.laid) {
        t.offX = t.offToX;
        t.offY = t.offToY;
      } else {
        t.offX += (t.offToX - t.offX) * easeMarks;
        t.offY += (t.offToY - t.offY) * easeMarks;
      }
      t.x = t.rawX + t.offX * t.near;
      t.y = t.rawY + t.offY * t.near;
    }

    // Places of slips: anew when the view, the cast or the words change, or marks have moved far enough.
    let cast = `${viewKey}|${language}|${chosen ?? ""}|${layers.names}${layers.gates}|`;
    for (const t of standing) if (t.now) cast += `${t.index}${t.now.grade[0]}${seldom(t, mpp, chosen) ? "m" : ""} `;
    const far = standing.some((t) => (t.rawX - t.placedX) ** 2 + (t.rawY - t.placedY) ** 2 > PLACE_AGAIN ** 2);
    const sameLook = placedKey.startsWith(`${viewKey}|${language}|${chosen ?? ""}|`);
    const due = !eased || !sameLook || time - placedAt > PLACE_EVERY_MS;
    if (newView || (due && (cast !== placedKey || far || names !== on.version))) {
      const sameView = placedKey.startsWith(`${viewKey}|${language}|`);
      placedKey = cast;
      placedAt = time;
      names = on.version;
      layOut(standing, on, view, middle, scene, mpp);
      for (const t of standing) {
        if (!t.laid || !eased) {
          t.offX = t.offToX;
          t.offY = t.offToY;
        }
        t.laid = true;
        t.x = t.rawX + t.offX * t.near;
        t.y = t.rawY + t.offY * t.near;
      }
      setPlaces(standing, { size, language, chosen, mpp, colours, minute, keep: sameView, rounds: playing ? 1 : 3 });
    }

    // Ends of knowledge.
    for (const t of tracks) {
      if (!t.shown || t.now || !t.inView || t.end.known || minute <= t.end.minute || t.metres < 0) continue;
      if (t.track.best.length === 0 || minute < t.track.best[0][0]) continue;
      // A bar without a trail is hard to read where it has no words, or no longer has them.
      if (t.metres === 0 && t.track.unit !== chosen && (t.faded || seldom(t, mpp, chosen))) continue;
      const end = endPoint(t, view);
      ctx.globalAlpha = (t.faded ? 0.5 : 1) * strength(t);
      drawEndBar(ctx, end.x, end.y, end.angle, trailOf(t.unit, colours), size.mark * 0.8);
    }
    ctx.globalAlpha = 1;
    for (const words of endWords) {
      const left = words.t.end.minute + WORDS_STAY - minute;
      ctx.globalAlpha = words.t.track.unit === chosen ? 1 : Math.max(0, Math.min(1, left / WORDS_FADE));
      ctx.font = sans(language, size.end, 600);
      ctx.textAlign = "left";
      ctx.textBaseline = "top";
      drawText(ctx, words.name, words.x, words.y, trailOf(words.t.unit, colours), colours.halo);
      ctx.font = serif(language, size.end - 1, 500);
      drawText(ctx, words.text, words.x, words.y + size.end * 1.2, colours.ink, colours.halo);
      on.slips.push({ kind: "unit", id: words.t.track.unit, itinerary: words.t.track.itinerary, x: words.x, y: words.y, w: words.w, h: words.h });
    }

    ctx.globalAlpha = 1;
    // Leaders, then marks, then slips.
    const ease = eased ? 1 - Math.exp(-elapsed / 70) : 1;
    ctx.lineCap = "butt";
    for (const item of items) {
      const t = item.t;
      if (t && !t.visible) continue;
      const x = t ? t.x : item.x;
      const y = t ? t.y : item.y;
      item.dx += (item.toX - item.dx) * ease;
      item.dy += (item.toY - item.dy) * ease;
      const left = Math.round(x + item.dx);
      const top = Math.round(y + item.dy);
      const [ex, ey] = leaderEnd(x, y, left, top, item.w, item.h);
      item.left = left;
      item.top = top;
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
    for (const t of standing) {
      ctx.globalAlpha = t.alpha * strength(t);
      const mine = chosenOf(t);
      const small = t.crowded || mpp > 45 ? 0.66 : t.unit.rank > 1 && !mine ? (t.unit.rank === 3 ? 0.74 : 0.86) : 1;
      const grade = t.unit.fiction ? "novel" : t.lastGrade;
      if (t.drawnGrade !== grade) {
        t.beforeGrade = eased ? t.drawnGrade : null;
        t.gradeAt = time;
        t.drawnGrade = grade;
      }
      const turned = t.beforeGrade ? Math.min(1, (time - t.gradeAt) / GRADE_MS) : 1;
      if (turned < 1) {
        drawMark(ctx, t.shape, t.beforeGrade, t.ink, t.x, t.y, size.mark * small, mine);
        ctx.globalAlpha *= turned;
      }
      drawMark(ctx, t.shape, grade, t.ink, t.x, t.y, size.mark * small, mine);
      if (t.now) on.marks.push({ kind: "unit", id: t.track.unit, itinerary: t.track.itinerary, x: t.x, y: t.y, r: size.mark * 0.6 });
    }
    let flashing = false;
    for (const item of items) {
      const t = item.t;
      if (t && !t.visible) continue;
      ctx.globalAlpha = t ? t.alpha : 1;
      const until = t ? flashes.get(t.track.unit) : undefined;
      const flash = until !== undefined && until > time;
      if (flash) flashing = true;
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
      on.slips.push(item.t
        ? { kind: "unit", id: t.track.unit, itinerary: t.track.itinerary, x: item.left, y: item.top, w: item.w, h: item.h }
        : { kind: "group", id: item.id, ids: item.ids, x: item.left, y: item.top, w: item.w, h: item.h });
    }
    ctx.globalAlpha = 1;
    // A mark without a slip shows its name while the pointer is on it.
    if (on.over && !items.some((item) => item.t?.track.unit === on.over)) {
      const t = standing.find((one) => one.track.unit === on.over && one.now);
      if (t) {
        const made = slip(specOf(t, false, language, size));
        const left = t.x + 14 + made.w > view.width - 14 ? t.x - 14 - made.w : t.x + 14;
        drawSlip(ctx, made, Math.round(left), Math.round(t.y - made.h - 6));
      }
    }
    if (flashing && !playing) ask();
  };

  /** What a unit's slip says and how it looks. */
  const specOf = (t, selected, language, size) => ({
    text: pick(t.unit.short ?? t.unit.name, language), seal: word(scene, language, t.unit.fiction ? "sheet.novel" : `sheet.seal_${t.now.grade}`),
    shape: t.shape, ink: t.ink, grade: t.now.grade, selected, language, size, hatched: t.unit.fiction === true,
  });

  /** Choose who has a slip and where it goes. */
  const setPlaces = (standing, { size, language, chosen, mpp, colours, minute, keep, rounds }) => {
    const wanted = [];
    for (const t of standing) {
      t.placedX = t.rawX;
      t.placedY = t.rawY;
      if (!t.now) continue;
      const mine = t.track.unit === chosen;
      if (seldom(t, mpp, chosen)) continue;
      const spec = specOf(t, mine, language, size);
      const made = slip(spec);
      const gx = middle[0] * view.scale + view.x;
      const gy = middle[1] * view.scale + view.y;
      wanted.push({
        id: t.track.id, t, spec, made, x: t.anchorX, y: t.anchorY, w: made.w, h: made.h,
        rank: t.unit.rank, order: mine ? -1e6 : t.unit.rank * 1e4 + Math.hypot(t.x - gx, t.y - gy),
      });
    }
    const gathered = group(wanted, (item) => item.t.track.unit === chosen);
    groups = gathered.groups;
    const wishes = gathered.single.map((item) => ({ ...item, x: item.t.x, y: item.t.y }));
    for (const g of groups) {
      const ids = [...new Set(g.members.map((m) => m.t.track.unit))];
      const spec = {
        text: word(scene, language, "sheet.units_here", { n: ids.length }), seal: "", shape: /** @type {const} */ ("rectangle"),
        ink: g.members.every((m) => m.t.ink === g.members[0].t.ink) ? g.members[0].t.ink : EVIDENCE.second, grade: "derived",
        selected: false, language, size,
      };
      const made = slip(spec);
      wishes.push({
        id: `group ${g.members.map((m) => m.t.track.unit).sort().join(" ")}`, ids, spec, made, x: g.x, y: g.y, w: made.w, h: made.h,
        rank: 1, order: Math.min(...g.members.map((m) => m.order)),
      });
    }
    const obstacles = [];
    for (const box of on.gates) obstacles.push({ ...box, weight: WEIGHTS.gate });
    for (const box of on.names) obstacles.push(box);
    for (const disc of on.docks) obstacles.push({ x: disc.x - 7, y: disc.y - 7, w: 14, h: 14, weight: WEIGHTS.lettering });
    for (const box of on.blocked) obstacles.push({ ...box, weight: 20 });
    const bounds = { left: 18, top: 18, right: view.width - 18, bottom: view.height - 18 };
    // A mark without a slip is also to be seen.
    for (const t of standing) {
      if (t.now && !wanted.some((item) => item.t === t)) obstacles.push({ x: t.x - 6, y: t.y - 6, w: 12, h: 12, weight: WEIGHTS.mark });
    }
    let all = wishes;
    const small = view.width < 700;
    const longest = small ? 90 : 180;
    let found = placeSlips(all, obstacles, bounds, keep ? held : new Map(), { rounds, longest });
    const gone = crowdedOut(all, found, obstacles, (item) => item.t?.track.unit === chosen, small);
    if (gone.size > 0) {
      // Their marks stay; the pointer or a selection brings the name.
      for (const item of all) if (gone.has(item.id)) obstacles.push({ x: item.x - 6, y: item.y - 6, w: 12, h: 12, weight: WEIGHTS.mark });
      all = all.filter((item) => !gone.has(item.id));
      found = placeSlips(all, obstacles, bounds, found, { rounds: rounds - 1, longest });
    }
    const before = new Map(items.map((item) => [item.id, item]));
    held = found;
    items = all.map((item) => {
      const spot = found.get(item.id);
      const old = keep ? before.get(item.id) : undefined;
      const turning = old && old.made !== item.made && old.spec.grade !== item.spec.grade && store.state.playing && !store.state.reduced;
      return { ...item, before: turning ? old.made : null, turnedAt: turning ? lastTime : 0, toX: spot.dx, toY: spot.dy, dx: old ? old.dx : spot.dx, dy: old ? old.dy : spot.dy, left: 0, top: 0 };
    });
    items.sort((a, b) => b.order - a.order);
    setEndWords(standing, found, all, { size, language, chosen, colours, minute, mpp });
  };

  /** "21:30 后不详" beside the bars, where there is room. */
  const setEndWords = (standing, found, all, { size, language, chosen, minute, mpp }) => {
    endWords = [];
    const taken = all.map((item) => ({ x: found.get(item.id).x, y: found.get(item.id).y, w: item.w, h: item.h }));
    taken.push(...on.gates, ...on.names, ...on.blocked);
    if (note) taken.push(note);
    for (const t of standing) taken.push({ x: t.x - MARK_HALF, y: t.y - MARK_HALF, w: 2 * MARK_HALF, h: 2 * MARK_HALF });
    const ctx = marks.getContext("2d");
    const said = new Set();
    const ended = tracks.filter((t) => t.shown && !t.now && t.inView && !t.end.known && minute > t.end.minute && t.track.best.length > 0)
      .sort((a, b) => b.end.minute - a.end.minute);
    for (const t of ended) {
      const mine = t.track.unit === chosen;
      if (said.has(t.track.unit) && !mine) continue;
      if (!mine && (minute > t.end.minute + WORDS_STAY || seldom(t, mpp, chosen))) continue;
      if ((byUnit.get(t.track.unit) ?? []).some((other) => other.now)) continue;
      const end = endPoint(t, view);
      const name = pick(t.unit.short ?? t.unit.name, language);
      const text = word(scene, language, "time.not_known_after", { hour: hhmm(t.end.minute) });
      ctx.font = sans(language, size.end, 600);
      let w = ctx.measureText(name).width;
      ctx.font = serif(language, size.end - 1, 500);
      w = Math.max(w, ctx.measureText(text).width);
      const h = size.end * 2.35;
      const r = size.mark * 0.9;
      const spots = [[r + 4, -h / 2], [-w / 2, -h - r - 2], [-w / 2, r + 2], [-w - r - 4, -h / 2], [r, -h - r], [r, r], [-w - r, -h - r], [-w - r, r]];
      for (const [dx, dy] of spots) {
        const box = { x: Math.round(end.x + dx), y: Math.round(end.y + dy), w, h };
        const out = box.x < 16 || box.y < 16 || box.x + w > view.width - 16 || box.y + h > view.height - 16;
        const hit = taken.some((b) => b.x < box.x + w + 3 && box.x < b.x + b.w + 3 && b.y < box.y + h + 2 && box.y < b.y + b.h + 2);
        if (out || hit) continue;
        taken.push(box);
        said.add(t.track.unit);
        endWords.push({ t, name, text, ...box });
        break;
      }
    }
  };

  const drawNow = () => {
    cancelAnimationFrame(asked);
    asked = 0;
    draw(performance.now());
  };
  const ask = () => {
    if (!asked) asked = requestAnimationFrame(drawNow);
  };
  // The words at ends of knowledge are chosen anew every quarter of an hour even if no mark moves.
  const off = store.on(["minute", "language", "layers", "selected", "playing"], ({ playing, minute }, changed) => {
    if (changed.has("layers") || changed.has("selected") || changed.has("language")) settledKey = "";
    if (Math.floor(minute / 15) !== Math.floor(lastMinute / 15)) placedKey = `${placedKey.slice(0, placedKey.lastIndexOf("|"))}|again`;
    if (playing && changed.has("minute")) drawNow();
    else ask();
  });
  const moved = () => drawNow();
  map.on("move zoom viewreset resize", moved);
  map.on("overunit renamed", ask);
  const resized = () => {
    wide = window.innerWidth;
    ask();
  };
  window.addEventListener("resize", resized);
  document.fonts?.ready?.then(() => {
    placedKey = "";
    ask();
  });
  return {
    destroy() {
      off();
      cancelAnimationFrame(asked);
      map.off("move zoom viewreset resize", moved);
      map.off("overunit renamed", ask);
      window.removeEventListener("resize", resized);
      for (const list of [on.marks, on.slips, on.trails, on.events]) list.length = 0;
      on.over = null;
      picking.destroy();
      for (const canvas of [settled, growing, marks]) canvas.remove();
    },
  };
}

/** Whether a unit has a mark only at this scale. */
function seldom(t, mpp, chosen) {
  return t.track.unit !== chosen && mpp > (SLIP_TO[t.unit.rank] ?? SLIP_TO[3]);
}

/** A track with all that drawing needs, so that a frame makes nothing. */
function prepare(track, scene) {
  const unit = scene.units[track.unit] ?? { name: ["", null, ""], kind: "formation", side: "neutral", rank: 3 };
  const n = track.path.length;
  const mx = new Float64Array(n);
  const my = new Float64Array(n);
  const along = new Float64Array(n);
  track.path.forEach(([lon, lat, metres], i) => {
    [mx[i], my[i]] = mercator(lon, lat);
    along[i] = metres;
  });
  const points = new Float32Array(2 * n + 2);
  return {
    index: scene.tracks.indexOf(track), track, unit, shape: shapeOf(unit), tone: toneOf(unit),
    wayKey: `${track.path[0]?.slice(0, 2)} ${track.path[n - 1]?.join(" ")}`,
    ink: unit.fiction ? EVIDENCE.neutral : inkOf(unit), end: endOf(track), n, mx, my, along, px: new Float32Array(2 * n),
    legs: track.legs.length > 0 ? track.legs : [], spot: {}, now: null, last: false, lastGrade: "reconstructed",
    line: { kind: "unit", id: track.unit, itinerary: track.itinerary, points, count: 0 },
    x: 0, y: 0, rawX: 0, rawY: 0, near: 0, gate: null, spotStop: null, offX: 0, offY: 0, offToX: 0, offToY: 0, laid: false, drawnGrade: null,
    beforeGrade: null, gradeAt: 0, anchorX: 0, anchorY: 0, crowded: false, placedX: -1e6, placedY: -1e6, alpha: undefined, inView: true, visible: false, going: false, metres: 0,
    faded: false, shown: true,
  };
}

/** Pixels of a track's path in a view, and whether it can be seen at all. */
function project(t, view) {
  let left = Infinity;
  let right = -Infinity;
  let top = Infinity;
  let bottom = -Infinity;
  for (let i = 0; i < t.n; i += 1) {
    const x = t.mx[i] * view.scale + view.x;
    const y = t.my[i] * view.scale + view.y;
    t.px[2 * i] = x;
    t.px[2 * i + 1] = y;
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  t.inView = right > -40 && bottom > -40 && left < view.width + 40 && top < view.height + 40;
}

/** Index of the last vertex not further along than so many metres. */
function vertexBefore(t, metres) {
  let low = 0;
  let high = t.n;
  while (low < high) {
    const mid = (low + high) >> 1;
    if (t.along[mid] <= metres) low = mid + 1;
    else high = mid;
  }
  return Math.max(0, low - 1);
}

const joint = { x: 0, y: 0, i: 0 };
/** The pixel so many metres along; the same object each time. */
function pixelAt(t, metres) {
  const i = vertexBefore(t, metres);
  const j = Math.min(t.n - 1, i + 1);
  const span = t.along[j] - t.along[i];
  const k = span > 0 ? Math.max(0, Math.min(1, (metres - t.along[i]) / span)) : 0;
  joint.x = t.px[2 * i] + (t.px[2 * j] - t.px[2 * i]) * k;
  joint.y = t.px[2 * i + 1] + (t.px[2 * j + 1] - t.px[2 * i + 1]) * k;
  joint.i = i;
  return joint;
}

/** Add a stretch of a path to the current outline of a context. */
function trace(ctx, t, from, to) {
  const a = pixelAt(t, from);
  ctx.moveTo(a.x, a.y);
  let x = a.x;
  let y = a.y;
  const last = vertexBefore(t, to);
  for (let i = a.i + 1; i <= last; i += 1) {
    const nx = t.px[2 * i];
    const ny = t.px[2 * i + 1];
    // Vertices closer than a pixel are not worth a line.
    if (i < last && Math.abs(nx - x) + Math.abs(ny - y) < 1) continue;
    ctx.lineTo(nx, ny);
    x = nx;
    y = ny;
  }
  const b = pixelAt(t, to);
  ctx.lineTo(b.x, b.y);
}

/** Fill the line that the pointer is tested against; returns how many numbers are valid. */
function lineUpTo(t) {
  const end = pixelAt(t, t.metres);
  const last = end.i;
  const out = t.line.points;
  for (let i = 0; i <= last; i += 1) {
    out[2 * i] = t.px[2 * i];
    out[2 * i + 1] = t.px[2 * i + 1];
  }
  out[2 * last + 2] = end.x;
  out[2 * last + 3] = end.y;
  return 2 * last + 4;
}

/** Where a track's mark is on its path, and how near to a gate or in which place it stands. */
function standPoint(t, scene, mpp) {
  const spot = t.now;
  const { x, y } = pixelAt(t, spot.metres);
  t.rawX = x;
  t.rawY = y;
  t.x = x;
  t.y = y;
  t.last = true;
  t.lastGrade = spot.grade;
  t.near = 1;
  t.gate = null;
  t.spotStop = spot.atStop >= 0 ? t.track.stops[spot.atStop] : null;
  let nearest = 0;
  for (const stop of t.track.stops) {
    if (!stop.place || scene.places[stop.place]?.kind !== "gate") continue;
    const near = 1 - Math.abs(stop.metres - spot.metres) / mpp / (OFF_GATE * 2);
    if (near <= nearest) continue;
    nearest = near;
    t.gate = stop;
    // On its way a unit leaves the side of the gate as it goes.
    t.near = Math.min(1, near * 1.6);
  }
  if (!t.gate && !t.spotStop) t.near = 1;
}

const shares = (ax, ay, b) => {
  const w = Math.min(ax + MARK_HALF, b.x + b.w) - Math.max(ax - MARK_HALF, b.x);
  if (w <= 0) return 0;
  const h = Math.min(ay + MARK_HALF, b.y + b.h) - Math.max(ay - MARK_HALF, b.y);
  return h > 0 ? (w * h) / (4 * MARK_HALF * MARK_HALF) : 0;
};

/**
 * Give every mark its place beside the point on which it stands: off a gate on the side that the source says (away from
 * the gate's name if it says none), several at one place in a row beside it, none on a gate, a name or another mark.
 * More than three at one place are drawn small: they share one slip.
 */
function layOut(standing, on, view, middle, scene, mpp) {
  const clusters = [];
  for (const t of [...standing].sort((a, b) => a.unit.rank - b.unit.rank || a.index - b.index)) {
    t.crowded = false;
    t.offToX = 0;
    t.offToY = 0;
    const face = t.gate?.face ?? null;
    const gate = t.gate?.place ?? null;
    const near = clusters.find((c) => c.gate === gate && c.face === face && (gate !== null || (c.x - t.rawX) ** 2 + (c.y - t.rawY) ** 2 <= 100));
    if (near) near.members.push(t);
    else clusters.push({ gate, face, x: t.rawX, y: t.rawY, members: [t] });
  }
  clusters.sort((a, b) => Number(b.gate !== null) - Number(a.gate !== null) || b.members.length - a.members.length);
  const laid = [];
  for (const cluster of clusters) {
    const { members, gate, face } = cluster;
    const n = members.length;
    const crowded = n > GROUP_MORE_THAN;
    const pitch = crowded ? 10 : 14;
    let { x, y } = cluster;
    let away = null;
    if (gate !== null) {
      const place = scene.places[gate];
      const [mx, my] = mercator(place.lon, place.lat);
      x = mx * view.scale + view.x;
      y = my * view.scale + view.y;
      const cx = middle[0] * view.scale + view.x - x;
      const cy = middle[1] * view.scale + view.y - y;
      const length = Math.hypot(cx, cy) || 1;
      away = [cx / length, cy / length];
      if (face === "outside") away = [-away[0], -away[1]];
      if (face !== "inside" && face !== "outside") {
        const name = on.names.find((box) => box.id === gate && box.kind === "place");
        if (name) {
          const nx = x - (name.x + name.w / 2);
          const ny = y - (name.y + name.h / 2);
          const far = Math.hypot(nx, ny) || 1;
          away = [nx / far, ny / far];
        }
      }
    }
    const shapes = n === 1 ? [[1, 1]] : crowded
      ? [[n, 1], [Math.ceil(n / 2), 2], [Math.ceil(n / 3), 3]] : [[n, 1], [1, n], [Math.ceil(n / 2), 2]];
    let best = Infinity;
    let chosen = [0, 0, n];
    for (const [columns, rows] of shapes) {
      const halfW = ((columns - 1) * pitch) / 2;
      const halfH = ((rows - 1) * pitch) / 2;
      const tries = gate === null ? [[0, 0, 0]] : [];
      for (let d = 0; d < 16; d += 1) {
        const ux = Math.cos((d * Math.PI) / 8);
        const uy = Math.sin((d * Math.PI) / 8);
        const turn = away ? 1 - (ux * away[0] + uy * away[1]) : 0;
        // The wrong side of a wall is never taken.
        if (away && face && turn > 0.75) continue;
        for (const out of gate === null ? [13, 21] : [OFF_GATE, OFF_GATE + 9, OFF_GATE + 20]) {
          const reach = out + Math.abs(ux) * halfW + Math.abs(uy) * halfH + (gate === null ? 0 : 5);
          tries.push([ux * reach, uy * reach, (gate === null ? 0.035 : 0.012) * reach + turn * 0.8]);
        }
      }
      for (const [dx, dy, taste] of tries) {
        let cost = taste + (rows > 1 && columns > 1 ? 0.1 : 0);
        if (n > 1 && dx === 0 && dy === 0) cost += 0.7;
        for (let i = 0; i < n && cost < best; i += 1) {
          const mx = x + dx - halfW + (i % columns) * pitch;
          const my = y + dy - halfH + Math.floor(i / columns) * pitch;
          for (const box of on.gates) cost += 5 * shares(mx, my, box);
          for (const box of on.names) {
            const part = shares(mx, my, box);
            if (part > 0) cost += (box.weight >= 6 ? 5 : 3) * (0.3 + part);
          }
          for (const other of laid) cost += 4 * shares(mx, my, other);
          for (const disc of on.docks) {
            if (Math.abs(disc.x - x) + Math.abs(disc.y - y) < 4) continue;
            cost += shares(mx, my, { x: disc.x - disc.r, y: disc.y - disc.r, w: 2 * disc.r, h: 2 * disc.r });
          }
        }
        if (cost < best) {
          best = cost;
          chosen = [dx, dy, columns, halfW, halfH];
        }
      }
    }
    const [dx, dy, columns, halfW = 0, halfH = 0] = chosen;
    members.forEach((t, i) => {
      const mx = x + dx - halfW + (i % columns) * pitch;
      const my = y + dy - halfH + Math.floor(i / columns) * pitch;
      t.offToX = mx - t.rawX;
      t.offToY = my - t.rawY;
      // Beside a gate the offset is counted from the gate, and shrinks as the unit goes.
      if (gate !== null) {
        t.offToX = mx - x;
        t.offToY = my - y;
      }
      t.crowded = crowded;
      t.anchorX = x + dx;
      t.anchorY = y + dy;
      laid.push({ x: mx - MARK_HALF, y: my - MARK_HALF, w: 2 * MARK_HALF, h: 2 * MARK_HALF });
    });
  }
}

const ending = { x: 0, y: 0, angle: 0 };
/** The end of a track and the direction in which it arrives. */
function endPoint(t) {
  const metres = t.track.best.length > 0 ? metresAt(t.track.best, t.end.minute) : 0;
  const { x, y, i } = pixelAt(t, metres);
  let angle = 0;
  for (let j = i; j >= 0; j -= 1) {
    const dx = x - t.px[2 * j];
    const dy = y - t.px[2 * j + 1];
    if (dx * dx + dy * dy > 4) {
      angle = Math.atan2(dy, dx);
      break;
    }
  }
  ending.x = x;
  ending.y = y;
  ending.angle = angle;
  return ending;
}

/** The stretch on which a unit may be, with a bar across each end. */
function drawPossible(ctx, t, { from, to }, width, colour, alpha, shown) {
  ctx.save();
  ctx.lineCap = "butt";
  ctx.lineJoin = "round";
  ctx.strokeStyle = colour;
  ctx.globalAlpha = alpha * shown;
  ctx.lineWidth = width;
  ctx.beginPath();
  trace(ctx, t, from, to);
  ctx.stroke();
  ctx.globalAlpha = shown;
  ctx.lineWidth = 1.8;
  for (const [metres, toward] of [[from, 60], [to, -60]]) {
    const a = pixelAt(t, metres);
    const ax = a.x;
    const ay = a.y;
    let angle = 0;
    for (let step = 1; step <= 16; step *= 2) {
      const b = pixelAt(t, metres + toward * step);
      if (Math.abs(b.x - ax) + Math.abs(b.y - ay) > 2) {
        angle = Math.atan2(b.y - ay, b.x - ax);
        break;
      }
    }
    const dx = -Math.sin(angle) * width * 0.7;
    const dy = Math.cos(angle) * width * 0.7;
    ctx.beginPath();
    ctx.moveTo(ax - dx, ay - dy);
    ctx.lineTo(ax + dx, ay + dy);
    ctx.stroke();
  }
  ctx.restore();
}

