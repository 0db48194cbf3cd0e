// Who is where now: the map's twin in words, every row a button.

import { paced } from "#pace";
import { readingOf } from "#readings";
import { find, indexOf } from "#search";
import { hhmm } from "#time";
import { positionAt } from "#tracks";
import { button, el, fill, langOf, pick, svg, word } from "#words";

export const GRADES = /** @type {const} */ (["stated", "derived", "reconstructed"]);
const RANK = { stated: 0, derived: 1, reconstructed: 2, unknown: 3 };
/** Milliseconds between two renewals while playing. */
const RENEWAL = 250;

/**
 * @typedef {{unit: string, itinerary: string, grade: string, at: any | null, from: any | null, to: any | null}} Now
 *   `at` is the stop where the unit is; under way `from` and `to` are the stops it is between
 */

/** The stops of an itinerary by their ids, made once for each scene. */
const stopTables = new WeakMap();
export function stopOf(scene, itinerary, id) {
  let tables = stopTables.get(scene);
  if (!tables) stopTables.set(scene, (tables = new Map()));
  let table = tables.get(itinerary);
  if (!table) {
    table = new Map((scene.itineraries[itinerary]?.stops ?? []).map((stop) => [stop.id, stop]));
    tables.set(itinerary, table);
  }
  return table.get(id) ?? null;
}

/**
 * Where a unit is at a minute, by the best known of its tracks; null when the record does not say.
 * @param {any} scene
 * @param {string} unit
 * @param {number} minute
 * @param {string | null} [itinerary]  only by the tracks of this one
 * @returns {Now | null}
 */
export function nowOf(scene, unit, minute, itinerary = null) {
  let best = null;
  for (const track of scene.tracks) {
    if (track.unit !== unit || (itinerary && track.itinerary !== itinerary)) continue;
    const position = positionAt(track, minute);
    if (!position || position.grade === "unknown") continue;
    if (best && RANK[best.grade] <= RANK[position.grade]) continue;
    const stop = (entry) => (entry ? stopOf(scene, track.itinerary, entry.stop) : null);
    const at = position.atStop >= 0 ? stop(track.stops[position.atStop]) : null;
    let from = null;
    let to = null;
    if (!at) {
      for (const entry of track.stops) {
        if (entry.metres <= position.metres) from = entry;
        else if (!to) to = entry;
      }
    }
    best = { unit, itinerary: track.itinerary, grade: position.grade, at, from: stop(from), to: stop(to) };
  }
  return best;
}

/** The words of a stop's place. */
export function whereWords(scene, stop, language) {
  return pick(stop?.where, language) || pick(scene.places[stop?.place]?.name, language);
}

/** Where a unit is, in words: a place, or "from → to". */
export function nowWords(scene, now, language) {
  if (now.at) return whereWords(scene, now.at, language);
  return [now.from, now.to].filter(Boolean).map((stop) => whereWords(scene, stop, language)).join(" → ");
}

/** The bracket to show for it: when it came and left, or left and came. */
export function nowBracket(scene, now, language) {
  const say = (key, when) => when?.text && word(scene, language, `list.${key}`, { time: pick(when.text, language) });
  const parts = now.at
    ? [say("came", now.at.arrive), say("left", now.at.leave)]
    : [say("left", now.from?.leave), say("came", now.to?.arrive)];
  return parts.filter(Boolean);
}

/**
 * Everybody at a minute, by grade; the last are those of whom nothing is known at that minute.
 * @param {any} scene
 * @param {number} minute
 * @returns {{groups: {grade: string, rows: Now[]}[], unknown: string[]}}
 */
export function listModel(scene, minute) {
  const groups = GRADES.map((grade) => ({ grade, rows: [] }));
  const unknown = [];
  for (const [id, unit] of Object.entries(scene.units)) {
    const now = nowOf(scene, id, minute);
    if (now) groups[RANK[now.grade]].rows.push(now);
    // A name with nothing to read about it is a member of something else and is reached from there.
    else if (unit.itineraries?.length > 0) unknown.push(id);
  }
  const side = { chinese: 0, japanese: 1, neutral: 2, civilian: 3 };
  const order = (a, b) => {
    const [one, two] = [scene.units[a], scene.units[b]];
    return side[one.side] - side[two.side] || (one.rank ?? 2) - (two.rank ?? 2);
  };
  for (const group of groups) group.rows.sort((a, b) => order(a.unit, b.unit));
  unknown.sort(order);
  return { groups, unknown };
}

