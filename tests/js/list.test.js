// Who is where now: the groups at a minute, places in words, brackets.

import assert from "node:assert/strict";
import test from "node:test";

import { listModel, nowBracket, nowOf, nowWords, placeSections, shapeOf, stateAt, stopOf } from "../../routes/view/web/list.js";

const W = (from, to) => ({ text: [`${from}–${to}`, null, `${from}–${to}`] });
const words = { "list.came": "到 {time}", "list.left": "离 {time}" };
const track = (id, unit, grades, more = {}) => ({
  id, unit, itinerary: unit,
  path: [[118.8, 32.06, 0], [118.81, 32.06, 1000]],
  best: [[0, 0], [60, 0], [120, 1000], [180, 1000]], early: [], late: [],
  grades, legs: [{ from: 0, to: 1000, grade: "unknown", mode: "foot" }],
  stops: [{ metres: 0, stop: "gate", place: "gate", face: null, accuracy: 50 }, { metres: 1000, stop: "quay", place: "quay", face: null, accuracy: 50 }],
  ends: { minute: 180, known: false },
  ...more,
});
const itinerary = (unit) => ({
  unit, refs: [],
  stops: [
    { id: "gate", place: "gate", where: null, leave: W("18:00", "18:10"), arrive: null },
    { id: "quay", place: "quay", where: ["煤炭港江边", null, "The bank at Meitan Gang"], arrive: W("19:00", "19:59"), leave: null },
  ],
});
const scene = {
  words: { "zh-Hans": words, en: words },
  places: { gate: { name: ["挹江门", "挹江門", "Yijiang Men"], kind: "gate", rank: 1 }, quay: { name: ["煤炭港", null, "Meitan Gang"], kind: "dock" }, hill: { name: ["山", null, "Hill"], kind: "hill" } },
  units: {
    a: { name: ["甲", null, "A"], side: "japanese", kind: "formation", itineraries: ["a"] },
    b: { name: ["乙", null, "B"], side: "chinese", kind: "boat", rank: 1, itineraries: ["b"] },
    c: { name: ["丙", null, "C"], side: "civilian", kind: "crowd", itineraries: ["c"] },
    d: { name: ["丁", null, "D"], side: "chinese", kind: "person", itineraries: [] },
  },
  itineraries: { a: itinerary("a"), b: itinerary("b"), c: { unit: "c", stops: [] } },
  tracks: [track("a-0", "a", [[0, "stated"], [60, "reconstructed"]]), track("b-0", "b", [[0, "derived"]])],
  states: [
    { id: "s1", place: "gate", from: 0, to: 200 },
    { id: "s2", place: "gate", from: 100, to: null },
    { id: "s3", place: "gate", from: null, to: null },
  ],
  events: [],
};

test("each unit is in one group, by what is known at that minute", () => {
  const { groups, unknown } = listModel(scene, 30);
  assert.deepEqual(groups.map(({ grade, rows }) => [grade, rows.map(({ unit }) => unit)]), [["stated", ["a"]], ["derived", ["b"]], ["reconstructed", []]]);
  assert.deepEqual(unknown, ["c"]);
});

test("outside what is known a unit is not known, at any minute at all", () => {
  for (const minute of [-1, 181, 839, 841, NaN, Infinity]) {
    const { groups, unknown } = listModel(scene, minute);
    assert.deepEqual(groups.flatMap(({ rows }) => rows), []);
    assert.deepEqual([...unknown].sort(), ["a", "b", "c"]);
  }
});

test("at a stop its words are shown, under way both", () => {
  assert.equal(nowWords(scene, nowOf(scene, "a", 30), "zh-Hans"), "挹江门");
  assert.equal(nowWords(scene, nowOf(scene, "a", 90), "en"), "Yijiang Men → The bank at Meitan Gang");
  assert.equal(nowWords(scene, nowOf(scene, "a", 150), "en"), "The bank at Meitan Gang");
  assert.deepEqual(nowBracket(scene, nowOf(scene, "a", 30), "zh-Hans"), ["离 18:00–18:10"]);
  assert.deepEqual(nowBracket(scene, nowOf(scene, "a", 90), "zh-Hans"), ["离 18:00–18:10", "到 19:00–19:59"]);
});

test("of two tracks the better known one is shown", () => {
  const two = { ...scene, tracks: [...scene.tracks, track("a-1", "a", [[0, "unknown"], [20, "stated"]], { itinerary: "b" })] };
  assert.equal(nowOf(two, "a", 90).grade, "stated");
  assert.equal(nowOf(two, "a", 90, "a").grade, "reconstructed");
  assert.equal(nowOf(two, "a", 10).itinerary, "a");
});

test("the state that began last holds; undated states never do", () => {
  assert.equal(stateAt(scene, "gate", 50)?.id, "s1");
  assert.equal(stateAt(scene, "gate", 150)?.id, "s2");
  assert.equal(stateAt(scene, "gate", -5), null);
  assert.equal(stateAt(scene, "quay", 50), null);
});

test("places are in the sections of the list, those without a word about them are not", () => {
  assert.deepEqual(placeSections(scene), { gates: ["gate"], docks: ["quay"], other: [] });
  assert.equal(stopOf(scene, "a", "nowhere"), null);
});

test("shapes", () => {
  assert.deepEqual(["a", "b", "c", "d"].map((id) => shapeOf(scene.units[id])), ["japanese", "boat", "crowd", "chinese"]);
});
