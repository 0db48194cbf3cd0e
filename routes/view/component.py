"""The stage on the page: a keyed component that outlives reruns and tells what was picked."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import streamlit as st

FOLDER = Path(__file__).resolve().parent
KEY = "stage"
CSS = "iframe { display: block; width: 100%; height: 100vh; height: 100dvh; border: 0; }"

_mount = st.components.v2.component("night_stage", js=(FOLDER / "host.js").read_text(encoding="utf-8"), css=CSS)


@lru_cache(maxsize=8)
def _parcel(html: str, language: str, title: str, anchor: str) -> bytes:
    """What the stage is given: a line of JSON, then its HTML; as gzip half as long on its way to the browser."""
    given = json.dumps({"language": language, "title": title, "anchor": anchor})
    return gzip.compress(f"{given}\n{html}".encode(), mtime=0)


@dataclass(frozen=True)
class Heard:
    """What the stage has told: the last thing picked, and the language chosen in it."""

    picked: dict[str, Any] | None
    language: str | None
    ready: bool
    """Whether the stage has been drawn: what stands beneath waits for it, so that the map comes first."""


def stage(html: str, *, language: str, title: str, anchor: str) -> Heard:
    """Show the stage. `language` counts only when it first opens; its sources button goes to the element `anchor`."""
    result = _mount(
        key=KEY,
        data=_parcel(html, language, title, anchor),
        default={"picked": None, "language": None, "ready": False},
        on_picked_change=lambda: None,
        on_language_change=lambda: None,
        on_ready_change=lambda: None,
    )
    return Heard(result.picked, result.language, bool(result.ready))
