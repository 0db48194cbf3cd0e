import assert from "node:assert/strict";
import { test } from "node:test";
import { stateAt, statesByPlace } from "../../routes/view/web/conditions.js";
import { candidates, plainName } from "../../routes/view/web/lettering.js";
import { lineThrough, nearest, onward } from "../../routes/view/web/lines.js";

const round = (line) => line.map(([x, y]) => [Math.round(x * 1e6) / 1e6, Math.round(y * 1e6) / 1e6]);

test("the nearest point of a line, with its direction", () => {
  const found = nearest([[[0, 0], [10, 0]], [[0, 5], [10, 5]]], 4, 1);
  assert.deepEqual([found.x, found.y, found.d2, found.angle], [4, 0, 1, 0]);
  assert.equal(nearest([], 0, 0), null);
  assert.equal(nearest([[[0, 0], [0, 0]]], 3, 4).d2, 25);
});

test("a street is followed as far as asked, over the joint that goes on straightest", () => {
  const lines = [[[0, 0], [10, 0]], [[10, 0], [20, 1]], [[10, 0], [10, 10]]];
  assert.deepEqual(round(lineThrough(lines, 5, 0, 3)), [[2, 0], [5, 0], [8, 0]]);
  const long = lineThrough(lines, 5, 0, 10);
  assert.ok(long[long.length - 1][0] > 14, "it went on, and did not turn off");
  assert.deepEqual(long[0], [0, 0]);
  assert.equal(lineThrough([], 0, 0, 1), null);
});

test("a street runs on where people are told to go", () => {
  const street = [[0, 0], [10, 0], [20, 0]];
  const way = [[10, 0], [12, 4], [14, 8]];
  assert.deepEqual(onward(street, way), [[0, 0], [10, 0], [10, 0], [12, 4], [14, 8]]);
});

test("names keep close to their sign; only a town may be named from afar", () => {
  const far = (label) => Math.max(...candidates(label, 40, 14).map(([dx, dy]) => Math.hypot(dx + 20, dy + 7)));
  assert.ok(far({ r: 7, order: 4 }) > far({ r: 7, order: 10 }));
  const [first] = candidates({ r: 10, away: [1, 0], order: 2 }, 40, 14);
  assert.ok(first[0] > 0, "away from the city");
});

test("lamps, fires, crowds and boats stand beside another condition of the same place", () => {
  const state = (condition, from, to = null) => ({ place: "bank", condition, from, to });
  const scene = { states: [state("held", 0), state("lit", 15), state("thronged", 60), state("boats", 60), state("left", 100), state("open", null, null)] };
  const by = statesByPlace(scene);
  assert.deepEqual([...by.keys()].sort(), ["bank", "boats bank", "lit bank", "thronged bank"]);
  assert.equal(stateAt(by.get("bank"), 50).condition, "held");
  assert.equal(stateAt(by.get("bank"), 120).condition, "left", "an undated condition changes nothing");
  assert.equal(stateAt(by.get("lit bank"), 10), null);
});

test("what follows a name in brackets is left to the reader", () => {
  assert.equal(plainName("Meitan Gang (Coal Harbour)"), "Meitan Gang");
  assert.equal(plainName("广东部队（66军、83军）"), "广东部队");
});
