import assert from "node:assert/strict";
import { test } from "node:test";
import { Clock, drive } from "../../routes/view/web/clock.js";
import { Store } from "../../routes/view/web/store.js";

const made = (state = {}) => {
  const store = new Store(state);
  return { store, clock: new Clock(store, 840) };
};

test("the night opens at its first minute, paused", () => {
  const { store, clock } = made();
  assert.equal(store.state.minute, 0);
  assert.equal(store.state.playing, false);
  clock.step(1000);
  assert.equal(store.state.minute, 0);
});

test("one second of playing is as many minutes as the speed says", () => {
  const { store, clock } = made({ speed: 20 });
  clock.toggle();
  for (let i = 0; i < 100; i += 1) clock.step(10);
  assert.ok(Math.abs(store.state.minute - 20) < 1e-9);
});

test("playing stops at the end, and starts anew from there", () => {
  const { store, clock } = made({ minute: 839.9 });
  clock.toggle();
  clock.step(100);
  assert.deepEqual([store.state.minute, store.state.playing], [840, false]);
  clock.toggle();
  assert.deepEqual([store.state.minute, store.state.playing], [0, true]);
});

test("a minute outside the night is brought to its nearer end", () => {
  const { store, clock } = made();
  clock.seek(-1);
  assert.equal(store.state.minute, 0);
  clock.seek(841);
  assert.equal(store.state.minute, 840);
  clock.seek(Infinity);
  assert.equal(store.state.minute, 840);
  clock.seek(NaN);
  assert.equal(store.state.minute, 840);
});

test("a long pause of the page is not played through", () => {
  const { store, clock } = made({ speed: 10, playing: true });
  clock.step(3_600_000);
  assert.ok(store.state.minute <= 2.5);
  clock.step(-5);
  clock.step(NaN);
  assert.ok(store.state.minute <= 2.5);
});

test("with reduced motion the clock jumps by five minutes", () => {
  const { store, clock } = made({ reduced: true, playing: true, speed: 10 });
  const seen = new Set();
  for (let i = 0; i < 120; i += 1) {
    clock.step(16);
    seen.add(store.state.minute);
  }
  assert.deepEqual([...seen], [0, 5, 10, 15]);
});

test("the driver asks for frames only while playing, and one at a time", () => {
  const { store, clock } = made({ speed: 10 });
  let time = 0;
  const waiting = [];
  const stop = drive(clock, () => time, (run) => waiting.push(run));
  assert.equal(waiting.length, 0);
  clock.toggle();
  clock.toggle();
  clock.toggle();
  assert.equal(waiting.length, 1);
  time = 100;
  waiting.shift()();
  assert.ok(Math.abs(store.state.minute - 1) < 1e-9);
  assert.equal(waiting.length, 1);
  clock.toggle();
  waiting.shift()();
  assert.equal(waiting.length, 0);
  clock.toggle();
  stop();
  waiting.shift()();
  assert.equal(waiting.length, 0);
});
