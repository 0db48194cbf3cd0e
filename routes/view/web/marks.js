// Marks: where each stands beside the point it means, off gates and names, and how it is drawn.
import { drawMark } from "#paper";
import { GROUP_MORE_THAN } from "#slips";
import { pixelAt } from "#trails";
import { mercator, pixelOf } from "#view";

/** A unit at a gate stands so far off it, in pixels. */
const OFF_GATE = 14;

/** Half the side of the square that a mark is held to cover. */
export const MARK_HALF = 8;

export const GRADE_MS = 240;

/** Where a track's mark is on its path, and how near to a gate or in which place it stands. */
export function standPoint(t, scene, mpp) {
  const spot = t.now;
  const { x, y } = pixelAt(t, spot.metres);
  t.rawX = x;
  t.rawY = y;
  t.x = x;
  t.y = y;
  t.last = true;
  t.lastGrade = spot.grade;
  t.near = 1;
  t.gate = null;
  t.spotStop = spot.atStop >= 0 ? t.track.stops[spot.atStop] : null;
  let nearest = 0;
  for (const stop of t.track.stops) {
    if (!stop.place || scene.places[stop.place]?.kind !== "gate") continue;
    const near = 1 - Math.abs(stop.metres - spot.metres) / mpp / (OFF_GATE * 2);
    if (near <= nearest) continue;
    nearest = near;
    t.gate = stop;
    // On its way a unit leaves the side of the gate as it goes.
    t.near = Math.min(1, near * 1.6);
  }
  if (!t.gate && !t.spotStop) t.near = 1;
}

/** The part of a mark at ax, ay that a box covers, 0–1. */
function shares(ax, ay, b) {
  const w = Math.min(ax + MARK_HALF, b.x + b.w) - Math.max(ax - MARK_HALF, b.x);
  if (w <= 0) return 0;
  const h = Math.min(ay + MARK_HALF, b.y + b.h) - Math.max(ay - MARK_HALF, b.y);
  return h > 0 ? (w * h) / (4 * MARK_HALF * MARK_HALF) : 0;
}

/** Marks at one gate and on one side of it, or at one point, each with where they stand. */
function clustersOf(standing) {
  const clusters = [];
  for (const t of [...standing].sort((a, b) => a.unit.rank - b.unit.rank || a.index - b.index)) {
    t.crowded = false;
    t.offToX = 0;
    t.offToY = 0;
    const face = t.gate?.face ?? null;
    const gate = t.gate?.place ?? null;
    const near = clusters.find((c) => c.gate === gate && c.face === face && (gate !== null || (c.x - t.rawX) ** 2 + (c.y - t.rawY) ** 2 <= 100));
    if (near) near.members.push(t);
    else clusters.push({ gate, face, x: t.rawX, y: t.rawY, members: [t] });
  }
  return clusters.sort((a, b) => Number(b.gate !== null) - Number(a.gate !== null) || b.members.length - a.members.length);
}

/** The direction in which marks go off a gate: toward the city or away from it, or off the gate's name. */
function awayFrom({ gate, face }, [x, y], on, view, middle) {
  const name = face === "inside" || face === "outside" ? null : on.names.find((box) => box.id === gate && box.kind === "place");
  const dx = name ? x - (name.x + name.w / 2) : middle[0] * view.scale + view.x - x;
  const dy = name ? y - (name.y + name.h / 2) : middle[1] * view.scale + view.y - y;
  const length = Math.hypot(dx, dy) || 1;
  const sign = face === "outside" ? -1 : 1;
  return [(sign * dx) / length, (sign * dy) / length];
}

/** Offsets that a row or block of marks may take, each with its price. */
function offsetsOf({ gate, face }, away, halfW, halfH) {
  const tries = gate === null ? [[0, 0, 0]] : [];
  for (let d = 0; d < 16; d += 1) {
    const ux = Math.cos((d * Math.PI) / 8);
    const uy = Math.sin((d * Math.PI) / 8);
    const turn = away ? 1 - (ux * away[0] + uy * away[1]) : 0;
    // The wrong side of a wall is never taken.
    if (away && face && turn > 0.75) continue;
    for (const out of gate === null ? [13, 21] : [OFF_GATE, OFF_GATE + 9, OFF_GATE + 20]) {
      const reach = out + Math.abs(ux) * halfW + Math.abs(uy) * halfH + (gate === null ? 0 : 5);
      tries.push([ux * reach, uy * reach, (gate === null ? 0.035 : 0.012) * reach + turn * 0.8]);
    }
  }
  return tries;
}

