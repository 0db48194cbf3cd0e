// The still part of the time line on its canvas: ticks, the sky, marks of events, and the lanes with their bars and names.
import { MIDNIGHT, minuteAt, xAt } from "#layout";
import { plainName } from "#lettering";
import { landAt } from "#sky";
import { skyHour } from "#time";
import { serif } from "#type";
import { pick, word } from "#words";

/**
 * The land's colours through the night, as strokes of a brush.
 * @typedef {{left: number, right: number, strokes: {x: number, width: number, colour: string}[]}} Lands
 */
/**
 * All that the picture depends on.
 * @typedef {{layout: import("#layout").Layout, scene: any, events: any[], lands: Lands, colours: Record<string, any>, language: string,
 *   selected: import("#store").Selection | null, chosen: string | null, taken: number}} Picture
 *   `events` are those with a mark, `chosen` is the lane of the unit selected, and so many pixels at the left of the
 *   last lane are `taken` by the button for more
 */

/** The colour of each group's bars. */
const TONES = { chinese: "chinese", boats: "boat", japanese: "japanese", people: "crowd" };
/** An event whose hour is known no better than the first many minutes is a bar; beyond the second it is a tick again. */
const LONG_EVENT = [60, 180];
/** The band of the sky shows the whole night at once; what stands on it is of the same colours at every hour. */
const MOON = "#E8D9AE";
const SKY_RULE = "#C9CBC8";
const SKY_INK = "#F3EEE2";
const SKY_HALO = "#1D2125";

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Picture} picture
 */
export function drawStrip(ctx, picture) {
  const { layout, colours, chosen } = picture;
  ctx.clearRect(0, 0, layout.width, layout.height);
  for (const { lane, top } of layout.rows) {
    if (lane.id !== chosen) continue;
    ctx.globalAlpha = 0.1;
    ctx.fillStyle = colours.ink;
    ctx.fillRect(0, top, layout.width, layout.row);
    ctx.globalAlpha = 1;
  }
  drawTicks(ctx, picture);
  drawSky(ctx, picture);
  drawEvents(ctx, picture);
  ctx.textBaseline = "middle";
  for (const row of layout.rows) {
    drawFoot(ctx, picture, row);
    drawName(ctx, picture, row);
    drawBars(ctx, picture, row);
  }
}

/** Hours, quarters, and rules through the lanes; midnight is heavier. */
function drawTicks(ctx, { layout, colours }) {
  for (let m = 0; m <= layout.minutes; m += 15) {
    const x = Math.round(xAt(layout, m)) + 0.5;
    const whole = m % 60 === 0;
    const midnight = m === MIDNIGHT;
    ctx.strokeStyle = midnight ? colours.ink : colours.hairline;
    ctx.lineWidth = midnight ? 2 : 1;
    ctx.beginPath();
    ctx.moveTo(x, layout.sky - (whole ? 5 : 3));
    ctx.lineTo(x, layout.sky);
    if (whole) {
      ctx.moveTo(x, layout.ticks);
      ctx.lineTo(x, layout.bottom + 2);
    }
    ctx.stroke();
  }
}

/**
 * The land's colours for a layout. Each is mixed from two, so those of a strip of the same ends are taken again.
 * @param {import("#layout").Layout} layout
 * @param {Lands | null} before
 * @returns {Lands}
 */
export function landsOf(layout, before) {
  const { left, right } = layout;
  if (before?.left === left && before.right === right) return before;
  const strokes = [];
  for (let x = left; x < right; x += 2) {
    const colour = landAt(minuteAt(layout, x + 1));
    const width = Math.min(2, right - x);
    const last = strokes[strokes.length - 1];
    // Hours of one light are one stroke of the brush.
    if (last?.colour === colour) last.width += width;
    else strokes.push({ x, width, colour });
  }
  return { left, right, strokes };
}

/** The band of the sky: the land's colours, the moon's height, its setting and the dawn, and words on them. */
function drawSky(ctx, picture) {
  const { layout, scene, lands, colours } = picture;
  const { left, right, sky } = layout;
  const height = layout.ticks - sky;
  for (const { x, width, colour } of lands.strokes) {
    ctx.fillStyle = colour;
    ctx.fillRect(x, sky, width, height);
  }
  drawMoon(ctx, layout, scene.sky);
  ctx.strokeStyle = colours.hairline;
  ctx.lineWidth = 1;
  ctx.strokeRect(left + 0.5, sky + 0.5, right - left - 1, height - 1);
  ctx.beginPath();
  for (const m of [scene.sky.moonset, scene.sky.astronomicalDawn]) {
    ctx.moveTo(Math.round(xAt(layout, m)) + 0.5, sky);
    ctx.lineTo(Math.round(xAt(layout, m)) + 0.5, sky + height);
  }
  ctx.strokeStyle = SKY_RULE;
  ctx.stroke();
  writeSky(ctx, picture);
}

/** The moon's height until it sets, as a line, and the moon itself at its highest. */
function drawMoon(ctx, layout, { moon = [], moonset }) {
  const { sky } = layout;
  const height = layout.ticks - sky;
  const highest = Math.max(1, ...moon.map(([, altitude]) => altitude));
  const yOf = (altitude) => sky + height - 2 - (Math.max(0, altitude) / highest) * (height - 6);
  ctx.beginPath();
  let begun = false;
  let top = null;
  for (const [m, altitude] of moon) {
    if (altitude < 0 || m > moonset) continue;
    if (!top || altitude > top[1]) top = [m, altitude];
    if (begun) ctx.lineTo(xAt(layout, m), yOf(altitude));
    else ctx.moveTo(xAt(layout, m), yOf(altitude));
    begun = true;
  }
  if (begun) ctx.lineTo(xAt(layout, moonset), yOf(0));
  ctx.strokeStyle = MOON;
  ctx.lineWidth = 1.6;
  ctx.stroke();
  if (!top) return;
  ctx.beginPath();
  ctx.arc(xAt(layout, top[0]), yOf(top[1]) + 1.5, Math.max(3, height * 0.2), 0, 2 * Math.PI);
  ctx.fillStyle = MOON;
  ctx.fill();
}

