"""The page's script, run by Streamlit's own test runner on the record and on faulty copies of it."""

from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from routes import DATA, Record, read
from routes.view.beneath import escaped, picked_markdown
from routes.view.page import language_of
from routes.view.words import LANGUAGES, word
from tests.conftest import ROOT

SECONDS = 60
STAGE = "bidi_component"
WIDGETS = (
    "button", "button_group", "checkbox", "color_picker", "date_input", "multiselect", "number_input", "radio",
    "select_slider", "selectbox", "slider", "text_area", "text_input", "time_input", "toggle", "chat_input",
)  # fmt: skip


def app(script: Path = ROOT / "app.py", **query: str) -> AppTest:
    """The page once the stage has said that it is drawn."""
    at = AppTest.from_file(str(script), default_timeout=SECONDS)
    for name, value in query.items():
        at.query_params[name] = value
    at.session_state["stage"] = {"picked": None, "language": None, "ready": True}
    return at.run()


def stages(at: AppTest) -> list[Any]:
    """The components that are stages: the page's style is one too, but is given nothing."""
    return [component for component in at.get(STAGE) if component.proto.bytes]


def stage(at: AppTest) -> dict[str, Any]:
    """What the stage was given; there is exactly one."""
    [component] = stages(at)
    head, html = gzip.decompress(component.proto.bytes).decode("utf-8").split("\n", 1)
    return {**json.loads(head), "html": html}


def pick(at: AppTest, *, language: str | None = None, **picked: Any) -> AppTest:
    """What follows when the stage tells that something was picked."""
    at.session_state["stage"] = {"picked": picked or None, "language": language, "ready": True}
    return at.run()


def body(at: AppTest) -> str:
    return "\n".join(element.value for element in at.markdown)


