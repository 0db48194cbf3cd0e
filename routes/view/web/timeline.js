// The strip below the map: controls, hours, the sky, events, and in lanes when each unit's whereabouts are told.
import { fadeOut, fit } from "#canvas";
import { controlsOf } from "#controls";
import { laneOf, lanesOf } from "#lanes";
import { layoutOf, unmeasured, xAt } from "#layout";
import { relit } from "#pace";
import { playheadOf } from "#playhead";
import { scrub } from "#scrub";
import { lightStep, stepColours } from "#sky";
import { drawStrip, landsOf } from "#strip";
import { dateParts, hhmm } from "#time";
import { tipOf, titleOf } from "#tip";
import { el, word } from "#words";
import { attribute, write } from "#writing";

/** Height of a lane when all are shown, and of what stands below the last. */
const OPEN_ROW = 18;
const OPEN_FOOT = 40;

/**
 * The parts of the time line, and the layout in which it stands.
 * @param {HTMLElement} root
 * @param {import("#store").Store} store
 * @param {any} scene
 * @param {import("#clock").Clock} clock
 */
function lineOf(root, store, scene, clock) {
  const { minutes } = scene.night;
  return {
    root, store, scene, minutes,
    lanes: lanesOf(scene),
    /** Those with a mark. */
    events: scene.events.filter((event) => event.onTimeline && event.minute !== null),
    canvas: /** @type {HTMLCanvasElement} */ (el("canvas", { class: "tl-canvas", "aria-hidden": "true" })),
    playhead: playheadOf(minutes),
    strip: el("div", { class: "tl-strip", role: "slider", tabindex: 0, "aria-valuemin": 0, "aria-valuemax": minutes, "aria-orientation": "horizontal" }),
    controls: controlsOf(store, scene, clock),
    more: el("button", { type: "button", class: "tl-more", "aria-expanded": "false" }),
    tip: tipOf(),
    /** Whether all lanes are asked for. */
    open: false,
    layout: unmeasured(minutes),
    lands: /** @type {import("#strip").Lands | null} */ (null),
    /** Pixels at the left of the last lane that the button for more takes. */
    taken: 0,
    /** Whether a pointer holds the playhead. */
    held: () => false,
  };
}

/** The lane of the unit selected. */
function chosenLane({ store, scene }) {
  const { selected } = store.state;
  return selected?.kind === "unit" ? laneOf(scene.units, selected.id) : null;
}

/** Lay the time line out in the box that it has. */
function measure(line) {
  const { root, strip, more, controls, lanes, open, minutes } = line;
  const { clientWidth: width, clientHeight: height } = root;
  const layout = layoutOf({ width, height, wide: window.innerWidth, minutes, lanes, open, chosen: chosenLane(line) });
  line.layout = layout;
  strip.style.left = `${layout.left - 12}px`;
  strip.style.right = `${width - layout.right - 12}px`;
  more.hidden = layout.narrow || (!open && layout.rows.length === lanes.length);
  controls.node.style.width = layout.narrow ? "" : `${layout.left - 26 - controls.node.offsetLeft}px`;
  line.taken = more.hidden ? 0 : more.offsetLeft + more.offsetWidth;
  line.playhead.place(layout);
}

/** Draw what stays while the minutes pass. */
function draw(line) {
  const { canvas, store, scene, layout, events, taken } = line;
  const { language, minute, selected } = store.state;
  if (layout.width === 0 || layout.height === 0) return;
  line.lands = landsOf(layout, line.lands);
  const { lands } = line;
  const ctx = fit(canvas, layout.width, layout.height);
  drawStrip(ctx, { layout, scene, events, lands, colours: stepColours(minute), language, selected, chosen: chosenLane(line), taken });
  line.playhead.stretch(layout);
}

/** Show what changes with the minute. */
function showMinute(line) {
  const { store, scene, layout, strip, events } = line;
  const { minute, language, playing } = store.state;
  line.playhead.show(layout, minute);
  // A reader of the screen is not told of every minute that plays.
  if (!playing) {
    const here = events.filter((event) => Math.abs(event.minute - minute) < 0.5).map((event) => titleOf(event, language));
    attribute(strip, "aria-valuenow", String(Math.floor(minute)));
    attribute(strip, "aria-valuetext", [`${hhmm(minute)}, ${dateParts(scene, language, minute).date}`, ...here].join("; "));
    if (document.activeElement === strip && !line.held()) line.tip.show(layout, here.join("\n"), xAt(layout, minute));
  }
  line.controls.showComing(store.state);
}

/** Write what changes with the language and with a press. */
function showWords({ store, scene, controls, strip, more, open }) {
  const say = (key) => word(scene, store.state.language, `timeline.${key}`);
  controls.showWords(store.state);
  attribute(strip, "aria-label", say("slider"));
  attribute(strip, "title", "");
  write(more, say(open ? "fewer" : "more"));
  attribute(more, "aria-expanded", String(open));
}

/** Lay out and show all anew. */
function redraw(line) {
  measure(line);
  line.playhead.measure();
  draw(line);
  showMinute(line);
}

/** Show all lanes, or as many as fit. */
function toggle(line) {
  const { root, layout, lanes } = line;
  line.open = !line.open;
  root.classList.toggle("tl-open", line.open);
  root.style.height = line.open ? `${Math.round(layout.top + lanes.length * OPEN_ROW + OPEN_FOOT)}px` : "";
  showWords(line);
  redraw(line);
}

/** What follows the minute, the language and the selection: it draws only when the light or what is written is another. */
function following(line) {
  let drawn = "";
  let { dark } = stepColours(line.store.state.minute);
  let choice = chosenLane(line);
  const paint = () => draw(line);
  return {
    follow({ minute, language, selected, playing, reduced }) {
      const now = `${lightStep(minute)} ${language} ${selected?.kind ?? ""} ${selected?.id ?? ""}`;
      if (now !== drawn) {
        drawn = now;
        const { dark: after } = stepColours(minute);
        if (after !== dark && !reduced) fadeOut(line.canvas);
        dark = after;
        if (choice !== chosenLane(line)) {
          choice = chosenLane(line);
          measure(line);
        }
        // While it plays the strip takes its new light after the map.
        if (playing) relit.add([paint]);
        else paint();
      }
      showMinute(line);
    },
    stop: () => relit.drop([paint]),
  };
}

/**
 * @param {HTMLElement} root
 * @param {import("#store").Store} store
 * @param {any} scene
 * @param {{map: any, clock: import("#clock").Clock, L: any}} extras
 */
export function mount(root, store, scene, { clock }) {
  const line = lineOf(root, store, scene, clock);
  const { canvas, playhead, strip, controls, more, tip, events } = line;
  const nodes = [canvas, ...playhead.nodes, strip, controls.node, more, tip.node];
  root.append(...nodes);
  line.held = scrub({ root, strip, store, scene, clock, events, tip, layoutNow: () => line.layout });
  more.addEventListener("click", () => toggle(line));
  const { follow, stop } = following(line);
  const stops = [
    store.on(["language", "playing", "speed", "step"], () => showWords(line)),
    store.on(["minute", "language", "playing", "selected"], follow),
    stop,
  ];
  const observer = new ResizeObserver(() => redraw(line));
  observer.observe(root);
  return {
    destroy() {
      for (const one of stops) one();
      observer.disconnect();
      for (const node of nodes) node.remove();
      root.classList.remove("tl-open");
      root.style.height = "";
    },
  };
}
