"""Where an event stands: its stages and rounds in order, the current round, the stage to pair next."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Case, Count, F, IntegerField, Q, QuerySet, Value, When

from matches.enums import MatchKind, ResultStatus, RoundStatus
from matches.models import Event, Round, Stage


def rounds_of(event: Event) -> QuerySet[Round]:
    """The event's rounds in order of play, with stage and event, without withdrawn ones."""
    standing = Round.objects.filter(stage__event=event).exclude(status=RoundStatus.WITHDRAWN)
    return standing.select_related("stage__event").order_by("stage__order", "number")


def visible_rounds(event: Event, *, staff: bool) -> QuerySet[Round]:
    """The rounds of ``rounds_of``, with drafts only for the staff."""
    rounds = rounds_of(event)
    return rounds if staff else rounds.filter(status__in=RoundStatus.public())


def with_table_counts(rounds: QuerySet[Round]) -> QuerySet[Round]:
    """Annotate rounds with ``tables``, the number of matches, and ``missing``, those without a confirmed result."""
    played = Q(matches__kind=MatchKind.PLAYED)
    settled = played & Q(matches__results__status=ResultStatus.CONFIRMED)
    return rounds.annotate(
        tables=Count("matches", filter=played, distinct=True),
        missing=F("tables") - Count("matches", filter=settled, distinct=True),
    )


def current_round(event: Event, *, public_only: bool = False) -> Round | None:
    """The current round of the event: the open one, else the last one closed. ``public_only`` leaves drafts out."""
    rounds = rounds_of(event)
    if public_only:
        rounds = rounds.filter(status__in=RoundStatus.public())
    opened = Case(When(status=RoundStatus.CLOSED, then=Value(0)), default=Value(1), output_field=IntegerField())
    return rounds.annotate(opened=opened).order_by("-opened", "-stage__order", "-number").first()


def rounds_ever(event: Event) -> list[Round]:
    """All rounds in order of play, with withdrawn attempts, stage and event: one query."""
    rounds = Round.objects.filter(stage__event=event).select_related("stage__event")
    return list(rounds.order_by("stage__order", "number", "attempt"))


def current_among(rounds: Iterable[Round]) -> Round | None:
    """The current round of some in order of play: the open one, else the last one closed."""
    standing = [known for known in rounds if known.status != RoundStatus.WITHDRAWN]
    opened = [known for known in standing if known.status != RoundStatus.CLOSED]
    return next(reversed(opened or standing), None)


def taken_back_among(rounds: Iterable[Round]) -> Round | None:
    """The last round that players have seen, of all rounds in order of play, if it was withdrawn and not published
    again.
    """
    seen = [known for known in rounds if known.published_at is not None]
    return seen[-1] if seen and seen[-1].status == RoundStatus.WITHDRAWN else None


def stages_of(event: Event) -> list[Stage]:
    """The stages in order."""
    return list(Stage.objects.filter(event=event).select_related("event").order_by("order"))


def stage_to_pair(event: Event) -> Stage | None:
    """The current stage, or None when all are over."""
    return Stage.objects.filter(event=event, finished_at__isnull=True).select_related("event").order_by("order").first()


def has_standing_round(event: Event) -> bool:
    """Whether the event has a round that was not withdrawn."""
    return Round.objects.filter(stage__event=event).exclude(status=RoundStatus.WITHDRAWN).exists()


def next_number(stage: Stage) -> int:
    """The number of the round that would be paired next."""
    last = Round.objects.filter(stage=stage).exclude(status=RoundStatus.WITHDRAWN).order_by("-number").first()
    return (last.number if last else 0) + 1


def ranked_stage(event: Event) -> Stage | None:
    """The stage that the standings belong to: the last one that is not a bracket."""
    return next((stage for stage in reversed(stages_of(event)) if not stage.is_bracket), None)


def is_over(stages: list[Stage]) -> bool:
    """Whether all stages of an event are finished."""
    return bool(stages) and all(stage.finished_at is not None for stage in stages)
