// The strip below the map: controls, hours, the sky, events, and in lanes when each unit's whereabouts are told.
import { landAt, lightStep, stepColours } from "#sky";
import { SPEEDS, STEPS } from "#store";
import { fadeOut, fit } from "#canvas";
import { measures, serif } from "#type";
import { plainName } from "#lettering";
import { relit } from "#pace";
import { dateParts, hhmm, skyHour } from "#time";
import { bars } from "#tracks";
import { el, pick, svg, word } from "#words";

const STRENGTH = { stated: 3, derived: 2, reconstructed: 1 };
const GROUPS = ["chinese", "boats", "japanese", "people"];
const TONES = { chinese: "chinese", boats: "boat", japanese: "japanese", people: "crowd" };
/** Lanes shown in a low strip before "more" is pressed. */
const FEW = 8;
const MANY = 12;
/** An event whose hour is known no better than the first many minutes is a bar; beyond the second it is a tick again. */
const LONG_EVENT = [60, 180];
/** The minute of midnight. */
const MIDNIGHT = 420;
/** A press within so many pixels of an event goes to its minute. */
const CATCH = 6;

/**
 * The strongest grade of several units at each minute, as bars that do not overlap.
 * @param {{from: number, to: number, grade: string}[]} all
 * @param {number} minutes  end of the night
 * @returns {{from: number, to: number, grade: string}[]}
 */
export function merge(all, minutes) {
  const edges = [...new Set(all.flatMap(({ from, to }) => [Math.max(0, from), Math.min(minutes, to)]))].sort((a, b) => a - b);
  const out = [];
  for (let i = 0; i + 1 < edges.length; i += 1) {
    const from = edges[i];
    const to = edges[i + 1];
    if (!(to > from)) continue;
    const middle = (from + to) / 2;
    let grade = "";
    for (const bar of all) {
      if (bar.from <= middle && bar.to >= middle && (STRENGTH[bar.grade] ?? 0) > (STRENGTH[grade] ?? 0)) grade = bar.grade;
    }
    if (grade === "") continue;
    const last = out[out.length - 1];
    if (last && last.grade === grade && last.to === from) last.to = to;
    else out.push({ from, to, grade });
  }
  return out;
}

/**
 * The lanes of a scene with their bars; lanes of which nothing is told are left out.
 * @param {any} scene
 */
export function lanesOf(scene) {
  const byLane = new Map(scene.lanes.map((lane) => [lane.id, []]));
  for (const track of scene.tracks) {
    const unit = scene.units[track.unit];
    const lane = unit?.fiction ? null : unit?.lane;
    if (lane && byLane.has(lane)) byLane.get(lane).push(...bars(track));
  }
  return scene.lanes
    .map((lane) => ({ ...lane, bars: merge(byLane.get(lane.id), scene.night.minutes) }))
    .filter((lane) => lane.bars.length > 0)
    .sort((a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group))
    .slice(0, MANY);
}

/**
 * The lane of a unit: its own, else that of the formation it belongs to.
 * @param {Record<string, any>} units
 * @param {string | undefined} id
 * @returns {string | null}
 */
export function laneOf(units, id) {
  const seen = new Set();
  for (let at = id; at && !seen.has(at); at = units[at]?.parent) {
    seen.add(at);
    if (units[at]?.lane) return units[at].lane;
  }
  return null;
}

/** Whether a figure of the hours at `x`, so many pixels wide, is met by the block of the playhead. */
export function covered(x, width, blockX, blockWidth) {
  return Math.abs(x - blockX) < (width + blockWidth) / 2 + 3;
}

/** The first event of the time line after a minute, or null. */
export function comingEvent(events, minute) {
  let found = null;
  for (const event of events) {
    if (!event.onTimeline || event.minute === null || event.minute <= minute + 1e-6) continue;
    if (!found || event.minute < found.minute) found = event;
  }
  return found;
}

/** The last event of the time line before a minute, or null. */
export function pastEvent(events, minute) {
  let found = null;
  for (const event of events) {
    if (!event.onTimeline || event.minute === null || event.minute >= minute - 1e-6) continue;
    if (!found || event.minute > found.minute) found = event;
  }
  return found;
}

