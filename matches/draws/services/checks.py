"""Checks the draw of a published round for everybody: what follows from results and seed, and what was changed by hand.

The check costs as much as pairing the round, so it is kept until the round or the results before it change.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.cache import cache

from matches.draws.queries.fields import seats_of
from matches.draws.queries.pods import setup_of_round
from matches.draws.services.pods import recomputed_pods
from matches.draws.services.swiss import Lines, recomputed_lines
from matches.enums import MatchKind, ResultStatus
from matches.events.queries.seats import seats_with
from matches.models import AuditRow, Entry, LiveVersion, Match, Result, Round

SECONDS_KEPT = 3600
SHAPING_PARTS = ("rounds", "pairings", "standings", "people", "event")
"""The parts whose versions rise when a round, the results before it or its players change."""

HAND_ACTS = ("swap_players", "move_player", "make_table", "give_table", "remove_players_gone")

Line = tuple[int | None, str, tuple[int, ...]]
"""Table, kind of the match, and the players' numbers by seat."""


@dataclass(frozen=True)
class HandChange:
    """One change that somebody made to the pairs: when, who, why, and the numbers of the players it was about."""

    act: str
    at: datetime
    by: str
    reason: str
    numbers: tuple[int, ...]
    table: int | None


@dataclass(frozen=True)
class DrawCheck:
    """A round drawn again. ``published`` and ``drawn`` are the lines that differ, ``kept`` those that the draw had to
    keep; ``corrected`` counts the results of earlier rounds that were corrected after this one was paired.

    ``drawable`` is False for stages that follow a plan: their pairs do not come from a draw.
    """

    drawable: bool
    published: tuple[Line, ...] = ()
    drawn: tuple[Line, ...] = ()
    kept: tuple[Line, ...] = ()
    changes: tuple[HandChange, ...] = ()
    corrected: int = 0

    @property
    def same(self) -> bool:
        return not self.published and not self.drawn


def verify_round(round: Round) -> list[str]:
    """Recompute a stored Swiss round from history and seed. Return the lines that differ.

    A draft edited by hand differs where it was edited; so does a round after an earlier result was corrected.
    """
    if not round.stage.has_open_field:
        return []
    published, drawn = _differing(round)
    return sorted(line_text(line) for line in (*published, *drawn))


def line_text(line: Line) -> str:
    """``3: 12 7``, or ``bye: 9``."""
    table, kind, numbers = line
    place = str(table) if kind == MatchKind.PLAYED else MatchKind(kind).value
    return f"{place}: {' '.join(str(number) for number in numbers)}"


def check_draw(round: Round) -> DrawCheck:
    """Draw a stored round again from the results before it and its seed, and compare."""
    if not round.stage.has_open_field:
        return DrawCheck(drawable=False, changes=tuple(_changes(round)))
    versions = LiveVersion.objects.filter(event=round.stage.event_id, part__in=SHAPING_PARTS).order_by("part")
    key = f"draw:{round.pk}:" + ":".join(str(version) for version in versions.values_list("version", flat=True))
    published, drawn = cache.get(key) or (None, None)
    if published is None or drawn is None:
        published, drawn = _differing(round)
        cache.set(key, (published, drawn), SECONDS_KEPT)
    return DrawCheck(
        drawable=True,
        published=published,
        drawn=drawn,
        kept=tuple(line for line in _kept(round) if line not in published),
        changes=tuple(_changes(round)),
        corrected=_corrected(round),
    )


def _differing(round_: Round) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    stored = [(table, kind, tuple(int(key) for key in keys)) for table, kind, keys in seats_of(round_)]
    drawn = [(table, kind, tuple(int(key) for key in keys)) for table, kind, keys in _drawn_again(round_)]
    return tuple(x for x in stored if x not in set(drawn)), tuple(x for x in drawn if x not in set(stored))


def _drawn_again(round_: Round) -> Lines:
    return recomputed_lines(round_) if setup_of_round(round_) is None else recomputed_pods(round_)


def _kept(round_: Round) -> Iterator[Line]:
    """The lines that were set by hand and kept when the round was paired again."""
    for pair in round_.pairing["terms"].get("locked", ()):
        numbers = [int(key) for key in pair]
        match = Match.objects.filter(round=round_, seats__entry__number=numbers[0]).prefetch_related(seats_with())
        for line in match:
            yield line.table, line.kind, tuple(seat.entry.number for seat in line.seats.all())


def _changes(round_: Round) -> Iterator[HandChange]:
    """The changes by hand to any attempt of this round, in their order."""
    attempts = set(Round.objects.filter(stage=round_.stage, number=round_.number).values_list("pk", flat=True))
    matches = {match.pk: match for match in Match.objects.filter(round__in=attempts).prefetch_related(seats_with())}
    rows = AuditRow.objects.filter(event=round_.stage.event_id, act__in=HAND_ACTS).select_related("user")
    found = [
        row
        for row in rows.order_by("sequence")
        if row.details.get("round") in attempts or row.details.get("match") in matches
    ]
    named = {pk for row in found for pk in (*row.details.get("swapped", ()), *row.details.get("removed", ()))}
    numbers = dict(Entry.objects.filter(pk__in=named).values_list("pk", "number"))
    for row in found:
        yield HandChange(
            act=row.act,
            at=row.at,
            by=str(row.user or ""),
            reason=row.reason,
            numbers=_numbers(row.details, numbers, matches),
            table=row.details.get("table"),
        )


def _numbers(details: Mapping[str, Any], numbers: Mapping[int, int], matches: Mapping[int, Match]) -> tuple[int, ...]:
    if "players" in details:
        return tuple(details["players"])
    if pks := [*details.get("swapped", ()), *details.get("removed", ())]:
        return tuple(numbers[pk] for pk in pks if pk in numbers)
    match = matches.get(details.get("match", 0))
    return tuple(seat.entry.number for seat in match.seats.all()) if match else ()


def _corrected(round_: Round) -> int:
    """How many results of earlier rounds were confirmed after this round was paired."""
    late = Result.objects.filter(
        match__round__stage=round_.stage,
        match__round__number__lt=round_.number,
        status=ResultStatus.CONFIRMED,
        confirmed_at__gt=round_.created_at,
    )
    return late.count()
