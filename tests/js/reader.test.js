// What the reader says: quotations with their printers' errors, sources, current stops, states of places.

import assert from "node:assert/strict";
import test from "node:test";

import { copyFor, onlyNovel, sicParts, sourceLine, sourceName } from "../../routes/view/web/citation.js";
import { currentStop, itinerariesOf, seekMinutes, stopQuotes } from "../../routes/view/web/itinerary.js";
import { statesOf, visitsOf } from "../../routes/view/web/place.js";

const words = {
  "source.called": "文献{n}", "source.number-2": "二", "source.number-1": "一",
  "source.narrator": "{source}，叙述者", "source.novel": "小说", "source.popular-history": "通俗史著",
};
const scene = {
  words: { "zh-Hans": words, en: words },
  sources: {
    n: { number: 1, title: ["小说", null, "Novel"], kind: "novel", nature: ["网络小说", null, "Web novel"], language: "zh-Hans" },
    h: { number: 2, title: ["某书", null, "A book"], kind: "popular-history", nature: ["通俗史著", null, "Popular history"], language: "zh-Hant" },
  },
  witnesses: { w: { name: ["刘绍武", null, "Liu Shaowu"], account: ["《83军南京突围记》", null, "How the 83rd Army Broke Out"], nature: ["回忆录", null, "memoir"], chain: ["回忆录，见引于文献二", null, "Memoir, as quoted in source 2"] } },
  quotes: { q1: { source: "n" }, q2: { source: "h", witness: "w" }, q3: { source: "h", witness: null } },
  places: {},
  units: { u: { itineraries: ["one", "two"] } },
  itineraries: {
    one: {
      unit: "u",
      stops: [
        { id: "x", place: "gate", phase: "before", minute: -50, arrive: { earliest: -60, latest: -50 }, leave: null },
        { id: "a", place: "gate", phase: "night", minute: 30, arrive: { earliest: 20, latest: 40 }, leave: { earliest: 60, latest: 90 } },
        { id: "b", place: null, phase: "night", minute: null, arrive: { earliest: 120, latest: 179 }, leave: null },
        { id: "c", place: "gate", phase: "night", minute: null, arrive: null, leave: null },
      ],
    },
    two: { unit: "u", stops: [] },
  },
  tracks: [],
  states: [
    { id: "later", place: "gate", from: 200, to: null },
    { id: "undated", place: "gate", from: null, to: null },
    { id: "sooner", place: "gate", from: 0, to: 100 },
    { id: "elsewhere", place: "quay", from: 0, to: 100 },
  ],
  events: [],
};

test("printers' errors are marked where they stand and the text stays as printed", () => {
  const quote = { text: "部隊撤湍，部隊撤湍。", sic: [{ printed: "撤湍", meant: "撤退", certainty: "high" }, { printed: "撤湍", meant: "撤退", certainty: "high" }, { printed: "隊撤", meant: "x", certainty: "low" }, { printed: "没有", meant: "y", certainty: "low" }] };
  const parts = sicParts(quote);
  assert.equal(parts.map(({ text }) => text).join(""), quote.text);
  assert.deepEqual(parts.map(({ sic }) => sic !== null), [false, true, false, true, false]);
  assert.deepEqual(sicParts({ text: "<b>x</b>" }), [{ text: "<b>x</b>", sic: null }]);
  assert.deepEqual(sicParts({ text: "误", sic: [{ printed: "误", meant: "", certainty: "low" }] }).length, 1);
  assert.deepEqual(sicParts({ text: "", sic: [{ printed: "", meant: "", certainty: "low" }] }), []);
});

test("a stop rests on its quotes and those of its hours, each once", () => {
  assert.deepEqual(stopQuotes({ quotes: ["a", "b"], arrive: { quotes: ["b", "c"] }, leave: { quotes: ["a"] } }), ["a", "b", "c"]);
  assert.deepEqual(stopQuotes({ arrive: null, leave: null }), []);
});

test("only what has no other ground is the novel's alone", () => {
  assert.equal(onlyNovel(scene, ["q1"]), true);
  assert.equal(onlyNovel(scene, ["q1", "q2"]), false);
  assert.equal(onlyNovel(scene, []), false);
  assert.equal(onlyNovel(scene, ["missing"]), false);
});

