"""Places and base layers: what ships, and every fault with its words."""

from __future__ import annotations

import csv
import json
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import opencc
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import LineString, Point, shape

import geodata
from geodata import DataFaultError, Geodata
from geodata.datum import from_gcj02, to_gcj02
from geodata.layers import LAYERS
from geodata.metric import length, to_degrees, to_metres
from geodata.places import AREA_KINDS, COLUMNS, POINT_KINDS
from geodata.roads import along

SHARED = Path(__file__).resolve().parents[2] / "shared"
Json = dict[str, Any]


@pytest.fixture(scope="module")
def data() -> Geodata:
    return geodata.read()


# What ships ------------------------------------------------------------------------------------------------------


def test_counts(data: Geodata) -> None:
    points, areas = data.places[data.places["area"].isna()], data.places[data.places["area"].notna()]
    assert (len(points), len(areas)) == (121, 23)
    assert {name: len(layer) for name, layer in data.layers.items()} == {
        "river": 4, "islands": 6, "lakes": 15, "moat": 10, "wall": 1, "relief": 60, "roads": 85, "railways": 18,
        "city": 1, "hachures": 3,
    }  # fmt: skip
    kinds = Counter(points["kind"])
    assert (kinds["gate"], kinds["dock"], kinds["peak"]) == (21, 8, 3)
    assert set(points["kind"]) <= POINT_KINDS
    assert set(areas["kind"]) <= AREA_KINDS


def test_everything_is_wgs84_and_documented(data: Geodata) -> None:
    assert data.places.crs == "EPSG:4326"
    for name, layer in data.layers.items():
        assert layer.crs == "EPSG:4326", name
        assert layer.geometry.is_valid.all(), name
        if name != "hachures":
            assert (layer["accuracy_m"] > 0).all(), name
    assert (data.places[["basis", "source", "pinyin", "name_en"]] != "").all().all()


def test_layers_are_small() -> None:
    sizes = {path.name: path.stat().st_size for path in geodata.DATA.glob("*.geojson")}
    assert sum(sizes.values()) <= 300_000, sizes


def test_hachures_are_small_and_run_downhill(data: Geodata) -> None:
    strokes = data.layers["hachures"]
    assert list(strokes["weight"]) == [0.4, 0.7, 1.0]
    plain = [shapely.get_coordinates(line).round(5).tolist() for line in strokes.geometry]
    assert len(json.dumps(plain, separators=(",", ":"))) <= 60_000
    tints = data.layers["relief"].query("hill == 'zijin-shan' and z == 200").geometry.iloc[0]
    top = [s for line in strokes.geometry for s in line.geoms if tints.boundary.distance(Point(s.coords[0])) < 2e-5]
    assert top
    assert sum(tints.contains(Point(s.coords[1])) for s in top) <= len(top) * 0.05


