"""Where, and the sky: places, base layers, metres, roads and the light of one night.

Knows nothing of who was where or when. `read()` gives everything, or names every fault at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import geopandas as gpd

from geodata.checks import between_files
from geodata.faults import DataFaultError, Fault
from geodata.layers import LAYERS, city, read_areas, read_layer
from geodata.places import read_points, row_faults, table
from geodata.relief import hachures

DATA = Path(__file__).parent


@dataclass(frozen=True)
class Geodata:
    """Places and base layers, all EPSG:4326 with (lon, lat) axes.

    `places` is indexed by id: `geometry` the label point, `area` a polygon or None, then the columns of
    places.csv. `layers` holds one GeoDataFrame per file, and two that are computed: `city` (the ground inside the
    wall) and `hachures` (downhill strokes, one MultiLineString per `weight`).
    """

    places: gpd.GeoDataFrame
    layers: Mapping[str, gpd.GeoDataFrame]


def read(folder: Path = DATA) -> Geodata:
    """Read and check a folder of geodata.

    Raises `DataFaultError` carrying every fault found in every file.
    """
    points, faults = read_points(folder)
    areas, found = read_areas(folder)
    faults += found
    layers: dict[str, gpd.GeoDataFrame] = {}
    for layer_id in LAYERS:
        layer, found = read_layer(folder, layer_id)
        faults += found
        if layer is not None:
            layers[layer_id] = layer
    if faults:
        faults += _as_far_as_possible(points, areas, layers)
        raise DataFaultError(faults)
    assert areas is not None
    places = table(points, areas)
    faults = between_files(places, layers)
    if faults:
        raise DataFaultError(faults)
    layers["city"] = city(layers["wall"])
    layers["hachures"] = hachures(layers["relief"])
    return Geodata(places, MappingProxyType(layers))


def _as_far_as_possible(
    points: list[dict[str, object]], areas: gpd.GeoDataFrame | None, layers: dict[str, gpd.GeoDataFrame]
) -> list[Fault]:
    """Faults between files, looked for with what could be read, so that they are not met one at a time."""
    sound = [row for row in points if not row_faults("", "", row)]
    if areas is None or not sound:
        return []
    return between_files(table(sound, areas.iloc[:0]), layers)


__all__ = ["DATA", "DataFaultError", "Fault", "Geodata", "read"]
