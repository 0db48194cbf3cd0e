"""The resolved record as JSON: every object with its `id` and, where the chronicle numbers it, its `refs`."""

from __future__ import annotations

import json
from typing import Any

from routes.models import Json, Model, Stop, When
from routes.paths import leg_path
from routes.reading import Record
from routes.tracks import itinerary_tracks, key_points


def _plain(model: Model) -> Json:
    return model.model_dump(mode="json", exclude_none=True)


def _bracket(stop: Stop) -> When | None:
    return stop.arrive or stop.leave


def _stop(stop: Stop) -> Json:
    bracket = _bracket(stop)
    return {
        **_plain(stop),
        "place": stop.place,
        "grade": stop.grade.value,
        "earliest": bracket.earliest.isoformat() if bracket and bracket.earliest else None,
        "latest": bracket.latest.isoformat() if bracket and bracket.latest else None,
        "quotes": list(stop.all_quotes),
    }


def _leg(record: Record, start: Stop, end: Stop) -> Json:
    path = leg_path(record.geodata, start, end)
    leg = end.leg
    return {
        "from": start.id,
        "to": end.id,
        "mode": leg.mode.value if leg else None,
        "path_grade": leg.grade.value if leg else None,
        "quotes": list(leg.quotes) if leg else [],
        "coordinates": None if path is None else [[round(x, 5), round(y, 5)] for x, y in path.coords],
    }


def _tracks(record: Record) -> list[Json]:
    return [
        {
            "id": f"{track.itinerary}-{track.number}",
            "itinerary": track.itinerary,
            "unit": track.unit,
            "refs": list(itinerary.refs),
            "key_points": [
                {"minute": m, "lon": lon, "lat": lat, "grade": grade.value} for m, lon, lat, grade in key_points(track)
            ],
            "path": [list(p) for p in track.path],
            "best": [list(p) for p in track.best],
            "earliest": [list(p) for p in track.early],
            "latest": [list(p) for p in track.late],
        }
        for itinerary in record.itineraries.values()
        for track in itinerary_tracks(record, itinerary)
    ]


def _places(record: Record) -> list[Json]:
    found = []
    for key, row in record.geodata.places.iterrows():
        found.append(
            {
                "id": str(key),
                "names": {
                    "zh-Hans": row["name"],
                    "zh-Hant": row["hant"] or None,
                    "pinyin": row["pinyin"],
                    "en": row["name_en"],
                    "1937": row["name_1937"] or None,
                    "other": [n.strip() for n in str(row["other_names"] or "").split(";") if n.strip()],
                },
                "kind": row["kind"],
                "lon": round(float(row.geometry.x), 5),
                "lat": round(float(row.geometry.y), 5),
                "accuracy_m": float(row["accuracy_m"]),
                "basis": row["basis"],
                "basis_zh": row["basis_zh"],
                "source": row["source"],
                "area": None if row["area"] is None else row["area"].__geo_interface__,
            }
        )
    return found


def _layers(record: Record) -> list[Json]:
    return [
        {"id": name, "crs": "EPSG:4326", "features": json.loads(layer.to_json(drop_id=True, na="drop"))["features"]}
        for name, layer in record.geodata.layers.items()
    ]


def resolved(record: Record) -> dict[str, Any]:
    """The whole record with brackets, paths and tracks resolved; coordinates are (lon, lat), EPSG:4326."""
    return {
        "night": _plain(record.night),
        "places": _places(record),
        "layers": _layers(record),
        "sources": [_plain(source) for source in record.sources.values()],
        "witnesses": [_plain(witness) for witness in record.witnesses.values()],
        "quotes": [{**_plain(q), "translation": q.en, "witness": q.witness} for q in record.quotes.values()],
        "lanes": [_plain(lane) for lane in record.lanes.values()],
        "units": [_plain(unit) for unit in record.units.values()],
        "itineraries": [
            {
                "id": itinerary.id,
                "refs": list(itinerary.refs),
                "unit": itinerary.unit,
                "title": None if itinerary.title is None else _plain(itinerary.title),
                "note": None if itinerary.note is None else _plain(itinerary.note),
                "stops": [_stop(stop) for stop in itinerary.stops],
                "legs": [_leg(record, a, b) for a, b in itinerary.pairs()],
            }
            for itinerary in record.itineraries.values()
        ],
        "tracks": _tracks(record),
        "states": [_plain(state) for state in record.states.values()],
        "events": [_plain(event) for event in record.events.values()],
        "order": {
            "paragraphs": [_plain(paragraph) for paragraph in record.paragraphs.values()],
            "items": [_plain(item) for item in record.items.values()],
            "rows": [_plain(row) for row in record.rows.values()],
        },
        "conflicts": [_plain(conflict) for conflict in record.conflicts.values()],
        "outside": [_plain(fact) for fact in record.outside.values()],
        "figures": [_plain(figure) for figure in record.figures.values()],
        "left_out": [_plain(entry) for entry in record.left_out],
    }
