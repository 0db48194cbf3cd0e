// Where all of the time line lies, in pixels of its strip, from the sizes of the strip and of the window. Pure.
import { few } from "#lanes";
import { measures } from "#type";

/**
 * @typedef {{lane: import("#lanes").Lane, top: number}} Row  a lane and its upper edge
 * @typedef {{minutes: number, size: ReturnType<typeof measures>, width: number, height: number, narrow: boolean, left: number, right: number,
 *   hours: number, sky: number, ticks: number, top: number, bottom: number, row: number, rows: Row[]}} Layout
 *   `left` and `right` are the ends of the night; the hours end below at `hours`, the sky begins at `sky`, the marks of
 *   events hang from `ticks`, the lanes reach from `top` to `bottom` and each is `row` high
 */

/** The minute of midnight. */
export const MIDNIGHT = 420;
/** Lanes shown in a low strip before "more" is pressed, and the fewest that are shown however low it is. */
const FEW = 8;
const FEWEST = 3;

/**
 * The layout before the strip has been measured; nothing is drawn in it.
 * @param {number} minutes  length of the night
 * @returns {Layout}
 */
export function unmeasured(minutes) {
  return {
    minutes, size: measures(0), width: 0, height: 0, narrow: true, left: 0, right: 0,
    hours: 0, sky: 0, ticks: 0, top: 0, bottom: 0, row: 0, rows: [],
  };
}

/**
 * @param {{width: number, height: number, wide: number, minutes: number, lanes: import("#lanes").Lane[], open: boolean, chosen: string | null}} given
 *   the size of the strip, the width of the window, the length of the night, all lanes, whether all are asked for, and
 *   the id of the one that stays in any case
 * @returns {Layout}
 */
export function layoutOf({ width, height, wide, minutes, lanes, open, chosen }) {
  const size = measures(wide);
  const narrow = width < 700;
  const left = narrow ? 92 : Math.round(178 + (230 - 178) * Math.max(0, Math.min(1, (wide - 1366) / 554)));
  const right = width - (narrow ? 14 : width < 1600 ? 28 : 40);
  const hours = narrow ? 72 : size.hourBand;
  const sky = hours + 2;
  const ticks = sky + size.sky;
  const top = Math.max(ticks + 10, size.laneTop);
  const room = height - top - 5;
  const fits = Math.max(FEWEST, Math.floor((room - 14) / 12.5));
  const shown = !open && lanes.length > fits ? few(lanes, Math.min(FEW, fits), chosen) : lanes;
  const groups = new Set(shown.map(({ group }) => group)).size;
  const gap = shown.length > 1 ? Math.min(6, room / 30) : 0;
  const row = Math.max(9, Math.min(21, (room - gap * Math.max(0, groups - 1)) / Math.max(1, shown.length)));
  return { minutes, size, width, height, narrow, left, right, hours, sky, ticks, top, row, ...rowsOf(shown, top, row, gap) };
}

/** Lanes one under another, with a gap between groups. */
function rowsOf(lanes, top, row, gap) {
  let bottom = top;
  let group = lanes[0]?.group;
  const rows = lanes.map((lane) => {
    if (lane.group !== group) bottom += gap;
    group = lane.group;
    const one = { lane, top: bottom };
    bottom += row;
    return one;
  });
  return { rows, bottom };
}

/** Where a minute lies across the strip; one outside the night lies at its nearer end. */
export function xAt({ left, right, minutes }, minute) {
  return left + ((right - left) * Math.max(0, Math.min(minutes, minute))) / minutes;
}

/** The minute that lies there; beyond the ends it is one outside the night. */
export function minuteAt({ left, right, minutes }, x) {
  return ((x - left) / (right - left)) * minutes;
}
