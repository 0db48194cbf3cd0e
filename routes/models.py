"""The record: sources, quotes, units, itineraries, states and events as typed, frozen values.

Hours in the data files are the clock of Nanjing, written `1937-12-12 20:00` and read as zone-aware values at
UTC+8; a day (`1937-12-21`) or month (`1938-02`) alone stands for its first minute as an `earliest` and its last
as a `latest`. Coordinates are (lon, lat), EPSG:4326. Unknown keys are faults everywhere.
"""

from __future__ import annotations

import calendar
import math
import re
from collections.abc import Iterator
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, field_validator, model_validator

from geodata.sky import NANJING

Id = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
Ref = Annotated[str, StringConstraints(pattern=r"^[A-Z][A-Za-z0-9]*(-[A-Za-z0-9]+)?$")]
"""A number of the research chronicle (`R07`, `C23`, `S1-079`), kept so that nothing is lost in renaming."""


def _via(value: object) -> str | tuple[float, float]:
    if isinstance(value, str) and re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", value):
        return value
    if isinstance(value, (list, tuple)) and len(value) == 2 and all(type(v) in (int, float) for v in value):
        lon, lat = map(float, value)
        if math.isfinite(lon) and math.isfinite(lat):
            return lon, lat
    raise ValueError("neither a place id nor [lon, lat]")


Via = Annotated[str | tuple[float, float], BeforeValidator(_via)]

_MOMENT = re.compile(r"^(\d{4})-(\d\d)(?:-(\d\d)(?: (\d\d):(\d\d))?)?$")


class Grade(StrEnum):
    """How well a thing is known, best first."""

    STATED = "stated"
    DERIVED = "derived"
    RECONSTRUCTED = "reconstructed"
    UNKNOWN = "unknown"


class Clock(StrEnum):
    """Which clock an hour as told is presumed to follow."""

    CHINA_COAST = "china-coast"
    TOKYO_PRESUMED = "tokyo-presumed"


class Mode(StrEnum):
    """How a leg was made."""

    FOOT = "foot"
    HORSE = "horse"
    VEHICLE = "vehicle"
    MOTOR_LAUNCH = "motor-launch"
    WARSHIP = "warship"
    JUNK = "junk"
    RAFT = "raft"
    SWIMMING = "swimming"
    ROPE = "rope"
    NOT_TOLD = "not-told"


class Condition(StrEnum):
    """What a place is like while a state lasts."""

    SEALED = "sealed"
    GUARDED = "guarded"
    OPEN = "open"
    FIGHTING = "fighting"
    FALLEN = "fallen"
    BREACHED = "breached"
    HELD = "held"
    BLOCKED = "blocked"
    JAMMED = "jammed"
    THRONGED = "thronged"
    LIT = "lit"
    BURNING = "burning"
    BOATS = "boats"
    LEFT = "left"
    NOT_TOLD = "not-told"


