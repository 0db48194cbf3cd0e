// The bridge to the hosting page, the address, and the keys it passes on.

import assert from "node:assert/strict";
import test from "node:test";

import { addressWith, connect, languageOf, optionsFromAddress, patchOf, readMessage, readOptions, sender } from "../../routes/view/web/bridge.js";
import { eventMinute } from "../../routes/view/web/controls.js";
import { handleKey, keyAction } from "../../routes/view/web/keys.js";
import { Store } from "../../routes/view/web/store.js";

const SCENE = {
  night: { minutes: 840 },
  units: { "36th-division": {} },
  places: { "taiping-men": {} },
  events: [{ id: "meeting", minute: 0 }],
};

test("an address opens exactly what it names", () => {
  const options = optionsFromAddress("?lang=en&t=1937-12-12T21:00&unit=36th-division&view=118.75,32.06,13");
  assert.deepEqual(options, { lang: "en", minute: 240, unit: "36th-division", view: { lon: 118.75, lat: 32.06, zoom: 13 } });
  assert.deepEqual(optionsFromAddress("?lang=en", "#lang=zh-Hant&t=01:50"), { lang: "zh-Hant", minute: 530 });
  assert.deepEqual(optionsFromAddress(""), {});
});

test("what is malformed in an address is left out", () => {
  for (const search of ["?t=yesterday", "?view=1,2", "?view=,,", "?view=118,132,10", "?view=a,b,c", "?unit=<script>", "?unit=__proto__", "?lang=fr", "?%E0%A4%A"]) {
    assert.deepEqual(optionsFromAddress(search), {}, search);
  }
  for (const raw of [null, undefined, 3, "x", [], { minute: NaN }, { minute: Infinity }, { view: {} }, { unit: {} }, { view: [1, 2, null] }]) {
    assert.deepEqual(readOptions(raw), {});
  }
});

test("languages are recognised by their usual codes", () => {
  assert.deepEqual(["zh", "zh-CN", "zh-Hans", "ZH-TW", "zh-HK", "en", "en-GB"].map(languageOf), ["zh-Hans", "zh-Hans", "zh-Hans", "zh-Hant", "zh-Hant", "en", "en"]);
  for (const value of ["", "ja", null, undefined, 7, {}]) assert.equal(languageOf(value), null);
});

test("options are held within the night and the record", () => {
  assert.deepEqual(patchOf(SCENE, { minute: -1 }), { minute: 0 });
  assert.deepEqual(patchOf(SCENE, { minute: 900 }), { minute: 840 });
  assert.deepEqual(patchOf(SCENE, { unit: "36th-division" }).selected, { kind: "unit", id: "36th-division" });
  assert.deepEqual(patchOf(SCENE, { place: "taiping-men" }).selected, { kind: "place", id: "taiping-men" });
  assert.deepEqual(patchOf(SCENE, { event: "meeting" }).selected, { kind: "event", id: "meeting" });
  assert.deepEqual(patchOf(SCENE, { unit: "nobody", lang: "en" }), { language: "en" });
  assert.deepEqual(patchOf(SCENE, { unit: "constructor" }), {});
});

test("messages that are not ours are ignored", () => {
  for (const data of [null, undefined, 1, "options", [], {}, { type: "picked" }, { type: "options", options: 3 }, { type: "key" }, { type: "key", key: "" }, { type: "key", key: "x".repeat(21) }, { type: "key", key: {} }]) {
    assert.equal(readMessage(data), null);
  }
  assert.deepEqual(readMessage({ type: "options", lang: "en" }), { type: "options", options: { lang: "en" } });
  assert.deepEqual(readMessage({ type: "options", options: { t: "17:30" } }), { type: "options", options: { minute: 30 } });
  assert.equal(readMessage({ type: "key", key: "ArrowRight", shiftKey: true })?.key?.shiftKey, true);
});

/** A window with a clock that is moved by hand. */
function page() {
  const sent = [];
  const timers = [];
  const listeners = [];
  const parent = { postMessage: (message) => sent.push(message) };
  const self = {
    time: 1000,
    performance: { now: () => self.time },
    setTimeout: (run, wait) => timers.push({ run, at: self.time + wait }),
    clearTimeout: (id) => { if (timers[id - 1]) timers[id - 1].run = () => {}; },
    addEventListener: (_, run) => listeners.push(run),
    removeEventListener: (_, run) => listeners.splice(listeners.indexOf(run), 1),
    parent, sent,
    receive: (data, source = parent) => { for (const run of listeners) run({ data, source }); },
    wait(ms) {
      self.time += ms;
      for (const timer of timers.filter(({ at }) => at <= self.time)) { const { run } = timer; timer.run = () => {}; run(); }
    },
  };
  return self;
}

