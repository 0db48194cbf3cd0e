"""What the page around the stage needs to know: its folder and the reader's language."""

from __future__ import annotations

from pathlib import Path

from routes.view.words import LANGUAGES

FOLDER = Path(__file__).resolve().parent


def language_of(*wishes: str | None) -> str:
    """The first wish that names one of the page's languages, else Simplified Chinese.

    Understands the tags browsers send: `zh-TW`, `zh-HK` and `zh-Hant` are Traditional, other `zh` Simplified.
    """
    for wish in wishes:
        tag = (wish or "").lower()
        exact = next((name for name in LANGUAGES if name.lower() == tag), None)
        if exact:
            return exact
        parts = tag.replace("_", "-").split("-")
        if parts[0] == "en":
            return "en"
        if parts[0] == "zh":
            return "zh-Hant" if {"tw", "hk", "mo", "hant"} & set(parts[1:]) else "zh-Hans"
    return LANGUAGES[0]
