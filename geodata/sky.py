"""Sun and moon over a place, from astral; every hour is zone-aware and none is taken from the machine's zone.

Altitudes are apparent, in degrees above the horizon of a level place: refraction is included, and for the moon its
parallax, which lowers it by almost a degree. astral gives the moon's place as seen from the centre of the earth and
reads an aware datetime as if it were UTC, so hours are taken to UTC before they are passed to it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo

from astral import Observer, moon, sun
from astral.julian import julianday, julianday_2000, julianday_to_juliancentury
from astral.sidereal import lmst

NANJING = timezone(timedelta(hours=8), "UTC+8")
"""The clock of the China coast."""

MOON_SETS_AT = -0.26
"""Apparent altitude in degrees of the moon's centre when its upper limb touches the horizon."""


@dataclass(frozen=True)
class Sky:
    """The light of one night, from sunset to the next sunrise; hours are zone-aware.

    `moonrise`, `moon_transit` and `moonset` are None where the moon does not do so between sunset and sunrise.
    `moon_lit` is the lit fraction of its disc, 0–1, midway between sunset and sunrise.
    """

    sunset: datetime
    civil_dusk: datetime
    nautical_dusk: datetime
    astronomical_dusk: datetime
    moonrise: datetime | None
    moon_transit: datetime | None
    moonset: datetime | None
    astronomical_dawn: datetime
    nautical_dawn: datetime
    civil_dawn: datetime
    sunrise: datetime
    moon_lit: float


def night(lon: float, lat: float, evening: date, zone: tzinfo = NANJING) -> Sky:
    """The sky over (lon, lat) in degrees from sunset on the date `evening` to the sunrise after it.

    Hours are given in `zone`. Raises `ValueError` (from astral) where the sun does not set or rise.
    """
    place = Observer(lat, lon, 0)
    morning = evening + timedelta(days=1)
    dusk = [sun.dusk(place, evening, depression=depth, tzinfo=zone) for depth in (6, 12, 18)]
    dawn = [sun.dawn(place, morning, depression=depth, tzinfo=zone) for depth in (18, 12, 6)]
    sunset = sun.sunset(place, evening, tzinfo=zone)
    sunrise = sun.sunrise(place, morning, tzinfo=zone)

    def over_horizon(at: datetime) -> float:
        return moon_altitude(lon, lat, at) - MOON_SETS_AT

    def past_meridian(at: datetime) -> float:
        return math.sin(_hour_angle(lon, at))

    return Sky(
        sunset=sunset,
        civil_dusk=dusk[0],
        nautical_dusk=dusk[1],
        astronomical_dusk=dusk[2],
        moonrise=_crossing(over_horizon, sunset, sunrise, upward=True),
        moon_transit=_upper(lon, _crossing(past_meridian, sunset, sunrise, upward=True)),
        moonset=_crossing(over_horizon, sunset, sunrise, upward=False),
        astronomical_dawn=dawn[0],
        nautical_dawn=dawn[1],
        civil_dawn=dawn[2],
        sunrise=sunrise,
        moon_lit=moon_lit(sunset + (sunrise - sunset) / 2),
    )


def sun_altitude(lon: float, lat: float, at: datetime) -> float:
    """Apparent altitude of the sun's centre in degrees over (lon, lat); `at` must be zone-aware."""
    return float(sun.elevation(Observer(lat, lon, 0), _utc(at)))


def moon_altitude(lon: float, lat: float, at: datetime) -> float:
    """Apparent altitude of the moon's centre in degrees over (lon, lat); `at` must be zone-aware."""
    moment = _utc(at)
    from_centre = math.radians(moon.elevation(Observer(lat, lon, 0), moment))
    distance = moon.moon_position(julianday_2000(moment)).distance
    from_surface = math.atan2(math.sin(from_centre) - 1 / distance, math.cos(from_centre))
    return _refracted(math.degrees(from_surface))


def moon_lit(at: datetime) -> float:
    """Lit fraction of the moon's disc, 0–1; `at` must be zone-aware."""
    moment = _utc(at)
    position = moon.moon_position(julianday_2000(moment))
    century = julianday_to_juliancentury(julianday(moment))
    sun_ascension = math.radians(sun.sun_rt_ascension(century))
    sun_declination = math.radians(sun.sun_declination(century))
    elongation = math.sin(sun_declination) * math.sin(position.declination)
    elongation += (
        math.cos(sun_declination) * math.cos(position.declination) * math.cos(sun_ascension - position.right_ascension)
    )
    return (1 - elongation) / 2


def _utc(at: datetime) -> datetime:
    """The same moment in UTC; raises `ValueError` if the hour has no zone."""
    if at.tzinfo is None:
        raise ValueError(f"{at.isoformat()} has no zone")
    return at.astimezone(UTC)


def _refracted(altitude: float) -> float:
    """True altitude in degrees with the refraction of the standard atmosphere (Sæmundsson) added."""
    if altitude < -1:
        return altitude
    return altitude + 1.02 / 60 / math.tan(math.radians(altitude + 10.3 / (altitude + 5.11)))


def _hour_angle(lon: float, at: datetime) -> float:
    """Hour angle of the moon in radians; zero on the meridian, growing westward."""
    moment = _utc(at)
    ascension = moon.moon_position(julianday_2000(moment)).right_ascension
    return math.radians(lmst(moment, lon)) - float(ascension)


def _upper(lon: float, at: datetime | None) -> datetime | None:
    """The crossing if it is the upper one (the moon to the south), None if it is the lower."""
    return at if at is not None and math.cos(_hour_angle(lon, at)) > 0 else None


def _crossing(height: Callable[[datetime], float], start: datetime, end: datetime, *, upward: bool) -> datetime | None:
    """The first moment between `start` and `end` at which `height` passes zero that way, to the second."""
    step = timedelta(minutes=10)
    here = start
    while here < end:
        there = min(here + step, end)
        low, high = height(here), height(there)
        if (low < 0 <= high) if upward else (low > 0 >= high):
            while there - here > timedelta(seconds=1):
                middle = here + (there - here) / 2
                if (height(middle) < 0) == (low < 0):
                    here = middle
                else:
                    there = middle
            return there
        here = there
    return None
