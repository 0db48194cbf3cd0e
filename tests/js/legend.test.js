// The legend: no sign of the map that it does not explain.

import assert from "node:assert/strict";
import test from "node:test";

import { ELSEWHERE } from "../../routes/view/web/legend.js";
import { SIGNED } from "../../routes/view/web/symbols.js";

test("each condition that has a sign is explained once", () => {
  assert.deepEqual(ELSEWHERE.flat().sort(), [...SIGNED].sort());
});
