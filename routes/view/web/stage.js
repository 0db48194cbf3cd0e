// The stage: builds the page around the Leaflet map, mounts its parts and lets them share one store.

import { addressWith, connect, optionsFromAddress, patchOf, readOptions } from "#bridge";
import { onlyNovel } from "#citation";
import { Clock, drive } from "#clock";
import { eventMinute, handleKey } from "#keys";
import * as legend from "#legend";
import * as list from "#list";
import * as moving from "#moving";
import * as reader from "#reader";
import { conflictOf, others, sceneUnder } from "#readings";
import * as sheet from "#sheet";
import { paint } from "#sky";
import { Store } from "#store";
import { positionAt } from "#tracks";
import { dateParts, hhmm, skyWords, tokyoLine } from "#time";
import * as timeline from "#timeline";
import * as tools from "#tools";
import { button, el, fill, pick, word } from "#words";

/** Milliseconds that the words of an event stay at least. */
const EVENT_STAYS = 4000;
/** Minutes after which an event is no longer "just now". */
const EVENT_LASTS = 45;
/** Lines for readings other than the defaults; the rest are reached by one button. */
const READINGS_SHOWN = 2;
/** An event that may lie anywhere in more minutes than these is not said to have just happened. */
const EVENT_WIDEST = 120;

/**
 * The events reached last: those of the greatest minute up to now, unless that is long past or only loosely known.
 * @param {any[]} events
 * @param {number} minute
 */
export function eventsReached(events, minute) {
  const known = events.filter(({ onTimeline, minute: at, when }) => {
    if (!onTimeline || at === null || at > minute + 1e-6 || minute - at > EVENT_LASTS) return false;
    return (when?.latest ?? at) - (when?.earliest ?? at) <= EVENT_WIDEST;
  });
  const last = Math.max(...known.map((event) => event.minute));
  return known.filter((event) => event.minute === last);
}

/** The text column: place, date, clock, the other clock, the sky, another reading if one is shown, and what has just happened. */
function mountHeader(root, store, given, { record }) {
  let scene = given;
  const date = el("p", { class: "stage-date" });
  const clock = el("time", { class: "stage-clock" });
  const tokyo = el("p", { class: "stage-second" });
  const sky = el("p", { class: "stage-second" });
  const reading = el("div", { class: "stage-reading", role: "status", hidden: true });
  const happened = el("div", { class: "stage-event", hidden: true });
  fill(root, date, clock, tokyo, sky, reading, happened);

  const texts = new Map();
  const write = (node, text) => {
    if (texts.get(node) === text) return;
    texts.set(node, text);
    node.textContent = text;
  };

  let shown = "";
  let shownAt = -Infinity;
  let timer = null;
  const showEvents = (force) => {
    const { minute, language, playing } = store.state;
    const reached = eventsReached(scene.events, minute);
    const key = [language, ...reached.map(({ id }) => id)].join(" ");
    if (key === shown) return;
    const left = shownAt + EVENT_STAYS - performance.now();
    if (playing && left > 0 && !force) {
      timer ??= setTimeout(() => {
        timer = null;
        showEvents(false);
      }, left);
      return;
    }
    shown = key;
    shownAt = performance.now();
    happened.hidden = reached.length === 0;
    const rows = reached.slice(0, 2).map((event) =>
      button(
        { class: "stage-event-row", "data-key": `event ${event.id}` },
        () => store.set({ selected: { kind: "event", id: event.id } }),
        el(
          "span",
          { class: "stage-event-when" },
          pick(event.when?.text, language),
          onlyNovel(scene, event.quotes ?? []) && el("span", { class: "novel" }, word(scene, language, "source.novel-short")),
        ),
        el("span", { class: "stage-event-title" }, pick(event.title, language)),
      ),
    );
    const rest = reached.length - rows.length;
    const more =
      rest > 0 &&
      button(
        { class: "stage-event-more" },
        () => store.set({ selected: { kind: "choice", ids: reached.map(({ id }) => id) } }),
        word(scene, language, "header.more-events", { count: rest }),
      );
    fill(happened, rows, more);
  };

  const showReadings = ({ readings, language }) => {
    const taken = others(record, readings);
    reading.hidden = taken.length === 0;
    const rows = taken.slice(0, READINGS_SHOWN).map(({ conflict, reading: one }) =>
      button(
        { class: "stage-reading-row", "data-key": `shown ${conflict.id}`, title: pick(conflict.topic, language) },
        () => store.set({ selected: { kind: "conflict", id: conflict.id } }),
        word(scene, language, "conflict.by-another", { says: pick(one.says, language) }),
      ),
    );
    const rest = taken.length - rows.length;
    const more =
      rest > 0 &&
      button(
        { class: "stage-reading-row", "data-key": "shown more" },
        () => store.set({ selected: { kind: "choice", ids: taken.map(({ conflict }) => conflict.id) } }),
        word(scene, language, "conflict.more", { count: rest }),
      );
    const back =
      taken.length > 0 &&
      button(
        { class: "stage-reading-back", "data-key": "readings back" },
        () => {
          const held = reading.contains(document.activeElement);
          store.set({ readings: {} });
          if (held) /** @type {HTMLElement | null} */ (root.closest("main"))?.focus({ preventScroll: true });
        },
        word(scene, language, "conflict.return"),
      );
    fill(reading, rows, more, back);
  };

  const stops = [
    store.on(["readings", "language"], showReadings),
    store.on(["minute", "language"], ({ minute, language }) => {
      write(date, dateParts(scene, language, minute).line);
      write(clock, hhmm(minute));
      write(tokyo, tokyoLine(scene, language, minute));
      write(sky, skyWords(scene, language, minute));
    }),
    store.on(["minute", "language", "playing"], (_, changed) => showEvents(changed.has("language"))),
  ];
  return {
    renew(next) {
      scene = next;
      shown = "";
      showEvents(true);
    },
    destroy() {
      if (timer !== null) clearTimeout(timer);
      for (const stop of stops) stop();
    },
  };
}

