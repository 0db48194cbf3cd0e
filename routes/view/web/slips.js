// Where unit labels go. Pure: boxes in, places out, in pixels of the map. Greedy, in order of importance; a slip keeps
// its place while that is nearly as good as the best, so that slips do not hop.

/**
 * @typedef {{id: string, x: number, y: number, w: number, h: number, order: number}} Item
 *   the mark's centre, the slip's size, the rank in the queue (smaller first)
 * @typedef {{x: number, y: number, w: number, h: number, weight: number}} Obstacle  left top corner, size, cost
 * @typedef {{dx: number, dy: number, x: number, y: number, cost: number}} Place
 *   left top corner of the slip relative to the mark, and on the map
 */

const DIRECTIONS = 24;
/** Gap from the mark to the nearest edge of the slip, in pixels; the leader is never longer than the last. */
const DISTANCES = [16, 26, 42, 62, 88, 124, 168];
/** What covering a thing costs. */
export const WEIGHTS = { gate: 6, town: 5, slip: 8, lettering: 3, mark: 4, edge: 30, cross: 4, leader: 1.5, leaderOverGate: 8.5, far: 5 };
/** A place is kept while its cost is within this factor of the best. */
const HOLD = 1.25;
const HOLD_MARGIN = 0.3;
/** The best place there can be costs about 0.04: one that costs no more than this is held. */
const HOLD_AT_ONCE = HOLD_MARGIN + 0.05;
/** A slip that stands worse than this is left away; its mark stays. Units of the first rank are granted more. */
const ROOM = { minor: 4.6, tight: 6.5, major: 9 };
/** More units than this within the radius become one slip. */
export const GROUP_MORE_THAN = 3;
const GROUP_RADIUS = 24;
/** Space kept between two slips. */
const GAP = 5;

const UNITS = Array.from({ length: DIRECTIONS }, (_, i) => {
  const angle = (i * 2 * Math.PI) / DIRECTIONS;
  return [Math.cos(angle), Math.sin(angle)];
});

/** What a leader costs that runs over a thing: over a gate or its name more than any other fault. */
function leaderOver(weight) {
  if (weight === WEIGHTS.gate) return WEIGHTS.leaderOverGate;
  if (weight > WEIGHTS.gate) return WEIGHTS.cross;
  if (weight === WEIGHTS.mark) return 2;
  return weight >= WEIGHTS.town ? 3.5 : WEIGHTS.leader;
}

/** Area that two boxes share. */
function shared(ax, ay, aw, ah, b) {
  const w = Math.min(ax + aw, b.x + b.w) - Math.max(ax, b.x);
  if (w <= 0) return 0;
  const h = Math.min(ay + ah, b.y + b.h) - Math.max(ay, b.y);
  return h > 0 ? w * h : 0;
}

/** Whether two segments cross. */
export function crosses(ax, ay, bx, by, cx, cy, dx, dy) {
  const d = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx);
  if (d === 0) return false;
  const t = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / d;
  const u = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / d;
  return t > 0 && t < 1 && u > 0 && u < 1;
}

/** Whether a segment enters a box. */
function enters(ax, ay, bx, by, box) {
  let t0 = 0;
  let t1 = 1;
  const dx = bx - ax;
  const dy = by - ay;
  for (const [p, q] of [[-dx, ax - box.x], [dx, box.x + box.w - ax], [-dy, ay - box.y], [dy, box.y + box.h - ay]]) {
    if (p === 0) {
      if (q < 0) return false;
    } else {
      const r = q / p;
      if (p < 0) t0 = Math.max(t0, r);
      else t1 = Math.min(t1, r);
      if (t0 > t1) return false;
    }
  }
  return true;
}

/**
 * The end of a leader on the edge of a slip: the point of the slip's box nearest to the mark.
 * @returns {[number, number]}
 */
export function leaderEnd(markX, markY, x, y, w, h) {
  return [Math.max(x, Math.min(markX, x + w)), Math.max(y, Math.min(markY, y + h))];
}

/**
 * Gather units that stand so close that their marks cannot be told apart.
 * @param {Item[]} items
 * @param {(item: Item) => boolean} [alone]  units never gathered (the one selected)
 * @returns {{single: Item[], groups: {x: number, y: number, members: Item[]}[]}}
 */
