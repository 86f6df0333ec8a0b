"""The versions of a match's result, as its table's page lists them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from matches.enums import ResultStatus
from matches.models import Event, Match
from matches.results.kinds.labels import way_label
from matches.results.labels.results import score_text, with_pot
from matches.results.queries.results import lines_with_seats, score_of

KINDS = {ResultStatus.CONFIRMED: "good", ResultStatus.REPORTED: "waits"}


@dataclass(frozen=True, slots=True)
class VersionShown:
    """A version of a result: ``status`` in words, ``standing`` its code, ``kind`` its colour."""

    version: int
    score: str
    status: str
    standing: str
    kind: str
    decided: str
    source: str
    by: str
    at: datetime
    reason: str


def result_versions(match: Match, event: Event) -> list[VersionShown]:
    """Every version of a match's result for its table's page, the newest first."""
    stored = match.results.select_related("reported_by_user", "reported_by_entry__player").prefetch_related(
        lines_with_seats()
    )
    return [
        VersionShown(
            version=result.version,
            score=with_pot(score_text(score_of(result), event), result.pot, event),
            status=result.get_status_display(),
            standing=result.status,
            kind=KINDS.get(ResultStatus(result.status), ""),
            decided=way_label(result.decided_by, event),
            source=result.get_source_display(),
            by=str(result.reported_by_user or (result.reported_by_entry.player if result.reported_by_entry else "")),
            at=result.reported_at,
            reason=result.reason,
        )
        for result in stored.order_by("-version")
    ]
