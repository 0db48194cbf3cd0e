"""`python -m routes`: check the record, or print it whole."""

from __future__ import annotations

import argparse
import io
import json
import sys
from pathlib import Path

from geodata import DATA as GEODATA_DATA
from geodata.faults import DataFaultError
from routes.checks import check, check_sources
from routes.coverage import report
from routes.export import resolved
from routes.reading import DATA, Record, read


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m routes", description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA, metavar="DIR", help="folder of the record")
    parser.add_argument("--geodata", type=Path, default=GEODATA_DATA, metavar="DIR", help="folder of places and layers")
    commands = parser.add_subparsers(dest="command", required=True)
    checking = commands.add_parser("check", help="print the counts, or every fault and exit 1")
    checking.add_argument(
        "--sources", type=Path, metavar="DIR", help="folder of the full texts, to compare every quote with"
    )
    commands.add_parser("coverage", help="print how much is known of whom, and how much of the texts is used")
    exporting = commands.add_parser("export", help="print the resolved record, or the stage as one file")
    exporting.add_argument("--format", choices=("json", "html"), required=True)
    exporting.add_argument("-o", "--output", type=Path, metavar="FILE", help="write to a file instead of printing")
    exporting.add_argument("--language", choices=("zh-Hans", "zh-Hant", "en"), default="zh-Hans")
    return parser


def _counts(record: Record) -> str:
    stops = sum(len(itinerary.stops) for itinerary in record.itineraries.values())
    counts = {
        "places": len(record.geodata.places),
        "units": len(record.units),
        "itineraries": len(record.itineraries),
        "stops": stops,
        "states": len(record.states),
        "events": len(record.events),
        "order": len(record.paragraphs) + len(record.items) + len(record.rows),
        "conflicts": len(record.conflicts),
        "outside": len(record.outside),
        "figures": len(record.figures),
        "quotes": len(record.quotes),
    }
    return "\n".join(f"{name:12} {count:5}" for name, count in counts.items())


def _write(text: str, output: Path | None) -> None:
    if output is None:
        print(text)
    else:
        output.write_text(text, encoding="utf-8", newline="\n")


def main(arguments: list[str] | None = None) -> int:
    """Run one command; 0 where all is well, 1 where the data has faults."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8")  # a Windows console is not UTF-8 of itself
    options = _parser().parse_args(arguments)
    try:
        record = read(options.data, options.geodata)
        faults = check(record)
        if options.command == "check" and options.sources is not None:
            faults += check_sources(record, options.sources)
        if faults:
            raise DataFaultError(faults)
    except DataFaultError as error:
        print(*error.faults, sep="\n", file=sys.stderr)
        print(f"{len(error.faults)} faults", file=sys.stderr)
        return 1
    if options.command == "check":
        print(_counts(record))
    elif options.command == "coverage":
        print(report(record))
    elif options.format == "json":
        _write(json.dumps(resolved(record), ensure_ascii=False, indent=1), options.output)
    else:
        from routes.view.stage import stage_html

        _write(stage_html(record, options.language), options.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