def whole(quotes: Any, text: str) -> list[str]:
    """Ids of quotations that are not given whole: words, translation and offsets."""
    return [
        quote.id
        for quote in quotes
        if escaped(quote.text) not in text
        or escaped(quote.en) not in text
        or escaped(word("zh-Hans", "beneath.offsets", start=quote.start, end=quote.end)) not in text
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_runs_in_each_language(language: str) -> None:
    at = app(lang=language)
    assert not at.exception
    given = stage(at)
    assert given["language"] == language
    assert given["title"] == word(language, "page.stage")
    assert "<html>" in given["html"]
    assert word(language, "beneath.picked") in [header.value for header in at.header]
    assert escaped(word(language, "beneath.nothing")) in escaped(body(at))


def test_an_unknown_language_is_simplified_chinese() -> None:
    at = app(lang="<script>")
    assert not at.exception
    assert stage(at)["language"] == "zh-Hans"


@pytest.mark.parametrize(
    ("tag", "language"),
    [("zh-CN", "zh-Hans"), ("zh-TW", "zh-Hant"), ("zh-HK", "zh-Hant"), ("zh-Hant-HK", "zh-Hant"), ("zh", "zh-Hans"),
     ("en-GB", "en"), ("EN", "en"), ("fr-FR", "zh-Hans"), ("", "zh-Hans")],
)  # fmt: skip
def test_the_tags_of_browsers_are_understood(tag: str, language: str) -> None:
    assert language_of(None, tag) == language


def test_the_address_comes_before_the_browser() -> None:
    assert language_of("en", "zh-TW") == "en"
    assert language_of("xx", "zh-TW") == "zh-Hant"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_picked_unit_is_read_with_its_words_translations_and_offsets(record: Record, language: str) -> None:
    at = pick(app(lang=language), kind="unit", id="training-unit")
    assert not at.exception
    text = body(at)
    unit = record.units["training-unit"]
    keys = {
        key
        for itinerary in record.itineraries.values() if itinerary.unit == unit.id
        for stop in itinerary.stops
        for key in [*stop.all_quotes, *(stop.leg.quotes if stop.leg else ())]
    }  # fmt: skip
    assert keys
    for key in keys:
        quote = record.quotes[key]
        assert escaped(quote.text) in text
        assert escaped(quote.en) in text
        assert escaped(word(language, "beneath.offsets", start=quote.start, end=quote.end)) in text
        assert escaped(word(language, "source.called", n=record.sources[quote.source].number)) in text


def test_every_unit_can_be_read_beneath_the_map(record: Record) -> None:
    for key, unit in record.units.items():
        text = picked_markdown(record, {"kind": "unit", "id": key}, "zh-Hans")
        assert escaped(unit.name.zh) in text
        keys = {
            q for i in record.itineraries.values() if i.unit == key for s in i.stops
            for q in [*s.all_quotes, *(s.leg.quotes if s.leg else ())]
        } | set(unit.quotes)  # fmt: skip
        assert whole((record.quotes[q] for q in keys), text) == [], key


def test_one_itinerary_of_several_is_read_alone(record: Record) -> None:
    for unit in record.units:
        mine = [i for i in record.itineraries.values() if i.unit == unit]
        if len(mine) < 2:
            continue
        text = picked_markdown(record, {"kind": "unit", "id": unit, "itinerary": mine[0].id}, "zh-Hans")
        own = {q for s in mine[0].stops for q in s.all_quotes}
        assert whole((record.quotes[q] for q in own), text) == []
        return
    pytest.fail("no unit of the record has two itineraries")


def test_every_place_with_a_state_can_be_read_beneath_the_map(record: Record) -> None:
    for state in record.states.values():
        text = picked_markdown(record, {"kind": "place", "id": state.place}, "zh-Hans")
        assert escaped(state.text.zh) in text
        assert whole((record.quotes[q] for q in state.quotes), text) == [], state.id


def test_every_event_can_be_read_beneath_the_map(record: Record) -> None:
    for key, event in record.events.items():
        text = picked_markdown(record, {"kind": "event", "id": key}, "zh-Hans")
        assert escaped(event.title.zh) in text
        assert whole((record.quotes[q] for q in {*event.quotes, *event.when.quotes}), text) == [], key


def test_the_second_pick_replaces_the_first_and_the_same_one_stays(record: Record) -> None:
    at = pick(app(), kind="place", id="yijiang-men")
    first = body(at)
    assert escaped("挹江门") in first
    assert body(pick(at, kind="place", id="yijiang-men")) == first
    second = body(pick(at, kind="unit", id="36th-division"))
    assert escaped(record.units["36th-division"].name.zh) in second
    assert escaped(word("zh-Hans", "beneath.nothing")) not in second


@pytest.mark.parametrize(
    "picked",
    [
        {"kind": "unit", "id": "no-such-unit"},
        {"kind": "place", "id": "<script>alert(1)</script>"},
        {"kind": "event", "id": None},
        {"kind": "unit", "id": ["training-unit"]},
        {"kind": "unit", "id": {"a": 1}},
        {"kind": "choice", "id": None, "ids": ["training-unit", "36th-division"]},
        {"kind": "choice", "id": "sources"},
        {"kind": 7},
        {"id": "training-unit"},
    ],
)
def test_what_is_not_in_the_record_is_nothing(picked: dict[str, Any]) -> None:
    at = pick(app(), **picked)
    assert not at.exception
    assert escaped(word("zh-Hans", "beneath.nothing")) in escaped(body(at))


@pytest.mark.parametrize("picked", ["training-unit", 3, ["unit", "training-unit"]])
def test_a_pick_that_is_no_record_is_nothing(record: Record, picked: Any) -> None:
    assert picked_markdown(record, picked, "zh-Hans") == ""


def test_the_language_chosen_in_the_stage_is_that_of_the_page(record: Record) -> None:
    at = pick(app(lang="zh-Hans"), language="en", kind="unit", id="training-unit")
    assert word("en", "beneath.record") in [header.value for header in at.header]
    assert escaped(record.units["training-unit"].name.en) in body(at)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sources_are_named_with_what_they_are(record: Record, language: str) -> None:
    text = body(app(lang=language))
    for source in record.sources.values():
        title = source.title.en if language == "en" else source.title.zh if language == "zh-Hans" else None
        if title:
            assert escaped(title) in text
        count = sum(quote.source == source.id for quote in record.quotes.values())
        assert escaped(word(language, "beneath.quoted", count=count)) in text


def test_nothing_on_the_page_reruns_it_but_a_pick_a_language_and_the_download() -> None:
    at = app()
    for kind in WIDGETS:
        assert len(at.get(kind)) == 0, kind
    assert len(at.get("download_button")) == 1
    assert len(stages(at)) == 1


def test_the_stage_comes_before_what_stands_beneath_it() -> None:
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=SECONDS).run()
    assert len(stages(at)) == 1
    assert body(at) == ""
    assert body(app())


