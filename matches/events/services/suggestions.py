"""Keeps the planned Swiss rounds at the suggestion for the attendance, until the organiser sets another number."""

from __future__ import annotations

from matches.audit.services import Change
from matches.events.queries.suggestions import following_stage, suggestion_for
from matches.models import Stage
from matches.schedule.services import course_changed


def follow_attendance(change: Change) -> None:
    """Plan as many Swiss rounds as suggested for the players now, in the change that signs them up or takes them out.

    One query where the organiser has set the number, or where the rounds have begun.
    """
    stage = following_stage(change.event)
    if stage is not None:
        _plan(change, stage, suggestion_for(change.event))


def settle_rounds(*, stage: Stage, change: Change) -> None:
    """Plan as many rounds as suggested for the players who are checked in, in the change that pairs the first round."""
    if stage.follows_attendance and following_stage(change.event) is not None:
        _plan(change, stage, suggestion_for(change.event, only_here=True))
        course_changed(change)


def _plan(change: Change, stage: Stage, rounds: int) -> None:
    if stage.rounds_planned != rounds:
        stage.rounds_planned = rounds
        stage.save(update_fields=["rounds_planned"])
        change.note(rounds_planned=rounds)
        change.touch("event")