def test_five_decimals_and_no_brackets_in_names() -> None:
    with (geodata.DATA / "places.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        assert not set("()()/") & set(row["name"]), row["id"]
        assert all(len(row[axis].partition(".")[2]) <= 5 for axis in ("lon", "lat")), row["id"]
    for path in geodata.DATA.glob("*.geojson"):
        for feature in json.loads(path.read_text(encoding="utf-8"))["features"]:
            points = shapely.get_coordinates(shape(feature["geometry"]))
            assert np.allclose(points, points.round(5), atol=1e-9), feature["properties"]["id"]


def test_gates_are_vertices_of_the_closed_wall(data: Geodata) -> None:
    wall = data.layers["wall"].geometry.iloc[0]
    corners = set(wall.coords)
    gates = data.places[data.places["kind"] == "gate"]
    assert wall.is_ring
    assert [gate for gate in gates["id"] if gates.geometry[gate].coords[0] not in corners] == []
    assert to_metres(data.layers["city"].geometry.iloc[0]).area / 1e6 == pytest.approx(40.2, abs=0.2)


def test_one_point_per_dock(data: Geodata) -> None:
    docks = data.places[data.places["kind"] == "dock"]
    bank = to_metres(data.layers["river"].query("kind == 'water'").geometry.iloc[0].boundary)
    points = {place: to_metres(docks.geometry[place]) for place in docks["id"]}
    assert all(point.distance(bank) < 30 for point in points.values())
    assert all(a == b or points[a].distance(points[b]) > 100 for a in points for b in points)


def test_buildings_stand_on_land(data: Geodata) -> None:
    river = to_metres(data.layers["river"].query("kind == 'water'").geometry.iloc[0])
    points = data.places[data.places["area"].isna()]
    assert [p for p in points["id"] if to_metres(points.geometry[p]).within(river.buffer(-2))] == []


def test_unlocated_places_are_no_points(data: Geodata) -> None:
    assert not {"zhoujia-sha", "huangni-dang", "bazi-qiao", "xiao-jiuhua-shan"} & set(data.places.index)
    assert "周家沙" in data.places.loc["wulong-crossing", "other_names"]


def test_traditional_names_stand_only_where_opencc_errs(data: Geodata) -> None:
    convert = opencc.OpenCC("s2tw").convert
    hant = {p: data.places["hant"][p] or convert(data.places["name"][p]) for p in data.places["id"]}
    needless = [p for p, given in data.places["hant"].items() if given and convert(data.places["name"][p]) == given]
    assert needless == []
    right = {"zijinshan-peak1": "第一峰", "yuqian": "於潛", "yuhua-tai": "雨花臺", "zhongfu-men": "鍾阜門"}
    assert {p: hant[p] for p in right} == right


def test_roads_keep_to_gates_and_land(data: Geodata) -> None:
    wall = to_metres(data.layers["wall"].geometry.iloc[0])
    gates = shapely.union_all([to_metres(p) for p in data.places[data.places["kind"] == "gate"].geometry])
    roads = data.layers["roads"]
    crossings = shapely.get_parts([to_metres(line).intersection(wall) for line in roads.geometry])
    found = [gates.distance(point) for point in crossings if not point.is_empty]
    assert len(found) >= 11
    assert max(found) < 5
    river = to_metres(data.layers["river"].query("kind == 'water'").geometry.iloc[0])
    wet = [r for r, kind, line in zip(roads["id"], roads["kind"], roads.geometry, strict=True)
           if kind != "ferry" and to_metres(line).intersection(river).length > 5]  # fmt: skip
    assert wet == []


def test_against_the_gazetteer(data: Geodata) -> None:
    path = SHARED / "reference" / "gazetteer.csv"
    if not path.is_file():
        pytest.skip("the gazetteer the places were made from is not at hand (../shared/reference)")
    with path.open(encoding="utf-8", newline="") as file:
        rows = {row["id"]: row for row in csv.DictReader(file)}
    left_out = {"zhoujia-sha", "huangni-dang", "bazi-qiao", "xiao-jiuhua-shan"}
    assert set(rows) - left_out <= set(data.places.index)
    for place in set(rows) - left_out:
        row = rows[place]
        before = to_metres(Point(float(row["lon"]), float(row["lat"])))
        moved = before.distance(to_metres(data.places.geometry[place]))
        assert moved < 2 or moved <= float(row["accuracy_m"]) * 1.5, place
        assert moved < 20 or "moved" in data.places.loc[place, "basis"], place


# Faults ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for path in [*geodata.DATA.glob("*.csv"), *geodata.DATA.glob("*.geojson")]:
        shutil.copy(path, tmp_path)
    return tmp_path


def faults(folder: Path) -> list[str]:
    with pytest.raises(DataFaultError) as caught:
        geodata.read(folder)
    return [str(fault) for fault in caught.value.faults]


def cell(folder: Path, place: str, **values: str) -> None:
    """Change cells of one row of places.csv."""
    path = folder / "places.csv"
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        if row["id"] == place:
            row.update(values)
    write(path, rows, COLUMNS)


def write(path: Path, rows: list[dict[str, str]], columns: tuple[str, ...]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, columns, extrasaction="ignore", restval="x")
        writer.writeheader()
        writer.writerows(rows)


def feature(folder: Path, name: str, record: str, change: Callable[[Json], object]) -> None:
    """Change one feature of a GeoJSON file."""
    document(folder, name, lambda data: [change(f) for f in data["features"] if f["properties"]["id"] == record])


def document(folder: Path, name: str, change: Callable[[Json], object]) -> None:
    path = folder / name
    data = json.loads(path.read_text(encoding="utf-8"))
    change(data)
    path.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")


def shift(data: Json) -> None:
    """Move every coordinate of a file from WGS-84 to GCJ-02."""
    for found in data["features"]:
        moved = shapely.transform(shape(found["geometry"]), to_gcj02)
        found["geometry"] = json.loads(shapely.to_geojson(moved))


GCJ02 = "coordinates copied from a Chinese web map (GCJ-02); convert to WGS-84"


@pytest.mark.parametrize("name", ["places.csv", "areas.geojson", "river.geojson"])
def test_missing_and_empty_files(folder: Path, name: str) -> None:
    (folder / name).unlink()
    assert faults(folder) == [f"{name}: file is missing"]
    (folder / name).write_text(" \n", encoding="utf-8")
    assert faults(folder) == [f"{name}: file is empty"]


@pytest.mark.parametrize("name", ["places.csv", "wall.geojson"])
def test_a_byte_order_mark_is_accepted(folder: Path, name: str) -> None:
    (folder / name).write_bytes(b"\xef\xbb\xbf" + (folder / name).read_bytes())
    assert len(geodata.read(folder).places) == 144


def test_spreadsheet_line_ends_are_accepted(folder: Path) -> None:
    path = folder / "places.csv"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n") + b",,,,,,,,,,,,,,\r\n")
    assert len(geodata.read(folder).places) == 144


@pytest.mark.parametrize("name", ["places.csv", "wall.geojson"])
def test_other_encodings_are_named(folder: Path, name: str) -> None:
    text = (folder / name).read_text(encoding="utf-8")
    (folder / name).write_text(text, encoding="utf-16")
    assert faults(folder) == [f"{name}: not UTF-8 (looks like UTF-16; save as UTF-8)"]
    (folder / name).write_text(text, encoding="gbk", errors="replace")
    assert faults(folder) == [f"{name}: line 2: not UTF-8 (looks like GBK; save as UTF-8)"]
    (folder / name).write_bytes(text.encode() + b"\xff\xff\xff")
    (only,) = faults(folder)
    assert only.endswith("not UTF-8 (damaged, or another encoding; save as UTF-8)")


CELLS = [
    ({"id": "Yijiang Men"}, "Yijiang Men: id 'Yijiang Men' is not lower-case letters, digits and hyphens"),
    ({"id": "taiping-men"}, "taiping-men: id stands twice, on lines 2 and 11"),
    ({"name": ""}, "yijiang-men: name is missing"),
    ({"basis": " "}, "yijiang-men: basis is missing"),
    ({"accuracy_m": ""}, "yijiang-men: accuracy_m is missing"),
    ({"accuracy_m": "0"}, "yijiang-men: accuracy_m 0 is not a positive number of metres"),
    ({"accuracy_m": "-5"}, "yijiang-men: accuracy_m -5 is not a positive number of metres"),
    ({"accuracy_m": "inf"}, "yijiang-men: accuracy_m inf is not a positive number of metres"),
    ({"accuracy_m": "about 200"}, "yijiang-men: accuracy_m 'about 200' is not a number"),
    ({"lon": "118,7408"}, "yijiang-men: lon '118,7408' is not a number (decimal comma; use a point)"),
    ({"lat": "32°05′"}, "yijiang-men: lat '32°05′' is not a number (degrees and minutes; use decimal degrees)"),
    ({"lon": "nan"}, "yijiang-men: lon nan, lat 32.0883 is no position (NaN or infinity; leave out what is not known)"),
    ({"lon": "32.0883", "lat": "118.7408"},
     "yijiang-men: lon 32.0883, lat 118.741 lies outside the region (lon and lat are swapped)"),
    ({"lon": "664300", "lat": "3551400"},
     "yijiang-men: lon 664300, lat 3.5514e+06 is not on the globe (metres of a projection; give degrees of WGS-84)"),
    ({"lon": "181"}, "yijiang-men: lon 181, lat 32.0883 is not on the globe"),
    ({"lon": "18.7408"}, "yijiang-men: lon 18.7408, lat 32.0883 lies outside the region 110–123 E, 22–36 N"),
    ({"rank": "4"}, "yijiang-men: rank '4' is not 1, 2 or 3"),
    ({"kind": "bank"}, "yijiang-men: kind 'bank' is for areas"),
]  # fmt: skip


@pytest.mark.parametrize(("values", "message"), CELLS, ids=[message for _, message in CELLS])
def test_cells(folder: Path, values: dict[str, str], message: str) -> None:
    cell(folder, "yijiang-men", **values)
    assert faults(folder) == [f"places.csv: {message}"]


def test_unknown_kind_lists_the_known(folder: Path) -> None:
    cell(folder, "yijiang-men", kind="door")
    (only,) = faults(folder)
    assert only.startswith("places.csv: yijiang-men: unknown kind 'door'; known are airfield, bank, building, city,")


def test_columns(folder: Path) -> None:
    path = folder / "places.csv"
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    write(path, rows, (*(c for c in COLUMNS if c != "accuracy_m"), "colour"))
    assert faults(folder) == [
        "places.csv: line 1: column 'accuracy_m' is missing",
        "places.csv: line 1: unknown column 'colour'",
    ]
    path.write_text("id;name;lon;lat\n", encoding="utf-8")
    assert faults(folder) == ["places.csv: line 1: one column only (separated by ; or tab; save with commas)"]


def test_a_comma_too_many(folder: Path) -> None:
    path = folder / "places.csv"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    lines[3] = lines[3].rstrip("\n") + ",and more\n"
    path.write_text("".join(lines), encoding="utf-8")
    assert faults(folder) == [
        "places.csv: line 4: 17 cells where the header has 16 (a comma inside a cell without quotation marks)"
    ]


def test_gate_off_the_wall_and_dock_off_the_bank(folder: Path) -> None:
    cell(folder, "taiping-men", lat="32.06103")
    cell(folder, "meitan-gang", lon="118.73909")
    assert faults(folder) == [
        "places.csv: meitan-gang: a dock 155 m from the drawn bank; at most 60 m",
        "places.csv: taiping-men: a gate 99 m from the drawn wall; at most 30 m",
    ]


def test_gcj02_gate(folder: Path, data: Geodata) -> None:
    (lon, lat) = to_gcj02(np.array([data.places.geometry["taiping-men"].coords[0]]))[0]
    cell(folder, "taiping-men", lon=f"{lon:.5f}", lat=f"{lat:.5f}")
    (only,) = faults(folder)
    assert only.startswith("places.csv: taiping-men: a gate ")
    assert only.endswith(f"m from the drawn wall; at most 30 m ({GCJ02})")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("wall.geojson", "wall.geojson: meets 2 of 21 gates, and 21 once taken from GCJ-02 to WGS-84"),
        ("river.geojson", "river.geojson: meets 0 of 8 docks, and 8 once taken from GCJ-02 to WGS-84"),
        ("islands.geojson", "islands.geojson: meets 5 of 79 points of the shores of the river, and 79 once taken"),
        ("roads.geojson", "roads.geojson: meets 1 of 11 gates, and 11 once taken"),
    ],
)
def test_gcj02_layer(folder: Path, name: str, message: str) -> None:
    document(folder, name, shift)
    found = [fault for fault in faults(folder) if fault.startswith(name)]
    assert len(found) == 1
    assert found[0].startswith(message)
    assert found[0].endswith(f"({GCJ02})")


