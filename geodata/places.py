"""Places: the points of places.csv and the areas of areas.geojson, as one table."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import geopandas as gpd
import pandas as pd
from shapely.geometry import Point

from geodata.faults import Fault
from geodata.files import ID, misplaced, read_text

POINTS = "places.csv"
AREAS = "areas.geojson"

COLUMNS = (
    "id", "name", "hant", "pinyin", "name_en", "name_1937", "other_names", "kind", "rank",
    "lon", "lat", "accuracy_m", "basis", "basis_zh", "source", "note",
)  # fmt: skip
MAY_BE_EMPTY = frozenset({"hant", "name_1937", "other_names", "note"})
REQUIRED = tuple(column for column in COLUMNS if column not in MAY_BE_EMPTY)

MEASURES = ("rank", "lon", "lat", "accuracy_m")
"""The columns that hold numbers."""

POINT_KINDS = frozenset({
    "gate", "outer-gate", "dock", "headquarters", "ministry", "building", "station", "works", "landmark",
    "airfield", "temple", "tomb", "peak", "hill", "rock", "island", "suburb", "village", "town", "city", "ship",
})  # fmt: skip
AREA_KINDS = frozenset({"wall-stretch", "bank", "reach", "ground", "quarter", "street", "region"})
KINDS = POINT_KINDS | AREA_KINDS

Row = dict[str, Any]
Found = tuple[str, str]
"""What is wrong, and the likely cause (empty where there is none)."""


def number(value: object) -> float | None:
    """A number from a cell or a JSON value, NaN and infinity included; None if it is none."""
    if isinstance(value, bool) or "_" in str(value):
        return None
    try:
        return float(str(value).strip())
    except ValueError:
        return None


def _wanted(row: Row) -> Iterator[Found]:
    """Required values are there."""
    for column in REQUIRED:
        if str(row.get(column) if row.get(column) is not None else "").strip() == "":
            yield f"{column} is missing", ""


def _id(row: Row) -> Iterator[Found]:
    """The id is lower-case words joined by hyphens."""
    value = str(row.get("id") or "")
    if value and not ID.fullmatch(value):
        yield f"id {value!r} is not lower-case letters, digits and hyphens", ""


def _kind(row: Row) -> Iterator[Found]:
    """The kind is on the list."""
    value = str(row.get("kind") or "")
    if value and value not in KINDS:
        yield f"unknown kind {value!r}; known are {', '.join(sorted(KINDS))}", ""


def _rank(row: Row) -> Iterator[Found]:
    """The rank is 1, 2 or 3."""
    value = str(row.get("rank") or "").strip()
    if value and value not in {"1", "2", "3"}:
        yield f"rank {value!r} is not 1, 2 or 3", ""


def _numbers(row: Row) -> Iterator[Found]:
    """lon, lat and accuracy_m are numbers."""
    for column in ("lon", "lat", "accuracy_m"):
        value = row.get(column)
        if value is not None and str(value).strip() and number(value) is None:
            cause = ""
            if "," in str(value):
                cause = "decimal comma; use a point"
            elif "°" in str(value) or "′" in str(value) or "'" in str(value):
                cause = "degrees and minutes; use decimal degrees"
            yield f"{column} {str(value)!r} is not a number", cause


def _accuracy(row: Row) -> Iterator[Found]:
    """accuracy_m is finite and positive."""
    value = number(row.get("accuracy_m"))
    if value is not None and not (math.isfinite(value) and value > 0):
        yield f"accuracy_m {value:g} is not a positive number of metres", ""


def _position(row: Row) -> Iterator[Found]:
    """The position lies in the region, in degrees, in the order lon, lat."""
    lon, lat = number(row.get("lon")), number(row.get("lat"))
    if lon is not None and lat is not None:
        found = misplaced(lon, lat)
        if found:
            yield found


ROW_RULES: tuple[Callable[[Row], Iterator[Found]], ...] = (
    _wanted, _id, _kind, _rank, _numbers, _accuracy, _position,
)  # fmt: skip


def row_faults(file: str, record: str, row: Row) -> list[Fault]:
    """Every fault of one row of points or one area's properties."""
    return [Fault(file, record, what, cause) for rule in ROW_RULES for what, cause in rule(row)]


def read_points(folder: Path) -> tuple[list[Row], list[Fault]]:
    """The rows of places.csv and their faults; records are named by id, or by line where there is none."""
    text, faults = read_text(folder, POINTS)
    if text is None:
        return [], faults
    reader = csv.reader(io.StringIO(text, newline=""))
    header = [cell.strip() for cell in next(reader)]
    if len(header) == 1 and (";" in header[0] or "\t" in header[0]):
        return [], [Fault(POINTS, "line 1", "one column only", "separated by ; or tab; save with commas")]
    missing = [column for column in COLUMNS if column not in header]
    unknown = [column for column in header if column not in COLUMNS]
    faults += [Fault(POINTS, "line 1", f"column {column!r} is missing") for column in missing]
    faults += [Fault(POINTS, "line 1", f"unknown column {column!r}") for column in unknown]
    faults += [Fault(POINTS, "line 1", f"column {c!r} stands twice") for c in set(header) if header.count(c) > 1]
    if faults:
        return [], faults
    rows: list[Row] = []
    lines: dict[str, int] = {}
    for cells in reader:
        line = reader.line_num
        if not any(cell.strip() for cell in cells):
            continue
        if len(cells) != len(header):
            what = f"{len(cells)} cells where the header has {len(header)}"
            cause = "a comma inside a cell without quotation marks" if len(cells) > len(header) else ""
            faults.append(Fault(POINTS, f"line {line}", what, cause))
            continue
        row: Row = {column: cell.strip() for column, cell in zip(header, cells, strict=True)}
        record = row["id"] or f"line {line}"
        faults += row_faults(POINTS, record, row)
        if row["kind"] in AREA_KINDS:
            faults.append(Fault(POINTS, record, f"kind {row['kind']!r} is for areas"))
        if row["id"] in lines:
            faults.append(Fault(POINTS, record, f"id stands twice, on lines {lines[row['id']]} and {line}"))
        elif row["id"]:
            lines[row["id"]] = line
        rows.append(row)
    if not rows and not faults:
        faults.append(Fault(POINTS, "", "no places"))
    return rows, faults


def table(points: list[Row], areas: gpd.GeoDataFrame) -> gpd.GeoDataFrame:
    """Points and areas as one GeoDataFrame indexed by id, EPSG:4326.

    `geometry` is the label point (lon, lat); `area` is a second geometry column, None for points. Numbers are
    numbers, every other column is text, empty where nothing is recorded; `other_names` is separated by `;`.
    """
    rows = [dict(row) for row in points]
    rows += [{column: record[column] for column in COLUMNS} for record in areas.to_dict("records")]
    frame = pd.DataFrame(rows, columns=list(COLUMNS))
    for column in ("lon", "lat", "accuracy_m"):
        frame[column] = frame[column].astype(float)
    frame["rank"] = frame["rank"].astype(int)
    geometry = [Point(lon, lat) for lon, lat in zip(frame["lon"], frame["lat"], strict=True)]
    shapes = [None] * len(points) + list(areas.geometry)
    frame["area"] = gpd.GeoSeries(shapes, crs="EPSG:4326")
    return gpd.GeoDataFrame(frame.set_index("id", drop=False), geometry=geometry, crs="EPSG:4326")
