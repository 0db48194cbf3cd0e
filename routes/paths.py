"""The ground a leg covers: from one stop to the next along its roads or through its `via`.

Paths are shapely lines in (lon, lat), EPSG:4326; metres are measured in EPSG:32650.
"""

from __future__ import annotations

from itertools import pairwise

from shapely.geometry import LineString

from geodata import Geodata, metric, roads
from routes.models import Stop

LonLat = tuple[float, float]

DENSIFY_METRES = 2000.0
"""Longest straight piece of a path. A chord of 2 km in degrees leaves the straight line in metres by under 10 cm at
this latitude, so that the browser may interpolate linearly between its ends."""


def place_point(geodata: Geodata, place: str) -> LonLat:
    """Coordinates of a place, or of the label point of an area."""
    point = geodata.places.geometry[place]
    return (float(point.x), float(point.y))


def resolve(geodata: Geodata, via: str | tuple[float, float]) -> LonLat:
    """A `via`, place id or (lon, lat), as coordinates."""
    return place_point(geodata, via) if isinstance(via, str) else via


def leg_path(geodata: Geodata, start: Stop, end: Stop) -> LineString | None:
    """The path of the leg that leads to `end`, or `None` where either stop has no place.

    Raises `ValueError` where `roads` are unknown or not connected.
    """
    if start.place is None or end.place is None:
        return None
    leg = end.leg
    via = leg.via if leg else ()
    points = [place_point(geodata, start.place), *(resolve(geodata, v) for v in via), place_point(geodata, end.place)]
    if leg is None or not leg.roads:
        return LineString(points)
    line: list[LonLat] = [points[0]]
    for here, there in pairwise(points):
        line += roads.along(geodata.layers["roads"], list(leg.roads), here, there)
    line.append(points[-1])
    return LineString(line)


def densified(path: LineString) -> list[tuple[float, float, float]]:
    """The path as (lon, lat, metres from its start), no piece longer than `DENSIFY_METRES`."""
    if path.length == 0:
        lon, lat = path.coords[0]
        return [(lon, lat, 0.0)]
    flat = metric.to_metres(path).segmentize(DENSIFY_METRES)
    degrees = metric.to_degrees(flat)
    found: list[tuple[float, float, float]] = []
    metres = 0.0
    for i, ((x, y), (lon, lat)) in enumerate(zip(flat.coords, degrees.coords, strict=True)):
        if i:
            metres += LineString([flat.coords[i - 1], (x, y)]).length
        found.append((lon, lat, metres))
    return found
