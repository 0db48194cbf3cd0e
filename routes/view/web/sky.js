// The colours of the sheet by the light of the real sky. Evidence (slips, reader, list) keeps its own and is not here.

/** The lights of the night, in the order of the columns below. */
const NAMES = /** @type {const} */ (["day", "dusk", "moonlit", "dark", "dawn"]);

/** Each token in each light; contrast of each was measured on its ground. */
const TOKENS = {
  land:       ["#F4F0E6", "#C2B7AD", "#333D46", "#1D2125", "#A9B0B4"],
  city:       ["#E8DFCD", "#B3A79B", "#404A52", "#272B2F", "#9BA1A3"],
  water:      ["#C3D3D8", "#E0DAD5", "#4C5D68", "#121518", "#D3DADE"],
  bank:       ["#5F7F8B", "#6A6161", "#8FA1AB", "#66737B", "#4F5D66"],
  ink:        ["#1D1B18", "#191714", "#F3EEE2", "#EFE9DC", "#14171A"],
  ink2:       ["#4C463D", "#38332C", "#C9CBC8", "#B2B3AE", "#2F353A"],
  waterInk:   ["#2A5365", "#2C4453", "#DCE9EF", "#9FB6C2", "#264252"],
  wall:       ["#39332A", "#2B2721", "#DCD3C0", "#BDB39F", "#26241F"],
  road:       ["#A99A7F", "#857A69", "#8C959B", "#656C70", "#757C7F"],
  rail:       ["#5B544A", "#4A443C", "#9AA3A8", "#767D81", "#41484B"],
  relief:     ["#8B7C63", "#7D7262", "#67747E", "#3E464C", "#717A7F"],
  halo:       ["#F7F4EC", "#D2C9C0", "#2B343C", "#171A1D", "#BAC0C3"],
  hairline:   ["#B9AE9A", "#948A7F", "#56626B", "#3C4347", "#7F878B"],
  timeline:   ["#F4F0E6", "#B8ADA3", "#2A333B", "#16191C", "#A9B0B4"],
  chinese:    ["#0072B2", "#00507F", "#56B4E9", "#56B4E9", "#00507F"],
  japanese:   ["#D55E00", "#933900", "#F5894A", "#F5894A", "#933900"],
  boat:       ["#00805D", "#005A44", "#45C9A0", "#45C9A0", "#005A44"],
  crowd:      ["#4A3B2C", "#4A3B2C", "#E9DEC6", "#E9DEC6", "#4A3B2C"],
};

/** Tokens by light. */
export const LIGHTS = /** @type {Record<typeof NAMES[number], Record<keyof typeof TOKENS, string>>} */ (
  Object.fromEntries(NAMES.map((name, i) => [name, Object.fromEntries(Object.entries(TOKENS).map(([token, inks]) => [token, inks[i]]))]))
);

/** The minutes at which each light holds; toward day after 06:40, which the night does not reach. */
export const HOURS = /** @type {[number, keyof typeof LIGHTS][]} */ ([
  [0, "day"], [1, "day"], [30, "dusk"], [52, "dusk"], [100, "moonlit"], [460, "moonlit"], [516, "dark"], [748, "dark"],
  [806, "dawn"], [820, "dawn"], [900, "day"],
]);

const DARK_SIDE = { day: false, dusk: false, moonlit: true, dark: true, dawn: false };
/** Grounds run through all shades; everything else is drawn on them and changes side at once. */
const GROUNDS = ["land", "city", "water", "road", "relief", "hairline", "timeline"];
const INKS = ["ink", "ink2", "wall", "rail", "halo", "bank", "chinese", "japanese", "boat", "crowd"];
/** No ink reads on land of a luminance between these. */
export const FORBIDDEN = /** @type {const} */ ([0.161, 0.224]);
/** In twilight the sheet is repainted once in so many minutes. */
const TWILIGHT_STEP = 4;

// --- colour arithmetic -------------------------------------------------------------------------------------------

const toLinear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const toCoded = (c) => (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055);

function linear(hex) {
  const n = Number.parseInt(hex.slice(1), 16);
  return [toLinear(((n >> 16) & 255) / 255), toLinear(((n >> 8) & 255) / 255), toLinear((n & 255) / 255)];
}

