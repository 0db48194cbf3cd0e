"""Tracks: from an itinerary's brackets to where its unit is drawn at every minute.

A track is a path with three schedules along it, each a list of (minute, metres from the path's start): the *earliest*
and the *latest* that the brackets allow, and the *best*, which lies half-way between them at every point of the
path. All three are piecewise linear and never run backwards, so that the browser only interpolates. At minute t the
unit stands at `best(t)`, somewhere between `late(t)` and `early(t)`. Outside the best schedule nothing is known and
nothing is drawn.

Minutes count from the opening of the window; paths are (lon, lat), EPSG:4326; distances are metres in EPSG:32650.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from routes.models import Grade, Itinerary, Mode, Night, Stop, When
from routes.paths import densified, leg_path, place_point
from routes.reading import Record

SPEED_KMH = {
    Mode.FOOT: 6.0,
    Mode.HORSE: 12.0,
    Mode.VEHICLE: 40.0,
    Mode.MOTOR_LAUNCH: 20.0,
    Mode.WARSHIP: 40.0,
    Mode.JUNK: 10.0,
    Mode.RAFT: 8.0,
    Mode.SWIMMING: 6.0,
    Mode.ROPE: 6.0,
    Mode.NOT_TOLD: 12.0,
}
"""The most that a mode is believed to do over a whole leg, km/h, current included."""

Schedule = tuple[tuple[float, float], ...]
"""(minute, metres) pairs, both never decreasing."""


@dataclass(frozen=True)
class Halt:
    """A stop on a track, at its distance along the path."""

    stop: Stop
    metres: float


@dataclass(frozen=True)
class Track:
    """One unbroken stretch of an itinerary that can be drawn."""

    itinerary: str
    unit: str
    number: int
    path: tuple[tuple[float, float, float], ...]
    """(lon, lat, metres from the start of the path)"""
    halts: tuple[Halt, ...]
    early: Schedule
    late: Schedule
    best: Schedule
    grades: tuple[tuple[float, Grade], ...]
    """The grade of the position from a minute on, until the next entry."""

    @property
    def start(self) -> float:
        """First minute drawn."""
        return self.best[0][0]

    @property
    def end(self) -> float:
        """Last minute drawn."""
        return self.best[-1][0]

    def position(self, minute: float) -> tuple[float, float] | None:
        """(lon, lat) of the best reading at a minute, or `None` where nothing is known."""
        if not self.start <= minute <= self.end:
            return None
        return along(self.path, at(self.best, minute))

    def grade(self, minute: float) -> Grade:
        """Grade of the position at a minute; `unknown` outside the track."""
        if not self.start <= minute <= self.end:
            return Grade.UNKNOWN
        index = bisect_right([m for m, _ in self.grades], minute) - 1
        return self.grades[max(index, 0)][1]

    def band(self, minute: float) -> tuple[float, float]:
        """Metres from the start of the path of the latest and of the earliest reading at a minute."""
        return at(self.late, minute), at(self.early, minute)


def at(schedule: Sequence[tuple[float, float]], minute: float) -> float:
    """Metres of a schedule at a minute, its first or last value outside it."""
    minutes = [m for m, _ in schedule]
    index = bisect_right(minutes, minute)
    if index == 0:
        return schedule[0][1]
    if index == len(schedule):
        return schedule[-1][1]
    (m0, s0), (m1, s1) = schedule[index - 1], schedule[index]
    return s0 + (s1 - s0) * (minute - m0) / (m1 - m0)


def along(path: Sequence[tuple[float, float, float]], metres: float) -> tuple[float, float]:
    """(lon, lat) at a distance along a path of (lon, lat, metres)."""
    index = bisect_right([m for _, _, m in path], metres)
    if index == 0:
        return path[0][:2]
    if index == len(path):
        return path[-1][:2]
    (lon0, lat0, m0), (lon1, lat1, m1) = path[index - 1], path[index]
    share = (metres - m0) / (m1 - m0)
    return lon0 + (lon1 - lon0) * share, lat0 + (lat1 - lat0) * share


@dataclass(frozen=True)
class Bounds:
    """The bracket of a moment in minutes; a missing bound is `None`."""

    earliest: float | None
    latest: float | None

    @classmethod
    def of(cls, when: When | None, night: Night) -> Bounds:
        """Bounds that may be drawn: none for a moment that is absent or of grade unknown."""
        if when is None or when.grade is Grade.UNKNOWN:
            return cls(None, None)
        return cls(
            None if when.earliest is None else night.minute(when.earliest),
            None if when.latest is None else night.minute(when.latest),
        )


def _present_from(stop: Stop, first: bool, night: Night) -> Bounds | None:
    """When the unit is there at the latest and at the earliest, or `None` where nothing dates its coming."""
    arrive = Bounds.of(stop.arrive, night)
    if arrive.latest is not None:
        return arrive
    leave = Bounds.of(stop.leave, night)
    if first and stop.arrive is None and leave.earliest is not None:
        return Bounds(min(0.0, leave.earliest), min(0.0, leave.earliest))
    return None


def runs(itinerary: Itinerary, night: Night) -> Iterator[tuple[Stop, ...]]:
    """Stretches of the night's stops that can be drawn: all placed, the first and the last dated."""
    stops = [stop for stop in itinerary.stops if stop.phase == "night"]
    run: list[Stop] = []
    dated = 0
    for index, stop in enumerate(stops):
        if stop.place is None:
            if dated:
                yield tuple(run[:dated])
            run, dated = [], 0
            continue
        if _present_from(stop, index == 0, night) is not None:
            run.append(stop)
            dated = len(run)
        elif run:
            run.append(stop)
    if dated:
        yield tuple(run[:dated])


