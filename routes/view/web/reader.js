// The reader: what the sources say of a unit, a place or an event, in their own words, and where they differ.
import { choicePage } from "#choice";
import { conflictPage } from "#conflict";
import { eventPage, leftOutPage } from "#event";
import { currentStop } from "#itinerary";
import { nowBracket, nowOf, nowWords, shapeOf, stateAt } from "#list";
import { paced } from "#pace";
import { head, kitOf } from "#pieces";
import { placePage } from "#place";
import { conflictOf, outsideBeside, touchedBy } from "#readings";
import { sourcesPage } from "#sources";
import { hhmm } from "#time";
import { unitPage } from "#unit";
import { el, fill } from "#words";

/** Milliseconds between two renewals of what holds at the minute while playing. */
const RENEWAL = 200;

/** The page of a selection. */
function contents(kit, selected) {
  const { scene, record } = kit;
  const { kind, id } = selected;
  kit.nowLine = null;
  kit.noted = new Set();
  if (kind === "unit" && scene.units[id]) return unitPage(kit, id, selected.itinerary);
  if (kind === "place" && scene.places[id]) return placePage(kit, id);
  if (kind === "event") {
    const own = (event) => event.id === id;
    const event = scene.events.find(own);
    if (event) return eventPage(kit, event);
    const leftOut = record.events.find(own);
    if (leftOut) return leftOutPage(kit, leftOut);
  }
  const conflict = kind === "conflict" ? conflictOf(record, id) : null;
  if (conflict) return conflictPage(kit, conflict);
  if (kind === "choice") return id === "sources" ? sourcesPage(kit) : choicePage(kit, selected.ids ?? []);
  return [head(kit, [], kit.say("reader.missing"), null)];
}

/** Where a unit is now, and which stop of its itineraries that is. */
function renewUnit({ scene, lang, say, chip, nowLine }, page, id, minute) {
  const now = nowOf(scene, id, minute);
  const text = now ? nowWords(scene, now, lang()) : say("reader.now-unknown");
  const key = `${hhmm(minute)} ${now?.grade} ${text}`;
  if (nowLine.dataset.key !== key) {
    nowLine.dataset.key = key;
    fill(
      nowLine,
      el("span", { class: "now-time" }, hhmm(minute)),
      chip(now?.grade ?? "unknown"),
      el("span", { class: "now-where" }, text),
      now && el("span", { class: "now-when" }, nowBracket(scene, now, lang()).join(" · ")),
    );
  }
  for (const list of page.querySelectorAll("[data-itinerary]")) {
    const current = currentStop(scene, list.getAttribute("data-itinerary"), minute);
    for (const item of list.children) {
      const is = item.getAttribute("data-stop") === current;
      if (item.classList.contains("current") === is) continue;
      item.classList.toggle("current", is);
      if (is) item.setAttribute("aria-current", "time");
      else item.removeAttribute("aria-current");
    }
  }
}

/** What is told of a place now. */
function renewPlace({ scene, words, say, chip, nowLine }, page, id, minute) {
  const state = stateAt(scene, id, minute);
  const key = `${hhmm(minute)} ${state?.id ?? ""}`;
  if (nowLine.dataset.key === key) return;
  nowLine.dataset.key = key;
  fill(
    nowLine,
    el("span", { class: "now-time" }, hhmm(minute)),
    chip(state?.grade ?? "unknown"),
    el("span", { class: "now-where" }, state ? words(state.text) : say("reader.now-unknown")),
  );
  for (const item of page.querySelectorAll("[data-state]")) {
    item.classList.toggle("current", item.getAttribute("data-state") === state?.id);
  }
}

/** Bring what holds now into sight when it would be below the fold; the name stays above it. */
function scrollToCurrent(root, page) {
  root.scrollTop = 0;
  const current = page.querySelector(".current");
  if (!current) return;
  const top = current.getBoundingClientRect().top - root.getBoundingClientRect().top;
  if (top > root.clientHeight * 0.55) root.scrollTop = top - root.clientHeight * 0.3;
}

/**
 * The way from page to page: what a button inside the reader left is gone back to; a selection from outside begins anew.
 * @param {import("#store").Store} store
 */
function historyOf(store) {
  let left = [];
  let inside = false;
  const go = (selected) => {
    inside = true;
    store.set({ selected });
    inside = false;
  };
  return {
    open: (selected) => () => {
      if (store.state.selected) left.push(store.state.selected);
      go(selected);
    },
    back: () => (left.length > 0 ? () => go(left.pop()) : null),
    /** Forget the way, unless the selection was made inside. */
    begin(always = false) {
      if (always || !inside) left = [];
    },
  };
}

/**
 * @param {HTMLElement} root
 * @param {import("#store").Store} store
 * @param {any} given  the scene as the readings chosen draw it
 * @param {{close: () => void, seek: (minute: number) => void, record?: any}} extras  `record`: the scene by its defaults
 */
export function mount(root, store, given, { close, seek, record = given }) {
  const page = el("article", { class: "drawer-page reader", hidden: true });
  root.appendChild(page);
  const way = historyOf(store);
  const kit = kitOf(store, record, given, {
    open: way.open, back: way.back, seek, close, touched: touchedBy(record), beside: outsideBeside(record),
  });
  let shown = null;

  const renewNow = () => {
    const { selected, minute } = store.state;
    if (page.hidden || !selected || !kit.nowLine) return;
    if (selected.kind === "unit" && kit.scene.units[selected.id]) renewUnit(kit, page, selected.id, minute);
    if (selected.kind === "place") renewPlace(kit, page, selected.id, minute);
  };
  const build = ({ scroll = true, focus = true } = {}) => {
    const { selected, language } = store.state;
    if (page.hidden || !selected) return;
    shown = selected;
    page.lang = language;
    const unit = selected.kind === "unit" ? kit.scene.units[selected.id] : null;
    page.dataset.side = unit ? shapeOf(unit) : "none";
    fill(page, contents(kit, selected));
    renewNow();
    if (scroll) scrollToCurrent(root, page);
    if (focus) /** @type {HTMLElement | null} */ (page.querySelector(".reader-title"))?.focus({ preventScroll: true });
  };
  const pace = paced(store, RENEWAL, renewNow);

  const stops = [
    store.on(["drawer", "selected"], ({ drawer, selected }) => {
      if (drawer !== "reader" || selected === null) {
        page.hidden = true;
        shown = null;
        way.begin(true);
        return;
      }
      way.begin();
      page.hidden = false;
      if (selected !== shown) build();
    }),
    store.on(["language"], () => build({ scroll: false, focus: false })),
    store.on(["minute", "playing"], () => {
      if (!page.hidden) pace.ask();
    }),
  ];
  return {
    /** Show the page by other readings, where it is scrolled to and with the focus it has. */
    renew(next) {
      kit.scene = next;
      if (page.hidden || !shown) return;
      const { scrollTop } = root;
      const key = page.contains(document.activeElement) ? document.activeElement?.getAttribute("data-key") : null;
      const openDetails = [...page.querySelectorAll("details")].map((details) => details.open);
      build({ scroll: false, focus: false });
      if (shown.kind === "conflict") page.querySelectorAll("details").forEach((details, i) => (details.open ||= openDetails[i] === true));
      root.scrollTop = scrollTop;
      if (key) /** @type {HTMLElement | null} */ (page.querySelector(`[data-key="${CSS.escape(key)}"]`))?.focus({ preventScroll: true });
    },
    destroy() {
      for (const stop of stops) stop();
      pace.stop();
      page.remove();
    },
  };
}
