"""Takes a match's result back: the person who entered it, or those who may correct it."""

from __future__ import annotations

from django.utils.translation import gettext as _

from matches.audit.services import Actor, Change, audited_change
from matches.enums import ResultStatus
from matches.errors import Refused
from matches.models import Match, Result
from matches.permissions import why_not_take_back
from matches.results.services.locks import refuse_because
from matches.results.services.results import check_takes_results
from matches.results.services.versions import standing_of, supersede, versions_of


def take_back_result(*, match: Match, actor: Actor, reason: str = "") -> None:
    """Remove a match's result in a round that still takes results: its current versions are superseded.

    Players' reports that a staff result had superseded are restored. Raises NotAllowed as
    ``permissions.why_not_take_back`` says, and Refused for a locked result without a reason, and if no result is
    confirmed, so that a repeated request does not remove those reports.
    """
    with audited_change("take_back_result", event_id=match.round.stage.event_id, actor=actor, reason=reason) as change:
        locked = check_takes_results(match, change)
        standing = standing_of(versions_of(locked))
        if not any(known.status == ResultStatus.CONFIRMED for known in standing):
            raise Refused("nothing_to_take_back", _("This table has no confirmed result."))
        check_take_back(standing, reason=reason, change=change)
        again = [report for known in standing for report in _put_aside_by(known)]
        for old in standing:
            supersede(old, change)
        for report in again:
            report.status, report.superseded_at = ResultStatus.REPORTED, None
            report.save(update_fields=["status", "superseded_at"])
        change.note(match=locked.pk, table=locked.table, versions=[old.version for old in standing])
        change.note(standing_again=[report.version for report in again])
        change.touch("results", "pairings", f"table {locked.table}")


def check_take_back(standing: list[Result], *, reason: str, change: Change) -> None:
    """Raise NotAllowed or Refused where ``take_back_result`` would for the results that stand."""
    is_locked = any(result.is_locked for result in standing)
    if not change.actor.is_program:
        user = change.actor.user
        own = all(user is not None and result.reported_by_user_id == user.pk for result in standing)
        refuse_because(why_not_take_back(change.roles, own=own, locked=is_locked), change)
    if is_locked and not reason.strip():
        raise Refused("reason_missing", _("Give a reason for undoing the result."), parameter="reason")


def _put_aside_by(result: Result) -> list[Result]:
    """The players' unconfirmed reports that a staff result superseded at its own moment."""
    if result.reported_by_entry_id is not None:
        return []
    return list(
        result.match.results.filter(
            status=ResultStatus.SUPERSEDED,
            superseded_at=result.reported_at,
            reported_by_entry__isnull=False,
            confirmed_at__isnull=True,
        )
    )
