"""Faults: what is wrong with the data, gathered so that all of them are reported at once."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Fault:
    """One thing wrong with one record of one file.

    `file` is relative to the data folder, with `/` on every system; `record` names the record by id or
    line; `what` says the rule and the value found; `cause` is the likely reason, empty where there is none.
    """

    file: str
    record: str
    what: str
    cause: str = ""

    def __str__(self) -> str:
        """`file: record: what (likely cause)`."""
        head = ": ".join(part for part in (self.file, self.record, self.what) if part)
        return f"{head} ({self.cause})" if self.cause else head


class DataFaultError(Exception):
    """The data cannot be used; `faults` holds everything that was found, sorted and without repeats."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(sorted(set(faults)))
        super().__init__("\n".join(map(str, self.faults)))


def near(word: str, known: Iterable[str]) -> str:
    """The likely cause of an unknown word: `did you mean '…'?`, or nothing where no known word is like it."""
    close = difflib.get_close_matches(word, list(known), n=1)
    return f"did you mean '{close[0]}'?" if close else ""