def put(**properties: object) -> Callable[[Json], object]:
    return lambda found: found["properties"].update(properties)


def geometry(kind: str, coordinates: object) -> Callable[[Json], object]:
    return lambda found: found.update(geometry={"type": kind, "coordinates": coordinates})


BOW = [[[118.7, 32.0], [118.8, 32.1], [118.8, 32.0], [118.7, 32.1], [118.7, 32.0]]]
POSITION = [[118.76, 32.01], [32.02, 118.76], [118.77, 32.01], [118.76, 32.01]]

FEATURES: list[tuple[str, str, Callable[[Json], object], str]] = [
    ("lakes", "mochou-hu", put(accuracy_m=None), "accuracy_m is missing"),
    ("lakes", "mochou-hu", put(accuracy_m=-1), "accuracy_m -1 is not a positive number of metres"),
    ("lakes", "mochou-hu", put(accuracy_m="250"), "accuracy_m '250' is not a positive number of metres"),
    ("lakes", "mochou-hu", put(accuracy_m=True), "accuracy_m True is not a positive number of metres"),
    ("lakes", "mochou-hu", put(licence="MIT"), "unknown licence 'MIT'; known are CC-BY-4.0, ODbL-1.0"),
    ("lakes", "mochou-hu", put(kind="pond"), "unknown kind 'pond'; known are causeway, islet, lake"),
    ("lakes", "mochou-hu", put(colour="blue"), "unknown property 'colour'"),
    ("lakes", "mochou-hu", lambda f: f["properties"].pop("name_en"), "name_en is missing"),
    ("lakes", "mochou-hu", geometry("Polygon", BOW),
     "invalid geometry: Self-intersection[118.75 32.05] (a bow-tie: two sides cross)"),
    ("lakes", "mochou-hu", geometry("Polygon", [POSITION]),
     "lon 32.02, lat 118.76 lies outside the region (lon and lat are swapped)"),
    ("lakes", "mochou-hu", geometry("Polygon", [[[118.7, 32.0], [118.8, 32.1]]]),
     "geometry 'Polygon' cannot be read (too few points, or a ring that is not closed)"),
    ("lakes", "mochou-hu", geometry("Point", [118.75, 32.03]), "a lake is drawn as Polygon or MultiPolygon, not Point"),
    ("lakes", "mochou-hu", lambda f: f.update(geometry=None), "has no geometry"),
    ("lakes", "mochou-hu", geometry("Polygon", []), "geometry is empty"),
    ("lakes", "mochou-hu", put(name=3), "name 3 is not text"),
    ("moat", "sancha-he", put(width_m="60 m"), "width_m '60 m' is not a number"),
    ("relief", "zijin-shan-50", lambda f: f["properties"].pop("z"), "z is missing"),
    ("areas", "baigu-fen", put(name=["白骨坟"]), "name ['白骨坟'] is not text"),
    ("roads", "yuhua-lu-1", lambda f: f["properties"].pop("road_id"), "road_id is missing"),
    ("areas", "baigu-fen", put(accuracy_m=0), "accuracy_m 0 is not a positive number of metres"),
    ("areas", "baigu-fen", put(kind="gate"), "kind 'gate' is for points"),
    ("areas", "baigu-fen", put(lon=118.5), "label point lon 118.5, lat 32.043 lies outside the area"),
    ("areas", "baigu-fen", lambda f: f["properties"].pop("note"), "note is missing"),
    ("areas", "baigu-fen", put(area="3"), "unknown property 'area'"),
    ("areas", "baigu-fen", put(id="taiping-men"), "id is also in places.csv"),
]  # fmt: skip


