"""The record as it ships: clean, equal to its sources, traceable, and switchable between readings."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from routes import Grade, Record, check, check_sources
from routes.coverage import itinerary_quotes, minutes, quoted_share, report, statements, works
from routes.readings import changed_itineraries, with_reading
from routes.tracks import itinerary_tracks
from tests.conftest import SHARED


@pytest.fixture(scope="module")
def chronicle() -> dict[str, list[dict[str, object]]]:
    """The research chronicle, which is not part of the project."""
    path = SHARED / "research" / "chronicle.json"
    if not path.is_file():
        pytest.skip("the research chronicle is not at hand (../shared/research/chronicle.json)")
    return json.loads(path.read_text(encoding="utf-8"))


def numbers(entries: list[dict[str, object]]) -> set[str]:
    return {str(entry["id"]) for entry in entries}


def test_the_record_is_clean(record: Record) -> None:
    assert check(record) == []


def test_every_quote_equals_its_source(record: Record, sources: Path) -> None:
    assert check_sources(record, sources) == []


def test_every_itinerary_of_the_chronicle_is_told(
    record: Record, chronicle: dict[str, list[dict[str, object]]]
) -> None:
    told = {ref for itinerary in record.itineraries.values() for ref in itinerary.refs}
    assert numbers(chronicle["routes"]) - told == set()


def test_every_disagreement_figure_and_plan_row_is_traceable(
    record: Record, chronicle: dict[str, list[dict[str, object]]]
) -> None:
    conflicts = [ref for conflict in record.conflicts.values() for ref in conflict.refs]
    figures = [ref for figure in record.figures.values() for ref in figure.refs]
    rows = [ref for row in record.rows.values() for ref in row.refs]
    assert numbers(chronicle["conflicts"]) - set(conflicts) == set()
    assert numbers(chronicle["figures"]) - set(figures) == set()
    assert numbers(chronicle["plan_vs_actual"]) - set(rows) == set()
    assert len(conflicts) == len(set(conflicts)), "a number stands under one disagreement only"


def test_every_gate_of_the_chronicle_has_its_states(
    record: Record, chronicle: dict[str, list[dict[str, object]]]
) -> None:
    names = {record.geodata.places["name"][state.place] for state in record.states.values()}
    for entry in chronicle["gates"]:
        for gate in re.findall(r"[\u4e00-\u9fff]+门", str(entry["gate"])):
            assert gate in names, gate


def test_every_statement_is_used_or_left_out_with_a_reason(
    record: Record, chronicle: dict[str, list[dict[str, object]]]
) -> None:
    used, left = statements(record)
    assert numbers(chronicle["entries"]) == used | left
    assert not used & left


def test_quotes_are_no_longer_than_a_claim_needs(record: Record) -> None:
    assert max(len(quote.text) for quote in record.quotes.values()) <= 120


def test_minutes_add_up_to_the_night(record: Record) -> None:
    for itinerary in record.itineraries.values():
        found = minutes(record, itinerary_tracks(record, itinerary))
        values = (found.stated, found.derived, found.reconstructed, found.unknown)
        assert min(values) >= 0
        assert sum(values) == pytest.approx(record.night.minutes)


def test_two_parts_of_one_book_are_one_work(record: Record) -> None:
    assert {source.work for source in record.sources.values()} == {"novel", "wei-fenghua"}
    tang = record.itineraries["tang-shengzhi"]
    assert {record.quotes[q].source for q in itinerary_quotes(tang)} >= {"s1", "s4"}
    assert len(works(record, tang)) == 1


def test_the_report_names_every_itinerary(record: Record) -> None:
    text = report(record)
    assert all(f"\n{key} " in f"\n{text}" for key in record.itineraries)
    assert all(0 < covered < whole for _, covered, whole in quoted_share(record))


def test_a_novel_has_no_stated_hour_of_real_people(record: Record) -> None:
    for itinerary in record.itineraries.values():
        if record.units[itinerary.unit].fiction:
            continue
        for stop in itinerary.stops:
            if stop.arrive and stop.arrive.grade is Grade.STATED:
                assert {record.quotes[q].source for q in stop.arrive.quotes} != {"s0"}


def test_a_reading_changes_only_what_it_names(record: Record) -> None:
    tried = 0
    for conflict in record.conflicts.values():
        for reading in conflict.readings:
            other = with_reading(record, reading)
            changed = set(changed_itineraries(reading))
            for key, itinerary in record.itineraries.items():
                if key not in changed:
                    assert other.itineraries[key] is itinerary
            assert other.quotes is record.quotes
            tried += bool(reading.changes)
    assert tried >= 15


def test_readings_redraw_the_map(record: Record) -> None:
    """The 51st Division has no hour in the default reading and walks by Shuangzha in another."""
    conflict = record.conflicts["way-of-the-51st"]
    by_shuangzha = next(r for r in conflict.readings if r.id == "by-way-of-shuangzha")
    other = with_reading(record, by_shuangzha)
    assert itinerary_tracks(record, record.itineraries["51st-division"]) == []
    (track,) = itinerary_tracks(other, other.itineraries["51st-division"])
    assert track.path[-1][2] > 10_000


def test_a_place_under_another_reading_is_called_by_its_own_name(record: Record) -> None:
    """The default names both places for where Luo Cequn fell; a reading that chooses one must not go on naming both."""
    conflict = record.conflicts["where-luo-cequn-fell"]
    assert record.itineraries["luo-cequn"].stops[-1].where is not None
    for reading in conflict.readings:
        other = with_reading(record, reading)
        for change in reading.changes:
            if change.itinerary and change.place:
                stop = next(s for s in other.itineraries[change.itinerary].stops if s.id == change.stop)
                assert (stop.place, stop.where) == (change.place, None)


def test_hours_from_japanese_records_carry_their_clock(record: Record) -> None:
    inscription = record.itineraries["yomo-patrol"].stops[-1]
    assert inscription.arrive is not None
    assert inscription.arrive.clock == "tokyo-presumed"
    assert f"{inscription.arrive.latest:%H:%M %z}" == "03:10 +0800", "kept as printed, never converted"


def test_the_opening_of_yijiang_men_has_no_hour(record: Record) -> None:
    opened = [s for s in record.states.values() if s.place == "yijiang-men" and s.condition == "open"]
    assert opened
    assert all(state.since is None or state.since.grade is Grade.UNKNOWN for state in opened)