test("the line of the source names the witness, else the author", () => {
  const witness = sourceLine(scene, scene.quotes.q2, "zh-Hans");
  assert.equal(witness.who, "刘绍武《83军南京突围记》");
  assert.equal(witness.chain, "回忆录，见引于文献二");
  assert.equal(witness.source, "", "the chain names the source already");
  const without = { ...scene, witnesses: { w: { ...scene.witnesses.w, chain: ["题字", null, "Inscription"] } } };
  assert.equal(sourceLine(without, scene.quotes.q2, "zh-Hans").source, "文献二");
  assert.equal(witness.kind, "通俗史著");
  assert.equal(sourceLine(scene, scene.quotes.q3, "zh-Hans").who, "文献二，叙述者");
  assert.equal(sourceLine(scene, scene.quotes.q2, "en").who, "Liu Shaowu, How the 83rd Army Broke Out");
  assert.equal(sourceName(scene, "nothing", "en"), "");
});

test("the hour of leaving sets the minute of leaving, also where no coming is told", () => {
  const leave = { earliest: 90, latest: 119 };
  assert.deepEqual(seekMinutes({ arrive: null, leave, minute: 0 }, 840), { arrived: null, left: 119 });
  assert.deepEqual(seekMinutes({ arrive: null, leave: { earliest: 90, latest: null }, minute: 0 }, 840), { arrived: null, left: 90 });
  assert.deepEqual(seekMinutes({ arrive: { earliest: 0, latest: 20 }, leave, minute: 10 }, 840), { arrived: 10, left: 119 });
  // Until some hour of the next day: what can be set is when it may first have left.
  assert.deepEqual(seekMinutes({ arrive: null, leave: { earliest: 700, latest: 2000 }, minute: 0 }, 840), { arrived: null, left: 700 });
  assert.deepEqual(seekMinutes({ arrive: null, leave: { earliest: -60, latest: -30 }, minute: null }, 840), { arrived: null, left: null });
  assert.deepEqual(seekMinutes({ arrive: null, leave: null, minute: null }, 840), { arrived: null, left: null });
});

test("the current stop of a unit that cannot be placed is the one whose hours hold the minute", () => {
  assert.equal(currentStop(scene, "one", 30), "a");
  assert.equal(currentStop(scene, "one", 90), "a");
  assert.equal(currentStop(scene, "one", 100), null);
  assert.equal(currentStop(scene, "one", 130), "b");
  assert.equal(currentStop(scene, "one", 300), null);
  assert.equal(currentStop(scene, "one", -55), null);
  assert.equal(currentStop(scene, "none", 30), null);
});

test("states in order, those without an hour apart", () => {
  const { dated, undated } = statesOf(scene, "gate");
  assert.deepEqual(dated.map(({ id }) => id), ["sooner", "later"]);
  assert.deepEqual(undated.map(({ id }) => id), ["undated"]);
});

test("who came to a place, in order, those without an hour last", () => {
  assert.deepEqual(visitsOf(scene, "gate").map(({ stop }) => stop.id), ["x", "a", "c"]);
  assert.deepEqual(visitsOf(scene, "nowhere"), []);
});

test("the selected itinerary is read first", () => {
  assert.deepEqual(itinerariesOf(scene, "u", "two"), ["two", "one"]);
  assert.deepEqual(itinerariesOf(scene, "u", "foreign"), ["one", "two"]);
  assert.deepEqual(itinerariesOf(scene, "nobody"), []);
});

test("a copy in the other script is given to those who read that script", () => {
  const quote = { text: "渡江", script: "渡江" };
  const printed = { text: "撤退到長江", script: "撤退到长江" };
  assert.equal(copyFor(printed, "zh-Hant", "zh-Hans"), "撤退到长江");
  assert.equal(copyFor({ text: "撤退到长江", script: "撤退到長江" }, "zh-Hans", "zh-Hant"), "撤退到長江");
  assert.equal(copyFor(printed, "zh-Hant", "zh-Hant"), null);
  assert.equal(copyFor(printed, "zh-Hant", "en"), null);
  assert.equal(copyFor(quote, "zh-Hant", "zh-Hans"), null, "nothing to gain from the same words again");
  assert.equal(copyFor({ text: "長江" }, "zh-Hant", "zh-Hans"), null);
});
