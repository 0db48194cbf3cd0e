// The signs of the map, drawn on canvas. Shape says who, ink says how well it is known.

/** @typedef {"rectangle" | "hexagon" | "hull"} Shape */

/** Colours of evidence: the same at every hour. */
export const EVIDENCE = {
  paper: "#F7F3E9", text: "#1D1B18", second: "#4D4739", chinese: "#0072B2", japanese: "#B84E00", boat: "#007A59",
  neutral: "#5B544A", selected: "#F2C14E",
};

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

/** Shape of a unit: hull for boats, hexagon for Japanese units, rectangle for all others. */
export function shapeOf(unit) {
  if (unit.kind === "boat") return "hull";
  return unit.side === "japanese" ? "hexagon" : "rectangle";
}

/** The token of a unit's colour: chinese, japanese, boat, crowd or neutral. People together are a crowd; one by name is not. */
export function toneOf(unit) {
  if (unit.kind === "crowd" || (unit.side === "civilian" && unit.kind !== "person")) return "crowd";
  if (unit.side === "civilian") return "neutral";
  if (unit.side === "japanese") return "japanese";
  if (unit.kind === "boat") return "boat";
  return unit.side === "neutral" ? "neutral" : "chinese";
}

/** The colour of a unit's slip and mark. */
export function inkOf(unit) {
  const tone = toneOf(unit);
  return tone === "crowd" ? EVIDENCE.neutral : EVIDENCE[tone];
}

/** The colour of a unit's trail in the light of the minute. */
export function trailOf(unit, colours) {
  const tone = toneOf(unit);
  return tone === "neutral" ? colours.ink2 : colours[tone];
}

// --- outlines ----------------------------------------------------------------------------------------------------

function outline(ctx, shape, x, y, w, h) {
  ctx.beginPath();
  if (shape === "hexagon") {
    const p = h * 0.42;
    ctx.moveTo(x, y + h / 2);
    ctx.lineTo(x + p, y);
    ctx.lineTo(x + w - p, y);
    ctx.lineTo(x + w, y + h / 2);
    ctx.lineTo(x + w - p, y + h);
    ctx.lineTo(x + p, y + h);
    ctx.closePath();
  } else if (shape === "hull") {
    const p = h * 0.4;
    ctx.moveTo(x, y);
    ctx.lineTo(x + w, y);
    ctx.lineTo(x + w - p, y + h * 0.92);
    ctx.quadraticCurveTo(x + w - p * 1.15, y + h, x + w - p * 1.5, y + h);
    ctx.lineTo(x + p * 1.5, y + h);
    ctx.quadraticCurveTo(x + p * 1.15, y + h, x + p, y + h * 0.92);
    ctx.closePath();
  } else {
    ctx.rect(x, y, w, h);
  }
}

// --- slips -------------------------------------------------------------------------------------------------------

const measuring = { context: null };
function measureText(font, text) {
  measuring.context ??= makeCanvas(1, 1).getContext("2d");
  measuring.context.font = font;
  return measuring.context.measureText(text).width;
}

function makeCanvas(width, height) {
  if (typeof OffscreenCanvas !== "undefined") return new OffscreenCanvas(width, height);
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  return canvas;
}

/** Paper and selection lines outside a slip's frame, in CSS pixels. */
export const SLIP_EDGE = 4;
const slips = new Map();

/**
 * A slip as a bitmap, made once for each text and look.
 * @param {{text: string, seal: string, shape: Shape, ink: string, grade: string, selected: boolean, language: string,
 *   size: ReturnType<typeof measures>, hatched?: boolean}} spec  `hatched`: of the novel alone, framed in hatching
 * @returns {{image: any, w: number, h: number}} size of the frame in CSS pixels; the image is larger by SLIP_EDGE all round
 */