class Model(BaseModel):
    """Base of every record: frozen, and an unknown key is a fault."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)


class Text(Model):
    """Words of the editors: Simplified Chinese, English, and Traditional Chinese where OpenCC errs."""

    zh: Annotated[str, StringConstraints(min_length=1)]
    en: Annotated[str, StringConstraints(min_length=1)]
    hant: str | None = None


def moment(value: object, *, latest: bool) -> object:
    """Read `YYYY-MM[-DD[ HH:MM]]` as a zone-aware datetime at UTC+8.

    A day or month stands for its first minute, or for its last one if `latest`. `None` and what is zone-aware
    already pass. Raises `ValueError` naming the form expected.
    """
    if value is None or (isinstance(value, datetime) and value.tzinfo is not None):
        return value
    match = _MOMENT.match(value) if isinstance(value, str) else None
    if match is None:
        raise ValueError("write an hour of the Nanjing clock in quotes, '1937-12-12 20:00', or a day or month")
    year, month, day, hour, minute = (None if part is None else int(part) for part in match.groups())
    assert year is not None and month is not None
    if day is None:
        day = calendar.monthrange(year, month)[1] if latest and 1 <= month <= 12 else 1
    if hour is None or minute is None:
        hour, minute = (23, 59) if latest else (0, 0)
    return datetime(year, month, day, hour, minute, tzinfo=NANJING)


class When(Model):
    """A bracket: the earliest and the latest reading of a moment, and how it is known.

    `told` is the hour in the source's own words, a substring of one of `quotes`. An absent bound is a bound that
    nothing in the sources gives. Grade `unknown` means the moment is not drawn; bounds may still be recorded.
    """

    grade: Grade
    told: str | None = None
    told_en: str | None = None
    earliest: datetime | None = None
    latest: datetime | None = None
    clock: Clock = Clock.CHINA_COAST
    quotes: tuple[Id, ...] = ()
    reason: Text | None = None

    @field_validator("earliest", mode="before")
    @classmethod
    def _earliest(cls, value: object) -> object:
        return moment(value, latest=False)

    @field_validator("latest", mode="before")
    @classmethod
    def _latest(cls, value: object) -> object:
        return moment(value, latest=True)


class Source(Model):
    """One of the documents. `work` is shared by documents that are parts of one book."""

    id: Id
    number: int
    title: Text
    kind: Literal["novel", "popular-history"]
    nature: Text
    work: Id
    author: str | None = None
    language: Literal["zh-Hans", "zh-Hant"]
    file: str
    characters: int
    sha256: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
    note: Text | None = None


class Witness(Model):
    """A person whose account a source says it reports, and how that account reached us."""

    id: Id
    name: Text
    account: Text | None = None
    nature: Text
    chain: Text
    quotes: tuple[Id, ...] = ()


class Sic(Model):
    """A printer's error inside a quotation: what is printed, what was meant, and how sure that is."""

    printed: Annotated[str, StringConstraints(min_length=1)]
    meant: str
    certainty: Literal["high", "medium", "low"]
    note: Text | None = None
    refs: tuple[Ref, ...] = ()


class Quote(Model):
    """A verbatim passage: `text` is `source[start:end]`, offsets in Python `str` indices."""

    id: Id
    start: Annotated[int, Field(ge=0)]
    end: int
    text: Annotated[str, StringConstraints(min_length=1, strip_whitespace=False)]
    en: Annotated[str, StringConstraints(min_length=1)]
    witness: Id | None = None
    hearsay: str | None = None
    """The source's own word of doubt (據報, 据说), a substring of the text."""
    sic: tuple[Sic, ...] = ()
    note: Text | None = None
    refs: tuple[Ref, ...] = ()
    source: Id
    """Set by the reader from the file's name, never written in the file."""


class Lane(Model):
    """A row of the time line, shared by units that are read together."""

    id: Id
    name: Text
    group: Literal["chinese", "boats", "japanese", "people"]


class Unit(Model):
    """Anything that moves or stands: formation, headquarters, boat, column, crowd, named person."""

    id: Id
    name: Text
    short: Text | None = None
    kind: Literal["person", "formation", "headquarters", "party", "column", "boat", "crowd"]
    side: Literal["chinese", "japanese", "neutral", "civilian"]
    lane: Id | None = None
    rank: Literal[1, 2, 3] = 2
    echelon: Text | None = None
    parent: Id | None = None
    commander: Id | None = None
    members: tuple[Id, ...] = ()
    fate: Text | None = None
    """What the texts say became of them; absent means the texts do not tell."""
    quotes: tuple[Id, ...] = ()
    variants: tuple[str, ...] = ()
    fiction: bool = False
    note: Text | None = None
    editor: Text | None = None
    refs: tuple[Ref, ...] = ()


class Leg(Model):
    """How a stop was reached from the one before it.

    `via` are place ids, [lon, lat] pairs or both; with `roads` the path follows those roads of the road layer
    between the points. `grade` is how the *way* is known: `unknown` draws a straight line that means only "from
    here to there".
    """

    mode: Mode
    grade: Grade
    via: tuple[Via, ...] = ()
    roads: tuple[Id, ...] = ()
    quotes: tuple[Id, ...] = ()
    editor: Text | None = None
    note: Text | None = None
    impossible_as_told: Text | None = None


