"""A report, or what cannot be read, as lines for a terminal: the line with a marker, what happened, what to do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rules_engine import games
from rules_engine.record import SEATS, GameRecord, Language, Seat, UnreadablePlace, clipped
from rules_engine.record.marking import Spot, marked, spots
from rules_engine.record.reading import head_naming
from rules_engine.record.report import Finding, Report
from rules_engine.wording import Wording

MOST = 200
"""How many findings are printed; the JSON report has them all."""


def error_lines(text: str | None, places: Sequence[UnreadablePlace]) -> Iterator[str]:
    """Every unreadable place with its line; ``text`` is the record, None if it could not be decoded."""
    lines = [] if text is None else text.split("\n")
    for place in places[:MOST]:
        where = f"line {place.line}, column {place.column}: " if place.line else ""
        yield f"  {where}{place.message}"
        if 0 < place.line <= len(lines):
            yield from _marked(lines, Spot(place.line, place.column, len(place.token)))
    if len(places) > MOST:
        yield f"  … and {len(places) - MOST:,} more places."
    other = None if text is None else games.other_game_of(text)
    if text is not None and other is not None:
        head = head_naming(other.key, text)
        yield f"  It can be read as a record of {other.name}. Name that game in the record with {head}."


def report_lines(
    text: str, record: GameRecord, report: Report, language_of: Callable[[str], Language | None]
) -> Iterator[str]:
    """The whole report: findings in the order of play, then what the game says of the rounds and the result."""
    lines = text.split("\n")
    wording = games.get(record.game).wording
    shown = report.findings[:MOST]
    for finding, spot in zip(shown, spots(text, shown, language_of) if shown else [], strict=True):
        yield f"  {_where(finding, wording)}: {finding.code} ({finding.kind}), {finding.rule}"
        yield from _marked(lines, spot)
        yield f"    {finding.message}"
        yield f"    Remedy: {finding.remedy}"
        if finding.reading:
            yield f"    This depends on the reading {finding.reading}."
        yield ""
    if len(report.findings) > MOST:
        yield f"  … and {len(report.findings) - MOST:,} more findings; --json lists them all."
        yield ""
    names: dict[str, str] = {seat: _player(record, seat) for seat in SEATS}
    for line in wording.summary(report, names):
        yield f"  {line}"


def headline(report: Report) -> str:
    """How many findings there are, in words."""
    notes = sum(finding.kind == "note" for finding in report.findings)
    faults = len(report.findings) - notes
    counts = [_count(faults, "finding")] if faults else ["no findings"]
    return ", ".join(counts + ([_count(notes, "note")] if notes else []))


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _where(finding: Finding, wording: Wording) -> str:
    parts = [str(wording.round_title(finding.round))]
    if finding.turn is not None:
        parts.append(f"turn {finding.turn}")
    if finding.action is not None:
        parts.append(f"action {finding.action}")
    return ", ".join(parts) + (f", {finding.seat}" if finding.seat else "")


def _marked(lines: Sequence[str], spot: Spot) -> Iterator[str]:
    line, marker = marked(lines, spot)
    gutter = len(str(spot.line))
    yield f"    {spot.line} | {line}"
    yield f"    {' ' * gutter} | {marker}"


def _player(record: GameRecord, seat: Seat) -> str:
    name = record.seats.get(seat, "")
    return f"{clipped(name)} ({seat})" if name else seat
