"""Tracks: positions, brackets and bands, on the small record and on itineraries made by hypothesis."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyproj import Geod

from geodata import metric
from routes import Grade, Record, Track, read
from routes.models import Itinerary
from routes.paths import densified, leg_path
from routes.tracks import along, at, itinerary_tracks, key_points, undated_legs

SMALL = Path(__file__).parent / "data" / "small"
GEOD = Geod(ellps="WGS84")
PLACES = ["taiping-men", "gangzi-cun", "chalu-kou", "xianhe-men", "yaohua-men"]


@pytest.fixture(scope="module")
def small() -> Record:
    return read(SMALL)


def clock(minute: float) -> str:
    return f"{datetime(1937, 12, 12, 17) + timedelta(minutes=minute):%Y-%m-%d %H:%M}"


def bracket(first: float | None, last: float | None, grade: str = "stated") -> dict[str, object]:
    bounds = {"earliest": first, "latest": last}
    return {"grade": grade, **{key: clock(m) for key, m in bounds.items() if m is not None}}


def stop(place: str, number: int, **times: object) -> dict[str, object]:
    leg = {"mode": "foot", "grade": "unknown"} if number else None
    return {"id": f"s{number}", "place": place, "leg": leg, **times}


def build(record: Record, stops: list[dict[str, object]]) -> list[Track]:
    return itinerary_tracks(record, Itinerary.model_validate({"id": "made", "unit": "battalion", "stop": stops}))


def only(found: list[Track]) -> Track:
    assert len(found) == 1
    return found[0]


def metres_between(a: tuple[float, float], b: tuple[float, float]) -> float:
    return float(GEOD.inv(*a, *b)[2])


def test_half_the_time_is_half_the_metres(small: Record) -> None:
    """Ellipsoid distances: the drawn midpoint is as far from either end to a metre."""
    stops = [stop("tangshan", 0, leave=bracket(60, 60)), stop("taiping-men", 1, arrive=bracket(360, 360))]
    track = only(build(small, stops))
    start, middle, end = track.position(60), track.position(210), track.position(360)
    assert start and middle and end
    assert abs(metres_between(start, middle) - metres_between(middle, end)) <= 1.0
    total = metres_between(start, end)
    assert abs(metres_between(start, middle) - total / 2) <= 1.0


def test_an_interpolated_path_keeps_to_the_straight_line(small: Record) -> None:
    """Between the points of a densified path, linear degrees leave the line in metres by less than a metre."""
    path = only(
        build(small, [stop("tangshan", 0, leave=bracket(60, 60)), stop("taiping-men", 1, arrive=bracket(360, 360))])
    ).path
    ends = metric.to_metres(leg_path_of(small, "tangshan", "taiping-men"))
    from shapely.geometry import Point

    for step in range(101):
        lon, lat = along(path, path[-1][2] * step / 100)
        assert ends.distance(metric.to_metres(Point(lon, lat))) <= 1.0


def leg_path_of(record: Record, start: str, end: str):  # type: ignore[no-untyped-def]
    stops = Itinerary.model_validate({"id": "x", "unit": "battalion", "stop": [stop(start, 0), stop(end, 1)]}).stops
    return leg_path(record.geodata, *stops)


def test_bracketed_stops_give_a_band(small: Record) -> None:
    """Leaves 21:00–21:59, arrives 00:00: at 21:30 it may still stand at the gate or be on its way."""
    track = only(
        build(
            small,
            [
                stop("taiping-men", 0, arrive=bracket(180, 239), leave=bracket(240, 299)),
                stop("chalu-kou", 1, arrive=bracket(420, 420)),
            ],
        )
    )
    late, early = track.band(270)
    assert late == 0
    assert early > 1000
    assert late <= at(track.best, 270) <= early
    assert track.grade(239.5) is Grade.STATED
    assert track.grade(210) is Grade.RECONSTRUCTED, "inside the bracket of its coming it is not certain"
    assert track.grade(300) is Grade.RECONSTRUCTED
    assert track.grade(420.5) is Grade.STATED
    assert at(track.best, 269.5) == pytest.approx(0, abs=1), "the best reading leaves half-way through the bracket"


def test_outside_its_hours_there_is_nothing(small: Record) -> None:
    track = only(build(small, [stop("taiping-men", 0, arrive=bracket(180, 180), leave=bracket(240, 240))]))
    assert track.position(179.9) is None
    assert track.position(240.1) is None
    assert track.position(-1) is None
    assert track.position(841) is None
    assert track.grade(100) is Grade.UNKNOWN


def test_untimed_stops_are_placed_by_distance(small: Record) -> None:
    stops = [
        stop("taiping-men", 0, leave=bracket(240, 240)),
        stop("gangzi-cun", 1),
        stop("chalu-kou", 2, arrive=bracket(420, 420)),
    ]
    track = only(build(small, stops))
    share = track.halts[1].metres / track.halts[2].metres
    assert track.grade(300) is Grade.RECONSTRUCTED
    assert at(track.best, 240 + 180 * share) == pytest.approx(track.halts[1].metres, abs=1)


def test_a_stop_without_place_or_hour_breaks_the_track(small: Record) -> None:
    stops = [
        stop("taiping-men", 0, arrive=bracket(180, 180), leave=bracket(200, 200)),
        {"id": "somewhere", "where": {"zh": "地点未载", "en": "place not stated"}},
        stop("chalu-kou", 2, arrive=bracket(420, 420)),
    ]
    first, second = build(small, stops)
    assert (first.end, second.start) == (200, 420)


def test_untimed_ends_are_undated_lines(small: Record) -> None:
    made = Itinerary.model_validate(
        {
            "id": "made",
            "unit": "battalion",
            "stop": [stop("taiping-men", 0, arrive=bracket(180, 180)), stop("chalu-kou", 1)],
        }
    )
    assert only(itinerary_tracks(small, made)).end == 181
    assert len(undated_legs(small, made)) == 1


def test_still_there_means_there_until_then(small: Record) -> None:
    track = only(build(small, [stop("taiping-men", 0, leave=bracket(420, None, "derived"))]))
    assert (track.start, track.end) == (0, 420)
    assert track.grade(0) is Grade.DERIVED
    assert track.grade(419) is Grade.DERIVED


def test_coming_and_going_in_one_bracket_is_seen_for_a_minute(small: Record) -> None:
    both = bracket(20, 40)
    track = only(build(small, [stop("taiping-men", 0, arrive=both, leave=both)]))
    assert (track.start, track.end) == (30, 31)


def test_unknown_moments_are_not_drawn(small: Record) -> None:
    assert build(small, [stop("taiping-men", 0, arrive=bracket(180, 300, "unknown"))]) == []


def test_what_reaches_beyond_the_window_is_cut_at_its_edge(small: Record) -> None:
    stops = [stop("taiping-men", 0, leave=bracket(-60, -60)), stop("chalu-kou", 1, arrive=bracket(60, 60))]
    track = only(build(small, stops))
    assert track.start == 0
    assert at(track.best, 0) == pytest.approx(track.path[-1][2] / 2, abs=1)
    late = only(
        build(small, [stop("taiping-men", 0, leave=bracket(800, 800)), stop("chalu-kou", 1, arrive=bracket(880, 880))])
    )
    assert late.end == 840


def test_key_points_are_what_the_browser_interpolates(small: Record) -> None:
    track = only(itinerary_tracks(small, small.itineraries["battalion"]))
    points = key_points(track)
    assert [p[0] for p in points] == sorted(p[0] for p in points)
    for (m0, lon0, lat0, _), (m1, lon1, lat1, _) in pairwise(points):
        place = track.position((m0 + m1) / 2)
        assert place is not None
        assert metres_between(place, ((lon0 + lon1) / 2, (lat0 + lat1) / 2)) <= 2.0


@st.composite
def itineraries(draw: st.DrawFn) -> list[dict[str, object]]:
    """Stops in order of place and of the lower bounds of their hours; some untimed, some with a leaving."""
    moments = sorted(draw(st.lists(st.integers(0, 800), min_size=4, max_size=10)))
    stops: list[dict[str, object]] = []
    floor = 0
    for number, place in enumerate(PLACES[: len(moments) // 2]):
        first, last = sorted(moments[2 * number : 2 * number + 2])
        width = draw(st.integers(0, 40))
        times: dict[str, object] = {}
        if number == 0 or draw(st.booleans()):
            floor = max(floor, first)
            times["arrive"] = bracket(floor, floor + width)
            if draw(st.booleans()):
                floor = max(floor, last)
                times["leave"] = bracket(floor, floor + draw(st.integers(0, 40)))
        stops.append(stop(place, number, **times))
    return stops


SMALL_RECORD = read(SMALL)


@settings(max_examples=150, deadline=None)
@given(stops=itineraries(), minutes=st.lists(st.floats(0, 840, allow_nan=False), min_size=2, max_size=12))
def test_schedules_never_run_backwards_and_keep_to_the_band(
    stops: list[dict[str, object]], minutes: list[float]
) -> None:
    for track in build(SMALL_RECORD, stops):
        for schedule in (track.early, track.late, track.best):
            assert list(schedule) == sorted(schedule)
            assert [s for _, s in schedule] == sorted(s for _, s in schedule)
        for minute in sorted(minutes):
            late, early = track.band(minute)
            if track.start <= minute <= track.end:
                assert late - 0.2 <= at(track.best, minute) <= early + 0.2
                assert track.position(minute) is not None
            else:
                assert track.position(minute) is None
        assert 0 <= track.start < track.end <= 840
        assert all(a[0] < b[0] for a, b in pairwise(track.grades))


@settings(max_examples=60, deadline=None)
@given(shift=st.integers(0, 300))
def test_a_later_night_is_the_same_night_later(shift: int) -> None:
    """Moving every hour moves the track and changes nothing else."""

    def made(offset: int) -> Track:
        coming, leaving = bracket(100 + offset, 130 + offset), bracket(160 + offset, 190 + offset)
        stops = [
            stop("taiping-men", 0, arrive=coming, leave=leaving),
            stop("chalu-kou", 1, arrive=bracket(330 + offset, 350 + offset)),
        ]
        return only(build(SMALL_RECORD, stops))

    early, late = made(0), made(shift)
    assert late.path == early.path
    assert [m - shift for m, _ in late.best] == pytest.approx([m for m, _ in early.best])
    assert [s for _, s in late.best] == [s for _, s in early.best]


def test_densified_paths_add_up(small: Record) -> None:
    path = leg_path_of(small, "taiping-men", "tangshan")
    points = densified(path)
    assert points[0][2] == 0
    assert points[-1][2] == pytest.approx(metric.to_metres(path).length, abs=0.01)
    assert all(b[2] - a[2] <= 2000.001 for a, b in pairwise(points))


def test_every_drawn_track_of_the_record_is_sound(record: Record) -> None:
    from routes import tracks

    drawn = tracks(record)
    assert len({(t.itinerary, t.number) for t in drawn}) == len(drawn)
    for track in drawn:
        assert 0 <= track.start < track.end <= record.night.minutes
        assert track.grades[0][0] == pytest.approx(track.start)