/** Relative luminance (WCAG) of "#rrggbb", 0–1. */
export function luminance(hex) {
  const [r, g, b] = linear(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast ratio (WCAG) of two colours, 1–21. */
export function contrast(a, b) {
  const x = luminance(a) + 0.05;
  const y = luminance(b) + 0.05;
  return x > y ? x / y : y / x;
}

/** "#rrggbb" as OKLab [L, a, b]. */
export function toOklab(hex) {
  const [r, g, b] = linear(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** OKLab as "#rrggbb", held within sRGB. */
export function fromOklab([L, a, b]) {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const rgb = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const part = (c) => Math.round(toCoded(Math.max(0, Math.min(1, c))) * 255).toString(16).padStart(2, "0");
  return `#${rgb.map(part).join("")}`.toUpperCase();
}

/** A mixture of two colours in OKLab; `k` 0 gives the first exactly, 1 the second. */
export function mix(first, second, k) {
  if (k <= 0) return first;
  if (k >= 1) return second;
  const a = toOklab(first);
  const b = toOklab(second);
  return fromOklab([a[0] + (b[0] - a[0]) * k, a[1] + (b[1] - a[1]) * k, a[2] + (b[2] - a[2]) * k]);
}

// --- the light of a minute ---------------------------------------------------------------------------------------

/** The two lights a minute lies between, and how far along it is. */
function between(minute) {
  const m = Math.max(HOURS[0][0], Math.min(minute, HOURS[HOURS.length - 1][0]));
  let i = 0;
  while (i < HOURS.length - 2 && HOURS[i + 1][0] <= m) i += 1;
  const [start, first] = HOURS[i];
  const [end, second] = HOURS[i + 1];
  return { first, second, k: (m - start) / (end - start), start };
}

/** The share of a mixture at which land has a luminance, found by halving. */
function shareAt(first, second, wanted) {
  const rising = luminance(second) > luminance(first);
  let low = 0;
  let high = 1;
  for (let i = 0; i < 24; i += 1) {
    const middle = (low + high) / 2;
    if (luminance(mix(first, second, middle)) < wanted === rising) low = middle;
    else high = middle;
  }
  return rising === wanted > 0.19 ? high : low;
}

/** Move a mixture out of the forbidden luminances of land, to the nearer side. */
function snapped(first, second, k) {
  const land = luminance(mix(first, second, k));
  const [low, high] = FORBIDDEN;
  if (land <= low || land >= high) return k;
  return land - low < high - land ? outside(first, second, low, -1) : outside(first, second, high, 1);
}

/** The share nearest to the limit whose land, rounded to a colour, does lie outside. */
function outside(first, second, limit, direction) {
  let share = shareAt(first, second, limit);
  const step = (luminance(second) > luminance(first) ? 1 : -1) * direction * 0.002;
  for (let i = 0; i < 20; i += 1) {
    const land = luminance(mix(first, second, share));
    if (direction < 0 ? land <= limit : land >= limit) break;
    share += step;
  }
  return share;
}

/** An ink moved toward white or black until it reads on its ground. */
function readable(ink, ground, dark, wanted = 4.5, step = 0.25) {
  let out = ink;
  for (let k = step; k <= 1 && contrast(out, ground) < wanted; k += step) out = mix(ink, dark ? "#FFFFFF" : "#000000", k);
  return out;
}

/** What lines are to have against land in the minutes when it is of a middle shade. */
const LINES = /** @type {const} */ ([["chinese", 3], ["japanese", 3], ["boat", 3], ["crowd", 3], ["wall", 3], ["rail", 2.4]]);

/** The two lights that are mixed at a minute, and in what share. */
function mixture(minute) {
  const { first, second, k } = between(Number.isFinite(minute) ? minute : 0);
  return { first, second, k: first === second ? 0 : snapped(LIGHTS[first].land, LIGHTS[second].land, k) };
}

/** The colour of the land alone: the band of the sky asks for that of some hundred minutes. */
export function landAt(minute) {
  const { first, second, k } = mixture(minute);
  return mix(LIGHTS[first].land, LIGHTS[second].land, k);
}

/**
 * The sheet's colours at a minute.
 * @param {number} minute
 * @returns {Record<string, string> & {dark: boolean}} `dark` when light ink lies on dark land
 */
export function colours(minute) {
  const { first, second, k } = mixture(minute);
  const a = LIGHTS[first];
  const b = LIGHTS[second];
  /** @type {any} */
  const out = {};
  for (const name of GROUNDS) out[name] = mix(a[name], b[name], k);
  const land = luminance(out.land);
  out.dark = land < 0.19;
  const sameSide = DARK_SIDE[first] === DARK_SIDE[second];
  const side = DARK_SIDE[first] === out.dark ? a : b;
  for (const name of INKS) out[name] = sameSide ? mix(a[name], b[name], k) : side[name];
  out.ink = readable(out.ink, out.land, out.dark);
  // The city keeps nearer to the land where names would not read on it.
  const own = out.city;
  for (let by = 0.25; by <= 1 && contrast(out.ink, out.city) < 4.5; by += 0.25) out.city = mix(own, out.land, by);
  if ((land > 0.12 && land < 0.3) || contrast(out.ink2, out.land) < 4.5 || contrast(out.ink2, out.city) < 4.5) out.ink2 = out.ink;
  for (const [name, wanted] of LINES) out[name] = readable(out[name], out.land, out.dark, wanted, 0.1);
  if (contrast(out.ink, out.timeline) < 4.5) out.timeline = out.land;
  if (!sameSide) {
    // The halo runs with the land, a little further from the ink than the land itself.
    out.halo = mix(out.land, side.halo, 0.35);
  }
  // The river passes its own middle shades at other minutes than the land.
  out.waterInk = sameSide
    ? mix(a.waterInk, b.waterInk, k)
    : contrast(a.waterInk, out.water) > contrast(b.waterInk, out.water) ? a.waterInk : b.waterInk;
  if (contrast(out.waterInk, out.water) < 4.5) {
    const onDark = luminance(out.water) < 0.179;
    const [light, deep] = luminance(a.waterInk) > luminance(b.waterInk) ? [a.waterInk, b.waterInk] : [b.waterInk, a.waterInk];
    out.waterInk = readable(onDark ? light : deep, out.water, onDark);
  }
  return out;
}

/**
 * The minute whose colours are painted at this minute: unchanging hours are one step, twilight a step each few minutes.
 * @param {number} minute
 */
export function lightStep(minute) {
  const { first, second, k, start } = between(minute);
  if (first === second) return start;
  const last = HOURS[HOURS.length - 1][0];
  const since = Math.min(minute, last) - start;
  return k === 0 ? start : start + Math.floor(since / TWILIGHT_STEP) * TWILIGHT_STEP;
}

const cache = new Map();

/** The colours of a minute in steps, made once each. */
export function stepColours(minute) {
  const step = lightStep(Number.isFinite(minute) ? minute : 0);
  let found = cache.get(step);
  if (!found) cache.set(step, (found = Object.freeze(colours(step))));
  return found;
}

/**
 * The glow of the sky after sunset and before sunrise: from which side, and how strong (0–0.34).
 * @param {number} minute
 * @returns {{side: "west" | "east", strength: number, colour: string} | null}
 */
export function afterglow(minute) {
  const m = lightStep(minute) === HOURS[0][0] ? minute : Math.floor(minute / TWILIGHT_STEP) * TWILIGHT_STEP;
  if (m >= 1 && m < 64) return { side: "west", strength: 0.34 * (1 - (m - 1) / 63), colour: "255,206,160" };
  if (m > 749) return { side: "east", strength: 0.34 * Math.min(1, (m - 749) / 77), colour: "255,222,190" };
  return null;
}

/** The name of a token as a CSS variable. */
export function variable(name) {
  return `--${name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`).replace(/(\D)(\d)$/, "$1-$2")}`;
}

/** While ink and ground change sides the element bears `data-turning` for so many milliseconds. */
const TURNING_MS = 450;
const painted = new WeakMap();

/**
 * Set the sheet's CSS variables on an element for a minute; only those whose value is another are touched.
 * Also sets `data-light` to "dark" or "light", `--afterglow` and `--afterglow-far` as gradients.
 * @param {HTMLElement} root
 * @param {number} minute
 */
export function paint(root, minute) {
  const values = stepColours(minute);
  const glow = afterglow(minute);
  let before = painted.get(root);
  if (!before) painted.set(root, (before = { glow: undefined }));
  if (before.values !== values) {
    if (before.values && before.values.dark !== values.dark) {
      root.dataset.turning = "yes";
      clearTimeout(before.timer);
      before.timer = setTimeout(() => delete root.dataset.turning, TURNING_MS);
    }
    for (const [name, value] of Object.entries(values)) {
      if (typeof value === "string" && before.values?.[name] !== value) root.style.setProperty(variable(name), value);
    }
    if (before.values?.dark !== values.dark) root.dataset.light = values.dark ? "dark" : "light";
    before.values = values;
  }
  const key = glow ? `${glow.side}${glow.strength.toFixed(2)}` : "";
  if (before.glow !== key) {
    before.glow = key;
    const toward = glow?.side === "west" ? "to right" : "to left";
    root.style.setProperty("--afterglow", glow
      ? `linear-gradient(${toward}, rgba(${glow.colour},${glow.strength.toFixed(2)}), rgba(${glow.colour},0) 70%), `
        + `linear-gradient(${toward}, rgba(36,44,66,0) 45%, rgba(36,44,66,${(0.16 * glow.strength / 0.34).toFixed(2)}))`
      : "none");
  }
}
