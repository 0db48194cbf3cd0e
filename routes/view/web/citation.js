// Citation: a quotation with its printers' errors, its translation, who says it, and what is known from outside beside it.
import { el, pick, word } from "#words";

/**
 * A quotation in parts: plain text, and the printers' errors at their first place with what was meant.
 * Joined, the parts are the text again.
 * @param {{text: string, sic?: {printed: string, meant: string, certainty: string}[]}} quote
 * @returns {{text: string, sic: any | null}[]}
 */
export function sicParts(quote) {
  const spots = [];
  for (const sic of quote.sic ?? []) {
    if (!sic.printed) continue;
    let at = quote.text.indexOf(sic.printed);
    // The same error twice is listed twice; errors that overlap are marked once.
    while (at >= 0 && spots.some((spot) => at < spot.end && spot.at < at + sic.printed.length)) {
      at = quote.text.indexOf(sic.printed, at + 1);
    }
    if (at >= 0) spots.push({ at, end: at + sic.printed.length, sic });
  }
  spots.sort((a, b) => a.at - b.at);
  const parts = [];
  let done = 0;
  for (const { at, end, sic } of spots) {
    if (at > done) parts.push({ text: quote.text.slice(done, at), sic: null });
    parts.push({ text: quote.text.slice(at, end), sic });
    done = end;
  }
  if (done < quote.text.length) parts.push({ text: quote.text.slice(done), sic: null });
  return parts;
}

/** Whether the quotes given are all from novels; no quotes are not. */
export function onlyNovel(scene, ids) {
  return ids.length > 0 && ids.every((id) => scene.sources[scene.quotes[id]?.source]?.kind === "novel");
}

/** "文献二" / "source 2": how a source is called in running text. */
export function sourceName(scene, id, language) {
  const source = scene.sources[id];
  if (!source) return "";
  const n = source.number >= 1 && source.number <= 9 ? word(scene, language, `source.number-${source.number}`) : String(source.number);
  return word(scene, language, "source.called", { n });
}

/**
 * The line under a quotation: by whom, what it is, how it reached us, in which document.
 * @returns {{who: string, chain: string, source: string, kind: string}} `source` is empty where the line names it already
 */
export function sourceLine(scene, quote, language) {
  const source = scene.sources[quote.source];
  const witness = quote.witness ? scene.witnesses[quote.witness] : null;
  const name = sourceName(scene, quote.source, language);
  const chain = witness ? pick(witness.chain, language) : "";
  return {
    who: witness
      ? [pick(witness.name, language), pick(witness.account, language)].filter(Boolean).join(language === "en" ? ", " : "")
      : word(scene, language, "source.narrator", { source: name }),
    chain,
    source: witness && !chain.includes(name) ? name : "",
    kind: source ? word(scene, language, `source.${source.kind}`) : "",
  };
}

/**
 * A copy of a quotation in the reader's script, when it is printed in the other Chinese one; else null.
 * @param {{text: string, script?: string}} quote
 * @param {string} printed  language of its source
 * @param {string} language  the reader's
 */
export function copyFor(quote, printed, language) {
  if (language === "en" || printed === language || !quote.script || quote.script === quote.text) return null;
  return quote.script;
}

/** A quotation with everything that belongs to it. Null for an id that no quotation has. */
export function quotation(kit, id) {
  const { scene, say, words, lang, note } = kit;
  const quote = scene.quotes[id];
  if (!quote) return null;
  const source = scene.sources[quote.source];
  const novel = source?.kind === "novel";
  const line = sourceLine(scene, quote, lang());
  const parts = sicParts(quote);
  return el(
    "figure",
    { class: `quotation${novel ? " from-novel" : ""}` },
    el(
      "blockquote",
      { lang: source?.language ?? "zh-Hans" },
      el(
        "p",
        {},
        "「",
        parts.map(({ text, sic }) => (sic ? [el("span", { class: "sic" }, text), el("span", { class: "sic-sign", lang: "la" }, "[sic]")] : text)),
        "」",
      ),
    ),
    (quote.sic ?? []).map((sic) =>
      el(
        "p",
        { class: "sic-note" },
        say(`reader.sic-${sic.certainty ?? "medium"}`, { printed: sic.printed, meant: sic.meant }),
        words(sic.note) && ` ${words(sic.note)}`,
      ),
    ),
    inOwnScript(kit, quote, source),
    translation(kit, quote),
    el(
      "figcaption",
      { class: "source-line" },
      novel && el("span", { class: "novel" }, say("source.novel")),
      el("b", {}, line.who),
      el("span", {}, [line.chain, line.source, !novel && line.kind].filter(Boolean).join(" · ")),
      quote.hearsay && el("span", { class: "hearsay" }, say("reader.hearsay", { said: quote.hearsay })),
    ),
    note("reader.note", quote.note),
    outside(kit, id),
  );
}

/** Several quotations, those there are. */
export const quotations = (kit, ids) => ids.map((id) => quotation(kit, id)).filter(Boolean);

/** A copy in the reader's own script, to be opened; the words as they are printed stay first. */
function inOwnScript({ lang, say }, quote, source) {
  const copy = copyFor(quote, source?.language ?? "zh-Hans", lang());
  return copy && el("details", { class: "translation copy" }, el("summary", {}, say("reader.script")), el("p", { lang: lang() }, `「${copy}」`));
}

/** The English of a quotation: open for who reads English, else to be opened. */
function translation({ lang, say }, quote) {
  if (!quote.en) return null;
  const [box, head] = lang() === "en" ? ["div", el("p", { class: "translation-head" }, say("reader.translation"))] : ["details", el("summary", {}, say("reader.translation"))];
  return el(box, { class: "translation" }, head, el("p", { lang: "en" }, quote.en));
}

/** What is known from outside the sources beside a quotation; on one page each fact once. */
function outside(kit, id) {
  const { say, words, beside, noted } = kit;
  const facts = (beside.get(id) ?? []).filter((fact) => !noted.has(fact));
  if (facts.length === 0) return null;
  for (const fact of facts) noted.add(fact);
  return el(
    "div",
    { class: "outside", role: "note" },
    el("p", { class: "outside-head" }, say("reader.outside")),
    facts.map((fact) => [
      el("p", {}, words(fact.says)),
      el("p", { class: "outside-source" }, words(fact.reference), say("reader.outside-joint"), say(`reader.weight-${fact.weight}`)),
    ]),
  );
}