export function slip({ text, seal, shape, ink, grade, selected, language, size, hatched = false }) {
  const scale = sharpness();
  const key = `${text}|${seal}|${shape}|${ink}|${grade}|${selected}|${language}|${size.slipHeight}|${hatched}|${scale}`;
  let found = slips.get(key);
  if (found) return found;
  if (slips.size > 600) slips.clear();
  const h = size.slipHeight;
  const point = shape === "hexagon" ? h * 0.42 : shape === "hull" ? h * 0.4 : 0;
  const font = sans(language, size.slipText, 700);
  const sealFont = serif(language, size.slipText * (hatched ? 0.86 : 0.96), 600);
  const sealWidth = seal ? (hatched ? Math.max(h, measureText(sealFont, seal) + h * 0.5) : h) : 0;
  const padding = h * 0.28;
  const w = Math.ceil(measureText(font, text) + sealWidth + padding * 2 + point * (seal ? 1.55 : 2));
  const canvas = makeCanvas(Math.ceil((w + 2 * SLIP_EDGE) * scale), Math.ceil((h + 2 * SLIP_EDGE) * scale));
  const ctx = canvas.getContext("2d");
  ctx.setTransform(scale, 0, 0, scale, SLIP_EDGE * scale, SLIP_EDGE * scale);
  ctx.lineJoin = "miter";

  const around = (distance, colour) => {
    outline(ctx, shape, 0, 0, w, h);
    ctx.lineWidth = distance * 2;
    ctx.strokeStyle = colour;
    ctx.stroke();
  };
  if (selected) around(3.6, EVIDENCE.selected);
  around(1.6, EVIDENCE.paper);
  outline(ctx, shape, 0, 0, w, h);
  ctx.fillStyle = grade === "stated" && !hatched ? ink : EVIDENCE.paper;
  ctx.fill();

  const sealLeft = point * 0.55;
  if (hatched) {
    // A broad frame of oblique strokes: no grade of evidence has it.
    ctx.save();
    outline(ctx, shape, 0, 0, w, h);
    ctx.clip();
    hatch(ctx, 0, 0, w, h, 4);
    ctx.strokeStyle = ink;
    ctx.lineWidth = 1.4;
    ctx.stroke();
    ctx.fillStyle = EVIDENCE.paper;
    ctx.fillRect(4, 4, w - 8, h - 8);
    ctx.restore();
    outline(ctx, shape, 0.5, 0.5, w - 1, h - 1);
    ctx.lineWidth = 1;
    ctx.strokeStyle = ink;
    ctx.stroke();
    ctx.globalAlpha = 0.5;
    ctx.fillStyle = ink;
    ctx.fillRect(sealLeft + sealWidth - 0.5, h * 0.22, 1, h * 0.56);
    ctx.globalAlpha = 1;
  } else if (seal && grade !== "reconstructed") {
    // The seal's field, darker than the slip when filled, full when the name stands on paper.
    ctx.save();
    outline(ctx, shape, 0, 0, w, h);
    ctx.clip();
    ctx.fillStyle = grade === "stated" ? "rgba(0,0,0,0.24)" : ink;
    ctx.fillRect(-1, 0, sealLeft + sealWidth + 1, h);
    ctx.restore();
  } else if (seal) {
    ctx.fillStyle = ink;
    ctx.globalAlpha = 0.5;
    ctx.fillRect(sealLeft + sealWidth - 0.5, h * 0.18, 1, h * 0.64);
    ctx.globalAlpha = 1;
  }
  if (grade !== "stated" && !hatched) {
    outline(ctx, shape, 1, 1, w - 2, h - 2);
    ctx.lineWidth = 2;
    ctx.strokeStyle = ink;
    ctx.setLineDash(grade === "reconstructed" ? [h * 0.22, h * 0.14] : []);
    ctx.stroke();
    ctx.setLineDash([]);
  }
  ctx.textBaseline = "middle";
  if (seal) {
    ctx.font = sealFont;
    ctx.textAlign = "center";
    ctx.fillStyle = grade === "reconstructed" || hatched ? ink : "#FFFFFF";
    ctx.fillText(seal, sealLeft + sealWidth / 2 + (shape === "hull" ? point * 0.1 : 0), h * 0.53);
  }
  ctx.font = font;
  ctx.textAlign = "left";
  ctx.fillStyle = grade === "stated" && !hatched ? "#FFFFFF" : EVIDENCE.text;
  ctx.fillText(text, (seal ? sealLeft + sealWidth : point) + padding, h * 0.53);
  found = { image: canvas, w, h };
  slips.set(key, found);
  return found;
}

/** Add oblique strokes over a box to the path of a context. */
function hatch(ctx, x, y, w, h, pitch) {
  ctx.beginPath();
  for (let i = -h; i < w; i += pitch) {
    ctx.moveTo(x + i, y + h);
    ctx.lineTo(x + i + h, y);
  }
}

/** Draw a slip's bitmap with its frame's corner at x, y. */
export function drawSlip(ctx, made, x, y) {
  ctx.drawImage(made.image, x - SLIP_EDGE, y - SLIP_EDGE, made.w + 2 * SLIP_EDGE, made.h + 2 * SLIP_EDGE);
}

