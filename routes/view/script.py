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


@cache
def traditional(text: str) -> str:
    """Simplified Chinese in traditional script, with the standard forms of Taiwan (峰, not 峯)."""
    return str(_converter("s2tw").convert(text))


@cache
def simplified(text: str) -> str:
    """Traditional Chinese in simplified script."""
    return str(_converter("t2s").convert(text))


def three(text: Text) -> list[str | None]:
    """[Simplified, Traditional or `None` where it is the same, English]."""
    hant = text.hant or traditional(text.zh)
    return [text.zh, None if hant == text.zh else hant, text.en]