def _minutes_needed(metres: float, stop: Stop) -> float:
    return metres / 1000 / SPEED_KMH[stop.leg.mode if stop.leg else Mode.NOT_TOLD] * 60


def _schedules(halts: Sequence[Halt], first: bool, night: Night) -> tuple[list[float], list[float]]:
    """Earliest and latest minute of coming to and leaving each halt, in that order, two values a halt."""
    arrive = [_present_from(h.stop, first and i == 0, night) for i, h in enumerate(halts)]
    leave = [Bounds.of(h.stop.leave, night) for h in halts]
    early: list[float | None] = []
    for i, halt in enumerate(halts):
        come = arrive[i]
        if come is None:
            early += [None, None]
            continue
        before = next((e for e in reversed(early) if e is not None), None)
        if come.earliest is not None:
            here = come.earliest
        elif before is not None:
            last = max(j for j in range(i) if arrive[j] is not None)
            here = before + _minutes_needed(halt.metres - halts[last].metres, halt.stop)
        else:
            here = 0.0
        here = here if before is None else max(here, before)
        assert come.latest is not None
        here = min(here, come.latest)
        go = leave[i].earliest
        early += [here, here if go is None else max(here, go)]
    late: list[float | None] = [None] * len(early)
    after: float | None = None
    for i in reversed(range(len(halts))):
        come = arrive[i]
        if come is None:
            continue
        assert come.latest is not None
        go_latest, go_earliest = leave[i].latest, leave[i].earliest
        if after is None:
            go = next((m for m in (go_latest, go_earliest) if m is not None), come.latest)
        else:
            following = min(j for j in range(i + 1, len(halts)) if arrive[j] is not None)
            needed = _minutes_needed(halts[following].metres - halts[i].metres, halts[following].stop)
            go = after - needed if go_latest is None else min(go_latest, after)
        go = max(go, come.latest)
        late[2 * i], late[2 * i + 1] = come.latest, go
        after = come.latest
    return _spread(early, halts), _spread(late, halts)


