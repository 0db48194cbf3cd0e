"""Hostile words in every field of a record: the stage and the page show them letter for letter, and nothing runs."""

from __future__ import annotations

import csv
import json
import re
import shutil
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Locator, expect

from geodata import DATA as GEODATA
from routes import check, read
from routes.view.beneath import escaped, picked_markdown
from routes.view.stage import stage_html
from routes.view.words import word
from tests.conftest import ROOT, Opener, Server, beneath

SMALL = Path(__file__).parent / "data" / "small"

STRINGS = [
    "`code`",
    "\\`${1}${alert(1)}",
    "{{7*7}}{% raw %}{# gone #}{%",
    "</script><script>window.hit=1;alert(1)</script>",
    "<img src=x onerror='window.hit=1;alert(1)'>",
    '"><svg onload=window.hit=1;alert(1)>',
    "<!-- -->]]><style>*{display:none}</style>",
    "<iframe srcdoc='<script>parent.hit=1</script>'></iframe>",
    "[x](javascript:alert(1)) ![y](http://tile.example/1.png)",
    "<http://tile.example/> http://tile.example/2",
    "$$\\alpha$$ $x^2$",
    ":smile: :material/home: :red[red] :blue-background[b]",
    "**bold** _it_ ~~gone~~ # head | a | b |",
    "&lt;b&gt;&amp;&#x41;",
    "{count}{title}{hour}{0}",
    "%s %(a)s",
    "é\u0301 🕯️ 𠮷 \u202eRTL\u202c \u2028end",
    "constructor __proto__ toString",
]
ALL = " ".join(STRINGS)
MARK = re.compile(r"@([a-z_.]+(?:\.(?:zh|en))?)@")


def hostile(name: str) -> str:
    return f"@{name}@{ALL}"


def text(name: str) -> dict[str, str]:
    return {"zh": hostile(f"{name}.zh"), "en": hostile(f"{name}.en")}


