// Hours and dates in words. Minutes are counted from 17:00 on 12 December 1937, the clock of Nanjing (UTC+8); the
// computer's own clock and zone are never asked.
import { word } from "#words";

const START = 17 * 60;
const DAY = 24 * 60;
/** Minutes that the clock of Tokyo is taken to be ahead. */
const TOKYO_AHEAD = 60;

const two = (number) => String(number).padStart(2, "0");

/**
 * "21:40". The minute is rounded down, so that 21:40 is shown until 21:41.
 * @param {number} minute
 */
export function hhmm(minute) {
  const whole = Math.floor(minute + 1e-6) + START;
  const ofDay = ((whole % DAY) + DAY) % DAY;
  return `${two(Math.floor(ofDay / 60))}:${two(ofDay % 60)}`;
}

/** The hour in Tokyo, presumed to be one ahead. */
export function tokyo(minute) {
  return hhmm(minute + TOKYO_AHEAD);
}

/** Days after 12 December: 0 or 1 in the night itself, other numbers outside it. */
export function dayOf(minute) {
  return Math.floor((Math.floor(minute + 1e-6) + START) / DAY);
}

/**
 * Place, date and weekday of a minute of the night; a minute outside it gets those of its nearer end.
 * @param {{words: object}} scene
 * @param {string} language
 * @param {number} minute
 * @returns {{place: string, date: string, weekday: string, line: string}}
 */
export function dateParts(scene, language, minute) {
  const day = Math.max(0, Math.min(1, dayOf(minute)));
  const say = (key) => word(scene, language, `time.${key}`);
  const place = say("place");
  const date = say(day === 0 ? "date_first" : "date_second");
  const weekday = say(day === 0 ? "weekday_first" : "weekday_second");
  return { place, date, weekday, line: word(scene, language, "time.date_line", { place, date, weekday }) };
}

/** "东京时间 22:40（推定）" / "Tokyo time 22:40 (presumed)". */
export function tokyoLine(scene, language, minute) {
  return word(scene, language, "time.tokyo", { hour: tokyo(minute) });
}

/** "21:30 后不详" / "Not known after 21:30". */
export function notKnownAfter(scene, language, minute) {
  return word(scene, language, "time.not_known_after", { hour: hhmm(minute) });
}

/**
 * The hour of a rising or setting. These are good to half a minute for the sun and two for the moon; they are rounded up
 * only in a minute's last quarter, so that 17:00:48 reads 17:01 and 01:35:42 reads 01:35.
 * @param {number} minute
 */
export function skyHour(minute) {
  return hhmm(minute + 0.25);
}

/**
 * Which light there is: a key of the table [time] and the hour that belongs to it.
 * @param {number} minute
 * @param {Record<string, number>} sky  minutes of sunset, moonset …
 * @returns {{key: string, hour: number}}
 */
export function skyState(minute, sky) {
  if (minute < sky.sunset) return { key: "sky_day", hour: sky.sunset };
  if (minute < sky.sunset + 4) return { key: "sky_sunset", hour: sky.sunset };
  if (minute < sky.astronomicalDusk) return { key: "sky_dusk", hour: sky.moonset };
  if (minute < Math.min(sky.moonset, sky.astronomicalDawn)) return { key: "sky_moon", hour: sky.moonset };
  if (minute < sky.astronomicalDawn) return { key: "sky_dark", hour: sky.astronomicalDawn };
  if (minute < sky.civilDawn) return { key: "sky_dawn", hour: sky.sunrise };
  if (minute < sky.sunrise) return { key: "sky_civil_dawn", hour: sky.sunrise };
  return { key: "sky_sunrise", hour: sky.sunrise };
}

/** "月明 · 月落 01:35". */
export function skyWords(scene, language, minute) {
  const { key, hour } = skyState(minute, scene.sky);
  return word(scene, language, `time.${key}`, { hour: skyHour(hour) });
}
