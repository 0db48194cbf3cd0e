// What opened what, so that Esc goes back to it.

/** The stack of what opened what, so that Esc goes back to it and gives it the focus. */
export function mount(root, store) {
  /** @type {{drawer: import("#store").State["drawer"], key: string | null, node: Element | null}[]} */
  const openers = [];
  let before = { drawer: store.state.drawer };
  const remember = () => {
    const node = document.activeElement;
    const real = node && node !== document.body && root.contains(node) ? node : null;
    openers.push({ drawer: before.drawer, key: real?.getAttribute("data-key") ?? null, node: real });
    if (openers.length > 20) openers.shift();
  };
  const stop = store.on(["drawer"], ({ drawer }) => {
    if (drawer && drawer !== before.drawer) remember();
    if (!drawer) openers.length = 0;
    before = { drawer };
  });
  return {
    /** Close the topmost drawer; a reader opened from the list goes back to the list. */
    close() {
      const { drawer } = store.state;
      if (!drawer) return false;
      const opener = openers.pop();
      const kept = [...openers];
      const back = drawer === "reader" && opener?.drawer === "list" ? "list" : null;
      store.set({ drawer: back, ...(drawer === "reader" ? { selected: null } : {}) });
      openers.length = 0;
      if (back) openers.push(...kept);
      before = { drawer: back };
      const again = () => {
        // The opener itself where it is still to be seen, else what was made in its place.
        const node = opener?.node?.isConnected && opener.node.getClientRects().length > 0 ? opener.node : null;
        const byKey = opener?.key && !node ? root.querySelector(`[data-key="${CSS.escape(opener.key)}"]`) : null;
        // Who opened it by a key from nowhere is put back on the sheet, where Space plays and Tab goes on to the tools.
        const target = node ?? byKey ?? root.querySelector(".stage-sheet");
        /** @type {HTMLElement | null} */ (target)?.focus?.({ preventScroll: target !== node && !byKey });
      };
      requestAnimationFrame(again);
      return true;
    },
    destroy: stop,
  };
}
