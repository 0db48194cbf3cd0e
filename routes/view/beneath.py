"""What was picked, as text with all its citations: Markdown in which every word of the data is only a word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from routes.models import Conflict, Event, Figure, Itinerary, Quote, State, Stop, Text, When
from routes.reading import Record
from routes.view.scene import bracket_text, place_basis, place_name
from routes.view.script import three
from routes.view.words import LANGUAGES, word

_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")


def escaped(text: str) -> str:
    """Text whose every ASCII punctuation mark is escaped, so that Markdown has nothing to read in it."""
    return _PUNCTUATION.sub(r"\\\1", text.replace("\r", " ").replace("\n", " "))


class Page:
    """Lines of Markdown in one language."""

    def __init__(self, record: Record, language: str) -> None:
        self.record = record
        self.language = language
        self.column = LANGUAGES.index(language)
        self.lines: list[str] = []

    def say(self, text: Text | None) -> str:
        """A text of the record in the page's language, escaped."""
        return "" if text is None else escaped(self.choose(three(text)))

    def choose(self, options: Iterable[str | None]) -> str:
        """The page's language out of three, not escaped."""
        values = list(options)
        return values[self.column] or values[0] or ""

    def word(self, key: str, **values: object) -> str:
        """A word of the page, escaped."""
        return escaped(word(self.language, key, **values))

    def add(self, line: str) -> None:
        """Add a paragraph."""
        if line:
            self.lines += [line, ""]

    def bracket(self, when: When | None) -> str:
        """A bracket with its grade and the hour as told."""
        if when is None:
            return ""
        text = escaped(self.choose(bracket_text(when, self.record.night)))
        told = f"「{when.told}」" if when.told else ""
        grade = self.word(f"grade.{when.grade.value}")
        return " · ".join(part for part in (text, grade, escaped(told)) if part)

    def citation(self, quote: Quote) -> None:
        """A quotation, its translation, and whose word it is."""
        source = self.record.sources[quote.source]
        witness = self.record.witnesses.get(quote.witness or "")
        self.add(f"> {escaped(quote.text)}")
        self.add(f"> *{escaped(quote.en)}*")
        said = [self.say(witness.name), self.say(witness.account), self.say(witness.chain)] if witness else []
        title = f"{self.word('source.called', n=source.number)} {self.say(source.title)}"
        place = self.word("beneath.offsets", start=quote.start, end=quote.end)
        self.add("— " + " · ".join(part for part in (*said, title, self.say(source.nature), place) if part))
        for sic in quote.sic:
            self.add(self.word(f"reader.sic-{sic.certainty}", printed=sic.printed, meant=sic.meant))
        if quote.note:
            self.add(f"{self.word('reader.note')} {self.say(quote.note)}")

    def citations(self, ids: Iterable[str]) -> None:
        """Every quotation of a list, each once."""
        for key in dict.fromkeys(ids):
            self.citation(self.record.quotes[key])

    def stop(self, stop: Stop) -> None:
        """One stop of an itinerary: place, hours, quotations, and how it was reached."""
        name = self.say(stop.where) if stop.where else escaped(self.choose(place_name(self.record, stop.place or "")))
        self.add(f"#### {name}")
        self.add(self.bracket(stop.arrive) or self.bracket(stop.leave) or self.word("bracket.unknown"))
        for text in (stop.outcome, stop.note, stop.editor):
            self.add(self.say(text))
        self.citations([*stop.all_quotes, *(stop.leg.quotes if stop.leg else ())])

    def itinerary(self, itinerary: Itinerary) -> None:
        """An itinerary from its first stop to its last."""
        self.add(self.say(itinerary.note))
        for stop in itinerary.stops:
            self.stop(stop)

    def event(self, event: Event) -> None:
        """An event with its bracket and quotations."""
        self.add(f"#### {self.say(event.title)}")
        self.add(self.bracket(event.when))
        self.citations([*event.quotes, *event.when.quotes])

    def state(self, state: State) -> None:
        """A state of a place with its bracket and quotations."""
        self.add(f"#### {self.word('condition.' + state.condition.value.replace('-', '_'))}")
        self.add(self.bracket(state.since) or self.word("bracket.unknown"))
        self.add(self.say(state.text))
        self.citations([*state.quotes, *(state.since.quotes if state.since else ())])


def _unit(page: Page, key: str, chosen: str | None) -> None:
    unit = page.record.units[key]
    page.add(f"### {page.say(unit.name)}")
    page.add(page.say(unit.note))
    for itinerary in page.record.itineraries.values():
        if itinerary.unit == key and chosen in (None, itinerary.id):
            page.itinerary(itinerary)
    page.add(page.say(unit.fate))
    page.citations(unit.quotes)


def _place(page: Page, key: str) -> None:
    page.add(f"### {escaped(page.choose(place_name(page.record, key)))}")
    row = page.record.geodata.places.loc[key]
    metres = page.word("reader.metres", metres=f"{row['accuracy_m']:.0f}")
    basis = escaped(page.choose(place_basis(page.record, key)))
    page.add(f"{page.word('reader.accuracy')} {metres} · {page.word('reader.basis')} {basis}")
    for state in page.record.states.values():
        if state.place == key:
            page.state(state)
    for event in page.record.events.values():
        if event.place == key:
            page.event(event)


