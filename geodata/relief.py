"""Hachures: strokes that run downhill from the contour steps of the relief layer."""

from __future__ import annotations

from collections.abc import Iterator

import geopandas as gpd
import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import LinearRing, LineString, MultiLineString
from shapely.geometry.base import BaseGeometry

from geodata.metric import to_degrees, to_metres

WEIGHTS = (0.4, 0.7, 1.0)
"""Classes of stroke: lit, half lit, in shade; the light stands in the north-west as on old maps."""
LIGHT = np.array([-1.0, 1.0]) / np.sqrt(2)

SPACING_M = 130.0
"""Between strokes on a slope known to `KNOWN_M`; strokes stand farther apart where less is known."""
KNOWN_M = 250.0
LONGEST_M = 300.0
SHORTEST_M = 30.0
SIDE_M = 40.0
"""Ground on either side of a stroke over which the direction of its slope is taken."""


def _points(ring: LinearRing, stations: NDArray[np.float64]) -> NDArray[np.float64]:
    """Points of the ring at these metres along it, round and round; shape (n, 2), east and north."""
    line = LineString(ring.coords)
    found = [line.interpolate(station) for station in stations % ring.length]
    return np.array([(point.x, point.y) for point in found])


def _strokes(ring: LinearRing, lower: BaseGeometry | None, spacing: float) -> Iterator[tuple[int, list[list[float]]]]:
    """Strokes of one contour ring, metres: weight class and its two ends, the upper first.

    `ring` runs counter-clockwise, `lower` is the outline of the next step down (None for the lowest).
    """
    count = max(6, round(ring.length / spacing))
    at = np.linspace(0, ring.length, count, endpoint=False)
    here, ahead, behind = (_points(ring, stations) for stations in (at, at + SIDE_M, at - SIDE_M))
    along = ahead - behind
    norm = np.hypot(along[:, 0], along[:, 1])
    norm[norm == 0] = 1
    # The ring runs counter-clockwise, so downhill is to its right.
    down = np.column_stack((along[:, 1], -along[:, 0])) / norm[:, None]
    room = np.full(count, 0.45 * LONGEST_M)
    if lower is not None:
        room = np.minimum(shapely.distance(shapely.points(here), lower) * 0.8, LONGEST_M)
    shade = (1 - down @ LIGHT) / 2
    classes = np.minimum((shade * len(WEIGHTS)).astype(int), len(WEIGHTS) - 1)
    ends = here + down * room[:, None]
    for start, end, run, weight in zip(here, ends, room, classes, strict=True):
        if run >= SHORTEST_M:
            yield int(weight), [start.tolist(), end.tolist()]


def hachures(relief: gpd.GeoDataFrame) -> gpd.GeoDataFrame:
    """Downhill strokes from the tints of the relief layer: one MultiLineString per weight class.

    `relief` is the layer in EPSG:4326, whose tints carry `hill`, `z` (metres) and `accuracy_m`. The result has the
    column `weight` (0.4–1.0, heavier to the south-east) and is in EPSG:4326, rounded to five decimals.
    """
    tints = relief[relief["kind"] == "tint"].sort_values(["hill", "z"])
    found: list[list[list[list[float]]]] = [[] for _ in WEIGHTS]
    for _, steps in tints.groupby("hill"):
        lower: BaseGeometry | None = None
        for geometry, accuracy in zip(steps.geometry, steps["accuracy_m"], strict=True):
            polygon = to_metres(geometry)
            for part in shapely.get_parts(polygon):
                ring = shapely.geometry.polygon.orient(part).exterior
                for weight, stroke in _strokes(ring, lower, SPACING_M * max(accuracy / KNOWN_M, 1) ** 1.5):
                    found[weight].append(stroke)
            lower = polygon.boundary
    lines = [shapely.set_precision(to_degrees(MultiLineString(strokes)), 1e-5, mode="pointwise") for strokes in found]
    return gpd.GeoDataFrame({"weight": list(WEIGHTS)}, geometry=lines, crs="EPSG:4326")