class Stop(Model):
    """A place, when it was reached and left, and the quotes it rests on.

    A first stop without `arrive` is where the night finds the unit. `leave.earliest` without `leave.latest`
    means "still there until then". A stop whose times are absent or `unknown` is told without an hour.
    """

    id: Id
    place: Id | None = None
    where: Text | None = None
    arrive: When | None = None
    leave: When | None = None
    phase: Literal["before", "night", "afterwards"] = "night"
    face: Literal["inside", "outside"] | None = None
    quotes: tuple[Id, ...] = ()
    editor: Text | None = None
    note: Text | None = None
    outcome: Text | None = None
    leg: Leg | None = None

    @model_validator(mode="after")
    def _placed(self) -> Stop:
        if self.place is None and self.where is None:
            raise ValueError("a stop needs a place, or words for one (`where`)")
        return self

    @property
    def grade(self) -> Grade:
        """How the presence at this stop is known: by its arrival, else its leaving, else not at all."""
        for when in (self.arrive, self.leave):
            if when is not None:
                return when.grade
        return Grade.UNKNOWN

    @property
    def all_quotes(self) -> tuple[str, ...]:
        """Ids of every quote the stop and its times rest on, in order, without repeats."""
        whens = [when for when in (self.arrive, self.leave) if when is not None]
        return tuple(dict.fromkeys([*self.quotes, *(q for when in whens for q in when.quotes)]))


class Itinerary(Model):
    """One unit's ordered stops as the sources tell them; `id` is the file's name, set by the reader."""

    id: Id
    unit: Id
    title: Text | None = None
    refs: tuple[Ref, ...] = ()
    note: Text | None = None
    stops: Annotated[tuple[Stop, ...], Field(alias="stop", min_length=1)]

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    def pairs(self) -> Iterator[tuple[Stop, Stop]]:
        """Each stop with the one after it."""
        return zip(self.stops, self.stops[1:], strict=False)


class State(Model):
    """The condition of a place from one moment to another; no `since` means told without an hour."""

    id: Id
    place: Id
    condition: Condition
    text: Text
    since: When | None = None
    until: When | None = None
    quotes: tuple[Id, ...] = ()
    editor: Text | None = None
    note: Text | None = None
    refs: tuple[Ref, ...] = ()


class Event(Model):
    """A meeting, order, shot, death or capture at a place and bracket."""

    id: Id
    title: Text
    kind: Literal[
        "meeting", "order", "signature", "call", "shot", "death", "capture", "fire", "crossing", "departure", "arrival",
        "breakthrough", "attack", "writing", "news", "other",
    ]  # fmt: skip
    when: When
    place: Id | None = None
    where: Text | None = None
    units: tuple[Id, ...] = ()
    quotes: tuple[Id, ...] = ()
    editor: Text | None = None
    note: Text | None = None
    on_timeline: bool = True
    refs: tuple[Ref, ...] = ()


class Night(Model):
    """What the record is about: the window of time, the sheet and its names."""

    title: Text
    place: Text
    start: datetime
    end: datetime
    view: tuple[float, float, float, float]
    """West, south, east, north of the opening view, degrees."""

    @field_validator("start", "end", mode="before")
    @classmethod
    def _moment(cls, value: object) -> object:
        return moment(value, latest=False)

    def minute(self, at: datetime) -> float:
        """Minutes since the window opened; negative before it."""
        return (at - self.start).total_seconds() / 60

    @property
    def minutes(self) -> int:
        """Length of the window in minutes."""
        return int(self.minute(self.end))


