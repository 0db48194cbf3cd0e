"""The sky against the almanac."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import pytest
from astral import Observer, moon

from geodata import sky
from geodata.sky import NANJING

LON, LAT = 118.79, 32.06
EVENING = date(1937, 12, 12)


def hour(day: int, hours: int, minutes: int) -> datetime:
    return datetime(1937, 12, day, hours, minutes, tzinfo=NANJING)


# Two other programs agree with these to 30 s for the sun and 2 min for the moon; they are rounded to the minute,
# so the sun may be off by 60 s and the moon by 150 s.
SUN, MOON = 60, 150
ALMANAC = [
    ("sunset", hour(12, 17, 1), SUN),
    ("civil_dusk", hour(12, 17, 28), SUN),
    ("nautical_dusk", hour(12, 17, 58), SUN),
    ("astronomical_dusk", hour(12, 18, 28), SUN),
    ("moon_transit", hour(12, 19, 2), MOON),
    ("moonset", hour(13, 1, 35), MOON),
    ("astronomical_dawn", hour(13, 5, 29), SUN),
    ("nautical_dawn", hour(13, 5, 59), SUN),
    ("civil_dawn", hour(13, 6, 29), SUN),
    ("sunrise", hour(13, 6, 56), SUN),
]


@pytest.fixture(params=["America/New_York", "Asia/Tokyo", "UTC"])
def server_zone(request: pytest.FixtureRequest) -> Iterator[str]:
    before = os.environ.get("TZ")
    os.environ["TZ"] = request.param
    if hasattr(time, "tzset"):
        time.tzset()
    yield request.param
    if before is None:
        del os.environ["TZ"]
    else:
        os.environ["TZ"] = before
    if hasattr(time, "tzset"):
        time.tzset()


@pytest.mark.usefixtures("server_zone")
@pytest.mark.parametrize(("name", "expected", "seconds"), ALMANAC, ids=[name for name, _, _ in ALMANAC])
def test_almanac(name: str, expected: datetime, seconds: int) -> None:
    found = getattr(sky.night(LON, LAT, EVENING), name)
    assert found.utcoffset() == timedelta(hours=8)
    assert abs((found - expected).total_seconds()) <= seconds


def test_no_moonrise_in_this_night() -> None:
    assert sky.night(LON, LAT, EVENING).moonrise is None


def test_lit_fraction() -> None:
    # Published as 64–68 %, for the hours the moon was up; waxing, so it grows through the night.
    fractions = [sky.moon_lit(at) for at in (hour(12, 17, 1), hour(12, 21, 0), hour(13, 1, 35))]
    assert fractions == sorted(fractions)
    assert fractions[0] == pytest.approx(0.64, abs=0.01)
    assert fractions[2] == pytest.approx(0.68, abs=0.015)


def test_altitudes() -> None:
    night = sky.night(LON, LAT, EVENING)
    assert night.moonset is not None
    assert night.moon_transit is not None
    # The centre stands a semidiameter, about a quarter of a degree, under the horizon when the upper limb touches it.
    assert sky.moon_altitude(LON, LAT, night.moonset) == pytest.approx(-0.26, abs=0.05)
    assert sky.sun_altitude(LON, LAT, night.sunset) == pytest.approx(-0.27, abs=0.2)
    assert sky.sun_altitude(LON, LAT, night.civil_dawn) == pytest.approx(-6, abs=0.1)
    assert sky.moon_altitude(LON, LAT, night.moon_transit) == pytest.approx(64.6, abs=0.3)
    assert sky.moon_altitude(LON, LAT, hour(13, 3, 0)) < -10


def test_the_same_moment_in_another_zone_is_the_same_sky() -> None:
    moment = hour(12, 22, 0)
    assert sky.moon_altitude(LON, LAT, moment) == sky.moon_altitude(LON, LAT, moment.astimezone(UTC))
    assert sky.sun_altitude(LON, LAT, moment) == sky.sun_altitude(LON, LAT, moment.astimezone(UTC))
    assert sky.moon_lit(moment) == sky.moon_lit(moment.astimezone(UTC))


@pytest.mark.parametrize("day", [1, 8, 12, 16, 22, 28])
def test_moonset_agrees_with_astral_on_other_nights(day: int) -> None:
    night = sky.night(LON, LAT, date(1937, 12, day))
    if night.moonset is None:
        assert sky.moon_altitude(LON, LAT, night.sunrise) > 0 or sky.moon_altitude(LON, LAT, night.sunset) < 0
        return
    theirs = moon.moonset(Observer(LAT, LON), night.moonset.date(), NANJING)
    assert theirs is not None
    assert abs((theirs - night.moonset).total_seconds()) <= 180


@pytest.mark.parametrize("ask", [
    lambda at: sky.moon_altitude(LON, LAT, at),
    lambda at: sky.sun_altitude(LON, LAT, at),
    sky.moon_lit,
])  # fmt: skip
def test_an_hour_without_a_zone_is_refused(ask: object) -> None:
    with pytest.raises(ValueError, match="1937-12-12T22:00:00 has no zone"):
        ask(datetime(1937, 12, 12, 22))  # type: ignore[operator]
