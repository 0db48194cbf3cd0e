// The pieces of which every page of the reader is made: links, hours, sections, notes, and where sources differ.
import { gradeChip, shape, unitName } from "#list";
import { otherAccounts, others, readingOf, touching } from "#readings";
import { hhmm } from "#time";
import { button, el, langOf, pick, word } from "#words";

/**
 * What a page needs to be written: the scene as it is read now, the reader's language, and words in it.
 * @param {import("#store").Store} store
 * @param {any} record  the scene by its defaults
 * @param {any} given  the scene as the readings chosen draw it; `kit.scene` is set when others are chosen
 * @param {{open: (selected: any) => () => void, seek: (minute: number) => void, close: () => void, back: () => (() => void) | null,
 *   touched: any, beside: Map<string, any[]>}} rest  `open` gives what a button does, `back` the way back, if there is one
 */
export function kitOf(store, record, given, rest) {
  const lang = () => store.state.language;
  const say = (key, values) => word(record, lang(), key, values);
  const words = (text) => pick(text, lang());
  return {
    ...rest, store, record, lang, say, words, scene: given,
    /** Facts from outside already printed on the page shown. */
    noted: new Set(),
    /** The line that says what holds at the minute, where the page has one. */
    nowLine: /** @type {HTMLElement | null} */ (null),
    note: (label, text, kind = "") =>
      words(text) && el("p", { class: `note ${kind}` }, el("span", { class: "note-label" }, say(label)), " ", words(text)),
    chip: (grade) => gradeChip(record, grade, lang()),
  };
}

/** The buttons that lead to the disagreements touching one thing. */
export function differing(kit, altered, quotes) {
  const { touched, say, words, open, store } = kit;
  const conflicts = touching(altered, touched.quotes, quotes);
  if (conflicts.length === 0) return null;
  return el(
    "ul",
    { class: "differing" },
    conflicts.map((conflict) => {
      const count = otherAccounts(conflict, quotes);
      const key = count < 1 ? "conflict.differ" : count === 1 ? "conflict.others-one" : "conflict.others";
      const n = count <= 9 ? say(`conflict.number-${count}`) : count;
      return el(
        "li",
        {},
        button(
          { class: "link-differing", "data-key": `conflict ${conflict.id}` },
          open({ kind: "conflict", id: conflict.id }),
          say(key, { n, topic: words(conflict.topic) }),
        ),
        readingOf(conflict, store.state.readings)?.id !== conflict.default && el("span", { class: "small" }, " ", say("conflict.shown-otherwise")),
      );
    }),
  );
}

/** A line where the page shows another reading than the record's. */
export function otherReading({ record, store, say, words, open }, test) {
  return others(record, store.state.readings)
    .filter(({ reading }) => test(reading))
    .map(({ conflict, reading }) =>
      el(
        "p",
        { class: "note by-another" },
        say("conflict.by-another", { says: words(reading.says) }),
        " ",
        button({ class: "link-differing", "data-key": `conflict ${conflict.id}` }, open({ kind: "conflict", id: conflict.id }), words(conflict.topic)),
      ),
    );
}

/** The hour in the source's own words. */
export function told(kit, when) {
  const { scene, say, lang } = kit;
  return (
    when?.told &&
    el(
      "span",
      { class: "told" },
      el("span", { lang: scene.sources[scene.quotes[when.quotes?.[0]]?.source]?.language ?? langOf(when.told, "zh-Hans") }, `「${when.told}」`),
      lang() === "en" && when.toldEn && el("span", { lang: "en" }, ` ${when.toldEn}`),
      when.clock === "tokyo-presumed" && el("span", { class: "told-clock" }, say("reader.tokyo-clock")),
    )
  );
}

/** A bracket as a button that sets the clock, when its hour lies in the night. */
export function hour(kit, when, minute, label) {
  const { scene, say, words, seek } = kit;
  if (!when || !words(when.text)) return null;
  const text = words(when.text);
  return minute !== null && minute !== undefined && minute >= 0 && minute <= scene.night.minutes
    ? button({ class: "hour", "aria-label": say("reader.seek", { label, time: text, at: hhmm(minute) }) }, () => seek(minute), text)
    : el("span", { class: "hour-plain" }, text);
}

/** A unit as a row that leads to its page; `extra` stands at the end of the row. */
export function unitButton(kit, id, itinerary = undefined, extra = null) {
  const { scene, lang, open } = kit;
  const unit = scene.units[id];
  if (!unit) return null;
  return button(
    { class: "link-row", "data-key": `unit ${id}` },
    open({ kind: "unit", id, ...(itinerary ? { itinerary } : {}) }),
    shape(unit),
    unitName(scene, unit, lang()),
    extra,
  );
}

/** An event as a row, its hour first. */
export function eventButton(kit, event) {
  const { say, words, open } = kit;
  return button(
    { class: "link-row", "data-key": `event ${event.id}` },
    open({ kind: "event", id: event.id }),
    el("span", { class: "link-when" }, words(event.when?.text) || say("reader.no-hour")),
    el("span", { class: "name" }, words(event.title)),
  );
}

/** The name of a place as a button. */
export function placeButton(kit, id) {
  const { scene, words, open } = kit;
  const place = scene.places[id];
  return place && button({ class: "link-place", "data-key": `place ${id}` }, open({ kind: "place", id }), words(place.name));
}

/** A disagreement as a row. */
export function conflictButton(kit, { id, topic }) {
  const { words, open } = kit;
  return button({ class: "link-row", "data-key": `conflict ${id}` }, open({ kind: "conflict", id }), el("span", { class: "name" }, words(topic)));
}

/** Rows of a list, those there are. */
export const links = (rows) => el("ul", { class: "links" }, rows.filter(Boolean).map((row) => el("li", {}, row)));

/** A part of a page under its heading. */
export const section = (title, ...content) => el("section", { class: "reader-section" }, el("h3", {}, title), ...content);

/** The head of a page: what it is of, the way back, the name, and the name in another language. */
export function head(kit, kicker, name, otherName) {
  const { say, close, back } = kit;
  const title = el("h2", { class: "reader-title", tabindex: -1 }, name);
  const goBack = back();
  return [
    el(
      "div",
      { class: "drawer-head" },
      el("div", { class: "kicker" }, kicker),
      goBack && button({ class: "drawer-back" }, goBack, say("reader.back")),
      button({ class: "drawer-close" }, close, say("stage.close"), el("kbd", {}, "Esc")),
    ),
    el(
      "header",
      { class: "reader-head" },
      title,
      otherName?.text && otherName.text !== name && el("p", { class: "reader-other", lang: otherName.language }, otherName.text),
    ),
  ];
}