/** Bounds in the order Leaflet wants them, of points [lon, lat, …]. */
function boundsOf(L, points) {
  return L.latLngBounds(points.map(([lon, lat]) => [lat, lon]));
}

/**
 * Keeps the map fitted to its box, the opening view whole until the reader moves it, and what is picked in sight.
 */
function mountCamera(root, store, given, { map, L, options }) {
  let scene = given;
  let home = true;
  let ours = false;
  let last = { width: root.clientWidth, height: root.clientHeight };

  const padding = () => {
    const { x } = map.getSize();
    if (x < 700) return { left: 12, top: Math.min(150, root.offsetHeight * 0.34), right: 12, bottom: 26 };
    const left = window.innerWidth >= 1600 ? 400 : 300;
    return { left: x > 900 ? left : Math.min(left, x * 0.3), top: 64, right: 30, bottom: 34 };
  };
  const move = (run) => {
    ours = true;
    run();
    ours = false;
  };
  const whole = (animate = false) => {
    move(() => map.invalidateSize({ pan: false, animate: false }));
    const [west, south, east, north] = scene.night.view;
    const { left, top, right, bottom } = padding();
    home = true;
    last = { width: root.clientWidth, height: root.clientHeight };
    move(() =>
      map.fitBounds(
        [[south, west], [north, east]],
        { paddingTopLeft: [left, top], paddingBottomRight: [right, bottom], animate: animate && !store.state.reduced },
      ),
    );
  };

  /** Where a selection lies, as points [lon, lat]; nothing for what cannot be placed. */
  const pointsOf = (selected) => {
    if (selected?.kind === "place") {
      const place = scene.places[selected.id];
      return place ? [[place.lon, place.lat]] : [];
    }
    if (selected?.kind === "unit") {
      const tracks = scene.tracks.filter(({ unit }) => unit === selected.id);
      const now = tracks.map((track) => positionAt(track, store.state.minute)).filter((position) => position !== null);
      if (now.length > 0) return now.map(({ lon, lat }) => [lon, lat]);
      const paths = [...scene.tracks, ...(scene.undated ?? [])].filter(
        ({ unit, itinerary }) => unit === selected.id && (!selected.itinerary || itinerary === selected.itinerary),
      );
      return paths.flatMap(({ path }) => path);
    }
    if (selected?.kind === "event") {
      const place = scene.places[scene.events.find(({ id }) => id === selected.id)?.place];
      return place ? [[place.lon, place.lat]] : [];
    }
    return [];
  };

  /** Pan, never zoom in, so that the selection is beside the text column and the drawer. */
  const reveal = () => {
    const points = pointsOf(store.state.selected);
    if (points.length === 0) return;
    const bounds = boundsOf(L, points);
    const size = map.getSize();
    const { left, top, right, bottom } = padding();
    // On a telephone the drawer lies over the lower part of the map.
    const covered = size.x < 700 && store.state.drawer === "reader";
    const low = L.point(Math.min(left, size.x / 3), covered ? 80 : top);
    const high = L.point(size.x - right - 30, size.y - (covered ? size.y * 0.56 : bottom + 20));
    const a = map.latLngToContainerPoint(bounds.getNorthWest());
    const b = map.latLngToContainerPoint(bounds.getSouthEast());
    const along = (from, to, min, max) => {
      // What is too large to be shown whole is only brought in when none of it is in view.
      if (to - from > max - min) return to < min + 40 ? to - min - 40 : from > max - 40 ? from - max + 40 : 0;
      return from < min ? from - min : to > max ? to - max : 0;
    };
    const by = L.point(along(a.x, b.x, low.x, high.x), along(a.y, b.y, low.y, high.y)).round();
    if (by.x || by.y) move(() => map.panBy(by, { animate: !store.state.reduced, duration: 0.22 }));
  };

  const fit = () => {
    const width = root.clientWidth;
    const height = root.clientHeight;
    if (width === 0 || height === 0 || (width === last.width && height === last.height)) return;
    const { drawer, selected } = store.state;
    const onMap = pointsOf(selected).length > 0 || (selected?.ids ?? []).some((id) => conflictOf(scene, id) === null);
    const narrowed = width < last.width && drawer === "reader" && onMap;
    last = { width, height };
    move(() => map.invalidateSize({ pan: false, animate: false }));
    // Who reads what he picked on the map keeps its scale; else the whole sheet stays in view until he moves it.
    if (home && !narrowed) whole();
    else reveal();
  };
  // To draw the map at another size takes longer than to write the reader's words: the words are painted first.
  let due = 0;
  const resized = () => {
    cancelAnimationFrame(due);
    due = requestAnimationFrame(() => {
      due = requestAnimationFrame(fit);
    });
  };
  const observer = new ResizeObserver(resized);
  observer.observe(root);

  const lost = () => {
    if (!ours) home = false;
  };
  map.on("dragstart", lost);
  map.on("zoomstart", lost);

  // Arrow keys belong to the clock, so Leaflet's own keys are off; + − 0 are among the keys of the stage.
  map.keyboard?.disable();
  map.invalidateSize({ pan: false, animate: false });
  if (options.view) {
    home = false;
    map.setView([options.view.lat, options.view.lon], options.view.zoom, { animate: false });
  } else whole();

  let frame = 0;
  const stop = store.on(["selected", "drawer"], ({ selected }) => {
    cancelAnimationFrame(frame);
    if (selected) frame = requestAnimationFrame(reveal);
  });
  return {
    renew(next) {
      scene = next;
    },
    whole,
    zoom(by) {
      map.setZoom(map.getZoom() + by, { animate: !store.state.reduced });
    },
    view({ lon, lat, zoom }) {
      home = false;
      map.setView([lat, lon], zoom, { animate: false });
    },
    destroy() {
      observer.disconnect();
      map.off("dragstart", lost);
      map.off("zoomstart", lost);
      cancelAnimationFrame(frame);
      cancelAnimationFrame(due);
      stop();
    },
  };
}

