"""The stage's modules: their own tests under node, and what none of them may use."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.conftest import ROOT

VIEW = ROOT / "routes" / "view"
OLDEST_NODE = 20

BARRED = {
    "markup from strings": r"\b(innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|srcdoc|setHTML\w*)\b",
    "document.write": r"\bdocument\s*\.\s*write(ln)?\b",
    "code from strings": r"\beval\s*\(|\bnew\s+Function\b|\bFunction\s*\(|\bset(Timeout|Interval)\s*\(\s*[\"'`]",
    "the network": (
        r"\bfetch\s*\(|\bXMLHttpRequest\b|\bWebSocket\b|\bEventSource\b|\bsendBeacon\b|\bimportScripts\b|@import\b"
    ),
    "an address": r"\b(?:https?|wss?):\/\/|url\(\s*[\"']?\/\/",
    "the reader's clock or zone": r"\bDate\b|\bIntl\b|\btoLocale\w*String\b|\bgetTimezoneOffset\b",
    "chance": r"\bMath\s*\.\s*random\b",
}
ALLOWED = {
    ("host.js", "markup from strings"): {"srcdoc"},  # the stage itself; the page's own script makes it
}
NAMESPACES = {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml"}


def node() -> str:
    """A node of the machine that is new enough, else the one that comes with Playwright."""
    found = shutil.which("node")
    if found:
        version = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout
        if int(version.lstrip("v").split(".")[0]) >= OLDEST_NODE:
            return found
    import playwright

    folder = Path(playwright.__file__).parent / "driver"
    carried = next((path for name in ("node", "node.exe") if (path := folder / name).is_file()), None)
    if carried is None:
        pytest.fail(f"no node of version {OLDEST_NODE} or later, and none in {folder}")
    return str(carried)


def test_the_modules_pass_their_own_tests() -> None:
    files = sorted((ROOT / "tests" / "js").glob("*.test.js"))
    assert files
    run = subprocess.run(
        [node(), "--test", "--test-reporter=tap", *map(str, files)],
        cwd=ROOT, capture_output=True, text=True, encoding="utf-8", timeout=120, check=False,
    )  # fmt: skip
    counted = re.search(r"^# pass (\d+)$", run.stdout, re.MULTILINE)
    assert run.returncode == 0, run.stdout + run.stderr
    assert counted
    assert int(counted[1]) >= len(files), run.stdout


def barred(name: str, text: str) -> list[str]:
    """What a file uses that it may not, each with its line."""
    for namespace in NAMESPACES:
        text = text.replace(namespace, "")
    return [
        f"{name}:{text.count(chr(10), 0, match.start()) + 1}: {what}: {match.group()}"
        for what, pattern in BARRED.items()
        for match in re.finditer(pattern, text)
        if match.group() not in ALLOWED.get((name, what), set())
    ]


FILES = sorted([*VIEW.glob("*.js"), *VIEW.glob("web/*.js"), *VIEW.glob("*.css"), *VIEW.glob("web/*.css")])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_file_of_the_stage_uses_nothing_barred(path: Path) -> None:
    assert barred(path.name, path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "line",
    [
        "node.innerHTML = text",
        "node.insertAdjacentHTML('beforeend', text)",
        "document.write(text)",
        "eval(text)",
        "new Function(text)",
        "fetch('data.json')",
        "new XMLHttpRequest()",
        "const tiles = 'https://tile.example/0/0/0.png'",
        "@import 'fonts.css'",
        "new Date()",
        "Intl.DateTimeFormat()",
        "minute.toLocaleTimeString()",
        "Math.random()",
    ],
)
def test_what_is_barred_is_found(line: str) -> None:
    assert len(barred("a.js", f"// a line\n{line}\n")) == 1


def test_the_namespace_of_drawings_is_no_address() -> None:
    assert barred("a.js", 'const SVG = "http://www.w3.org/2000/svg";') == []


def test_the_modules_import_each_other_by_name_only() -> None:
    """An import of a path would not resolve in the page, where modules are `data:` URLs."""
    names = {f"#{path.stem}" for path in VIEW.glob("web/*.js")}
    for path in VIEW.glob("web/*.js"):
        text = re.sub(r"/\*.*?\*/|//[^\n]*", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        for target in re.findall(r"\bfrom\s+[\"']([^\"']+)[\"']|\bimport\s+[\"']([^\"']+)[\"']", text):
            assert {t for t in target if t} <= names, path.name