def test_a_rerun_gives_the_stage_the_same_data() -> None:
    """Else the iframe's page would be sent again."""
    at = app()
    before = stage(at)
    assert stage(pick(at, kind="place", id="yijiang-men")) == before
    assert stage(pick(at, kind="unit", id="training-unit")) == before


# --- faulty data: a copy of the record with one file altered ---


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The record in a folder of its own, which the app reads instead."""
    folder = tmp_path / "night"
    shutil.copytree(DATA, folder, ignore=shutil.ignore_patterns("__pycache__", "*.py", "view"))
    monkeypatch.setattr(read, "__defaults__", (folder, *(read.__defaults__ or ())[1:]))
    st.cache_resource.clear()
    yield folder
    st.cache_resource.clear()


def spoil(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8", newline="\n")


def test_the_copy_is_read_and_is_sound(copied: Path) -> None:
    title = read(copied).night.title.zh
    spoil(copied / "night.toml", title, "另一夜")
    given = stage(app())
    assert "<title>另一夜</title>" in given["html"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_faulty_data_shows_its_faults_and_no_map(copied: Path, language: str) -> None:
    path = copied / "itineraries" / "training-unit.toml"
    spoil(path, 'unit = "training-unit"', 'unit = "training-units"')
    at = app(lang=language)
    assert not at.exception
    assert len(stages(at)) == 0
    assert len(at.get("download_button")) == 0
    assert [header.value for header in at.header] == [word(language, "faults.title")]
    [table] = at.dataframe
    heads = [word(language, f"faults.{name}") for name in ("file", "record", "fault", "cause")]
    assert list(table.value.columns) == heads
    assert set(table.value[heads[0]]) >= {"itineraries/training-unit.toml"}
    assert "training-units" in " ".join(table.value[heads[2]])
    assert any(word(language, "faults.what", count=len(table.value)) in m.value for m in at.markdown)


def test_every_fault_is_shown_at_once(copied: Path) -> None:
    (copied / "events.toml").write_text("", encoding="utf-8")
    (copied / "units.toml").write_text("[[unit]\n", encoding="utf-8")
    at = app()
    [table] = at.dataframe
    assert {"events.toml", "units.toml"} <= set(table.value.iloc[:, 0])


def test_another_encoding_is_named_as_the_cause(copied: Path) -> None:
    path = copied / "events.toml"
    path.write_bytes(path.read_text(encoding="utf-8").encode("gb18030"))
    at = app()
    [table] = at.dataframe
    assert "GBK" in " ".join(table.value.iloc[:, 3])


def test_hostile_names_in_a_fault_stay_text(copied: Path) -> None:
    path = copied / "itineraries" / "training-unit.toml"
    spoil(path, 'unit = "training-unit"', 'unit = "<img src=x onerror=alert(1)>"')
    at = app()
    assert not at.exception
    [table] = at.dataframe
    assert not any("<img" in element.value for element in at.markdown)
    assert len(table.value) >= 1
