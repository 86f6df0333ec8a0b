"""The versions of a match's result: how one is stored, and how one ends. For use inside a change.

Callers check first what may be stored (``services``).
"""

from __future__ import annotations

import msgspec

from matches.audit.services import Actor, Change
from matches.enums import ResultStatus, Source
from matches.events.queries.seats import seats_of
from matches.models import Match, Result, ResultLine
from matches.results.queries.results import results_of
from matches.tables.kinds import kind_of_score
from matches.tables.score import Score


def versions_of(match: Match) -> list[Result]:
    """All versions of a match's result, in order."""
    return results_of(match)


def standing_of(versions: list[Result]) -> list[Result]:
    """The versions that still stand: the confirmed one, or the reports."""
    return [version for version in versions if version.status != ResultStatus.SUPERSEDED]


def next_version(versions: list[Result]) -> int:
    """The number of the version that follows."""
    return versions[-1].version + 1 if versions else 1


def is_by(result: Result, actor: Actor) -> bool:
    """Whether the actor is the player who reported this version."""
    return actor.entry is not None and result.reported_by_entry_id == actor.entry.pk


def pot_of(pot: int | None, others: list[Result]) -> int:
    """The pot to store: the one given, else that of the results that it replaces or agrees with."""
    return pot if pot is not None else max((other.pot for other in others), default=0)


def supersede(result: Result, change: Change) -> None:
    """End a version of a result: it stays in the record."""
    result.status = ResultStatus.SUPERSEDED
    result.superseded_at = change.at
    result.save(update_fields=["status", "superseded_at"])


def store_version(
    change: Change,
    match: Match,
    score: Score,
    *,
    version: int,
    source: Source,
    actor: Actor,
    confirmed: bool,
    pot: int,
    reason: str,
) -> Result:
    """Store a version with a line for each seat."""
    result = Result.objects.create(
        match=match,
        version=version,
        status=ResultStatus.CONFIRMED if confirmed else ResultStatus.REPORTED,
        decided_by=score.decided_by,
        drawn_rounds=score.drawn_rounds,
        pot=pot,
        source=source,
        reason=reason,
        reported_by_user=actor.user,
        reported_by_entry=actor.entry,
        reported_at=change.at,
        confirmed_at=change.at if confirmed else None,
    )
    lines = kind_of_score(score).lines(score)
    ResultLine.objects.bulk_create(
        ResultLine(result=result, seat=seat, **msgspec.structs.asdict(lines[seat.index])) for seat in seats_of(match)
    )
    return result


def note_result(change: Change, match: Match, result: Result, replaced: int | None = None) -> None:
    """Note a stored version in the audit row, and what pages must fetch again."""
    change.note(match=match.pk, table=match.table, version=result.version, status=result.status)
    if replaced is not None:
        change.note(replaced=replaced)
    change.touch("results", "pairings", f"table {match.table}")
