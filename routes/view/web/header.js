// The text column: place, date, clock, the sky, another reading if one is shown, and what has just happened.

import { onlyNovel } from "#citation";
import { others } from "#readings";
import { dateParts, hhmm, skyWords, tokyoLine } from "#time";
import { button, el, fill, pick, word } from "#words";
import { write } from "#writing";

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
function eventsReached(events, minute) {
  const known = events.filter(({ onTimeline, minute: at, when }) => {
    if (!onTimeline || at === null || at > minute + 1e-6 || minute - at > EVENT_LASTS) return false;
    return (when?.latest ?? at) - (when?.earliest ?? at) <= EVENT_WIDEST;
  });
  const last = Math.max(...known.map((event) => event.minute));
  return known.filter((event) => event.minute === last);
}

/** The text column: place, date, clock, the other clock, the sky, another reading if one is shown, and what has just happened. */
export function mount(root, store, given, { record }) {
  let scene = given;
  const date = el("p", { class: "stage-date" });
  const clock = el("time", { class: "stage-clock" });
  const tokyo = el("p", { class: "stage-second" });
  const sky = el("p", { class: "stage-second" });
  const reading = el("div", { class: "stage-reading", role: "status", hidden: true });
  const happened = el("div", { class: "stage-event", hidden: true });
  fill(root, date, clock, tokyo, sky, reading, happened);

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
