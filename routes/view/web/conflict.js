// The page of a disagreement: what each side says, and the readings that can be shown.
import { quotations } from "#citation";
import { unitName, whereWords } from "#list";
import { conflictButton, head, hour, links, section } from "#pieces";
import { alters, choose, givingWay, readingOf, stopsChanged, touching } from "#readings";
import { button, el, pickOther } from "#words";

/** What a reading sets otherwise, row by row: who or what, where, and the hours it has then. */
function changeRows(kit, reading) {
  const { scene, record, say, words, lang, open } = kit;
  const row = (name, where, hours) =>
    el(
      "div",
      { class: "change" },
      el("p", {}, name, where && [" ", el("span", { class: "change-where" }, where)]),
      el("p", { class: "change-hours" }, hours),
    );
  const named = (key, selected, ...name) => button({ class: "link-place", "data-key": key }, open(selected), name);
  const dated = (label, when, minute) => when && el("span", {}, label, " ", hour(kit, when, minute, label) ?? say("reader.no-hour"));
  const orNone = (after, parts) => (after ? (parts.some(Boolean) ? parts : say("reader.no-hour")) : say("conflict.not-drawn"));

  const stops = stopsChanged(record, reading).map(({ itinerary, before, after }) => {
    const { unit } = record.itineraries[itinerary];
    const { arrive, leave, minute } = after ?? before;
    return row(
      named(`change ${reading.id} ${itinerary} ${before.id}`, { kind: "unit", id: unit, itinerary }, unitName(scene, scene.units[unit], lang())),
      whereWords(record, after ?? before, lang()),
      orNone(after, [
        dated(say("reader.arrived"), arrive, minute),
        dated(say("reader.departed"), leave, arrive ? (leave?.latest ?? leave?.earliest ?? null) : minute),
      ]),
    );
  });
  const states = Object.entries(reading.states ?? {}).map(([id, after]) => {
    const state = after ?? record.states.find((one) => one.id === id);
    const place = record.places[state?.place];
    return (
      place &&
      row(
        named(`change ${reading.id} ${id}`, { kind: "place", id: state.place }, words(place.name)),
        words(state.text),
        orNone(after, [dated(say("reader.from"), state.since, state.from), dated(say("reader.until"), state.until, state.to)]),
      )
    );
  });
  const events = Object.entries(reading.events ?? {}).map(([id, after]) => {
    const event = after ?? record.events.find((one) => one.id === id);
    return (
      event &&
      row(named(`change ${reading.id} ${id}`, { kind: "event", id }, words(event.title)), null, orNone(after, [hour(kit, event.when, event.minute, words(event.title))]))
    );
  });
  return [...stops, ...states, ...events].filter(Boolean);
}

/** One reading: its words, a button to choose it where there are several, and what it changes. */
function readingItem(kit, conflict, reading, taken, several) {
  const { record, store, say, words, note } = kit;
  const isDefault = reading.id === conflict.default;
  const key = `reading ${conflict.id}:${reading.id}`;
  const rows = changeRows(kit, reading);
  const says = [words(reading.says), isDefault && el("span", { class: "default-mark" }, say("conflict.default"))];
  let line = el("p", { class: "reading-says" }, says);
  if (several) {
    const input = el("input", { type: "radio", name: `reading-${conflict.id}`, value: reading.id, checked: reading.id === taken.id, "data-key": key });
    input.addEventListener("change", () => store.set({ readings: choose(record, store.state.readings, conflict.id, reading.id) }));
    line = el("label", { class: "reading-says" }, input, el("span", {}, says));
  }
  return el(
    "div",
    { class: "reading" },
    line,
    isDefault && note("conflict.reason", conflict.reason),
    several && !isDefault && !alters(reading) && el("p", { class: "small" }, say("conflict.same-on-map")),
    rows.length > 0 &&
      el("details", { open: rows.length <= 4 || reading.id === taken.id }, el("summary", {}, say("conflict.changes")), links(rows)),
  );
}

/** @param {any} kit  see `#pieces` */
export function conflictPage(kit, conflict) {
  const { record, store, say, words, lang, note } = kit;
  const language = lang();
  const several = conflict.readings.length > 1;
  const taken = readingOf(conflict, store.state.readings);
  const ways = givingWay(record, store.state.readings, conflict.id);
  const readings = conflict.readings.map((reading) => readingItem(kit, conflict, reading, taken, several));
  return [
    head(
      kit,
      [
        el("span", {}, say("conflict.kicker")),
        conflict.nature && el("span", {}, say(`nature.${conflict.nature}`)),
        conflict.refs?.length > 0 && el("span", { class: "refs" }, conflict.refs.join(language === "en" ? ", " : "、")),
      ],
      words(conflict.topic),
      pickOther(conflict.topic, language),
    ),
    conflict.sides.map((side, i) =>
      section(
        say("conflict.account", { n: say(`conflict.ordinal-${i + 1}`) }),
        el("p", { class: "side-says" }, words(side.says)),
        quotations(kit, side.quotes),
      ),
    ),
    words(conflict.decidable) && section(say("conflict.decidable"), el("p", {}, words(conflict.decidable))),
    words(conflict.undecidable) && section(say("conflict.undecidable"), el("p", {}, words(conflict.undecidable))),
    several
      ? el(
          "fieldset",
          { class: "reader-section readings" },
          el("legend", {}, say("conflict.readings")),
          !conflict.readings.some(alters) && el("p", { class: "small" }, say("conflict.words-only")),
          readings,
          ways.length > 0 && el("p", { class: "small" }, say("conflict.gives-way", { topics: ways.map(({ topic }) => words(topic)).join(language === "en" ? "; " : "；") })),
        )
      : section(say("conflict.reading"), readings),
    note("reader.note", conflict.note),
    related(kit, conflict),
  ];
}

/** Other disagreements over the same sentences. */
function related(kit, conflict) {
  const { touched, say } = kit;
  const quotes = conflict.sides.flatMap((side) => side.quotes);
  const conflicts = touching(null, touched.quotes, quotes).filter(({ id }) => id !== conflict.id);
  return conflicts.length > 0 && section(say("conflict.related"), links(conflicts.map((one) => conflictButton(kit, one))));
}
