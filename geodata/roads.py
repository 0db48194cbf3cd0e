"""Ways along the road layer."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import geopandas as gpd
import networkx as nx
from shapely.geometry import LineString, Point

from geodata.metric import to_degrees, to_metres

LonLat = tuple[float, float]

_APART_M = 1.0
"""Nearer than this a snapped point is the point itself."""

_NEAR_M = 0.5
"""Vertices within this are one node; five decimals of a degree are about a metre."""


def along(roads: gpd.GeoDataFrame, road_ids: Sequence[str], start: LonLat, end: LonLat) -> list[LonLat]:
    """The shortest path from `start` to `end` along the named roads.

    `roads` is the road layer (EPSG:4326); `start` and `end` are (lon, lat) in degrees. Each is joined by a straight
    line to the nearest point of the named roads, which splits the road there. Returns (lon, lat) rounded to five
    decimals, `start` first and `end` last. Raises `ValueError` for a road id the layer does not have, and for roads
    that do not connect the two.
    """
    known = set(roads["road_id"])
    unknown = [road for road in road_ids if road not in known]
    if unknown:
        raise ValueError(f"unknown road {', '.join(map(repr, unknown))}; known are {', '.join(sorted(known))}")
    if not road_ids:
        raise ValueError("no road is named")
    chosen = roads[roads["road_id"].isin(list(road_ids))]
    pieces: list[tuple[Point, Point]] = []
    for line in chosen.geometry:
        points = [to_metres(Point(at)) for at in line.coords]
        pieces += pairwise(points)
    first, last = (to_metres(Point(at)) for at in (start, end))
    cuts: dict[int, list[Point]] = {}
    snapped: list[Point] = []
    for point in (first, last):
        index = min(range(len(pieces)), key=lambda i: LineString(pieces[i]).distance(point))
        piece = LineString(pieces[index])
        on_road = piece.interpolate(piece.project(point))
        cuts.setdefault(index, []).append(on_road)
        snapped.append(on_road)
    graph: nx.Graph[tuple[int, int]] = nx.Graph()
    for index, (one, other) in enumerate(pieces):
        stations = [one, *sorted(cuts.get(index, []), key=one.distance), other]
        for here, there in pairwise(stations):
            graph.add_node(_node(here), at=here)
            graph.add_node(_node(there), at=there)
            if _node(here) != _node(there):
                graph.add_edge(_node(here), _node(there), weight=here.distance(there))
    try:
        nodes = nx.shortest_path(graph, _node(snapped[0]), _node(snapped[1]), weight="weight")
    except nx.NetworkXNoPath:
        named = ", ".join(road_ids)
        raise ValueError(f"the roads {named} do not connect {_rounded(start)} and {_rounded(end)}") from None
    path = [graph.nodes[node]["at"] for node in nodes]
    if first.distance(path[0]) <= _APART_M:
        path = path[1:]
    if path and last.distance(path[-1]) <= _APART_M:
        path = path[:-1]
    inner = [to_degrees(point) for point in path]
    return [_rounded(start), *((round(p.x, 5), round(p.y, 5)) for p in inner), _rounded(end)]


def _node(point: Point) -> tuple[int, int]:
    return round(point.x / _NEAR_M), round(point.y / _NEAR_M)


def _rounded(at: LonLat) -> LonLat:
    return round(float(at[0]), 5), round(float(at[1]), 5)
