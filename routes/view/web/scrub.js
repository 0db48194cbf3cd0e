// The pointer and the keys on the strip: both go to a minute; a pointer at rest is told what is under it.
import { minuteAt, xAt } from "#layout";
import { titleOf } from "#tip";
import { word } from "#words";

/** A press within so many pixels of an event goes to its minute. */
const CATCH = 6;

/**
 * The event whose mark is met at a point of the strip, or null.
 * @param {import("#layout").Layout} layout
 * @param {any[]} events  those with a mark
 * @param {{x: number, y: number}} point
 */
export function eventAt(layout, events, { x, y }) {
  if (y < layout.ticks - 4 || y > layout.ticks + 10) return null;
  let found = null;
  let best = CATCH;
  for (const event of events) {
    const d = Math.abs(xAt(layout, event.minute) - x);
    if (d <= best) {
      best = d;
      found = event;
    }
  }
  return found;
}

/**
 * The minute that a key of the slider goes to, perhaps one outside the night; undefined for any other key.
 * @param {{key: string, shiftKey: boolean}} event
 * @param {{minute: number, step: number}} state
 * @param {number} minutes  length of the night
 * @returns {number | undefined}
 */
export function minuteOfKey({ key, shiftKey }, { minute, step }, minutes) {
  const by = shiftKey ? 1 : step;
  const back = Math.ceil((minute - by) - 1e-6);
  const on = Math.floor(minute + by + 1e-6);
  return {
    ArrowLeft: back, ArrowDown: back, ArrowRight: on, ArrowUp: on, PageDown: minute - 60, PageUp: minute + 60, Home: 0, End: minutes,
  }[key];
}

/**
 * Let the strip be pressed, dragged and moved by keys.
 * @param {{root: HTMLElement, strip: HTMLElement, store: import("#store").Store, scene: any, clock: import("#clock").Clock, events: any[],
 *   layoutNow: () => import("#layout").Layout, tip: ReturnType<typeof import("#tip").tipOf>}} given
 * @returns {() => boolean} whether a pointer holds the playhead
 */
export function scrub({ root, strip, store, scene, clock, events, layoutNow, tip }) {
  let held = -1;
  const pointOf = (event) => {
    const own = root.getBoundingClientRect();
    return { x: event.clientX - own.left, y: event.clientY - own.top };
  };
  /** Say what lies under a pointer that holds nothing: the events of a mark, or the sky. */
  const tell = (point) => {
    const layout = layoutNow();
    const { language } = store.state;
    const found = eventAt(layout, events, point);
    const same = found ? events.filter((event) => Math.abs(xAt(layout, event.minute) - xAt(layout, found.minute)) < 2) : [];
    const inSky = point.y >= layout.sky && point.y < layout.ticks - 4;
    const text = found ? same.map((event) => titleOf(event, language)).join("\n") : inSky ? word(scene, language, "timeline.sky_note") : "";
    tip.show(layout, text, found ? xAt(layout, found.minute) : Math.round(point.x / 8) * 8);
  };
  const silent = () => tip.show(layoutNow(), "", 0);
  const down = (event) => {
    if (event.button > 0) return;
    event.preventDefault();
    event.stopPropagation();
    held = event.pointerId;
    strip.setPointerCapture?.(event.pointerId);
    strip.focus({ preventScroll: true });
    store.set({ playing: false });
    silent();
    const point = pointOf(event);
    clock.seek(eventAt(layoutNow(), events, point)?.minute ?? minuteAt(layoutNow(), point.x));
  };
  const move = (event) => {
    if (held === event.pointerId) {
      event.stopPropagation();
      clock.seek(minuteAt(layoutNow(), pointOf(event).x));
    } else if (event.pointerType !== "touch") tell(pointOf(event));
  };
  const up = (event) => {
    if (held === event.pointerId) held = -1;
  };
  const key = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const to = minuteOfKey(event, store.state, scene.night.minutes);
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    store.set({ playing: false });
    clock.seek(to);
  };
  const heard = { pointerleave: silent, blur: silent, pointerdown: down, pointermove: move, pointerup: up, pointercancel: up, keydown: key };
  for (const [name, run] of Object.entries(heard)) strip.addEventListener(name, run);
  return () => held >= 0;
}
