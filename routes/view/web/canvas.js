// Canvases: over the map, in no page, sharp on the screen, and fading out.

/** Fade of what changes with the side of the light, in milliseconds. */
const TURN_MS = 400;

/** A canvas over the whole map, blind to the pointer and silent to readers of the screen. */
export function canvasOver(container, name) {
  const canvas = document.createElement("canvas");
  canvas.className = `over-map over-map-${name}`;
  canvas.setAttribute("aria-hidden", "true");
  container.appendChild(canvas);
  return canvas;
}

/** Lay a copy of a canvas over itself that fades away, so that what is drawn next appears without a jump. */
export function fadeOut(canvas) {
  const { parentNode } = canvas;
  if (!parentNode || canvas.width === 0 || canvas.height === 0) return;
  const copy = /** @type {HTMLCanvasElement} */ (canvas.cloneNode(false));
  copy.getContext("2d").drawImage(canvas, 0, 0);
  copy.classList.add("over-map-leaving");
  parentNode.insertBefore(copy, canvas.nextSibling);
  const gone = () => copy.remove();
  copy.animate?.([{ opacity: 1 }, { opacity: 0 }], { duration: TURN_MS, fill: "forwards" });
  setTimeout(gone, TURN_MS);
}

/** Device pixels for a CSS pixel on a canvas; more is not seen and costs frames. */
export const sharpness = () => Math.min(1.5, globalThis.devicePixelRatio || 1);

/** Fit a canvas to a size in CSS pixels; returns its context with the scale set. */
export function fit(canvas, width, height, scale = sharpness()) {
  const w = Math.max(1, Math.round(width * scale));
  const h = Math.max(1, Math.round(height * scale));
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
    if (canvas.style) {
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
    }
  }
  const context = canvas.getContext("2d");
  context.setTransform(scale, 0, 0, scale, 0, 0);
  return context;
}

/** A canvas that is in no page. */
export function bareCanvas(width, height) {
  if (typeof OffscreenCanvas !== "undefined") return new OffscreenCanvas(width, height);
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  return canvas;
}
