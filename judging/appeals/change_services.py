"""What a decision changes: the penalty, the ruling or the result that was appealed, in the same change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from judging.models import Acknowledgement, Appeal, Infraction, PenaltyEvent, Ruling
from judging.records.services import RecordWriter
from judging.rulings.queries.penalties import RESULT_MATTER, WITHDRAWN, penalty_state
from judging.rulings.services.takebacks import prepare_change, prepare_rescission
from matches.audit.services import MOST_REASON
from matches.brackets.services.rounds import correct_bracket_result
from matches.enums import ResultStatus, Source
from matches.errors import Refused
from matches.models import Result
from matches.results.labels.results import typed_score
from matches.results.queries.results import score_of
from matches.results.services.results import correct_result, report_result
from matches.tables.score import Score

Write = Callable[[], object]


@dataclass(frozen=True, kw_only=True)
class AppealChange:
    """What stands instead of what was appealed.

    ``penalty`` replaces the penalty of an infraction; None rescinds it. ``outcome`` replaces a ruling's outcome;
    ``"withdrawn"`` takes the ruling back. ``score`` is the new result of the table. ``accept_fallen`` lets later
    results of a bracket fall that a new result makes void.
    """

    penalty: str | None = None
    outcome: str = ""
    score: Score | None = None
    accept_fallen: bool = False


def prepare_appeal_change(writer: RecordWriter, appeal: Appeal, comment: str, change: AppealChange) -> list[Write]:
    """Check what a decision changes, and return the functions that write its records. Raises Refused.

    A new result is stored at once, after everything else was checked.
    """
    writes: list[Write] = []
    infraction = Infraction.objects.filter(appeals=appeal).first()
    if infraction is not None:
        writes.append(_penalty(writer, infraction, comment, change.penalty))
    ruling = Ruling.objects.filter(appeals=appeal).first()
    if ruling is not None:
        writes.append(_ruling(writer, ruling, comment, change.outcome))
    if change.score is not None:
        writes.append(_result(writer, appeal, comment, change.score, accept_fallen=change.accept_fallen))
    elif Acknowledgement.objects.filter(appeals=appeal).exists():
        raise Refused("score_missing", _("Enter the new result."), parameter="score")
    return writes


def _penalty(writer: RecordWriter, infraction: Infraction, comment: str, penalty: str | None) -> Write:
    events = list(PenaltyEvent.objects.filter(infraction=infraction).order_by("sequence"))
    now = penalty_state(events)
    if penalty is None:
        return prepare_rescission(writer, infraction, comment, now, events)
    return prepare_change(writer, infraction, penalty, comment, now, events)


def _ruling(writer: RecordWriter, ruling: Ruling, comment: str, outcome: str) -> Write:
    """A new ruling that corrects the old one, which is shown struck through."""
    if ruling.corrected_by.exists():
        raise Refused("already_rescinded", _("This ruling has already been rescinded."), conflict=True)
    known = writer.policy.outcomes_of(ruling.matter)
    if not outcome.strip() or (known and outcome not in (*known, WITHDRAWN)):
        raise Refused("outcome_unknown", _("Choose the new ruling."), parameter="outcome")
    if outcome == ruling.outcome:
        raise Refused("same_outcome", _("This is already the ruling. Choose a different one."), parameter="outcome")
    row = Ruling(
        incident=ruling.incident,
        matter=ruling.matter,
        outcome=outcome.strip(),
        rule=writer.policy.rule_of(ruling.matter, outcome) or ruling.rule,
        concerns=ruling.concerns,
        comment=comment.strip(),
        corrects=ruling,
    )
    return lambda: writer.append(row, what="changed ruling")


def _result(writer: RecordWriter, appeal: Appeal, comment: str, score: Score, *, accept_fallen: bool) -> Write:
    """Correct the result of the appeal's table. The record names the old result and the new one."""
    match = appeal.match
    if match is None:
        raise Refused("no_match", _("This appeal is not about a table."), parameter="score")
    known = Result.objects.filter(match=match, status=ResultStatus.CONFIRMED).first()
    if known is not None and score_of(known) == score:
        raise Refused("same_result", _("The table already has this result. Enter a different one."), parameter="score")
    actor, reason = writer.change.actor, comment.strip()[:MOST_REASON]
    if known is None:
        report_result(match=match, score=score, actor=actor, source=Source.JUDGE, reason=reason)
    elif match.round.stage.is_bracket:
        correct_bracket_result(
            match=match, score=score, actor=actor, source=Source.JUDGE, reason=reason, accept_fallen=accept_fallen
        )
    else:
        correct_result(match=match, score=score, actor=actor, source=Source.JUDGE, reason=reason)
    words = [typed_score(score_of(known), writer.event)] if known is not None else []
    words.append(typed_score(score, writer.event))
    row = Ruling(matter=RESULT_MATTER, outcome=" → ".join(words), comment=comment.strip())
    return lambda: writer.append(row, what="changed result")
