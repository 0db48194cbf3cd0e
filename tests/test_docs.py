"""The documents tell the truth: commands, links, file names and keys that they name exist."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import pytest

from routes import models
from routes.__main__ import _parser
from tests.conftest import ROOT

PAGES = ["README.md", "geodata/README.md", "routes/README.md", "tests/bench/README.md", "LICENSE-DATA.md"]


def page(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def commands(text: str) -> list[str]:
    return [line for block in re.findall(r"```sh\n(.*?)```", text, flags=re.S) for line in block.splitlines() if line]


def test_two_commands_do_all_the_set_up() -> None:
    install, test = commands(page("README.md"))[:2]
    assert install.endswith("&& streamlit run app.py")
    assert test.endswith("&& pytest")
    assert commands(page("README.md"))[2:] == [install, test], "the Chinese section gives the same commands"
    assert test.split(" && ")[0].replace("install", "install -q") in page(".ci/run")
    assert "&& pytest" in page(".ci/run")


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name: str) -> None:
    folder = (ROOT / name).parent
    for target in re.findall(r"\]\(([^)#]+)\)", page(name)):
        if not target.startswith("http"):
            assert (folder / target).exists(), target


def test_commands_named_in_the_pages_exist() -> None:
    found = {c for name in PAGES for c in re.findall(r"`python -m routes ([^`]+)`", page(name))}
    assert found
    for command in found:
        words = [w for w in shlex.split(command) if w not in {"DIR", "目录"}]
        if "--sources" in words:
            words.insert(words.index("--sources") + 1, ".")
        _parser().parse_args(words)


def test_the_keys_that_the_record_page_explains_exist() -> None:
    fields = {key for model in models.Model.__subclasses__() for key in model.model_fields} | {"stop", "id"}
    explained = re.findall(r"^- `([a-z_]+)`", page("routes/README.md"), flags=re.M)
    assert explained
    assert set(explained) <= fields
    example = page("routes/README.md").split("```toml\nunit")[1].split("```")[0]
    assert set(re.findall(r"^([a-z_]+) = ", example, flags=re.M)) <= fields


def test_every_dependency_has_its_line() -> None:
    project = tomllib.loads(page("pyproject.toml"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["test"]]
    for name in (re.split(r"[><=]", requirement)[0] for requirement in wanted):
        assert name in page("README.md"), name


def test_no_page_names_a_machine() -> None:
    for path in [*ROOT.glob("*.md"), *ROOT.glob("*/*.md"), *ROOT.glob("*/*.py"), *ROOT.glob("routes/**/*.toml")]:
        if ".venv" not in path.parts:
            text = path.read_text(encoding="utf-8")
            assert not re.search(r"(?<![\w.])/(?:work|root|home|Users)/\w", text), path


def test_the_screenshot_of_the_readme_is_a_picture() -> None:
    picture = re.search(r"!\[[^\]]+\]\(([^)]+)\)", page("README.md"))
    assert picture is not None
    assert (ROOT / picture[1]).read_bytes().startswith(b"\x89PNG")


def test_the_page_stays_small() -> None:
    assert len(Path(ROOT / "app.py").read_text(encoding="utf-8").splitlines()) < 150