def toml(value: Any) -> str:
    """A value as inline TOML; strings as JSON writes them, which TOML reads alike."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def write(path: Path, tables: dict[str, Any]) -> None:
    lines = [f"{name} = {toml(value)}" for name, value in tables.items() if not is_table(value)]
    for name, entries in tables.items():
        if is_table(entries):
            for entry in entries:
                lines += [f"[[{name}]]", *(f"{key} = {toml(value)}" for key, value in entry.items())]
    path.write_text("\n".join(lines), encoding="utf-8", newline="\n")


def is_table(value: object) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def when(bracket: dict[str, Any], told: bool) -> dict[str, Any]:
    words = {"told": ALL, "told_en": hostile("told_en")} if told and "told" in bracket else {}
    reason = {"reason": text("reason")}
    return {**{key: value for key, value in bracket.items() if key != "told"}, **words, **reason}


EDIT: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "source": lambda one: {"title": text("source.title"), "nature": text("source.nature"), "note": text("source.note"),
                           "author": ALL, "characters": 10**6},
    "witness": lambda one: {"name": text("witness.name"), "account": text("witness.account"),
                            "nature": text("witness.nature"), "chain": text("witness.chain")},
    "lane": lambda one: {"name": text("lane.name")},
    "unit": lambda one: {"name": text("unit.name"), "short": text("unit.short"), "echelon": text("unit.echelon"),
                         "fate": text("unit.fate"), "note": text("unit.note"), "editor": text("unit.editor"),
                         "variants": [hostile("variant")]},
    "quote": lambda one: {"text": hostile("quote.text") + "<i>x</i>", "en": hostile("quote.en"),
                          "start": 10 * one["start"],
                          "end": 10 * one["start"] + len(hostile("quote.text") + "<i>x</i>"),
                          "note": text("quote.note"), **({"hearsay": STRINGS[4]} if "hearsay" in one else {}),
                          "sic": [{"printed": "<i>x</i>", "meant": hostile("sic.meant"), "certainty": "medium",
                                   "note": text("sic.note")}]},
    "stop": lambda one: {"where": text("stop.where"), "editor": text("stop.editor"), "note": text("stop.note"),
                         "outcome": text("stop.outcome"),
                         **{key: when(one[key], True) for key in ("arrive", "leave") if key in one},
                         **({"leg": {**one["leg"], "editor": text("leg.editor"), "note": text("leg.note"),
                                     "impossible_as_told": text("leg.impossible")}} if "leg" in one else {})},
    "state": lambda one: {"text": text("state.text"), "editor": text("state.editor"), "note": text("state.note"),
                          "since": when(one["since"], True)},
    "event": lambda one: {"title": text("event.title"), "where": text("event.where"), "editor": text("event.editor"),
                          "note": text("event.note"), "when": when(one["when"], True)},
}  # fmt: skip


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The small record and the places it stands on, with hostile words wherever words may stand."""
    night, ground = tmp_path_factory.mktemp("hostile") / "night", tmp_path_factory.mktemp("ground") / "geodata"
    shutil.copytree(SMALL, night)
    shutil.copytree(GEODATA, ground, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    for path in [*night.glob("*.toml"), *night.glob("*/*.toml")]:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
        for name, edit in EDIT.items():
            for entry in tables[name] if is_table(tables.get(name)) else []:
                entry.update(edit(entry))
        if path.parent.name == "itineraries":
            tables.update(title=text("itinerary.title"), note=text("itinerary.note"))
        if path.name == "night.toml":
            tables.update(title=text("night.title"), place=text("night.place"))
        write(path, tables)
    places = ground / "places.csv"
    with places.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        if row["id"] == "taiping-men":
            row.update(
                name=hostile("place.name.zh"),
                name_en=hostile("place.name.en"),
                basis=hostile("place.basis.en"),
                basis_zh=hostile("place.basis.zh"),
            )
            row.update(name_1937=ALL.replace(";", ","), other_names=ALL.replace(";", ","), hant="")
    with places.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    return night, ground


@pytest.fixture(scope="module")
def page(folders: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The stage of the hostile record as one file."""
    record = read(*folders)
    assert check(record) == []
    path = tmp_path_factory.mktemp("page") / "night.html"
    path.write_text(stage_html(record), encoding="utf-8", newline="\n")
    return path


def shown(element: Locator) -> set[str]:
    """Names of the hostile fields an element shows; each must stand there letter for letter."""
    content = (element.text_content() or "").replace("[sic]", "")
    found = set()
    for match in MARK.finditer(content):
        assert content[match.end() :].startswith(ALL), content[match.start() : match.end() + len(ALL) + 40]
        found.add(match[1])
    return found


NOTHING_RAN = """() => ({
  hit: window.hit ?? null,
  made: [...document.querySelectorAll(
    "img, iframe, object, embed, form, base, video, audio, foreignObject, .katex, [onload], [onerror], [srcdoc], "
    + "a[href^='javascript'], a[href*='tile.example'], script[src^='http'], b b, i, u, s, del, em strong, body style"
  )].map((one) => one.outerHTML.slice(0, 120)),
})"""

READER = {
    "unit.name", "unit.fate", "unit.note", "itinerary.note", "stop.where", "stop.outcome", "stop.note", "stop.editor",
    "leg.note", "leg.editor", "leg.impossible", "reason", "witness.name", "witness.chain", "quote.note", "sic.note",
}  # fmt: skip


@pytest.mark.browser
@pytest.mark.parametrize("language", ["zh-Hans", "en"])
def test_the_stage_shows_every_word_as_it_is(open_stage: Opener, page: Path, language: str) -> None:
    part = {"zh-Hans": "zh", "en": "en"}[language]

    def named(names: set[str]) -> set[str]:
        return {f"{name}.{part}" for name in names}

    stage = open_stage(str(page), f"?lang={language}&t=21:30&unit=battalion", language=language)
    expect(stage.title).to_be_visible()
    seen = shown(stage.reader)
    assert seen >= named(READER) | {"quote.text", "quote.en", "sic.meant", "variant"}
    assert f"「{ALL}」" in (stage.reader.text_content() or "")  # the hour as told
    for query, wanted in (
        ("unit=launch", {"unit.name", "stop.where"}),
        ("place=taiping-men", {"place.name", "state.text", "stop.where"} - {"stop.where"}),
        ("event=out", {"event.title", "event.where", "event.note", "event.editor", "reason"}),
    ):
        stage = open_stage(str(page), f"?lang={language}&t=21:30&{query}", language=language)
        expect(stage.title).to_be_visible()
        assert shown(stage.reader) >= named(wanted), query
        assert stage.frame.evaluate(NOTHING_RAN) == {"hit": None, "made": []}
    stage.page.keyboard.press("Escape")
    expect(stage.reader).to_be_hidden()
    assert shown(stage.frame.locator(".stage-event")) >= named({"event.title"})

    stage.page.keyboard.press("l")
    expect(stage.list).to_be_visible()
    assert shown(stage.list) >= named({"unit.short", "stop.where", "event.title", "place.name", "state.text"})
    box = stage.frame.get_by_role("searchbox")
    for query in STRINGS:
        box.fill(query)
    box.fill("@unit.name")
    expect(stage.list.locator(".list-results")).to_contain_text("@unit.short")
    shown(stage.list)
    box.fill("")
    stage.page.keyboard.press("Escape")
    stage.button("tools.legend").click()
    expect(stage.legend).to_be_visible()
    stage.button("tools.sources").click()
    expect(stage.title).to_be_visible()
    wanted = {"source.title", "source.nature", "source.note", "witness.name", "witness.chain"}
    assert shown(stage.reader) >= named(wanted)
    stage.button("timeline.play").click()
    stage.wait_minute("minute > 275")
    stage.button("timeline.pause").click()
    assert stage.frame.evaluate(NOTHING_RAN) == {"hit": None, "made": []}
    assert stage.page.title() == hostile(f"night.title.{part}")
    assert stage.guard.dialogs == []


@pytest.mark.browser
@pytest.mark.parametrize("query", ["t", "unit", "place", "event", "view", "lang", "reading"])
def test_a_hostile_address_is_only_an_address(open_stage: Opener, query: str) -> None:
    from urllib.parse import quote

    stage = open_stage("app", f"?{query}={quote(ALL)}")
    expect(stage.clock).to_have_text("17:00")
    for frame in (stage.page.main_frame, stage.frame):
        assert frame.evaluate("window.hit ?? null") is None


@pytest.mark.browser
def test_the_page_beneath_shows_every_word_as_it_is(
    open_stage: Opener, folders: tuple[Path, Path], tmp_path: Path, chromium: Any
) -> None:
    """Streamlit's Markdown, its directives, formulas and symbols included, finds nothing to read in the data."""
    script = tmp_path / "app.py"
    script.write_text(
        "import runpy\nfrom pathlib import Path\nimport routes\n"
        f"routes.read.__defaults__ = (Path({str(folders[0])!r}), Path({str(folders[1])!r}))\n"
        f"runpy.run_path({str(ROOT / 'app.py')!r}, run_name='__main__')\n",
        encoding="utf-8",
    )
    running = Server(script)
    try:
        for query, wanted in (
            (
                "unit=battalion",
                {"unit.name.zh", "unit.note.zh", "stop.where.zh", "quote.text", "quote.en", "witness.name.zh"},
            ),
            ("place=taiping-men", {"place.name.zh", "place.basis.zh", "state.text.zh", "event.title.zh"}),
            ("event=out", {"event.title.zh", "source.title.zh", "source.note.zh"}),
        ):
            stage = open_stage("app", f"/?t=21:30&{query}", base=running.url)
            written = beneath(stage.page)
            expect(written).to_contain_text(min(wanted - {"quote.text", "quote.en"}))
            stage.page.wait_for_function(
                """(wanted) => {
                  const { textContent } = document.querySelector("[class*=st-key-beneath]");
                  return wanted.every((one) => textContent.includes(`@${one}@`));
                }""",
                arg=sorted(wanted),
            )
            assert shown(written) >= wanted
            made = stage.page.evaluate(
                """() => {
                  const bare = (address) => address.replace(/[/]$/, "");
                  return [...document.querySelectorAll("[class*=st-key-beneath] *")]
                  .filter((one) => one.matches("img, script, iframe, form, code, .katex, del, table, style, "
                    + "[onload], [onerror], a[href^='javascript'], [data-testid=stIconMaterial], "
                    + "[class*=colored-text], span[style*=color]")
                    // A bare address becomes a link whatever is escaped; it must say where it leads.
                    || (one.matches("a[href*='tile.example']") && bare(one.textContent) !== bare(one.href)))
                  .map((one) => one.outerHTML.slice(0, 160));
                }"""
            )
            assert made == []
            assert stage.page.evaluate("window.hit ?? null") is None
            stage.page.close()
    finally:
        running.stop()


def unescaped(markdown: str) -> str:
    """What Markdown reads: a backslash before ASCII punctuation is not shown."""
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", markdown)


def unprotected(markdown: str) -> list[str]:
    """ASCII punctuation without a backslash of its own."""
    return re.findall(r"[!-/:-@\[-`{-~]", re.sub(r"\\[!-/:-@\[-`{-~]", "", markdown))


@pytest.mark.parametrize("string", [*STRINGS, ALL])
def test_escaping_leaves_markdown_nothing_to_read(string: str) -> None:
    assert unprotected(escaped(string)) == []
    assert unescaped(escaped(string)) == string


@given(st.text())
def test_escaping_is_complete_for_any_text(string: str) -> None:
    assert unprotected(escaped(string)) == []
    assert unescaped(escaped(string)) == string.replace("\r", " ").replace("\n", " ")
    assert "\n" not in escaped(string)


def test_a_line_of_data_begins_no_block(folders: tuple[Path, Path]) -> None:
    """Only the page's own headings, quotations and emphasis are Markdown."""
    record = read(*folders)
    for picked in (
        {"kind": "unit", "id": "battalion"},
        {"kind": "place", "id": "taiping-men"},
        {"kind": "event", "id": "out"},
    ):
        for line in picked_markdown(record, picked, "zh-Hans").split("\n"):
            own = re.sub(r"^(?:#{3,4} |> \*(?=.*\*$)|> )", "", line)
            own = own.removesuffix("*") if line.startswith("> *") else own
            assert unprotected(own) == [], line


def test_braces_in_a_value_stay_braces() -> None:
    said = word("en", "reader.sic-high", printed="{meant}", meant="right")
    assert "“{meant}”" in said
    assert "“right”" in said


@pytest.fixture(autouse=True)
def _unset() -> Iterator[None]:
    """Nothing of a test here outlives it."""
    defaults = read.__defaults__
    yield
    read.__defaults__ = defaults
