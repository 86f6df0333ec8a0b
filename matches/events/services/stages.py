"""The stages of an event's plan: made with the event, and changed as long as they have not begun."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.utils.translation import gettext as _

from matches.enums import LeaverResults, RoundStatus, StageKind
from matches.errors import Refused
from matches.events.queries.events import has_begun
from matches.events.queries.suggestions import attendance
from matches.events.services.plans import EventPlan
from matches.events.services.pods import cut_rounds
from matches.models import Event, Stage
from matches.models.events import POD_ROUNDS, ROUNDS_FOLLOW

RESET = "grand_final_reset"
LEAVERS = "leaver_results"
PLANNED = (RESET, ROUNDS_FOLLOW, POD_ROUNDS, LEAVERS)
"""The options of a stage that the plan sets."""
Columns = dict[str, Any]


def make_stages(*, event: Event, plan: EventPlan) -> None:
    """Store the stages of a checked plan."""
    for order, columns in enumerate(_stages(event, plan), start=1):
        Stage.objects.create(event=event, order=order, **columns)


def change_stages(*, event: Event, plan: EventPlan, at: dt.datetime) -> None:
    """Bring the event's stages to a checked plan.

    Raises Refused at its field for what cannot change any more: how a stage is played that has begun, the cut and the
    finals of a bracket that has begun, fewer rounds than are paired.
    """
    wanted = dict(enumerate(_stages(event, plan), start=1))
    standing = {stage.order: stage for stage in event.stages.all()}
    for order, stage in standing.items():
        if has_begun(stage):
            _check_begun(stage, wanted.get(order))
    for order, columns in wanted.items():
        if order in standing:
            _change(standing[order], columns)
        else:
            Stage.objects.create(event=event, order=order, **columns)
    for order, stage in standing.items():
        if order not in wanted:
            stage.delete()
    _settle_rounds(event, at)


def _stages(event: Event, plan: EventPlan) -> list[Columns]:
    """Return the columns of each stage, in order."""
    swiss, open_field = plan.kind == StageKind.SWISS, plan.kind in StageKind.with_open_field()
    follow = open_field and plan.rounds is None
    rounds = attendance(event).rounds(plan.cut) if follow else plan.rounds
    power = bool(plan.cut) if plan.power_pair_last is None else plan.power_pair_last
    first: Columns = {
        "kind": plan.kind,
        "rounds_planned": rounds if open_field else 0,
        "power_pair_last": swiss and power,
        "balance_starts": swiss and plan.balance_starts,
        "options": ({ROUNDS_FOLLOW: True} if follow else {})
        | ({LEAVERS: plan.leaver_results} if plan.leaver_results != LeaverResults.STRIKE else {}),
    }
    reset = plan.has_reset
    pods = cut_rounds(plan.values)
    options = {name: value for name, value in ((RESET, reset), (POD_ROUNDS, pods)) if value is not None}
    finals: Columns = {"third_place": plan.third_place, "options": options}
    if plan.bracket_kind is None:
        return [first | {"third_place": False}]
    if not plan.cut:
        return [first | finals]
    return [first | {"third_place": False}, {"kind": plan.cut_kind, "cut_to": plan.cut, **finals}]


def _change(stage: Stage, wanted: Columns) -> None:
    columns = {**wanted, "options": _options(stage, wanted)}
    if has_begun(stage) and stage.kind == StageKind.ROUND_ROBIN:
        columns["rounds_planned"] = stage.rounds_planned  # settled by the number of players
    for name, value in columns.items():
        setattr(stage, name, value)
    stage.save(update_fields=list(columns))


def _options(stage: Stage, wanted: Columns) -> Columns:
    """The stage's other options stay."""
    return {**{key: value for key, value in stage.options.items() if key not in PLANNED}, **wanted["options"]}


def _check_begun(stage: Stage, wanted: Columns | None) -> None:
    """Refuse what cannot change in a stage that has begun; ``wanted`` is None where the plan has no such stage."""
    if wanted is None:
        raise _bracket_begun("cut")
    wanted = {**wanted, "options": _options(stage, wanted)}
    if stage.kind != wanted["kind"]:
        if stage.order > 1:
            raise _bracket_begun("cut_kind")
        message = _("A round is paired, so the format cannot be changed.")
        raise Refused("stage_begun", message, parameter="kind")
    if stage.has_open_field:
        _check_rounds(stage, wanted["rounds_planned"])
    if not stage.is_bracket:
        return
    if wanted.get("cut_to", stage.cut_to) != stage.cut_to:
        raise _bracket_begun("cut")
    if wanted["third_place"] != stage.third_place:
        raise _bracket_begun("third_place")
    if wanted["options"].get(RESET, True) != stage.options.get(RESET, True):
        raise _bracket_begun(RESET)
    if wanted["options"].get(POD_ROUNDS) != stage.options.get(POD_ROUNDS):
        raise _bracket_begun("pod_cut_rounds")


def _check_rounds(swiss: Stage, rounds: int) -> None:
    paired = swiss.rounds.exclude(status=RoundStatus.WITHDRAWN).order_by("-number").first()
    if paired is not None and rounds < paired.number:
        message = _("Round %(number)d is already paired. Plan at least that many rounds.") % {"number": paired.number}
        raise Refused("rounds_below_paired", message, parameter="rounds")


def _bracket_begun(field: str) -> Refused:
    return Refused("bracket_started", _("Cannot be changed after the bracket starts."), parameter=field)


def _settle_rounds(event: Event, at: dt.datetime) -> None:
    """The rounds are over with the last planned one, so that fewer or more of them open or close the way to a cut."""
    swiss = event.stages.filter(order=1, kind__in=StageKind.with_open_field()).first()
    if swiss is None or any(has_begun(stage) for stage in event.stages.filter(order__gt=1)):
        return
    last = swiss.rounds.exclude(status=RoundStatus.WITHDRAWN).order_by("-number").first()
    over = last is not None and last.status == RoundStatus.CLOSED and last.number >= swiss.rounds_planned
    if over != (swiss.finished_at is not None):
        swiss.finished_at = at if over else None
        swiss.save(update_fields=["finished_at"])
