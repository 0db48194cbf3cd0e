// Readings: what the map shows when a disagreement of the sources is settled otherwise than the record settles it.

/**
 * @typedef {Record<string, string>} Chosen  readings taken instead of the defaults, by the ids of their disagreements
 * @typedef {{itineraries: Record<string, any>, tracks: any[], undated: any[], states: any[], events: any[]}} Drawn
 */

/**
 * A scene as it was sent, with the itineraries of its readings whole: they come without what they share with the record.
 * @param {any} sent
 */
export function unfolded(sent) {
  const whole = (id, itinerary) => {
    const own = sent.itineraries[id];
    const stops = itinerary.stops.map((stop) => (typeof stop === "string" ? own.stops.find((one) => one.id === stop) : stop));
    return { ...own, ...itinerary, stops };
  };
  const conflicts = sent.conflicts.map((conflict) => ({
    ...conflict,
    readings: conflict.readings.map((reading) => ({
      ...reading,
      itineraries: Object.fromEntries(Object.entries(reading.itineraries).map(([id, one]) => [id, one && whole(id, one)])),
    })),
  }));
  return { ...sent, conflicts };
}

/** The disagreement of an id, or null. */
export function conflictOf(scene, id) {
  return (scene.conflicts ?? []).find((conflict) => conflict.id === id) ?? null;
}

/** The reading of a disagreement that is shown: the chosen one, else the default. */
export function readingOf(conflict, chosen) {
  const wanted = Object.hasOwn(chosen, conflict.id) ? chosen[conflict.id] : conflict.default;
  return conflict.readings.find(({ id }) => id === wanted) ?? conflict.readings.find(({ id }) => id === conflict.default) ?? null;
}

/** The disagreements shown by another reading than the default, in the order of the record, with that reading. */
export function others(scene, chosen) {
  return (scene.conflicts ?? [])
    .map((conflict) => ({ conflict, reading: readingOf(conflict, chosen) }))
    .filter(({ conflict, reading }) => reading !== null && reading.id !== conflict.default);
}

/** Whether a reading draws anything otherwise than the record does. */
export function alters(reading) {
  return [reading.itineraries, reading.states, reading.events].some((part) => Object.keys(part ?? {}).length > 0);
}

/** What is drawn in place of the entries with these keys: replaced where they stood, new ones last, null left out. */
function replaced(entries, changes) {
  const known = new Set(entries.map(({ id }) => id));
  const fresh = Object.entries(changes).filter(([id, entry]) => entry && !known.has(id)).map(([, entry]) => entry);
  return [...entries.map((entry) => (Object.hasOwn(changes, entry.id) ? changes[entry.id] : entry)).filter(Boolean), ...fresh];
}

/** The same for tracks and undated legs, of which an itinerary may have any number. */
function replacedOf(itineraries, old, fresh) {
  const done = new Set();
  const out = [];
  for (const one of old) {
    if (!itineraries.has(one.itinerary)) out.push(one);
    else if (!done.has(one.itinerary)) {
      done.add(one.itinerary);
      out.push(...fresh.filter(({ itinerary }) => itinerary === one.itinerary));
    }
  }
  return [...out, ...fresh.filter(({ itinerary }) => !done.has(itinerary))];
}

/**
 * What is drawn under the readings chosen; the scene itself is not changed.
 * @param {any} scene
 * @param {Chosen} chosen
 * @returns {Drawn}
 */
export function effective(scene, chosen) {
  let { itineraries, tracks, states, events } = scene;
  let undated = scene.undated ?? [];
  for (const { reading } of others(scene, chosen)) {
    const changed = new Set(Object.keys(reading.itineraries ?? {}));
    if (changed.size > 0) {
      itineraries = Object.fromEntries(
        Object.entries({ ...itineraries, ...reading.itineraries }).filter(([, itinerary]) => itinerary !== null),
      );
      tracks = replacedOf(changed, tracks, reading.tracks ?? []);
      undated = replacedOf(changed, undated, reading.undated ?? []);
    }
    states = replaced(states, reading.states ?? {});
    events = replaced(events, reading.events ?? {});
  }
  return { itineraries, tracks, undated, states, events };
}

/** The scene as the readings chosen draw it; the scene itself when all are the defaults. */
export function sceneUnder(scene, chosen) {
  return others(scene, chosen).length === 0 ? scene : { ...scene, ...effective(scene, chosen) };
}

/** All that a disagreement's readings draw otherwise, as keys that can be compared. */
function reach(conflict) {
  const keys = new Set();
  for (const reading of conflict.readings) {
    for (const part of /** @type {const} */ (["itineraries", "states", "events"])) {
      for (const id of Object.keys(reading[part] ?? {})) keys.add(`${part} ${id}`);
    }
  }
  return keys;
}

