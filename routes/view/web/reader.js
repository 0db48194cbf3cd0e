// The reader: what the sources say of a unit, a place or an event, in their own words, and where they differ.

import { gradeChip, nowBracket, nowOf, nowWords, shape, shapeOf, stateAt, unitName, whereWords } from "#list";
import { alters, choose, conflictOf, givingWay, otherAccounts, others, outsideBeside, readingOf, stopsChanged, touchedBy, touching } from "#readings";
import { hhmm } from "#time";
import { button, el, fill, langOf, pick, pickOther, word } from "#words";

// --- what is to be read, apart from the page ---------------------------------------------------------------------

/** Every quote a stop and its hours rest on, in order, without repeats. */
export function stopQuotes(stop) {
  return [...new Set([...(stop.quotes ?? []), ...(stop.arrive?.quotes ?? []), ...(stop.leave?.quotes ?? [])])];
}

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
 * The stop of an itinerary that belongs to a minute: where the unit is, or the one it has left; else one whose hours
 * hold the minute although it cannot be placed. Null when nothing is known of that minute.
 * @param {any} scene
 * @param {string} id  itinerary
 * @param {number} minute
 * @returns {string | null}
 */
export function currentStop(scene, id, minute) {
  const itinerary = scene.itineraries[id];
  if (!itinerary) return null;
  const now = nowOf(scene, itinerary.unit, minute, id);
  if (now) return (now.at ?? now.from)?.id ?? null;
  let found = null;
  for (const stop of itinerary.stops) {
    if (stop.phase !== "night") continue;
    const from = stop.arrive?.earliest ?? null;
    const to = stop.leave?.latest ?? stop.leave?.earliest ?? stop.arrive?.latest ?? null;
    if (from !== null && to !== null && from <= minute && minute <= to) found = stop.id;
  }
  return found;
}

/** The stops at a place, with their units, in the order of their hours; those without an hour last. */
export function visitsOf(scene, place) {
  const visits = [];
  for (const [itinerary, { unit, stops }] of Object.entries(scene.itineraries)) {
    for (const stop of stops) if (stop.place === place) visits.push({ unit, itinerary, stop });
  }
  return visits.sort((a, b) => (a.stop.minute ?? Infinity) - (b.stop.minute ?? Infinity) || 0);
}

/** The states of a place: dated ones in order, and those told without an hour. */
export function statesOf(scene, place) {
  const states = scene.states.filter((state) => state.place === place);
  const dated = states.filter((state) => state.from !== null || state.to !== null);
  dated.sort((a, b) => (a.from ?? -Infinity) - (b.from ?? -Infinity) || (a.to ?? Infinity) - (b.to ?? Infinity));
  return { dated, undated: states.filter((state) => state.from === null && state.to === null) };
}

/** The itineraries of a unit, the selected one first. */
export function itinerariesOf(scene, unit, selected = null) {
  const ids = scene.units[unit]?.itineraries ?? [];
  return selected && ids.includes(selected) ? [selected, ...ids.filter((id) => id !== selected)] : ids;
}

// --- the page ----------------------------------------------------------------------------------------------------

/**
 * @param {HTMLElement} root
 * @param {import("#store").Store} store
 * @param {any} given  the scene as the readings chosen draw it
 * @param {{close: () => void, seek: (minute: number) => void, record?: any}} extras  `record`: the scene by its defaults
 */
