// Pace: work that need not be done at every frame.

/**
 * Work done at once at rest, and while playing no more often than each so many milliseconds; the last call is never lost.
 * @param {import("#store").Store} store
 * @param {number} every
 * @param {() => void} run
 */
export function paced(store, every, run) {
  let last = -Infinity;
  let later = null;
  const ask = () => {
    const wait = store.state.playing ? last + every - performance.now() : 0;
    if (wait > 0) {
      later ??= setTimeout(() => {
        later = null;
        ask();
      }, wait);
      return;
    }
    last = performance.now();
    run();
  };
  return {
    ask,
    stop() {
      if (later !== null) clearTimeout(later);
      later = null;
    },
  };
}

/** Runs pieces of work one a frame; a piece that waits already is not taken twice. */
function oneAFrame() {
  /** @type {(() => void)[]} */
  let queue = [];
  let asked = 0;
  const next = () => {
    asked = 0;
    queue.shift()?.();
    ask();
  };
  const ask = () => {
    if (queue.length > 0 && !asked) asked = requestAnimationFrame(next);
  };
  return {
    /** @param {(() => void)[]} work */
    add(work) {
      queue = [...queue.filter((one) => !work.includes(one)), ...work];
      ask();
    },
    /** @param {(() => void)[]} work  pieces that are no longer wanted */
    drop(work) {
      queue = queue.filter((one) => !work.includes(one));
    },
  };
}

/** What takes its new light while the night plays: of all that is drawn by the light, one piece a frame. */
export const relit = oneAFrame();
