"""The fallback pack: enough to finish a round on paper."""

from __future__ import annotations

import msgspec
from django.utils.translation import gettext as _

from judging import paper
from judging.papers.queries import PaperTerms, heading, pairings_of
from judging.papers.round_queries import slips_sheet
from judging.policies.labels import differences_of
from judging.policies.queries import rules_of
from judging.rulings.queries.penalties import infractions_of, penalty_states
from matches.models import Event, Round


def fallback_pack(event: Event, round_: Round, terms: PaperTerms) -> paper.FallbackPack:
    """Enough to finish a round on paper: tables, players with their counts, codes, slips with spares."""
    pairings = pairings_of(event, round_, posted=False)
    slips = slips_sheet(event, round_, msgspec.structs.replace(terms, spares=max(terms.spares, 4)))
    return paper.FallbackPack(
        heading=heading(event, round_, terms),
        pairings=pairings,
        slips=slips,
        players=_player_counts(event, pairings_of(event, round_, posted=False, letters=False)),
        codes=_codes(event),
    )


def _player_counts(event: Event, pairings: tuple[paper.PrintedPairing, ...]) -> tuple[paper.PlayerCount, ...]:
    numbers: dict[int, list[str]] = {}
    rows = list(infractions_of(event))
    standing = penalty_states(rows)
    for row in rows:
        state = standing[row.pk]
        if state.penalty and state.is_unrescinded:
            numbers.setdefault(row.entry.number, []).append(f"{row.code} {state.penalty}")
    return tuple(
        paper.PlayerCount(
            name=seat.name,
            sort=seat.sort,
            number=seat.number,
            table=pairing.table,
            points=seat.points,
            record=seat.record,
            penalties=", ".join(numbers.get(int(seat.number), [])),
        )
        for pairing in pairings
        for seat in pairing.seats
    )


def _codes(event: Event) -> tuple[paper.CodeGroup, ...]:
    policy = rules_of(event).policy
    penalties = tuple((penalty.code, penalty.name, "") for penalty in policy.penalties)
    faults = tuple((fault.code, fault.name, ", ".join(fault.path)) for fault in policy.infractions)
    groups = (
        paper.CodeGroup(title=_("Penalties"), codes=penalties),
        paper.CodeGroup(title=_("Infractions and penalty paths"), codes=faults),
    )
    differing = tuple((str(number), text, "") for number, text in enumerate(differences_of(event, policy), 1))
    if not differing:
        return groups
    title = _("Differences from the %(name)s profile") % {"name": rules_of(event).profile}
    return (*groups, paper.CodeGroup(title=title, codes=differing))
