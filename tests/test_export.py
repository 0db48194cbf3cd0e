"""What `python -m routes export` prints: a record in which everything can be traced, and one file that asks nothing."""

from __future__ import annotations

import base64
import binascii
import gzip
import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from tests.conftest import ROOT, SHARED

GRADES = {"stated", "derived", "reconstructed", "unknown"}
ITINERARIES = (
    {f"R{n:02d}" for n in range(1, 58)} | {f"J{n:02d}" for n in range(1, 13)} | {f"F{n:02d}" for n in range(1, 3)}
)
"""The itineraries that the chronicle of the sources counts."""
MOST_BYTES = 1_000_000


def exported(*options: str, seed: str = "0") -> str:
    run = subprocess.run(
        [sys.executable, "-m", "routes", "export", *options],
        cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False,
        env={**os.environ, "PYTHONHASHSEED": seed, "TZ": "America/New_York"},
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    return run.stdout


@pytest.fixture(scope="module")
def resolved() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(exported("--format", "json"))
    return found


@pytest.fixture(scope="module")
def page() -> str:
    return exported("--format", "html")


LISTS = (
    "places", "layers", "sources", "witnesses", "quotes", "lanes", "units", "itineraries", "tracks", "states", "events",
)  # fmt: skip


@pytest.mark.parametrize("name", LISTS)
def test_every_object_has_an_id_of_its_own(resolved: dict[str, Any], name: str) -> None:
    ids = [entry["id"] for entry in resolved[name]]
    assert ids
    assert all(isinstance(key, str) and key for key in ids)
    assert len(set(ids)) == len(ids)


def test_every_stop_has_an_id_and_says_what_it_rests_on(resolved: dict[str, Any]) -> None:
    quotes = {quote["id"] for quote in resolved["quotes"]}
    places = {place["id"] for place in resolved["places"]}
    for itinerary in resolved["itineraries"]:
        ids = [stop["id"] for stop in itinerary["stops"]]
        assert len(set(ids)) == len(ids), itinerary["id"]
        assert len(itinerary["legs"]) == max(0, len(ids) - 1)
        for stop in itinerary["stops"]:
            name = f"{itinerary['id']} {stop['id']}"
            assert stop["grade"] in GRADES, name
            assert {"earliest", "latest", "place"} <= stop.keys(), name
            assert set(stop["quotes"]) <= quotes, name
            # A start or end of which only that it is not told can be said needs no words of a source.
            unplaced = stop["place"] is None and "arrive" not in stop and "leave" not in stop
            assert stop["quotes"] or stop.get("editor") or unplaced, name
            assert stop["place"] is None or stop["place"] in places, name
            assert stop["place"] or stop["where"], name
        for leg in itinerary["legs"]:
            assert leg["from"] in ids
            assert leg["to"] in ids
            assert set(leg["quotes"]) <= quotes


def test_references_lead_somewhere(resolved: dict[str, Any]) -> None:
    known = {name: {entry["id"] for entry in resolved[name]} for name in LISTS}
    assert {i["unit"] for i in resolved["itineraries"]} <= known["units"]
    assert {t["itinerary"] for t in resolved["tracks"]} <= known["itineraries"]
    assert {t["unit"] for t in resolved["tracks"]} <= known["units"]
    assert {q["source"] for q in resolved["quotes"]} <= known["sources"]
    assert {q["witness"] for q in resolved["quotes"]} - {None} <= known["witnesses"]
    assert {s["place"] for s in resolved["states"]} <= known["places"]
    for event in resolved["events"]:
        assert event.get("place") is None or event["place"] in known["places"]
        assert set(event["units"]) <= known["units"]
        assert set(event["quotes"]) | set(event["when"].get("quotes", [])) <= known["quotes"]
        assert event["quotes"] or event["when"].get("quotes")


def test_quotes_can_be_found_in_their_documents(resolved: dict[str, Any]) -> None:
    lengths = {source["id"]: source["characters"] for source in resolved["sources"]}
    for quote in resolved["quotes"]:
        assert {"source", "start", "end", "text", "translation", "witness"} <= quote.keys()
        assert quote["text"]
        assert quote["translation"]
        assert 0 <= quote["start"] < quote["end"] <= lengths[quote["source"]], quote["id"]
        assert quote["end"] - quote["start"] == len(quote["text"]), quote["id"]


def test_sources_carry_their_fingerprint(resolved: dict[str, Any]) -> None:
    for source in resolved["sources"]:
        assert re.fullmatch(r"[0-9a-f]{64}", source["sha256"])
        assert source["title"]["zh"]
        assert source["title"]["en"]
        assert source["nature"]


def test_tracks_have_key_points(resolved: dict[str, Any]) -> None:
    end = 840
    for track in resolved["tracks"]:
        name = track["id"]
        assert track["key_points"], name
        minutes = [point["minute"] for point in track["key_points"]]
        assert minutes == sorted(minutes), name
        for point in track["key_points"]:
            assert -1440 < point["minute"] < end + 1440, name
            assert 118 < point["lon"] < 120, name
            assert 31 < point["lat"] < 33, name
            assert point["grade"] in GRADES, name
        for schedule in ("earliest", "best", "latest"):
            assert track[schedule], name
            for (m0, d0), (m1, d1) in zip(track[schedule], track[schedule][1:], strict=False):
                assert m0 <= m1, name
                assert d0 <= d1 + 1e-6, name


def test_places_say_how_well_they_are_known(resolved: dict[str, Any]) -> None:
    for place in resolved["places"]:
        assert 105 < place["lon"] < 125, place["id"]
        assert 20 < place["lat"] < 45, place["id"]
        assert place["accuracy_m"] > 0, place["id"]
        assert place["basis"], place["id"]
        assert place["names"]["zh-Hans"], place["id"]
        assert place["names"]["en"], place["id"]


def test_every_quote_stands_in_its_document(resolved: dict[str, Any], sources: Path) -> None:
    files = {source["id"]: source["file"] for source in resolved["sources"]}
    texts = {key: (sources / name).read_bytes().decode("utf-8") for key, name in files.items()}
    wrong = [q["id"] for q in resolved["quotes"] if texts[q["source"]][q["start"] : q["end"]] != q["text"]]
    assert wrong == []


def test_the_check_agrees_with_the_documents(sources: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "routes", "check", "--sources", str(sources)],
        cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert (run.returncode, run.stderr) == (0, "")


def test_every_itinerary_of_the_chronicle_is_there(resolved: dict[str, Any]) -> None:
    given = {ref for itinerary in resolved["itineraries"] for ref in itinerary["refs"]}
    assert sorted(ITINERARIES - given) == []


def test_the_numbers_are_those_of_the_chronicle() -> None:
    path = SHARED / "research" / "chronicle.json"
    if not path.is_file():
        pytest.skip("the chronicle is not at hand (../shared/research/chronicle.json)")
    chronicle = json.loads(path.read_text(encoding="utf-8"))
    assert {route["id"] for route in chronicle["routes"]} == ITINERARIES


# --- the page in one file ---


def test_the_file_is_small(page: str) -> None:
    assert len(page.encode("utf-8")) <= MOST_BYTES


def test_the_same_record_gives_the_same_file(page: str) -> None:
    assert exported("--format", "html", seed="1") == page


FETCHING = {"src", "href", "srcset", "poster", "data", "action", "background", "xlink:href", "formaction", "manifest"}


class Addresses(HTMLParser):
    """Every address that a browser would ask for, and the text of scripts and styles."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.texts: list[str] = []
        self._inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside = tag in {"script", "style"}
        self.found += [value or "" for name, value in attrs if name in FETCHING]
        self.texts += [value for name, value in attrs if name == "style" and value]

    def handle_endtag(self, tag: str) -> None:
        self._inside = False

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.texts.append(data)


def decoded(address: str) -> str:
    """What a `data:` URL holds."""
    head, _, body = address.partition(",")
    return base64.b64decode(body).decode("utf-8") if head.endswith(";base64") else unquote(body)


def packed(text: str) -> list[str]:
    """The modules inside the packed part, if this is it."""
    try:
        content = json.loads(gzip.decompress(base64.b64decode(text.strip(), validate=True)))
    except (ValueError, OSError, binascii.Error):
        return []
    return [decoded(address) for address in json.loads(content["modules"])["imports"].values()]


def test_the_file_asks_nothing_of_anyone(page: str) -> None:
    parser = Addresses()
    parser.feed(page)
    assert [address[:60] for address in parser.found if not address.startswith("data:")] == []
    styles = [decoded(address) for address in parser.found if address.startswith("data:text/css")]
    modules = [module for text in parser.texts for module in packed(text)]
    assert styles
    assert modules
    assert any("Leaflet 1.9" in text for text in parser.texts)
    for text in [*styles, *parser.texts]:
        assert re.findall(r"url\(\s*[\"']?(?!data:|#)[^)]*\)|@import[^;]*;", text) == []
    for text in modules:
        assert set(re.findall(r"(?:https?|wss?)://[^\s\"'`)<\\]+", text)) <= {"http://www.w3.org/2000/svg"}
    # Leaflet names its home page in its first comment and in an attribution that the stage does not show.
    for text in parser.texts:
        named = set(re.findall(r"(?:https?|wss?)://[^\s\"'`)<\\]+", text))
        assert named <= {"http://www.w3.org/2000/svg", "https://leafletjs.com"}
    assert not re.search(r"<(?:img|link|script)[^>]+(?:src|href)=[\"']?(?:https?:)?//", page)


@pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant", "en"])
def test_the_file_opens_in_the_language_asked_for(language: str) -> None:
    parser = Addresses()
    parser.feed(exported("--format", "html", "--language", language))
    for text in parser.texts:
        try:
            content = json.loads(gzip.decompress(base64.b64decode(text.strip(), validate=True)))
        except (ValueError, OSError, binascii.Error):
            continue
        assert content["scene"]["language"] == language
        return
    pytest.fail("no packed scene in the file")


@pytest.mark.parametrize("kind", ["json", "html"])
def test_a_file_is_written_as_printed(kind: str, tmp_path: Path, page: str) -> None:
    path = tmp_path / "out"
    exported("--format", kind, "--output", str(path))
    content = path.read_bytes()
    assert b"\r\n" not in content
    assert content.decode("utf-8").strip() == (page if kind == "html" else exported("--format", "json")).strip()
