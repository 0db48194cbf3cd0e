// The row of tools at the upper right: three scripts, list, legend, sources, full screen.

import { button, el, fill, hasWord, word } from "#words";

const LANGUAGES = [
  ["zh-Hans", "tools.simplified", "tools.simplified-name"],
  ["zh-Hant", "tools.traditional", "tools.traditional-name"],
  ["en", "tools.english", "tools.english-name"],
];

/**
 * @param {HTMLElement} root
 * @param {import("#store").Store} store
 * @param {any} scene
 * @param {{toggle: (drawer: "list" | "legend") => void, fullscreen: () => void, sources: () => void, whole: () => void}} extras
 */
export function mount(root, store, scene, { toggle, fullscreen, sources, whole }) {
  const languages = LANGUAGES.map(([language, key, name]) => {
    const node = button({ class: "tool", lang: language, "data-key": `language ${language}` }, () => store.set({ language }));
    return { language, key, name, node };
  });
  const group = el("div", { class: "tool-group", role: "group" }, languages.map(({ node }) => node));
  const tool = (key, press, hint) => ({ key, hint, node: button({ class: "tool", "data-key": `tool ${key}` }, press) });
  const list = tool("list", () => toggle("list"), "L");
  const legend = tool("legend", () => toggle("legend"), "G");
  const about = tool("sources", sources, null);
  const home = tool("whole", whole, "0");
  const full = tool("fullscreen", fullscreen, "F");
  const tools = [list, legend, about, home, full];
  fill(root, group, el("div", { class: "tool-group" }, tools.map(({ node }) => node)));

  const write = () => {
    const { language } = store.state;
    const say = (key) => word(scene, language, `tools.${key}`);
    group.setAttribute("aria-label", say("language"));
    for (const one of languages) {
      one.node.textContent = word(scene, one.language, one.key);
      if (hasWord(scene, one.language, one.name)) one.node.setAttribute("aria-label", word(scene, one.language, one.name));
      one.node.setAttribute("aria-pressed", String(one.language === language));
    }
    for (const { key, hint, node } of tools) {
      const name = key === "fullscreen" && document.fullscreenElement ? "fullscreen-leave" : key;
      node.textContent = say(name);
      if (hint) node.setAttribute("title", `${say(name)} (${hint})`);
    }
    full.node.hidden = !document.fullscreenEnabled;
  };
  const press = ({ drawer, selected }) => {
    list.node.setAttribute("aria-pressed", String(drawer === "list"));
    legend.node.setAttribute("aria-pressed", String(drawer === "legend"));
    about.node.setAttribute("aria-pressed", String(drawer === "reader" && selected?.kind === "choice" && selected.id === "sources"));
  };
  document.addEventListener("fullscreenchange", write);
  const stops = [store.on(["language"], write), store.on(["drawer", "selected"], press)];
  return {
    destroy() {
      document.removeEventListener("fullscreenchange", write);
      for (const stop of stops) stop();
    },
  };
}
