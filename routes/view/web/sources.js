// The page of the sources: what each is, and through whom their words have come.
import { sourceName } from "#citation";
import { head, section } from "#pieces";
import { el } from "#words";

/** @param {any} kit  see `#pieces` */
export function sourcesPage(kit) {
  const { scene, say, words, lang, note } = kit;
  const language = lang();
  const quotes = Object.values(scene.quotes);
  const count = (test) => quotes.filter(test).length;
  return [
    head(kit, [el("span", {}, say("source.kicker"))], say("source.title"), null),
    el("p", {}, say("source.lead")),
    Object.entries(scene.sources)
      .sort(([, a], [, b]) => a.number - b.number)
      .map(([id, source]) =>
        el(
          "section",
          { class: `reader-section source${source.kind === "novel" ? " from-novel" : ""}` },
          el("h3", {}, sourceName(scene, id, language)),
          el("p", {}, source.kind === "novel" && el("span", { class: "novel" }, say("source.novel")), words(source.title)),
          el(
            "dl",
            { class: "facts" },
            el("dt", {}, say("source.kind")),
            el("dd", {}, say(`source.${source.kind}`)),
            el("dt", {}, say("source.nature")),
            el("dd", {}, words(source.nature)),
            el("dt", {}, say("source.quotes")),
            el("dd", {}, String(count((quote) => quote.source === id))),
            source.sha256 && [el("dt", {}, "SHA-256"), el("dd", { class: "hash" }, source.sha256)],
          ),
          note("reader.note", source.note),
        ),
      ),
    section(
      say("source.witnesses"),
      el("p", { class: "small" }, say("source.witnesses-what")),
      el(
        "dl",
        { class: "witnesses" },
        Object.entries(scene.witnesses).map(([id, witness]) => [
          el("dt", {}, words(witness.name), words(witness.account) && ` ${words(witness.account)}`),
          el("dd", {}, words(witness.chain), say("source.witness-count", { count: count((quote) => quote.witness === id) })),
        ]),
      ),
    ),
    section(say("source.how"), el("p", {}, say("source.how-text"))),
  ];
}
