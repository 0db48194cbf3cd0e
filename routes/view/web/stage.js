// The stage: builds the page around the Leaflet map, mounts its parts and lets them share one store.

import { addressWith, connect, optionsFromAddress, patchOf, readOptions } from "#bridge";
import * as camera from "#camera";
import { Clock, drive } from "#clock";
import { eventMinute } from "#controls";
import * as focus from "#focus";
import * as header from "#header";
import { handleKey } from "#keys";
import * as legend from "#legend";
import * as list from "#list";
import * as moving from "#moving";
import * as reader from "#reader";
import { sceneUnder, unfolded } from "#readings";
import * as sheet from "#sheet";
import { paint } from "#sky";
import { Store } from "#store";
import * as timeline from "#timeline";
import * as tools from "#tools";
import { el, pick, word } from "#words";

/** The boxes of the stage, put into the page; the map's own box, made by folium, moves into them. */
function boxesOf(map) {
  const head = el("header", { class: "stage-head" });
  const tools = el("nav", { class: "stage-tools" });
  const ground = el("div", { class: "stage-map" }, map.getContainer());
  const legend = el("div", { class: "stage-legend" });
  const sheet = el("main", { class: "stage-sheet", tabindex: -1 }, ground, head, tools, legend);
  const drawer = el("aside", { class: "stage-drawer", hidden: true });
  const strip = el("section", { class: "stage-timeline" });
  const stage = el("div", { class: "stage" }, sheet, drawer, strip);
  document.body.classList.add("stage-page");
  document.body.appendChild(stage);
  return { stage, sheet, ground, head, tools, legend, drawer, strip };
}

/** Let the boxes, their names and the light follow the shared state. */
function reflect(store, scene, { stage, sheet, tools, drawer, strip }) {
  const root = document.documentElement;
  store.on(["language"], ({ language }) => {
    root.lang = language;
    document.title = pick(scene.night.title, language);
    for (const [box, name] of [[sheet, "map"], [strip, "timeline"], [drawer, "drawer"], [tools, "tools"]]) {
      box.setAttribute("aria-label", word(scene, language, `stage.${name}`));
    }
  });
  store.on(["selected"], (state) => {
    if (state.selected) store.set({ drawer: "reader" });
    else if (state.drawer === "reader") store.set({ drawer: null });
  });
  store.on(["drawer"], (state) => {
    drawer.hidden = state.drawer !== "reader" && state.drawer !== "list";
    stage.dataset.drawer = state.drawer ?? "";
    if (state.drawer !== "reader" && state.selected) store.set({ selected: null });
  });
  store.on(["minute"], ({ minute }) => paint(root, minute));
  store.on(["reduced"], (state) => stage.classList.toggle("reduced", state.reduced));
}

function fullscreen() {
  if (document.fullscreenElement) void document.exitFullscreen?.();
  else document.documentElement.requestFullscreen?.()?.catch?.(() => {});
}

/**
 * What the keys and the buttons ask for.
 * @param {import("#store").Store} store
 * @param {any} scene
 * @param {{clock: Clock, view: any, close: () => boolean, events: () => any[]}} parts  `events`: as the readings chosen have them
 */
function actionsOf(store, scene, { clock, view, close, events }) {
  const { minutes } = scene.night;
  const seek = (minute) => {
    store.set({ playing: false });
    clock.seek(minute);
  };
  const toggle = (name) => {
    if (store.state.drawer === name) close();
    else store.set({ drawer: name, ...(name === "reader" ? {} : { selected: null }) });
  };
  const keys = {
    play: () => clock.toggle(),
    next: () => seek(eventMinute(events(), store.state.minute, 1, minutes)),
    previous: () => seek(eventMinute(events(), store.state.minute, -1, minutes)),
    forward: () => seek(Math.floor(store.state.minute + 1e-6) + 1),
    back: () => seek(Math.ceil(store.state.minute - 1e-6) - 1),
    home: () => seek(0),
    end: () => seek(minutes),
    list: () => toggle("list"),
    legend: () => toggle("legend"),
    fullscreen,
    close: () => void close(),
    whole: () => view.whole(true),
    larger: () => view.zoom(0.5),
    smaller: () => view.zoom(-0.5),
  };
  return { keys, seek, toggle };
}