@pytest.mark.parametrize(("layer", "record", "change", "message"), FEATURES, ids=[f"{f[0]}: {f[3]}" for f in FEATURES])
def test_features(folder: Path, layer: str, record: str, change: Callable[[Json], object], message: str) -> None:
    feature(folder, f"{layer}.geojson", record, change)
    shown = "taiping-men" if message.startswith("id is also") else record
    assert faults(folder) == [f"{layer}.geojson: {shown}: {message}"]


def test_geojson_files(folder: Path) -> None:
    path = folder / "wall.geojson"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("}\n]}", "},\n]}"), encoding="utf-8")
    assert faults(folder)[0].startswith("wall.geojson: line 2: not JSON: ") or faults(folder)[0].startswith(
        "wall.geojson: line 3: not JSON: "
    )
    path.write_text(text.replace('"accuracy_m":200', '"accuracy_m":NaN'), encoding="utf-8")
    assert faults(folder) == ["wall.geojson: holds NaN (NaN or infinity; leave out what is not known)"]
    path.write_text("[]", encoding="utf-8")
    assert faults(folder) == ["wall.geojson: not a FeatureCollection"]
    path.write_text('{"type": "FeatureCollection", "features": []}', encoding="utf-8")
    assert faults(folder) == ["wall.geojson: no features"]
    path.write_text('{"type": "FeatureCollection", "features": [3, {"properties": null}]}', encoding="utf-8")
    assert faults(folder) == [
        "wall.geojson: feature 1: has no properties",
        "wall.geojson: feature 2: has no properties",
    ]