export function group(items, alone = () => false) {
  /** @type {{x: number, y: number, members: Item[]}[]} */
  const clusters = [];
  const single = [];
  for (const item of items) {
    if (alone(item)) {
      single.push(item);
      continue;
    }
    const near = clusters.find((c) => (c.x - item.x) ** 2 + (c.y - item.y) ** 2 <= GROUP_RADIUS ** 2);
    if (near) near.members.push(item);
    else clusters.push({ x: item.x, y: item.y, members: [item] });
  }
  const groups = [];
  for (const cluster of clusters) {
    if (cluster.members.length > GROUP_MORE_THAN) groups.push(cluster);
    else single.push(...cluster.members);
  }
  return { single, groups };
}

/**
 * Find a place for every slip: first in order of importance, then, in further rounds, each anew among all the others.
 * @param {Item[]} items
 * @param {Obstacle[]} obstacles
 * @param {{left: number, top: number, right: number, bottom: number}} bounds
 * @param {Map<string, Place>} [held]  the places of last time
 * @param {{longest?: number, rounds?: number}} [how]  longest gap between mark and slip in pixels; rounds after the first
 * @returns {Map<string, Place>}
 */
export function place(items, obstacles, bounds, held = new Map(), how = {}) {
  return finished(placing(items, obstacles, bounds, held, how));
}

/** What a piece of work gives that stops now and then, when it is not let wait. */
export function finished(work) {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

/** The same as `place`, stopping after each slip so that the work can be spread over frames. */
export function* placing(items, obstacles, bounds, held = new Map(), { longest = 180, rounds = 1 } = {}) {
  const queue = [...items].sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1));
  const distances = DISTANCES.filter((d) => d <= longest);
  const reach = distances[distances.length - 1] ?? 0;
  const marks = items.map((item) => ({ x: item.x - 7, y: item.y - 7, w: 14, h: 14, weight: WEIGHTS.mark }));
  /** What is placed so far: the slip's box, its leader and its place. */
  const set = queue.map(() => /** @type {null | {box: Obstacle, leader: number[], place: Place}} */ (null));
  // What lies still within reach of each item is found once.
  const fixed = queue.map(({ x, y, w, h }) => {
    const window = { x: x - reach - w - GAP, y: y - reach - h - GAP, w: 2 * (reach + w + GAP), h: 2 * (reach + h + GAP) };
    const near = [];
    for (const list of [obstacles, marks]) {
      for (const box of list) if (shared(window.x, window.y, window.w, window.h, box) > 0) near.push(box);
    }
    return { window, near };
  });

  const settle = (index, old, hold) => {
    const { x, y, w, h } = queue[index];
    const { window, near: still } = fixed[index];
    const near = [...still];
    const leaders = [];
    for (let i = 0; i < set.length; i += 1) {
      const other = set[i];
      if (i === index || !other) continue;
      if (shared(window.x, window.y, window.w, window.h, other.box) > 0) near.push(other.box);
      const l = other.leader;
      if (enters(l[0], l[1], l[2], l[3], window)) leaders.push(l);
    }
    const area = w * h;

    /** Cost of the slip with its left top corner there, given up once it is above `limit`. */
    const costAt = (left, top, base, limit) => {
      let cost = base;
      if (left < bounds.left || top < bounds.top || left + w > bounds.right || top + h > bounds.bottom) cost += WEIGHTS.edge;
      for (let i = 0; i < near.length && cost < limit; i += 1) {
        const overlap = shared(left - GAP, top - GAP, w + 2 * GAP, h + 2 * GAP, near[i]);
        if (overlap > 0) {
          const part = overlap / Math.min(area, near[i].w * near[i].h);
          // Paper never lies on paper, nor on a gate, where there is another place.
          cost += near[i].weight * Math.min(1, (near[i].weight >= WEIGHTS.gate ? 0.85 : 0.45) + part);
        }
      }
      if (cost >= limit) return cost;
      const box = { x: left, y: top, w, h };
      for (let i = 0; i < leaders.length && cost < limit; i += 1) {
        const l = leaders[i];
        if (enters(l[0], l[1], l[2], l[3], box)) cost += WEIGHTS.cross;
      }
      const [ex, ey] = leaderEnd(x, y, left, top, w, h);
      if (Math.abs(ex - x) + Math.abs(ey - y) < 14) return cost;
      for (let i = 0; i < leaders.length && cost < limit; i += 1) {
        const l = leaders[i];
        if (crosses(x, y, ex, ey, l[0], l[1], l[2], l[3])) cost += WEIGHTS.cross;
      }
      for (let i = 0; i < near.length && cost < limit; i += 1) {
        const other = near[i];
        const own = x >= other.x && x <= other.x + other.w && y >= other.y && y <= other.y + other.h;
        if (!own && enters(x, y, ex, ey, other)) cost += leaderOver(other.weight);
      }
      return cost;
    };

    let best = Infinity;
    let bestDx = 0;
    let bestDy = 0;
    let kept = Infinity;
    if (old) {
      const [ex, ey] = leaderEnd(x, y, x + old.dx, y + old.dy, w, h);
      const gap = Math.hypot(ex - x, ey - y);
      if (gap <= longest) kept = costAt(x + old.dx, y + old.dy, WEIGHTS.far * (gap / 180) ** 2, Infinity);
    }
    // What stands this well would be held whatever else were found.
    const search = kept > HOLD_AT_ONCE;
    for (const distance of search ? distances : []) {
      const far = WEIGHTS.far * (distance / 180) ** 2;
      if (far >= best) break;
      for (let d = 0; d < DIRECTIONS; d += 1) {
        const [ux, uy] = UNITS[d];
        const radius = Math.min(ux === 0 ? Infinity : w / 2 / Math.abs(ux), uy === 0 ? Infinity : h / 2 / Math.abs(uy));
        // To the right and level is where a reader looks first.
        const taste = (ux < 0 ? 0.06 : 0) + Math.abs(uy) * 0.05;
        if (far + taste >= best) continue;
        const dx = ux * (distance + radius) - w / 2;
        const dy = uy * (distance + radius) - h / 2;
        const cost = costAt(x + dx, y + dy, far + taste, best);
        if (cost < best) {
          best = cost;
          bestDx = dx;
          bestDy = dy;
        }
      }
    }
    if (old && (!search || kept <= best * hold + HOLD_MARGIN)) {
      best = kept;
      bestDx = old.dx;
      bestDy = old.dy;
    }
    const found = { dx: bestDx, dy: bestDy, x: x + bestDx, y: y + bestDy, cost: best };
    const [ex, ey] = leaderEnd(x, y, found.x, found.y, w, h);
    set[index] = { box: { x: found.x, y: found.y, w, h, weight: WEIGHTS.slip }, leader: [x, y, ex, ey], place: found };
  };

  for (let i = 0; i < queue.length; i += 1) {
    settle(i, held.get(queue[i].id), HOLD);
    yield;
  }
  for (let round = 0; round < rounds; round += 1) {
    // Those that stand well stay; only what lies on something, or far off, is tried again.
    for (let i = queue.length - 1; i >= 0; i -= 1) {
      const now = set[i];
      if (!now || now.place.cost <= 0.9) continue;
      settle(i, now.place, 1.05);
      yield;
    }
  }
  // The costs as they are in the end, each among all.
  return new Map(queue.map((item, i) => [item.id, /** @type {any} */ (set[i]).place]));
}

