import assert from "node:assert/strict";
import { test } from "node:test";
import {
  afterglow, colours, contrast, FORBIDDEN, fromOklab, HOURS, LIGHTS, lightStep, luminance, mix, paint, toOklab, variable,
} from "../../routes/view/web/sky.js";

test("each light holds at its minutes", () => {
  for (const [minute, light] of HOURS) {
    if (minute > 840) continue;
    const at = colours(minute);
    for (const name of ["land", "city", "water", "ink", "wall", "road", "chinese", "japanese", "timeline"]) {
      assert.equal(at[name], LIGHTS[light][name], `${name} at ${minute}`);
    }
  }
  assert.deepEqual(colours(200), colours(400));
});

test("OKLab there and back", () => {
  for (const hex of ["#F4F0E6", "#000000", "#FFFFFF", "#0072B2", "#1D2125"]) assert.equal(fromOklab(toOklab(hex)), hex);
  assert.equal(mix("#000000", "#FFFFFF", 0), "#000000");
});

test("land is never of a shade on which no ink reads", () => {
  for (let minute = 0; minute <= 840; minute += 0.5) {
    const land = luminance(colours(minute).land);
    assert.ok(land <= FORBIDDEN[0] || land >= FORBIDDEN[1], `${minute}: ${land}`);
  }
});

test("inks read at every minute, on land, city, water and the time line", () => {
  for (let minute = 0; minute <= 840; minute += 1) {
    const at = colours(minute);
    for (const [ink, ground] of [
      ["ink", "land"], ["ink", "city"], ["ink2", "land"], ["ink2", "city"], ["waterInk", "water"], ["ink", "timeline"],
    ]) {
      const found = contrast(at[ink], at[ground]);
      assert.ok(found >= 4.5, `${ink} on ${ground} at ${minute}: ${found}`);
    }
  }
});

test("trails, walls and gates stand out from land at every minute, also when it is of a middle shade", () => {
  for (let minute = 0; minute <= 840; minute += 1) {
    const at = colours(minute);
    for (const line of ["chinese", "japanese", "boat", "crowd", "wall", "ink"]) {
      const found = contrast(at[line], at.land);
      assert.ok(found >= 3, `${line} on land at ${minute}: ${found}`);
    }
    assert.ok(contrast(at.rail, at.land) >= 2.4, `railway at ${minute}`);
  }
});

test("ink changes side once in the evening and once before dawn", () => {
  const sides = [];
  for (let minute = 0; minute <= 840; minute += 1) {
    const { dark } = colours(minute);
    if (sides[sides.length - 1] !== dark) sides.push(dark);
  }
  assert.deepEqual(sides, [false, true, false]);
});

test("a trail stands out from its casing whatever ground lies beneath", () => {
  for (let minute = 0; minute <= 840; minute += 1) {
    const at = colours(lightStep(minute));
    for (const line of ["chinese", "japanese", "boat"]) {
      const found = contrast(at[line], at.halo);
      assert.ok(found >= 3, `${line} on its halo at ${minute}: ${found.toFixed(2)}`);
    }
  }
});

test("the light is repainted in few steps", () => {
  const steps = new Set();
  for (let minute = 0; minute <= 840; minute += 0.1) steps.add(lightStep(minute));
  assert.ok(steps.size < 64, String(steps.size));
  assert.equal(lightStep(200), lightStep(400));
});

test("only variables whose value is another are set", () => {
  let sets = 0;
  const root = { style: { setProperty: () => (sets += 1) }, dataset: {} };
  paint(root, 200);
  assert.ok(sets > 15);
  assert.equal(root.dataset.light, "dark");
  sets = 0;
  for (let minute = 200; minute < 400; minute += 1) paint(root, minute);
  assert.equal(sets, 0);
  paint(root, 0);
  assert.equal(root.dataset.light, "light");
});

test("the change of sides is told to the page for a moment", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const root = { style: { setProperty: () => {} }, dataset: {} };
  paint(root, 0);
  assert.equal(root.dataset.turning, undefined);
  paint(root, 200);
  assert.equal(root.dataset.turning, "yes");
  t.mock.timers.tick(500);
  assert.equal(root.dataset.turning, undefined);
});

test("names of variables", () => {
  assert.equal(variable("waterInk"), "--water-ink");
  assert.equal(variable("ink2"), "--ink-2");
  assert.equal(variable("land"), "--land");
});

test("glow from the west after sunset, from the east before sunrise, none between", () => {
  assert.equal(afterglow(5).side, "west");
  assert.equal(afterglow(300), null);
  assert.equal(afterglow(800).side, "east");
});

test("a minute that is none does no harm", () => {
  assert.ok(colours(NaN).land);
  assert.ok(colours(-50).land);
  assert.ok(colours(5000).land);
});