@pytest.mark.parametrize("name", ["urn:ogc:def:crs:EPSG::32650", "urn:ogc:def:crs:EPSG::4490", "EPSG:3857"])
def test_another_crs(folder: Path, name: str) -> None:
    document(folder, "wall.geojson", lambda d: d.update(crs={"type": "name", "properties": {"name": name}}))
    assert faults(folder) == [
        f"wall.geojson: crs is {name!r}, not CRS84 "
        "(exported in another coordinate system; export as WGS-84 (CRS84), lon before lat)"
    ]


def test_crs84_is_accepted(folder: Path) -> None:
    crs = {"type": "name", "properties": {"name": "urn:ogc:def:crs:OGC:1.3:CRS84"}}
    document(folder, "wall.geojson", lambda d: d.update(crs=crs))
    geodata.read(folder)


def test_open_wall_and_repeated_feature(folder: Path) -> None:
    feature(folder, "wall.geojson", "city-wall", lambda f: f["geometry"]["coordinates"].pop())
    document(folder, "lakes.geojson", lambda d: d["features"].append(d["features"][0]))
    found = faults(folder)
    assert "lakes.geojson: xuanwu-hu: id stands twice, in features 1 and 16" in found
    assert "wall.geojson: city-wall: the wall is not one closed line that never crosses itself" in found


