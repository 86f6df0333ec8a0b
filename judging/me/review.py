"""The day of one player in its decisions: the best one, the costliest one, and the luckiest card. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from rules_engine.play.analysis import SURE, Decision, MatchAnalysis
from rules_engine.record import SEATS, GameRecord

FIRST = SEATS[0]
"""Whose chance an analysis names before each decision."""


class AnalysedMatch(NamedTuple):
    """A match with its analysis. ``seat`` is the player's; ``cards`` are the tokens of cards that are drawn."""

    key: int
    record: GameRecord
    seat: str
    analysis: MatchAnalysis
    cards: frozenset[str]


class Highlight(NamedTuple):
    """A decision of a match, and how far it moved the player's chance: ``before`` and ``after``, from 0 to 1.

    ``card`` is the token of the card that fell, where it is about that.
    """

    match: int
    decision: Decision
    before: float
    after: float
    card: str = ""

    @property
    def moved(self) -> float:
        """By how much."""
        return self.after - self.before


class Review(NamedTuple):
    """What stands out of a day, each None where nothing does; and the decisions: how many, and how many at no cost."""

    best: Highlight | None
    costliest: Highlight | None
    luckiest: Highlight | None
    decisions: int
    good: int


def review_of(matches: Sequence[AnalysedMatch]) -> Review:
    """What stands out of the matches of one player."""
    own = [
        (match, decision) for match in matches for decision in match.analysis.decisions if decision.seat == match.seat
    ]
    lost = [
        Highlight(match.key, one, _worth(one, one.best), _worth(one, one.chosen)) for match, one in own if one.is_loss
    ]
    found = [gain for match, one in own if not one.is_loss and (gain := _gain(match, one)) is not None]
    cards = [card for match in matches for card in _cards(match)]
    return Review(
        best=max(found, key=lambda one: one.moved, default=None),
        costliest=min(lost, key=lambda one: one.moved, default=None),
        luckiest=max(cards, key=lambda one: one.moved, default=None),
        decisions=len(own),
        good=len(own) - len(lost),
    )


def _gain(match: AnalysedMatch, decision: Decision) -> Highlight | None:
    """What a decision was worth against the best of the other acts; None if no more than chance would make it."""
    others = [act.chance for act in decision.acts if act.act != decision.chosen]
    gained = Highlight(match.key, decision, max(others, default=1.0), _worth(decision, decision.chosen))
    return gained if gained.moved > SURE * decision.error and gained.moved > 0 else None


def _cards(match: AnalysedMatch) -> Iterator[Highlight]:
    """Every card that was drawn between two decisions and helped the player, by whom it was drawn."""
    for decision, following in pairwise(match.analysis.decisions):
        token = match.record.rounds[decision.place].turns[decision.turn - 1].actions[decision.action - 1]
        if token not in match.cards:
            continue
        after = _own(match, FIRST, following.chance)
        card = Highlight(
            match.key, decision, _own(match, decision.seat, _worth(decision, decision.chosen)), after, token
        )
        if card.moved > SURE * decision.error and card.moved > 0:
            yield card


def _own(match: AnalysedMatch, seat: str, chance: float) -> float:
    """A seat's chance as the player's."""
    return chance if seat == match.seat else 1 - chance


def _worth(decision: Decision, act: str) -> float:
    return next((one.chance for one in decision.acts if one.act == act), decision.chance)