/** A state of a place that holds at a minute; of several the one that began last. */
export function stateAt(scene, place, minute) {
  let best = null;
  for (const state of scene.states) {
    if (state.place !== place || (state.from === null && state.to === null)) continue;
    if ((state.from ?? -Infinity) > minute || (state.to ?? Infinity) < minute) continue;
    if (!best || (state.from ?? -Infinity) >= (best.from ?? -Infinity)) best = state;
  }
  return best;
}

/** Places by what they are, for the sections of the list. */
export function placeSections(scene) {
  const used = new Set();
  for (const itinerary of Object.values(scene.itineraries)) for (const { place } of itinerary.stops) if (place) used.add(place);
  for (const { place } of [...scene.states, ...scene.events]) if (place) used.add(place);
  const sections = { gates: [], docks: [], other: [] };
  for (const [id, place] of Object.entries(scene.places)) {
    if (place.kind === "gate" || place.kind === "outer-gate") sections.gates.push(id);
    else if (place.kind === "dock" || place.kind === "wharf") sections.docks.push(id);
    else if (used.has(id)) sections.other.push(id);
  }
  const rank = (a, b) => (scene.places[a].rank ?? 3) - (scene.places[b].rank ?? 3);
  for (const ids of Object.values(sections)) ids.sort(rank);
  return sections;
}

/** Which shape a unit has on the map. */
export function shapeOf(unit) {
  if (unit.kind === "boat") return "boat";
  if (unit.kind === "crowd" || unit.side === "civilian") return "crowd";
  return unit.side === "japanese" ? "japanese" : unit.side === "neutral" ? "neutral" : "chinese";
}

const OUTLINES = {
  chinese: "M1 1H19V13H1Z",
  neutral: "M1 1H19V13H1Z",
  japanese: "M1 7L6 1H14L19 7L14 13H6Z",
  boat: "M0 2H20L16 12H4Z",
};

/** The small sign of a unit: rectangle, hexagon, hull or band. */
export function shape(unit) {
  const kind = shapeOf(unit);
  const path =
    kind === "crowd"
      ? svg("path", { d: "M3 7H17", stroke: "currentColor", "stroke-width": 9, "stroke-linecap": "round", opacity: 0.45 })
      : svg("path", { d: OUTLINES[kind], fill: "currentColor" });
  return svg("svg", { class: `shape shape-${kind}`, viewBox: "0 0 20 14", width: 20, height: 14, "aria-hidden": "true", focusable: "false" }, path);
}

/** The word of a grade in its own ink. */
export function gradeChip(scene, grade, language) {
  return el("span", { class: `grade grade-${grade}` }, word(scene, language, `grade.${grade}`));
}

/** A name, marked where its source is the novel. */
export function unitName(scene, unit, language) {
  const name = pick(unit.short, language) || pick(unit.name, language);
  return [
    el("span", { class: "name", lang: langOf(name, language) }, name),
    unit.fiction && el("span", { class: "novel" }, word(scene, language, "source.novel-short")),
  ];
}

/**
 * @param {HTMLElement} root
 * @param {import("#store").Store} store
 * @param {any} given  the scene as the readings chosen draw it
 * @param {{close: () => void}} extras
 */
