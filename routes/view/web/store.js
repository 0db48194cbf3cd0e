// The state that the parts of the stage share. They listen to it and change it; none of them calls another.

/**
 * @typedef {{kind: "unit" | "place" | "event" | "conflict" | "choice", id?: string, itinerary?: string, ids?: string[]}} Selection
 * @typedef {{minute: number, playing: boolean, speed: number, step: number, language: "zh-Hans" | "zh-Hant" | "en",
 *   selected: Selection | null, drawer: "reader" | "list" | "legend" | null, layers: Record<string, boolean>,
 *   readings: Record<string, string>, reduced: boolean}} State  `readings` are those chosen instead of the defaults
 */

export const LAYERS = ["gates", "docks", "mountain", "wall", "roads", "railways", "chinese", "japanese", "crowd", "names"];
export const SPEEDS = [1, 5, 10, 20];
export const STEPS = [1, 5, 15];

export class Store {
  /** @param {Partial<State>} initial */
  constructor(initial = {}) {
    /** @type {State} */
    this.state = {
      minute: 0,
      playing: false,
      speed: 10,
      step: 5,
      language: "zh-Hans",
      selected: null,
      drawer: null,
      layers: Object.fromEntries(LAYERS.map((name) => [name, true])),
      readings: {},
      reduced: false,
      ...initial,
    };
    /** @type {Set<{keys: string[], run: (state: State, changed: Set<string>) => void}>} */
    this.listeners = new Set();
  }

  /**
   * Change some keys and tell those who listen to a key whose value is now another.
   * @param {Partial<State>} patch
   */
  set(patch) {
    const changed = new Set();
    for (const [key, value] of Object.entries(patch)) {
      if (!(key in this.state)) throw new Error(`the stage has no state '${key}'`);
      if (!Object.is(this.state[key], value)) changed.add(key);
    }
    if (changed.size === 0) return;
    this.state = { ...this.state, ...patch };
    for (const { keys, run } of [...this.listeners]) {
      if (keys.some((key) => changed.has(key))) run(this.state, changed);
    }
  }

  /**
   * Run a function now and whenever one of the keys changes.
   * @param {(keyof State)[]} keys
   * @param {(state: State, changed: Set<string>) => void} run
   * @returns {() => void} stops listening
   */
  on(keys, run) {
    const listener = { keys, run };
    this.listeners.add(listener);
    run(this.state, new Set(keys));
    return () => void this.listeners.delete(listener);
  }
}
