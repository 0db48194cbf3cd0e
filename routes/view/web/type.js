// Type: fonts by language, sizes by the window, measured widths, and text with a halo.
import { bareCanvas } from "#canvas";

const SERIF = {
  "zh-Hans": '"Noto Serif CJK SC","Source Han Serif SC","Songti SC",STSong,SimSun,serif',
  "zh-Hant": '"Noto Serif CJK TC","Source Han Serif TC","Songti TC",PMingLiU,serif',
  en: '"Source Serif 4","Noto Serif",Georgia,"Noto Serif CJK SC","Songti SC",SimSun,serif',
};
const SANS = {
  "zh-Hans": '"Noto Sans CJK SC","Source Han Sans SC","PingFang SC","Microsoft YaHei",sans-serif',
  "zh-Hant": '"Noto Sans CJK TC","Source Han Sans TC","PingFang TC","Microsoft JhengHei",sans-serif',
  en: '"Source Sans 3","Noto Sans","Segoe UI",Arial,"Noto Sans CJK SC","PingFang SC","Microsoft YaHei",sans-serif',
};

export const serif = (language, px, weight = 400, style = "") => `${style} ${weight} ${px}px ${SERIF[language] ?? SERIF.en}`.trim();
export const sans = (language, px, weight = 400) => `${weight} ${px}px ${SANS[language] ?? SANS.en}`;

/**
 * Sizes in CSS pixels, running between a small (1366) and a normal (1920) window.
 * @param {number} width  of the window
 */
export function measures(width) {
  const k = Math.max(0, Math.min(1, (width - 1366) / (1920 - 1366)));
  const mid = (small, normal) => Math.round((small + (normal - small) * k) * 4) / 4;
  return {
    town: mid(18, 22), smallTown: mid(15, 18), village: mid(12.25, 14.5), gateName: mid(13, 15.5), river: mid(26, 34),
    range: mid(23, 30), slipHeight: mid(24, 29), slipText: mid(13, 15.5), trail: mid(3.5, 4), band: mid(18, 22),
    wall: mid(3.6, 4.8), gate: mid(16, 20), mark: mid(11, 12), lamp: mid(38, 44), leader: 1.8, halo: 4.5, figure: mid(11, 12.5),
    end: mid(12, 13.5), scale: mid(13, 15), hours: mid(12.5, 15), lanes: mid(12, 13.5), sky: mid(16, 20), hourBand: mid(34, 46), laneTop: mid(76, 92),
  };
}

/** Whether a text has Chinese characters. */
export const isChinese = (text) => /[㐀-鿿]/.test(text);

const widths = new Map();
let ruler = null;

/** Width of a text in a font, measured once. */
export function widthOf(font, text) {
  const key = `${font}|${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    ruler ??= bareCanvas(1, 1).getContext("2d");
    ruler.font = font;
    widths.set(key, (width = ruler.measureText(text).width));
  }
  return width;
}

/** Text with a halo. */
export function drawText(ctx, text, x, y, ink, halo, width = 4.5) {
  ctx.lineJoin = "round";
  ctx.miterLimit = 2;
  if (halo) {
    ctx.lineWidth = width;
    ctx.strokeStyle = halo;
    ctx.strokeText(text, x, y);
  }
  ctx.fillStyle = ink;
  ctx.fillText(text, x, y);
}
