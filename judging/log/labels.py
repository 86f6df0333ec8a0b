"""What is on record for a player, as lines of the player's history at the desk."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from judging.policies.queries import rules_of
from judging.rulings.queries.cases import cases_of
from matches.models import Entry, Event
from matches.page_plugins import PlayerNote


def player_notes(event: Event, entry: Entry) -> list[PlayerNote]:
    """The infractions of a player with their penalties, in the order of the log."""
    cases = cases_of(event, entry=entry)
    if not cases:
        return []
    policy = rules_of(event).policy
    notes = []
    for case in cases:
        row, penalty = case.infraction, case.state.penalty
        name = policy.infraction(row.code).name if policy.has_infraction(row.code) else row.code
        known = {kind.code: kind.name for kind in policy.penalties}
        outcome = known.get(penalty, penalty) if penalty else ""
        notes.append(
            PlayerNote(
                label=_("Round %(number)s") % {"number": row.round.number} if row.round else "",
                text=f"{name}: {outcome}" if outcome else name,
                url=reverse("judging:player_log", args=[event.slug, entry.number]),
                struck=case.state.status == "rescinded",
            )
        )
    return notes
