"""Layers: the lines and areas of the base map, one GeoJSON file each."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import geopandas as gpd
import shapely
from shapely.geometry import Polygon, shape
from shapely.geometry.base import BaseGeometry
from shapely.validation import explain_validity

from geodata.faults import Fault
from geodata.files import ID, misplaced, read_text
from geodata.places import AREAS, COLUMNS, MEASURES, POINT_KINDS, number, row_faults

Json = dict[str, Any]


@dataclass(frozen=True)
class Layer:
    """What one file may hold: kinds of feature with their geometry types, and properties beyond the common ones."""

    kinds: dict[str, tuple[str, ...]]
    required: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()


COMMON = ("id", "name", "name_en", "kind", "accuracy_m", "basis", "licence")
OPTIONAL = ("other_names", "note")
LICENCES = frozenset({"CC-BY-4.0", "ODbL-1.0"})

NUMBERS = frozenset({"z", "width_m"})

_AREA = ("Polygon", "MultiPolygon")
_LINE = ("LineString", "MultiLineString")

LAYERS: dict[str, Layer] = {
    "river": Layer({"water": _AREA, "channel": _LINE}),
    "islands": Layer({"island": _AREA}),
    "lakes": Layer({"lake": _AREA, "islet": _AREA, "causeway": _LINE}),
    "moat": Layer({"river": _LINE, "moat": _LINE, "stream": _LINE, "moat-water": _AREA}, optional=("width_m",)),
    "wall": Layer({"wall": ("LineString",)}),
    "relief": Layer({"tint": _AREA, "peak": ("Point",), "ridge": _LINE, "foot": _LINE}, optional=("hill", "z")),
    "roads": Layer(
        dict.fromkeys(("street", "highway", "road", "track", "ferry"), ("LineString",)),
        required=("road_id", "from", "to"),
    ),
    "railways": Layer({"main-line": _LINE, "city-line": _LINE, "spur": _LINE, "ferry": _LINE, "station": ("Point",)}),
}

CRS84 = frozenset({"urn:ogc:def:crs:OGC:1.3:CRS84", "urn:ogc:def:crs:OGC::CRS84", "OGC:CRS84"})


class _NotFiniteError(ValueError):
    """NaN or Infinity in a JSON file."""


def _refuse(constant: str) -> float:
    raise _NotFiniteError(constant)


def read_features(folder: Path, name: str) -> tuple[list[Json], list[Fault]]:
    """The features of a GeoJSON file as plain values, and the faults of the file as a whole."""
    text, faults = read_text(folder, name)
    if text is None:
        return [], faults
    try:
        data = json.loads(text, parse_constant=_refuse)
    except _NotFiniteError as error:
        return [], [Fault(name, "", f"holds {error}", "NaN or infinity; leave out what is not known")]
    except json.JSONDecodeError as error:
        return [], [Fault(name, f"line {error.lineno}", f"not JSON: {error.msg}")]
    except RecursionError:
        return [], [Fault(name, "", "not GeoJSON: nested too deeply")]
    if not isinstance(data, dict) or data.get("type") != "FeatureCollection":
        return [], [Fault(name, "", "not a FeatureCollection")]
    crs = data.get("crs")
    if crs is not None:
        properties = crs.get("properties") if isinstance(crs, dict) else None
        label = properties.get("name") if isinstance(properties, dict) else crs
        if label not in CRS84:
            cause = "exported in another coordinate system; export as WGS-84 (CRS84), lon before lat"
            return [], [Fault(name, "", f"crs is {label!r}, not CRS84", cause)]
    features = data.get("features")
    if not isinstance(features, list) or not features:
        return [], [Fault(name, "", "no features")]
    return features, faults


def _geometry(feature: Json) -> tuple[BaseGeometry | None, str, str]:
    """The geometry as a shape, or None with what is wrong and the likely cause."""
    given = feature.get("geometry")
    if not isinstance(given, dict):
        return None, "has no geometry", ""
    try:
        geometry: BaseGeometry = shapely.force_2d(shape(given))
    except (ValueError, TypeError, AttributeError, KeyError, IndexError, shapely.GEOSException):
        what = f"geometry {given.get('type')!r} cannot be read"
        return None, what, "too few points, or a ring that is not closed"
    if geometry.is_empty:
        return None, "geometry is empty", ""
    points = shapely.get_coordinates(geometry)
    for lon, lat in points:
        found = misplaced(float(lon), float(lat))
        if found:
            return None, *found
    if not geometry.is_valid:
        reason = explain_validity(geometry)
        return None, f"invalid geometry: {reason}", "a bow-tie: two sides cross" if "Self-inter" in reason else ""
    return geometry, "", ""


def _properties(properties: Json, layer: Layer) -> Iterator[str]:
    """What is wrong with a feature's properties."""
    wanted = (*COMMON, *layer.required)
    for key in wanted:
        if properties.get(key) in (None, ""):
            yield f"{key} is missing"
    for key in properties:
        if key not in (*wanted, *layer.optional, *OPTIONAL):
            yield f"unknown property {key!r}"
    if properties.get("kind") == "tint":
        yield from (f"{key} is missing" for key in ("hill", "z") if properties.get(key) in (None, ""))
    for key, value in properties.items():
        if key in NUMBERS:
            if value is not None and (isinstance(value, str) or not math.isfinite(number(value) or 0)):
                yield f"{key} {value!r} is not a number"
        elif key != "accuracy_m" and value is not None and not isinstance(value, str):
            yield f"{key} {value!r} is not text"
    value = str(properties.get("id") or "")
    if value and not ID.fullmatch(value):
        yield f"id {value!r} is not lower-case letters, digits and hyphens"
    kind = properties.get("kind")
    if isinstance(kind, str) and kind and kind not in layer.kinds:
        yield f"unknown kind {kind!r}; known are {', '.join(sorted(layer.kinds))}"
    licence = properties.get("licence")
    if isinstance(licence, str) and licence and licence not in LICENCES:
        yield f"unknown licence {licence!r}; known are {', '.join(sorted(LICENCES))}"
    accuracy = properties.get("accuracy_m")
    if accuracy not in (None, ""):
        metres = None if isinstance(accuracy, str) else number(accuracy)
        if metres is None or not (math.isfinite(metres) and metres > 0):
            yield f"accuracy_m {accuracy!r} is not a positive number of metres"


