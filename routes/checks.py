"""The rules of the record that no single entry can see: references, evidence, hours and ground.

Each rule is one small function that yields faults; `RULES` is the table of them. Distances are metres in EPSG:32650.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from shapely.geometry import LineString, Point
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from geodata import metric
from geodata.faults import Fault, near
from geodata.files import misplaced
from routes.models import Change, Conflict, Event, Grade, Itinerary, Mode, Quote, State, Stop, Text, Unit, When
from routes.paths import leg_path
from routes.reading import Record
from routes.readings import changed_itineraries, with_reading
from routes.tracks import SPEED_KMH, Bounds

GATE_METRES = 60.0
"""How near a gate or breach a path must cross the wall: the width of a gate court and its approach."""

RIVER_METRES = 150.0
"""Water that a path on land may clip before it counts as crossing: the accuracy of the drawn bank."""

QUOTE_CHARACTERS = 120

ON_LAND = {Mode.FOOT, Mode.HORSE, Mode.VEHICLE, Mode.ROPE}
ON_WATER = {Mode.MOTOR_LAUNCH, Mode.WARSHIP, Mode.JUNK, Mode.RAFT, Mode.SWIMMING}

Rule = Callable[[Record], Iterator[Fault]]
T = TypeVar("T")


def _stops(record: Record) -> Iterator[tuple[str, Itinerary, Stop]]:
    for itinerary in record.itineraries.values():
        for stop in itinerary.stops:
            yield f"itineraries/{itinerary.id}.toml", itinerary, stop


def _legs(record: Record) -> Iterator[tuple[str, Stop, Stop]]:
    for itinerary in record.itineraries.values():
        for start, end in itinerary.pairs():
            yield f"itineraries/{itinerary.id}.toml", start, end


def _brackets(record: Record) -> Iterator[tuple[str, str, str, When]]:
    """Every bracket of the record with its file, record and key."""
    for file, _, stop in _stops(record):
        yield from (
            (file, stop.id, key, when) for key, when in (("arrive", stop.arrive), ("leave", stop.leave)) if when
        )
    for state in record.states.values():
        pairs = (("since", state.since), ("until", state.until))
        yield from (("states.toml", state.id, key, when) for key, when in pairs if when)
    yield from (("events.toml", event.id, "when", event.when) for event in record.events.values())
    yield from (("order.toml", item.id, "start", item.start) for item in record.items.values() if item.start)
    for conflict in record.conflicts.values():
        for change in _changes(conflict):
            for key in ("arrive", "leave", "since", "until", "when"):
                when = getattr(change, key)
                if when is not None:
                    yield "conflicts.toml", conflict.id, key, when


def _changes(conflict: Conflict) -> Iterator[Change]:
    for reading in conflict.readings:
        yield from reading.changes


def _cited(record: Record) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Every list of quote ids with its file and record."""
    for file, _, stop in _stops(record):
        yield file, stop.id, stop.quotes
        if stop.leg:
            yield file, stop.id, stop.leg.quotes
    for file, name, _, when in _brackets(record):
        yield file, name, when.quotes
    yield from (("states.toml", state.id, state.quotes) for state in record.states.values())
    yield from (("events.toml", event.id, event.quotes) for event in record.events.values())
    yield from (("units.toml", unit.id, unit.quotes) for unit in record.units.values())
    yield from (("sources.toml", witness.id, witness.quotes) for witness in record.witnesses.values())
    for paragraph in record.paragraphs.values():
        yield "order.toml", paragraph.id, paragraph.quotes + paragraph.happened_quotes
    yield from (("order.toml", item.id, item.quotes) for item in record.items.values())
    yield from (("order.toml", row.id, row.plan_quotes + row.happened_quotes) for row in record.rows.values())
    yield from (("figures.toml", figure.id, figure.quotes) for figure in record.figures.values())
    yield from (("conflicts.toml", fact.id, fact.beside) for fact in record.outside.values())
    for conflict in record.conflicts.values():
        yield from (("conflicts.toml", conflict.id, side.quotes) for side in conflict.sides)
        for change in _changes(conflict):
            yield from (("conflicts.toml", conflict.id, leg.quotes) for leg in [change.leg] if leg)


