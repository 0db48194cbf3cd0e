"""Rules between files: what each file alone cannot tell."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import geopandas as gpd
import numpy as np
import shapely
from shapely.geometry import LineString, Point
from shapely.geometry.base import BaseGeometry

from geodata.datum import unshifted
from geodata.faults import Fault
from geodata.metric import to_metres
from geodata.places import AREAS, POINTS

GATE_M = 30.0
"""How far from the drawn wall a gate may stand, metres."""
DOCK_M = 60.0
"""How far from the drawn bank a dock may lie, metres."""
GCJ02 = "coordinates copied from a Chinese web map (GCJ-02); convert to WGS-84"

Layers = Mapping[str, gpd.GeoDataFrame]
Rule = Callable[[gpd.GeoDataFrame, Layers], Iterator[Fault]]


def _line(layer: gpd.GeoDataFrame) -> BaseGeometry:
    """All lines, and the outlines of all areas, of a layer in metres, EPSG:32650."""
    parts = [g if isinstance(g, LineString) else g.boundary for g in layer.geometry if g.geom_type != "Point"]
    return to_metres(shapely.union_all(parts))


def _water(river: gpd.GeoDataFrame) -> gpd.GeoDataFrame:
    return river[river["kind"] == "water"]


def _off(points: Any, line: BaseGeometry, *, gcj02: bool = False) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Distance in metres of each point (lon, lat) from a line in metres."""
    given = shapely.MultiPoint(list(points))
    moved = to_metres(unshifted(given) if gcj02 else given)
    found: np.ndarray[Any, np.dtype[np.float64]] = shapely.distance(shapely.get_parts(moved), line)
    return found


def _near(places: gpd.GeoDataFrame, kind: str, line: BaseGeometry, limit: float, of: str) -> Iterator[Fault]:
    chosen = places[(places["kind"] == kind) & places["area"].isna()]
    off, converted = _off(chosen.geometry, line), _off(chosen.geometry, line, gcj02=True)
    for place, metres, after in zip(chosen["id"], off, converted, strict=True):
        if metres > limit:
            what = f"a {kind} {metres:.0f} m from {of}; at most {limit:.0f} m"
            yield Fault(POINTS, place, what, GCJ02 if after <= limit else "")


def closed_wall(places: gpd.GeoDataFrame, layers: Layers) -> Iterator[Fault]:
    """The wall is one closed line that does not cross itself."""
    wall = layers["wall"]
    if len(wall) != 1:
        yield Fault("wall.geojson", "", f"{len(wall)} features where the wall is one closed line")
        return
    line = wall.geometry.iloc[0]
    if not (line.is_closed and line.is_simple):
        yield Fault("wall.geojson", wall["id"].iloc[0], "the wall is not one closed line that never crosses itself")


def gates_on_wall(places: gpd.GeoDataFrame, layers: Layers) -> Iterator[Fault]:
    """Every gate stands on the drawn wall."""
    if not any(shifted_wall(places, layers)):
        yield from _near(places, "gate", _line(layers["wall"]), GATE_M, "the drawn wall")


def docks_on_bank(places: gpd.GeoDataFrame, layers: Layers) -> Iterator[Fault]:
    """Every dock lies on the drawn bank."""
    if not any(shifted_river(places, layers)):
        yield from _near(places, "dock", _line(_water(layers["river"])), DOCK_M, "the drawn bank")


def _shifted(file: str, layer: gpd.GeoDataFrame, points: Any, limit: float, fit: str) -> Iterator[Fault]:
    """A layer that fits the points only once it is taken from GCJ-02 to WGS-84."""
    before = int((_off(points, _line(layer)) <= limit).sum())
    after = int((_off(points, _line(layer.set_geometry(layer.geometry.map(unshifted)))) <= limit).sum())
    if len(points) > 2 and before < len(points) / 2 and after >= 0.8 * len(points):
        what = f"meets {before} of {len(points)} {fit}, and {after} once taken from GCJ-02 to WGS-84"
        yield Fault(file, "", what, GCJ02)


def shifted_wall(places: gpd.GeoDataFrame, layers: Layers) -> Iterator[Fault]:
    """The wall is not on GCJ-02."""
    gates = places[places["kind"] == "gate"]
    yield from _shifted("wall.geojson", layers["wall"], gates.geometry, GATE_M, "gates")


def shifted_river(places: gpd.GeoDataFrame, layers: Layers) -> Iterator[Fault]:
    """The river is not on GCJ-02."""
    docks = places[places["kind"] == "dock"]
    yield from _shifted("river.geojson", _water(layers["river"]), docks.geometry, DOCK_M, "docks")


def shifted_islands(places: gpd.GeoDataFrame, layers: Layers) -> Iterator[Fault]:
    """The islands are not on GCJ-02: their shores meet the river's."""
    river = _water(layers["river"])
    shores = [Point(c) for polygon in river.geometry for ring in polygon.interiors for c in ring.coords[:-1:4]]
    yield from _shifted("islands.geojson", layers["islands"], shores, DOCK_M, "points of the shores of the river")


def shifted_roads(places: gpd.GeoDataFrame, layers: Layers) -> Iterator[Fault]:
    """The roads are not on GCJ-02: they pass through the gates."""
    roads = layers["roads"]
    gates = places[places["kind"] == "gate"]
    plain = _off(gates.geometry, _line(roads)) <= GATE_M
    converted = _off(gates.geometry, _line(roads.set_geometry(roads.geometry.map(unshifted)))) <= GATE_M
    yield from _shifted("roads.geojson", roads, list(gates.geometry[plain | converted]), GATE_M, "gates")


def labels_inside(places: gpd.GeoDataFrame, layers: Layers) -> Iterator[Fault]:
    """An area's label point lies inside it."""
    for place, point, area in zip(places["id"], places.geometry, places["area"], strict=True):
        if area is not None and not area.covers(point):
            yield Fault(AREAS, place, f"label point lon {point.x:g}, lat {point.y:g} lies outside the area")


def ids_once(places: gpd.GeoDataFrame, layers: Layers) -> Iterator[Fault]:
    """No id is both a point and an area."""
    areas = set(places.loc[places["area"].notna(), "id"])
    points = set(places.loc[places["area"].isna(), "id"])
    for place in sorted(areas & points):
        yield Fault(AREAS, place, f"id is also in {POINTS}")


RULES: tuple[tuple[Rule, tuple[str, ...]], ...] = (
    (ids_once, ()),
    (labels_inside, ()),
    (closed_wall, ("wall",)),
    (gates_on_wall, ("wall",)),
    (docks_on_bank, ("river",)),
    (shifted_wall, ("wall",)),
    (shifted_river, ("river",)),
    (shifted_islands, ("river", "islands")),
    (shifted_roads, ("roads",)),
)
"""Each rule with the layers it needs; a rule whose layers could not be read is passed over."""


def between_files(places: gpd.GeoDataFrame, layers: Layers) -> list[Fault]:
    """Every fault between files."""
    return [fault for rule, needs in RULES if set(needs) <= set(layers) for fault in rule(places, layers)]


__all__ = ["DOCK_M", "GATE_M", "RULES", "between_files"]
