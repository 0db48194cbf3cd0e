// Trails: the way a unit has come, where it may be, and the bar where knowledge of it ends.
import { EVIDENCE, inkOf, toneOf, shapeOf, trailStyle } from "#symbols";
import { endOf, metresAt } from "#tracks";
import { mercator } from "#view";

/** A track with all that drawing needs, so that a frame makes nothing. */
export function prepare(track, scene) {
  const unit = scene.units[track.unit] ?? { name: ["", null, ""], kind: "formation", side: "neutral", rank: 3 };
  const n = track.path.length;
  const mx = new Float64Array(n);
  const my = new Float64Array(n);
  const along = new Float64Array(n);
  track.path.forEach(([lon, lat, metres], i) => {
    [mx[i], my[i]] = mercator(lon, lat);
    along[i] = metres;
  });
  const points = new Float32Array(2 * n + 2);
  return {
    index: scene.tracks.indexOf(track), track, unit, shape: shapeOf(unit), tone: toneOf(unit),
    wayKey: `${track.path[0]?.slice(0, 2)} ${track.path[n - 1]?.join(" ")}`,
    ink: unit.fiction ? EVIDENCE.neutral : inkOf(unit), end: endOf(track), n, mx, my, along, px: new Float32Array(2 * n),
    legs: track.legs.length > 0 ? track.legs : [], spot: {}, now: null, last: false, lastGrade: "reconstructed",
    line: { kind: "unit", id: track.unit, itinerary: track.itinerary, points, count: 0 },
    left: 0, right: 0, top: 0, bottom: 0, x: 0, y: 0, rawX: 0, rawY: 0, near: 0, gate: null, spotStop: null, offX: 0, offY: 0, offToX: 0, offToY: 0, laid: false, drawnGrade: null,
    beforeGrade: null, gradeAt: 0, anchorX: 0, anchorY: 0, crowded: false, placedX: -1e6, placedY: -1e6, alpha: undefined, inView: true, visible: false, going: false, metres: 0,
    faded: false, shown: true,
  };
}

