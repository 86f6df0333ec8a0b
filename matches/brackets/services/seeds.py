"""Sets the seeds of a bracket by hand, before its first round is paired."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from matches.audit.services import Actor, audited_change
from matches.brackets.queries.brackets import SEED_ORDER, qualified
from matches.enums import RoundStatus
from matches.errors import Refused
from matches.models import Entry, Round, Stage


def check_seeds_open(stage: Stage) -> None:
    """Raise Refused unless the seeds of the stage can be set: a bracket that is due and has no round yet."""
    if not stage.is_bracket:
        raise Refused("no_bracket", _("This stage has no seeds: it is not a bracket."))
    if Round.objects.filter(stage=stage).exclude(status=RoundStatus.WITHDRAWN).exists():
        message = _("The first round is paired. Withdraw it to change the seeds.")
        raise Refused("bracket_begun", message, conflict=True)
    if Stage.objects.filter(event=stage.event_id, order__lt=stage.order, finished_at__isnull=True).exists():
        raise Refused("stage_not_over", _("Seeds are known once the previous stage is finished."), conflict=True)


def set_seeds(*, stage: Stage, numbers: Sequence[int], actor: Actor, reason: str) -> list[Entry]:
    """Seed the players of a bracket in this order, and return them. ``numbers`` are the players' numbers, all once.

    Who moves up into the cut later is seeded last.
    """
    if not reason.strip():
        raise Refused("reason_missing", _("Give a reason for changing the seeds."), parameter="reason")
    with audited_change("set_seeds", event_id=stage.event_id, actor=actor, reason=reason) as change:
        now = Stage.objects.select_related("event").get(pk=stage.pk)
        check_seeds_open(now)
        field = seeded_entries(now)
        if sorted(numbers) != sorted(entry.number for entry in field):
            message = _("Place each player in the bracket exactly once. The field may have changed, so check it again.")
            raise Refused("seeds_incomplete", message, parameter="numbers")
        change.note(stage=now.pk, before=[entry.number for entry in field], seeds=list(numbers))
        now.options = {**now.options, SEED_ORDER: list(numbers)}
        now.save(update_fields=["options"])
        change.touch("bracket", "rounds")
    return seeded_entries(now)


def seeded_entries(stage: Stage) -> list[Entry]:
    """The players of a bracket that is due, in the order of their seeds."""
    ids = qualified(stage)
    known = Entry.objects.select_related("player").in_bulk(ids)
    return [known[pk] for pk in ids]
