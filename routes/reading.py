"""Reading the record: TOML files to frozen values, every fault at once.

`read` is the only way in. It raises `DataFaultError` with everything that is wrong and returns nothing half-loaded.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from geodata import DATA as GEODATA_DATA
from geodata import Geodata
from geodata import read as read_geodata
from geodata.faults import DataFaultError, Fault, near
from geodata.files import read_text
from routes.models import (
    Conflict,
    Event,
    Figure,
    Itinerary,
    Lane,
    LeftOut,
    Model,
    Night,
    OutsideFact,
    Paragraph,
    PlanItem,
    PlanRow,
    Quote,
    Source,
    State,
    Unit,
    Witness,
)

DATA = Path(__file__).resolve().parent

OPTIONAL = {"order.toml", "conflicts.toml", "figures.toml", "left_out.toml"}
"""Files that a night may do without."""

M = TypeVar("M", bound=Model)


@dataclass(frozen=True)
class Record:
    """Everything the map says and the words it rests on, each kind keyed by id in file order."""

    night: Night
    sources: Mapping[str, Source]
    witnesses: Mapping[str, Witness]
    quotes: Mapping[str, Quote]
    lanes: Mapping[str, Lane]
    units: Mapping[str, Unit]
    itineraries: Mapping[str, Itinerary]
    states: Mapping[str, State]
    events: Mapping[str, Event]
    paragraphs: Mapping[str, Paragraph]
    items: Mapping[str, PlanItem]
    rows: Mapping[str, PlanRow]
    conflicts: Mapping[str, Conflict]
    outside: Mapping[str, OutsideFact]
    figures: Mapping[str, Figure]
    left_out: tuple[LeftOut, ...]
    geodata: Geodata


def load_toml(folder: Path, file: str, faults: list[Fault], tables: Iterable[str] | None = None) -> dict[str, Any]:
    """Read one TOML file; faults for a missing, empty or malformed one and for top-level keys not in `tables`."""
    if file in OPTIONAL and not (folder / file).exists():
        return {}
    text, found = read_text(folder, file)
    faults += found
    if text is None:
        return {}
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        faults.append(Fault(file, "", f"not TOML: {error}"))
        return {}
    if tables is not None:
        known = list(tables)
        for key in data:
            if key not in known:
                faults.append(Fault(file, "", f"unknown table '{key}'", near(key, known)))
    return data


def _show(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "…"


def _location(error: ErrorDetails) -> str:
    """Where in the record: `stop 3: arrive.grade`, counting list items from 1."""
    words: list[str] = []
    for part in error["loc"]:
        if isinstance(part, int):
            words[-1:] = [f"{words[-1] if words else 'item'} {part + 1}"]
        else:
            words.append(str(part))
    return ".".join(words)


def _known_keys() -> set[str]:
    return {key for model in Model.__subclasses__() for key in model.model_fields}


def _describe(error: ErrorDetails) -> tuple[str, str]:
    """The rule broken with the value found, and the likely cause."""
    kind, where = error["type"], _location(error)
    if kind == "extra_forbidden":
        return f"unknown key '{where}'", near(str(error["loc"][-1]), _known_keys())
    if kind == "missing":
        return f"missing '{where}'", ""
    if kind in {"enum", "literal_error"}:
        expected = error.get("ctx", {}).get("expected", "")
        return f"'{where}' is {_show(error['input'])}, not one of {expected}", ""
    message = error["msg"].removeprefix("Value error, ")
    return f"'{where}' is {_show(error['input'])}: {message}" if where else message, ""


def validate(model: type[M], data: Mapping[str, Any], file: str, record: str, faults: list[Fault]) -> M | None:
    """One record as its model, or `None` with a fault for each thing wrong with it."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        for detail in error.errors():
            what, cause = _describe(detail)
            faults.append(Fault(file, record, what, cause))
        return None


def _named(entry: object, table: str, number: int) -> str:
    name = entry.get("id") if isinstance(entry, Mapping) else None
    return name if isinstance(name, str) and name else f"[[{table}]] {number}"


def read_table(
    model: type[M], data: Mapping[str, Any], table: str, file: str, faults: list[Fault], **extra: object
) -> dict[str, M]:
    """The entries of `[[table]]` keyed by id; a fault for each bad entry and each repeated id."""
    entries = data.get(table, [])
    if not isinstance(entries, list):
        faults.append(Fault(file, table, f"write [[{table}]], one table for each entry"))
        return {}
    found: dict[str, M] = {}
    for number, entry in enumerate(entries, start=1):
        name = _named(entry, table, number)
        if isinstance(entry, Mapping):
            faults += [Fault(file, name, f"unknown key '{key}'") for key in extra if key in entry]
        value = validate(model, {**entry, **extra} if isinstance(entry, Mapping) else entry, file, name, faults)
        if value is None:
            continue
        key = str(value.id)  # type: ignore[attr-defined]
        if key in found:
            faults.append(Fault(file, key, "this id stands twice in the file"))
        found[key] = value
    return found


