"""The scene: all that the stage needs, as JSON.

A text in three languages is `[Simplified, Traditional or null where it is the same, English]`. Minutes count from the
opening of the window and may lie outside it. Coordinates are (lon, lat), EPSG:4326; metres are along a path.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from shapely.geometry import box

from geodata import sky
from routes.models import Conflict, Event, Grade, Itinerary, Json, Night, Quote, Reading, State, Stop, Text, Unit, When
from routes.reading import Record
from routes.readings import changed_itineraries, with_reading
from routes.tracks import Bounds, Track, itinerary_tracks, undated_legs
from routes.view.script import simplified, three, traditional
from routes.view.words import LANGUAGES, word, words

MOON_STEP = 10
"""Minutes between two heights of the moon and the sun on the sky strip."""

Three = list[str | None]


def _three(text: Text | None) -> Three | None:
    return None if text is None else three(text)


def _words(key: str, **values: str) -> Three:
    hans, hant, english = (word(language, key, **values) for language in LANGUAGES)
    return [hans, None if hant == hans else hant, english]


def _filled(key: str, **values: Three) -> Three:
    """A phrase of the page with three-language values put in."""
    filled: Three = []
    for i, language in enumerate(LANGUAGES):
        own = {name: str(value[i] if value[i] is not None else value[0]) for name, value in values.items()}
        filled.append(word(language, key, **own))
    return [filled[0], None if filled[1] == filled[0] else filled[1], filled[2]]


def _moment(at: datetime, night: Night, *, day_only: bool) -> Three:
    """An hour inside the night as `20:00`; outside it with or as its date."""
    near = night.start - timedelta(hours=12) <= at <= night.end + timedelta(hours=1)
    clock = f"{at:%H:%M}"
    if near and not day_only:
        return [clock, None, clock]
    month = at.strftime("%B")
    date: Three = [f"{at.month}月{at.day}日", None, f"{at.day} {month}"]
    if at.year != night.start.year:
        date = [f"{at.year}年{at.month}月{at.day}日", None, f"{at.day} {month} {at.year}"]
    if day_only:
        return date
    return [f"{date[0]} {clock}", None, f"{date[2]} {clock}"]


def bracket_text(when: When, night: Night) -> Three:
    """A bracket as it is printed: `20:00–20:59`, `after 18:30`, `by 21:59`, `21 December`, `not stated`."""
    early, late = when.earliest, when.latest
    if when.grade is Grade.UNKNOWN or (early is None and late is None):
        return _words("bracket.unknown")
    whole_days = all(at is None or (at.hour, at.minute) == edge for at, edge in ((early, (0, 0)), (late, (23, 59))))
    day_only = whole_days and (early is not None and late is not None) and (late - early) > timedelta(hours=20)
    if early is None:
        assert late is not None
        return _filled("bracket.by", time=_moment(late, night, day_only=whole_days))
    if late is None:
        return _filled("bracket.from", time=_moment(early, night, day_only=False))
    first, last = _moment(early, night, day_only=day_only), _moment(late, night, day_only=day_only)
    if first == last:
        return first
    return [f"{a}–{b}" if a and b else None for a, b in zip(first, last, strict=True)]


def _when(when: When | None, night: Night) -> Json | None:
    if when is None:
        return None
    return {
        "text": bracket_text(when, night),
        "told": when.told,
        "toldEn": when.told_en,
        "earliest": None if when.earliest is None else night.minute(when.earliest),
        "latest": None if when.latest is None else night.minute(when.latest),
        "grade": when.grade.value,
        "clock": when.clock.value,
        "reason": _three(when.reason),
        "quotes": list(when.quotes),
    }


def middle(when: When | None, night: Night) -> float | None:
    """The minute half-way through a bracket, the bound that there is, or `None`; clamped to the window."""
    bounds = Bounds.of(when, night)
    ends = [m for m in (bounds.earliest, bounds.latest) if m is not None]
    if not ends:
        return None
    minute = sum(ends) / len(ends)
    return round(minute, 1) if 0 <= minute <= night.minutes else None


def place_name(record: Record, place: str) -> Three:
    """The name of a place in three languages."""
    row = record.geodata.places.loc[place]
    hant = row["hant"] or traditional(row["name"])
    return [row["name"], None if hant == row["name"] else hant, row["name_en"]]


def place_basis(record: Record, place: str) -> Three:
    """What the position of a place rests on, in three languages."""
    row = record.geodata.places.loc[place]
    return three(Text(zh=row["basis_zh"], en=row["basis"]))


def _where(record: Record, place: str | None, where: Text | None) -> Three | None:
    if where is not None:
        return three(where)
    return None if place is None else place_name(record, place)


def _stop(record: Record, stop: Stop, best: dict[str, float]) -> Json:
    night = record.night
    leg = stop.leg
    minute = best.get(stop.id, middle(stop.arrive or stop.leave, night))
    return {
        "id": stop.id,
        "place": stop.place,
        "where": _where(record, stop.place, stop.where),
        "grade": stop.grade.value,
        "phase": stop.phase,
        "minute": minute if stop.phase == "night" else None,
        "arrive": _when(stop.arrive, night),
        "leave": _when(stop.leave, night),
        "quotes": list(stop.all_quotes),
        "outcome": _three(stop.outcome),
        "note": _three(stop.note),
        "editor": _three(stop.editor),
        "face": stop.face,
        "leg": leg
        and {
            "mode": leg.mode.value,
            "grade": leg.grade.value,
            "quotes": list(leg.quotes),
            "note": _three(leg.note),
            "editor": _three(leg.editor),
            "impossible": _three(leg.impossible_as_told),
        },
    }


def _track(record: Record, track: Track) -> Json:
    legs = [
        {"from": a.metres, "to": b.metres, "grade": b.stop.leg.grade.value, "mode": b.stop.leg.mode.value}
        for a, b in zip(track.halts, track.halts[1:], strict=False)
        if b.stop.leg is not None
    ]
    return {
        "id": f"{track.itinerary}-{track.number}",
        "itinerary": track.itinerary,
        "unit": track.unit,
        "path": [list(p) for p in track.path],
        "best": _rounded(track.best),
        "early": _rounded(track.early),
        "late": _rounded(track.late),
        "grades": [[round(m, 2), g.value] for m, g in track.grades],
        "legs": legs,
        "stops": [
            {
                "metres": halt.metres,
                "stop": halt.stop.id,
                "place": halt.stop.place,
                "face": halt.stop.face,
                "accuracy": float(record.geodata.places.accuracy_m[halt.stop.place]),
            }
            for halt in track.halts
        ],
        "ends": {"minute": round(track.end, 2), "known": track.end >= record.night.minutes},
    }


def _rounded(schedule: Iterable[tuple[float, float]]) -> list[list[float]]:
    return [[round(minute, 2), round(metres, 1)] for minute, metres in schedule]


def _best_minutes(tracks: Iterable[Track]) -> dict[str, float]:
    """The minute of the best reading at which each stop of an itinerary's tracks is reached."""
    found: dict[str, float] = {}
    for track in tracks:
        for halt in track.halts:
            reached = next((m for m, s in track.best if s >= halt.metres), None)
            if reached is not None:
                found.setdefault(halt.stop.id, round(reached, 1))
    return found