def picked_markdown(record: Record, picked: Mapping[str, Any] | None, language: str) -> str:
    """What was picked in the stage as Markdown; empty for nothing, a choice, or anything not in the record."""
    if not isinstance(picked, Mapping):
        return ""
    kind, key = picked.get("kind"), str(picked.get("id"))
    page = Page(record, language)
    if kind == "unit" and key in record.units:
        _unit(page, key, picked.get("itinerary"))
    elif kind == "place" and key in record.geodata.places.index:
        _place(page, key)
    elif kind == "event" and key in record.events:
        page.event(record.events[key])
    return "\n".join(page.lines)


def _labelled(page: Page, key: str, text: str) -> None:
    """A paragraph that begins with its label; nothing where there is no text."""
    if text:
        page.add(f"**{page.word(key)}** {text}")


def order_markdown(record: Record, language: str) -> str:
    """The written order and the plan, paragraph by paragraph, and what each formation did."""
    page = Page(record, language)
    page.add(page.word("beneath.order-lead"))
    for paragraph in record.paragraphs.values():
        number = page.word("beneath.paragraph", n=paragraph.number) if paragraph.number else page.word("beneath.oral")
        page.add(f"### {number}")
        page.add(page.say(paragraph.says))
        page.citations(paragraph.quotes)
        _labelled(page, "beneath.happened", page.say(paragraph.happened))
        page.citations(paragraph.happened_quotes)
        page.add(page.say(paragraph.note))
    for item in record.items.values():
        page.add(f"### {page.word('beneath.item', n=item.number)}")
        page.add(" · ".join(page.say(record.units[unit].name) for unit in item.formations))
        _labelled(page, "beneath.sector", escaped(item.sector or ""))
        _labelled(page, "beneath.assembly", escaped("、".join(item.assembly)))
        _labelled(page, "beneath.start", page.bracket(item.start))
        _labelled(page, "beneath.crossing", page.say(item.crossing))
        page.citations(item.quotes)
        page.add(page.say(item.note))
    for row in record.rows.values():
        page.add(f"### {' · '.join(page.say(record.units[unit].name) for unit in row.units)}")
        _labelled(page, "beneath.verdict", page.word(f"verdict.{row.verdict}"))
        _labelled(page, "beneath.because", page.say(row.because))
        _labelled(page, "beneath.planned", page.say(row.planned))
        page.citations(row.plan_quotes)
        _labelled(page, "beneath.happened", page.say(row.happened))
        page.citations(row.happened_quotes)
        page.add(page.say(row.note))
    return "\n".join(page.lines)


def _conflict(page: Page, conflict: Conflict) -> None:
    refs = escaped(" ".join(conflict.refs))
    page.add(f"### {page.say(conflict.topic)}")
    page.add(
        " · ".join(part for part in (refs, page.word(f"nature.{conflict.nature}") if conflict.nature else "") if part)
    )
    for side in conflict.sides:
        page.add(f"**{page.say(side.says)}**")
        page.citations(side.quotes)
    _labelled(page, "beneath.decidable", page.say(conflict.decidable))
    _labelled(page, "beneath.undecidable", page.say(conflict.undecidable))
    for reading in conflict.readings:
        key = "beneath.default" if reading.id == conflict.default else "beneath.other"
        _labelled(page, key, page.say(reading.says))
    _labelled(page, "beneath.reason", page.say(conflict.reason))
    page.add(page.say(conflict.note))


def conflicts_markdown(record: Record, language: str) -> str:
    """The disagreements that stand, then those that are none with the reason, then facts from outside."""
    page = Page(record, language)
    page.add(page.word("beneath.conflicts-lead"))
    for conflict in record.conflicts.values():
        if conflict.verdict == "stands":
            _conflict(page, conflict)
    page.add(f"### {page.word('beneath.none')}")
    for conflict in record.conflicts.values():
        if conflict.verdict != "stands":
            page.add(f"- {escaped(' '.join(conflict.refs))} {page.say(conflict.topic)} — {page.say(conflict.reason)}")
    page.add(f"### {page.word('beneath.outside')}")
    for fact in record.outside.values():
        weight = page.word("beneath.weight", weight=fact.weight)
        refs = escaped(" ".join(fact.refs))
        page.add(f"- {refs} {page.say(fact.says)} — {page.say(fact.reference)} · {weight}")
    return "\n".join(page.lines)


def _amount(figure: Figure) -> str:
    values = [f"{value:,.10g}" for value in (figure.low, figure.high) if value is not None]
    return "–".join(dict.fromkeys(values))


def figures_markdown(record: Record, language: str) -> str:
    """Every number of the sources with what it counts, how certain it is, and its quotation."""
    page = Page(record, language)
    page.add(page.word("beneath.figures-lead"))
    for figure in record.figures.values():
        amount = " ".join(part for part in (escaped(_amount(figure)), page.say(figure.unit)) if part)
        page.add(f"### {amount} · {page.say(figure.counted)}")
        page.add(page.word(f"certainty.{figure.certainty}"))
        page.citations(figure.quotes)
        page.add(page.say(figure.note))
    return "\n".join(page.lines)


def sources_markdown(record: Record, language: str) -> str:
    """The documents: title, nature, note, and how many quotations stand on each."""
    page = Page(record, language)
    for source in record.sources.values():
        count = sum(quote.source == source.id for quote in record.quotes.values())
        page.add(f"**{page.word('source.called', n=source.number)}** {page.say(source.title)}")
        page.add(f"{page.say(source.nature)} · {page.word('beneath.quoted', count=count)}")
        page.add(page.say(source.note))
    return "\n".join(page.lines)
