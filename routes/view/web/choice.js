// The page for a press that found several things: each leads to its own.
import { nowOf } from "#list";
import { conflictButton, eventButton, head, links, placeButton, unitButton } from "#pieces";
import { conflictOf } from "#readings";
import { hhmm } from "#time";
import { el } from "#words";

/** @param {any} kit  see `#pieces` */
export function choicePage(kit, ids) {
  const { scene, record, store, say, chip } = kit;
  const { minute } = store.state;
  return [
    head(kit, [el("span", {}, hhmm(minute))], say(ids.every((id) => conflictOf(record, id)) ? "conflict.shown" : "reader.choice"), null),
    links(
      ids.map((id) => {
        if (scene.units[id]) {
          const now = nowOf(scene, id, minute);
          return unitButton(kit, id, now?.itinerary, now && el("span", { class: "link-when" }, chip(now.grade)));
        }
        if (scene.places[id]) return placeButton(kit, id);
        const event = scene.events.find((one) => one.id === id);
        const conflict = event ? null : conflictOf(record, id);
        return event ? eventButton(kit, event) : conflict ? conflictButton(kit, conflict) : null;
      }),
    ),
  ];
}