// --- marks -------------------------------------------------------------------------------------------------------

function markOutline(ctx, shape, x, y, r) {
  ctx.beginPath();
  if (shape === "hexagon") {
    const d = r * 1.3;
    ctx.moveTo(x, y - d);
    ctx.lineTo(x + d, y);
    ctx.lineTo(x, y + d);
    ctx.lineTo(x - d, y);
    ctx.closePath();
  } else if (shape === "hull") {
    ctx.moveTo(x - r * 1.3, y - r * 0.8);
    ctx.lineTo(x + r * 1.3, y - r * 0.8);
    ctx.lineTo(x + r * 0.75, y + r * 0.85);
    ctx.lineTo(x - r * 0.75, y + r * 0.85);
    ctx.closePath();
  } else {
    ctx.rect(x - r, y - r, 2 * r, 2 * r);
  }
}

const marks = new Map();

/**
 * The mark of a unit's position: filled when stated, its left half when derived, hollow when reconstructed.
 * @param {CanvasRenderingContext2D} ctx
 */
export function drawMark(ctx, shape, grade, ink, x, y, size, selected = false) {
  const scale = sharpness();
  const key = `${shape}|${grade}|${ink}|${size}|${selected}|${scale}`;
  const half = size * 0.8 + 5;
  let image = marks.get(key);
  if (!image) {
    image = makeCanvas(Math.ceil(half * 2 * scale), Math.ceil(half * 2 * scale));
    const c = image.getContext("2d");
    c.setTransform(scale, 0, 0, scale, half * scale, half * scale);
    const r = size / 2;
    c.lineJoin = "miter";
    if (selected) {
      markOutline(c, shape, 0, 0, r);
      c.lineWidth = 8;
      c.strokeStyle = EVIDENCE.selected;
      c.stroke();
    }
    markOutline(c, shape, 0, 0, r);
    c.lineWidth = 4;
    c.strokeStyle = EVIDENCE.paper;
    c.stroke();
    c.fillStyle = grade === "stated" ? ink : EVIDENCE.paper;
    c.fill();
    if (grade === "derived") {
      c.save();
      c.clip();
      c.fillStyle = ink;
      c.fillRect(-half, -half, half, half * 2);
      c.restore();
    } else if (grade === "novel") {
      c.save();
      c.clip();
      hatch(c, -half, -half, half * 2, half * 2, 3);
      c.lineWidth = 1;
      c.strokeStyle = ink;
      c.stroke();
      c.restore();
    }
    markOutline(c, shape, 0, 0, r - 0.5);
    c.lineWidth = 2;
    c.strokeStyle = ink;
    c.stroke();
    marks.set(key, image);
  }
  ctx.drawImage(image, x - half, y - half, half * 2, half * 2);
}

// --- gates, docks, peaks, lamps ----------------------------------------------------------------------------------

function gateFront(ctx, w, h) {
  // Crenellated front: three merlons on a body that widens a little downward.
  const t = -h / 2;
  const m = h * 0.24;
  ctx.beginPath();
  ctx.moveTo(-w / 2, h / 2);
  ctx.lineTo(-w * 0.44, t + m);
  ctx.lineTo(-w / 2, t + m);
  ctx.lineTo(-w / 2, t);
  ctx.lineTo(-w * 0.28, t);
  ctx.lineTo(-w * 0.28, t + m * 0.7);
  ctx.lineTo(-w * 0.12, t + m * 0.7);
  ctx.lineTo(-w * 0.12, t);
  ctx.lineTo(w * 0.12, t);
  ctx.lineTo(w * 0.12, t + m * 0.7);
  ctx.lineTo(w * 0.28, t + m * 0.7);
  ctx.lineTo(w * 0.28, t);
  ctx.lineTo(w / 2, t);
  ctx.lineTo(w / 2, t + m);
  ctx.lineTo(w * 0.44, t + m);
  ctx.lineTo(w / 2, h / 2);
  ctx.closePath();
}

function arch(ctx, w, h) {
  const r = w * 0.19;
  ctx.beginPath();
  ctx.moveTo(-r, h / 2);
  ctx.lineTo(-r, h * 0.14);
  ctx.arc(0, h * 0.14, r, Math.PI, 0);
  ctx.lineTo(r, h / 2);
  ctx.closePath();
}

