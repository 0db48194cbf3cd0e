// Other readings: what they draw, which can be shown together, and where a disagreement is felt.

import assert from "node:assert/strict";
import test from "node:test";

import {
  alters, choose, chosenFrom, chosenText, conflictOf, effective, givingWay, otherAccounts, others, outsideBeside,
  readingOf, sceneUnder, stopsChanged, touchedBy, touching, unfolded,
} from "../../routes/view/web/readings.js";

const stop = (id, more = {}) => ({ id, place: id, minute: 10, arrive: { text: ["10", null, "10"] }, leave: null, leg: null, quotes: [], ...more });
const scene = () => ({
  units: {},
  itineraries: { first: { unit: "u", stops: [stop("a"), stop("b")] }, second: { unit: "v", stops: [stop("c")] }, third: { unit: "w", stops: [stop("d")] } },
  tracks: [{ id: "first-0", itinerary: "first" }, { id: "first-1", itinerary: "first" }, { id: "second-0", itinerary: "second" }],
  undated: [{ itinerary: "first", path: [] }, { itinerary: "third", path: [] }],
  states: [{ id: "shut", from: 0 }, { id: "open", from: 100 }],
  events: [{ id: "meeting", minute: 0 }, { id: "crossing", minute: 60 }],
  conflicts: [
    {
      id: "way",
      default: "long",
      sides: [{ quotes: ["q1", "q2"] }, { quotes: ["q3"] }, { quotes: ["q4"] }],
      readings: [
        { id: "long", itineraries: {}, tracks: [], states: {}, events: {} },
        {
          id: "short",
          itineraries: { first: { unit: "u", stops: [stop("b", { minute: 99, arrive: { text: ["9", null, "9"] } })] } },
          tracks: [{ id: "first-0", itinerary: "first", other: true }],
          states: {},
          events: { crossing: { id: "crossing", minute: 30 } },
        },
        { id: "none", itineraries: { first: null }, tracks: [], undated: [], states: { shut: null }, events: { crossing: null } },
      ],
    },
    {
      id: "gate",
      default: "shut",
      sides: [{ quotes: ["q1"] }, { quotes: [] }],
      readings: [
        { id: "shut" },
        {
          id: "ajar", itineraries: { third: { unit: "w", stops: [stop("d", { minute: 11 })] } },
          tracks: [{ id: "third-0", itinerary: "third" }], undated: [{ itinerary: "third", path: [1] }],
          states: { shut: { id: "shut", from: 5 } }, events: {},
        },
      ],
    },
    { id: "words", default: "one", sides: [{ quotes: ["q9"] }, { quotes: [] }], readings: [{ id: "one" }, { id: "two" }] },
  ],
  outside: [{ says: "x", beside: ["q1", "q2"] }, { says: "y", beside: ["q1"] }],
});

test("an itinerary of a reading is made whole from what it shares with the record", () => {
  const sent = scene();
  const short = sent.conflicts[0].readings[1];
  short.itineraries = { first: { stops: ["a", stop("b", { minute: 99 })], note: ["n", null, "n"] }, second: null };
  for (const conflict of sent.conflicts) for (const reading of conflict.readings) reading.itineraries ??= {};
  const { first, second } = unfolded(frozen(sent)).conflicts[0].readings[1].itineraries;
  assert.deepEqual(first, { unit: "u", note: ["n", null, "n"], stops: [stop("a"), stop("b", { minute: 99 })] });
  assert.equal(second, null);
});

/** Frozen all the way down: to change it is an error. */
function frozen(value) {
  if (value && typeof value === "object") for (const part of Object.values(Object.freeze(value))) frozen(part);
  return value;
}
const ids = (list) => list.map(({ id }) => id);

test("by the defaults the scene is itself", () => {
  const one = frozen(scene());
  assert.equal(sceneUnder(one, {}), one);
  assert.equal(sceneUnder(one, { way: "long" }), one);
  assert.equal(sceneUnder(one, { way: "unheard-of", nobody: "x" }), one);
  assert.deepEqual(effective(one, {}), { itineraries: one.itineraries, tracks: one.tracks, undated: one.undated, states: one.states, events: one.events });
  const bare = { itineraries: {}, tracks: [], states: [], events: [] };
  assert.equal(sceneUnder(bare, { way: "short" }), bare);
});