def test_every_fault_at_once(folder: Path) -> None:
    cell(folder, "yijiang-men", accuracy_m="0")
    cell(folder, "taiping-men", lat="32.06103")
    (folder / "railways.geojson").unlink()
    feature(folder, "lakes.geojson", "mochou-hu", put(accuracy_m=-1))
    assert faults(folder) == [
        "lakes.geojson: mochou-hu: accuracy_m -1 is not a positive number of metres",
        "places.csv: taiping-men: a gate 99 m from the drawn wall; at most 30 m",
        "places.csv: yijiang-men: accuracy_m 0 is not a positive number of metres",
        "railways.geojson: file is missing",
    ]


def test_an_empty_folder(tmp_path: Path) -> None:
    names = ["areas", *LAYERS]
    assert faults(tmp_path) == sorted(
        [f"{n}.geojson: file is missing" for n in names] + ["places.csv: file is missing"]
    )


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 200_000), st.binary(min_size=1, max_size=6), st.sampled_from(["places.csv", "wall.geojson"]))
def test_a_damaged_file_is_a_fault_and_never_a_crash(tmp_path_factory: Any, at: int, junk: bytes, name: str) -> None:
    target = tmp_path_factory.getbasetemp() / "damaged"
    if not target.exists():
        shutil.copytree(geodata.DATA, target, ignore=shutil.ignore_patterns("__pycache__", "*.py"))
    good = (geodata.DATA / name).read_bytes()
    at %= len(good)
    (target / name).write_bytes(good[:at] + junk + good[at + len(junk) :])
    try:
        geodata.read(target)
    except DataFaultError as error:
        assert error.faults
    finally:
        (target / name).write_bytes(good)