/** The drawing of each condition that a gate may have. */
export const GATE_DRAWING = {
  sealed: "sealed", blocked: "sealed", guarded: "guarded", held: "guarded", open: "open", thronged: "open", jammed: "sealed",
  left: "open", fighting: "fighting", breached: "fighting", burning: "fighting", fallen: "fallen", "not-told": "unknown",
};

/**
 * A gate by its condition.
 * @param {CanvasRenderingContext2D} ctx
 * @param {string} condition  of a state, or "not-told"
 * @param {number} x  centre
 * @param {number} y  centre
 * @param {number} size
 * @param {{ink: string, land: string, halo: string, japanese: string, dark: boolean}} colours
 */
export function drawGate(ctx, condition, x, y, size, colours) {
  const drawing = GATE_DRAWING[condition] ?? "unknown";
  const s = drawing === "unknown" ? size * 0.8 : size;
  const w = s * 1.16;
  const h = s * 0.92;
  const open = colours.land;
  ctx.save();
  ctx.translate(x, y);
  ctx.lineJoin = "round";
  gateFront(ctx, w, h);
  ctx.lineWidth = size * 0.34;
  ctx.strokeStyle = colours.halo;
  ctx.stroke();
  if (drawing === "unknown") {
    ctx.fillStyle = colours.land;
    ctx.fill();
    ctx.lineWidth = 1.4;
    ctx.strokeStyle = colours.ink2;
    ctx.setLineDash([2, 1.6]);
    ctx.stroke();
  } else if (drawing === "fighting") {
    ctx.fillStyle = colours.dark ? colours.ink : EVIDENCE.paper;
    ctx.fill();
    ctx.save();
    ctx.clip();
    ctx.beginPath();
    for (let i = -w; i < w; i += s * 0.21) {
      ctx.moveTo(i, h / 2);
      ctx.lineTo(i + h, -h / 2);
    }
    ctx.lineWidth = s * 0.08;
    ctx.strokeStyle = colours.dark ? colours.land : colours.ink;
    ctx.stroke();
    ctx.restore();
    gateFront(ctx, w, h);
    ctx.lineWidth = 1.6;
    ctx.strokeStyle = colours.dark ? colours.ink : colours.ink;
    ctx.stroke();
  } else if (drawing === "fallen") {
    ctx.fillStyle = EVIDENCE.paper;
    ctx.fill();
    ctx.lineWidth = s * 0.12;
    ctx.strokeStyle = colours.japanese;
    ctx.stroke();
    arch(ctx, w, h);
    ctx.fillStyle = colours.japanese;
    ctx.fill();
    ctx.beginPath();
    ctx.moveTo(-w / 2, h / 2);
    ctx.lineTo(w / 2, -h / 2);
    ctx.lineWidth = s * 0.13;
    ctx.stroke();
  } else {
    ctx.fillStyle = colours.ink;
    ctx.fill();
    arch(ctx, w, h);
    ctx.fillStyle = open;
    ctx.fill();
    ctx.strokeStyle = colours.ink;
    ctx.lineWidth = s * 0.075;
    if (drawing === "sealed") {
      ctx.save();
      ctx.clip();
      ctx.beginPath();
      ctx.moveTo(-w * 0.19, h / 2);
      ctx.lineTo(w * 0.19, -h * 0.02);
      ctx.moveTo(w * 0.19, h / 2);
      ctx.lineTo(-w * 0.19, -h * 0.02);
      ctx.stroke();
      ctx.restore();
    } else if (drawing === "guarded") {
      ctx.save();
      ctx.clip();
      ctx.beginPath();
      ctx.moveTo(0, h / 2);
      ctx.lineTo(0, -h * 0.2);
      ctx.moveTo(-w * 0.2, h * 0.22);
      ctx.lineTo(w * 0.2, h * 0.22);
      ctx.stroke();
      ctx.restore();
    }
  }
  ctx.restore();
}

/** A dock: two piles and a beam. */
export function drawDock(ctx, x, y, size, colours) {
  const s = size * 0.42;
  const paths = () => {
    ctx.beginPath();
    ctx.moveTo(x - s, y + s);
    ctx.lineTo(x + s, y + s);
    ctx.moveTo(x - s * 0.45, y + s);
    ctx.lineTo(x - s * 0.45, y - s);
    ctx.moveTo(x + s * 0.45, y + s);
    ctx.lineTo(x + s * 0.45, y - s);
  };
  ctx.lineCap = "butt";
  paths();
  ctx.lineWidth = 5;
  ctx.strokeStyle = colours.water;
  ctx.stroke();
  paths();
  ctx.lineWidth = 2.2;
  ctx.strokeStyle = colours.waterInk;
  ctx.stroke();
}