def _quote_file(quote: Quote) -> str:
    return f"quotes/{quote.source}.toml"


def quotes_exist(record: Record) -> Iterator[Fault]:
    """Every quote that is cited is recorded."""
    for file, name, ids in _cited(record):
        for quote in ids:
            if quote not in record.quotes:
                yield Fault(file, name, f"no quote '{quote}'", near(quote, record.quotes))


def _missing(file: str, name: str, kind: str, wanted: Iterable[str | None], known: Iterable[str]) -> Iterator[Fault]:
    known = list(known)
    for key in wanted:
        if key is not None and key not in known:
            yield Fault(file, name, f"no {kind} '{key}'", near(key, known))


def places_exist(record: Record) -> Iterator[Fault]:
    """Every place that is named is in the gazetteer."""
    known = list(record.geodata.places.index)
    for file, _, stop in _stops(record):
        via = [v for v in stop.leg.via if isinstance(v, str)] if stop.leg else []
        yield from _missing(file, stop.id, "place", [stop.place, *via], known)
    for state in record.states.values():
        yield from _missing("states.toml", state.id, "place", [state.place], known)
    for event in record.events.values():
        yield from _missing("events.toml", event.id, "place", [event.place], known)
    for item in record.items.values():
        yield from _missing("order.toml", item.id, "place", [*item.assembly_places, *item.bounds_places], known)
    for conflict in record.conflicts.values():
        for change in _changes(conflict):
            via = [v for v in change.leg.via if isinstance(v, str)] if change.leg else []
            yield from _missing("conflicts.toml", conflict.id, "place", [change.place, *via], known)


def units_exist(record: Record) -> Iterator[Fault]:
    """Every unit, parent, commander, member, lane and witness that is named is recorded."""
    for itinerary in record.itineraries.values():
        yield from _missing(f"itineraries/{itinerary.id}.toml", "", "unit", [itinerary.unit], record.units)
    for unit in record.units.values():
        yield from _missing("units.toml", unit.id, "unit", [unit.parent, unit.commander, *unit.members], record.units)
        yield from _missing("units.toml", unit.id, "lane", [unit.lane], record.lanes)
    for event in record.events.values():
        yield from _missing("events.toml", event.id, "unit", event.units, record.units)
    for item in record.items.values():
        yield from _missing("order.toml", item.id, "unit", item.formations, record.units)
    for row in record.rows.values():
        yield from _missing("order.toml", row.id, "unit", row.units, record.units)
        yield from _missing("order.toml", row.id, "item", [row.item], record.items)
        yield from _missing("order.toml", row.id, "itinerary", row.itineraries, record.itineraries)
    for quote in record.quotes.values():
        yield from _missing(_quote_file(quote), quote.id, "witness", [quote.witness], record.witnesses)


def quotes_have_their_length(record: Record) -> Iterator[Fault]:
    """A quote is as long as its offsets say, and no longer than a claim needs."""
    for quote in record.quotes.values():
        if quote.end - quote.start != len(quote.text):
            yield Fault(
                _quote_file(quote),
                quote.id,
                f"offsets {quote.start}–{quote.end} hold {quote.end - quote.start} characters, "
                f"the text has {len(quote.text)}",
                "wrong offset, or the text was altered",
            )
        if len(quote.text) > QUOTE_CHARACTERS and quote.note is None:
            yield Fault(
                _quote_file(quote),
                quote.id,
                f"{len(quote.text)} characters; more than {QUOTE_CHARACTERS} need a note that says why",
            )
        if quote.end > record.sources[quote.source].characters:
            yield Fault(_quote_file(quote), quote.id, f"ends at {quote.end}, after the end of its source")


