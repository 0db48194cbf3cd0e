"""Readings: the record as it would be if a disagreement were settled another way.

The record itself is the default reading of every disagreement. A reading never touches a quotation; it sets other
hours, places or ways for named stops, states and events, or leaves them out. What it sets elsewhere is called by the
name of that place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from routes.models import Change, Itinerary, Model, Reading, Stop
from routes.reading import Record

M = TypeVar("M", bound=Model)

_STOP = ("place", "arrive", "leave", "leg")
_STATE = ("place", "since", "until")
_EVENT = ("place", "when")


def _altered(value: M, change: Change, fields: tuple[str, ...]) -> M:
    given = {name: new for name in fields if (new := getattr(change, name)) is not None}
    if "place" in given and "where" in type(value).model_fields:
        given["where"] = None  # the words for the place it was; the other is called by its name
    return value.model_copy(update=given)


def _altered_itinerary(itinerary: Itinerary, changes: list[Change]) -> Itinerary:
    by_stop = {change.stop: change for change in changes}
    stops: list[Stop] = []
    for stop in itinerary.stops:
        change = by_stop.get(stop.id)
        if change is None:
            stops.append(stop)
        elif not change.drop:
            stops.append(_altered(stop, change, _STOP))
    if stops and stops[0].leg is not None:
        stops[0] = stops[0].model_copy(update={"leg": None})
    return itinerary.model_copy(update={"stops": tuple(stops)})


def _without_or_altered(
    values: Mapping[str, M], changes: Mapping[str, Change], fields: tuple[str, ...]
) -> dict[str, M]:
    found: dict[str, M] = {}
    for key, value in values.items():
        change = changes.get(key)
        if change is None:
            found[key] = value
        elif not change.drop:
            found[key] = _altered(value, change, fields)
    return found


def changed_itineraries(reading: Reading) -> list[str]:
    """Ids of the itineraries that a reading changes."""
    return list(dict.fromkeys(change.itinerary for change in reading.changes if change.itinerary))


def with_reading(record: Record, reading: Reading) -> Record:
    """The record under one reading of one disagreement.

    An itinerary all of whose stops are dropped is left out. The result may be checked and drawn like any record.
    """
    itineraries = dict(record.itineraries)
    for key in changed_itineraries(reading):
        altered = _altered_itinerary(itineraries[key], [c for c in reading.changes if c.itinerary == key])
        if altered.stops:
            itineraries[key] = altered
        else:
            del itineraries[key]
    states = {change.state: change for change in reading.changes if change.state}
    events = {change.event: change for change in reading.changes if change.event}
    return replace(
        record,
        itineraries=itineraries,
        states=_without_or_altered(record.states, states, _STATE),
        events=_without_or_altered(record.events, events, _EVENT),
    )
