"""The link from an infraction to the form for one player of the table, with what it would bring that player now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils import timezone

from judging.policies.term_labels import PenaltyShown, penalty_shown
from judging.policy import Context, Offence, Policy, next_penalty
from judging.rulings.queries.penalties import offences_of
from judging.rulings.queries.suggestions import context_of
from matches.models import Event, Match, Seat


@dataclass(frozen=True, slots=True)
class Side:
    """A player of the table, and what an infraction would bring now; ``concerned`` if a ruling means this player.

    ``place`` names the infraction and the seat, so that a device can put another penalty in its place. ``table`` is the
    number of the table, for the page that stands in without a network.
    """

    place: str
    table: str
    name: str
    url: str
    penalty: PenaltyShown
    concerned: bool


def ruling_side(
    event: Event,
    match: Match,
    seat: Seat,
    code: str,
    penalty: PenaltyShown,
    *,
    query: str = "",
    concerned: bool = False,
) -> Side:
    url = reverse("judging:fault", args=[event.slug, match.pk, code, seat.entry.number]) + query
    return Side(f"next {code} {seat.index}", str(match.table or ""), seat.entry.unique_name, url, penalty, concerned)


def changed_sides(event: Event, match: Match, policy: Policy) -> list[Side]:
    """Of every infraction the players for whom it would bring another penalty than for one without any."""
    context = context_of(event, match, timezone.now())
    found = []
    for seat in match.seats.all():
        record = offences_of(event, seat.entry)
        for rule in policy.infractions if record else ():
            coming = _coming(policy, rule.code, record, context)
            if coming != _coming(policy, rule.code, (), context):
                found.append(ruling_side(event, match, seat, rule.code, penalty_shown(policy, coming)))
    return found


def _coming(policy: Policy, code: str, record: Sequence[Offence], context: Context) -> str:
    return next_penalty(policy, code, record, context)