def _quote(quote: Quote, language: str) -> Json:
    """A quotation; `script` is a copy in the other Chinese script, for reading beside the original."""
    return {
        "script": simplified(quote.text) if language == "zh-Hant" else traditional(quote.text),
        "source": quote.source,
        "start": quote.start,
        "end": quote.end,
        "text": quote.text,
        "en": quote.en,
        "witness": quote.witness,
        "hearsay": quote.hearsay,
        "sic": [
            {"printed": s.printed, "meant": s.meant, "certainty": s.certainty, "note": _three(s.note)}
            for s in quote.sic
        ],
        "note": _three(quote.note),
    }


def _unit(unit: Unit, itineraries: list[str]) -> Json:
    return {
        "name": three(unit.name),
        "short": three(unit.short or unit.name),
        "kind": unit.kind,
        "side": unit.side,
        "lane": unit.lane,
        "rank": unit.rank,
        "refs": list(unit.refs),
        "fiction": unit.fiction,
        "echelon": _three(unit.echelon),
        "parent": unit.parent,
        "commander": unit.commander,
        "members": list(unit.members),
        "fate": _three(unit.fate),
        "quotes": list(unit.quotes),
        "note": _three(unit.note),
        "editor": _three(unit.editor),
        "variants": list(unit.variants),
        "itineraries": itineraries,
    }


def _state(state: State, night: Night) -> Json:
    return {
        "id": state.id,
        "place": state.place,
        "condition": state.condition.value,
        "text": three(state.text),
        "since": _when(state.since, night),
        "until": _when(state.until, night),
        "from": _state_minute(state.since, night),
        "to": _state_minute(state.until, night),
        "grade": state.since.grade.value if state.since else Grade.UNKNOWN.value,
        "quotes": list(dict.fromkeys([*state.quotes, *(state.since.quotes if state.since else ())])),
        "note": _three(state.note),
        "editor": _three(state.editor),
    }


