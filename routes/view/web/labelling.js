// When slips are placed anew, and the placing spread over frames while the night plays.
import { placeEndWords, placingLabels, seldom } from "#labels";
import { layOut, setOff } from "#marks";
import { finished } from "#slips";

/** A mark may move so far, in pixels, before all slips are placed anew. */
const PLACE_AGAIN = 26;
/** While playing, slips are placed no more often than this. */
const PLACE_EVERY_MS = 600;
/** Milliseconds of a frame that the placing may take while playing. */
const SPARE_MS = 1.2;

/** Slips and the words at ends of knowledge: when they are placed anew, and where they are. */
export function labelling(store, tracks) {
  let placed = { items: [], held: new Map(), boxes: [] };
  let endWords = [];
  let look = "";
  let cast = "";
  let placedAt = 0;
  let names = -1;
  /** The placing that is going on, over several frames. */
  let work = null;

  const commit = (found, standing, now, note) => {
    work = null;
    placed = found;
    endWords = placeEndWords(tracks, standing, note ? [...placed.boxes, note] : placed.boxes, now);
  };
  /** Go on with the placing for as long as a frame can spare. */
  const goOn = (standing, now, note) => {
    const until = performance.now() + SPARE_MS;
    let step = work.next();
    while (!step.done && performance.now() < until) step = work.next();
    if (step.done) commit(step.value, standing, now, note);
  };

  /** Anew when the view, the cast or the words change, or marks have moved far enough. */
  const renew = (standing, now, viewKey, moved, note) => {
    const { language, chosen, layers, mpp, eased, time, view, middle, on, scene } = now;
    const lookNow = `${viewKey}|${language}`;
    const sameLook = look === `${lookNow}|${chosen ?? ""}`;
    let castNow = `${chosen ?? ""}|${layers.names}${layers.gates}|`;
    for (const t of standing) if (t.now) castNow += `${t.index}${t.now.grade[0]}${seldom(t, mpp, chosen) ? "m" : ""} `;
    const far = standing.some((t) => (t.rawX - t.placedX) ** 2 + (t.rawY - t.placedY) ** 2 > PLACE_AGAIN ** 2);
    const due = !eased || !sameLook || time - placedAt > PLACE_EVERY_MS;
    const wanted = moved || (due && (!sameLook || castNow !== cast || far || names !== on.version));
    const atOnce = !eased || !sameLook || moved;
    if (work && !atOnce) {
      goOn(standing, now, note);
      return;
    }
    if (!wanted && !(work && atOnce)) return;
    const keep = look.startsWith(`${lookNow}|`);
    look = `${lookNow}|${chosen ?? ""}`;
    cast = castNow;
    placedAt = time;
    names = on.version;
    layOut(standing, on, view, middle, scene);
    for (const t of standing) {
      if (!t.laid || !eased) {
        t.offX = t.offToX;
        t.offY = t.offToY;
      }
      t.laid = true;
      setOff(t);
    }
    const { playing, reduced } = store.state;
    // Who picks a unit waits for its words: the slips that were well placed before the press are not tried again.
    const pressed = keep && !sameLook;
    work = placingLabels(standing, now, placed, { keep, rounds: playing || pressed ? 1 : 3, fading: playing && !reduced });
    if (atOnce) commit(finished(work), standing, now, note);
    else goOn(standing, now, note);
  };
  return {
    renew,
    /** Place the slips again, each where it is if it can stay. */
    again() {
      cast = "again";
    },
    get items() {
      return placed.items;
    },
    get endWords() {
      return endWords;
    },
  };
}
