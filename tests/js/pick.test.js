import assert from "node:assert/strict";
import { test } from "node:test";
import { distance2, emptyScenery, hits, scenery, selectionOf, TOUCH_TOLERANCE } from "../../routes/view/web/pick.js";

const made = (parts) => ({ ...emptyScenery(), ...parts });
const slip = (id, x, y) => ({ kind: "unit", id, itinerary: `${id}-way`, x, y, w: 100, h: 29 });
const mark = (id, x, y) => ({ kind: "unit", id, x, y, r: 6 });

test("a slip is found, and what lies under the paper is not", () => {
  const on = made({ slips: [slip("a", 10, 10)], marks: [mark("b", 50, 20)], gates: [{ kind: "place", id: "g", x: 40, y: 10, w: 20, h: 20 }] });
  assert.deepEqual(hits(on, 50, 20), [{ kind: "unit", id: "a", itinerary: "a-way" }]);
});

test("the slip drawn last lies on top", () => {
  assert.equal(hits(made({ slips: [slip("a", 0, 0), slip("b", 50, 0)] }), 60, 10)[0].id, "b");
});

test("several marks within reach give a choice, each once, nearest first", () => {
  const on = made({ marks: [mark("a", 100, 100), mark("b", 104, 100), mark("a", 101, 101)] });
  const found = hits(on, 104, 100);
  assert.deepEqual(found.map(({ id }) => id), ["b", "a"]);
  assert.deepEqual(selectionOf(found), { kind: "choice", ids: ["b", "a"] });
});

test("a finger reaches further than a mouse", () => {
  const on = made({ marks: [mark("a", 100, 100)] });
  assert.equal(hits(on, 116, 100).length, 0);
  assert.equal(hits(on, 116, 100, TOUCH_TOLERANCE).length, 1);
});

test("trails are found within six pixels and yield to marks", () => {
  const trail = { kind: "unit", id: "t", itinerary: "t-way", points: [0, 0, 100, 0, 900, 900], count: 4 };
  assert.deepEqual(hits(made({ trails: [trail] }), 50, 6), [{ kind: "unit", id: "t", itinerary: "t-way" }]);
  assert.equal(hits(made({ trails: [trail] }), 50, 7).length, 0);
  assert.equal(hits(made({ trails: [trail] }), 500, 450).length, 0, "numbers beyond the count are not of the trail");
  assert.deepEqual(hits(made({ trails: [trail], marks: [mark("m", 50, 0)] }), 50, 3).map(({ id }) => id), ["m"]);
});

test("gates, docks, lamps and events are found", () => {
  const on = made({
    gates: [{ kind: "place", id: "gate", x: 0, y: 0, w: 20, h: 20 }], docks: [{ kind: "place", id: "dock", x: 100, y: 0, r: 7 }],
    lamps: [{ kind: "place", id: "lamp", x: 200, y: 0, r: 20 }], events: [{ kind: "event", id: "event", x: 300, y: 0, r: 8 }],
  });
  assert.equal(hits(on, 10, 10)[0].id, "gate");
  assert.equal(hits(on, 103, 3)[0].id, "dock");
  assert.equal(hits(on, 210, 5)[0].id, "lamp");
  assert.deepEqual(selectionOf(hits(on, 300, 4)), { kind: "event", id: "event" });
});

test("a slip for several units opens the choice among them", () => {
  const on = made({ slips: [{ kind: "group", id: "g", ids: ["a", "b", "c", "d"], x: 0, y: 0, w: 80, h: 29 }] });
  assert.deepEqual(selectionOf(hits(on, 5, 5)), { kind: "choice", ids: ["a", "b", "c", "d"] });
});

test("nothing under the pointer is nothing selected", () => {
  assert.deepEqual(hits(emptyScenery(), 5, 5), []);
  assert.equal(selectionOf([]), null);
});

test("one unit keeps its itinerary", () => {
  assert.deepEqual(selectionOf([{ kind: "unit", id: "a", itinerary: "w" }]), { kind: "unit", id: "a", itinerary: "w" });
});

test("distance from a segment, and from a point that is one", () => {
  assert.equal(distance2(5, 3, 0, 0, 10, 0), 9);
  assert.equal(distance2(13, 4, 0, 0, 10, 0), 25);
  assert.equal(distance2(3, 4, 0, 0, 0, 0), 25);
});

test("a map has one scenery", () => {
  const map = {};
  assert.equal(scenery(map), scenery(map));
  assert.notEqual(scenery(map), scenery({}));
});
