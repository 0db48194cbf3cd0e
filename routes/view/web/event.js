// The page of an event, also of one that another reading leaves out.
import { onlyNovel, quotations } from "#citation";
import { differing, head, hour, links, otherReading, placeButton, section, told, unitButton } from "#pieces";
import { el, pickOther } from "#words";

/** @param {any} kit  see `#pieces` */
export function eventPage(kit, event) {
  const { scene, say, words, lang, note, chip, touched } = kit;
  const quotes = [...new Set([...(event.quotes ?? []), ...(event.when?.quotes ?? [])])];
  return [
    head(kit, [el("span", {}, say("reader.event-kicker")), onlyNovel(scene, quotes) && el("span", { class: "novel" }, say("source.novel"))], words(event.title), pickOther(event.title, lang())),
    el(
      "p",
      { class: "now" },
      hour(kit, event.when, event.minute, words(event.title)) ?? el("span", { class: "hour-plain" }, say("reader.no-hour")),
      chip(event.when?.grade ?? "unknown"),
      told(kit, event.when),
    ),
    el(
      "p",
      { class: "stop-place" },
      words(event.where) && el("span", {}, words(event.where), " "),
      event.place && placeButton(kit, event.place),
      !words(event.where) && !event.place && say("reader.where-not-stated"),
    ),
    quotations(kit, quotes),
    note("reader.hour-because", event.when?.reason),
    note("reader.editor", event.editor),
    note("reader.note", event.note),
    otherReading(kit, (reading) => Object.hasOwn(reading.events ?? {}, event.id)),
    differing(kit, touched.events.get(event.id), quotes),
    event.units?.length > 0 && section(say("reader.units"), links(event.units.map((id) => unitButton(kit, id)))),
  ];
}

/** The page of an event that another reading leaves out. */
export function leftOutPage(kit, event) {
  const { say, words, lang, touched } = kit;
  return [
    head(kit, [el("span", {}, say("reader.event-kicker"))], words(event.title), pickOther(event.title, lang())),
    otherReading(kit, (reading) => reading.events?.[event.id] === null),
    el("p", { class: "small" }, say("conflict.left-out")),
    differing(kit, touched.events.get(event.id), event.quotes ?? []),
  ];
}
