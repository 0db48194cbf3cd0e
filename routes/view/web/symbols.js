// The signs of the map, drawn on canvas. Shape says who, ink says how well it is known.

/** @typedef {"rectangle" | "hexagon" | "hull"} Shape */

/** Colours of evidence: the same at every hour. */
export const EVIDENCE = {
  paper: "#F7F3E9", text: "#1D1B18", second: "#4D4739", chinese: "#0072B2", japanese: "#B84E00", boat: "#007A59",
  neutral: "#5B544A", selected: "#F2C14E",
};

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

/** Add oblique strokes over a box to the path of a context. */
export function hatch(ctx, x, y, w, h, pitch) {
  ctx.beginPath();
  for (let i = -h; i < w; i += pitch) {
    ctx.moveTo(x + i, y + h);
    ctx.lineTo(x + i + h, y);
  }
}

// --- other places ------------------------------------------------------------------------------------------------

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

/** A small hill: a low curve. */
export function drawHill(ctx, x, y, size, colours) {
  const s = size * 0.42;
  ctx.beginPath();
  ctx.moveTo(x - s, y + s * 0.5);
  ctx.quadraticCurveTo(x, y - s * 1.1, x + s, y + s * 0.5);
  ctx.setLineDash([]);
  ctx.lineCap = "round";
  ctx.lineWidth = 4.2;
  ctx.strokeStyle = colours.halo;
  ctx.stroke();
  ctx.lineWidth = 1.6;
  ctx.strokeStyle = colours.ink2;
  ctx.stroke();
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

// --- conditions of places that are no gates ----------------------------------------------------------------------

/** Stroke a path twice: its halo, then its ink. */
function twice(ctx, colours, width, ink, path) {
  ctx.lineCap = "butt";
  ctx.lineJoin = "round";
  for (const [w, colour] of [[width + 3, colours.halo], [width, ink]]) {
    ctx.beginPath();
    path();
    ctx.lineWidth = w;
    ctx.strokeStyle = colour;
    ctx.stroke();
  }
}

/** A short line of defence with teeth. */
function defence(ctx, r, colours, width) {
  twice(ctx, colours, width, colours.ink2, () => {
    ctx.moveTo(-r, r * 0.35);
    ctx.lineTo(r, r * 0.35);
    for (const dx of [-0.75, 0, 0.75]) {
      ctx.moveTo(dx * r, r * 0.35);
      ctx.lineTo(dx * r, -r * 0.45);
    }
  });
}

/** A bar across the road. */
function bar(ctx, r, colours, angle) {
  ctx.rotate(angle + Math.PI / 2);
  twice(ctx, colours, 2.2, colours.ink, () => {
    ctx.moveTo(-r, 0);
    ctx.lineTo(r, 0);
    for (const x of [-r, r]) {
      ctx.moveTo(x, -r * 0.4);
      ctx.lineTo(x, r * 0.4);
    }
  });
}

/** Each condition's sign about the origin: radius, colours, direction of the road or wall. */
const CONDITIONS = {
  /** A ring with upright strokes, no flame. */
  burning(ctx, r, colours) {
    twice(ctx, colours, 1.4, colours.ink2, () => ctx.arc(0, 0, r, 0, 2 * Math.PI));
    twice(ctx, colours, 1.3, colours.ink2, () => {
      for (const dx of [-0.4, 0, 0.4]) {
        ctx.moveTo(dx * r, r * 0.5);
        ctx.lineTo(dx * r, -r * (dx === 0 ? 0.6 : 0.25));
      }
    });
  },
  blocked: bar,
  jammed: bar,
  /** A gap in the wall, its two ends marked. */
  breached(ctx, r, colours, angle) {
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
  },
  held: (ctx, r, colours) => defence(ctx, r, colours, 1.6),
  guarded: (ctx, r, colours) => defence(ctx, r, colours, 1.6),
  /** Left by its troops it is dashed. */
  left(ctx, r, colours) {
    ctx.setLineDash([2.2, 2.2]);
    defence(ctx, r, colours, 1.4);
  },
  /** The hatching of a gate that is fought over. */
  fighting(ctx, r, colours) {
    const square = () => {
      ctx.beginPath();
      ctx.rect(-r * 0.85, -r * 0.85, r * 1.7, r * 1.7);
    };
    square();
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
    square();
    ctx.lineWidth = 1;
    ctx.strokeStyle = colours.ink2;
    ctx.stroke();
  },
  fallen(ctx, r, colours) {
    twice(ctx, colours, 1.7, colours.japanese, () => {
      ctx.rect(-r * 0.8, -r * 0.8, r * 1.6, r * 1.6);
      ctx.moveTo(-r * 0.8, r * 0.8);
      ctx.lineTo(r * 0.8, -r * 0.8);
    });
  },
  boats(ctx, r, colours) {
    twice(ctx, colours, 1.3, colours.waterInk, () => {
      for (const [dx, dy] of [[-r * 0.45, -r * 0.35], [r * 0.35, r * 0.45]]) {
        ctx.moveTo(dx - r * 0.6, dy - r * 0.2);
        ctx.lineTo(dx + r * 0.6, dy - r * 0.2);
        ctx.lineTo(dx + r * 0.3, dy + r * 0.2);
        ctx.lineTo(dx - r * 0.3, dy + r * 0.2);
        ctx.closePath();
      }
    });
  },
  open(ctx, r, colours) {
    twice(ctx, colours, 1.4, colours.ink2, () => ctx.arc(0, 0, r * 0.7, 0, 2 * Math.PI));
  },
};

/** The conditions that have a sign. */
export const SIGNED = Object.keys(CONDITIONS);

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
  const draw = CONDITIONS[condition];
  if (!draw) return false;
  ctx.save();
  ctx.translate(x, y);
  ctx.setLineDash([]);
  draw(ctx, size / 2, colours, angle);
  ctx.restore();
  return true;
}