def words_stand_in_quotes(record: Record) -> Iterator[Fault]:
    """Misprints and words of doubt stand in their quote; an hour as told stands in a quote of its bracket."""
    for quote in record.quotes.values():
        for printed in (sic.printed for sic in quote.sic):
            if printed not in quote.text:
                yield Fault(_quote_file(quote), quote.id, f"the misprint '{printed}' is not in the text")
        if quote.hearsay is not None and quote.hearsay not in quote.text:
            yield Fault(_quote_file(quote), quote.id, f"the word of doubt '{quote.hearsay}' is not in the text")
    for file, name, key, when in _brackets(record):
        texts = [record.quotes[q].text for q in when.quotes if q in record.quotes]
        if when.told is not None and not any(when.told in text for text in texts):
            yield Fault(file, name, f"{key}: told '{when.told}' is in none of its quotes", "told is verbatim")


def plan_is_as_printed(record: Record) -> Iterator[Fault]:
    """Bounds and assembly areas of the plan stand in the quotes of their item, character for character."""
    for item in record.items.values():
        texts = [record.quotes[q].text for q in item.quotes if q in record.quotes]
        for printed in [*([item.sector] if item.sector else []), *item.assembly]:
            if not any(printed in text for text in texts):
                yield Fault(
                    "order.toml", item.id, f"'{printed}' is in none of its quotes", "the plan is given as printed"
                )


def disagreements_are_whole(record: Record) -> Iterator[Fault]:
    """A disagreement that stands has two sides, a nature and a default reading that changes nothing."""
    for conflict in record.conflicts.values():
        name, readings = conflict.id, {reading.id: reading for reading in conflict.readings}
        if conflict.verdict == "stands":
            wants = [
                (len(conflict.sides) > 1, "two sides"),
                (conflict.nature is not None, "a nature"),
                (conflict.default is not None, "a default reading"),
            ]
            lacking = [what for has, what in wants if not has]
            if lacking:
                yield Fault("conflicts.toml", name, f"stands without {', '.join(lacking)}")
        yield from _missing("conflicts.toml", name, "reading", [conflict.default], readings)
        yield from _missing("conflicts.toml", name, "conflict", [conflict.same_as], record.conflicts)
        if conflict.verdict == "double" and conflict.same_as is None:
            yield Fault("conflicts.toml", name, "is double without same_as")
        if conflict.default in readings and readings[conflict.default].changes:
            yield Fault("conflicts.toml", name, "the default reading changes the record", "the record is the default")
        for change in _changes(conflict):
            yield from _change_faults(record, name, change)


def _change_faults(record: Record, name: str, change: Change) -> Iterator[Fault]:
    named = [kind for kind in ("itinerary", "state", "event") if getattr(change, kind) is not None]
    if len(named) != 1 or (change.stop is None) != (change.itinerary is None):
        yield Fault("conflicts.toml", name, "a change names one stop of an itinerary, one state or one event")
    yield from _missing("conflicts.toml", name, "itinerary", [change.itinerary], record.itineraries)
    yield from _missing("conflicts.toml", name, "state", [change.state], record.states)
    yield from _missing("conflicts.toml", name, "event", [change.event], record.events)
    itinerary = record.itineraries.get(change.itinerary or "")
    if itinerary is not None:
        stops = [stop.id for stop in itinerary.stops]
        yield from _missing("conflicts.toml", name, f"stop of '{itinerary.id}'", [change.stop], stops)


def readings_hold_on_the_ground(record: Record) -> Iterator[Fault]:
    """What another reading draws keeps to the rules of hours and ground as well."""
    rules = (hours_in_order, paths_resolve, legs_keep_to_gates, legs_keep_to_their_element, legs_are_not_too_fast)
    for conflict in record.conflicts.values():
        for reading in conflict.readings:
            changed = changed_itineraries(reading)
            if not changed or any(fault for c in reading.changes for fault in _change_faults(record, conflict.id, c)):
                continue
            other = with_reading(record, reading)
            alone = replace(other, itineraries={k: other.itineraries[k] for k in changed if k in other.itineraries})
            for fault in (fault for rule in rules for fault in rule(alone) if fault.file.startswith("itineraries/")):
                what = f"under '{reading.id}': {fault.file}: {fault.record}: {fault.what}"
                yield Fault("conflicts.toml", conflict.id, what, fault.cause)