/** Keep the readings chosen in the address of a page of its own; a file whose address may not be changed is read all the same. */
function keepInAddress(readings) {
  if (!/^(https?|file):$/.test(location.protocol)) return;
  const href = addressWith(location.href, readings);
  try {
    if (href !== location.href) history.replaceState(history.state, "", href);
  } catch {
    // An address that is not ours to change.
  }
}

/** When what has been built so far is on the screen; where no one looks on, at once. */
function painted() {
  return new Promise((done) => {
    if (document.hidden) done(undefined);
    else requestAnimationFrame(() => setTimeout(done));
  });
}

/**
 * Build the stage in this document: first the ground with the clock, then, when these are painted, all that is told.
 * The stage bears `data-ready` when it is complete.
 * @param {{map: any, scene: any, L: any}} given  a Leaflet map already in the document, the scene as sent, Leaflet itself
 */
export async function start({ map, scene: sent, L }) {
  const scene = unfolded(sent);
  const asked = { ...readOptions(/** @type {any} */ (window).__stage), ...optionsFromAddress(location.search, location.hash) };
  const motion = window.matchMedia("(prefers-reduced-motion: reduce)");
  const { selected, ...initial } = patchOf(scene, asked);
  const store = new Store({ language: scene.language ?? "zh-Hans", reduced: motion.matches, ...initial });
  motion.addEventListener?.("change", (event) => store.set({ reduced: event.matches }));

  const boxes = boxesOf(map);
  const clock = new Clock(store, scene.night.minutes);
  const { close } = focus.mount(boxes.stage, store);
  /** The scene as the readings chosen draw it. */
  let live = sceneUnder(scene, store.state.readings);
  let drawn = store.state.readings;
  const view = camera.mount(boxes.sheet, store, live, { map, L, options: asked });

  const { keys, seek, toggle } = actionsOf(store, scene, { clock, view, close, events: () => live.events });
  const apply = (options) => {
    const patch = patchOf(scene, options);
    if (patch.minute !== undefined) patch.playing = false;
    store.set(patch);
    if (options.view) view.view(options.view);
  };
  const bridge = connect(store, scene, { window, apply, key: (event) => handleKey(event, keys) });
  const sources = () => {
    if (bridge.hosted) bridge.post({ type: "sources" });
    else store.set({ selected: { kind: "choice", id: "sources" } });
  };
  reflect(store, scene, boxes);
  document.addEventListener("keydown", (event) => void handleKey(event, keys));

  const extras = { map, L, clock, close, seek, whole: keys.whole, record: scene };
  // What draws the record, each with what makes it: those without `renew` are made anew when another reading is chosen.
  const drawing = (make) => ({ make, part: make() });
  tools.mount(boxes.tools, store, scene, { ...extras, toggle, fullscreen, sources });
  const views = [drawing(() => view), drawing(() => header.mount(boxes.head, store, live, extras))];
  await painted();

  legend.mount(boxes.legend, store, scene, extras);
  views.push(
    drawing(() => sheet.mount(boxes.ground, store, live, extras)),
    drawing(() => moving.mount(boxes.ground, store, live, extras)),
    drawing(() => timeline.mount(boxes.strip, store, live, extras)),
    drawing(() => list.mount(boxes.drawer, store, live, extras)),
    drawing(() => reader.mount(boxes.drawer, store, live, extras)),
  );
  store.on(["readings"], ({ readings }) => {
    if (readings !== drawn) {
      drawn = readings;
      live = sceneUnder(scene, readings);
      const anew = views.filter(({ part }) => !part.renew);
      for (const { part } of anew) part.destroy();
      for (const one of anew) one.part = one.make();
      for (const { part } of views) part.renew?.(live);
    }
    if (!bridge.hosted) keepInAddress(readings);
  });
  drive(clock);
  if (selected) {
    store.set({ selected });
    if (!asked.view) view.whole();
  }
  boxes.stage.dataset.ready = "yes";
  performance.mark("stage-ready");
  // The page writes what stands beneath only when the first pictures are done and the browser is at rest.
  await painted();
  const tell = () => bridge.post({ type: "ready" });
  if (window.requestIdleCallback) requestIdleCallback(tell, { timeout: 2000 });
  else tell();
}