def _state_minute(when: When | None, night: Night) -> float | None:
    """When a state is drawn to begin or end: half-way through its bracket, whichever side of the window that is."""
    bounds = Bounds.of(when, night)
    ends = [m for m in (bounds.earliest, bounds.latest) if m is not None]
    return round(sum(ends) / len(ends), 1) if ends else None


def _event(record: Record, event: Event) -> Json:
    side = next((record.units[u].side for u in event.units), "civilian")
    return {
        "id": event.id,
        "title": three(event.title),
        "kind": event.kind,
        "when": _when(event.when, record.night),
        "minute": middle(event.when, record.night),
        "place": event.place,
        "where": _where(record, event.place, event.where),
        "side": side,
        "units": list(event.units),
        "quotes": list(dict.fromkeys([*event.quotes, *event.when.quotes])),
        "note": _three(event.note),
        "editor": _three(event.editor),
        "onTimeline": event.on_timeline,
    }


def _places(record: Record, used: set[str]) -> Json:
    places: Json = {}
    for key, row in record.geodata.places.iterrows():
        if row["rank"] > 2 and key not in used:
            continue
        places[str(key)] = {
            "name": place_name(record, str(key)),
            "pinyin": row["pinyin"],
            "other": [n for n in [row["name_1937"], *str(row["other_names"]).split(";")] if n],
            "kind": row["kind"],
            "lon": round(float(row.geometry.x), 5),
            "lat": round(float(row.geometry.y), 5),
            "accuracy": float(row["accuracy_m"]),
            "basis": place_basis(record, str(key)),
            "area": row["area"] is not None,
            "rank": int(row["rank"]),
        }
    return places


LETTERED = {"river": ("water", "river"), "lakes": ("lake", "lake")}
"""Layers whose features carry lettering: the kind of feature, and the kind of lettering."""


def _lettering(record: Record) -> list[Json]:
    """Names of waters, each at a point inside the part of it that the opening view shows."""
    view = box(*record.night.view)
    found: list[Json] = []
    for layer, (kind, lettering) in LETTERED.items():
        features = record.geodata.layers[layer]
        for _, feature in features[features.kind == kind].iterrows():
            seen = feature.geometry.intersection(view)
            if seen.is_empty:
                continue
            point = seen.representative_point()
            name = Text(zh=feature["name"], en=feature["name_en"])
            place = {"lon": round(point.x, 5), "lat": round(point.y, 5)}
            found.append({"text": three(name), "kind": lettering, **place})
    return found


def _sky(night: Night, lon: float, lat: float) -> Json:
    light = sky.night(lon, lat, night.start.date())
    hours = {
        "sunset": light.sunset,
        "civilDusk": light.civil_dusk,
        "nauticalDusk": light.nautical_dusk,
        "astronomicalDusk": light.astronomical_dusk,
        "moonset": light.moonset,
        "astronomicalDawn": light.astronomical_dawn,
        "nauticalDawn": light.nautical_dawn,
        "civilDawn": light.civil_dawn,
        "sunrise": light.sunrise,
    }
    steps = range(0, night.minutes + 1, MOON_STEP)
    at = [night.start + timedelta(minutes=m) for m in steps]
    return {
        **{name: None if hour is None else round(night.minute(hour), 1) for name, hour in hours.items()},
        "moonLit": round(light.moon_lit, 2),
        "moon": [[m, round(sky.moon_altitude(lon, lat, t), 1)] for m, t in zip(steps, at, strict=True)],
        "sun": [[m, round(sky.sun_altitude(lon, lat, t), 1)] for m, t in zip(steps, at, strict=True)],
    }


def _tracks(record: Record, itineraries: Iterable[str]) -> list[Json]:
    return [
        _track(record, track)
        for key in itineraries
        if key in record.itineraries
        for track in itinerary_tracks(record, record.itineraries[key])
    ]


def _itinerary(record: Record, itinerary: Itinerary) -> Json:
    best = _best_minutes(itinerary_tracks(record, itinerary))
    return {
        "unit": itinerary.unit,
        "refs": list(itinerary.refs),
        "title": _three(itinerary.title),
        "note": _three(itinerary.note),
        "stops": [_stop(record, stop, best) for stop in itinerary.stops],
    }


def _undated(record: Record, key: str) -> list[Json]:
    """The legs of an itinerary that have a way but no hour to place them by."""
    itinerary = record.itineraries[key]
    return [
        {"itinerary": key, "unit": itinerary.unit, "path": [list(p) for p in path]}
        for path in undated_legs(record, itinerary)
    ]