export function mount(root, store, given, { close, seek, record = given }) {
  let scene = given;
  const touched = touchedBy(record);
  const beside = outsideBeside(record);
  /** Facts from outside already printed on the page shown. */
  let noted = new Set();
  const page = el("article", { class: "drawer-page reader", hidden: true });
  root.appendChild(page);
  /** Selections left by a button inside the reader, to go back to. */
  let history = [];
  let inside = false;
  let shown = null;
  let nowLine = null;

  const lang = () => store.state.language;
  const say = (key, values) => word(scene, lang(), key, values);
  const words = (text) => pick(text, lang());
  const open = (selected) => () => {
    inside = true;
    if (store.state.selected) history.push(store.state.selected);
    store.set({ selected });
    inside = false;
  };
  const inWindow = (minute) => minute !== null && minute !== undefined && minute >= 0 && minute <= scene.night.minutes;

  // --- pieces ---

  const note = (label, text, kind = "") =>
    words(text) && el("p", { class: `note ${kind}` }, el("span", { class: "note-label" }, say(label)), " ", words(text));

  const quotation = (id) => {
    const quote = scene.quotes[id];
    if (!quote) return null;
    const language = lang();
    const source = scene.sources[quote.source];
    const novel = source?.kind === "novel";
    const line = sourceLine(scene, quote, language);
    const parts = sicParts(quote);
    const translation =
      quote.en &&
      (language === "en"
        ? el("div", { class: "translation" }, el("p", { class: "translation-head" }, say("reader.translation")), el("p", { lang: "en" }, quote.en))
        : el("details", { class: "translation" }, el("summary", {}, say("reader.translation")), el("p", { lang: "en" }, quote.en)));
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
      translation,
      el(
        "figcaption",
        { class: "source-line" },
        novel && el("span", { class: "novel" }, say("source.novel")),
        el("b", {}, line.who),
        el("span", {}, [line.chain, line.source, !novel && line.kind].filter(Boolean).join(" · ")),
        quote.hearsay && el("span", { class: "hearsay" }, say("reader.hearsay", { said: quote.hearsay })),
      ),
      note("reader.note", quote.note),
      outside(id),
    );
  };
  const quotations = (ids) => ids.map(quotation).filter(Boolean);

  /** What is known from outside the sources beside a quotation; on one page each fact once. */
  const outside = (id) => {
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
  };

  // --- disagreements ---

  const isOther = (conflict) => readingOf(conflict, store.state.readings)?.id !== conflict.default;

  /** The buttons that lead to the disagreements touching one thing. */
  const differing = (altered, quotes) => {
    const conflicts = touching(altered, touched.quotes, quotes);
    if (conflicts.length === 0) return null;
    return el(
      "ul",
      { class: "differing" },
      conflicts.map((conflict) => {
        const count = otherAccounts(conflict, quotes);
        const key = count < 1 ? "conflict.differ" : count === 1 ? "conflict.others-one" : "conflict.others";
        const n = count <= 9 ? say(`conflict.number-${count}`) : count;
        return el(
          "li",
          {},
          button(
            { class: "link-differing", "data-key": `conflict ${conflict.id}` },
            open({ kind: "conflict", id: conflict.id }),
            say(key, { n, topic: words(conflict.topic) }),
          ),
          isOther(conflict) && el("span", { class: "small" }, " ", say("conflict.shown-otherwise")),
        );
      }),
    );
  };
  /** A line where the page shows another reading than the record's. */
  const otherReading = (test) =>
    others(record, store.state.readings)
      .filter(({ reading }) => test(reading))
      .map(({ conflict, reading }) =>
        el(
          "p",
          { class: "note by-another" },
          say("conflict.by-another", { says: words(reading.says) }),
          " ",
          button({ class: "link-differing", "data-key": `conflict ${conflict.id}` }, open({ kind: "conflict", id: conflict.id }), words(conflict.topic)),
        ),
      );

  const told = (when) =>
    when?.told &&
    el(
      "span",
      { class: "told" },
      el("span", { lang: scene.sources[scene.quotes[when.quotes?.[0]]?.source]?.language ?? langOf(when.told, "zh-Hans") }, `「${when.told}」`),
      lang() === "en" && when.toldEn && el("span", { lang: "en" }, ` ${when.toldEn}`),
      when.clock === "tokyo-presumed" && el("span", { class: "told-clock" }, say("reader.tokyo-clock")),
    );

  /** A bracket as a button that sets the clock, when its hour lies in the night. */
  const hour = (when, minute, label) => {
    if (!when || !words(when.text)) return null;
    const text = words(when.text);
    return inWindow(minute)
      ? button({ class: "hour", "aria-label": say("reader.seek", { label, time: text, at: hhmm(minute) }) }, () => seek(minute), text)
      : el("span", { class: "hour-plain" }, text);
  };

  const unitButton = (id, itinerary = undefined, extra = null) => {
    const unit = scene.units[id];
    if (!unit) return null;
    return button(
      { class: "link-row", "data-key": `unit ${id}` },
      open({ kind: "unit", id, ...(itinerary ? { itinerary } : {}) }),
      shape(unit),
      unitName(scene, unit, lang()),
      extra,
    );
  };
  const eventButton = (event) =>
    button(
      { class: "link-row", "data-key": `event ${event.id}` },
      open({ kind: "event", id: event.id }),
      el("span", { class: "link-when" }, words(event.when?.text) || say("reader.no-hour")),
      el("span", { class: "name" }, words(event.title)),
    );
  const placeButton = (id) =>
    scene.places[id] &&
    button({ class: "link-place", "data-key": `place ${id}` }, open({ kind: "place", id }), words(scene.places[id].name));
  const conflictButton = ({ id, topic }) =>
    button({ class: "link-row", "data-key": `conflict ${id}` }, open({ kind: "conflict", id }), el("span", { class: "name" }, words(topic)));
  const links = (rows) => el("ul", { class: "links" }, rows.filter(Boolean).map((row) => el("li", {}, row)));
  const section = (title, ...content) => el("section", { class: "reader-section" }, el("h3", {}, title), ...content);

  const head = (kicker, name, otherName) => {
    const title = el("h2", { class: "reader-title", tabindex: -1 }, name);
    const back = history.length > 0 && button({ class: "drawer-back" }, goBack, say("reader.back"));
    return [
      el(
        "div",
        { class: "drawer-head" },
        el("div", { class: "kicker" }, kicker),
        back,
        button({ class: "drawer-close" }, close, say("stage.close"), el("kbd", {}, "Esc")),
      ),
      el(
        "header",
        { class: "reader-head" },
        title,
        otherName?.text && otherName.text !== name && el("p", { class: "reader-other", lang: otherName.language }, otherName.text),
      ),
    ];
  };
  const goBack = () => {
    const selected = history.pop();
    inside = true;
    if (selected) store.set({ selected });
    inside = false;
  };

  // --- a unit ---

  const legLine = (leg, before) => {
    const way = leg.grade === "unknown" ? say("reader.way-unknown") : say("reader.way-grade", { grade: say(`grade.${leg.grade}`) });
    return el(
      "div",
      { class: "leg" },
      el("p", {}, `${say(`mode.${leg.mode}`)}${say("reader.joint")}${way}`),
      note("reader.impossible", leg.impossible, "impossible"),
      note("reader.drawn-because", leg.editor),
      note("reader.note", leg.note),
      quotations((leg.quotes ?? []).filter((id) => !before.has(id))),
    );
  };

  const stopItem = (itinerary, stop, next, current, read) => {
    const quotes = stopQuotes(stop);
    const novel = onlyNovel(scene, quotes);
    const fresh = quotes.filter((id) => !read.has(id));
    const again = quotes.length > 0 && fresh.length === 0;
    for (const id of quotes) read.add(id);
    const where = whereWords(scene, stop, lang());
    const placed = stop.place && scene.places[stop.place];
    const times = [
      stop.arrive && [hour(stop.arrive, stop.minute, say("reader.arrived")), told(stop.arrive)],
      stop.leave && [
        el("span", { class: "hour-label" }, say(stop.arrive || stop.leave.latest === null ? "reader.departed" : "reader.until")),
        hour(stop.leave, stop.arrive ? (stop.leave.latest ?? stop.leave.earliest) : stop.minute, say("reader.departed")),
        told(stop.leave),
      ],
    ].filter((row) => row && row.some(Boolean));
    const leg = next?.leg;
    return el(
      "li",
      {
        class: `stop grade-${stop.grade}${novel ? " from-novel" : ""}${current ? " current" : ""}`,
        "data-stop": stop.id,
        "aria-current": current ? "time" : null,
      },
      el(
        "div",
        { class: "stop-time" },
        times.length > 0 && times.some((row) => row[0] || row[1]) ? times.map((row) => el("div", {}, row)) : el("span", { class: "hour-plain" }, say("reader.no-hour")),
      ),
      el("div", { class: `axis leg-${next ? (leg?.grade ?? "unknown") : "none"}`, "aria-hidden": "true" }, el("span", { class: "node" })),
      el(
        "div",
        { class: "stop-main" },
        el("h4", {}, where, " ", gradeChip(scene, stop.grade, lang())),
        placed &&
          words(placed.name) !== where &&
          el("p", { class: "stop-place" }, say("reader.on-map"), placeButton(stop.place)),
        placed && words(placed.name) === where && el("p", { class: "stop-place" }, placeButton(stop.place)),
        stop.face && el("p", { class: "small" }, say(`reader.face-${stop.face}`)),
        words(stop.outcome) && el("p", { class: "outcome" }, words(stop.outcome)),
        quotations(fresh),
        again && el("p", { class: "small" }, say("reader.quoted-above")),
        quotes.length === 0 && el("p", { class: "small" }, say("reader.no-sentence")),
        note("reader.hour-because", stop.arrive?.reason),
        note(stop.arrive?.reason ? "reader.leaving-because" : "reader.hour-because", stop.leave?.reason),
        note("reader.drawn-because", stop.editor),
        note("reader.note", stop.note),
        differing(touched.stops.get(`${itinerary}/${stop.id}`), [...quotes, ...(stop.leg?.quotes ?? [])]),
        leg && legLine(leg, read),
      ),
    );
  };

  const itinerarySection = (id, several) => {
    const itinerary = scene.itineraries[id];
    const shownBy = otherReading((reading) => Object.hasOwn(reading.itineraries ?? {}, id));
    if (!itinerary) return shownBy.length > 0 && section(words(record.itineraries[id]?.title) || say("reader.itinerary"), shownBy, el("p", { class: "small" }, say("conflict.left-out")));
    const current = currentStop(scene, id, store.state.minute);
    const read = new Set();
    const phases = ["before", "night", "afterwards"].map((phase) => {
      const stops = itinerary.stops.filter((stop) => stop.phase === phase);
      if (stops.length === 0) return null;
      return [
        phase !== "night" || stops.length < itinerary.stops.length ? el("h4", { class: "phase" }, say(`reader.phase-${phase}`)) : null,
        el(
          "ol",
          { class: "itinerary", "data-itinerary": id },
          stops.map((stop, i) => stopItem(id, stop, stops[i + 1], stop.id === current, read)),
        ),
      ];
    });
    return el(
      "section",
      { class: "reader-section" },
      el("h3", {}, words(itinerary.title) || say(several ? "reader.itinerary" : "reader.itinerary-only"), several && itinerary.refs?.length > 0 && el("span", { class: "refs" }, ` ${itinerary.refs.join("、")}`)),
      shownBy,
      note("reader.note", itinerary.note),
      phases,
    );
  };

  const unitPage = (id, selectedItinerary) => {
    const unit = scene.units[id];
    const language = lang();
    const ids = itinerariesOf(scene, id, selectedItinerary);
    const refs = [...new Set([...ids.flatMap((one) => scene.itineraries[one]?.refs ?? []), ...(unit.refs ?? [])])];
    const routes = refs.filter((ref) => /^R\d/.test(ref));
    nowLine = el("p", { class: "now" });
    const related = [
      unit.parent && scene.units[unit.parent] && [say("reader.parent"), [unit.parent]],
      unit.commander && scene.units[unit.commander] && [say("reader.commander"), [unit.commander]],
      unit.members?.length > 0 && [say("reader.members"), unit.members],
    ].filter(Boolean);
    const used = new Set(ids.flatMap((one) => (scene.itineraries[one]?.stops ?? []).flatMap(stopQuotes)));
    const own = (unit.quotes ?? []).filter((one) => !used.has(one));
    const events = scene.events.filter((event) => event.units?.includes(id));
    return [
      head(
        [
          shape(unit),
          routes.length > 0 && el("span", {}, say("reader.route", { refs: routes.join(language === "en" ? ", " : "、") })),
          el("span", {}, say(`side.${unit.side}`)),
          unit.fiction && el("span", { class: "novel" }, say("source.novel")),
        ],
        words(unit.name),
        pickOther(unit.name, language),
      ),
      words(unit.echelon) && el("p", { class: "small echelon" }, words(unit.echelon)),
      nowLine,
      unit.fiction && el("p", { class: "note" }, say("reader.fiction")),
      note("reader.note", unit.note),
      note("reader.editor", unit.editor),
      ids.length === 0 && el("p", { class: "small" }, say("reader.no-itinerary")),
      ids.map((one) => itinerarySection(one, ids.length > 1)),
      section(say("reader.fate"), words(unit.fate) ? el("p", {}, words(unit.fate)) : el("p", { class: "small" }, say("reader.not-stated"))),
      own.length > 0 && section(say("reader.said-of"), quotations(own), differing(null, own)),
      related.map(([title, members]) => section(title, links(members.map((one) => unitButton(one))))),
      events.length > 0 && section(say("reader.events"), links(events.map(eventButton))),
      unit.variants?.length > 0 && section(say("reader.variants"), el("p", { lang: "zh-Hant" }, unit.variants.join("、"))),
    ];
  };

  // --- a place ---

  const stateItem = (state) =>
    el(
      "li",
      { class: `state grade-${state.grade}`, "data-state": state.id },
      el(
        "div",
        { class: "state-time" },
        state.since && hour(state.since, state.from, say("reader.since")),
        told(state.since),
        state.until && [el("span", { class: "hour-label" }, say("reader.until")), hour(state.until, state.to, say("reader.until")), told(state.until)],
        !state.since && !state.until && el("span", { class: "hour-plain" }, say("reader.no-hour")),
      ),
      el(
        "div",
        { class: "state-main" },
        el("h4", {}, words(state.text), " ", gradeChip(scene, state.grade, lang())),
        quotations([...new Set([...(state.quotes ?? []), ...(state.since?.quotes ?? []), ...(state.until?.quotes ?? [])])]),
        note("reader.hour-because", state.since?.reason),
        note("reader.editor", state.editor),
        note("reader.note", state.note),
        otherReading((reading) => Object.hasOwn(reading.states ?? {}, state.id)),
        differing(touched.states.get(state.id), [...(state.quotes ?? []), ...(state.since?.quotes ?? []), ...(state.until?.quotes ?? [])]),
      ),
    );

  const placePage = (id) => {
    const place = scene.places[id];
    const language = lang();
    const { dated, undated } = statesOf(scene, id);
    const visits = visitsOf(scene, id);
    const events = scene.events.filter((event) => event.place === id);
    const name = words(place.name);
    const others = [place.pinyin, ...(place.other ?? []).flatMap((other) => String(other).split(/\s*[;；]\s*/))].filter((other) => other && other !== name);
    const [hans, hant, en] = Array.isArray(place.name) ? place.name : [place.name, null, ""];
    const names = [["zh-Hans", hans], ["zh-Hant", hant], ["en", en]].filter(([, text]) => text && text !== name);
    nowLine = dated.length > 0 ? el("p", { class: "now" }) : null;
    return [
      head([el("span", {}, say("reader.place-kicker"))], name, null),
      el(
        "p",
        { class: "reader-other" },
        names.map(([code, text], i) => [i > 0 && " · ", el("span", { lang: code }, text)]),
        others.map((other, i) => [(i > 0 || names.length > 0) && " · ", el("span", { lang: langOf(other, language) }, other)]),
      ),
      nowLine,
      el(
        "dl",
        { class: "facts" },
        el("dt", {}, say("reader.accuracy")),
        el("dd", {}, say("reader.metres", { metres: Math.round(place.accuracy) })),
        words(place.basis) && [el("dt", {}, say("reader.basis")), el("dd", { lang: Array.isArray(place.basis) ? language : langOf(words(place.basis), language) }, words(place.basis))],
      ),
      dated.length > 0 && section(say("reader.states"), el("ol", { class: "states" }, dated.map(stateItem))),
      undated.length > 0 && section(say("reader.undated"), el("p", { class: "small" }, say("reader.undated-what")), el("ol", { class: "states" }, undated.map(stateItem))),
      visits.length > 0 &&
        section(
          say("reader.visits"),
          links(
            visits.map(({ unit, itinerary, stop }) =>
              unitButton(unit, itinerary, [
                el("span", { class: "link-when" }, words(stop.arrive?.text) || words(stop.leave?.text) || say("reader.no-hour")),
              ]),
            ),
          ),
        ),
      events.length > 0 && section(say("reader.events"), links(events.map(eventButton))),
      dated.length + undated.length + visits.length + events.length === 0 && el("p", { class: "small" }, say("reader.place-silent")),
    ];
  };

  // --- an event, a choice, the sources ---

  const eventPage = (event) => {
    const quotes = [...new Set([...(event.quotes ?? []), ...(event.when?.quotes ?? [])])];
    nowLine = null;
    return [
      head([el("span", {}, say("reader.event-kicker")), onlyNovel(scene, quotes) && el("span", { class: "novel" }, say("source.novel"))], words(event.title), pickOther(event.title, lang())),
      el(
        "p",
        { class: "now" },
        hour(event.when, event.minute, words(event.title)) ?? el("span", { class: "hour-plain" }, say("reader.no-hour")),
        gradeChip(scene, event.when?.grade ?? "unknown", lang()),
        told(event.when),
      ),
      el(
        "p",
        { class: "stop-place" },
        words(event.where) && el("span", {}, words(event.where), " "),
        event.place && placeButton(event.place),
        !words(event.where) && !event.place && say("reader.where-not-stated"),
      ),
      quotations(quotes),
      note("reader.hour-because", event.when?.reason),
      note("reader.editor", event.editor),
      note("reader.note", event.note),
      otherReading((reading) => Object.hasOwn(reading.events ?? {}, event.id)),
      differing(touched.events.get(event.id), quotes),
      event.units?.length > 0 && section(say("reader.units"), links(event.units.map((id) => unitButton(id)))),
    ];
  };

  /** The page of an event that another reading leaves out. */
  const leftOutPage = (event) => {
    nowLine = null;
    return [
      head([el("span", {}, say("reader.event-kicker"))], words(event.title), pickOther(event.title, lang())),
      otherReading((reading) => reading.events?.[event.id] === null),
      el("p", { class: "small" }, say("conflict.left-out")),
      differing(touched.events.get(event.id), event.quotes ?? []),
    ];
  };

  // --- a disagreement ---

  /** What a reading sets otherwise, row by row: who or what, where, and the hours it has then. */
  const changeRows = (reading) => {
    const row = (name, where, hours) =>
      el(
        "div",
        { class: "change" },
        el("p", {}, name, where && [" ", el("span", { class: "change-where" }, where)]),
        el("p", { class: "change-hours" }, hours),
      );
    const named = (key, selected, ...name) => button({ class: "link-place", "data-key": key }, open(selected), name);
    const dated = (label, when, minute) => when && el("span", {}, label, " ", hour(when, minute, label) ?? say("reader.no-hour"));
    const orNone = (after, parts) => (after ? (parts.some(Boolean) ? parts : say("reader.no-hour")) : say("conflict.not-drawn"));

    const stops = stopsChanged(record, reading).map(({ itinerary, before, after }) => {
      const { unit } = record.itineraries[itinerary];
      const { arrive, leave, minute } = after ?? before;
      return row(
        named(`change ${reading.id} ${itinerary} ${before.id}`, { kind: "unit", id: unit, itinerary }, unitName(scene, scene.units[unit], lang())),
        whereWords(record, after ?? before, lang()),
        orNone(after, [
          dated(say("reader.arrived"), arrive, minute),
          dated(say("reader.departed"), leave, arrive ? (leave?.latest ?? leave?.earliest ?? null) : minute),
        ]),
      );
    });
    const states = Object.entries(reading.states ?? {}).map(([id, after]) => {
      const state = after ?? record.states.find((one) => one.id === id);
      const place = record.places[state?.place];
      return (
        place &&
        row(
          named(`change ${reading.id} ${id}`, { kind: "place", id: state.place }, words(place.name)),
          words(state.text),
          orNone(after, [dated(say("reader.from"), state.since, state.from), dated(say("reader.until"), state.until, state.to)]),
        )
      );
    });
    const events = Object.entries(reading.events ?? {}).map(([id, after]) => {
      const event = after ?? record.events.find((one) => one.id === id);
      return (
        event &&
        row(named(`change ${reading.id} ${id}`, { kind: "event", id }, words(event.title)), null, orNone(after, [hour(event.when, event.minute, words(event.title))]))
      );
    });
    return [...stops, ...states, ...events].filter(Boolean);
  };

  const readingItem = (conflict, reading, taken, several) => {
    const isDefault = reading.id === conflict.default;
    const key = `reading ${conflict.id}:${reading.id}`;
    const rows = changeRows(reading);
    const says = [words(reading.says), isDefault && el("span", { class: "default-mark" }, say("conflict.default"))];
    let line = el("p", { class: "reading-says" }, says);
    if (several) {
      const input = el("input", { type: "radio", name: `reading-${conflict.id}`, value: reading.id, checked: reading.id === taken.id, "data-key": key });
      input.addEventListener("change", () => store.set({ readings: choose(record, store.state.readings, conflict.id, reading.id) }));
      line = el("label", { class: "reading-says" }, input, el("span", {}, says));
    }
    return el(
      "div",
      { class: "reading" },
      line,
      isDefault && note("conflict.reason", conflict.reason),
      several && !isDefault && !alters(reading) && el("p", { class: "small" }, say("conflict.same-on-map")),
      rows.length > 0 &&
        el("details", { open: rows.length <= 4 || reading.id === taken.id }, el("summary", {}, say("conflict.changes")), links(rows)),
    );
  };

  const conflictPage = (conflict) => {
    nowLine = null;
    const language = lang();
    const several = conflict.readings.length > 1;
    const taken = readingOf(conflict, store.state.readings);
    const ways = givingWay(record, store.state.readings, conflict.id);
    const readings = conflict.readings.map((reading) => readingItem(conflict, reading, taken, several));
    return [
      head(
        [
          el("span", {}, say("conflict.kicker")),
          conflict.nature && el("span", {}, say(`nature.${conflict.nature}`)),
          conflict.refs?.length > 0 && el("span", { class: "refs" }, conflict.refs.join(language === "en" ? ", " : "、")),
        ],
        words(conflict.topic),
        pickOther(conflict.topic, language),
      ),
      conflict.sides.map((side, i) =>
        section(
          say("conflict.account", { n: say(`conflict.ordinal-${i + 1}`) }),
          el("p", { class: "side-says" }, words(side.says)),
          quotations(side.quotes),
        ),
      ),
      words(conflict.decidable) && section(say("conflict.decidable"), el("p", {}, words(conflict.decidable))),
      words(conflict.undecidable) && section(say("conflict.undecidable"), el("p", {}, words(conflict.undecidable))),
      several
        ? el(
            "fieldset",
            { class: "reader-section readings" },
            el("legend", {}, say("conflict.readings")),
            !conflict.readings.some(alters) && el("p", { class: "small" }, say("conflict.words-only")),
            readings,
            ways.length > 0 && el("p", { class: "small" }, say("conflict.gives-way", { topics: ways.map(({ topic }) => words(topic)).join(language === "en" ? "; " : "；") })),
          )
        : section(say("conflict.reading"), readings),
      note("reader.note", conflict.note),
      related(conflict),
    ];
  };

  /** Other disagreements over the same sentences. */
  const related = (conflict) => {
    const quotes = conflict.sides.flatMap((side) => side.quotes);
    const conflicts = touching(null, touched.quotes, quotes).filter(({ id }) => id !== conflict.id);
    return conflicts.length > 0 && section(say("conflict.related"), links(conflicts.map(conflictButton)));
  };

  const choicePage = (ids) => {
    nowLine = null;
    const { minute } = store.state;
    return [
      head([el("span", {}, hhmm(minute))], say(ids.every((id) => conflictOf(record, id)) ? "conflict.shown" : "reader.choice"), null),
      links(
        ids.map((id) => {
          if (scene.units[id]) {
            const now = nowOf(scene, id, minute);
            return unitButton(id, now?.itinerary, now && el("span", { class: "link-when" }, gradeChip(scene, now.grade, lang())));
          }
          if (scene.places[id]) return placeButton(id);
          const event = scene.events.find((one) => one.id === id);
          const conflict = event ? null : conflictOf(record, id);
          return event ? eventButton(event) : conflict ? conflictButton(conflict) : null;
        }),
      ),
    ];
  };

  const sourcesPage = () => {
    nowLine = null;
    const language = lang();
    const quotes = Object.values(scene.quotes);
    const count = (test) => quotes.filter(test).length;
    return [
      head([el("span", {}, say("source.kicker"))], say("source.title"), null),
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
  };

  // --- showing ---

  const contents = (selected) => {
    if (selected.kind === "unit" && scene.units[selected.id]) {
      page.dataset.side = shapeOf(scene.units[selected.id]);
      return unitPage(selected.id, selected.itinerary);
    }
    page.dataset.side = "none";
    if (selected.kind === "place" && scene.places[selected.id]) return placePage(selected.id);
    if (selected.kind === "event") {
      const event = scene.events.find(({ id }) => id === selected.id);
      if (event) return eventPage(event);
      const leftOut = record.events.find(({ id }) => id === selected.id);
      if (leftOut) return leftOutPage(leftOut);
    }
    if (selected.kind === "conflict") {
      const conflict = conflictOf(record, selected.id);
      if (conflict) return conflictPage(conflict);
    }
    if (selected.kind === "choice") return selected.id === "sources" ? sourcesPage() : choicePage(selected.ids ?? []);
    nowLine = null;
    return [head([], say("reader.missing"), null)];
  };

  const renewNow = () => {
    const { selected, minute } = store.state;
    if (page.hidden || !selected) return;
    if (selected.kind === "unit" && nowLine && scene.units[selected.id]) {
      const now = nowOf(scene, selected.id, minute);
      const text = now ? nowWords(scene, now, lang()) : say("reader.now-unknown");
      const key = `${hhmm(minute)} ${now?.grade} ${text}`;
      if (nowLine.dataset.key !== key) {
        nowLine.dataset.key = key;
        fill(
          nowLine,
          el("span", { class: "now-time" }, hhmm(minute)),
          gradeChip(scene, now?.grade ?? "unknown", lang()),
          el("span", { class: "now-where" }, text),
          now && el("span", { class: "now-when" }, nowBracket(scene, now, lang()).join(" · ")),
        );
      }
      for (const list of page.querySelectorAll("[data-itinerary]")) {
        const current = currentStop(scene, list.getAttribute("data-itinerary"), minute);
        for (const item of list.children) {
          const is = item.getAttribute("data-stop") === current;
          if (item.classList.contains("current") === is) continue;
          item.classList.toggle("current", is);
          if (is) item.setAttribute("aria-current", "time");
          else item.removeAttribute("aria-current");
        }
      }
    }
    if (selected.kind === "place" && nowLine) {
      const state = stateAt(scene, selected.id, minute);
      fill(
        nowLine,
        el("span", { class: "now-time" }, hhmm(minute)),
        gradeChip(scene, state?.grade ?? "unknown", lang()),
        el("span", { class: "now-where" }, state ? words(state.text) : say("reader.now-unknown")),
      );
      for (const item of page.querySelectorAll("[data-state]")) {
        item.classList.toggle("current", item.getAttribute("data-state") === state?.id);
      }
    }
  };

  const build = ({ scroll = true, focus = true } = {}) => {
    const { selected, language } = store.state;
    if (page.hidden || !selected) return;
    shown = selected;
    noted = new Set();
    page.lang = language;
    fill(page, contents(selected));
    renewNow();
    if (scroll) {
      root.scrollTop = 0;
      const current = page.querySelector(".current");
      if (current) {
        const top = current.getBoundingClientRect().top - root.getBoundingClientRect().top;
        // The stop comes under the name when it would be below the fold.
        if (top > root.clientHeight * 0.55) root.scrollTop = top - root.clientHeight * 0.3;
      }
    }
    if (focus) /** @type {HTMLElement | null} */ (page.querySelector(".reader-title"))?.focus({ preventScroll: true });
  };

  let last = -Infinity;
  let later = null;
  const tick = () => {
    if (page.hidden) return;
    const wait = store.state.playing ? last + 200 - performance.now() : 0;
    if (wait > 0) {
      later ??= setTimeout(() => {
        later = null;
        tick();
      }, wait);
      return;
    }
    last = performance.now();
    renewNow();
  };

  const stops = [
    store.on(["drawer", "selected"], ({ drawer, selected }) => {
      const open_ = drawer === "reader" && selected !== null;
      if (!open_) {
        page.hidden = true;
        shown = null;
        history = [];
        return;
      }
      if (!inside) history = [];
      page.hidden = false;
      if (selected !== shown) build();
    }),
    store.on(["language"], () => build({ scroll: false, focus: false })),
    store.on(["minute", "playing"], tick),
  ];
  return {
    /** Show the page by other readings, where it is scrolled to and with the focus it has. */
    renew(next) {
      scene = next;
      if (page.hidden || !shown) return;
      const { scrollTop } = root;
      const key = page.contains(document.activeElement) ? document.activeElement?.getAttribute("data-key") : null;
      const openDetails = [...page.querySelectorAll("details")].map((details) => details.open);
      build({ scroll: false, focus: false });
      if (shown.kind === "conflict") page.querySelectorAll("details").forEach((details, i) => (details.open ||= openDetails[i] === true));
      root.scrollTop = scrollTop;
      if (key) /** @type {HTMLElement | null} */ (page.querySelector(`[data-key="${CSS.escape(key)}"]`))?.focus({ preventScroll: true });
    },
    destroy() {
      for (const stop of stops) stop();
      if (later !== null) clearTimeout(later);
      page.remove();
    },
  };
}

