// Finding units and places by any of their names, in any script, and disagreements by their topics.

/**
 * A name made comparable: lower case, without tones and accents, spaces, hyphens and apostrophes.
 * @param {unknown} text
 */
export function folded(text) {
  return String(text ?? "")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[\s'’‘`ʻʼ\-–·・.,，、。()（）《》「」“”"]/gu, "");
}

/** The words of a name, folded one by one: "Xiao Shanling, mayor" is found by "shanling" before by "may". */
function starts(text) {
  return String(text ?? "").split(/[\s,，、;；()（）\-–·]+/u).map(folded).filter(Boolean);
}

function namesOf(record) {
  const names = [];
  for (const text of [record.name, record.short]) {
    if (Array.isArray(text)) names.push(...text);
    else if (text) names.push(text);
  }
  const others = [...(record.other ?? []), ...(record.variants ?? [])].flatMap((text) => String(text).split(/[;；/]/));
  return [...names, record.pinyin, ...others, ...(record.refs ?? [])].filter(Boolean);
}

/**
 * All that can be found, with its names made comparable once.
 * @param {any} scene
 */
export function indexOf(scene) {
  const entries = [];
  const add = (kind, records) => {
    for (const [id, record] of Object.entries(records)) {
      const names = namesOf(record);
      entries.push({
        kind,
        id,
        rank: record.rank ?? 2,
        names: [...new Set(names.map(folded).filter(Boolean))],
        starts: [...new Set(names.flatMap(starts))],
      });
    }
  };
  add("unit", scene.units);
  add("place", scene.places);
  add("conflict", Object.fromEntries((scene.conflicts ?? []).map(({ id, topic, refs }) => [id, { name: topic, refs, rank: 3 }])));
  return entries;
}

/**
 * What matches, best first: a whole name, the beginning of a name, the beginning of a word, anything inside.
 * @param {ReturnType<typeof indexOf>} index
 * @param {string} query
 * @param {number} [most]
 * @returns {{kind: "unit" | "place" | "conflict", id: string}[]}
 */
export function find(index, query, most = 24) {
  const wanted = folded(query);
  if (!wanted) return [];
  const found = [];
  for (const [order, entry] of index.entries()) {
    let score = 0;
    if (entry.names.includes(wanted)) score = 4;
    else if (entry.names.some((name) => name.startsWith(wanted))) score = 3;
    else if (entry.starts.some((word) => word.startsWith(wanted))) score = 2;
    else if (entry.names.some((name) => name.includes(wanted))) score = 1;
    if (score) found.push({ kind: entry.kind, id: entry.id, score, rank: entry.rank, order });
  }
  found.sort((a, b) => b.score - a.score || a.rank - b.rank || a.order - b.order);
  return found.slice(0, most).map(({ kind, id }) => ({ kind, id }));
}
