import assert from "node:assert/strict";
import { test } from "node:test";
import {
  bars, endOf, gradeAt, isMoving, metresAt, pointAt, portion, positionAt, reached,
} from "../../routes/view/web/tracks.js";
import { sampleTrack } from "./scene.js";

const track = sampleTrack();
const close = (a, b, by = 1e-9) => assert.ok(Math.abs(a - b) < by, `${a} is not ${b}`);

test("metres run evenly between key points and stay at the ends", () => {
  assert.equal(metresAt(track.best, 0), 0);
  assert.equal(metresAt(track.best, 90), 500);
  assert.equal(metresAt(track.best, 1e9), 1000);
  assert.ok(Number.isNaN(metresAt([], 5)));
  assert.equal(metresAt([[10, 0], [10, 50], [20, 60]], 10), 50);
});

test("half-way in time is the middle by metres", () => {
  const at = positionAt(track, 90);
  close(at.metres, 500);
  close(at.lon, 118.805);
  close(at.lat, 32.05);
});

test("outside what is known there is no position", () => {
  for (const minute of [-60, 0, 59.9, 180.1, 841, NaN, Infinity, -Infinity]) assert.equal(positionAt(track, minute), null);
  assert.notEqual(positionAt(track, 60), null);
  assert.notEqual(positionAt(track, 180), null);
});

test("a grade of unknown hides the mark", () => {
  const hidden = { ...track, grades: [[60, "stated"], [100, "unknown"], [150, "derived"]] };
  assert.equal(positionAt(hidden, 120), null);
  assert.equal(positionAt(hidden, 150).grade, "derived");
  assert.equal(gradeAt({ ...track, grades: [] }, 100), "unknown");
});

test("within a bracket the unit is shown as it is known there", () => {
  assert.equal(positionAt(track, 60).grade, "stated");
  assert.equal(positionAt(track, 90).grade, "reconstructed");
  assert.equal(positionAt(track, 130).grade, "derived");
});

test("the possible positions lie between the latest and the earliest reading, and hold the best", () => {
  const { band, metres } = positionAt(track, 90);
  close(band.from, 1000 / 6, 1e-6);
  close(band.to, 600);
  assert.ok(band.from <= metres && metres <= band.to);
  assert.equal(positionAt(track, 170).band, null);
  assert.equal(positionAt(track, 60).band, null);
});

test("at a stop and under way", () => {
  assert.equal(positionAt(track, 60).atStop, 0);
  assert.equal(positionAt(track, 90).atStop, -1);
  assert.equal(positionAt(track, 150).atStop, 1);
  assert.equal(isMoving(track, 90), true);
  assert.equal(isMoving(track, 150), false);
  assert.equal(isMoving(track, 10), false);
});

test("a portion of a path keeps its corners and nothing else", () => {
  assert.deepEqual(portion(track.path, 0, 1000).length, 3);
  const part = portion(track.path, 250, 750);
  assert.equal(part.length, 3);
  close(part[0][0], 118.8025);
  close(part[2][1], 32.055);
  assert.deepEqual(portion(track.path, 500, 500), []);
  assert.deepEqual(portion([], 0, 10), []);
  assert.equal(portion(track.path, -100, 5000).length, 3);
});

test("a point beyond the ends is the end", () => {
  assert.deepEqual(pointAt(track.path, -5), { lon: 118.8, lat: 32.05 });
  assert.deepEqual(pointAt(track.path, 5000), { lon: 118.81, lat: 32.06 });
  assert.equal(pointAt([], 0), null);
  assert.deepEqual(pointAt([[1, 2, 0]], 10), { lon: 1, lat: 2 });
});

test("a unit of one stop stands there", () => {
  const single = { ...track, path: [[118.8, 32.05, 0]], best: [[0, 0], [840, 0]], early: [], late: [], grades: [[0, "derived"]], legs: [] };
  const at = positionAt(single, 300);
  assert.deepEqual([at.lon, at.lat, at.grade, at.band], [118.8, 32.05, "derived", null]);
});

test("trails begin with the start and end with knowledge", () => {
  assert.equal(reached(track, 10), 0);
  assert.equal(reached(track, 90), 500);
  assert.equal(reached(track, 800), 1000);
  assert.deepEqual(endOf(track), { minute: 180, known: false });
});

test("bars of the time line follow the grades", () => {
  assert.deepEqual(bars(track), [
    { from: 60, to: 61, grade: "stated" }, { from: 61, to: 120, grade: "reconstructed" }, { from: 120, to: 180, grade: "derived" },
  ]);
});

test("an object given is filled, so that a frame makes none", () => {
  const out = {};
  assert.equal(positionAt(track, 90, out), out);
});
