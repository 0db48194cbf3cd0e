"""Who was where on the night, when, and by whose word."""

from routes.checks import check, check_sources
from routes.models import Grade, Night
from routes.reading import DATA, Record, read
from routes.tracks import Track, tracks

__all__ = ["DATA", "Grade", "Night", "Record", "Track", "check", "check_sources", "read", "tracks"]
