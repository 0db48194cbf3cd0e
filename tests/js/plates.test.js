// Plates: boxes of the sheet that are printed again; slips placed piece by piece.

import assert from "node:assert/strict";
import test from "node:test";

import { around } from "../../routes/view/web/plates.js";
import { finished, place, placing } from "../../routes/view/web/slips.js";

test("the box around two holds both, and a box without breadth does not count", () => {
  assert.deepEqual(around({ x: 10, y: 20, w: 30, h: 10 }, { x: 5, y: 25, w: 10, h: 40 }), { x: 5, y: 20, w: 35, h: 45 });
  const one = { x: 10, y: 20, w: 30, h: 10 };
  assert.deepEqual(around(one, { x: 0, y: 0, w: 0, h: 0 }), one);
  assert.deepEqual(around({ x: 0, y: 0, w: 0, h: 0 }, one), one);
});

test("slips placed piece by piece stand where those placed at once stand", () => {
  const bounds = { left: 0, top: 0, right: 800, bottom: 600 };
  const items = Array.from({ length: 12 }, (_, i) => ({ id: `u${i}`, x: 300 + (i % 4) * 40, y: 200 + Math.floor(i / 4) * 30, w: 90, h: 26, order: i }));
  const work = placing(items, [], bounds);
  let pieces = 0;
  let step = work.next();
  for (; !step.done; step = work.next()) pieces += 1;
  assert.ok(pieces >= items.length, `${pieces} pieces`);
  assert.deepEqual([...step.value], [...place(items, [], bounds)]);
  assert.equal(finished((function* () { yield; return 7; })()), 7);
});
