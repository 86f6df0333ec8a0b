"""Repairs a round without drawing it again: a published round goes back to draft, a withdrawn attempt is restored.

Both copy the pairings into a new attempt, so that every version that was drawn or published stays on record.
"""

from __future__ import annotations

from django.utils.translation import gettext as _

from matches.audit.services import Actor, Change, audited_change
from matches.brackets.services.rounds import carry_over_results, planned_seats
from matches.clock.services import locked_round
from matches.course.labels import state_text
from matches.draws.services.robins import planned_lines
from matches.enums import RoundStatus
from matches.errors import Refused
from matches.models import Match, Round, Seat
from matches.results.queries.results import reported_tables
from matches.rounds.services.rounds import check_pairable, withdraw


def back_to_draft(*, round: Round, actor: Actor, reason: str) -> Round:
    """Take a published round back and return a draft with the same pairings, to be repaired and published again.

    Raises Refused without a reason, and once the clock has started or a table has reported.
    """
    if not reason.strip():
        raise Refused("reason_missing", _("Give a reason for taking the round back to draft."), parameter="reason")
    with audited_change("back_to_draft", event_id=round.stage.event_id, actor=actor, reason=reason) as change:
        now = locked_round(change=change, round=round)
        check_untouched(now)
        withdraw(now)
        return _copy(now, change, withdrawn=[now.pk])


def check_untouched(now: Round) -> None:
    """Raise Refused unless the round is published, its clock has not started and no table has reported."""
    if now.status in (RoundStatus.RUNNING, RoundStatus.TIME_CALLED):
        message = _("Play has started in round %(number)s, so its pairings cannot be changed.")
        raise Refused("round_started", message % {"number": now.number}, conflict=True)
    if now.status != RoundStatus.PUBLISHED:
        message = _("%(state)s Only a published round can go back to draft.") % {"state": state_text(now)}
        raise Refused("round_not_published", message, conflict=True)
    tables = reported_tables(now)
    if tables:
        raise Refused(
            "round_has_results",
            _("These tables have reported, so the pairings cannot be changed. Undo their results first:"),
            conflict=True,
            details=[str(table) for table in tables],
        )


def restore_attempt(*, round: Round, actor: Actor, reason: str) -> Round:
    """Make a withdrawn attempt the draft of its round, and return the new draft. A draft that is there is withdrawn.

    Raises Refused without a reason, when the round was published again or another round is due, and in a bracket or
    round robin when the attempt no longer follows from its plan.
    """
    if not reason.strip():
        raise Refused("reason_missing", _("Give a reason for restoring this attempt."), parameter="reason")
    with audited_change("restore_attempt", event_id=round.stage.event_id, actor=actor, reason=reason) as change:
        attempt = locked_round(change=change, round=round)
        draft = check_restorable(attempt)
        if draft is not None:
            withdraw(draft)
        return _copy(attempt, change, restored=attempt.pk, withdrawn=[draft.pk] if draft else [])


def check_restorable(attempt: Round) -> Round | None:
    """Return the draft that the attempt would replace, if any. Raises Refused where it cannot be restored."""
    if attempt.status != RoundStatus.WITHDRAWN:
        raise Refused("round_not_withdrawn", _("This attempt was not withdrawn."), conflict=True)
    standing = Round.objects.filter(stage=attempt.stage).exclude(status=RoundStatus.WITHDRAWN).order_by("number")
    last = standing.last()
    draft = last if last is not None and last.status == RoundStatus.DRAFT else None
    if last is not None and last.number == attempt.number and draft is None:
        message = _("Round %(number)s is published. Take it back to draft first.")
        raise Refused("round_published", message % {"number": last.number}, conflict=True)
    before = standing.exclude(pk=draft.pk).last() if draft is not None else last
    check_pairable(attempt.stage, before, attempt.number)
    if not _follows_plan(attempt):
        message = _("These pairings no longer match the bracket or the schedule. Pair the round instead.")
        raise Refused("plan_changed", message, conflict=True)
    return draft


def _follows_plan(attempt: Round) -> bool:
    """Whether a bracket or a round robin still pairs these players in this round."""
    stage = attempt.stage
    if stage.has_open_field:
        return True
    seats: dict[int, list[int]] = {}
    rows = Seat.objects.filter(round=attempt).order_by("match_id", "index")
    for match_id, entry_id in rows.values_list("match_id", "entry_id"):
        seats.setdefault(match_id, []).append(entry_id)
    if not stage.is_bracket:
        return {frozenset(people) for people in seats.values()} == planned_lines(stage, attempt.number)
    keys = dict(Match.objects.filter(round=attempt).values_list("pk", "bracket_key"))
    return {keys[pk]: tuple(people) for pk, people in seats.items()} == planned_seats(stage)


def _copy(source: Round, change: Change, **notes: object) -> Round:
    """Store a new draft with the pairings of ``source``; lines that were marked as changed stay marked."""
    attempts = Round.objects.filter(stage=source.stage, number=source.number).order_by("-attempt")
    newest = attempts.values_list("attempt", flat=True)[0]
    copy = Round(
        stage=source.stage,
        number=source.number,
        attempt=newest + 1,
        seed=source.seed,
        pairing=source.pairing,
        created_at=change.at,
    )
    copy.save(force_insert=True)
    originals = list(source.matches.order_by("id").prefetch_related("seats"))
    matches = [_copied_match(original, copy) for original in originals]
    Match.objects.bulk_create(matches)
    Seat.objects.bulk_create(
        Seat(match=match, round=copy, index=seat.index, entry_id=seat.entry_id)
        for match, original in zip(matches, originals, strict=True)
        for seat in original.seats.all()
    )
    if source.stage.is_bracket:
        carry_over_results(copy, matches)
    change.note(round=copy.pk, number=copy.number, **notes)
    change.touch("rounds", "pairings", "results", "clock", "bracket")
    return copy


def _copied_match(original: Match, copy: Round) -> Match:
    return Match(
        round=copy,
        table=original.table,
        kind=original.kind,
        starter=original.starter,
        bracket_key=original.bracket_key,
        locked=original.locked,
        why=original.why,
        changed_at=original.changed_at,
    )
