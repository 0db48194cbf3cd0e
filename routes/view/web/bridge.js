// The few messages between the stage and the page that hosts it, and the options a page is opened with.

import { chosenFrom, chosenText, conflictOf } from "#readings";
import { LANGUAGES, minuteOf } from "#words";

/**
 * @typedef {{lang?: string, minute?: number, unit?: string, place?: string, event?: string, conflict?: string,
 *   readings?: [string, string][],
 *   view?: {lon: number, lat: number, zoom: number}, reduced?: boolean}} Options
 */

/** No address has more readings than this. */
const MOST_READINGS = 60;

const ID = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const isId = (value) => typeof value === "string" && value.length <= 80 && ID.test(value);

/** The language meant by "zh", "zh-CN", "zh-TW", "en-GB" and the like; null if none is. */
export function languageOf(value) {
  const text = String(value ?? "").toLowerCase();
  const exact = LANGUAGES.find((language) => language.toLowerCase() === text);
  if (exact) return exact;
  if (/^en(-|$)/.test(text)) return "en";
  if (/^zh-(tw|hk|mo|hant)(-|$)/.test(text)) return "zh-Hant";
  if (/^zh(-|$)/.test(text)) return "zh-Hans";
  return null;
}

/**
 * Options from a loose record (of a message or an address); what is malformed is left out.
 * @param {unknown} raw
 * @returns {Options}
 */
export function readOptions(raw) {
  /** @type {Options} */
  const options = {};
  if (raw === null || typeof raw !== "object") return options;
  const given = /** @type {Record<string, unknown>} */ (raw);
  const lang = languageOf(given.lang ?? given.language);
  if (lang) options.lang = lang;
  const minute = typeof given.minute === "number" ? given.minute : minuteOf(given.t);
  if (minute !== null && Number.isFinite(minute)) options.minute = minute;
  for (const key of /** @type {const} */ (["unit", "place", "event", "conflict"])) {
    if (isId(given[key])) options[key] = String(given[key]);
  }
  const view = Array.isArray(given.view) ? given.view : typeof given.view === "string" ? given.view.split(",") : [];
  const numbers = view.map((part) => (part === "" || part === null ? NaN : Number(part)));
  if (numbers.length === 3 && numbers.every(Number.isFinite)) {
    const [lon, lat, zoom] = numbers;
    if (Math.abs(lon) <= 180 && Math.abs(lat) <= 85 && zoom >= 0 && zoom <= 22) options.view = { lon, lat, zoom };
  }
  if (typeof given.reading === "string") {
    const pairs = given.reading.split(",", MOST_READINGS).map((pair) => pair.trim().split(":"));
    const good = pairs.filter((pair) => pair.length === 2 && pair.every(isId));
    // Nothing named means the defaults; a word that names no reading is malformed.
    if (good.length > 0 || given.reading === "") options.readings = /** @type {[string, string][]} */ (good);
  }
  return options;
}

/**
 * Options from "?lang=en&t=1937-12-12T21:00&unit=…" and the same after "#", which wins.
 * @param {string} search
 * @param {string} [hash]
 */
