// The page of a place: what is told of its condition, who came there, what happened there.
import { quotations } from "#citation";
import { differing, eventButton, head, hour, links, otherReading, section, told, unitButton } from "#pieces";
import { el, langOf } from "#words";

/** The stops at a place, with their units, in the order of their hours; those without an hour last. */
export function visitsOf(scene, place) {
  const visits = [];
  for (const [itinerary, { unit, stops }] of Object.entries(scene.itineraries)) {
    for (const stop of stops) if (stop.place === place) visits.push({ unit, itinerary, stop });
  }
  return visits.sort((a, b) => (a.stop.minute ?? Infinity) - (b.stop.minute ?? Infinity) || 0);
}

/** The states of a place: dated ones in order, and those told without an hour. */
export function statesOf(scene, place) {
  const states = scene.states.filter((state) => state.place === place);
  const dated = states.filter((state) => state.from !== null || state.to !== null);
  dated.sort((a, b) => (a.from ?? -Infinity) - (b.from ?? -Infinity) || (a.to ?? Infinity) - (b.to ?? Infinity));
  return { dated, undated: states.filter((state) => state.from === null && state.to === null) };
}

/** A condition of the place with its hours and words. */
function stateItem(kit, state) {
  const { say, words, note, chip, touched } = kit;
  return el(
    "li",
    { class: `state grade-${state.grade}`, "data-state": state.id },
    el(
      "div",
      { class: "state-time" },
      state.since && hour(kit, state.since, state.from, say("reader.since")),
      told(kit, state.since),
      state.until && [el("span", { class: "hour-label" }, say("reader.until")), hour(kit, state.until, state.to, say("reader.until")), told(kit, state.until)],
      !state.since && !state.until && el("span", { class: "hour-plain" }, say("reader.no-hour")),
    ),
    el(
      "div",
      { class: "state-main" },
      el("h4", {}, words(state.text), " ", chip(state.grade)),
      quotations(kit, [...new Set([...(state.quotes ?? []), ...(state.since?.quotes ?? []), ...(state.until?.quotes ?? [])])]),
      note("reader.hour-because", state.since?.reason),
      note("reader.editor", state.editor),
      note("reader.note", state.note),
      otherReading(kit, (reading) => Object.hasOwn(reading.states ?? {}, state.id)),
      differing(kit, touched.states.get(state.id), [...(state.quotes ?? []), ...(state.since?.quotes ?? []), ...(state.until?.quotes ?? [])]),
    ),
  );
}

/** @param {any} kit  see `#pieces` */
export function placePage(kit, id) {
  const { scene, say, words, lang } = kit;
  const place = scene.places[id];
  const language = lang();
  const { dated, undated } = statesOf(scene, id);
  const visits = visitsOf(scene, id);
  const events = scene.events.filter((event) => event.place === id);
  const name = words(place.name);
  const others = [place.pinyin, ...(place.other ?? []).flatMap((other) => String(other).split(/\s*[;；]\s*/))].filter((other) => other && other !== name);
  const [hans, hant, en] = Array.isArray(place.name) ? place.name : [place.name, null, ""];
  const names = [["zh-Hans", hans], ["zh-Hant", hant], ["en", en]].filter(([, text]) => text && text !== name);
  kit.nowLine = dated.length > 0 ? el("p", { class: "now" }) : null;
  return [
    head(kit, [el("span", {}, say("reader.place-kicker"))], name, null),
    el(
      "p",
      { class: "reader-other" },
      names.map(([code, text], i) => [i > 0 && " · ", el("span", { lang: code }, text)]),
      others.map((other, i) => [(i > 0 || names.length > 0) && " · ", el("span", { lang: langOf(other, language) }, other)]),
    ),
    kit.nowLine,
    el(
      "dl",
      { class: "facts" },
      el("dt", {}, say("reader.accuracy")),
      el("dd", {}, say("reader.metres", { metres: Math.round(place.accuracy) })),
      el("dt", {}, say("reader.basis")),
      el("dd", {}, words(place.basis)),
    ),
    dated.length > 0 && section(say("reader.states"), el("ol", { class: "states" }, dated.map((state) => stateItem(kit, state)))),
    undated.length > 0 && section(say("reader.undated"), el("p", { class: "small" }, say("reader.undated-what")), el("ol", { class: "states" }, undated.map((state) => stateItem(kit, state)))),
    visits.length > 0 &&
      section(
        say("reader.visits"),
        links(
          visits.map(({ unit, itinerary, stop }) =>
            unitButton(kit, unit, itinerary, [
              el("span", { class: "link-when" }, words(stop.arrive?.text) || words(stop.leave?.text) || say("reader.no-hour")),
            ]),
          ),
        ),
      ),
    events.length > 0 && section(say("reader.events"), links(events.map((event) => eventButton(kit, event)))),
    dated.length + undated.length + visits.length + events.length === 0 && el("p", { class: "small" }, say("reader.place-silent")),
  ];
}
