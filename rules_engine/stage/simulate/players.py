"""Players of the stage game: what each decides, from the cards that it may see."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rules_engine.stage.cards import ACE, JACK, KING, QUEEN
from rules_engine.stage.ruleset import OVER
from rules_engine.stage.state import State


class Player:
    """Plays at random."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def space(self, state: State, _hand: Sequence[int], spaces: Sequence[int]) -> int:
        """Where the piece goes."""
        return self.rng.choice(spaces)

    def pair(self, ranks: Sequence[int]) -> int:
        """The rank of the pair that is banked in Go Fish."""
        return self.rng.choice(ranks)

    def discard(self, hand: Sequence[int]) -> int:
        """A card that a Jack discards."""
        return self.rng.choice(hand)

    def target(self, state: State, seats: Sequence[int]) -> int:
        """Whom a Queen takes from."""
        return self.rng.choice(seats)

    def gift(self, hand: Sequence[int]) -> int:
        """The card that a Queen gives."""
        return self.rng.choice(hand)


class Thrifty(Player):
    """Moves to the card that is worth most to the hand, throws away low cards, and gives the lowest."""

    unseen = 3.0
    """What a face-down space is worth, in points."""

    def space(self, state: State, hand: Sequence[int], spaces: Sequence[int]) -> int:
        """The space of the greatest worth; chance decides between equals."""
        worths = [self._worth(state, hand, state.shown[place]) for place in spaces]
        best = max(worths)
        return self.rng.choice([place for place, worth in zip(spaces, worths, strict=True) if worth == best])

    def _worth(self, state: State, hand: Sequence[int], card: int) -> float:
        """What entering a space brings, roughly, in points of the bank."""
        high = sorted(hand, reverse=True)
        if state.rules.go_fish:
            pairs = len(hand) - len(set(hand))
            return {ACE: 9.0 if pairs else 0.0, KING: -1.0, QUEEN: 1.0, JACK: 2.0 - pairs}.get(card, self.unseen)
        if state.rules.flush:
            room = OVER - state.bank.least
            banked = {ACE: sum(high[:2]), KING: sum(high[:1]), JACK: sum(high[-3:]), QUEEN: 0}
            points = banked.get(card, self.unseen * 2)
            return points if points <= room else -points
        gain = 18 - sum(high[-3:])
        return {ACE: sum(high[:2]), KING: -sum(high[:1]), QUEEN: 3.0, JACK: gain / 2}.get(card, self.unseen)

    def pair(self, ranks: Sequence[int]) -> int:
        """Any pair counts one."""
        return ranks[0]

    def discard(self, hand: Sequence[int]) -> int:
        """The lowest card."""
        return min(hand)

    def target(self, state: State, seats: Sequence[int]) -> int:
        """The opponent with the best bank."""
        return max(seats, key=lambda seat: (state.banks[state.sides[seat]].least, -seat))

    def gift(self, hand: Sequence[int]) -> int:
        """The lowest card."""
        return min(hand)


class Steady(Thrifty):
    """Thrifty, and avoids to turn over spaces while a good one is in sight."""

    unseen = 1.5


PLAYERS: dict[str, type[Player]] = {"random": Player, "thrifty": Thrifty, "steady": Steady}


def player(name: str) -> type[Player]:
    """A player by its name. Raises ValueError, with what may be typed, if there is none."""
    try:
        return PLAYERS[name]
    except KeyError:
        raise ValueError(f"There is no player {name!r:.60}; there are {', '.join(PLAYERS)}.") from None
