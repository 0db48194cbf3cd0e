// Words: the choice of language, values filled in as plain text, and elements made of text alone.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import test from "node:test";

import { allowed, el, hasWord, langOf, minuteOf, pick, pickOther, setAttributes, word } from "../../routes/view/web/words.js";

const WEB = fileURLToPath(new URL("../../routes/view/web/", import.meta.url));
const HOSTILE = ['<img src=x onerror="alert(1)">', "</script><script>alert(1)</script>", "`${alert(1)}`", "\\u0000 {{ 7*7 }} {% x %}", "$& $1 $$"];

test("a text is picked in the reader's language and falls back to Simplified Chinese", () => {
  const text = ["下关", "下關", "Xiaguan"];
  assert.deepEqual(["zh-Hans", "zh-Hant", "en"].map((language) => pick(text, language)), ["下关", "下關", "Xiaguan"]);
  assert.equal(pick(["鼓楼", null, "Gulou"], "zh-Hant"), "鼓楼");
  assert.equal(pick("verbatim", "en"), "verbatim");
  assert.equal(pick(null, "en"), "");
  assert.equal(pick(undefined, "zh-Hans"), "");
});

test("the other language of a name is English for Chinese readers and Chinese for English ones", () => {
  const text = ["下关", "下關", "Xiaguan"];
  assert.deepEqual(pickOther(text, "zh-Hant"), { text: "Xiaguan", language: "en" });
  assert.deepEqual(pickOther(text, "en"), { text: "下关", language: "zh-Hans" });
});

test("values stand in a word as they are, once, whatever they contain", () => {
  const scene = { words: { en: { "a.b": "Not known after {time}, {time}", "a.c": "{one}{two}" } } };
  assert.equal(word(scene, "en", "a.b", { time: "21:30" }), "Not known after 21:30, 21:30");
  assert.equal(word(scene, "en", "a.c", { one: "{two}", two: "x" }), "{two}x");
  assert.equal(word(scene, "en", "a.c", {}), "{one}{two}");
  assert.equal(word(scene, "en", "toString"), "toString");
  assert.equal(word(scene, "en", "a.c", { one: 1 }), "1{two}");
  for (const text of HOSTILE) assert.equal(word(scene, "en", "a.c", { one: text, two: "" }), text);
  assert.equal(hasWord(scene, "en", "a.b"), true);
  assert.equal(hasWord(scene, "en", "constructor"), false);
});

test("handlers, addresses and styles are not set from data", () => {
  for (const name of ["onclick", "onerror", "ONLOAD", "href", "src", "srcdoc", "style", "action", "formaction", "xlink:href", "data-", "aria-x y"]) {
    assert.equal(allowed(name), false, name);
  }
  for (const name of ["class", "lang", "aria-label", "data-key", "role"]) assert.equal(allowed(name), true, name);
  assert.throws(() => setAttributes(/** @type {any} */ ({}), { onclick: "alert(1)" }), /onclick/);
  assert.throws(() => el("script"), /script/);
  assert.throws(() => el("iframe"), /iframe/);
  assert.throws(() => el("img onerror=x"), /no element/);
});

test("children become text nodes, however they look", () => {
  const made = [];
  const node = (tag) => ({
    tag, children: [], attributes: {},
    appendChild(child) { this.children.push(child); },
    setAttribute(name, value) { this.attributes[name] = value; },
    removeAttribute(name) { delete this.attributes[name]; },
  });
  globalThis.document = /** @type {any} */ ({
    createElement: (tag) => { const one = node(tag); made.push(one); return one; },
    createTextNode: (text) => ({ text }),
  });
  try {
    const p = /** @type {any} */ (el("p", { class: "x", hidden: false, lang: null, disabled: true }, HOSTILE, [null, 3, false, [el("b", {}, "4")]]));
    assert.deepEqual(p.children.slice(0, HOSTILE.length).map(({ text }) => text), HOSTILE);
    assert.deepEqual(p.attributes, { class: "x", disabled: "" });
    assert.equal(p.children[HOSTILE.length].text, "3");
    assert.equal(p.children[HOSTILE.length + 1].tag, "b");
    assert.equal(made.length, 2);
  } finally {
    delete globalThis.document;
  }
});

