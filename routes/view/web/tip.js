// Words over the strip, for an event under the pointer or under the playhead of one who uses the keys.
import { el, pick } from "#words";

/** What is said of an event: its hour as the record gives it, and its title. */
export const titleOf = (event, language) => `${pick(event.when?.text, language)} ${pick(event.title, language)}`.trim();

/** A tip that is hidden as yet. */
export function tipOf() {
  const node = el("div", { class: "tl-tip", hidden: true, "aria-hidden": "true" });
  let shown = "";
  return {
    node,
    /**
     * @param {import("#layout").Layout} layout
     * @param {string} text  none hides the tip
     * @param {number} x  of what it is about
     */
    show({ width, ticks }, text, x) {
      const now = `${text}${Math.round(x)}`;
      if (now === shown) return;
      shown = now;
      node.hidden = text === "";
      node.textContent = text;
      if (text === "") return;
      node.style.top = `${ticks + 11}px`;
      const right = x > width * 0.62;
      node.style.left = right ? "" : `${Math.max(4, x - 8).toFixed(0)}px`;
      node.style.right = right ? `${Math.max(4, width - x - 8).toFixed(0)}px` : "";
    },
  };
}