/**
 * @param {HTMLElement} root
 * @param {import("./store.js").Store} store
 * @param {any} scene
 * @param {{map: any, clock: import("./clock.js").Clock, L: any}} extras
 */
export function mount(root, store, scene, { clock }) {
  const minutes = scene.night.minutes;
  const lanes = lanesOf(scene);
  const events = scene.events.filter((e) => e.onTimeline && e.minute !== null);
  let open = false;

  const sign = (d, attributes = {}) => svg("path", { d, ...attributes });
  const icon = (box, ...parts) => svg("svg", { viewBox: box, "aria-hidden": "true", focusable: "false" }, ...parts);
  const make = (className, picture, run) => {
    const node = el("button", { type: "button", class: `tl-button ${className}` }, picture);
    node.addEventListener("click", () => run());
    return node;
  };
  const previous = make("tl-previous", icon("0 0 20 20", sign("M3 2h3v16H3zM18 2v16L7 10z")), () => go(pastEvent(scene.events, store.state.minute), 0));
  const playSign = sign("M14 10.5v15l12-7.5z", { class: "tl-sign" });
  const play = make("tl-play", icon("0 0 36 36", svg("circle", { cx: 18, cy: 18, r: 17 }), playSign), () => clock.toggle());
  const next = make("tl-next", icon("0 0 20 20", sign("M14 2h3v16h-3zM2 2v16l11-8z")), () => go(comingEvent(scene.events, store.state.minute), minutes));
  const select = (name, values) => {
    const node = /** @type {HTMLSelectElement} */ (el("select", { class: `tl-select tl-${name}` }, values.map((value) => el("option", { value }))));
    node.addEventListener("change", () => store.set({ [name]: Number(node.value) }));
    return node;
  };
  const speed = select("speed", SPEEDS);
  const step = select("step", STEPS);
  const coming = el("p", { class: "tl-coming" });
  const controls = el("div", { class: "tl-controls", role: "group" },
    el("div", { class: "tl-row" }, previous, play, next, el("div", { class: "tl-selects" }, speed, step)), coming);
  const hours = el("div", { class: "tl-hours", "aria-hidden": "true" });
  const figures = Array.from({ length: Math.floor(minutes / 60) + 1 }, (_, i) => {
    const node = el("span", { class: i * 60 === MIDNIGHT ? "tl-hour tl-midnight" : "tl-hour" }, hhmm(i * 60));
    hours.appendChild(node);
    return { node, x: 0, shown: true, hidden: false };
  });
  const tip = el("div", { class: "tl-tip", hidden: true, "aria-hidden": "true" });
  const canvas = document.createElement("canvas");
  canvas.className = "tl-canvas";
  canvas.setAttribute("aria-hidden", "true");
  const block = el("span", { class: "tl-block" });
  const rule = el("span", { class: "tl-rule" });
  const playhead = el("div", { class: "tl-playhead", "aria-hidden": "true" }, rule, block);
  const strip = el("div", { class: "tl-strip", role: "slider", tabindex: 0, "aria-valuemin": 0, "aria-valuemax": minutes, "aria-orientation": "horizontal" });
  const more = el("button", { type: "button", class: "tl-more", "aria-expanded": "false" });
  root.append(canvas, hours, playhead, strip, controls, more, tip);

  const go = (event, otherwise) => {
    store.set({ playing: false });
    clock.seek(event ? event.minute : otherwise);
  };

  // --- measures ---
  let box = { width: 0, height: 0, left: 0, right: 0, hours: 0, sky: 0, ticks: 0, lanes: 0, row: 0, gap: 0, shown: lanes };
  const chosenLane = () => {
    const { selected } = store.state;
    return selected?.kind === "unit" ? laneOf(scene.units, selected.id) : null;
  };
  let wide = window.innerWidth;
  let dark = stepColours(store.state.minute).dark;
  let size = measures(wide);
  const measure = () => {
    wide = window.innerWidth;
    size = measures(wide);
    const width = root.clientWidth;
    const height = root.clientHeight;
    const narrow = width < 700;
    const left = narrow ? 92 : Math.round(178 + (230 - 178) * Math.max(0, Math.min(1, (wide - 1366) / 554)));
    const right = width - (narrow ? 14 : width < 1600 ? 28 : 40);
    const band = narrow ? 72 : size.hourBand;
    const sky = band + 2;
    const ticks = sky + size.sky;
    const top = Math.max(ticks + 10, size.laneTop);
    const room = height - top - 5;
    let shown = lanes;
    const fits = Math.floor((room - 14) / 12.5);
    if (!open && lanes.length > Math.max(3, fits)) shown = few(lanes, Math.max(3, Math.min(FEW, fits)), chosenLane());
    const groups = new Set(shown.map((lane) => lane.group)).size;
    const gap = shown.length > 1 ? Math.min(6, room / 30) : 0;
    const row = Math.max(9, Math.min(21, (room - gap * Math.max(0, groups - 1)) / Math.max(1, shown.length)));
    box = { width, height, left, right, hours: band, sky, ticks, lanes: top, row, gap, shown };
    strip.style.left = `${left - 12}px`;
    strip.style.right = `${width - right - 12}px`;
    more.hidden = narrow || (!open && shown.length === lanes.length);
    controls.style.width = narrow ? "" : `${left - 26 - controls.offsetLeft}px`;
    moreWidth = more.hidden ? 0 : more.offsetLeft + more.offsetWidth;
    hourWidth = size.hours * 2.7;
    const hour = (right - left) / (minutes / 60);
    const every = hour < hourWidth + 2 ? 2 : 1;
    figures.forEach((figure, i) => {
      figure.x = xOf(i * 60);
      figure.shown = i % every === 0;
      figure.node.style.transform = `translateX(${figure.x.toFixed(1)}px) translateX(-50%)`;
      figure.node.style.visibility = figure.shown ? "" : "hidden";
      figure.hidden = !figure.shown;
    });
    hours.style.top = `${hoursTop(narrow)}px`;
    hours.style.fontSize = `${size.hours}px`;
  };
  const hoursTop = (narrow) => box.hours - (narrow ? 6 : 7) - size.hours * 1.15;
  let moreWidth = 0;
  let hourWidth = 36;
  const xOf = (minute) => box.left + ((box.right - box.left) * Math.max(0, Math.min(minutes, minute))) / minutes;
  const minuteAt = (x) => ((x - box.left) / (box.right - box.left)) * minutes;

  // --- the still part ---
  const draw = () => {
    const { language, minute, selected } = store.state;
    const colours = stepColours(minute);
    if (box.width === 0 || box.height === 0) return;
    const ctx = fit(canvas, box.width, box.height);
    ctx.clearRect(0, 0, box.width, box.height);
    const { left, right, row } = box;

    const lane = chosenLane();
    let y = box.lanes;
    let group = box.shown[0]?.group;
    const rows = box.shown.map((shown) => {
      if (shown.group !== group) y += box.gap;
      group = shown.group;
      const top = y;
      y += row;
      return { lane: shown, top };
    });
    const bottom = y;
    rule.style.bottom = `${Math.max(2, box.height - bottom - 4)}px`;
    rule.style.top = `${Math.max(0, box.hours - 8)}px`;
    for (const { lane: shown, top } of rows) {
      if (shown.id !== lane) continue;
      ctx.globalAlpha = 0.1;
      ctx.fillStyle = colours.ink;
      ctx.fillRect(0, top, box.width, row);
      ctx.globalAlpha = 1;
    }

    // Hours, quarters, and rules through the lanes; midnight is heavier.
    for (let m = 0; m <= minutes; m += 15) {
      const x = Math.round(xOf(m)) + 0.5;
      const whole = m % 60 === 0;
      const midnight = m === MIDNIGHT;
      ctx.strokeStyle = midnight ? colours.ink : colours.hairline;
      ctx.lineWidth = midnight ? 2 : 1;
      ctx.beginPath();
      ctx.moveTo(x, box.sky - (whole ? 5 : 3));
      ctx.lineTo(x, box.sky);
      if (whole) {
        ctx.moveTo(x, box.ticks);
        ctx.lineTo(x, bottom + 2);
      }
      ctx.stroke();
    }
    drawSky(ctx, size, language, colours);
    drawEvents(ctx, colours, selected);

    // Lanes.
    const lastShown = box.shown[box.shown.length - 1];
    ctx.textBaseline = "middle";
    for (const { lane: shown, top } of rows) {
      const colour = colours[TONES[shown.group]];
      ctx.strokeStyle = colours.hairline;
      ctx.lineWidth = 1;
      ctx.globalAlpha = 0.5;
      ctx.beginPath();
      ctx.moveTo(left, Math.round(top + row) - 0.5);
      ctx.lineTo(right, Math.round(top + row) - 0.5);
      ctx.stroke();
      ctx.globalAlpha = 1;
      ctx.textAlign = "right";
      ctx.font = serif(language, Math.min(size.lanes, row * 0.86), shown.id === lane ? 700 : 500);
      ctx.fillStyle = colours.ink;
      const name = pick(shown.name, language);
      const room = left - 18 - (shown === lastShown && moreWidth > 0 ? moreWidth + 4 : 0);
      const fitting = ctx.measureText(name).width > room ? plainName(name) : name;
      const over = ctx.measureText(fitting).width / room;
      if (over > 1) ctx.font = serif(language, Math.max(10.5, Math.min(size.lanes, row * 0.86) / over), shown.id === lane ? 700 : 500);
      ctx.fillText(shortened(ctx, fitting, room), left - 12, top + row / 2 + 0.5);
      const height = Math.max(6, Math.round(row * 0.56));
      const barTop = Math.round(top + (row - height) / 2);
      for (const bar of shown.bars) {
        const x = xOf(bar.from);
        const w = Math.max(2, xOf(bar.to) - x);
        ctx.fillStyle = colour;
        if (bar.grade === "stated") ctx.fillRect(x, barTop, w, height);
        else if (bar.grade === "derived") ctx.fillRect(x, barTop + height / 2, w, height / 2);
        else {
          ctx.strokeStyle = colour;
          ctx.lineWidth = 1.3;
          ctx.setLineDash([4, 3]);
          ctx.strokeRect(x + 0.65, barTop + 0.65, Math.max(1, w - 1.3), height - 1.3);
          ctx.setLineDash([]);
        }
      }
    }
  };

  let lands = { left: 0, right: 0, colours: /** @type {string[]} */ ([]) };
  const drawSky = (ctx, size, language, colours) => {
    const { left, right, sky } = box;
    const height = box.ticks - sky;
    if (lands.left !== left || lands.right !== right) {
      lands = { left, right, colours: [] };
      for (let x = left; x < right; x += 2) lands.colours.push(landAt(minuteAt(x + 1)));
    }
    for (let i = 0, from = 0; i < lands.colours.length; i += 1) {
      // Hours of one light are one stroke of the brush.
      if (i + 1 < lands.colours.length && lands.colours[i + 1] === lands.colours[from]) continue;
      ctx.fillStyle = lands.colours[from];
      ctx.fillRect(left + 2 * from, sky, Math.min(2 * (i + 1 - from), right - left - 2 * from), height);
      from = i + 1;
    }
    const moon = scene.sky.moon ?? [];
    const highest = Math.max(1, ...moon.map(([, altitude]) => altitude));
    const yOf = (altitude) => sky + height - 2 - (Math.max(0, altitude) / highest) * (height - 6);
    ctx.beginPath();
    let begun = false;
    let top = null;
    for (const [m, altitude] of moon) {
      if (altitude < 0 || m > scene.sky.moonset) continue;
      if (!top || altitude > top[1]) top = [m, altitude];
      if (begun) ctx.lineTo(xOf(m), yOf(altitude));
      else ctx.moveTo(xOf(m), yOf(altitude));
      begun = true;
    }
    if (begun) ctx.lineTo(xOf(scene.sky.moonset), yOf(0));
    ctx.strokeStyle = "#E8D9AE";
    ctx.lineWidth = 1.6;
    ctx.stroke();
    if (top) {
      ctx.beginPath();
      ctx.arc(xOf(top[0]), yOf(top[1]) + 1.5, Math.max(3, height * 0.2), 0, 2 * Math.PI);
      ctx.fillStyle = "#E8D9AE";
      ctx.fill();
    }
    ctx.strokeStyle = colours.hairline;
    ctx.lineWidth = 1;
    ctx.strokeRect(left + 0.5, sky + 0.5, right - left - 1, height - 1);
    const { moonset, astronomicalDawn, astronomicalDusk } = scene.sky;
    ctx.beginPath();
    for (const m of [moonset, astronomicalDawn]) {
      ctx.moveTo(Math.round(xOf(m)) + 0.5, sky);
      ctx.lineTo(Math.round(xOf(m)) + 0.5, sky + height);
    }
    ctx.strokeStyle = "#C9CBC8";
    ctx.stroke();
    ctx.font = serif(language, Math.max(11, height * 0.62), 500);
    ctx.textBaseline = "middle";
    const say = (key, values) => word(scene, language, `timeline.${key}`, values);
    const write = (text, x, align, room) => {
      if (ctx.measureText(text).width > room) return;
      ctx.textAlign = align;
      ctx.lineJoin = "round";
      ctx.lineWidth = 3;
      ctx.strokeStyle = "#1D2125";
      ctx.strokeText(text, x, sky + height / 2 + 1);
      ctx.fillStyle = "#F3EEE2";
      ctx.fillText(text, x, sky + height / 2 + 1);
    };
    const span = xOf(moonset) - xOf(astronomicalDusk);
    write(say("moonlight"), xOf(astronomicalDusk + (moonset - astronomicalDusk) * 0.32), "center", span * 0.4);
    write(say("moonset", { hour: skyHour(moonset) }), xOf(moonset) - 5, "right", span * 0.4);
    write(say("no_light"), xOf((moonset + astronomicalDawn) / 2), "center", xOf(astronomicalDawn) - xOf(moonset) - 8);
  };

  const drawEvents = (ctx, colours, selected) => {
    const y = box.ticks;
    for (const event of events) {
      const colour = event.side === "japanese" ? colours.japanese : event.side === "chinese" ? colours.chinese : colours.ink2;
      const x = xOf(event.minute);
      const { earliest, latest } = event.when ?? {};
      ctx.fillStyle = colour;
      if (earliest !== null && latest !== null && latest - earliest >= LONG_EVENT[0] && latest - earliest <= LONG_EVENT[1]) {
        const from = xOf(earliest);
        ctx.fillRect(from, y - 1, Math.max(2, xOf(latest) - from), 3);
        continue;
      }
      const r = selected?.kind === "event" && selected.id === event.id ? 7 : 5;
      ctx.beginPath();
      ctx.moveTo(x - r, y - 1);
      ctx.lineTo(x + r, y - 1);
      ctx.lineTo(x, y + r * 1.3);
      ctx.closePath();
      ctx.fill();
      ctx.lineWidth = 1;
      ctx.strokeStyle = colours.timeline;
      ctx.stroke();
    }
  };

  // --- what changes with the minute ---
  const texts = new Map();
  let blockWidth = 60;
  const titleOf = (event) => `${pick(event.when?.text, store.state.language)} ${pick(event.title, store.state.language)}`.trim();
  /** Words over the strip, for an event under the pointer or under the playhead of one who uses the keys. */
  const showTip = (text, x) => {
    if (texts.get(tip) === `${text}${Math.round(x)}`) return;
    texts.set(tip, `${text}${Math.round(x)}`);
    tip.hidden = text === "";
    tip.textContent = text;
    if (text === "") return;
    tip.style.top = `${box.ticks + 11}px`;
    const right = x > box.width * 0.62;
    tip.style.left = right ? "" : `${Math.max(4, x - 8).toFixed(0)}px`;
    tip.style.right = right ? `${Math.max(4, box.width - x - 8).toFixed(0)}px` : "";
  };
  const write = (node, text) => {
    if (texts.get(node) === text) return;
    texts.set(node, text);
    node.textContent = text;
  };
  const attribute = (node, name, value) => {
    if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  };
  const showMinute = () => {
    const { minute, language, playing } = store.state;
    const x = xOf(minute);
    playhead.style.transform = `translateX(${x.toFixed(2)}px)`;
    // The block stays clear of the controls and of the edge; the hour that it meets gives way to it.
    const half = blockWidth / 2;
    const over = Math.max(0, half - 14 - (x - box.left)) + Math.min(0, box.width - 4 - half - x);
    const shift = `translateX(calc(-50% + ${over.toFixed(1)}px))`;
    if (block.style.transform !== shift) block.style.transform = shift;
    for (const figure of figures) {
      const hide = figure.shown && covered(figure.x, hourWidth, x + over, blockWidth);
      if (hide === figure.hidden || !figure.shown) continue;
      figure.hidden = hide;
      figure.node.style.visibility = hide ? "hidden" : "";
    }
    write(block, hhmm(minute));
    if (!playing) {
      attribute(strip, "aria-valuenow", String(Math.floor(minute)));
      const { date } = dateParts(scene, language, minute);
      const here = events.filter((event) => Math.abs(event.minute - minute) < 0.5).map((event) => titleOf(event));
      attribute(strip, "aria-valuetext", [`${hhmm(minute)}, ${date}`, ...here].join("; "));
      if (document.activeElement === strip && scrubbing < 0) showTip(here.length > 0 ? here.join("\n") : "", x);
    }
    const event = comingEvent(scene.events, minute);
    const values = event ? { hour: hhmm(event.minute), title: pick(event.title, language) } : {};
    const words = event ? word(scene, language, "timeline.coming", values) : word(scene, language, minute >= minutes ? "timeline.coming_last" : "timeline.coming_none");
    if (texts.get(coming) !== words) coming.title = words;
    write(coming, words);
  };
  const showWords = () => {
    const { language, playing, speed: atSpeed, step: atStep } = store.state;
    const say = (key, values) => word(scene, language, `timeline.${key}`, values);
    const name = (node, text) => {
      attribute(node, "aria-label", text);
      attribute(node, "title", text);
    };
    name(previous, say("previous"));
    name(next, say("next"));
    name(play, say(playing ? "pause" : "play"));
    playSign.setAttribute("d", playing ? "M12.5 10.5h4v15h-4zM19.5 10.5h4v15h-4z" : "M14 10.5v15l12-7.5z");
    attribute(controls, "aria-label", say("controls"));
    attribute(speed, "aria-label", say("speed"));
    attribute(step, "aria-label", say("step"));
    [...speed.options].forEach((option) => write(option, say("speed_value", { n: option.value })));
    [...step.options].forEach((option) => write(option, say("step_value", { n: option.value })));
    speed.value = String(atSpeed);
    step.value = String(atStep);
    attribute(strip, "aria-label", say("slider"));
    attribute(strip, "title", "");
    write(more, say(open ? "fewer" : "more"));
    attribute(more, "aria-expanded", String(open));
  };

  // --- the pointer and the keys ---
  let scrubbing = -1;
  const local = (event) => {
    const own = root.getBoundingClientRect();
    return { x: event.clientX - own.left, y: event.clientY - own.top };
  };
  const nearEvent = ({ x, y }) => {
    if (y < box.ticks - 4 || y > box.ticks + 10) return null;
    let found = null;
    let best = CATCH;
    for (const event of events) {
      const d = Math.abs(xOf(event.minute) - x);
      if (d <= best) {
        best = d;
        found = event;
      }
    }
    return found;
  };
  const down = (event) => {
    if (event.button > 0) return;
    event.preventDefault();
    event.stopPropagation();
    scrubbing = event.pointerId;
    strip.setPointerCapture?.(event.pointerId);
    strip.focus({ preventScroll: true });
    store.set({ playing: false });
    showTip("", 0);
    const point = local(event);
    clock.seek(nearEvent(point)?.minute ?? minuteAt(point.x));
  };
  const drag = (event) => {
    const point = local(event);
    if (scrubbing !== event.pointerId) {
      if (event.pointerType === "touch") return;
      const found = nearEvent(point);
      const same = found ? events.filter((event) => Math.abs(xOf(event.minute) - xOf(found.minute)) < 2) : [];
      const inSky = point.y >= box.sky && point.y < box.ticks - 4;
      const text = found ? same.map(titleOf).join("\n") : inSky ? word(scene, store.state.language, "timeline.sky_note") : "";
      showTip(text, found ? xOf(found.minute) : Math.round(point.x / 8) * 8);
      return;
    }
    event.stopPropagation();
    clock.seek(minuteAt(point.x));
  };
  const up = (event) => {
    if (scrubbing === event.pointerId) scrubbing = -1;
  };
  const key = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { minute, step: by } = store.state;
    const small = event.shiftKey ? 1 : by;
    const to = {
      ArrowLeft: Math.ceil((minute - small) - 1e-6), ArrowDown: Math.ceil((minute - small) - 1e-6),
      ArrowRight: Math.floor(minute + small + 1e-6), ArrowUp: Math.floor(minute + small + 1e-6),
      PageDown: minute - 60, PageUp: minute + 60, Home: 0, End: minutes,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    store.set({ playing: false });
    clock.seek(to);
  };
  const leave = () => showTip("", 0);
  strip.addEventListener("pointerleave", leave);
  strip.addEventListener("blur", leave);
  strip.addEventListener("pointerdown", down);
  strip.addEventListener("pointermove", drag);
  strip.addEventListener("pointerup", up);
  strip.addEventListener("pointercancel", up);
  strip.addEventListener("keydown", key);
  more.addEventListener("click", () => {
    open = !open;
    root.classList.toggle("tl-open", open);
    root.style.height = open ? `${Math.round(box.lanes + lanes.length * 18 + 40)}px` : "";
    showWords();
    redraw();
  });

  let drawn = "";
  let choice = chosenLane();
  const redraw = () => {
    measure();
    blockWidth = block.offsetWidth || 60;
    draw();
    showMinute();
  };
  const stops = [
    store.on(["language", "playing", "speed", "step"], showWords),
    store.on(["minute", "language", "playing", "selected"], ({ minute, language, selected }) => {
      const now = `${lightStep(minute)} ${language} ${selected?.kind ?? ""} ${selected?.id ?? ""}`;
      if (now !== drawn) {
        drawn = now;
        const { dark: after } = stepColours(minute);
        if (after !== dark && !store.state.reduced) fadeOut(canvas);
        dark = after;
        if (choice !== chosenLane()) {
          choice = chosenLane();
          measure();
        }
        // While it plays the strip takes its new light after the map.
        if (store.state.playing) relit.add([draw]);
        else draw();
      }
      showMinute();
    }),
  ];
  const observer = new ResizeObserver(redraw);
  observer.observe(root);
  return {
    destroy() {
      for (const stop of stops) stop();
      relit.drop([draw]);
      observer.disconnect();
      for (const node of [canvas, hours, playhead, strip, controls, more, tip]) node.remove();
      root.classList.remove("tl-open");
      root.style.height = "";
    },
  };
}

/** The lanes kept when not all fit: of each group the one with most told, the chosen one, then in the record's order. */
export function few(lanes, count, chosen) {
  const told = (lane) => lane.bars.reduce((sum, { from, to, grade }) => sum + (to - from) * STRENGTH[grade], 0);
  const first = new Set();
  for (const group of GROUPS) {
    const best = lanes.filter((lane) => lane.group === group).sort((a, b) => told(b) - told(a))[0];
    if (best) first.add(best.id);
  }
  if (chosen) first.add(chosen);
  const order = [...lanes].sort((a, b) => Number(first.has(b.id)) - Number(first.has(a.id)));
  const kept = new Set(order.slice(0, count).map(({ id }) => id));
  return lanes.filter(({ id }) => kept.has(id));
}

function shortened(ctx, text, width) {
  if (ctx.measureText(text).width <= width) return text;
  let cut = text;
  while (cut.length > 1 && ctx.measureText(`${cut}…`).width > width) cut = cut.slice(0, -1);
  return `${cut.trimEnd()}…`;
}
