// The page of a unit.
import { quotations } from "#citation";
import { itinerariesOf, itinerarySection, stopQuotes } from "#itinerary";
import { shape } from "#list";
import { differing, eventButton, head, links, section, unitButton } from "#pieces";
import { el, pickOther } from "#words";

/** @param {any} kit  see `#pieces` */
export function unitPage(kit, id, selectedItinerary) {
  const { scene, say, words, lang, note } = kit;
  const unit = scene.units[id];
  const language = lang();
  const ids = itinerariesOf(scene, id, selectedItinerary);
  const refs = [...new Set([...ids.flatMap((one) => scene.itineraries[one]?.refs ?? []), ...(unit.refs ?? [])])];
  const routes = refs.filter((ref) => /^R\d/.test(ref));
  kit.nowLine = el("p", { class: "now" });
  const related = [
    unit.parent && scene.units[unit.parent] && [say("reader.parent"), [unit.parent]],
    unit.commander && scene.units[unit.commander] && [say("reader.commander"), [unit.commander]],
    unit.members?.length > 0 && [say("reader.members"), unit.members],
  ].filter(Boolean);
  const used = new Set(ids.flatMap((one) => (scene.itineraries[one]?.stops ?? []).flatMap(stopQuotes)));
  const own = (unit.quotes ?? []).filter((one) => !used.has(one));
  const events = scene.events.filter((event) => event.units?.includes(id));
  return [
    head(
      kit,
      [
        shape(unit),
        routes.length > 0 && el("span", {}, say("reader.route", { refs: routes.join(language === "en" ? ", " : "、") })),
        el("span", {}, say(`side.${unit.side}`)),
        unit.fiction && el("span", { class: "novel" }, say("source.novel")),
      ],
      words(unit.name),
      pickOther(unit.name, language),
    ),
    words(unit.echelon) && el("p", { class: "small echelon" }, words(unit.echelon)),
    kit.nowLine,
    unit.fiction && el("p", { class: "note" }, say("reader.fiction")),
    note("reader.note", unit.note),
    note("reader.editor", unit.editor),
    ids.length === 0 && el("p", { class: "small" }, say("reader.no-itinerary")),
    ids.map((one) => itinerarySection(kit, one, ids.length > 1)),
    section(say("reader.fate"), words(unit.fate) ? el("p", {}, words(unit.fate)) : el("p", { class: "small" }, say("reader.not-stated"))),
    own.length > 0 && section(say("reader.said-of"), quotations(kit, own), differing(kit, null, own)),
    related.map(([title, members]) => section(title, links(members.map((one) => unitButton(kit, one))))),
    events.length > 0 && section(say("reader.events"), links(events.map((event) => eventButton(kit, event)))),
    unit.variants?.length > 0 && section(say("reader.variants"), el("p", { lang: "zh-Hant" }, unit.variants.join("、"))),
  ];
}