def _spread(times: Sequence[float | None], halts: Sequence[Halt]) -> list[float]:
    """Give untimed halts between timed ones the minute that their distance asks; never run backwards."""
    filled: list[float] = []
    for i, value in enumerate(times):
        if value is not None:
            filled.append(value)
            continue
        before = max(j for j in range(i) if times[j] is not None)
        after = min(j for j in range(i, len(times)) if times[j] is not None)
        t0, t1 = times[before], times[after]
        assert t0 is not None and t1 is not None
        s0, s1 = halts[before // 2].metres, halts[after // 2].metres
        share = (halts[i // 2].metres - s0) / (s1 - s0) if s1 > s0 else 1.0
        filled.append(t0 + (t1 - t0) * share)
    for i in range(1, len(filled)):
        filled[i] = max(filled[i], filled[i - 1])
    return filled


def _clip(schedule: Sequence[tuple[float, float]], first: float, last: float) -> Schedule:
    """The part of a schedule between two minutes, cut by interpolation, without repeated points."""
    inside = [(m, s) for m, s in schedule if first < m < last]
    points = [(first, at(schedule, first)), *inside, (last, at(schedule, last))] if last > first else []
    return tuple(p for i, p in enumerate(points) if i == 0 or p != points[i - 1])


def _tidy(path: Sequence[tuple[float, float, float]]) -> tuple[tuple[float, float, float], ...]:
    return tuple((round(lon, 5), round(lat, 5), round(m, 1)) for lon, lat, m in path)


def _build(record: Record, itinerary: Itinerary, run: tuple[Stop, ...], number: int) -> Track | None:
    night = record.night
    path: list[tuple[float, float, float]] = []
    halts: list[Halt] = []
    for i, stop in enumerate(run):
        if i == 0:
            assert stop.place is not None
            path = [(*place_point(record.geodata, stop.place), 0.0)]
        else:
            line = leg_path(record.geodata, run[i - 1], stop)
            assert line is not None
            base = path[-1][2]
            path += [(lon, lat, base + m) for lon, lat, m in densified(line)[1:] if m > 0]
        halts.append(Halt(stop, path[-1][2]))
    first = next(s for s in itinerary.stops if s.phase == "night") is run[0]
    early, late = _schedules(halts, first, night)
    # The minute of a coming is that whole minute: the mark must be there to be seen in it.
    if Bounds.of(halts[-1].stop.leave, night) == Bounds(None, None):
        early[-1] = late[-1] = late[-1] + 1
    else:
        early[-1], late[-1] = max(early[-1], early[-2] + 1), max(late[-1], late[-2] + 1)
    knots = [h.metres for h in halts for _ in (0, 1)]
    best = [(e + x) / 2 for e, x in zip(early, late, strict=True)]
    opens, closes = max(0.0, best[0]), min(float(night.minutes), best[-1])
    if closes <= opens:
        return None
    return Track(
        itinerary.id,
        itinerary.unit,
        number,
        _tidy(path),
        tuple(Halt(h.stop, round(h.metres, 1)) for h in halts),
        _clip(list(zip(early, knots, strict=True)), opens, closes),
        _clip(list(zip(late, knots, strict=True)), opens, closes),
        _clip(list(zip(best, knots, strict=True)), opens, closes),
        _grades(halts, early, late, opens, closes),
    )


def _grades(
    halts: Sequence[Halt], early: Sequence[float], late: Sequence[float], opens: float, closes: float
) -> tuple[tuple[float, Grade], ...]:
    """A position has its stop's grade while every reading has the unit there; between that it is reconstructed."""
    spans: list[tuple[float, float, Grade]] = []
    for i, halt in enumerate(halts):
        here, gone = late[2 * i], early[2 * i + 1]
        if early[2 * i] == here == gone:
            gone = here + 1
        if gone > here and halt.stop.grade is not Grade.UNKNOWN:
            spans.append((here, gone, halt.stop.grade))
    found: list[tuple[float, Grade]] = []
    clock = opens
    for start, stop, grade in spans:
        here, gone = max(start, clock), min(stop, closes)
        if gone <= here:
            continue
        if here > clock:
            found.append((clock, Grade.RECONSTRUCTED))
        found.append((here, grade))
        clock = gone
    if clock < closes:
        found.append((clock, Grade.RECONSTRUCTED))
    return tuple(found)


def itinerary_tracks(record: Record, itinerary: Itinerary) -> list[Track]:
    """Every stretch of one itinerary that can be drawn, in order of time."""
    built = (_build(record, itinerary, run, i) for i, run in enumerate(runs(itinerary, record.night)))
    return [track for track in built if track is not None]


def tracks(record: Record) -> list[Track]:
    """Every track of the record."""
    return [track for itinerary in record.itineraries.values() for track in itinerary_tracks(record, itinerary)]


def key_points(track: Track) -> list[tuple[float, float, float, Grade]]:
    """(minute, lon, lat, grade) wherever the best schedule, the path or the grade turns; the last one ends the track.

    Linear interpolation between neighbours gives the position at any minute. The grade holds until the next point;
    that of the last is `unknown` where knowledge ends inside the window.
    """
    minutes = {m for m, _ in track.best} | {m for m, _ in track.grades if track.start <= m <= track.end}
    for (m0, s0), (m1, s1) in zip(track.best, track.best[1:], strict=False):
        if s1 > s0:
            minutes |= {m0 + (m1 - m0) * (s - s0) / (s1 - s0) for _, _, s in track.path if s0 < s < s1}
    points = []
    for minute in sorted(minutes):
        lon, lat = along(track.path, at(track.best, minute))
        points.append((round(minute, 2), round(lon, 5), round(lat, 5), track.grade(minute)))
    return points


def undated_legs(record: Record, itinerary: Itinerary) -> list[tuple[tuple[float, float], ...]]:
    """Paths of the night's legs that have two places but no hours: drawn, if at all, as undated lines."""
    drawn = {(a.id, b.id) for run in runs(itinerary, record.night) for a, b in pairwise(run)}
    found = []
    for a, b in itinerary.pairs():
        if "night" in (a.phase, b.phase) and (a.id, b.id) not in drawn and a.place != b.place:
            line = leg_path(record.geodata, a, b)
            if line is not None:
                found.append(tuple((round(lon, 5), round(lat, 5)) for lon, lat, _ in densified(line)))
    return found