test("nothing is sent while playing; a pause is sent once", () => {
  const window = page();
  const store = new Store();
  connect(store, SCENE, { window, apply() {}, key() {} });
  assert.deepEqual(window.sent, []);
  store.set({ playing: true });
  for (let minute = 1; minute < 100; minute += 1) { store.set({ minute }); window.wait(16); }
  assert.deepEqual(window.sent, []);
  store.set({ playing: false });
  assert.deepEqual(window.sent, [{ type: "paused", minute: 99 }]);
});

test("of messages that come too fast the last one wins", () => {
  const window = page();
  const store = new Store();
  connect(store, SCENE, { window, apply() {}, key() {} });
  for (let minute = 1; minute <= 20; minute += 1) { store.set({ minute }); window.wait(10); }
  window.wait(400);
  assert.deepEqual(window.sent.map(({ minute }) => minute), [1, 20]);
  const rest = [];
  let now = 0;
  const one = sender((message) => rest.push(message), { now: () => now, later: () => 1, cancel() {} });
  one.post({ n: 1 });
  now = 299;
  one.post({ n: 2 });
  now = 301;
  one.post({ n: 3 });
  assert.deepEqual(rest, [{ n: 1 }, { n: 3 }]);
});

test("a pick goes out at once, also while playing, and again when picked again", () => {
  const window = page();
  const store = new Store({ playing: true });
  connect(store, SCENE, { window, apply() {}, key() {} });
  store.set({ selected: { kind: "unit", id: "36th-division" } });
  window.wait(500);
  store.set({ selected: null });
  store.set({ selected: { kind: "unit", id: "36th-division" } });
  assert.deepEqual(window.sent, [
    { type: "picked", kind: "unit", id: "36th-division" },
    { type: "picked", kind: "unit", id: "36th-division" },
  ]);
});

test("only the page around this one is listened to", () => {
  const window = page();
  const applied = [];
  const keys = [];
  const bridge = connect(new Store(), SCENE, { window, apply: (options) => applied.push(options), key: (event) => keys.push(event.key) });
  assert.equal(bridge.hosted, false);
  window.receive({ type: "options", lang: "en" }, {});
  window.receive("hello");
  assert.deepEqual(applied, []);
  window.receive({ type: "options", lang: "en" });
  window.receive({ type: "key", key: " " });
  assert.deepEqual(applied, [{ lang: "en" }]);
  assert.deepEqual(keys, [" "]);
  assert.equal(bridge.hosted, true);
  bridge.destroy();
  window.receive({ type: "options", lang: "en" });
  assert.equal(applied.length, 1);
});

test("a page of its own sends nothing", () => {
  const window = page();
  const store = new Store();
  const alone = { ...window, parent: null };
  connect(store, SCENE, { window: alone, apply() {}, key() {} });
  store.set({ minute: 5 });
  assert.deepEqual(window.sent, []);
});

test("keys", () => {
  const of = (key, more = {}) => keyAction({ key, ...more });
  assert.equal(of(" "), "play");
  assert.equal(of("ArrowRight"), "next");
  assert.equal(of("ArrowRight", { shiftKey: true }), "forward");
  assert.equal(of("ArrowLeft", { shiftKey: true }), "back");
  assert.deepEqual(["l", "L", "g", "f", "Escape", "Home", "End"].map((key) => of(key)), ["list", "list", "legend", "fullscreen", "close", "home", "end"]);
  assert.equal(of("l", { ctrlKey: true }), null);
  assert.equal(of("p"), null);
  assert.equal(of(" ", { defaultPrevented: true }), null);
  assert.equal(of("Process", { isComposing: true }), null);
});

