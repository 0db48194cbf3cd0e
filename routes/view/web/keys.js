// The keys of the stage. They work on the page itself and when a page around it passes them on.

const INPUTS = new Set(["INPUT", "TEXTAREA", "SELECT", "OPTION"]);
const PRESSABLE = new Set(["BUTTON", "SUMMARY", "A"]);

/** Whether the key belongs to what has the focus: a field to type in, a slider's own arrows, a button's Space. */
function belongsToFocus(event) {
  const target = event.target;
  const tag = String(target?.tagName ?? "").toUpperCase();
  if (target?.isContentEditable) return true;
  if (INPUTS.has(tag)) {
    const type = String(target.type ?? "text").toLowerCase();
    if (type === "checkbox") return event.key === " ";
    if (type === "radio") return event.key === " " || /^Arrow/.test(event.key);
    return event.key !== "Escape";
  }
  const role = target?.getAttribute?.("role");
  if (role === "slider") return /^(Arrow|Home|End|Page)/.test(event.key);
  if (PRESSABLE.has(tag) || role === "button") return event.key === " " || event.key === "Enter";
  return false;
}

/**
 * What a key asks for.
 * @param {{key: string, shiftKey?: boolean, ctrlKey?: boolean, altKey?: boolean, metaKey?: boolean, target?: any, defaultPrevented?: boolean, isComposing?: boolean}} event
 * @returns {null | "play" | "next" | "previous" | "forward" | "back" | "home" | "end" | "list" | "legend" | "fullscreen" | "close" | "whole" | "larger" | "smaller"}
 */
export function keyAction(event) {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return null;
  if (belongsToFocus(event)) return null;
  switch (event.key) {
    case " ":
    case "Spacebar":
      return "play";
    case "ArrowRight":
      return event.shiftKey ? "forward" : "next";
    case "ArrowLeft":
      return event.shiftKey ? "back" : "previous";
    case "Home":
      return "home";
    case "End":
      return "end";
    case "Escape":
      return "close";
    case "+":
    case "=":
      return "larger";
    case "-":
      return "smaller";
    case "0":
      return "whole";
  }
  if (event.shiftKey) return null;
  const letter = String(event.key).toLowerCase();
  return letter === "l" ? "list" : letter === "g" ? "legend" : letter === "f" ? "fullscreen" : null;
}

/**
 * Run the action a key asks for.
 * @param {any} event
 * @param {Record<string, () => void>} actions
 * @returns {boolean} whether the key was used
 */
export function handleKey(event, actions) {
  const action = keyAction(event);
  if (action === null || !actions[action]) return false;
  event.preventDefault?.();
  actions[action]();
  return true;
}