test("a reading replaces what it names where it stood and leaves the rest", () => {
  const one = frozen(scene());
  const drawn = effective(one, { way: "short" });
  assert.deepEqual(drawn.tracks, [{ id: "first-0", itinerary: "first", other: true }, { id: "second-0", itinerary: "second" }]);
  assert.deepEqual(ids(drawn.itineraries.first.stops), ["b"]);
  assert.equal(drawn.itineraries.second, one.itineraries.second);
  assert.deepEqual(drawn.events, [{ id: "meeting", minute: 0 }, { id: "crossing", minute: 30 }]);
  assert.equal(drawn.states[0], one.states[0]);
  assert.deepEqual(drawn.undated, [{ itinerary: "third", path: [] }]);
  assert.equal(JSON.stringify(one), JSON.stringify(scene()));
});

test("null leaves out", () => {
  const drawn = effective(frozen(scene()), { way: "none" });
  assert.deepEqual(Object.keys(drawn.itineraries), ["second", "third"]);
  assert.deepEqual(ids(drawn.tracks), ["second-0"]);
  assert.deepEqual(ids(drawn.states), ["open"]);
  assert.deepEqual(ids(drawn.events), ["meeting"]);
});

test("what had no track may get one; other readings of other things are shown together", () => {
  const drawn = effective(frozen(scene()), { gate: "ajar", way: "short" });
  assert.deepEqual(ids(drawn.tracks), ["first-0", "second-0", "third-0"]);
  assert.deepEqual(drawn.undated, [{ itinerary: "third", path: [1] }]);
  assert.equal(drawn.states[0].from, 5);
});

test("a choice puts back what cannot be shown with it, and the default is not named", () => {
  const one = frozen(scene());
  assert.deepEqual(choose(one, {}, "way", "short"), { way: "short" });
  assert.deepEqual(choose(one, { way: "short" }, "way", "long"), {});
  // Both may set the state of the gate.
  assert.deepEqual(choose(one, { way: "short" }, "gate", "ajar"), { gate: "ajar" });
  assert.deepEqual(ids(givingWay(one, { way: "short" }, "gate")), ["way"]);
  assert.deepEqual(choose(one, { way: "short" }, "words", "two"), { way: "short", words: "two" });
  const chosen = { way: "short" };
  assert.equal(choose(one, chosen, "way", "<b>"), chosen);
  assert.equal(choose(one, chosen, "__proto__", "x"), chosen);
  assert.deepEqual(chosenFrom(one, [["way", "short"], ["words", "two"], ["x", "y"]]), { way: "short", words: "two" });
  assert.equal(chosenText({ way: "short", words: "two" }), "way:short,words:two");
  assert.deepEqual(others(one, { words: "two" }).map(({ conflict, reading }) => [conflict.id, reading.id]), [["words", "two"]]);
  assert.equal(readingOf(conflictOf(one, "way"), { way: "unheard-of" }).id, "long");
  assert.deepEqual(conflictOf(one, "way").readings.map(alters), [false, true, true]);
});

test("a disagreement is felt at what its readings set otherwise and where a side is quoted", () => {
  const one = frozen(scene());
  const changed = stopsChanged(one, one.conflicts[0].readings[1]);
  assert.deepEqual(changed.map(({ before, after }) => [before.id, after?.id ?? null]), [["a", null], ["b", "b"]]);
  // Another minute that only follows from a stop before it is no change of the stop.
  assert.deepEqual(stopsChanged(one, one.conflicts[1].readings[1]), []);
  const table = touchedBy(one);
  assert.deepEqual([...table.stops.keys()], ["first/a", "first/b"]);
  assert.deepEqual(ids(table.states.get("shut")), ["way", "gate"]);
  assert.deepEqual(ids(table.events.get("crossing")), ["way"]);
  assert.deepEqual(ids(touching(table.stops.get("first/a"), table.quotes, ["q9", "q3", "nowhere"])), ["way", "words"]);
  assert.deepEqual(touching(undefined, table.quotes, []), []);
});

test("other accounts are counted besides those quoted", () => {
  const [way, gate] = scene().conflicts;
  assert.equal(otherAccounts(way, []), 2);
  assert.equal(otherAccounts(way, ["q1", "q2"]), 2);
  assert.equal(otherAccounts(way, ["q1", "q3"]), 1);
  assert.equal(otherAccounts(way, ["q1", "q3", "q4"]), 0);
  assert.equal(otherAccounts(gate, ["q1"]), 1);
});

test("facts from outside stand beside their quotations", () => {
  const beside = outsideBeside(scene());
  assert.deepEqual(beside.get("q1").map(({ says }) => says), ["x", "y"]);
  assert.equal(beside.get("q3"), undefined);
  assert.equal(outsideBeside({}).size, 0);
});
