// An itinerary on the page: its stops in order, each with its hours, words and the way on.
import { onlyNovel, quotations } from "#citation";
import { nowOf, whereWords } from "#list";
import { differing, hour, otherReading, placeButton, section, told } from "#pieces";
import { el } from "#words";

/** Every quote a stop and its hours rest on, in order, without repeats. */
export function stopQuotes(stop) {
  return [...new Set([...(stop.quotes ?? []), ...(stop.arrive?.quotes ?? []), ...(stop.leave?.quotes ?? [])])];
}

/**
 * The stop of an itinerary that belongs to a minute: where the unit is, or the one it has left; else one whose hours
 * hold the minute although it cannot be placed. Null when nothing is known of that minute.
 * @param {any} scene
 * @param {string} id  itinerary
 * @param {number} minute
 * @returns {string | null}
 */
export function currentStop(scene, id, minute) {
  const itinerary = scene.itineraries[id];
  if (!itinerary) return null;
  const now = nowOf(scene, itinerary.unit, minute, id);
  if (now) return (now.at ?? now.from)?.id ?? null;
  let found = null;
  for (const stop of itinerary.stops) {
    if (stop.phase !== "night") continue;
    const from = stop.arrive?.earliest ?? null;
    const to = stop.leave?.latest ?? stop.leave?.earliest ?? stop.arrive?.latest ?? null;
    if (from !== null && to !== null && from <= minute && minute <= to) found = stop.id;
  }
  return found;
}

/** The itineraries of a unit, the selected one first. */
export function itinerariesOf(scene, unit, selected = null) {
  const ids = scene.units[unit]?.itineraries ?? [];
  return selected && ids.includes(selected) ? [selected, ...ids.filter((id) => id !== selected)] : ids;
}

/** The way to the next stop: how it was gone, how well it is known, and the words for it that were not read `before`. */
function legLine(kit, leg, before) {
  const { say, note } = kit;
  const way = leg.grade === "unknown" ? say("reader.way-unknown") : say("reader.way-grade", { grade: say(`grade.${leg.grade}`) });
  return el(
    "div",
    { class: "leg" },
    el("p", {}, `${say(`mode.${leg.mode}`)}${say("reader.joint")}${way}`),
    note("reader.impossible", leg.impossible, "impossible"),
    note("reader.drawn-because", leg.editor),
    note("reader.note", leg.note),
    quotations(kit, (leg.quotes ?? []).filter((id) => !before.has(id))),
  );
}

/**
 * The minutes that the buttons of a stop's hours set: when the unit has come, and when it leaves or until when it stayed.
 * @param {any} stop
 * @param {number} minutes  of the night: an hour outside it sets nothing
 */
export function seekMinutes({ arrive, leave, minute }, minutes) {
  const within = (at) => at !== null && at !== undefined && at >= 0 && at <= minutes;
  const left = [leave?.latest, leave?.earliest].find(within) ?? null;
  return { arrived: arrive ? minute : null, left };
}

/** The rows of a stop's hours: when the unit came, and when it left or until when it stayed. */
function stopTimes(kit, stop) {
  const { say, scene } = kit;
  const { arrive, leave } = stop;
  const { arrived, left } = seekMinutes(stop, scene.night.minutes);
  return [
    arrive && [hour(kit, arrive, arrived, say("reader.arrived")), told(kit, arrive)],
    leave && [
      el("span", { class: "hour-label" }, say(arrive || leave.latest === null ? "reader.departed" : "reader.until")),
      hour(kit, leave, left, say("reader.departed")),
      told(kit, leave),
    ],
  ].filter((row) => row && row.some(Boolean));
}

/** A stop; quotations that were `read` on this page before are not printed again. */
function stopItem(kit, itinerary, stop, next, current, read) {
  const { scene, say, words, lang, note, chip, touched } = kit;
  const quotes = stopQuotes(stop);
  const novel = onlyNovel(scene, quotes);
  const fresh = quotes.filter((id) => !read.has(id));
  const again = quotes.length > 0 && fresh.length === 0;
  for (const id of quotes) read.add(id);
  const where = whereWords(scene, stop, lang());
  const placed = stop.place && scene.places[stop.place];
  const times = stopTimes(kit, stop);
  const leg = next?.leg;
  return el(
    "li",
    {
      class: `stop grade-${stop.grade}${novel ? " from-novel" : ""}${current ? " current" : ""}`,
      "data-stop": stop.id,
      "aria-current": current ? "time" : null,
    },
    el(
      "div",
      { class: "stop-time" },
      times.length > 0 && times.some((row) => row[0] || row[1]) ? times.map((row) => el("div", {}, row)) : el("span", { class: "hour-plain" }, say("reader.no-hour")),
    ),
    el("div", { class: `axis leg-${next ? (leg?.grade ?? "unknown") : "none"}`, "aria-hidden": "true" }, el("span", { class: "node" })),
    el(
      "div",
      { class: "stop-main" },
      el("h4", {}, where, " ", chip(stop.grade)),
      placed &&
        words(placed.name) !== where &&
        el("p", { class: "stop-place" }, say("reader.on-map"), placeButton(kit, stop.place)),
      placed && words(placed.name) === where && el("p", { class: "stop-place" }, placeButton(kit, stop.place)),
      stop.face && el("p", { class: "small" }, say(`reader.face-${stop.face}`)),
      words(stop.outcome) && el("p", { class: "outcome" }, words(stop.outcome)),
      quotations(kit, fresh),
      again && el("p", { class: "small" }, say("reader.quoted-above")),
      quotes.length === 0 && el("p", { class: "small" }, say("reader.no-sentence")),
      note("reader.hour-because", stop.arrive?.reason),
      note(stop.arrive?.reason ? "reader.leaving-because" : "reader.hour-because", stop.leave?.reason),
      note("reader.drawn-because", stop.editor),
      note("reader.note", stop.note),
      differing(kit, touched.stops.get(`${itinerary}/${stop.id}`), [...quotes, ...(stop.leg?.quotes ?? [])]),
      leg && legLine(kit, leg, read),
    ),
  );
}

/** An itinerary under its title, in three phases; one that another reading leaves out says so. */
export function itinerarySection(kit, id, several) {
  const { scene, record, store, say, words, note } = kit;
  const itinerary = scene.itineraries[id];
  const shownBy = otherReading(kit, (reading) => Object.hasOwn(reading.itineraries ?? {}, id));
  if (!itinerary) return shownBy.length > 0 && section(words(record.itineraries[id]?.title) || say("reader.itinerary"), shownBy, el("p", { class: "small" }, say("conflict.left-out")));
  const current = currentStop(scene, id, store.state.minute);
  const read = new Set();
  const phases = ["before", "night", "afterwards"].map((phase) => {
    const stops = itinerary.stops.filter((stop) => stop.phase === phase);
    if (stops.length === 0) return null;
    return [
      phase !== "night" || stops.length < itinerary.stops.length ? el("h4", { class: "phase" }, say(`reader.phase-${phase}`)) : null,
      el(
        "ol",
        { class: "itinerary", "data-itinerary": id },
        stops.map((stop, i) => stopItem(kit, id, stop, stops[i + 1], stop.id === current, read)),
      ),
    ];
  });
  return el(
    "section",
    { class: "reader-section" },
    el("h3", {}, words(itinerary.title) || say(several ? "reader.itinerary" : "reader.itinerary-only"), several && itinerary.refs?.length > 0 && el("span", { class: "refs" }, ` ${itinerary.refs.join("、")}`)),
    shownBy,
    note("reader.note", itinerary.note),
    phases,
  );
}
