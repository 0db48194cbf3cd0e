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
 * @param {{map: any, scene: any, L: any}} given  a Leaflet map already in the document, the scene, Leaflet itself
 */
export async function start({ map, scene: sent, L }) {
  const scene = unfolded(sent);
  const asked = { ...readOptions(/** @type {any} */ (window).__stage), ...optionsFromAddress(location.search, location.hash) };
  const reduced = window.matchMedia("(prefers-reduced-motion: reduce)");
  const { selected, ...initial } = patchOf(scene, asked);
  const store = new Store({ language: scene.language ?? "zh-Hans", reduced: reduced.matches, ...initial });

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
  const openers = focus.mount(stage, store);

  /** The scene as the readings chosen draw it. */
  let live = sceneUnder(scene, store.state.readings);
  let drawn = store.state.readings;

  const view = camera.mount(sheetBox, store, live, { map, L, options: asked });
  const apply = (options) => {
    const patch = patchOf(scene, options);
    if (patch.minute !== undefined) patch.playing = false;
    store.set(patch);
    if (options.view) view.view(options.view);
  };

  const fullscreen = () => {
    if (document.fullscreenElement) void document.exitFullscreen?.();
    else document.documentElement.requestFullscreen?.()?.catch?.(() => {});
  };
  const close = () => openers.close();
  const toggle = (name) => {
    if (store.state.drawer === name) close();
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
    close: () => void close(),
    whole: () => view.whole(true),
    larger: () => view.zoom(0.5),
    smaller: () => view.zoom(-0.5),
  };

  const bridge = connect(store, scene, { window, apply, key: (event) => handleKey(event, actions) });
  const sources = () => {
    if (bridge.hosted) bridge.post({ type: "sources" });
    else store.set({ selected: { kind: "choice", id: "sources" } });
  };

  store.on(["language"], ({ language }) => {
    root.lang = language;
    document.title = pick(scene.night.title, language);
    const say = (key) => word(scene, language, key);
    sheetBox.setAttribute("aria-label", say("stage.map"));
    strip.setAttribute("aria-label", say("stage.timeline"));
    drawer.setAttribute("aria-label", say("stage.drawer"));
    toolRow.setAttribute("aria-label", say("stage.tools"));
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
  reduced.addEventListener?.("change", (event) => store.set({ reduced: event.matches }));
  document.addEventListener("keydown", (event) => void handleKey(event, actions));

  const extras = { map, L, clock, close, seek, whole: actions.whole, record: scene };
  // What draws the record, each with what makes it: those without `renew` are made anew when another reading is chosen.
  const drawing = (make) => ({ make, part: make() });
  tools.mount(toolRow, store, scene, { ...extras, toggle, fullscreen, sources });
  const views = [drawing(() => view), drawing(() => header.mount(head, store, live, extras))];
  await painted();

  legend.mount(legendBox, store, scene, extras);
  views.push(
    drawing(() => sheet.mount(mapBox, store, live, extras)),
    drawing(() => moving.mount(mapBox, store, live, extras)),
    drawing(() => timeline.mount(strip, store, live, extras)),
    drawing(() => list.mount(drawer, store, live, extras)),
    drawing(() => reader.mount(drawer, store, live, extras)),
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
    // Only a page of its own has an address; a file in which it may not be changed is read all the same.
    if (!bridge.hosted && /^(https?|file):$/.test(location.protocol)) {
      const href = addressWith(location.href, readings);
      try {
        if (href !== location.href) history.replaceState(history.state, "", href);
      } catch {
        // An address that is not ours to change.
      }
    }
  });
  drive(clock);
  if (selected) {
    store.set({ selected });
    if (!asked.view) view.whole();
  }
  stage.dataset.ready = "yes";
  performance.mark("stage-ready");
  // The page writes what stands beneath only when the first pictures are done and the browser is at rest.
  await painted();
  const tell = () => bridge.post({ type: "ready" });
  if (window.requestIdleCallback) requestIdleCallback(tell, { timeout: 2000 });
  else tell();
}
