"""Bad input: one small faulty folder a kind, made from `data/small`, with the exact words it is reported in."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from routes.__main__ import main

SMALL = Path(__file__).parent / "data" / "small"


@dataclass(frozen=True)
class Kind:
    """A fault: what is altered in which file of the small record, and every line of the report.

    `old` is replaced by `new` once; without `old` the file is renamed to, or filled with, `new`; without either it
    is removed.
    """

    name: str
    file: str
    old: str | None
    new: str | None
    report: tuple[str, ...]


KINDS = (
    Kind(
        "unknown key",
        "itineraries/battalion.toml",
        'face = "inside"',
        'facing = "inside"',
        ("itineraries/battalion.toml: unknown key 'stop 1.facing' (did you mean 'face'?)",),
    ),
    Kind(
        "unknown key in a bracket",
        "itineraries/battalion.toml",
        'told = "八时许", earliest',
        'tolled = "八时许", earliest',
        ("itineraries/battalion.toml: unknown key 'stop 1.arrive.tolled' (did you mean 'told'?)",),
    ),
    Kind(
        "unknown table",
        "events.toml",
        "[[event]]",
        "[[evnt]]",
        ("events.toml: unknown table 'evnt' (did you mean 'event'?)",),
    ),
    Kind(
        "missing key",
        "units.toml",
        'side = "chinese"\nlane = "army"\n\n',
        'lane = "army"\n\n',
        ("units.toml: battalion: missing 'side'",),
    ),
    Kind(
        "missing quote",
        "itineraries/battalion.toml",
        'quotes = ["q-foot"]',
        'quotes = ["q-food"]',
        (
            "itineraries/battalion.toml: fork: no quote 'q-food' (did you mean 'q-foot'?)",
            "quotes/sample.toml: q-foot: nothing rests on this quote (cite it, or leave it out)",
        ),
    ),
    Kind(
        "no quote at all",
        "itineraries/launch.toml",
        'quotes = ["q-launch"]\nleg',
        "leg",
        ("itineraries/launch.toml: pukou: the stop has no quote (give quotes, or say why in editor)",),
    ),
    Kind(
        "altered quote",
        "quotes/sample.toml",
        "沿山脚走了一夜",
        "沿山角走了一夜",
        (
            "quotes/sample.toml: q-foot: differs from its source at character 2: '角走了一夜' for '脚走了一夜' (altered quote)",
        ),
    ),
    Kind(
        "shortened quote",
        "quotes/sample.toml",
        'text = "九时出城"',
        'text = "九时出"',
        (
            "quotes/sample.toml: q-out: offsets 11–15 hold '九时出城'; the text stands at 11 (wrong offset)",
            "quotes/sample.toml: q-out: offsets 11–15 hold 4 characters, the text has 3 (wrong offset, or the text was altered)",
        ),
    ),
    Kind(
        "wrong offset",
        "quotes/sample.toml",
        "start = 11\nend = 15",
        "start = 12\nend = 16",
        ("quotes/sample.toml: q-out: offsets 12–16 hold '时出城，'; the text stands at 11 (wrong offset)",),
    ),
    Kind(
        "unknown place",
        "itineraries/battalion.toml",
        'place = "chalu-kou"',
        'place = "chalu-ku"',
        ("itineraries/battalion.toml: fork: no place 'chalu-ku' (did you mean 'chalu-kou'?)",),
    ),
    Kind(
        "unknown via",
        "itineraries/battalion.toml",
        '"gangzi-cun"',
        '"gangzi-chun"',
        ("itineraries/battalion.toml: fork: no place 'gangzi-chun' (did you mean 'gangzi-cun'?)",),
    ),
    Kind(
        "unknown unit",
        "events.toml",
        'units = ["battalion"]',
        'units = ["batallion"]',
        ("events.toml: out: no unit 'batallion' (did you mean 'battalion'?)",),
    ),
    Kind(
        "unknown lane",
        "units.toml",
        'lane = "army"',
        'lane = "navy"',
        ("units.toml: battalion: no lane 'navy'",),
    ),
    Kind(
        "unknown witness",
        "quotes/sample.toml",
        'witness = "somebody"',
        'witness = "nobody"',
        ("quotes/sample.toml: q-gate: no witness 'nobody' (did you mean 'somebody'?)",),
    ),
    Kind(
        "unknown source",
        "quotes/sample.toml",
        None,
        "quotes/simple.toml",
        ("quotes/simple.toml: no source 'simple' in sources.toml (did you mean 'sample'?)",),
    ),
    Kind(
        "unknown road",
        "itineraries/battalion.toml",
        'via = ["gangzi-cun", [118.82400, 32.08040]]',
        'roads = ["the-royal-road"]',
        ("itineraries/battalion.toml: fork: no road 'the-royal-road'",),
    ),
    Kind(
        "hour out of order",
        "itineraries/battalion.toml",
        '"1937-12-13 00:00", latest = "1937-12-13 00:00"',
        '"1937-12-12 19:00", latest = "1937-12-12 19:00"',
        (
            "itineraries/battalion.toml: fork: arrive: latest 1937-12-12 19:00 is before the earliest hour of 'gate' (1937-12-12 21:00) (hour out of order)",
        ),
    ),
    Kind(
        "bracket reversed",
        "itineraries/battalion.toml",
        'earliest = "1937-12-12 20:00", latest = "1937-12-12 20:59"',
        'earliest = "1937-12-12 20:59", latest = "1937-12-12 20:00"',
        ("itineraries/battalion.toml: gate: arrive: earliest 1937-12-12 20:59 is after latest 1937-12-12 20:00",),
    ),
    Kind(
        "hour without grade",
        "itineraries/battalion.toml",
        ', grade = "stated", quotes = ["q-gate"]',
        ', quotes = ["q-gate"]',
        ("itineraries/battalion.toml: missing 'stop 1.arrive.grade'",),
    ),
    Kind(
        "stated without an hour",
        "itineraries/battalion.toml",
        'told = "八时许", ',
        "",
        ("itineraries/battalion.toml: gate: arrive: grade stated without the hour as told",),
    ),
    Kind(
        "derived without a reason",
        "states.toml",
        'told = "九时", earliest = "1937-12-12 21:00", latest = "1937-12-12 21:00", grade = "stated"',
        'earliest = "1937-12-12 21:00", grade = "derived"',
        ("states.toml: gate-open: since: grade derived without a reason",),
    ),
    Kind(
        "unknown grade",
        "itineraries/battalion.toml",
        'leg = { mode = "foot", grade = "stated"',
        'leg = { mode = "foot", grade = "certain"',
        (
            "itineraries/battalion.toml: 'stop 2.leg.grade' is 'certain', not one of 'stated', 'derived', 'reconstructed' or 'unknown'",
        ),
    ),
    Kind(
        "hour told that no quote has",
        "itineraries/battalion.toml",
        'told = "八时许"',
        'told = "八点许"',
        ("itineraries/battalion.toml: gate: arrive: told '八点许' is in none of its quotes (told is verbatim)",),
    ),
    Kind(
        "hour that is no hour",
        "itineraries/battalion.toml",
        'earliest = "1937-12-12 20:00"',
        'earliest = "20:00"',
        (
            "itineraries/battalion.toml: 'stop 1.arrive.earliest' is '20:00': write an hour of the Nanjing clock in quotes, '1937-12-12 20:00', or a day or month",
        ),
    ),
    Kind(
        "hour without quotation marks",
        "itineraries/battalion.toml",
        'earliest = "1937-12-12 20:00"',
        "earliest = 1937-12-12",
        (
            "itineraries/battalion.toml: 'stop 1.arrive.earliest' is datetime.date(1937, 12, 12): write an hour of the Nanjing clock in quotes, '1937-12-12 20:00', or a day or month",
        ),
    ),
    Kind(
        "hour that does not exist",
        "itineraries/battalion.toml",
        'earliest = "1937-12-12 20:00"',
        'earliest = "1937-12-12 25:00"',
        ("itineraries/battalion.toml: 'stop 1.arrive.earliest' is '1937-12-12 25:00': hour must be in 0..23",),
    ),
    Kind(
        "outside the night",
        "itineraries/launch.toml",
        '"1937-12-12 22:10", latest = "1937-12-12 22:50"',
        '"1937-12-14 22:10", latest = "1937-12-14 22:50"',
        ("itineraries/launch.toml: pukou: arrive lies outside the night (set phase)",),
    ),
    Kind(
        "event of the time line with one bound",
        "events.toml",
        'latest = "1937-12-12 21:00", grade = "stated"',
        'grade = "derived", reason = { zh = "因", en = "because" }',
        ("events.toml: out: on the time line with `earliest` alone (set on_timeline = false)",),
    ),
    Kind(
        "Tokyo clock without a reason",
        "states.toml",
        'grade = "stated"',
        'clock = "tokyo-presumed", grade = "stated"',
        ("states.toml: gate-open: since: grade stated without a reason for its clock",),
    ),
    Kind(
        "swapped axes",
        "itineraries/battalion.toml",
        "[118.82400, 32.08040]",
        "[32.08040, 118.82400]",
        (
            "itineraries/battalion.toml: fork: via: lon 32.0804, lat 118.824 lies outside the region (lon and lat are swapped)",
        ),
    ),
    Kind(
        "via that is neither",
        "itineraries/battalion.toml",
        "[118.82400, 32.08040]",
        "[118.82400]",
        ("itineraries/battalion.toml: 'stop 2.leg.via 2' is [118.824]: neither a place id nor [lon, lat]",),
    ),
    Kind(
        "via not a number",
        "itineraries/battalion.toml",
        "[118.82400, 32.08040]",
        "[nan, 32.08040]",
        ("itineraries/battalion.toml: 'stop 2.leg.via 2' is [nan, 32.0804]: neither a place id nor [lon, lat]",),
    ),
    Kind(
        "leg through the wall",
        "itineraries/battalion.toml",
        "[118.82400, 32.08040]",
        '"fugui-shan", [118.82400, 32.08040]',
        (
            "itineraries/battalion.toml: fork: the leg from 'gate' crosses the wall at 118.81214, 32.05970, not at a gate or breach it names (name the gate in via, or mode rope)",
            "itineraries/battalion.toml: fork: the leg from 'gate' crosses the wall at 118.81464, 32.05959, not at a gate or breach it names (name the gate in via, or mode rope)",
        ),
    ),
    Kind(
        "walk over the river",
        "itineraries/launch.toml",
        'mode = "motor-launch", grade',
        'mode = "foot", grade',
        (
            "itineraries/launch.toml: pukou: the leg from 'harbour' goes by foot over 1910 m of the river (wrong mode or place)",
        ),
    ),
    Kind(
        "boat on dry land",
        "itineraries/battalion.toml",
        'mode = "foot"',
        'mode = "junk"',
        (
            "itineraries/battalion.toml: fork: the leg from 'gate' goes by junk but never touches the river (wrong mode or place)",
        ),
    ),
    Kind(
        "too fast",
        "itineraries/battalion.toml",
        '"1937-12-13 00:00", latest = "1937-12-13 00:00"',
        '"1937-12-12 21:10", latest = "1937-12-12 21:10"',
        (
            "itineraries/battalion.toml: fork: the leg from 'gate' asks 39 km/h, foot does 6 at most (7.1 km in 11 min) (wrong hour, place or mode; if the text says so, impossible_as_told)",
        ),
    ),
    Kind(
        "misprint not printed",
        "quotes/sample.toml",
        'witness = "somebody"',
        'sic = [{ printed = "九时许", meant = "八时许", certainty = "high" }]',
        ("quotes/sample.toml: q-gate: the misprint '九时许' is not in the text",),
    ),
    Kind(
        "doubt not printed",
        "quotes/sample.toml",
        'hearsay = "据说"',
        'hearsay = "据报"',
        ("quotes/sample.toml: q-fork: the word of doubt '据报' is not in the text",),
    ),
    Kind(
        "placeholder",
        "states.toml",
        'en = "The gate stood open."',
        'en = "TODO"',
        ("states.toml: gate-open: a placeholder is left in its words",),
    ),
    Kind(
        "empty words",
        "states.toml",
        'en = "The gate stood open."',
        'en = ""',
        ("states.toml: gate-open: 'text.en' is '': String should have at least 1 character",),
    ),
    Kind(
        "duplicate id",
        "units.toml",
        'id = "launch"',
        'id = "battalion"',
        ("units.toml: battalion: this id stands twice in the file",),
    ),
    Kind(
        "duplicate stop",
        "itineraries/battalion.toml",
        'id = "fork"',
        'id = "gate"',
        ("itineraries/battalion.toml: gate: this id stands twice in the file",),
    ),
    Kind(
        "bad id",
        "units.toml",
        'id = "battalion"',
        'id = "Some Battalion"',
        (
            "units.toml: Some Battalion: 'id' is 'Some Battalion': String should match pattern '^[a-z0-9]+(-[a-z0-9]+)*$'",
        ),
    ),
    Kind(
        "bad TOML",
        "states.toml",
        'condition = "open"',
        "condition = open",
        ("states.toml: not TOML: Invalid value (at line 4, column 13)",),
    ),
    Kind(
        "duplicate key",
        "states.toml",
        'condition = "open"',
        'condition = "open"\ncondition = "sealed"',
        ("states.toml: not TOML: Cannot overwrite a value (at line 5, column 21)",),
    ),
    Kind(
        "empty file",
        "events.toml",
        None,
        "",
        ("events.toml: file is empty",),
    ),
    Kind(
        "missing file",
        "night.toml",
        None,
        None,
        ("night.toml: file is missing",),
    ),
    Kind(
        "first stop with a leg",
        "itineraries/launch.toml",
        'place = "meitan-gang"',
        'place = "meitan-gang"\nleg = { mode = "foot", grade = "unknown" }',
        ("itineraries/launch.toml: harbour: the first stop has a leg",),
    ),
    Kind(
        "id in the file",
        "itineraries/launch.toml",
        'unit = "launch"',
        'id = "launch"\nunit = "launch"',
        ("itineraries/launch.toml: unknown key 'id' (the file's name is the id)",),
    ),
    Kind(
        "unknown mode",
        "itineraries/launch.toml",
        'mode = "motor-launch"',
        'mode = "steamer"',
        (
            "itineraries/launch.toml: 'stop 2.leg.mode' is 'steamer', not one of 'foot', 'horse', 'vehicle', 'motor-launch', 'warship', 'junk', 'raft', 'swimming', 'rope' or 'not-told'",
        ),
    ),
    Kind(
        "too long a quote",
        "quotes/sample.toml",
        'text = "九时出城"',
        'text = "' + "九" * 130 + '"',
        (
            "events.toml: out: when: told '九时' is in none of its quotes (told is verbatim)",
            "itineraries/battalion.toml: gate: leave: told '九时' is in none of its quotes (told is verbatim)",
            "quotes/sample.toml: q-out: 130 characters; more than 120 need a note that says why",
            "quotes/sample.toml: q-out: differs from its source at character 1: '九九九九九九九九' for '时出城' (altered quote)",
            "quotes/sample.toml: q-out: offsets 11–15 hold 4 characters, the text has 130 (wrong offset, or the text was altered)",
            "states.toml: gate-open: since: told '九时' is in none of its quotes (told is verbatim)",
        ),
    ),
    Kind(
        "quote that nothing needs",
        "quotes/sample.toml",
        '[[quote]]\nid = "q-out"',
        '[[quote]]\nid = "q-unused"\nstart = 15\nend = 18\ntext = "，沿山"\nen = "along the mountain"\n\n[[quote]]\nid = "q-out"',
        ("quotes/sample.toml: q-unused: nothing rests on this quote (cite it, or leave it out)",),
    ),
    Kind(
        "quote of the same passage altered in length",
        "quotes/sample.toml",
        "end = 15\n",
        "end = 16\n",
        (
            "quotes/sample.toml: q-out: offsets 11–16 hold '九时出城，'; the text stands at 11 (wrong offset)",
            "quotes/sample.toml: q-out: offsets 11–16 hold 5 characters, the text has 4 (wrong offset, or the text was altered)",
        ),
    ),
    Kind(
        "disagreement without two sides",
        "conflicts.toml",
        None,
        '[[conflict]]\nid = "hour"\ntopic = { zh = "时刻", en = "The hour" }\nverdict = "stands"\ndefault = "first"\nreason = { zh = "样本", en = "Sample" }\nrefs = ["C99"]\n\n[[conflict.side]]\nsays = { zh = "九时", en = "At nine" }\nquotes = ["q-out"]\n\n[[conflict.reading]]\nid = "second"\nsays = { zh = "另说", en = "Otherwise" }\n\n[[conflict.reading.change]]\nitinerary = "battalion"\nstop = "forks"\ndrop = true\n',
        (
            "conflicts.toml: hour: no reading 'first'",
            "conflicts.toml: hour: no stop of 'battalion' 'forks' (did you mean 'fork'?)",
            "conflicts.toml: hour: stands without two sides, a nature",
        ),
    ),
    Kind(
        "reading that is impossible",
        "conflicts.toml",
        None,
        '[[conflict]]\nid = "hour"\ntopic = { zh = "时刻", en = "The hour" }\nverdict = "stands"\nnature = "contradiction"\ndefault = "first"\nreason = { zh = "样本", en = "Sample" }\nrefs = ["C99"]\n\n[[conflict.side]]\nsays = { zh = "九时", en = "At nine" }\nquotes = ["q-out"]\n\n[[conflict.side]]\nsays = { zh = "零点", en = "At midnight" }\nquotes = ["q-fork"]\n\n[[conflict.reading]]\nid = "first"\nsays = { zh = "如图", en = "As drawn" }\n\n[[conflict.reading]]\nid = "faster"\nsays = { zh = "更快", en = "Faster" }\n\n[[conflict.reading.change]]\nitinerary = "battalion"\nstop = "fork"\narrive = { earliest = "1937-12-12 21:15", latest = "1937-12-12 21:20", grade = "reconstructed", reason = { zh = "样本", en = "Sample" } }\n',
        (
            "conflicts.toml: hour: under 'faster': itineraries/battalion.toml: fork: the leg from 'gate' asks 20 km/h, foot does 6 at most (7.1 km in 21 min) (wrong hour, place or mode; if the text says so, impossible_as_told)",
        ),
    ),
    Kind(
        "plan not as printed",
        "order.toml",
        None,
        '[[item]]\nid = "one"\nnumber = 1\nformations = ["battalion"]\nsector = "山脚以北"\nquotes = ["q-foot"]\n',
        ("order.toml: one: '山脚以北' is in none of its quotes (the plan is given as printed)",),
    ),
    Kind(
        "left out and quoted",
        "left_out.toml",
        None,
        '[[left]]\nrefs = ["S1-001", "S1-001"]\nreason = { zh = "样本", en = "Sample" }\n',
        ("left_out.toml: S1-001: stands twice",),
    ),
    Kind(
        "figure without a quote",
        "figures.toml",
        None,
        '[[figure]]\nid = "one"\ncounted = { zh = "船", en = "boats" }\nunit = { zh = "艘", en = "boat" }\ncertainty = "exact"\nquotes = []\n',
        ("figures.toml: one: 'quotes' is []: Tuple should have at least 1 item after validation, not 0",),
    ),
    Kind(
        "raw table",
        "states.toml",
        "[[state]]",
        "[state]",
        ("states.toml: state: write [[state]], one table for each entry",),
    ),
)


def faulty(kind: Kind, folder: Path) -> Path:
    """The small record with one thing wrong."""
    shutil.copytree(SMALL, folder)
    path = folder / kind.file
    if kind.new is None:
        path.unlink()
    elif kind.old is not None:
        text = path.read_text(encoding="utf-8")
        assert kind.old in text, "the small record has changed"
        path.write_text(text.replace(kind.old, kind.new, 1), encoding="utf-8", newline="\n")
    elif kind.new.endswith(".toml"):
        path.rename(folder / kind.new)
    else:
        path.write_text(kind.new, encoding="utf-8")
    return folder


def report(folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, list[str]]:
    """Exit code and lines of `python -m routes check` for a folder."""
    code = main(["--data", str(folder), "check", "--sources", str(folder / "sources")])
    return code, capsys.readouterr().err.splitlines()


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_each_kind_is_reported(kind: Kind, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, lines = report(faulty(kind, tmp_path / "night"), capsys)
    assert lines == [*kind.report, f"{len(kind.report)} faults"]
    assert code == 1


def test_the_small_record_is_clean(capsys: pytest.CaptureFixture[str]) -> None:
    code, lines = report(SMALL, capsys)
    assert (code, lines) == (0, [])


def test_all_faults_come_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = faulty(KINDS[0], tmp_path / "night")
    units = folder / "units.toml"
    units.write_text(units.read_text(encoding="utf-8").replace('kind = "boat"', 'kind = "ship"'), encoding="utf-8")
    (folder / "events.toml").write_text("", encoding="utf-8")
    code, lines = report(folder, capsys)
    assert code == 1
    files = [line.split(":")[0] for line in lines]
    assert files == ["events.toml", "itineraries/battalion.toml", "units.toml", "3 faults"]


def test_a_byte_order_mark_is_accepted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "night"
    shutil.copytree(SMALL, folder)
    for path in [*folder.glob("*.toml"), *folder.glob("*/*.toml")]:
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert report(folder, capsys) == (0, [])


@pytest.mark.parametrize(("encoding", "cause"), [("gbk", "GBK"), ("utf-16", "UTF-16")])
def test_other_encodings_are_named(
    encoding: str, cause: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "night"
    shutil.copytree(SMALL, folder)
    path = folder / "states.toml"
    path.write_bytes(path.read_text(encoding="utf-8").encode(encoding))
    code, lines = report(folder, capsys)
    assert code == 1
    assert len(lines) == 2
    assert lines[0].startswith("states.toml: ")
    assert lines[0].endswith(f"(looks like {cause}; save as UTF-8)")


def test_windows_line_ends_are_accepted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "night"
    shutil.copytree(SMALL, folder)
    for path in [*folder.glob("*.toml"), *folder.glob("*/*.toml")]:
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert report(folder, capsys) == (0, [])
