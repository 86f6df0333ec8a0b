"""Which decisions of a match are asked, and matches to take them from.

A decision is asked where money is what matters and where there is something to weigh: the next draw may bust, the Loot
is not a trifle beside the risk, and no act can end the round or the match by reaching $1,000.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from rules_engine.bankout.analysis.positions import Position, positions
from rules_engine.bankout.cards import RANK_BITS
from rules_engine.bankout.odds.risk import risk
from rules_engine.bankout.odds.situation import SituationError, TurnSituation, full_deck
from rules_engine.bankout.odds.thresholds import exact
from rules_engine.bankout.ruleset import TARGET
from rules_engine.bankout.simulate.counted import CountedChance
from rules_engine.bankout.simulate.runs import record_of
from rules_engine.drill.door import ANY, DrillTerms
from rules_engine.play.simulation import SimulationRun
from rules_engine.record import GameRecord

PLAYERS = {"careful": "cautious", "steady": "steady", "bold": "bold"}
"""The simulated player of each sort; both sides of a match are played by the same."""
MOST_MATCHES = 40
"""So many matches are looked through for one position."""
CHOICE = 9
"""The stream of chance that says which decision of a match is asked."""
TRIFLE, WITH_CARDS, CLOSE = 4, 8, 2
"""A plain decision is asked from a quarter of the Loot at which one more draw is no longer worth it, one with a card to
play from an eighth, and any with a swap; it is close from half of that Loot to twice as much."""
_JOKERS = {"swap", "joker_king", "joker_queen"}

KINDS: dict[str, Callable[[set[str]], bool]] = {
    ANY: lambda _acts: True,
    "plain": lambda acts: acts <= {"draw", "bank"},
    "queen": lambda acts: "queen" in acts,
    "king": lambda acts: "king" in acts,
    "joker": lambda acts: bool(acts & _JOKERS),
}
"""Which acts a decision of each kind has."""


def offered(position: Position) -> tuple[str, ...]:
    """The acts to choose from. To end a turn without banking is never better than to bank."""
    return tuple(name for name in position.acts if name != "end")


def questions(record: GameRecord, terms: DrillTerms) -> list[Position]:
    """The decisions of a record that are asked."""
    return [
        position
        for position in positions(record)
        if position is not None
        and terms.seat in ("", position.seat)
        and _is_worth_asking(position, terms.kind, terms.close)
    ]


@lru_cache(maxsize=256)
def simulated(terms: DrillTerms, number: int) -> Position | None:
    """The decision of a number: one from the first of some matches that has any."""
    player = PLAYERS[terms.players]
    run = SimulationRun(terms.rules, (player, player), terms.seed)
    for match in range(number * MOST_MATCHES, (number + 1) * MOST_MATCHES):
        found = questions(record_of(run, match), terms)
        if found:
            return found[CountedChance(terms.seed, match, CHOICE).below(len(found))]
    return None


def _is_worth_asking(position: Position, kind: str, close: bool) -> bool:
    acts = set(offered(position))
    if len(acts) < 2 or not KINDS[kind](acts) or not _about_money(position):
        return False
    try:
        situation = position.situation()
    except SituationError:
        return False
    return seen(position) is not None and _weighs(situation, acts, close)


def _about_money(position: Position) -> bool:
    state = position.state
    if state.time_called or state.sudden_death:
        return False
    return state.blitz or state.banks[state.seat] + 2 * state.loot < TARGET


def _weighs(situation: TurnSituation, acts: set[str], close: bool) -> bool:
    """Whether there is something to weigh: a risk, and a Loot that is neither a trifle nor, if so asked, too large."""
    if not situation.pile.size:
        return False
    limit = exact(situation, risk(situation)).loot
    if limit is None:
        return False
    if close:
        return bool(limit <= CLOSE * situation.loot and situation.loot <= CLOSE * limit)
    trifle = TRIFLE if KINDS["plain"](acts) else WITH_CARDS
    return bool(limit <= trifle * situation.loot) or "swap" in acts


def seen(position: Position) -> list[int] | None:
    """By rank, the cards that were turned over since the last shuffle; None where the record does not add up."""
    state = position.state
    left = full_deck(state.rules, state.round)
    for rank, copies in enumerate(position.unseen):
        left[rank] -= copies
    for card in state.hands[state.seat]:
        left[card & RANK_BITS] -= 1
    return left if min(left) >= 0 else None