/** What it costs a mark to stand there: on gates, names, other marks, docks but the one it stands at. */
function costOfMark(mx, my, x, y, on, laid) {
  let cost = 0;
  for (const box of on.gates) cost += 5 * shares(mx, my, box);
  for (const box of on.names) {
    const part = shares(mx, my, box);
    if (part > 0) cost += (box.weight >= 6 ? 5 : 3) * (0.3 + part);
  }
  for (const other of laid) cost += 4 * shares(mx, my, other);
  for (const disc of on.docks) {
    if (Math.abs(disc.x - x) + Math.abs(disc.y - y) < 4) continue;
    cost += shares(mx, my, { x: disc.x - disc.r, y: disc.y - disc.r, w: 2 * disc.r, h: 2 * disc.r });
  }
  return cost;
}

/** The cheapest arrangement of a cluster: its offset, columns, and half its breadth and height. */
function arrangement(cluster, [x, y], away, pitch, on, laid) {
  const n = cluster.members.length;
  const shapes = n === 1 ? [[1, 1]] : n > GROUP_MORE_THAN
    ? [[n, 1], [Math.ceil(n / 2), 2], [Math.ceil(n / 3), 3]] : [[n, 1], [1, n], [Math.ceil(n / 2), 2]];
  let best = Infinity;
  let chosen = { dx: 0, dy: 0, columns: n, halfW: 0, halfH: 0 };
  for (const [columns, rows] of shapes) {
    const halfW = ((columns - 1) * pitch) / 2;
    const halfH = ((rows - 1) * pitch) / 2;
    for (const [dx, dy, taste] of offsetsOf(cluster, away, halfW, halfH)) {
      let cost = taste + (rows > 1 && columns > 1 ? 0.1 : 0);
      if (n > 1 && dx === 0 && dy === 0) cost += 0.7;
      for (let i = 0; i < n && cost < best; i += 1) {
        cost += costOfMark(x + dx - halfW + (i % columns) * pitch, y + dy - halfH + Math.floor(i / columns) * pitch, x, y, on, laid);
      }
      if (cost >= best) continue;
      best = cost;
      chosen = { dx, dy, columns, halfW, halfH };
    }
  }
  return chosen;
}

/**
 * Give every mark its place beside the point on which it stands: off a gate on the side that the source says (away from
 * the gate's name if it says none), several at one place in a row beside it, none on a gate, a name or another mark.
 * More than three at one place are drawn small: they share one slip.
 */
export function layOut(standing, on, view, middle, scene) {
  const laid = [];
  for (const cluster of clustersOf(standing)) {
    const { members, gate } = cluster;
    const place = gate === null ? null : scene.places[gate];
    const point = place ? pixelOf(view, ...mercator(place.lon, place.lat)) : [cluster.x, cluster.y];
    const [x, y] = point;
    const crowded = members.length > GROUP_MORE_THAN;
    const pitch = crowded ? 10 : 14;
    const away = place ? awayFrom(cluster, point, on, view, middle) : null;
    const { dx, dy, columns, halfW, halfH } = arrangement(cluster, point, away, pitch, on, laid);
    members.forEach((t, i) => {
      const mx = x + dx - halfW + (i % columns) * pitch;
      const my = y + dy - halfH + Math.floor(i / columns) * pitch;
      // Beside a gate the offset is counted from the gate, and shrinks as the unit goes.
      t.offToX = mx - (place ? x : t.rawX);
      t.offToY = my - (place ? y : t.rawY);
      t.crowded = crowded;
      t.anchorX = x + dx;
      t.anchorY = y + dy;
      laid.push({ x: mx - MARK_HALF, y: my - MARK_HALF, w: 2 * MARK_HALF, h: 2 * MARK_HALF });
    });
  }
}

/** Set a mark off the gate, in the row beside the place. */
export function setOff(t) {
  t.x = t.rawX + t.offX * t.near;
  t.y = t.rawY + t.offY * t.near;
}

/** Draw the mark of a unit; when its grade has just turned, over that of the grade before. */
export function paintMark(ctx, t, { time, eased, mpp, size, strength, chosenOf }) {
  const mine = chosenOf(t);
  const side = size.mark * (t.crowded || mpp > 45 ? 0.66 : t.unit.rank > 1 && !mine ? (t.unit.rank === 3 ? 0.74 : 0.86) : 1);
  const grade = t.unit.fiction ? "novel" : t.lastGrade;
  ctx.globalAlpha = t.alpha * strength(t);
  if (t.drawnGrade !== grade) {
    t.beforeGrade = eased ? t.drawnGrade : null;
    t.gradeAt = time;
    t.drawnGrade = grade;
  }
  const turned = t.beforeGrade ? Math.min(1, (time - t.gradeAt) / GRADE_MS) : 1;
  if (turned < 1) {
    drawMark(ctx, t.shape, t.beforeGrade, t.ink, t.x, t.y, side, mine);
    ctx.globalAlpha *= turned;
  }
  drawMark(ctx, t.shape, grade, t.ink, t.x, t.y, side, mine);
}
