"""Reads the field of a round of pods, and draws the round from it (docs/pods.md)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import msgspec

from matches.draws.queries.fields import RoundTerms, draft_conflicts, seats_of, terms_now, without_wishes
from matches.draws.queries.wanted_tables import table_wishes
from matches.enums import MatchKind, RoundStatus
from matches.events.queries.kinds import kind_at
from matches.history import RoundPlayed
from matches.models import Round, Stage
from matches.pairing.conflicts import Conflict, Draft, DraftMatch, conflicts
from matches.pairing.field import Field, FieldPlayer
from matches.pairing.pods.conflicts import pod_conflicts
from matches.pairing.pods.draw import PodRound, draw_alone, draw_pods
from matches.pairing.pods.field import PodField, PodPlayer
from matches.pairing.pods.past import PodPast, as_player, pasts_reckoned
from matches.pairing.pods.setup import PodSetup
from matches.pairing.wanted_tables import wanted_conflicts
from matches.snapshots.history_queries import closed_rounds, rounds_played
from matches.tables.kind import TableKind
from matches.tables.kinds import reckon

TERMS = "pods"
"""Where a round of pods keeps the setup that it was drawn by, beside its terms."""


def setup_of_round(round_: Round) -> PodSetup | None:
    """The setup that a stored round was drawn by; None for a round of two at a table."""
    stored = round_.pairing.get(TERMS)
    return None if stored is None else msgspec.convert(stored, PodSetup)


def kind_of_round(round_: Round) -> TableKind:
    """The kind of table that a stored round was drawn for."""
    return kind_at(round_.stage.event, setup_of_round(round_))


def may_open_table(round_: Round) -> bool:
    """Whether two players can get a new table: while the tables play, nobody could fill one that more sit at."""
    setup = setup_of_round(round_)
    return round_.status != RoundStatus.RUNNING or setup is None or setup.least <= 2


def played_before(stage: Stage, number: int) -> list[RoundPlayed]:
    """The closed rounds before a round: five queries."""
    return rounds_played(stage, closed_rounds(stage, upto=number - 1))


def pasts(setup: PodSetup, terms: RoundTerms, played: Sequence[RoundPlayed]) -> dict[str, PodPast]:
    """What the players of a round have behind them."""
    rounds = [[reckon(line, setup.terms) for line in round_.matches] for round_ in played]
    return pasts_reckoned(terms.players, rounds, setup.size)


def draw(setup: PodSetup, terms: RoundTerms, played: Sequence[RoundPlayed], seed: int) -> PodRound:
    """Draw a round from its terms and the rounds before it. Raises PodSizeError if not one pod can be made.

    Players with different fixed tables, and those whom the settings name, are kept apart. Those with an awarded bye are
    not seated.
    """
    if setup.alone:
        return draw_alone(PodField(players=tuple(PodPlayer(key) for key in terms.players)))
    known = pasts(setup, terms, played)
    field = PodField(
        players=tuple(as_player(key, known[key]) for key in sorted(terms.players) if key not in terms.awarded),
        locked=terms.locked,
        apart=_apart(terms),
    )
    return draw_pods(
        field,
        setup.shape,
        seed=seed,
        rest_byes=setup.rest_byes,
        weighed=setup.weighed,
        by_lot=setup.by_lot,
        span=setup.terms.span,
    )


def _apart(terms: RoundTerms) -> list[frozenset[str]]:
    """The pairs who do not sit together: those of the settings, and players with different fixed tables."""
    fixed = combinations(sorted(terms.tables), 2)
    elsewhere = [pair for pair in fixed if terms.tables[pair[0]] != terms.tables[pair[1]]]
    return [frozenset(pair) for pair in (*elsewhere, *terms.apart)]


def conflicts_of(round_: Round) -> tuple[Conflict, ...]:
    """The conflicts of a stored Swiss draft, whatever number sits at a table."""
    setup = setup_of_round(round_)
    return draft_conflicts(round_) if setup is None else pod_draft_conflicts(round_, setup)


def pod_draft_conflicts(round_: Round, setup: PodSetup) -> tuple[Conflict, ...]:
    """The conflicts of a stored draft of pods, given the players who are in now."""
    wishes = table_wishes(round_.stage.event)
    terms = without_wishes(terms_now(round_.stage, round_.number), wishes)
    known = pasts(setup, terms, [] if setup.alone else played_before(round_.stage, round_.number))
    field = Field(
        players=tuple(
            FieldPlayer(key, met=frozenset(known[key].met), byes=known[key].byes, table=terms.tables.get(key))
            for key in sorted(terms.players)
        ),
        awarded=terms.awarded,
    )
    lines = seats_of(round_)
    draft = Draft(
        tuple(DraftMatch(tuple(keys), table) for table, kind, keys in lines if kind == MatchKind.PLAYED),
        tuple(key for _, kind, keys in lines if kind != MatchKind.PLAYED for key in keys),
    )
    found = conflicts(draft, field) if setup.alone else pod_conflicts(draft, field, setup.shape, terms.apart)
    return (*found, *wanted_conflicts(draft, wishes))