def every_quote_is_needed(record: Record) -> Iterator[Fault]:
    """Nothing is quoted that no claim rests on."""
    used = {quote for _, _, ids in _cited(record) for quote in ids}
    for quote in record.quotes.values():
        if quote.id not in used:
            yield Fault(_quote_file(quote), quote.id, "nothing rests on this quote", "cite it, or leave it out")


def nothing_is_left_out_and_used(record: Record) -> Iterator[Fault]:
    """A statement left out has no quote, and is named once."""
    quoted = {ref for quote in record.quotes.values() for ref in quote.refs}
    seen: set[str] = set()
    for entry in record.left_out:
        for ref in entry.refs:
            if ref in quoted:
                yield Fault("left_out.toml", ref, "is left out, and quoted")
            if ref in seen:
                yield Fault("left_out.toml", ref, "stands twice")
            seen.add(ref)


def grades_agree(record: Record) -> Iterator[Fault]:
    """A grade asks for what it needs: hour as told, bounds, quote, reason."""
    for file, name, key, when in _brackets(record):
        both = when.earliest is not None and when.latest is not None
        wants: list[tuple[bool, str]] = []
        if when.grade is Grade.STATED:
            wants = [(when.told is not None, "the hour as told"), (both, "both bounds"), (bool(when.quotes), "a quote")]
        elif when.grade is Grade.DERIVED:
            some = when.earliest is not None or when.latest is not None
            wants = [(some, "a bound"), (bool(when.quotes), "a quote"), (when.reason is not None, "a reason")]
        elif when.grade is Grade.RECONSTRUCTED:
            wants = [(both, "both bounds"), (when.reason is not None, "a reason")]
        if when.clock != "china-coast":
            wants.append((when.reason is not None, "a reason for its clock"))
        lacking = [what for has, what in wants if not has]
        if lacking:
            yield Fault(file, name, f"{key}: grade {when.grade} without {', '.join(lacking)}")


def hours_in_order(record: Record) -> Iterator[Fault]:
    """A bracket's bounds are in order, and so are the moments of an itinerary."""
    for file, name, key, when in _brackets(record):
        if when.earliest and when.latest and when.earliest > when.latest:
            yield Fault(
                file,
                name,
                f"{key}: earliest {when.earliest:%Y-%m-%d %H:%M} is after latest {when.latest:%Y-%m-%d %H:%M}",
            )
    for itinerary in record.itineraries.values():
        reached = None
        since = ""
        for stop in itinerary.stops:
            for label, bracket in (("arrive", stop.arrive), ("leave", stop.leave)):
                if bracket is None:
                    continue
                if reached and bracket.latest and bracket.latest < reached:
                    yield Fault(
                        f"itineraries/{itinerary.id}.toml",
                        stop.id,
                        f"{label}: latest {bracket.latest:%Y-%m-%d %H:%M} is before {since} ({reached:%Y-%m-%d %H:%M})",
                        "hour out of order",
                    )
                if bracket.earliest and (reached is None or bracket.earliest > reached):
                    reached, since = bracket.earliest, f"the earliest hour of '{stop.id}'"


def hours_in_their_phase(record: Record) -> Iterator[Fault]:
    """A stop of the night touches the window; one before or afterwards does not lie wholly inside it."""
    night = record.night
    for file, _, stop in _stops(record):
        for key, when in (("arrive", stop.arrive), ("leave", stop.leave)):
            if when is None:
                continue
            after = when.earliest is not None and when.earliest > night.end
            before = when.latest is not None and when.latest < night.start
            if stop.phase == "night" and (after or (before and key == "leave")):
                yield Fault(file, stop.id, f"{key} lies outside the night", "set phase")
            inside = when.earliest and when.latest and night.start <= when.earliest and when.latest <= night.end
            if stop.phase != "night" and inside:
                yield Fault(file, stop.id, f"{key} lies in the night, but phase is '{stop.phase}'")