class Figure(Model):
    """A number that a source gives: what is counted, and how certain it is."""

    id: Id
    counted: Text
    unit: Text
    low: float | None = None
    high: float | None = None
    certainty: Literal["exact", "about", "at-least", "at-most", "range", "claim", "not-a-quantity"]
    quotes: Annotated[tuple[Id, ...], Field(min_length=1)]
    note: Text | None = None
    refs: tuple[Ref, ...] = ()


class Paragraph(Model):
    """A numbered paragraph of the written order, or what was added to it by word of mouth."""

    id: Id
    number: int | None = None
    says: Text
    happened: Text | None = None
    quotes: Annotated[tuple[Id, ...], Field(min_length=1)]
    happened_quotes: tuple[Id, ...] = ()
    note: Text | None = None
    refs: tuple[Ref, ...] = ()


class PlanItem(Model):
    """One item of the breakout plan as printed: who, where, to which place, when. The bounds are not routes."""

    id: Id
    number: int
    formations: tuple[Id, ...]
    sector: str | None = None
    """Bounds of the sector as printed, a substring of a quote."""
    assembly: tuple[str, ...] = ()
    """Assembly areas as printed, substrings of a quote."""
    assembly_places: tuple[Id, ...] = ()
    bounds_places: tuple[Id, ...] = ()
    start: When | None = None
    crossing: Text | None = None
    quotes: Annotated[tuple[Id, ...], Field(min_length=1)]
    note: Text | None = None
    refs: tuple[Ref, ...] = ()


class PlanRow(Model):
    """What one formation was told to do and what it did."""

    id: Id
    units: Annotated[tuple[Id, ...], Field(min_length=1)]
    item: Id | None = None
    planned: Text
    happened: Text
    verdict: Literal["as-planned", "in-part", "not-as-planned", "order-not-received", "not-told"]
    because: Text
    plan_quotes: tuple[Id, ...]
    happened_quotes: tuple[Id, ...]
    itineraries: tuple[Id, ...] = ()
    note: Text | None = None
    refs: tuple[Ref, ...] = ()


class Side(Model):
    """What one voice says in a disagreement."""

    says: Text
    quotes: Annotated[tuple[Id, ...], Field(min_length=1)]


class Change(Model):
    """A field of the record that a reading sets otherwise: of one stop, state or event."""

    itinerary: Id | None = None
    stop: Id | None = None
    state: Id | None = None
    event: Id | None = None
    drop: bool = False
    place: Id | None = None
    arrive: When | None = None
    leave: When | None = None
    since: When | None = None
    until: When | None = None
    when: When | None = None
    leg: Leg | None = None


class Reading(Model):
    """One way of settling a disagreement; the default one changes nothing."""

    id: Id
    says: Text
    changes: Annotated[tuple[Change, ...], Field(alias="change")] = ()

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class Conflict(Model):
    """A disagreement between or within the sources, or one that was looked into and is none."""

    id: Id
    topic: Text
    verdict: Literal["stands", "none", "double"]
    nature: Literal["contradiction", "difference-in-detail", "tension-within-one-book"] | None = None
    sides: Annotated[tuple[Side, ...], Field(alias="side")] = ()
    decidable: Text | None = None
    undecidable: Text | None = None
    default: Id | None = None
    reason: Text
    readings: Annotated[tuple[Reading, ...], Field(alias="reading")] = ()
    same_as: Id | None = None
    note: Text | None = None
    refs: Annotated[tuple[Ref, ...], Field(min_length=1)]

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class OutsideFact(Model):
    """An editor's note from outside the sources, with its reference and grade; never a statement of the texts."""

    id: Id
    says: Text
    reference: Text
    weight: Literal["A", "B", "C"]
    """A: contemporary record or memoir. B: museum, newspaper or scholarly book. C: popular retelling."""
    beside: tuple[Id, ...] = ()
    """Quotes it stands beside."""
    refs: Annotated[tuple[Ref, ...], Field(min_length=1)]


class LeftOut(Model):
    """A statement of the chronicle that the record does not use, and why."""

    refs: Annotated[tuple[Ref, ...], Field(min_length=1)]
    reason: Text


Json = dict[str, Any]
