"""GCJ-02, the shifted datum of Chinese web maps, which puts Nanjing about 490 m east and 230 m south of WGS-84.

Coordinates copied from such a map look right on their own and fit nothing else. The formula is the published
approximation of the shift; its inverse is found by repeating it, to better than a metre.
"""

from __future__ import annotations

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

_AXIS = 6378245.0
_ECCENTRICITY_SQUARED = 0.00669342162296594323

Points = NDArray[np.float64]
"""Array of shape (n, 2): lon, lat in degrees."""


def to_gcj02(points: Points) -> Points:
    """WGS-84 to GCJ-02; (n, 2) lon, lat in degrees, for places inside China."""
    lon, lat = points[:, 0], points[:, 1]
    x, y, pi = lon - 105.0, lat - 35.0, np.pi
    ripple = (20 * np.sin(6 * pi * x) + 20 * np.sin(2 * pi * x)) * 2 / 3
    north = -100 + 2 * x + 3 * y + 0.2 * y * y + 0.1 * x * y + 0.2 * np.sqrt(np.abs(x)) + ripple
    north += (20 * np.sin(pi * y) + 40 * np.sin(pi * y / 3)) * 2 / 3
    north += (160 * np.sin(pi * y / 12) + 320 * np.sin(pi * y / 30)) * 2 / 3
    east = 300 + x + 2 * y + 0.1 * x * x + 0.1 * x * y + 0.1 * np.sqrt(np.abs(x)) + ripple
    east += (20 * np.sin(pi * x) + 40 * np.sin(pi * x / 3)) * 2 / 3
    east += (150 * np.sin(pi * x / 12) + 300 * np.sin(pi * x / 30)) * 2 / 3
    latitude = np.radians(lat)
    bulge = 1 - _ECCENTRICITY_SQUARED * np.sin(latitude) ** 2
    meridian = _AXIS * (1 - _ECCENTRICITY_SQUARED) / bulge**1.5
    parallel = _AXIS / np.sqrt(bulge) * np.cos(latitude)
    return np.column_stack((lon + np.degrees(east / parallel), lat + np.degrees(north / meridian)))


def from_gcj02(points: Points) -> Points:
    """GCJ-02 to WGS-84; (n, 2) lon, lat in degrees, for places inside China."""
    guess = points
    for _ in range(4):
        guess = guess - (to_gcj02(guess) - points)
    return guess


def unshifted(geometry: BaseGeometry) -> BaseGeometry:
    """A geometry drawn on GCJ-02, as WGS-84."""
    moved: BaseGeometry = shapely.transform(geometry, from_gcj02)
    return moved