/** The stack of what opened what, so that Esc goes back to it and gives it the focus. */
export function mountFocus(store, root) {
  /** @type {{drawer: import("#store").State["drawer"], key: string | null, node: Element | null}[]} */
  const openers = [];
  let before = { drawer: store.state.drawer };
  const remember = () => {
    const node = document.activeElement;
    const real = node && node !== document.body && root.contains(node) ? node : null;
    openers.push({ drawer: before.drawer, key: real?.getAttribute("data-key") ?? null, node: real });
    if (openers.length > 20) openers.shift();
  };
  const stop = store.on(["drawer"], ({ drawer }) => {
    if (drawer && drawer !== before.drawer) remember();
    if (!drawer) openers.length = 0;
    before = { drawer };
  });
  return {
    /** Close the topmost drawer; a reader opened from the list goes back to the list. */
    close() {
      const { drawer } = store.state;
      if (!drawer) return false;
      const opener = openers.pop();
      const kept = [...openers];
      const back = drawer === "reader" && opener?.drawer === "list" ? "list" : null;
      store.set({ drawer: back, ...(drawer === "reader" ? { selected: null } : {}) });
      openers.length = 0;
      if (back) openers.push(...kept);
      before = { drawer: back };
      const again = () => {
        // The opener itself where it is still to be seen, else what was made in its place.
        const node = opener?.node?.isConnected && opener.node.getClientRects().length > 0 ? opener.node : null;
        const byKey = opener?.key && !node ? root.querySelector(`[data-key="${CSS.escape(opener.key)}"]`) : null;
        // Who opened it by a key from nowhere is put back on the sheet, where Space plays and Tab goes on to the tools.
        const target = node ?? byKey ?? root.querySelector(".stage-sheet");
        /** @type {HTMLElement | null} */ (target)?.focus?.({ preventScroll: target !== node && !byKey });
      };
      requestAnimationFrame(again);
      return true;
    },
    destroy: stop,
  };
}