def _frame(records: list[Json], shapes: list[BaseGeometry]) -> gpd.GeoDataFrame:
    return gpd.GeoDataFrame(records, geometry=shapes, crs="EPSG:4326")


def _each(features: list[Json], name: str, faults: list[Fault]) -> Iterator[tuple[str, Json, Json]]:
    """Each feature with its record name and properties; repeated ids are added to `faults`."""
    seen: dict[str, int] = {}
    for position, feature in enumerate(features, start=1):
        properties = feature.get("properties") if isinstance(feature, dict) else None
        if not isinstance(properties, dict):
            faults.append(Fault(name, f"feature {position}", "has no properties"))
            continue
        record = str(properties.get("id") or f"feature {position}")
        if record in seen:
            faults.append(Fault(name, record, f"id stands twice, in features {seen[record]} and {position}"))
        seen[record] = position
        yield record, properties, feature


def read_layer(folder: Path, layer_id: str) -> tuple[gpd.GeoDataFrame | None, list[Fault]]:
    """One layer and its faults; the frame holds the features that could be read, None if the file could not."""
    layer, name = LAYERS[layer_id], f"{layer_id}.geojson"
    features, faults = read_features(folder, name)
    if not features:
        return None, faults
    records: list[Json] = []
    shapes: list[BaseGeometry] = []
    for record, properties, feature in _each(features, name, faults):
        faults += [Fault(name, record, what) for what in _properties(properties, layer)]
        geometry, what, cause = _geometry(feature)
        if geometry is None:
            faults.append(Fault(name, record, what, cause))
            continue
        allowed = layer.kinds.get(str(properties.get("kind")), ())
        if allowed and geometry.geom_type not in allowed:
            what = f"a {properties['kind']} is drawn as {' or '.join(allowed)}, not {geometry.geom_type}"
            faults.append(Fault(name, record, what))
        records.append({"id": record, **properties})
        shapes.append(geometry)
    return (_frame(records, shapes) if shapes else None), faults


def read_areas(folder: Path) -> tuple[gpd.GeoDataFrame | None, list[Fault]]:
    """The areas of areas.geojson with the columns of places.csv, and their faults."""
    features, faults = read_features(folder, AREAS)
    if not features:
        return None, faults
    records: list[Json] = []
    shapes: list[BaseGeometry] = []
    for record, properties, feature in _each(features, AREAS, faults):
        faults += [Fault(AREAS, record, f"{c} is missing") for c in COLUMNS if c not in properties]
        faults += [Fault(AREAS, record, f"unknown property {key!r}") for key in properties if key not in COLUMNS]
        faults += row_faults(AREAS, record, {key: "" if v is None else v for key, v in properties.items()})
        faults += [
            Fault(AREAS, record, f"{key} {value!r} is not text")
            for key, value in properties.items()
            if key not in MEASURES and value is not None and not isinstance(value, str)
        ]
        if str(properties.get("kind")) in POINT_KINDS:
            faults.append(Fault(AREAS, record, f"kind {properties['kind']!r} is for points"))
        geometry, what, cause = _geometry(feature)
        if geometry is None:
            faults.append(Fault(AREAS, record, what, cause))
            continue
        if geometry.geom_type not in _AREA:
            what = f"an area is drawn as {' or '.join(_AREA)}, not {geometry.geom_type}"
            faults.append(Fault(AREAS, record, what))
        records.append({key: "" if value is None else value for key, value in properties.items()})
        shapes.append(geometry)
    return (_frame(records, shapes) if shapes else None), faults


def city(wall: gpd.GeoDataFrame) -> gpd.GeoDataFrame:
    """The ground inside the wall: one polygon from the closed line, with the wall's accuracy."""
    line = wall.geometry.iloc[0]
    record = {
        "id": "walled-city",
        "name": "城内",
        "name_en": "Inside the walls",
        "kind": "city",
        "accuracy_m": wall["accuracy_m"].iloc[0],
        "basis": "The closed line of the wall.",
        "licence": wall["licence"].iloc[0],
    }
    return _frame([record], [Polygon(line.coords)])