export function optionsFromAddress(search, hash = "") {
  const raw = {};
  for (const part of [search.replace(/^\?/, ""), hash.replace(/^#/, "")]) {
    for (const [key, value] of new URLSearchParams(part)) raw[key] = value;
  }
  return readOptions(raw);
}

/**
 * The patch of the shared state that options ask for, checked against the scene.
 * @param {any} scene
 * @param {Options} options
 */
export function patchOf(scene, options) {
  const patch = {};
  if (options.lang) patch.language = options.lang;
  if (options.minute !== undefined) patch.minute = Math.min(Math.max(options.minute, 0), scene.night.minutes);
  if (options.unit && Object.hasOwn(scene.units, options.unit)) patch.selected = { kind: "unit", id: options.unit };
  else if (options.place && Object.hasOwn(scene.places, options.place)) patch.selected = { kind: "place", id: options.place };
  else if (options.event && scene.events.some(({ id }) => id === options.event)) patch.selected = { kind: "event", id: options.event };
  else if (options.conflict && conflictOf(scene, options.conflict)) patch.selected = { kind: "conflict", id: options.conflict };
  if (options.readings) patch.readings = chosenFrom(scene, options.readings);
  return patch;
}

/**
 * An address with the readings chosen in its query; all else in it stays.
 * @param {string} href
 * @param {Record<string, string>} chosen
 */
export function addressWith(href, chosen) {
  const url = new URL(href);
  const without = (text) => text.split("&").filter((part) => part !== "" && !/^reading(=|$)/.test(part));
  const text = chosenText(chosen);
  const query = [...without(url.search.slice(1)), ...(text ? [`reading=${text}`] : [])].join("&");
  const hash = without(url.hash.slice(1)).join("&");
  return `${href.split(/[?#]/, 1)[0]}${query && `?${query}`}${hash && `#${hash}`}`;
}

/**
 * A message from the host as {options} or {key}; null if it is neither or is malformed.
 * @param {unknown} data
 */
export function readMessage(data) {
  if (data === null || typeof data !== "object") return null;
  const message = /** @type {Record<string, unknown>} */ (data);
  if (message.type === "options") {
    const raw = message.options !== undefined ? message.options : message;
    if (raw === null || typeof raw !== "object") return null;
    return { type: "options", options: readOptions(raw) };
  }
  if (message.type === "key") {
    if (typeof message.key !== "string" || message.key.length === 0 || message.key.length > 20) return null;
    const flag = (name) => message[name] === true;
    return {
      type: "key",
      key: { key: message.key, shiftKey: flag("shiftKey"), ctrlKey: flag("ctrlKey"), altKey: flag("altKey"), metaKey: flag("metaKey") },
    };
  }
  return null;
}

/**
 * Sends at most one message per `gap` milliseconds; of those that come too soon the last one wins.
 * @param {(message: object) => void} send
 * @param {{gap?: number, now: () => number, later: (run: () => void, wait: number) => unknown, cancel: (timer: any) => void}} time
 */
export function sender(send, { gap = 300, now, later, cancel }) {
  let last = -Infinity;
  let waiting = null;
  let timer = null;
  const flush = () => {
    timer = null;
    if (waiting === null) return;
    const message = waiting;
    waiting = null;
    last = now();
    send(message);
  };
  return {
    /** @param {object} message */
    post(message) {
      waiting = message;
      const wait = last + gap - now();
      if (wait <= 0) flush();
      else if (timer === null) timer = later(flush, wait);
    },
    stop() {
      if (timer !== null) cancel(timer);
      timer = null;
      waiting = null;
    },
  };
}

/**
 * Join the store to the hosting page. In a page of its own nothing is sent.
 * @param {import("#store").Store} store
 * @param {any} scene
 * @param {{window: any, apply: (options: Options) => void, key: (event: object) => void, gap?: number}} host
 */
export function connect(store, scene, { window: page, apply, key, gap = 300 }) {
  const parent = page.parent && page.parent !== page ? page.parent : null;
  const time = {
    gap,
    now: () => page.performance.now(),
    later: (run, wait) => page.setTimeout(run, wait),
    cancel: (timer) => page.clearTimeout(timer),
  };
  const raw = (message) => parent?.postMessage(message, "*");
  // One sender for each kind: a pick must not be overtaken by the pause that comes with it.
  const senders = Object.fromEntries(["ready", "picked", "paused", "language", "readings", "sources"].map((type) => [type, sender(raw, time)]));
  const post = (message) => {
    if (parent) senders[message.type].post(message);
  };

  let heard = false;
  const receive = (event) => {
    if (!parent || event.source !== parent) return;
    const message = readMessage(event.data);
    if (!message) return;
    heard = true;
    if (message.type === "options") apply(message.options);
    else key(message.key);
  };
  page.addEventListener("message", receive);

  let first = true;
  const stops = [
    store.on(["selected"], ({ selected }) => {
      if (!first && selected) post({ type: "picked", ...selected });
    }),
    // While playing nothing is sent; a pause or a step in the pause tells the minute once.
    store.on(["playing", "minute"], ({ playing, minute }) => {
      if (!first && !playing) post({ type: "paused", minute: Math.round(minute * 100) / 100 });
    }),
    store.on(["language"], ({ language }) => {
      if (!first) post({ type: "language", language });
    }),
    store.on(["readings"], ({ readings }) => {
      if (!first) post({ type: "readings", reading: chosenText(readings) });
    }),
  ];
  first = false;

  return {
    /** Whether a page around this one has spoken to it. */
    get hosted() {
      return Boolean(parent) && (heard || page.__stage?.hosted === true);
    },
    post,
    destroy() {
      page.removeEventListener("message", receive);
      for (const stop of stops) stop();
      for (const one of Object.values(senders)) one.stop();
    },
  };
}