/**
 * Build the stage in this document.
 * @param {{map: any, scene: any, L: any}} given  a Leaflet map already in the document, the scene, Leaflet itself
 */
export function start({ map, scene, L }) {
  const asked = { ...readOptions(/** @type {any} */ (window).__stage), ...optionsFromAddress(location.search, location.hash) };
  const reduced = window.matchMedia("(prefers-reduced-motion: reduce)");
  const initial = patchOf(scene, asked);
  const store = new Store({
    language: scene.language ?? "zh-Hans",
    reduced: reduced.matches,
    ...initial,
    selected: null,
  });

  const head = el("header", { class: "stage-head" });
  const toolRow = el("nav", { class: "stage-tools" });
  const mapBox = el("div", { class: "stage-map" });
  const legendBox = el("div", { class: "stage-legend" });
  const sheetBox = el("main", { class: "stage-sheet", tabindex: -1 }, mapBox, head, toolRow, legendBox);
  const drawer = el("aside", { class: "stage-drawer", hidden: true });
  const strip = el("section", { class: "stage-timeline" });
  const stage = el("div", { class: "stage" }, sheetBox, drawer, strip);
  document.body.classList.add("stage-page");
  document.body.appendChild(stage);
  // The map's own box, made by folium, moves into the stage.
  mapBox.appendChild(map.getContainer());

  const root = document.documentElement;
  const clock = new Clock(store, scene.night.minutes);
  const extras = { map, clock, L };
  const focus = mountFocus(store, stage);

  /** The scene as the readings chosen draw it. */
  let live = sceneUnder(scene, store.state.readings);
  let drawn = store.state.readings;

  const camera = mountCamera(sheetBox, store, live, { map, L, options: asked });
  const apply = (options) => {
    const patch = patchOf(scene, options);
    if (patch.minute !== undefined) patch.playing = false;
    store.set(patch);
    if (options.view) camera.view(options.view);
  };

  const fullscreen = () => {
    if (document.fullscreenElement) void document.exitFullscreen?.();
    else document.documentElement.requestFullscreen?.()?.catch?.(() => {});
  };
  const toggle = (name) => {
    if (store.state.drawer === name) focus.close();
    else store.set({ drawer: name, ...(name === "reader" ? {} : { selected: null }) });
  };
  const seek = (minute) => {
    store.set({ playing: false });
    clock.seek(minute);
  };
  const actions = {
    play: () => clock.toggle(),
    next: () => seek(eventMinute(live.events, store.state.minute, 1, scene.night.minutes)),
    previous: () => seek(eventMinute(live.events, store.state.minute, -1, scene.night.minutes)),
    forward: () => seek(Math.floor(store.state.minute + 1e-6) + 1),
    back: () => seek(Math.ceil(store.state.minute - 1e-6) - 1),
    home: () => seek(0),
    end: () => seek(scene.night.minutes),
    list: () => toggle("list"),
    legend: () => toggle("legend"),
    fullscreen,
    close: () => void focus.close(),
    whole: () => camera.whole(true),
    larger: () => camera.zoom(0.5),
    smaller: () => camera.zoom(-0.5),
  };

  const bridge = connect(store, scene, { window, apply, key: (event) => handleKey(event, actions) });
  const sources = () => {
    if (bridge.hosted) bridge.post({ type: "sources" });
    else store.set({ selected: { kind: "choice", id: "sources" } });
  };

  const stops = [
    store.on(["language"], ({ language }) => {
      root.lang = language;
      document.title = pick(scene.night.title, language);
      const say = (key) => word(scene, language, key);
      sheetBox.setAttribute("aria-label", say("stage.map"));
      strip.setAttribute("aria-label", say("stage.timeline"));
      drawer.setAttribute("aria-label", say("stage.drawer"));
      toolRow.setAttribute("aria-label", say("stage.tools"));
    }),
    store.on(["selected"], ({ selected }) => {
      if (selected) store.set({ drawer: "reader" });
      else if (store.state.drawer === "reader") store.set({ drawer: null });
    }),
    store.on(["drawer"], (state) => {
      if (state.drawer === "reader" || state.drawer === "list") drawer.hidden = false;
      else drawer.hidden = true;
      stage.dataset.drawer = state.drawer ?? "";
      if (state.drawer !== "reader" && state.selected) store.set({ selected: null });
    }),
    store.on(["minute"], ({ minute }) => paint(root, minute)),
    store.on(["reduced"], (state) => stage.classList.toggle("reduced", state.reduced)),
  ];
  const reducedChanged = (event) => store.set({ reduced: event.matches });
  reduced.addEventListener?.("change", reducedChanged);
  const pressed = (event) => void handleKey(event, actions);
  document.addEventListener("keydown", pressed);

  const shared = { ...extras, close: () => focus.close(), seek, whole: actions.whole, record: scene };
  // First what stands over the map: the sheet's names keep clear of it.
  const parts = [
    tools.mount(toolRow, store, scene, { ...shared, toggle, fullscreen, sources }),
    legend.mount(legendBox, store, scene, shared),
    bridge,
  ];
  // What draws the record, each with what makes it: those without `renew` are made anew when another reading is chosen.
  const views = [
    () => mountHeader(head, store, live, shared),
    () => sheet.mount(mapBox, store, live, extras),
    () => moving.mount(mapBox, store, live, extras),
    () => timeline.mount(strip, store, live, extras),
    () => list.mount(drawer, store, live, shared),
    () => reader.mount(drawer, store, live, shared),
    () => camera,
  ].map((make) => ({ make, part: make() }));
  const reread = ({ readings }) => {
    if (readings !== drawn) {
      drawn = readings;
      live = sceneUnder(scene, readings);
      const anew = views.filter(({ part }) => !part.renew);
      for (const { part } of anew) part.destroy();
      for (const view of anew) view.part = view.make();
      for (const { part } of views) part.renew?.(live);
    }
    // Only a page of its own has an address; a file in which it may not be changed is read all the same.
    if (!bridge.hosted && /^(https?|file):$/.test(location.protocol)) {
      const href = addressWith(location.href, readings);
      try {
        if (href !== location.href) history.replaceState(history.state, "", href);
      } catch {
        // An address that is not ours to change.
      }
    }
  };
  stops.push(store.on(["readings"], reread));
  const halt = drive(clock);
  if (initial.selected) {
    store.set({ selected: initial.selected });
    if (!asked.view) camera.whole();
  }
  stage.dataset.ready = "yes";
  // Told when the first pictures are done and the browser is at rest: the page writes what stands beneath only then.
  const tell = () => bridge.post({ type: "ready" });
  const atRest = () => (window.requestIdleCallback ? requestIdleCallback(tell, { timeout: 2000 }) : setTimeout(tell, 500));
  requestAnimationFrame(() => requestAnimationFrame(atRest));

  return {
    store,
    clock,
    apply,
    destroy() {
      for (const { part } of views) part.destroy();
      for (const part of parts) part?.destroy?.();
      for (const stop of stops) stop();
      focus.destroy();
      halt();
      document.removeEventListener("keydown", pressed);
      reduced.removeEventListener?.("change", reducedChanged);
    },
  };
}
