// Finding by any name in any script.

import assert from "node:assert/strict";
import test from "node:test";

import { find, folded, indexOf } from "../../routes/view/web/search.js";

const scene = {
  units: {
    "tang-shengzhi": { name: ["唐生智", null, "Tang Shengzhi, commander of the garrison"], rank: 1, variants: ["老唐"], refs: ["R01"] },
    "36th-division": { name: ["第36师", "第36師", "36th Division"], short: ["36师", "36師", "36th Div."], rank: 1 },
    "li-jiang": { name: ["李江", null, "Li Jiang"], rank: 2, refs: ["R18"] },
  },
  places: {
    "yijiang-men": { name: ["挹江门", "挹江門", "Yijiang Men"], rank: 1, other: ["Yìjiāng Mén", "I-chiang Men", "Hsiakwan Gate"] },
    xiaguan: { name: ["下关", "下關", "Xiaguan"], rank: 1, other: ["Hsiakwan"] },
    luzhou: { name: ["绿洲", "綠洲", "Lüzhou"], rank: 3 },
  },
};
const index = indexOf(scene);
const ids = (query) => find(index, query).map(({ id }) => id);

test("either script finds a name", () => {
  assert.deepEqual(ids("挹江门"), ["yijiang-men"]);
  assert.deepEqual(ids("挹江門"), ["yijiang-men"]);
  assert.deepEqual(ids("第36師"), ["36th-division"]);
});

test("pinyin with and without tones, spaces and capitals", () => {
  for (const query of ["yijiang", "Yìjiāng Mén", "YIJIANGMEN", "yi jiang men"]) assert.equal(ids(query)[0], "yijiang-men", query);
  assert.deepEqual(ids("luzhou"), ["luzhou"]);
});

test("the romanisation of 1937 and variants", () => {
  assert.deepEqual(ids("hsiakwan"), ["xiaguan", "yijiang-men"]);
  assert.deepEqual(ids("i-chiang"), ["yijiang-men"]);
  assert.deepEqual(ids("老唐"), ["tang-shengzhi"]);
});

test("a whole name comes before a beginning, a beginning before the inside", () => {
  assert.deepEqual(ids("shengzhi"), ["tang-shengzhi"]);
  assert.equal(ids("li")[0], "li-jiang");
  assert.equal(ids("jiang")[0], "li-jiang");
  assert.deepEqual(ids("jiang"), ["li-jiang", "yijiang-men"]);
  assert.deepEqual(ids("R18"), ["li-jiang"]);
});

test("an empty or a strange query finds nothing and does no harm", () => {
  for (const query of ["", "   ", "…", "zzz", "<b>", "(", "\\", "[a-z"]) assert.deepEqual(ids(query), []);
  assert.equal(folded(null), "");
});

test("disagreements are found by their topics, after units and places", () => {
  const more = indexOf({
    ...scene,
    conflicts: [{ id: "who-fired-first", topic: ["挹江门前谁先开枪", "挹江門前誰先開槍", "Who fired first at Yijiang Men"], refs: ["C01"] }],
  });
  assert.deepEqual(find(more, "開槍"), [{ kind: "conflict", id: "who-fired-first" }]);
  assert.deepEqual(find(more, "fired"), [{ kind: "conflict", id: "who-fired-first" }]);
  assert.deepEqual(find(more, "C01"), [{ kind: "conflict", id: "who-fired-first" }]);
  assert.deepEqual(find(more, "挹江门").map(({ id }) => id), ["yijiang-men", "who-fired-first"]);
});