test("the language of a string is seen from its letters", () => {
  assert.equal(langOf("挹江门", "zh-Hans"), "zh-Hans");
  assert.equal(langOf("挹江門", "zh-Hant"), "zh-Hant");
  assert.equal(langOf("I-chiang Men", "zh-Hans"), "en");
  assert.equal(langOf("Zhongshan Men, by 四方藤造", "en"), "zh-Hans");
});

test("an hour is read without any time zone", () => {
  assert.equal(minuteOf("1937-12-12T21:00"), 240);
  assert.equal(minuteOf("1937-12-12T17:00+08:00"), 0);
  assert.equal(minuteOf("1937-12-13 07:00"), 840);
  assert.equal(minuteOf("21:40"), 280);
  assert.equal(minuteOf("01:50"), 530);
  assert.equal(minuteOf("1937-12-12T16:59"), -1);
  for (const text of ["", "now", "1937-12-14T01:00", "25:00", "1937-12-12T21:00Z", null, undefined, {}, "21:0"]) assert.equal(minuteOf(text), null);
});

test("no module writes HTML, asks the computer's clock or the network, or leaves anything to chance", () => {
  const barred = [
    /\.(inner|outer)HTML\b/, /insertAdjacentHTML/, /document\.write/, /\beval\s*\(/, /new Function\b/, /DOMParser/, /createContextualFragment/,
    /\bfetch\s*\(/, /XMLHttpRequest/, /WebSocket/, /sendBeacon/, /new Date\b/, /Date\.now/, /Intl\.DateTimeFormat/, /toLocale(Date|Time)?String/, /Math\.random/,
  ];
  const files = readdirSync(WEB).filter((name) => name.endsWith(".js"));
  assert.ok(files.length >= 10);
  for (const name of files) {
    const text = readFileSync(WEB + name, "utf-8");
    for (const pattern of barred) assert.doesNotMatch(text, pattern, `${name}: ${pattern}`);
  }
});

test("every word that a module asks for by name is in the three language files, with the same blanks", () => {
  const folder = fileURLToPath(new URL("../../routes/view/languages/", import.meta.url));
  const tables = {};
  for (const language of ["zh-Hans", "zh-Hant", "en"]) {
    const found = (tables[language] = {});
    let table = "";
    for (const line of readFileSync(`${folder}${language}.toml`, "utf-8").split("\n")) {
      const head = /^\[([^\]]+)\]/.exec(line);
      const pair = /^([\w-]+)\s*=\s*"(.*)"\s*(#.*)?$/.exec(line);
      if (head) table = head[1];
      else if (pair) found[`${table}.${pair[1]}`] = pair[2];
    }
  }
  const keys = Object.keys(tables["zh-Hans"]);
  assert.ok(keys.length > 150);
  for (const language of ["zh-Hant", "en"]) assert.deepEqual(Object.keys(tables[language]).sort(), [...keys].sort());
  const blanks = (text) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();
  for (const key of keys) {
    for (const language of ["zh-Hant", "en"]) assert.deepEqual(blanks(tables[language][key]), blanks(tables["zh-Hans"][key]), key);
  }
  const known = new Set(keys.map((key) => key.split(".")[0]));
  for (const name of readdirSync(WEB).filter((file) => file.endsWith(".js"))) {
    for (const [, key] of readFileSync(WEB + name, "utf-8").matchAll(/\b(?:say|word|note)\([^"`)]*"([a-z]+\.[a-z0-9_-]+)"/g)) {
      if (known.has(key.split(".")[0])) assert.ok(key in tables.en, `${name} asks for ${key}`);
    }
  }
});
