"""Opening the data files: what a spreadsheet, an editor or a drawing program may have done to them."""

from __future__ import annotations

import math
import re
from pathlib import Path

from geodata.faults import Fault

ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")

REGION = (110.0, 22.0, 123.0, 36.0)
"""West, south, east, north in degrees: from Wuhan and Canton to Shanghai. Nothing of the record lies outside."""


def read_text(folder: Path, name: str) -> tuple[str | None, list[Fault]]:
    """The text of a UTF-8 file, with or without a byte-order mark; None and the faults if it cannot be had."""
    path = folder / name
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        return None, [Fault(name, "", "file is missing")]
    except OSError as error:
        return None, [Fault(name, "", f"file cannot be opened: {error.strerror}")]
    if not raw.strip():
        return None, [Fault(name, "", "file is empty")]
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in raw[:200]:
        return None, [Fault(name, "", "not UTF-8", "looks like UTF-16; save as UTF-8")]
    try:
        return raw.decode("utf-8-sig"), []
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        try:
            raw.decode("gbk")
        except UnicodeDecodeError:
            return None, [Fault(name, f"line {line}", "not UTF-8", "damaged, or another encoding; save as UTF-8")]
        return None, [Fault(name, f"line {line}", "not UTF-8", "looks like GBK; save as UTF-8")]


def inside(lon: float, lat: float) -> bool:
    """Whether (lon, lat) in degrees lies in the region of the record."""
    west, south, east, north = REGION
    return west <= lon <= east and south <= lat <= north


def misplaced(lon: float, lat: float) -> tuple[str, str] | None:
    """What is wrong with a position and the likely cause, or None; `lon`, `lat` in degrees as given."""
    if not (math.isfinite(lon) and math.isfinite(lat)):
        return f"lon {lon}, lat {lat} is no position", "NaN or infinity; leave out what is not known"
    if inside(lon, lat):
        return None
    if inside(lat, lon):
        return f"lon {lon:g}, lat {lat:g} lies outside the region", "lon and lat are swapped"
    if abs(lon) > 180 or abs(lat) > 90:
        cause = "metres of a projection; give degrees of WGS-84" if abs(lon) > 1000 or abs(lat) > 1000 else ""
        return f"lon {lon:g}, lat {lat:g} is not on the globe", cause
    west, south, east, north = REGION
    return f"lon {lon:g}, lat {lat:g} lies outside the region {west:g}–{east:g} E, {south:g}–{north:g} N", ""
