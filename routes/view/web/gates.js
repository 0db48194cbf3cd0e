// A gate by its condition: one front, drawn shut, guarded, open, fought over, fallen, or as one of which nothing is told.
import { EVIDENCE } from "#symbols";

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
const GATE_DRAWING = {
  sealed: "sealed", blocked: "sealed", guarded: "guarded", held: "guarded", open: "open", thronged: "open", jammed: "sealed",
  left: "open", fighting: "fighting", breached: "fighting", burning: "fighting", fallen: "fallen", "not-told": "unknown",
};

/** What each drawing of a gate shows within its front, whose outline is the current path. */
const GATES = {
  unknown(ctx, { colours }) {
    ctx.fillStyle = colours.land;
    ctx.fill();
    ctx.lineWidth = 1.4;
    ctx.strokeStyle = colours.ink2;
    ctx.setLineDash([2, 1.6]);
    ctx.stroke();
  },
  fighting(ctx, { s, w, h, colours }) {
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
    ctx.strokeStyle = colours.ink;
    ctx.stroke();
  },
  fallen(ctx, { s, w, h, colours }) {
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
  },
  open(ctx, { w, h, colours }) {
    ctx.fillStyle = colours.ink;
    ctx.fill();
    arch(ctx, w, h);
    ctx.fillStyle = colours.land;
    ctx.fill();
  },
  sealed(ctx, gate) {
    const { w, h } = gate;
    GATES.open(ctx, gate);
    barArch(ctx, gate, [[-w * 0.19, h / 2, w * 0.19, -h * 0.02], [w * 0.19, h / 2, -w * 0.19, -h * 0.02]]);
  },
  guarded(ctx, gate) {
    const { w, h } = gate;
    GATES.open(ctx, gate);
    barArch(ctx, gate, [[0, h / 2, 0, -h * 0.2], [-w * 0.2, h * 0.22, w * 0.2, h * 0.22]]);
  },
};

/** Strokes within the arch, which is the current path. */
function barArch(ctx, { s, colours }, strokes) {
  ctx.strokeStyle = colours.ink;
  ctx.lineWidth = s * 0.075;
  ctx.save();
  ctx.clip();
  ctx.beginPath();
  for (const [ax, ay, bx, by] of strokes) {
    ctx.moveTo(ax, ay);
    ctx.lineTo(bx, by);
  }
  ctx.stroke();
  ctx.restore();
}

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
  ctx.save();
  ctx.translate(x, y);
  ctx.lineJoin = "round";
  gateFront(ctx, w, h);
  ctx.lineWidth = size * 0.34;
  ctx.strokeStyle = colours.halo;
  ctx.stroke();
  GATES[drawing](ctx, { s, w, h, colours });
  ctx.restore();
}
