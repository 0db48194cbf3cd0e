import assert from "node:assert/strict";
import { test } from "node:test";
import { comingEvent, covered, few, laneOf, lanesOf, merge, pastEvent } from "../../routes/view/web/timeline.js";
import { sampleScene, sampleTrack } from "./scene.js";

const T = (text) => [text, null, text];

test("bars of several units become those of the strongest grade, without overlap", () => {
  const bars = merge([{ from: 0, to: 100, grade: "reconstructed" }, { from: 20, to: 40, grade: "stated" }, { from: 30, to: 60, grade: "derived" }], 840);
  assert.deepEqual(bars, [
    { from: 0, to: 20, grade: "reconstructed" }, { from: 20, to: 40, grade: "stated" }, { from: 40, to: 60, grade: "derived" },
    { from: 60, to: 100, grade: "reconstructed" },
  ]);
  assert.deepEqual(merge([{ from: -50, to: 900, grade: "derived" }], 840), [{ from: 0, to: 840, grade: "derived" }]);
  assert.deepEqual(merge([], 840), []);
});

test("lanes are of the record; what only the novel tells fills none", () => {
  const scene = { ...sampleScene(), lanes: [{ id: "one", name: T("one"), group: "chinese" }, { id: "two", name: T("two"), group: "japanese" }] };
  scene.units.first.lane = "one";
  scene.units.told = { ...scene.units.first, lane: "two", fiction: true };
  scene.tracks = [sampleTrack(), { ...sampleTrack(), unit: "told" }];
  assert.deepEqual(lanesOf(scene).map(({ id }) => id), ["one"]);
});

test("a unit without a lane has that of the formation it belongs to", () => {
  const units = { army: { lane: "one" }, division: { parent: "army" }, man: { parent: "division" }, a: { parent: "b" }, b: { parent: "a" } };
  assert.equal(laneOf(units, "man"), "one");
  assert.equal(laneOf(units, "a"), null, "a ring ends");
  assert.equal(laneOf(units, "nobody"), null);
  assert.equal(laneOf(units, undefined), null);
});

test("the lane of the selected unit is among the few", () => {
  const lanes = Array.from({ length: 10 }, (_, i) => ({ id: `l${i}`, group: "chinese", bars: [{ from: 0, to: 100 - i, grade: "derived" }] }));
  assert.ok(few(lanes, 4, "l9").some(({ id }) => id === "l9"));
  assert.equal(few(lanes, 4, "l9").length, 4);
  assert.ok(!few(lanes, 4, null).some(({ id }) => id === "l9"));
});

test("an hour gives way to the block that meets it", () => {
  assert.equal(covered(100, 40, 100, 60), true);
  assert.equal(covered(100, 40, 148, 60), true);
  assert.equal(covered(100, 40, 160, 60), false);
});

test("the coming and the past event", () => {
  const events = [{ minute: 30, onTimeline: true }, { minute: 10, onTimeline: true }, { minute: 20, onTimeline: false }, { minute: null, onTimeline: true }];
  assert.equal(comingEvent(events, 10).minute, 30);
  assert.equal(pastEvent(events, 30).minute, 10);
  assert.equal(comingEvent(events, 30), null);
  assert.equal(pastEvent([], 30), null);
});