/** Pixels of a track's path in a view, and whether it can be seen at all. */
export function project(t, view) {
  let left = Infinity;
  let right = -Infinity;
  let top = Infinity;
  let bottom = -Infinity;
  for (let i = 0; i < t.n; i += 1) {
    const x = t.mx[i] * view.scale + view.x;
    const y = t.my[i] * view.scale + view.y;
    t.px[2 * i] = x;
    t.px[2 * i + 1] = y;
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  Object.assign(t, { left, right, top, bottom });
  t.inView = right > -40 && bottom > -40 && left < view.width + 40 && top < view.height + 40;
}

/** Index of the last vertex not further along than so many metres. */
function vertexBefore(t, metres) {
  let low = 0;
  let high = t.n;
  while (low < high) {
    const mid = (low + high) >> 1;
    if (t.along[mid] <= metres) low = mid + 1;
    else high = mid;
  }
  return Math.max(0, low - 1);
}

const joint = { x: 0, y: 0, i: 0 };

/** The pixel so many metres along; the same object each time. */
export function pixelAt(t, metres) {
  const i = vertexBefore(t, metres);
  const j = Math.min(t.n - 1, i + 1);
  const span = t.along[j] - t.along[i];
  const k = span > 0 ? Math.max(0, Math.min(1, (metres - t.along[i]) / span)) : 0;
  joint.x = t.px[2 * i] + (t.px[2 * j] - t.px[2 * i]) * k;
  joint.y = t.px[2 * i + 1] + (t.px[2 * j + 1] - t.px[2 * i + 1]) * k;
  joint.i = i;
  return joint;
}

/** Add a stretch of a path to the current outline of a context. */
function trace(ctx, t, from, to) {
  const a = pixelAt(t, from);
  ctx.moveTo(a.x, a.y);
  let x = a.x;
  let y = a.y;
  const last = vertexBefore(t, to);
  for (let i = a.i + 1; i <= last; i += 1) {
    const nx = t.px[2 * i];
    const ny = t.px[2 * i + 1];
    // Vertices closer than a pixel are not worth a line.
    if (i < last && Math.abs(nx - x) + Math.abs(ny - y) < 1) continue;
    ctx.lineTo(nx, ny);
    x = nx;
    y = ny;
  }
  const b = pixelAt(t, to);
  ctx.lineTo(b.x, b.y);
}

/** Fill the line that the pointer is tested against; returns how many numbers are valid. */
export function lineUpTo(t) {
  const end = pixelAt(t, t.metres);
  const last = end.i;
  const out = t.line.points;
  for (let i = 0; i <= last; i += 1) {
    out[2 * i] = t.px[2 * i];
    out[2 * i + 1] = t.px[2 * i + 1];
  }
  out[2 * last + 2] = end.x;
  out[2 * last + 3] = end.y;
  return 2 * last + 4;
}

/** Strokes a trail up to where the unit has come, each leg as its grade has it. */
export function strokeTrail(ctx, t, width, colour, halo) {
  for (const leg of t.legs) {
    const to = Math.min(t.metres, leg.to);
    const from = Math.max(0, leg.from);
    if (!(to > from)) continue;
    ctx.beginPath();
    trace(ctx, t, from, to);
    strokeGraded(ctx, leg.grade, width, colour, halo);
  }
}

/** Stroke the path of a context in the dashes of a grade, in a casing that keeps it apart from any ground. */
function strokeGraded(ctx, grade, width, colour, halo) {
  const { dash, cap } = trailStyle(grade, width);
  ctx.lineCap = cap;
  ctx.setLineDash(cap === "round" ? dash : []);
  ctx.lineWidth = width + 3;
  ctx.strokeStyle = halo;
  ctx.stroke();
  ctx.setLineDash(dash);
  ctx.lineWidth = width;
  ctx.strokeStyle = colour;
  ctx.stroke();
  ctx.setLineDash([]);
}

/** A leg told without an hour that can be placed, in wide dots. */
export function strokeUndated(ctx, points, view, width, colour, halo) {
  ctx.beginPath();
  points.forEach(([mx, my], i) => {
    const x = mx * view.scale + view.x;
    const y = my * view.scale + view.y;
    if (i === 0) ctx.moveTo(x, y);
    else ctx.lineTo(x, y);
  });
  strokeGraded(ctx, "unknown", width, colour, halo);
}

/** The stretch on which a unit may be, with a bar across each end. */
export function drawPossible(ctx, t, { from, to }, width, colour, alpha, shown) {
  ctx.save();
  ctx.lineCap = "butt";
  ctx.lineJoin = "round";
  ctx.strokeStyle = colour;
  ctx.globalAlpha = alpha * shown;
  ctx.lineWidth = width;
  ctx.beginPath();
  trace(ctx, t, from, to);
  ctx.stroke();
  ctx.globalAlpha = shown;
  ctx.lineWidth = 1.8;
  for (const [metres, toward] of [[from, 60], [to, -60]]) {
    const a = pixelAt(t, metres);
    const ax = a.x;
    const ay = a.y;
    let angle = 0;
    for (let step = 1; step <= 16; step *= 2) {
      const b = pixelAt(t, metres + toward * step);
      if (Math.abs(b.x - ax) + Math.abs(b.y - ay) > 2) {
        angle = Math.atan2(b.y - ay, b.x - ax);
        break;
      }
    }
    const dx = -Math.sin(angle) * width * 0.7;
    const dy = Math.cos(angle) * width * 0.7;
    ctx.beginPath();
    ctx.moveTo(ax - dx, ay - dy);
    ctx.lineTo(ax + dx, ay + dy);
    ctx.stroke();
  }
  ctx.restore();
}

const ending = { x: 0, y: 0, angle: 0 };

/** The end of a track and the direction in which it arrives. */
export function endPoint(t) {
  const metres = t.track.best.length > 0 ? metresAt(t.track.best, t.end.minute) : 0;
  const { x, y, i } = pixelAt(t, metres);
  let angle = 0;
  for (let j = i; j >= 0; j -= 1) {
    const dx = x - t.px[2 * j];
    const dy = y - t.px[2 * j + 1];
    if (dx * dx + dy * dy > 4) {
      angle = Math.atan2(dy, dx);
      break;
    }
  }
  ending.x = x;
  ending.y = y;
  ending.angle = angle;
  return ending;
}
