// The controls of the time line: to the event before and the next, play, speed and step, and the line of the event to come.
import { SPEEDS, STEPS } from "#store";
import { hhmm } from "#time";
import { button, el, pick, svg, word } from "#words";
import { attribute, write } from "#writing";

const PREVIOUS = "M3 2h3v16H3zM18 2v16L7 10z";
const NEXT = "M14 2h3v16h-3zM2 2v16l11-8z";
const PLAY = "M14 10.5v15l12-7.5z";
const PAUSE = "M12.5 10.5h4v15h-4zM19.5 10.5h4v15h-4z";

/** An event so little before or after the minute, in minutes, is where the clock stands. */
const HERE = 0.01;

/** The first event of the time line after a minute, or null. */
export function comingEvent(events, minute) {
  let found = null;
  for (const event of events) {
    if (!event.onTimeline || event.minute === null || event.minute <= minute + HERE) continue;
    if (!found || event.minute < found.minute) found = event;
  }
  return found;
}

/** The last event of the time line before a minute, or null. */
export function pastEvent(events, minute) {
  let found = null;
  for (const event of events) {
    if (!event.onTimeline || event.minute === null || event.minute >= minute - HERE) continue;
    if (!found || event.minute > found.minute) found = event;
  }
  return found;
}

/**
 * The minute of the next (direction 1) or previous (−1) event; the end of the night on that side if there is none.
 * @param {{minute: number | null, onTimeline: boolean}[]} events
 * @param {number} minute
 * @param {1 | -1} direction
 * @param {number} minutes  length of the night
 */
export function eventMinute(events, minute, direction, minutes) {
  const event = direction > 0 ? comingEvent(events, minute) : pastEvent(events, minute);
  return Math.max(0, Math.min(minutes, event?.minute ?? (direction > 0 ? minutes : 0)));
}

/** A button with a sign instead of words. */
function signButton(name, side, run, ...parts) {
  const sign = svg("svg", { viewBox: `0 0 ${side} ${side}`, "aria-hidden": "true", focusable: "false" }, ...parts);
  return button({ class: `tl-button ${name}` }, run, sign);
}

/** A list of numbers of which the store holds one under that name. */
function select(store, name, values) {
  const node = /** @type {HTMLSelectElement} */ (el("select", { class: `tl-select tl-${name}` }, values.map((value) => el("option", { value }))));
  node.addEventListener("change", () => store.set({ [name]: Number(node.value) }));
  return node;
}

/**
 * @param {import("#store").Store} store
 * @param {any} scene
 * @param {import("#clock").Clock} clock
 */
export function controlsOf(store, scene, clock) {
  const { minutes } = scene.night;
  const go = (direction) => {
    store.set({ playing: false });
    clock.seek(eventMinute(scene.events, store.state.minute, direction, minutes));
  };
  const playSign = svg("path", { d: PLAY, class: "tl-sign" });
  const previous = signButton("tl-previous", 20, () => go(-1), svg("path", { d: PREVIOUS }));
  const play = signButton("tl-play", 36, () => clock.toggle(), svg("circle", { cx: 18, cy: 18, r: 17 }), playSign);
  const next = signButton("tl-next", 20, () => go(1), svg("path", { d: NEXT }));
  const speed = select(store, "speed", SPEEDS);
  const step = select(store, "step", STEPS);
  const coming = el("p", { class: "tl-coming" });
  const node = el("div", { class: "tl-controls", role: "group" },
    el("div", { class: "tl-row" }, previous, play, next, el("div", { class: "tl-selects" }, speed, step)), coming);

  return {
    node,
    /** The words of all controls, and which speed and step are chosen. */
    showWords(state) {
      const say = (key, values) => word(scene, state.language, `timeline.${key}`, values);
      const signs = /** @type {[Element, string][]} */ ([[previous, "previous"], [next, "next"], [play, state.playing ? "pause" : "play"]]);
      for (const [sign, key] of signs) {
        attribute(sign, "aria-label", say(key));
        attribute(sign, "title", say(key));
      }
      playSign.setAttribute("d", state.playing ? PAUSE : PLAY);
      attribute(node, "aria-label", say("controls"));
      for (const [list, name] of /** @type {[HTMLSelectElement, string][]} */ ([[speed, "speed"], [step, "step"]])) {
        attribute(list, "aria-label", say(name));
        for (const option of list.options) write(option, say(`${name}_value`, { n: option.value }));
        list.value = String(state[name]);
      }
    },
    /** The line of the event to come. */
    showComing({ minute, language }) {
      const event = comingEvent(scene.events, minute);
      const values = event ? { hour: hhmm(event.minute), title: pick(event.title, language) } : {};
      const words = event ? word(scene, language, "timeline.coming", values) : word(scene, language, minute >= minutes ? "timeline.coming_last" : "timeline.coming_none");
      if (write(coming, words)) coming.title = words;
    },
  };
}
