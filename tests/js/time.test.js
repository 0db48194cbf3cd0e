import assert from "node:assert/strict";
import { test } from "node:test";
import { dateParts, dayOf, hhmm, notKnownAfter, skyState, skyWords, tokyo, tokyoLine } from "../../routes/view/web/time.js";
import { flip } from "../../routes/view/web/flip.js";
import { sampleScene } from "./scene.js";

const scene = sampleScene();

test("minutes become hours of the clock of the place", () => {
  assert.equal(hhmm(0), "17:00");
  assert.equal(hhmm(280), "21:40");
  assert.equal(hhmm(280.99), "21:40");
  assert.equal(hhmm(420), "00:00");
  assert.equal(hhmm(840), "07:00");
  assert.equal(hhmm(-1), "16:59");
  assert.equal(hhmm(279.9999999), "21:40");
});

test("the computer's zone changes nothing", () => {
  const before = process.env.TZ;
  for (const zone of ["America/New_York", "Asia/Singapore", "Europe/Amsterdam"]) {
    process.env.TZ = zone;
    assert.equal(hhmm(0), "17:00");
    assert.equal(dateParts(scene, "en", 419).date, "12 December 1937");
  }
  process.env.TZ = before ?? "";
});

test("Tokyo is presumed to be an hour ahead", () => {
  assert.equal(tokyo(280), "22:40");
  assert.equal(tokyo(400), "00:40");
  assert.equal(tokyoLine(scene, "zh-Hans", 280), "东京时间 22:40（推定）");
});

test("the date changes at midnight", () => {
  assert.equal(dayOf(419.9), 0);
  assert.equal(dayOf(420), 1);
  assert.equal(dateParts(scene, "zh-Hans", 0).line, "南京　一九三七年十二月十二日　星期日");
  assert.equal(dateParts(scene, "zh-Hans", 420).weekday, "星期一");
  assert.equal(dateParts(scene, "en", 0).line, "Nanjing, Sunday 12 December 1937");
  assert.equal(dateParts(scene, "en", 5000).weekday, "Monday");
  assert.equal(dateParts(scene, "en", -5000).weekday, "Sunday");
});

test("the sky in words, by the hours of sun and moon", () => {
  assert.equal(skyWords(scene, "zh-Hans", 0), "昼 · 日落 17:01");
  assert.equal(skyWords(scene, "zh-Hans", 2), "日落 17:01");
  assert.equal(skyState(40, scene.sky).key, "sky_dusk");
  assert.equal(skyWords(scene, "zh-Hans", 280), "月明 · 月落 01:35");
  assert.equal(skyWords(scene, "zh-Hans", 530), "无日无月，至 05:29");
  assert.equal(skyState(760, scene.sky).key, "sky_dawn");
  assert.equal(skyState(815, scene.sky).key, "sky_civil_dawn");
  assert.equal(skyState(839, scene.sky).key, "sky_sunrise");
});

test("what is not known is said of the minute", () => {
  assert.equal(notKnownAfter(scene, "zh-Hans", 270), "21:30 后不详");
  assert.equal(notKnownAfter(scene, "en", 270), "Not known after 21:30");
});

test("axes are turned in one place", () => {
  assert.deepEqual(flip([118.8, 32.05, 12]), [32.05, 118.8]);
});
