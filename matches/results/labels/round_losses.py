"""Round losses as sentences, for those who enter the result."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

from matches.events.queries.games import shape_of
from matches.models import Event
from matches.people.labels.names import name_of
from matches.results.queries.round_losses import RoundLoss
from rules_engine.units import UNITS


def round_loss_text(loss: RoundLoss, event: Event, *, staff: bool = True) -> str:
    """``Round loss for Ada: Bo has at least 1 round.`` Where money decides: whose Bank of the round does not count.

    Players see the names that the event shows to the public.
    """
    name, opponent = (name_of(entry, staff=staff, event=event) for entry in (loss.entry, loss.opponent))
    params = {"name": name, "opponent": opponent, "n": loss.rounds}
    if shape_of(event).unit == "rounds":
        text = ngettext(
            "Round loss for %(name)s: %(opponent)s has at least %(n)s round.",
            "Round losses for %(name)s: %(opponent)s has at least %(n)s rounds.",
            loss.rounds,
        )
        return text % params
    return gettext("Round loss for %(name)s: nothing that %(name)s scored in that round counts.") % params


def off_reason(off: tuple[int, ...], event: Event) -> str:
    """Why a stored total is lower than the one that was typed; "" if nothing was taken off."""
    unit = UNITS[shape_of(event).unit]
    parts = [
        gettext("round loss of player %(seat)s: −%(amount)s") % {"seat": seat, "amount": unit.text(amount)}
        for seat, amount in enumerate(off, 1)
        if amount
    ]
    return ", ".join(parts)


def reason_with(reason: str, off: str) -> str:
    """The reason that somebody gave, with what was taken off for a round loss."""
    return "; ".join(filter(None, (reason.strip(), off)))