def everything_has_evidence(record: Record) -> Iterator[Fault]:
    """Whatever is drawn or said rests on a quote, or is the editor's with a reason."""
    for file, _, stop in _stops(record):
        if stop.place is not None and not stop.all_quotes and stop.editor is None:
            yield Fault(file, stop.id, "the stop has no quote", "give quotes, or say why in editor")
        leg = stop.leg
        if leg and not leg.quotes and leg.editor is None and leg.grade is not Grade.UNKNOWN:
            yield Fault(file, stop.id, f"the way is {leg.grade} without a quote", "give quotes, or say why in editor")
    both: list[tuple[str, State | Event | Unit]] = [
        *(("states.toml", state) for state in record.states.values()),
        *(("events.toml", event) for event in record.events.values()),
    ]
    for file, value in both:
        own = value.since if isinstance(value, State) else value.when if isinstance(value, Event) else None
        if not value.quotes and not (own and own.quotes) and value.editor is None:
            yield Fault(file, value.id, "has no quote", "give quotes, or say why in editor")


def a_novel_states_nothing_alone(record: Record) -> Iterator[Fault]:
    """A novel is never the only ground of a stated hour or way, except of its own invented people."""

    def only_novel(ids: Iterable[str]) -> bool:
        kinds = {record.sources[record.quotes[q].source].kind for q in ids if q in record.quotes}
        return kinds == {"novel"}

    for file, itinerary, stop in _stops(record):
        unit = record.units.get(itinerary.unit)
        if unit and unit.fiction:
            continue
        for key, when in (("arrive", stop.arrive), ("leave", stop.leave)):
            if when and when.grade is Grade.STATED and only_novel(when.quotes):
                yield Fault(file, stop.id, f"{key} is stated by the novel alone")
        if stop.leg and stop.leg.grade is Grade.STATED and only_novel(stop.leg.quotes):
            yield Fault(file, stop.id, "the way is stated by the novel alone")


def the_time_line_shows_hours(record: Record) -> Iterator[Fault]:
    """An event stands on the time line at an hour, or nowhere: one bound alone is no hour."""
    for event in record.events.values():
        if event.on_timeline and (event.when.earliest is None) != (event.when.latest is None):
            told = "earliest" if event.when.latest is None else "latest"
            yield Fault("events.toml", event.id, f"on the time line with `{told}` alone", "set on_timeline = false")


def first_stops_have_no_leg(record: Record) -> Iterator[Fault]:
    """A leg tells how a stop was reached from the one before it, so the first stop has none."""
    for itinerary in record.itineraries.values():
        file = f"itineraries/{itinerary.id}.toml"
        if itinerary.stops[0].leg is not None:
            yield Fault(file, itinerary.stops[0].id, "the first stop has a leg")


def _paths(record: Record) -> Iterator[tuple[str, Stop, Stop, LineString]]:
    """Every leg that has a path, with the path in metres."""
    for file, start, end in _legs(record):
        if any(_off_the_sheet(end)):
            continue
        try:
            line = leg_path(record.geodata, start, end)
        except (KeyError, ValueError):
            continue  # a place or road that is missing has its own fault
        if line is not None and line.length > 0:
            yield file, start, end, metric.to_metres(line)


def paths_resolve(record: Record) -> Iterator[Fault]:
    """The roads of a leg are in the road layer and join up."""
    known = set(record.geodata.layers["roads"].road_id)
    for file, start, end in _legs(record):
        unknown = list(_missing(file, end.id, "road", end.leg.roads if end.leg else (), known))
        yield from unknown
        try:
            if not unknown:
                leg_path(record.geodata, start, end)
        except ValueError as error:
            yield Fault(file, end.id, f"leg: {error}")
        except KeyError:
            continue  # a place that is missing has its own fault


def _openings(record: Record, start: Stop, end: Stop) -> BaseGeometry:
    """Where a leg may cross the wall, metres: gates and breaches among its ends and `via`."""
    names = [start.place, end.place, *(v for v in (end.leg.via if end.leg else ()) if isinstance(v, str))]
    shapes: list[BaseGeometry] = []
    places = record.geodata.places
    for name in names:
        if name is None or name not in places.index:
            continue
        area = places["area"][name]
        if isinstance(area, BaseGeometry) and places.kind[name] == "wall-stretch":
            shapes.append(metric.to_metres(area))
        elif places.kind[name] == "gate":
            shapes.append(metric.to_metres(places.geometry[name]).buffer(GATE_METRES))
    return unary_union(shapes)


