"""Deal with the referee's findings: log the infraction that one is, or say that none is due; confirm the result."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.utils.translation import gettext_lazy as _

from judging.enums import FindingAct
from judging.models import FindingMark, Infraction
from judging.recorder.findings import named
from judging.recorder.queries.recorded import RecordedMatch, turns_part
from judging.rulings.services.infractions import Fault, log_infraction
from matches.audit.services import Actor, Change, audited_change
from matches.enums import Source
from matches.errors import Refused
from matches.models import Result
from matches.results.services.results import report_result


def log_finding(*, recorded: RecordedMatch, finding: str, actor: Actor, fault: Fault, **terms: Any) -> Infraction:
    """Log the infraction that a finding is, and mark the finding as dealt with; ``given`` is as for
    ``log_infraction``.

    Raises Refused as that does, for a finding that the record does not have, and for one that was dealt with.
    """
    with audited_change("log_finding", event_id=recorded.event.pk, actor=actor) as change:
        _check_finding(recorded, finding)
        row = log_infraction(event=recorded.event, actor=actor, fault=replace(fault, match=recorded.match), **terms)
        _mark(change, recorded, finding, FindingAct.LOGGED, row)
    return row


def dismiss_finding(*, recorded: RecordedMatch, finding: str, actor: Actor) -> FindingMark:
    """Say that a finding needs no infraction. Raises Refused for one that the record does not have."""
    with audited_change("dismiss_finding", event_id=recorded.event.pk, actor=actor) as change:
        known = FindingMark.objects.filter(record=recorded.row, finding=finding).first()
        if known is not None and known.act == FindingAct.DISMISSED:
            return known
        _check_finding(recorded, finding)
        return _mark(change, recorded, finding, FindingAct.DISMISSED, None)


def _check_finding(recorded: RecordedMatch, finding: str) -> None:
    if named(recorded.standing.report, finding) is None:
        raise Refused("finding_gone", _("The record no longer has this finding."), parameter="finding", conflict=True)
    if FindingMark.objects.filter(record=recorded.row, finding=finding).exists():
        raise Refused(
            "finding_marked", _("This finding has already been reviewed."), parameter="finding", conflict=True
        )


def _mark(
    change: Change, recorded: RecordedMatch, finding: str, act: FindingAct, infraction: Infraction | None
) -> FindingMark:
    mark = FindingMark.objects.create(
        record=recorded.row, finding=finding, act=act, infraction=infraction, by=change.actor.user, at=change.at
    )
    change.note(record=recorded.row.number, match=recorded.match.pk, finding=finding, act=str(act))
    change.touch(turns_part(recorded.match.table))
    return mark


def confirm_recorded_result(*, recorded: RecordedMatch, actor: Actor, reason: str = "") -> Result:
    """Store the result that the record proposes. Raises Refused without one, and as ``report_result`` does: a result
    that leaves out a round lost by penalty needs a ``reason``."""
    score = recorded.proposal
    if score is None:
        message = _("Only a finished record can propose a result, once each finding in it has been reviewed.")
        raise Refused("no_proposal", message)
    return report_result(
        match=recorded.match, score=score, actor=actor, source=Source.RECORD, reason=reason, pot=recorded.pot
    )
