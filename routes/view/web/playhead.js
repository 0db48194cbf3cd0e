// The hours over the strip, and the playhead with the block of its hour, to which an hour gives way.
import { MIDNIGHT, xAt } from "#layout";
import { hhmm } from "#time";
import { el } from "#words";
import { write } from "#writing";

/** Whether a figure of the hours at `x`, so many pixels wide, is met by the block of the playhead. */
export function covered(x, width, blockX, blockWidth) {
  return Math.abs(x - blockX) < (width + blockWidth) / 2 + 3;
}

/** How far the block stands off its rule, so that it stays clear of the controls and of the edge. */
export function blockShift({ left, width }, x, blockWidth) {
  const half = blockWidth / 2;
  return Math.max(0, half - 14 - (x - left)) + Math.min(0, width - 4 - half - x);
}

/** @param {number} minutes  length of the night */
export function playheadOf(minutes) {
  const figures = Array.from({ length: Math.floor(minutes / 60) + 1 }, (_, i) => {
    const node = el("span", { class: i * 60 === MIDNIGHT ? "tl-hour tl-midnight" : "tl-hour" }, hhmm(i * 60));
    return { node, x: 0, shown: true, hidden: false };
  });
  const hours = el("div", { class: "tl-hours", "aria-hidden": "true" }, figures.map((figure) => figure.node));
  const block = el("span", { class: "tl-block" });
  const rule = el("span", { class: "tl-rule" });
  const playhead = el("div", { class: "tl-playhead", "aria-hidden": "true" }, rule, block);
  let blockWidth = 60;
  let hourWidth = 36;

  return {
    nodes: [hours, playhead],
    /** Put the hours where a layout has them, every other one where they would touch. */
    place(layout) {
      const { left, right, narrow, size } = layout;
      hourWidth = size.hours * 2.7;
      const every = (right - left) / (minutes / 60) < hourWidth + 2 ? 2 : 1;
      figures.forEach((figure, i) => {
        figure.x = xAt(layout, i * 60);
        figure.shown = i % every === 0;
        figure.node.style.transform = `translateX(${figure.x.toFixed(1)}px) translateX(-50%)`;
        figure.node.style.visibility = figure.shown ? "" : "hidden";
        figure.hidden = !figure.shown;
      });
      hours.style.top = `${layout.hours - (narrow ? 6 : 7) - size.hours * 1.15}px`;
      hours.style.fontSize = `${size.hours}px`;
    },
    /** Measure the block, whose type follows the window. */
    measure() {
      blockWidth = block.offsetWidth || 60;
    },
    /** Let the rule run from the hours to the last lane. */
    stretch({ height, hours: from, bottom }) {
      rule.style.bottom = `${Math.max(2, height - bottom - 4)}px`;
      rule.style.top = `${Math.max(0, from - 8)}px`;
    },
    /** Put the playhead at a minute. */
    show(layout, minute) {
      const x = xAt(layout, minute);
      playhead.style.transform = `translateX(${x.toFixed(2)}px)`;
      const over = blockShift(layout, x, blockWidth);
      const shift = `translateX(calc(-50% + ${over.toFixed(1)}px))`;
      if (block.style.transform !== shift) block.style.transform = shift;
      for (const figure of figures) {
        const hide = figure.shown && covered(figure.x, hourWidth, x + over, blockWidth);
        if (hide === figure.hidden || !figure.shown) continue;
        figure.hidden = hide;
        figure.node.style.visibility = hide ? "hidden" : "";
      }
      write(block, hhmm(minute));
    },
  };
}