/** A peak: a small triangle. */
export function drawPeak(ctx, x, y, size, colours) {
  const s = size * 0.34;
  ctx.beginPath();
  ctx.moveTo(x, y - s);
  ctx.lineTo(x + s, y + s * 0.8);
  ctx.lineTo(x - s, y + s * 0.8);
  ctx.closePath();
  ctx.lineJoin = "round";
  ctx.lineWidth = 3;
  ctx.strokeStyle = colours.halo;
  ctx.stroke();
  ctx.fillStyle = colours.ink2;
  ctx.fill();
}

/** A town: an open circle; a site: a small square. */
export function drawSpot(ctx, kind, x, y, r, colours) {
  ctx.beginPath();
  if (kind === "site") ctx.rect(x - r * 0.7, y - r * 0.7, r * 1.4, r * 1.4);
  else ctx.arc(x, y, r, 0, 2 * Math.PI);
  ctx.lineWidth = 3.5;
  ctx.strokeStyle = colours.halo;
  ctx.stroke();
  ctx.fillStyle = kind === "site" ? colours.ink2 : colours.land;
  ctx.fill();
  if (kind !== "site") {
    ctx.lineWidth = 1.7;
    ctx.strokeStyle = colours.ink;
    ctx.stroke();
  }
}

/**
 * The sign of a condition of a place that is no gate: small, without motion, in the ink of minor names.
 * @param {CanvasRenderingContext2D} ctx
 * @param {string} condition
 * @param {number} x  centre
 * @param {number} y  centre
 * @param {number} size  of the sign
 * @param {Record<string, any>} colours
 * @param {number} [angle]  direction of the road or wall it lies on, in radians
 * @returns {boolean} whether the condition has a sign
 */
