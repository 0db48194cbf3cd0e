// The clock of the night: it advances the minute of the store while playing, and knows nothing of how it is shown.

/** While motion is reduced the clock jumps by this many minutes. */
const REDUCED_STEP = 5;
/** A pause of the page longer than this (a hidden tab, a closed lid) does not count as time played. */
const LONGEST_FRAME = 250;

export class Clock {
  /**
   * @param {import("./store.js").Store} store
   * @param {number} minutes  length of the night; the clock runs from 0 to this
   */
  constructor(store, minutes) {
    this.store = store;
    this.minutes = minutes;
    /** Minutes played but not yet shown, used while motion is reduced. */
    this.held = 0;
  }

  /**
   * Let so many milliseconds of the reader's time pass. Does nothing while paused; stops at the end.
   * @param {number} elapsedMs
   */
  step(elapsedMs) {
    const { playing, speed, minute, reduced } = this.store.state;
    if (!playing || !(elapsedMs > 0)) return;
    let advance = (speed * Math.min(elapsedMs, LONGEST_FRAME)) / 1000;
    if (reduced) {
      this.held += advance;
      if (this.held < REDUCED_STEP) return;
      advance = Math.floor(this.held / REDUCED_STEP) * REDUCED_STEP;
      this.held -= advance;
    }
    const next = Math.min(minute + advance, this.minutes);
    this.store.set(next >= this.minutes ? { minute: this.minutes, playing: false } : { minute: next });
  }

  /** Play or pause. Played again at the end, the night starts anew. */
  toggle() {
    const { playing, minute } = this.store.state;
    this.held = 0;
    if (playing) this.store.set({ playing: false });
    else this.store.set({ playing: true, minute: minute >= this.minutes ? 0 : minute });
  }

  /**
   * Go to a minute; one outside the night is brought to its nearer end, one that is no number is ignored.
   * @param {number} minute
   */
  seek(minute) {
    if (typeof minute !== "number" || Number.isNaN(minute)) return;
    this.held = 0;
    this.store.set({ minute: Math.max(0, Math.min(this.minutes, minute)) });
  }
}

/**
 * Drive a clock from the frames of the page. Frames are asked for only while it plays.
 * @param {Clock} clock
 * @param {() => number} [now]  milliseconds
 * @param {(run: () => void) => unknown} [schedule]
 * @returns {() => void} stops driving
 */
export function drive(clock, now = () => performance.now(), schedule = (run) => requestAnimationFrame(run)) {
  let last = 0;
  let waiting = false;
  let ended = false;
  const frame = () => {
    waiting = false;
    if (ended || !clock.store.state.playing) return;
    const time = now();
    const elapsed = time - last;
    last = time;
    ask();
    clock.step(elapsed);
  };
  const ask = () => {
    if (waiting || ended) return;
    waiting = true;
    schedule(frame);
  };
  const off = clock.store.on(["playing"], ({ playing }) => {
    if (!playing) return;
    last = now();
    ask();
  });
  return () => {
    ended = true;
    off();
  };
}