/** Which light there is, in words where there is room for them. */
function writeSky(ctx, { layout, scene, language }) {
  const { sky } = layout;
  const height = layout.ticks - sky;
  ctx.font = serif(language, Math.max(11, height * 0.62), 500);
  ctx.textBaseline = "middle";
  const write = (key, values, x, align, room) => {
    const text = word(scene, language, `timeline.${key}`, values);
    if (ctx.measureText(text).width > room) return;
    ctx.textAlign = align;
    ctx.lineJoin = "round";
    ctx.lineWidth = 3;
    ctx.strokeStyle = SKY_HALO;
    ctx.strokeText(text, x, sky + height / 2 + 1);
    ctx.fillStyle = SKY_INK;
    ctx.fillText(text, x, sky + height / 2 + 1);
  };
  const { moonset, astronomicalDawn, astronomicalDusk } = scene.sky;
  const at = (minute) => xAt(layout, minute);
  const span = at(moonset) - at(astronomicalDusk);
  write("moonlight", {}, at(astronomicalDusk + (moonset - astronomicalDusk) * 0.32), "center", span * 0.4);
  write("moonset", { hour: skyHour(moonset) }, at(moonset) - 5, "right", span * 0.4);
  write("no_light", {}, at((moonset + astronomicalDawn) / 2), "center", at(astronomicalDawn) - at(moonset) - 8);
}

/** The marks of events under the sky, that of the selected one larger; a bar where the hour is known only loosely. */
function drawEvents(ctx, { layout, events, colours, selected }) {
  const y = layout.ticks;
  for (const event of events) {
    const x = xAt(layout, event.minute);
    const { earliest, latest } = event.when ?? {};
    ctx.fillStyle = event.side === "japanese" ? colours.japanese : event.side === "chinese" ? colours.chinese : colours.ink2;
    if (earliest !== null && latest !== null && latest - earliest >= LONG_EVENT[0] && latest - earliest <= LONG_EVENT[1]) {
      const from = xAt(layout, earliest);
      ctx.fillRect(from, y - 1, Math.max(2, xAt(layout, latest) - from), 3);
      continue;
    }
    const r = selected?.kind === "event" && selected.id === event.id ? 7 : 5;
    ctx.beginPath();
    ctx.moveTo(x - r, y - 1);
    ctx.lineTo(x + r, y - 1);
    ctx.lineTo(x, y + r * 1.3);
    ctx.closePath();
    ctx.fill();
    ctx.lineWidth = 1;
    ctx.strokeStyle = colours.timeline;
    ctx.stroke();
  }
}

/** The hairline on which a lane stands. */
function drawFoot(ctx, { layout, colours }, { top }) {
  const y = Math.round(top + layout.row) - 0.5;
  ctx.strokeStyle = colours.hairline;
  ctx.lineWidth = 1;
  ctx.globalAlpha = 0.5;
  ctx.beginPath();
  ctx.moveTo(layout.left, y);
  ctx.lineTo(layout.right, y);
  ctx.stroke();
  ctx.globalAlpha = 1;
}

/** The name of a lane; one that is too long goes without what follows in brackets, then smaller, and is cut at last. */
function drawName(ctx, { layout, colours, language, chosen, taken }, row) {
  const { left, size, rows } = layout;
  const px = Math.min(size.lanes, layout.row * 0.86);
  const weight = row.lane.id === chosen ? 700 : 500;
  ctx.textAlign = "right";
  ctx.font = serif(language, px, weight);
  ctx.fillStyle = colours.ink;
  const name = pick(row.lane.name, language);
  const room = left - 18 - (row === rows[rows.length - 1] && taken > 0 ? taken + 4 : 0);
  const fitting = ctx.measureText(name).width > room ? plainName(name) : name;
  const over = ctx.measureText(fitting).width / room;
  if (over > 1) ctx.font = serif(language, Math.max(10.5, px / over), weight);
  ctx.fillText(shortened(ctx, fitting, room), left - 12, row.top + layout.row / 2 + 0.5);
}

function shortened(ctx, text, width) {
  if (ctx.measureText(text).width <= width) return text;
  let cut = text;
  while (cut.length > 1 && ctx.measureText(`${cut}…`).width > width) cut = cut.slice(0, -1);
  return `${cut.trimEnd()}…`;
}

/** When a lane's units are told of: a full bar what is stated, a low one what is derived, a dashed frame what is reconstructed. */
function drawBars(ctx, { layout, colours }, { lane, top }) {
  const colour = colours[TONES[lane.group]];
  const height = Math.max(6, Math.round(layout.row * 0.56));
  const barTop = Math.round(top + (layout.row - height) / 2);
  for (const bar of lane.bars) {
    const x = xAt(layout, bar.from);
    const w = Math.max(2, xAt(layout, bar.to) - x);
    ctx.fillStyle = colour;
    if (bar.grade === "stated") ctx.fillRect(x, barTop, w, height);
    else if (bar.grade === "derived") ctx.fillRect(x, barTop + height / 2, w, height / 2);
    else {
      ctx.strokeStyle = colour;
      ctx.lineWidth = 1.3;
      ctx.setLineDash([4, 3]);
      ctx.strokeRect(x + 0.65, barTop + 0.65, Math.max(1, w - 1.3), height - 1.3);
      ctx.setLineDash([]);
    }
  }
}