# Metres, datum, roads --------------------------------------------------------------------------------------------

lons, lats = st.floats(117.5, 120.4), st.floats(30.5, 33.5)


@given(lons, lats)
def test_metres_and_back(lon: float, lat: float) -> None:
    back = to_degrees(to_metres(Point(lon, lat)))
    assert (back.x, back.y) == pytest.approx((lon, lat), abs=1e-8)


def test_length_in_metres() -> None:
    # One minute of latitude is 1848 m at 32° N on the WGS-84 ellipsoid; the projection's scale is off by up to 0.1 %.
    assert length(LineString([(118.8, 32.0), (118.8, 32.0 + 1 / 60)])) == pytest.approx(1848, rel=1e-3)


@given(lons, lats)
def test_gcj02_and_back(lon: float, lat: float) -> None:
    points = np.array([[lon, lat]])
    assert from_gcj02(to_gcj02(points)) == pytest.approx(points, abs=1e-8)


def test_gcj02_shift_at_nanjing() -> None:
    # Known for the city: 491 m to the east and 228 m to the south.
    before = Point(118.79, 32.06)
    after = to_metres(shapely.transform(before, to_gcj02))
    assert (after.x - to_metres(before).x, after.y - to_metres(before).y) == pytest.approx((491, -228), abs=15)


def at(data: Geodata, place: str) -> tuple[float, float]:
    point = data.places.geometry[place]
    return point.x, point.y


def test_along_a_road(data: Geodata) -> None:
    roads = data.layers["roads"]
    start, end = at(data, "ministry-railways"), at(data, "zhongshan-wharf")
    path = along(roads, ["zhongshan-beilu"], start, end)
    assert (path[0], path[-1]) == (start, end)
    assert at(data, "yijiang-men") in path
    assert 2900 < length(LineString(path)) < 3100
    assert along(roads, ["zhongshan-beilu"], end, start) == path[::-1]


def test_along_several_roads_takes_the_shortest(data: Geodata) -> None:
    names = ["zhongshan-lu", "zhongshan-donglu", "yudao-jie"]
    path = along(data.layers["roads"], names, at(data, "gulou"), at(data, "guanghua-men"))
    assert at(data, "xinjiekou") in path
    assert 6500 < length(LineString(path)) < 7500


def test_along_one_stretch_of_one_road(data: Geodata) -> None:
    start, end = (118.75000, 32.08600), (118.74800, 32.08750)
    path = along(data.layers["roads"], ["zhongshan-beilu"], start, end)
    assert 200 < length(LineString(path)) < 450
    assert along(data.layers["roads"], ["zhongshan-beilu"], start, start)[0] == start


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ([], "no road is named"),
        (["broadway"], "unknown road 'broadway'; known are baixia-lu, "),
        (["zhongshan-beilu", "gaoqiao-chunhua"],
         "the roads zhongshan-beilu, gaoqiao-chunhua do not connect (118.756, 32.0808) and (118.93777, 31.93136)"),
    ],
)  # fmt: skip
def test_roads_that_will_not_do(data: Geodata, names: list[str], message: str) -> None:
    with pytest.raises(ValueError) as caught:
        along(data.layers["roads"], names, at(data, "ministry-railways"), at(data, "chunhua"))
    assert str(caught.value).startswith(message)