def _folder(folder: Path, name: str, faults: list[Fault]) -> Iterator[str]:
    files = sorted(path.name for path in (folder / name).glob("*.toml"))
    if not files:
        faults.append(Fault(f"{name}/", "", "no .toml file in this folder"))
    yield from (f"{name}/{file}" for file in files)


def _read_quotes(folder: Path, sources: Mapping[str, Source], faults: list[Fault]) -> dict[str, Quote]:
    quotes: dict[str, Quote] = {}
    for file in _folder(folder, "quotes", faults):
        source = Path(file).stem
        if source not in sources:
            cause = near(source, sources) or "the file is named after its source"
            faults.append(Fault(file, "", f"no source '{source}' in sources.toml", cause))
        data = load_toml(folder, file, faults, ["quote"])
        for key, quote in read_table(Quote, data, "quote", file, faults, source=source).items():
            if key in quotes:
                faults.append(Fault(file, key, f"this id stands in quotes/{quotes[key].source}.toml too"))
            quotes[key] = quote
    return quotes


def _read_itineraries(folder: Path, faults: list[Fault]) -> dict[str, Itinerary]:
    found: dict[str, Itinerary] = {}
    for file in _folder(folder, "itineraries", faults):
        stem = Path(file).stem
        data = load_toml(folder, file, faults)
        if not data:
            continue
        if "id" in data:
            faults.append(Fault(file, "", "unknown key 'id'", "the file's name is the id"))
        value = validate(Itinerary, {**data, "id": stem}, file, "", faults)
        if value is None:
            continue
        for stop, times in Counter(stop.id for stop in value.stops).items():
            if times > 1:
                faults.append(Fault(file, stop, "this id stands twice in the file"))
        found[stem] = value
    return found


def read(folder: Path = DATA, geodata_folder: Path = GEODATA_DATA) -> Record:
    """Read and validate the whole record and the geodata it stands on.

    Raises `DataFaultError` with every fault of form found in any file. The rules that need the whole record
    (references, brackets, geometry) are in `routes.checks`.
    """
    faults: list[Fault] = []
    geodata: Geodata | None = None
    try:
        geodata = read_geodata(geodata_folder)
    except DataFaultError as error:
        faults += error.faults
    opening = load_toml(folder, "night.toml", faults)
    night = validate(Night, opening, "night.toml", "", faults) if opening else None
    documents = load_toml(folder, "sources.toml", faults, ["source", "witness"])
    sources = read_table(Source, documents, "source", "sources.toml", faults)
    witnesses = read_table(Witness, documents, "witness", "sources.toml", faults)
    quotes = _read_quotes(folder, sources, faults)
    people = load_toml(folder, "units.toml", faults, ["lane", "unit"])
    lanes = read_table(Lane, people, "lane", "units.toml", faults)
    units = read_table(Unit, people, "unit", "units.toml", faults)
    itineraries = _read_itineraries(folder, faults)
    states = read_table(State, load_toml(folder, "states.toml", faults, ["state"]), "state", "states.toml", faults)
    events = read_table(Event, load_toml(folder, "events.toml", faults, ["event"]), "event", "events.toml", faults)
    order = load_toml(folder, "order.toml", faults, ["paragraph", "item", "row"])
    paragraphs = read_table(Paragraph, order, "paragraph", "order.toml", faults)
    items = read_table(PlanItem, order, "item", "order.toml", faults)
    rows = read_table(PlanRow, order, "row", "order.toml", faults)
    disputed = load_toml(folder, "conflicts.toml", faults, ["conflict", "outside"])
    conflicts = read_table(Conflict, disputed, "conflict", "conflicts.toml", faults)
    outside = read_table(OutsideFact, disputed, "outside", "conflicts.toml", faults)
    numbers = load_toml(folder, "figures.toml", faults, ["figure"])
    figures = read_table(Figure, numbers, "figure", "figures.toml", faults)
    left = load_toml(folder, "left_out.toml", faults, ["left"]).get("left", [])
    left_out = [validate(LeftOut, entry, "left_out.toml", f"[[left]] {i + 1}", faults) for i, entry in enumerate(left)]
    if faults or night is None or geodata is None:
        raise DataFaultError(faults)
    return Record(
        night=night,
        sources=sources,
        witnesses=witnesses,
        quotes=quotes,
        lanes=lanes,
        units=units,
        itineraries=itineraries,
        states=states,
        events=events,
        paragraphs=paragraphs,
        items=items,
        rows=rows,
        conflicts=conflicts,
        outside=outside,
        figures=figures,
        left_out=tuple(entry for entry in left_out if entry is not None),
        geodata=geodata,
    )