/**
 * The slips for which there is no room: those that lie on another, on a gate or its name, or stand badly among the less
 * important. The least important go first; a slip that goes makes room for the rest.
 * @param {(Item & {rank?: number})[]} items
 * @param {Map<string, Place>} places
 * @param {Obstacle[]} obstacles
 * @param {(item: Item) => boolean} [keep]  slips that stay whatever they cover
 * @param {boolean} [tight]  on a small screen less is granted to all
 * @returns {Set<string>} their ids
 */
export function crowdedOut(items, places, obstacles, keep = () => false, tight = false) {
  const gone = new Set();
  const queue = [...items].sort((a, b) => b.order - a.order || (a.id < b.id ? 1 : -1));
  for (const item of queue) {
    const at = places.get(item.id);
    if (!at || keep(item)) continue;
    const area = item.w * item.h;
    const minor = (item.rank ?? 1) > 1;
    const covers = obstacles.some((box) => {
      const free = box.weight >= WEIGHTS.gate ? 0.02 : box.weight === WEIGHTS.mark ? 1 : minor ? 0.15 : tight ? 0.4 : 1;
      return shared(at.x, at.y, item.w, item.h, box) > free * Math.min(area, box.w * box.h);
    });
    const onSlip = items.some((other) => {
      if (other.id === item.id || gone.has(other.id)) return false;
      const there = places.get(other.id);
      return there !== undefined && shared(at.x, at.y, item.w, item.h, { x: there.x, y: there.y, w: other.w, h: other.h }) > 0;
    });
    if (covers || onSlip || at.cost > (minor ? ROOM.minor : tight ? ROOM.tight : ROOM.major)) gone.add(item.id);
  }
  return gone;
}