test("keys are left to what has the focus", () => {
  const button = { tagName: "BUTTON" };
  const field = { tagName: "INPUT", type: "search" };
  const slider = { tagName: "DIV", getAttribute: () => "slider" };
  assert.equal(keyAction({ key: " ", target: button }), null);
  assert.equal(keyAction({ key: "ArrowRight", target: button }), "next");
  assert.equal(keyAction({ key: "l", target: field }), null);
  assert.equal(keyAction({ key: "Escape", target: field }), "close");
  assert.equal(keyAction({ key: "ArrowRight", target: slider }), null);
  assert.equal(keyAction({ key: " ", target: slider }), "play");
  assert.equal(keyAction({ key: " ", target: { tagName: "INPUT", type: "checkbox" } }), null);
  assert.equal(keyAction({ key: "g", target: { tagName: "INPUT", type: "checkbox" } }), "legend");
  let ran = 0;
  let prevented = 0;
  assert.equal(handleKey({ key: " ", preventDefault: () => (prevented += 1) }, { play: () => (ran += 1) }), true);
  assert.equal(handleKey({ key: " " }, {}), false);
  assert.deepEqual([ran, prevented], [1, 1]);
});

test("the next and the previous event", () => {
  const events = [10, 10, 200, null, 900, -5].map((minute, i) => ({ minute, onTimeline: i !== 2 || true }));
  assert.equal(eventMinute(events, 0, 1, 840), 10);
  assert.equal(eventMinute(events, 10, 1, 840), 200);
  assert.equal(eventMinute(events, 200, 1, 840), 840);
  assert.equal(eventMinute(events, 200, -1, 840), 10);
  assert.equal(eventMinute(events, 10, -1, 840), 0);
  assert.equal(eventMinute([{ minute: 5, onTimeline: false }], 0, 1, 840), 840);
});

const DIFFERING = {
  ...SCENE,
  conflicts: [
    { id: "way", default: "long", sides: [], readings: [{ id: "long" }, { id: "short", itineraries: { a: null } }] },
    { id: "hour", default: "late", sides: [], readings: [{ id: "late" }, { id: "early", itineraries: { a: null } }] },
    { id: "gate", default: "shut", sides: [], readings: [{ id: "shut" }, { id: "open" }] },
  ],
};

test("readings come from the address and go back into it", () => {
  const options = optionsFromAddress("?reading=way:short,gate:open&conflict=gate");
  assert.deepEqual(options, { conflict: "gate", readings: [["way", "short"], ["gate", "open"]] });
  const patch = patchOf(DIFFERING, options);
  assert.deepEqual(patch, { selected: { kind: "conflict", id: "gate" }, readings: { way: "short", gate: "open" } });
  assert.equal(addressWith("file:///a/b.html?lang=en&t=21:30&reading=x#unit=y", patch.readings), "file:///a/b.html?lang=en&t=21:30&reading=way:short,gate:open#unit=y");
  assert.equal(addressWith("https://example.org/?reading=way%3Ashort#reading=a:b", {}), "https://example.org/");
  assert.equal(addressWith("https://example.org/?readings=1", {}), "https://example.org/?readings=1");
});

test("readings that the record has not are not chosen", () => {
  for (const reading of ["x", ":", "a:b:c", "<b>:x", "way:__proto__", null, 3]) assert.deepEqual(readOptions({ reading }), {});
  assert.deepEqual(readOptions({ reading: "" }), { readings: [] });
  for (const pair of [["way", "none"], ["none", "short"], ["constructor", "prototype"], ["way", "long"]]) {
    assert.deepEqual(patchOf(DIFFERING, { readings: [pair] }).readings, {}, pair.join(":"));
  }
  assert.deepEqual(patchOf(DIFFERING, { readings: [["way", "short"], ["hour", "early"]] }).readings, { hour: "early" });
  assert.deepEqual(patchOf(DIFFERING, { conflict: "none" }), {});
});

test("a disagreement picked and a reading chosen are told to the host", () => {
  const window = page();
  const store = new Store();
  connect(store, DIFFERING, { window, apply() {}, key() {} });
  store.set({ selected: { kind: "conflict", id: "gate" } });
  store.set({ readings: { gate: "open" } });
  window.wait(400);
  store.set({ readings: {} });
  assert.deepEqual(window.sent, [
    { type: "picked", kind: "conflict", id: "gate" },
    { type: "readings", reading: "gate:open" },
    { type: "readings", reading: "" },
  ]);
});

test("a choice among readings keeps its arrows and leaves the letters", () => {
  const radio = { tagName: "INPUT", type: "radio" };
  assert.deepEqual(["ArrowDown", "ArrowLeft", " "].map((key) => keyAction({ key, target: radio })), [null, null, null]);
  assert.equal(keyAction({ key: "l", target: radio }), "list");
  assert.equal(keyAction({ key: "Escape", target: radio }), "close");
});