def _changed(record: Record, other: Record, key: str) -> Json | None:
    """An itinerary under another reading: what it has of its own, and the ids of stops that are as in the record.

    `None` where the reading leaves it out.
    """
    if key not in other.itineraries:
        return None
    own = _itinerary(record, record.itineraries[key])
    new = _itinerary(other, other.itineraries[key])
    kept = {stop["id"]: stop for stop in own["stops"]}
    stops = [stop["id"] if stop == kept.get(stop["id"]) else stop for stop in new["stops"]]
    return {**{name: value for name, value in new.items() if value != own[name]}, "stops": stops}


def _reading(record: Record, reading: Reading) -> Json:
    """A reading with what it draws otherwise: itineraries, states and events in place of the record's."""
    other = with_reading(record, reading)
    changed = changed_itineraries(reading)
    states = [c.state for c in reading.changes if c.state]
    events = [c.event for c in reading.changes if c.event]
    undated = [leg for k in changed if k in other.itineraries for leg in _undated(other, k)]
    return {
        "id": reading.id,
        "says": three(reading.says),
        "undated": undated,
        "itineraries": {k: _changed(record, other, k) for k in changed},
        "tracks": _tracks(other, changed),
        "states": {k: _state(other.states[k], record.night) if k in other.states else None for k in states},
        "events": {k: _event(other, other.events[k]) if k in other.events else None for k in events},
    }


def _conflict(record: Record, conflict: Conflict) -> Json:
    changes = [change for reading in conflict.readings for change in reading.changes]
    return {
        "id": conflict.id,
        "refs": list(conflict.refs),
        "topic": three(conflict.topic),
        "nature": conflict.nature,
        "sides": [{"says": three(side.says), "quotes": list(side.quotes)} for side in conflict.sides],
        "decidable": _three(conflict.decidable),
        "undecidable": _three(conflict.undecidable),
        "default": conflict.default,
        "reason": three(conflict.reason),
        "readings": [_reading(record, reading) for reading in conflict.readings],
        "note": _three(conflict.note),
        "itineraries": list(dict.fromkeys(c.itinerary for c in changes if c.itinerary)),
        "states": list(dict.fromkeys(c.state for c in changes if c.state)),
        "events": list(dict.fromkeys(c.event for c in changes if c.event)),
    }


def scene(record: Record, language: str = "zh-Hans") -> Json:
    """The whole scene for the stage, opening in `language`."""
    night = record.night
    west, south, east, north = night.view
    by_unit: dict[str, list[str]] = {}
    for key, itinerary in record.itineraries.items():
        by_unit.setdefault(itinerary.unit, []).append(key)
    used = {p for i in record.itineraries.values() for s in i.stops if (p := s.place)}
    used |= {s.place for s in record.states.values()} | {p for e in record.events.values() if (p := e.place)}
    undated = [leg for key in record.itineraries for leg in _undated(record, key)]
    return {
        "night": {
            "title": three(night.title),
            "place": three(night.place),
            "minutes": night.minutes,
            "view": list(night.view),
        },
        "language": language,
        "words": {name: words(name) for name in LANGUAGES},
        "sky": _sky(night, (west + east) / 2, (south + north) / 2),
        "sources": {
            s.id: {
                "number": s.number,
                "title": three(s.title),
                "author": s.author,
                "kind": s.kind,
                "nature": three(s.nature),
                "work": s.work,
                "language": s.language,
                "sha256": s.sha256,
                "note": _three(s.note),
            }
            for s in record.sources.values()
        },
        "witnesses": {
            w.id: {
                "name": three(w.name),
                "account": _three(w.account),
                "nature": three(w.nature),
                "chain": three(w.chain),
            }
            for w in record.witnesses.values()
        },
        "quotes": {key: _quote(quote, record.sources[quote.source].language) for key, quote in record.quotes.items()},
        "places": _places(record, used),
        "lettering": _lettering(record),
        "lanes": [{"id": x.id, "name": three(x.name), "group": x.group} for x in record.lanes.values()],
        "units": {key: _unit(unit, by_unit.get(key, [])) for key, unit in record.units.items()},
        "itineraries": {key: _itinerary(record, itinerary) for key, itinerary in record.itineraries.items()},
        "tracks": _tracks(record, record.itineraries),
        "undated": undated,
        "states": [_state(state, night) for state in record.states.values()],
        "events": [_event(record, event) for event in record.events.values()],
        "conflicts": [_conflict(record, c) for c in record.conflicts.values() if c.verdict == "stands"],
        "outside": [
            {"says": three(f.says), "reference": three(f.reference), "weight": f.weight, "beside": list(f.beside)}
            for f in record.outside.values()
        ],
    }
