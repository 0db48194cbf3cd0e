"""Coverage: how much of the night is known for whom, on how many works, and how much of the texts is used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from routes.models import Grade, Itinerary
from routes.reading import Record
from routes.tracks import Track, itinerary_tracks


@dataclass(frozen=True)
class Minutes:
    """Minutes of the window by the grade of a unit's position; they add up to its length."""

    stated: float
    derived: float
    reconstructed: float
    unknown: float


def minutes(record: Record, tracks: Iterable[Track]) -> Minutes:
    """Minutes of the window in each grade, over the tracks of one itinerary."""
    total = dict.fromkeys(Grade, 0.0)
    for track in tracks:
        edges = [*(minute for minute, _ in track.grades), track.end]
        for (start, grade), end in zip(track.grades, edges[1:], strict=True):
            total[grade] += end - start
    known = sum(total.values())
    return Minutes(total[Grade.STATED], total[Grade.DERIVED], total[Grade.RECONSTRUCTED], record.night.minutes - known)


def itinerary_quotes(itinerary: Itinerary) -> set[str]:
    """Ids of every quote an itinerary rests on."""
    found = {quote for stop in itinerary.stops for quote in stop.all_quotes}
    return found | {quote for stop in itinerary.stops if stop.leg for quote in stop.leg.quotes}


def works(record: Record, itinerary: Itinerary) -> set[str]:
    """The works behind an itinerary: two documents that are one book count once."""
    return {record.sources[record.quotes[quote].source].work for quote in itinerary_quotes(itinerary)}


def quoted_share(record: Record) -> Iterator[tuple[str, int, int]]:
    """For each source its id, the characters that are quoted, each counted once, and its length."""
    for source in record.sources.values():
        spans = sorted((q.start, q.end) for q in record.quotes.values() if q.source == source.id)
        covered = end = 0
        for first, last in spans:
            covered += max(0, last - max(first, end))
            end = max(end, last)
        yield source.id, covered, source.characters


def statements(record: Record) -> tuple[set[str], set[str]]:
    """Numbers of the statements that the record quotes, and of those it leaves out."""
    used = {ref for quote in record.quotes.values() for ref in quote.refs}
    return used, {ref for entry in record.left_out for ref in entry.refs}


def report(record: Record) -> str:
    """The whole coverage as a table for the terminal."""
    lines = [f"{'itinerary':34}{'refs':10}{'stated':>8}{'derived':>9}{'reconstr.':>11}{'unknown':>9}{'works':>7}"]
    for itinerary in record.itineraries.values():
        found = minutes(record, itinerary_tracks(record, itinerary))
        lines.append(
            f"{itinerary.id:34}{' '.join(itinerary.refs):10}{found.stated:8.0f}{found.derived:9.0f}"
            f"{found.reconstructed:11.0f}{found.unknown:9.0f}{len(works(record, itinerary)):7}"
        )
    used, left = statements(record)
    whole = len(used | left)
    lines += ["", f"statements: {len(used)} of {whole} used ({len(used) / whole:.0%}), {len(left)} left out"]
    for source, covered, characters in quoted_share(record):
        of = {ref for ref in used | left if ref.lower().startswith(f"{source}-")}
        lines.append(
            f"{source}: {len(of & used)} of {len(of)} statements; "
            f"{covered} of {characters} characters quoted ({covered / characters:.0%})"
        )
    if record.left_out:
        lines += ["", "left out:"]
        lines += [f"{' '.join(entry.refs)}: {entry.reason.en}" for entry in record.left_out]
    return "\n".join(lines)