/**
 * The readings chosen after one more choice. The default is kept by not being named. Two readings that draw the same
 * journey, state or event otherwise cannot both be shown: the earlier choice gives way.
 * @param {any} scene
 * @param {Chosen} chosen
 * @param {string} id  disagreement
 * @param {string} reading
 * @returns {Chosen}
 */
export function choose(scene, chosen, id, reading) {
  const conflict = conflictOf(scene, id);
  if (!conflict || !conflict.readings.some((one) => one.id === reading)) return chosen;
  const own = reach(conflict);
  const kept = others(scene, chosen).filter(
    ({ conflict: other }) => other.id !== id && ![...reach(other)].some((key) => own.has(key)),
  );
  const next = Object.fromEntries(kept.map(({ conflict: other, reading: one }) => [other.id, one.id]));
  if (reading !== conflict.default) next[id] = reading;
  return next;
}

/** Disagreements whose chosen reading gives way when a reading of this one is chosen. */
export function givingWay(scene, chosen, id) {
  const conflict = conflictOf(scene, id);
  if (!conflict) return [];
  const own = reach(conflict);
  return others(scene, chosen)
    .map(({ conflict: other }) => other)
    .filter((other) => other.id !== id && [...reach(other)].some((key) => own.has(key)));
}

/** The readings of pairs [disagreement, reading] that the scene has, chosen one after the other. */
export function chosenFrom(scene, pairs) {
  return pairs.reduce((chosen, [id, reading]) => choose(scene, chosen, id, reading), {});
}

/** "disagreement:reading,…" for an address; "" when all are the defaults. */
export function chosenText(chosen) {
  return Object.entries(chosen).map(([id, reading]) => `${id}:${reading}`).join(",");
}

// --- where a disagreement is felt --------------------------------------------------------------------------------

const HELD = /** @type {const} */ (["place", "arrive", "leave", "leg"]);
const sameStop = (a, b) => HELD.every((key) => JSON.stringify(a[key] ?? null) === JSON.stringify(b[key] ?? null));

/**
 * The stops of an itinerary that a reading sets otherwise: `before` as the record has it, `after` null when left out.
 * @returns {{itinerary: string, before: any, after: any | null}[]}
 */
export function stopsChanged(scene, reading) {
  const out = [];
  for (const [id, itinerary] of Object.entries(reading.itineraries ?? {})) {
    const after = new Map((itinerary?.stops ?? []).map((stop) => [stop.id, stop]));
    for (const before of scene.itineraries[id]?.stops ?? []) {
      const now = after.get(before.id) ?? null;
      if (now === null || !sameStop(before, now)) out.push({ itinerary: id, before, after: now });
    }
  }
  return out;
}

/**
 * Which disagreements touch which stops ("itinerary/stop"), states, events and quotations.
 * @param {any} scene  the record's, not one under other readings
 * @returns {{stops: Map<string, any[]>, states: Map<string, any[]>, events: Map<string, any[]>, quotes: Map<string, any[]>}}
 */
export function touchedBy(scene) {
  const table = { stops: new Map(), states: new Map(), events: new Map(), quotes: new Map() };
  const add = (map, key, conflict) => {
    if (!map.has(key)) map.set(key, []);
    if (!map.get(key).includes(conflict)) map.get(key).push(conflict);
  };
  for (const conflict of scene.conflicts ?? []) {
    for (const side of conflict.sides) for (const quote of side.quotes) add(table.quotes, quote, conflict);
    for (const reading of conflict.readings) {
      for (const { itinerary, before } of stopsChanged(scene, reading)) add(table.stops, `${itinerary}/${before.id}`, conflict);
      for (const id of Object.keys(reading.states ?? {})) add(table.states, id, conflict);
      for (const id of Object.keys(reading.events ?? {})) add(table.events, id, conflict);
    }
  }
  return table;
}

/**
 * The disagreements that touch one thing: those that alter it, then those one of whose sides is quoted at it.
 * @param {any[] | undefined} altered
 * @param {Map<string, any[]>} byQuote
 * @param {string[]} quotes
 */
export function touching(altered, byQuote, quotes) {
  return [...new Set([...(altered ?? []), ...quotes.flatMap((id) => byQuote.get(id) ?? [])])];
}

/**
 * How many accounts there are besides those that these quotations give; where none is given, besides the one shown.
 * @param {any} conflict
 * @param {string[]} quotes
 */
export function otherAccounts(conflict, quotes) {
  const given = conflict.sides.filter((side) => side.quotes.some((id) => quotes.includes(id))).length;
  return conflict.sides.length - Math.max(given, 1);
}

/** Facts from outside the sources by the quotations they stand beside. */
export function outsideBeside(scene) {
  const beside = new Map();
  for (const fact of scene.outside ?? []) {
    for (const quote of fact.beside) {
      if (!beside.has(quote)) beside.set(quote, []);
      beside.get(quote).push(fact);
    }
  }
  return beside;
}