export function drawCondition(ctx, condition, x, y, size, colours, angle = 0) {
  const r = size / 2;
  const twice = (path, width, ink) => {
    ctx.lineCap = "butt";
    ctx.lineJoin = "round";
    for (const [w, colour] of [[width + 3, colours.halo], [width, ink]]) {
      path();
      ctx.lineWidth = w;
      ctx.strokeStyle = colour;
      ctx.stroke();
    }
  };
  ctx.save();
  ctx.translate(x, y);
  ctx.setLineDash([]);
  let known = true;
  if (condition === "burning") {
    // A ring with upright strokes, no flame.
    twice(() => {
      ctx.beginPath();
      ctx.arc(0, 0, r, 0, 2 * Math.PI);
    }, 1.4, colours.ink2);
    twice(() => {
      ctx.beginPath();
      for (const dx of [-0.4, 0, 0.4]) {
        ctx.moveTo(dx * r, r * 0.5);
        ctx.lineTo(dx * r, -r * (dx === 0 ? 0.6 : 0.25));
      }
    }, 1.3, colours.ink2);
  } else if (condition === "blocked" || condition === "jammed") {
    // A bar across the road.
    ctx.rotate(angle + Math.PI / 2);
    twice(() => {
      ctx.beginPath();
      ctx.moveTo(-r, 0);
      ctx.lineTo(r, 0);
      ctx.moveTo(-r, -r * 0.4);
      ctx.lineTo(-r, r * 0.4);
      ctx.moveTo(r, -r * 0.4);
      ctx.lineTo(r, r * 0.4);
    }, 2.2, colours.ink);
  } else if (condition === "breached") {
    // A gap in the wall, its two ends marked.
    ctx.rotate(angle);
    ctx.fillStyle = colours.land;
    ctx.fillRect(-r * 0.75, -r * 0.62, r * 1.5, r * 1.24);
    ctx.beginPath();
    for (const side of [-1, 1]) {
      ctx.moveTo(side * r * 0.75, -r * 0.8);
      ctx.lineTo(side * r * 0.45, 0);
      ctx.lineTo(side * r * 0.75, r * 0.8);
    }
    ctx.lineWidth = 1.8;
    ctx.lineJoin = "miter";
    ctx.strokeStyle = colours.ink;
    ctx.stroke();
  } else if (condition === "held" || condition === "guarded") {
    // A short line of defence with teeth; left by its troops it is dashed.
    twice(() => {
      ctx.beginPath();
      ctx.moveTo(-r, r * 0.35);
      ctx.lineTo(r, r * 0.35);
      for (const dx of [-0.75, 0, 0.75]) {
        ctx.moveTo(dx * r, r * 0.35);
        ctx.lineTo(dx * r, -r * 0.45);
      }
    }, 1.6, colours.ink2);
  } else if (condition === "left") {
    ctx.setLineDash([2.2, 2.2]);
    twice(() => {
      ctx.beginPath();
      ctx.moveTo(-r, r * 0.35);
      ctx.lineTo(r, r * 0.35);
      for (const dx of [-0.75, 0, 0.75]) {
        ctx.moveTo(dx * r, r * 0.35);
        ctx.lineTo(dx * r, -r * 0.45);
      }
    }, 1.4, colours.ink2);
  } else if (condition === "fighting") {
    // The hatching of a gate that is fought over.
    ctx.beginPath();
    ctx.rect(-r * 0.85, -r * 0.85, r * 1.7, r * 1.7);
    ctx.lineWidth = 4;
    ctx.strokeStyle = colours.halo;
    ctx.stroke();
    ctx.fillStyle = colours.land;
    ctx.fill();
    ctx.save();
    ctx.clip();
    hatch(ctx, -r, -r, 2 * r, 2 * r, r * 0.55);
    ctx.lineWidth = 1.3;
    ctx.strokeStyle = colours.ink2;
    ctx.stroke();
    ctx.restore();
    ctx.beginPath();
    ctx.rect(-r * 0.85, -r * 0.85, r * 1.7, r * 1.7);
    ctx.lineWidth = 1;
    ctx.strokeStyle = colours.ink2;
    ctx.stroke();
  } else if (condition === "fallen") {
    twice(() => {
      ctx.beginPath();
      ctx.rect(-r * 0.8, -r * 0.8, r * 1.6, r * 1.6);
      ctx.moveTo(-r * 0.8, r * 0.8);
      ctx.lineTo(r * 0.8, -r * 0.8);
    }, 1.7, colours.japanese);
  } else if (condition === "boats") {
    twice(() => {
      ctx.beginPath();
      for (const [dx, dy] of [[-r * 0.45, -r * 0.35], [r * 0.35, r * 0.45]]) {
        ctx.moveTo(dx - r * 0.6, dy - r * 0.2);
        ctx.lineTo(dx + r * 0.6, dy - r * 0.2);
        ctx.lineTo(dx + r * 0.3, dy + r * 0.2);
        ctx.lineTo(dx - r * 0.3, dy + r * 0.2);
        ctx.closePath();
      }
    }, 1.3, colours.waterInk);
  } else if (condition === "open") {
    twice(() => {
      ctx.beginPath();
      ctx.arc(0, 0, r * 0.7, 0, 2 * Math.PI);
    }, 1.4, colours.ink2);
  } else {
    known = false;
  }
  ctx.restore();
  return known;
}

/** A wash of lamp light; nothing flickers. */
export function drawLamp(ctx, x, y, radius, strength = 1) {
  const light = ctx.createRadialGradient(x, y, 0, x, y, radius);
  light.addColorStop(0, `rgba(255,226,160,${0.34 * strength})`);
  light.addColorStop(0.35, `rgba(255,226,160,${0.2 * strength})`);
  light.addColorStop(1, "rgba(255,226,160,0)");
  ctx.fillStyle = light;
  ctx.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
}

/** The bar across a trail where knowledge ends; `angle` is the direction of the trail. */
export function drawEndBar(ctx, x, y, angle, colour, width) {
  const dx = -Math.sin(angle) * width;
  const dy = Math.cos(angle) * width;
  ctx.beginPath();
  ctx.moveTo(x - dx, y - dy);
  ctx.lineTo(x + dx, y + dy);
  ctx.lineWidth = 3;
  ctx.lineCap = "butt";
  ctx.strokeStyle = colour;
  ctx.setLineDash([]);
  ctx.stroke();
}

/**
 * The strokes of a trail by the grade of the way: dash pattern in units of its width.
 * @param {string} grade
 * @param {number} width
 * @returns {{dash: number[], cap: "butt" | "round"}}
 */
export function trailStyle(grade, width) {
  if (grade === "stated") return { dash: [], cap: "butt" };
  if (grade === "derived") return { dash: [3 * width, 2 * width], cap: "butt" };
  return { dash: [0, (grade === "reconstructed" ? 2.1 : 3.4) * width], cap: "round" };
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
