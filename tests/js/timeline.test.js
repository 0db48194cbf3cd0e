import assert from "node:assert/strict";
import { test } from "node:test";
import { comingEvent, pastEvent } from "../../routes/view/web/controls.js";
import { few, laneOf, lanesOf, merge } from "../../routes/view/web/lanes.js";
import { layoutOf, minuteAt, xAt } from "../../routes/view/web/layout.js";
import { blockShift, covered } from "../../routes/view/web/playhead.js";
import { eventAt, minuteOfKey } from "../../routes/view/web/scrub.js";
import { landsOf } from "../../routes/view/web/strip.js";
import { sampleScene, sampleTrack } from "./scene.js";

const T = (text) => [text, null, text];
const LANES = Array.from({ length: 12 }, (_, i) => ({
  id: `l${i}`, name: T(`l${i}`), group: i < 9 ? "chinese" : "japanese", bars: [{ from: 0, to: 100 - i, grade: "derived" }],
}));
const layout = (given = {}) => layoutOf({ width: 1366, height: 200, wide: 1366, minutes: 840, lanes: LANES, open: false, chosen: null, ...given });

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

test("a low strip shows few lanes, one that is opened all of them, none on another", () => {
  assert.equal(layout().rows.length, 8);
  assert.equal(layout({ height: 90 }).rows.length, 3);
  assert.equal(layout({ open: true }).rows.length, 12);
  assert.ok(layout({ chosen: "l8" }).rows.some(({ lane }) => lane.id === "l8"));
  for (const { rows, row, top, bottom } of [layout(), layout({ height: 400 }), layout({ width: 390, wide: 390 })]) {
    assert.equal(rows[0].top, top);
    assert.equal(rows[rows.length - 1].top + row, bottom);
    rows.slice(1).forEach((one, i) => {
      const gap = one.top - rows[i].top - row;
      assert.equal(gap > 1e-6, one.lane.group !== rows[i].lane.group, "a gap between groups only");
    });
  }
});

test("a minute and its place across the strip", () => {
  for (const at of [layout(), layout({ width: 390, wide: 390 })]) {
    assert.equal(xAt(at, 0), at.left);
    assert.equal(xAt(at, 840), at.right);
    assert.equal(xAt(at, -5), at.left);
    assert.equal(xAt(at, 900), at.right);
    assert.ok(Math.abs(minuteAt(at, xAt(at, 300)) - 300) < 1e-9);
    assert.ok(minuteAt(at, at.left - 1) < 0, "beyond the ends it is outside the night");
  }
});

test("the sky is without a gap, and is mixed anew only for other ends", () => {
  const lands = landsOf(layout(), null);
  let x = lands.left;
  for (const stroke of lands.strokes) {
    assert.equal(stroke.x, x);
    x += stroke.width;
  }
  assert.equal(x, lands.right);
  assert.equal(landsOf(layout({ height: 300 }), lands), lands);
  assert.notEqual(landsOf(layout({ width: 1200 }), lands), lands);
});

test("the mark of an event is met near it and at its height only", () => {
  const at = layout();
  const events = [{ id: "a", minute: 100 }, { id: "b", minute: 104 }];
  const y = at.ticks + 3;
  assert.equal(eventAt(at, events, { x: xAt(at, 100) - 5, y }).id, "a");
  assert.equal(eventAt(at, events, { x: xAt(at, 104) + 5, y }).id, "b");
  assert.equal(eventAt(at, events, { x: xAt(at, 104) + 7, y }), null);
  assert.equal(eventAt(at, events, { x: xAt(at, 100), y: at.ticks - 5 }), null);
});

test("keys of the slider go to whole minutes", () => {
  const state = { minute: 60.4, step: 5 };
  const to = (key, shiftKey = false) => minuteOfKey({ key, shiftKey }, state, 840);
  assert.equal(to("ArrowRight"), 65);
  assert.equal(to("ArrowDown"), 56);
  assert.equal(to("ArrowUp", true), 61);
  assert.equal(to("ArrowLeft", true), 60);
  assert.equal(to("Home"), 0);
  assert.equal(to("End"), 840);
  assert.equal(to("a"), undefined);
});

test("the block of the playhead stays within the strip and clear of the controls", () => {
  const at = layout();
  assert.equal(blockShift(at, (at.left + at.right) / 2, 60), 0);
  assert.equal(at.left + blockShift(at, at.left, 60) - 30, at.left - 14);
  assert.equal(at.width + blockShift(at, at.width, 60) + 30, at.width - 4);
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