def legs_keep_to_gates(record: Record) -> Iterator[Fault]:
    """A leg crosses the wall only at a gate or breach that it names, or by rope."""
    wall = metric.to_metres(unary_union(record.geodata.layers["wall"].geometry))
    for file, start, end, path in _paths(record):
        if end.leg and end.leg.mode is Mode.ROPE:
            continue
        openings = _openings(record, start, end)
        for crossing in _points(path.intersection(wall)):
            if not openings.covers(crossing):
                lon, lat = metric.to_degrees(crossing).coords[0]
                yield Fault(
                    file,
                    end.id,
                    f"the leg from '{start.id}' crosses the wall at {lon:.5f}, {lat:.5f}, "
                    "not at a gate or breach it names",
                    "name the gate in via, or mode rope",
                )


def _points(shape: BaseGeometry) -> Iterator[Point]:
    parts = getattr(shape, "geoms", [shape])
    for part in parts:
        if not part.is_empty:
            yield part if isinstance(part, Point) else part.centroid


def water(record: Record) -> BaseGeometry:
    """The river without its islands, EPSG:32650."""
    layers = record.geodata.layers
    river = layers["river"].geometry
    shape = unary_union(list(river[river.geom_type.isin(["Polygon", "MultiPolygon"])]))
    return metric.to_metres(shape.difference(unary_union(list(layers["islands"].geometry))))


def legs_keep_to_their_element(record: Record) -> Iterator[Fault]:
    """A leg on land does not cross the river; a leg on the water touches it."""
    river = water(record)
    for file, start, end, path in _paths(record):
        if end.leg is None:
            continue
        wet = path.intersection(river).length
        mode = end.leg.mode
        if mode in ON_LAND and wet > RIVER_METRES:
            yield Fault(
                file,
                end.id,
                f"the leg from '{start.id}' goes by {mode} over {wet:.0f} m of the river",
                "wrong mode or place",
            )
        if mode in ON_WATER and wet == 0:
            yield Fault(
                file,
                end.id,
                f"the leg from '{start.id}' goes by {mode} but never touches the river",
                "wrong mode or place",
            )


def legs_are_not_too_fast(record: Record) -> Iterator[Fault]:
    """No leg needs more than its mode's speed even under its most generous reading."""
    for file, start, end, path in _paths(record):
        leave = Bounds.of(start.leave, record.night).earliest
        left = leave if leave is not None else Bounds.of(start.arrive, record.night).earliest
        come = Bounds.of(end.arrive, record.night).latest
        if left is None or come is None or end.leg is None or end.leg.impossible_as_told is not None:
            continue
        # An exact minute stands for itself and the rounding of a clock: half a minute on either side.
        hours = (come - left + 1) / 60
        if hours <= 0:
            continue  # out of order, which has its own fault
        speed = path.length / 1000 / hours
        if speed > SPEED_KMH[end.leg.mode]:
            yield Fault(
                file,
                end.id,
                f"the leg from '{start.id}' asks {speed:.0f} km/h, {end.leg.mode} does "
                f"{SPEED_KMH[end.leg.mode]:.0f} at most ({path.length / 1000:.1f} km in {hours * 60:.0f} min)",
                "wrong hour, place or mode; if the text says so, impossible_as_told",
            )


def _off_the_sheet(stop: Stop) -> Iterator[tuple[str, str]]:
    """What is wrong with each (lon, lat) of a stop's `via` that lies outside the region, and the likely cause."""
    for via in stop.leg.via if stop.leg else ():
        if not isinstance(via, str) and (found := misplaced(*via)) is not None:
            yield found


def via_lies_on_the_sheet(record: Record) -> Iterator[Fault]:
    """Coordinates of a `via` are (lon, lat) in the region of the record."""
    for file, _, stop in _stops(record):
        for what, cause in _off_the_sheet(stop):
            yield Fault(file, stop.id, f"via: {what}", cause)


