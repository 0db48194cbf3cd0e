"""The words of the page: one TOML file a language, the same keys in each."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

LANGUAGES = ("zh-Hans", "zh-Hant", "en")
FOLDER = Path(__file__).resolve().parent / "languages"


@cache
def words(language: str) -> dict[str, str]:
    """`{"table.key": word}` of one language; raises `KeyError` for a language that is not one of `LANGUAGES`."""
    if language not in LANGUAGES:
        raise KeyError(language)
    tables = tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
    return {f"{table}.{key}": word for table, entries in tables.items() for key, word in entries.items()}


def word(language: str, key: str, **values: object) -> str:
    """One word of the page with `{name}` filled in as plain text; raises `KeyError` where there is none."""
    return re.sub(r"\{(\w+)\}", lambda match: str(values.get(match[1], match[0])), words(language)[key])
