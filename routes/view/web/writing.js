// Words and attributes that any frame may change, written into the page only where they are others than before.

/** What each element holds, so that the page need not be asked. */
const written = new WeakMap();

/**
 * Write a text as all that an element holds.
 * @param {Element} node  one whose text is written only here
 * @param {string} text
 * @returns {boolean} whether it is another than before
 */
export function write(node, text) {
  if (written.get(node) === text) return false;
  written.set(node, text);
  node.textContent = text;
  return true;
}

/** Set an attribute, unless it has that value already. */
export function attribute(node, name, value) {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}