export function mount(root, store, given, { close }) {
  let scene = given;
  const page = el("div", { class: "drawer-page list", hidden: true });
  root.appendChild(page);
  const index = indexOf(scene);
  const conflicts = scene.conflicts ?? [];
  let sections = placeSections(scene);
  const select = (selected) => () => store.set({ selected });
  const say = (key, values) => word(scene, store.state.language, key, values);

  let title = null;
  let body = null;
  let places = null;
  let results = null;
  let box = null;
  const status = el("div", { class: "unseen", role: "status", "aria-live": "polite" });

  const row = (now) => {
    const { language } = store.state;
    const unit = scene.units[now.unit];
    return el(
      "li",
      {},
      button(
        { class: "list-row", "data-key": `unit ${now.unit}` },
        select({ kind: "unit", id: now.unit, itinerary: now.itinerary }),
        shape(unit),
        el("span", { class: "list-name" }, unitName(scene, unit, language)),
        el("span", { class: "list-where" }, nowWords(scene, now, language)),
        el("span", { class: "list-when" }, nowBracket(scene, now, language).map((text) => el("span", {}, text))),
      ),
    );
  };
  const conflictName = (conflict) => [
    el("span", { class: "name" }, pick(conflict.topic, store.state.language)),
    readingOf(conflict, store.state.readings)?.id !== conflict.default && el("span", { class: "list-other" }, say("conflict.shown-otherwise")),
  ];
  const plain = (kind, id, name, extra = null) =>
    el("li", {}, button({ class: "list-plain", "data-key": `${kind} ${id}` }, select({ kind, id }), name, extra));

  const build = () => {
    const { language } = store.state;
    title = el("h2", { class: "drawer-title", tabindex: -1 });
    body = el("div", { class: "list-body" });
    places = el("div", { class: "list-places" });
    results = el("div", { class: "list-results" });
    const query = box?.value ?? "";
    box = /** @type {HTMLInputElement} */ (
      el("input", {
        type: "search", class: "list-search", "data-key": "search", autocomplete: "off", spellcheck: "false",
        placeholder: say("search.hint"), "aria-label": say("search.label"), enterkeyhint: "search",
      })
    );
    box.value = query;
    box.addEventListener("input", search);
    box.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && box.value) {
        box.value = "";
        search();
        event.preventDefault();
      }
    });
    fill(
      page,
      el("div", { class: "drawer-head" }, title, button({ class: "drawer-close" }, close, say("stage.close"), el("kbd", {}, "Esc"))),
      el("p", { class: "drawer-lead" }, say("list.lead")),
      box,
      results,
      body,
      places,
      status,
    );
    page.lang = language;
    search();
  };

  const search = () => {
    const { language } = store.state;
    const found = find(index, box.value);
    const asked = box.value.trim() !== "";
    body.hidden = asked;
    places.hidden = asked;
    results.hidden = !asked;
    if (!asked) return fill(results);
    fill(
      results,
      found.length === 0
        ? el("p", { class: "list-note" }, say("search.none"))
        : el(
            "ul",
            { class: "list-rows" },
            found.map(({ kind, id }) =>
              kind === "unit"
                ? plain(kind, id, [shape(scene.units[id]), unitName(scene, scene.units[id], language)])
                : kind === "place"
                  ? plain(kind, id, [el("span", { class: "list-kind" }, say("list.place")), pick(scene.places[id].name, language)])
                  : plain(kind, id, [el("span", { class: "list-kind" }, say("list.conflict")), conflictName(conflicts.find((one) => one.id === id))]),
            ),
          ),
    );
  };

  let shown = "";
  const renew = (force = false) => {
    if (page.hidden) return;
    const { minute, language } = store.state;
    title.textContent = say("list.title", { time: hhmm(minute) });
    const model = listModel(scene, minute);
    const states = [...sections.gates, ...sections.docks].map((id) => stateAt(scene, id, minute)?.id ?? "");
    const key = JSON.stringify([model.groups.map(({ rows }) => rows.map((now) => [now.unit, now.at?.id, now.from?.id, now.to?.id])), model.unknown, states]);
    if (key === shown && !force) return;
    shown = key;
    const focused = page.contains(document.activeElement) ? document.activeElement?.getAttribute("data-key") : null;

    fill(
      body,
      model.groups
        .filter(({ rows }) => rows.length > 0)
        .map(({ grade, rows }) =>
          el(
            "section",
            { class: "list-group" },
            el("h3", {}, gradeChip(scene, grade, language), el("span", { class: "list-what" }, say(`grade.${grade}-what`))),
            el("ul", { class: "list-rows" }, rows.map(row)),
          ),
        ),
      model.unknown.length > 0 &&
        el(
          "section",
          { class: "list-group" },
          el("h3", {}, gradeChip(scene, "unknown", language), el("span", { class: "list-what" }, say("grade.unknown-what"))),
          el("ul", { class: "list-names" }, model.unknown.map((id) => plain("unit", id, unitName(scene, scene.units[id], language)))),
        ),
    );

    const placeRow = (id) => {
      const state = stateAt(scene, id, minute);
      const name = pick(scene.places[id].name, language);
      return el(
        "li",
        {},
        button(
          { class: "list-row list-place-row", "data-key": `place ${id}` },
          select({ kind: "place", id }),
          el("span", { class: "list-name" }, name),
          el("span", { class: "list-where" }, state ? pick(state.text, language) : say("list.state-unknown")),
        ),
      );
    };
    const open = new Set([...places.querySelectorAll("details[open]")].map((node) => node.getAttribute("data-section")));
    const section = (name, content, count) =>
      count > 0 &&
      el(
        "details",
        { class: "list-section", "data-section": name, open: open.has(name) },
        el("summary", {}, say(`list.${name}`)),
        content,
      );
    const events = scene.events;
    fill(
      places,
      section("gates", el("ul", { class: "list-rows" }, sections.gates.map(placeRow)), sections.gates.length),
      section("docks", el("ul", { class: "list-rows" }, sections.docks.map(placeRow)), sections.docks.length),
      section(
        "places",
        el("ul", { class: "list-names" }, sections.other.map((id) => plain("place", id, pick(scene.places[id].name, language)))),
        sections.other.length,
      ),
      section(
        "events",
        el(
          "ul",
          { class: "list-rows" },
          events.map((event) =>
            plain("event", event.id, [
              el("span", { class: "list-kind" }, pick(event.when?.text, language) || say("reader.no-hour")),
              el("span", { class: "name" }, pick(event.title, language)),
            ]),
          ),
        ),
        events.length,
      ),
      section(
        "conflicts",
        el("ul", { class: "list-rows" }, conflicts.map((conflict) => plain("conflict", conflict.id, conflictName(conflict)))),
        conflicts.length,
      ),
    );
    if (focused) /** @type {HTMLElement | null} */ (page.querySelector(`[data-key="${CSS.escape(focused)}"]`))?.focus({ preventScroll: true });
  };

  // While playing at most four times a second; at rest at once, and announced once the minute has settled.
  let telling = null;
  const tell = () => {
    telling = null;
    if (page.hidden || store.state.playing) return;
    const { minute, language } = store.state;
    const { groups, unknown } = listModel(scene, minute);
    const counts = groups.map(({ grade, rows }) => `${word(scene, language, `grade.${grade}`)} ${rows.length}`);
    status.textContent = [hhmm(minute), ...counts, `${say("grade.unknown")} ${unknown.length}`].join(language === "en" ? ", " : "，");
  };
  const pace = paced(store, RENEWAL, () => {
    renew();
    if (telling !== null) clearTimeout(telling);
    telling = store.state.playing || page.hidden ? null : setTimeout(tell, 600);
  });
  const tick = () => {
    if (!page.hidden) pace.ask();
  };

  build();
  const stops = [
    store.on(["drawer"], ({ drawer }) => {
      const open = drawer === "list";
      const opened = open && page.hidden;
      page.hidden = !open;
      if (!opened) return;
      root.scrollTop = 0;
      renew(true);
      tick();
      // The heading, not a button: Space goes on playing.
      title.focus({ preventScroll: true });
    }),
    store.on(["language"], () => {
      build();
      shown = "";
      renew(true);
    }),
    store.on(["minute", "playing"], tick),
  ];
  return {
    /** Show who is where by other readings. */
    renew(next) {
      scene = next;
      sections = placeSections(scene);
      renew(true);
      search();
    },
    destroy() {
      for (const stop of stops) stop();
      pace.stop();
      if (telling !== null) clearTimeout(telling);
      page.remove();
    },
  };
}