def texts_are_finished(record: Record) -> Iterator[Fault]:
    """No placeholder is left in the words of the editors."""

    def walk(value: object) -> Iterator[str]:
        if isinstance(value, Text):
            yield from (part for part in (value.zh, value.en, value.hant) if part)
        elif hasattr(value, "model_fields_set"):
            for name in type(value).model_fields:  # type: ignore[attr-defined]
                yield from walk(getattr(value, name))
        elif isinstance(value, tuple):
            for item in value:
                yield from walk(item)

    kinds: list[tuple[str, Iterable[object]]] = [
        ("sources.toml", record.sources.values()),
        ("units.toml", record.units.values()),
        ("states.toml", record.states.values()),
        ("events.toml", record.events.values()),
        ("order.toml", [*record.paragraphs.values(), *record.items.values(), *record.rows.values()]),
        ("conflicts.toml", [*record.conflicts.values(), *record.outside.values()]),
        ("figures.toml", record.figures.values()),
        ("left_out.toml", record.left_out),
    ]
    for file, values in kinds:
        for value in values:
            if any("TODO" in text or "FIXME" in text for text in walk(value)):
                yield Fault(file, str(getattr(value, "id", "")), "a placeholder is left in its words")
    for itinerary in record.itineraries.values():
        if any("TODO" in text or "FIXME" in text for text in walk(itinerary)):
            yield Fault(f"itineraries/{itinerary.id}.toml", "", "a placeholder is left in its words")


RULES: tuple[Rule, ...] = (
    quotes_exist,
    places_exist,
    units_exist,
    quotes_have_their_length,
    words_stand_in_quotes,
    plan_is_as_printed,
    grades_agree,
    hours_in_order,
    hours_in_their_phase,
    everything_has_evidence,
    a_novel_states_nothing_alone,
    the_time_line_shows_hours,
    first_stops_have_no_leg,
    via_lies_on_the_sheet,
    paths_resolve,
    legs_keep_to_gates,
    legs_keep_to_their_element,
    legs_are_not_too_fast,
    disagreements_are_whole,
    readings_hold_on_the_ground,
    every_quote_is_needed,
    nothing_is_left_out_and_used,
    texts_are_finished,
)


def check(record: Record) -> list[Fault]:
    """Every fault that the rules find, sorted, without repeats."""
    return sorted({fault for rule in RULES for fault in rule(record)})


def check_sources(record: Record, folder: Path) -> list[Fault]:
    """Compare every quote with the full texts in `folder`, character for character at its offsets."""
    faults: list[Fault] = []
    texts: dict[str, str] = {}
    for source in record.sources.values():
        path = folder / source.file
        if not path.is_file():
            faults.append(Fault("sources.toml", source.id, f"{source.file} is not in the folder of sources"))
            continue
        raw = path.read_bytes()
        if hashlib.sha256(raw).hexdigest() != source.sha256:
            faults.append(
                Fault("sources.toml", source.id, f"{source.file} has another sha256", "another edition of the text")
            )
        text = raw.decode("utf-8")
        if len(text) != source.characters:
            faults.append(
                Fault("sources.toml", source.id, f"{source.file} has {len(text)} characters, not {source.characters}")
            )
        texts[source.id] = text
    for quote in record.quotes.values():
        if quote.source in texts:
            faults += _compare(quote, texts[quote.source])
    return sorted(set(faults))


def _compare(quote: Quote, text: str) -> Iterator[Fault]:
    found = text[quote.start : quote.end]
    if found == quote.text:
        return
    elsewhere = [i for i in range(len(text)) if text.startswith(quote.text, i)]
    if elsewhere:
        what = f"offsets {quote.start}–{quote.end} hold '{found}'; the text stands at {', '.join(map(str, elsewhere))}"
        yield Fault(_quote_file(quote), quote.id, what, "wrong offset")
        return
    differs = next(
        (i for i, (a, b) in enumerate(zip(found, quote.text, strict=False)) if a != b), min(len(found), len(quote.text))
    )
    yield Fault(
        _quote_file(quote),
        quote.id,
        f"differs from its source at character {differs}: "
        f"'{quote.text[differs : differs + 8]}' for '{found[differs : differs + 8]}'",
        "altered quote",
    )
