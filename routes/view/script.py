"""The other script: Traditional from Simplified Chinese by OpenCC, and back for reading a quotation.

OpenCC works on words of the editors and on copies of quotations; what is stored is never changed.
"""

from __future__ import annotations

from functools import cache

import opencc

from routes.models import Text


@cache
def _converter(name: str) -> opencc.OpenCC:
    return opencc.OpenCC(name)


FORMS = {
    "編者注": "編者註", "另注": "另註", "未注": "未註", "各注": "各註", "不注": "不註",
    "鐘山": "鍾山", "升州路": "昇州路",
}  # fmt: skip
"""Words that OpenCC, going by single characters, does not write as the rest of the map does."""

MARKS = str.maketrans("“”‘’", "「」『』")


@cache
def traditional(text: str) -> str:
    """Simplified Chinese in traditional script, with the standard forms of Taiwan (峰, not 峯)."""
    found = str(_converter("s2tw").convert(text))
    for form, right in FORMS.items():
        found = found.replace(form, right)
    return found


@cache
def simplified(text: str) -> str:
    """Traditional Chinese in simplified script."""
    return str(_converter("t2s").convert(text))


def three(text: Text) -> list[str | None]:
    """[Simplified, Traditional or `None` where it is the same, English] of the editors' words.

    In Traditional they have corner brackets for quotation marks; a quotation keeps its own.
    """
    hant = (text.hant or traditional(text.zh)).translate(MARKS)
    return [text.zh, None if hant == text.zh else hant, text.en]
