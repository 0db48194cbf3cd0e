// Words and elements: choosing the language of a text, filling in values, and making DOM from text alone.

/**
 * @typedef {"zh-Hans" | "zh-Hant" | "en"} Language
 * @typedef {[string, string | null, string]} T  Simplified, Traditional (null when identical), English
 */

export const LANGUAGES = /** @type {const} */ (["zh-Hans", "zh-Hant", "en"]);

/**
 * The words of a text in one language. A plain string stands for itself; nothing gives "".
 * @param {T | string | null | undefined} text
 * @param {string} language
 * @returns {string}
 */
export function pick(text, language) {
  if (text === null || text === undefined) return "";
  if (typeof text === "string") return text;
  if (!Array.isArray(text)) return "";
  const [hans, hant, en] = text;
  if (language === "en") return en ?? hans ?? "";
  if (language === "zh-Hant") return hant ?? hans ?? "";
  return hans ?? "";
}

/**
 * The text in the language that the reader is not using, for the line under a name: English for Chinese readers,
 * Simplified Chinese for English ones.
 * @param {T | string | null | undefined} text
 * @param {string} language
 * @returns {{text: string, language: Language}}
 */
export function pickOther(text, language) {
  const other = language === "en" ? "zh-Hans" : "en";
  return { text: typeof text === "string" ? "" : pick(text, other), language: other };
}

/**
 * A word of the interface by its key. `{name}` is replaced by the value of that name, as plain text and once only:
 * braces inside a value stay as they are. A key that no language file has is shown itself, so that it is seen.
 * @param {{words: Record<string, Record<string, string>>}} scene
 * @param {string} language
 * @param {string} key  "table.key"
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function word(scene, language, key, values = {}) {
  const table = scene.words?.[language] ?? {};
  const text = Object.hasOwn(table, key) ? table[key] : key;
  return text.replace(/\{([a-zA-Z_]+)\}/g, (whole, name) => (Object.hasOwn(values, name) ? String(values[name]) : whole));
}

/** Whether the scene has a word of that key. */
export function hasWord(scene, language, key) {
  return Object.hasOwn(scene.words?.[language] ?? {}, key);
}

const ATTRIBUTES = new Set([
  "class", "id", "lang", "title", "type", "role", "tabindex", "for", "name", "value", "placeholder", "dir", "datetime",
  "disabled", "checked", "hidden", "autocomplete", "spellcheck", "enterkeyhint", "cite", "width", "height", "viewBox",
  "d", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "points", "fill", "stroke", "stroke-width", "stroke-dasharray",
  "stroke-linecap", "stroke-linejoin", "fill-opacity", "opacity", "transform", "focusable", "open", "inert", "min", "max",
  "step", "preserveAspectRatio", "inputmode", "clip-path", "text-anchor",
]);

/** Whether an attribute may be set from here: those of the list, `aria-…` and `data-…`; never a handler or an address. */
export function allowed(name) {
  return ATTRIBUTES.has(name) || /^(aria|data)-[a-z][a-z0-9-]*$/.test(name);
}

/**
 * Set attributes on an element; `false`, `null` and `undefined` leave one out, `true` sets it empty.
 * @param {Element} node
 * @param {Record<string, string | number | boolean | null | undefined>} attributes
 */
export function setAttributes(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (!allowed(name)) throw new Error(`the attribute '${name}' is not set from data`);
    if (value === false || value === null || value === undefined) node.removeAttribute(name);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  return node;
}

/**
 * @param {Element} node
 * @param {unknown[]} children  elements, strings, numbers, arrays of these; nothing for null, undefined, false, ""
 */
function append(node, children) {
  for (const child of children) {
    if (Array.isArray(child)) append(node, child);
    else if (child === null || child === undefined || child === false || child === "") continue;
    else if (typeof child === "string" || typeof child === "number") node.appendChild(document.createTextNode(String(child)));
    else node.appendChild(/** @type {Node} */ (child));
  }
}

const TAG = /^[a-z][a-z0-9]*$/;
const BARRED = new Set(["script", "style", "iframe", "object", "embed", "link", "base", "form"]);

/**
 * An HTML element with attributes from a short list and text that stays text.
 * @param {string} tag
 * @param {Record<string, string | number | boolean | null | undefined>} [attributes]
 * @param {...unknown} children
 * @returns {HTMLElement}
 */
export function el(tag, attributes = {}, ...children) {
  if (!TAG.test(tag) || BARRED.has(tag)) throw new Error(`no element '${tag}' is made here`);
  const node = document.createElement(tag);
  setAttributes(node, attributes ?? {});
  append(node, children);
  return node;
}

const SVG = "http://www.w3.org/2000/svg";

/** An SVG element, on the same terms as `el`. */
export function svg(tag, attributes = {}, ...children) {
  if (!/^[a-zA-Z]+$/.test(tag) || BARRED.has(tag) || tag === "foreignObject" || tag === "a" || tag === "use") {
    throw new Error(`no element '${tag}' is made here`);
  }
  const node = document.createElementNS(SVG, tag);
  setAttributes(node, attributes ?? {});
  append(node, children);
  return node;
}

/**
 * A button with words.
 * @param {Record<string, string | number | boolean | null | undefined>} attributes
 * @param {(event: Event) => void} press
 * @param {...unknown} children
 */
export function button(attributes, press, ...children) {
  const node = el("button", { type: "button", ...attributes }, ...children);
  node.addEventListener("click", press);
  return node;
}

/** Replace all children of a node. */
export function fill(node, ...children) {
  const fresh = document.createDocumentFragment();
  append(/** @type {any} */ (fresh), children);
  node.replaceChildren(fresh);
}

/**
 * The language to write on an element whose text comes from a string of data: that of the text given, else guessed from
 * its letters (Chinese characters are Chinese in the reader's script, all else is English).
 * @param {string} text
 * @param {string} language  the reader's
 * @returns {string}
 */
export function langOf(text, language) {
  if (!/[㐀-鿿豈-﫿]/.test(text)) return "en";
  return language === "zh-Hant" ? "zh-Hant" : "zh-Hans";
}

/**
 * The minute of "1937-12-12T21:00", "1937-12-12 21:00" or "21:00" (the evening's or the next morning's); null for any
 * other string. No time zone is used: the string is the clock of the place.
 * @param {unknown} text
 * @returns {number | null}
 */
export function minuteOf(text) {
  const match = /^(?:1937-12-(12|13)[T ])?([01]?\d|2[0-3]):([0-5]\d)(?::00)?(?:\+08:00)?$/.exec(String(text ?? ""));
  if (!match) return null;
  const of = Number(match[2]) * 60 + Number(match[3]) - 17 * 60;
  if (match[1] === "12") return of;
  if (match[1] === "13") return of + 1440;
  return of < -4 * 60 ? of + 1440 : of;
}
