"""The state of a bracket after its results: the players of each match, the playable matches, the certain places.

Pure: the state is computed from the results each time. Walkovers are not stored: they follow from missing players.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from enum import StrEnum

import msgspec

from matches.pairing.bracket.model import Bracket, BracketError, BracketKind, BracketMatch, Feeder, From, Side
from matches.pairing.bracket.places import Ends, PlaceRange, places
from matches.tables.outcome import Outcome, Outcomes

NOBODY = 0
"""An empty seat, because its feeder had no winner: a double no-show. Seeds begin with 1; None is not known yet."""

Seats = tuple[int | None, ...]
"""The seed in each seat of a match."""


class Status(StrEnum):
    WAITING = "waiting"  # a seat is not known yet
    PLAYABLE = "playable"
    DECIDED = "decided"  # there is a result
    WALKOVER = "walkover"  # only one player is left, who goes on
    VOID = "void"  # no player goes on: a double no-show, or two empty seats
    NOT_NEEDED = "not_needed"  # the reset of a grand final that the winners' side took


OPEN = frozenset({Status.WAITING, Status.PLAYABLE})


class MatchState(msgspec.Struct, frozen=True):
    """One match: the seeds in its seats, its winner and loser; None and NOBODY as described at ``NOBODY``."""

    key: str
    seats: Seats
    status: Status
    winner: int | None = None
    loser: int | None = None


class BracketState(msgspec.Struct, frozen=True):
    """All matches in play order. ``placings`` are the players whose place is certain; equal places are shared.

    ``champion`` is None while the bracket runs, and NOBODY if both finalists did not appear.
    """

    matches: dict[str, MatchState]
    playable: tuple[str, ...]
    champion: int | None
    placings: dict[int, PlaceRange]
    complete: bool


class Walk:
    """Goes through the matches in play order; each step depends only on earlier ones."""

    def __init__(self, bracket: Bracket, gone: Collection[int], seated: Mapping[str, Seats]) -> None:
        self.bracket = bracket
        self.gone = frozenset(gone)
        self.states: dict[str, MatchState] = {}
        self.seen = _seen(bracket, seated)

    def seats(self, match: BracketMatch) -> Seats:
        a, b = match.feeders
        return self._seat(a), self._seat(b)

    def _seat(self, feeder: Feeder) -> int | None:
        if feeder.origin is From.SEED:
            return feeder.seed
        state = self.states[feeder.match]
        return state.winner if feeder.origin is From.WINNER else state.loser

    def needed(self, match: BracketMatch) -> bool:
        """A reset is played only if the grand final went to seat b, which came from the losers' side."""
        if match.side is not Side.GRAND_FINAL or match.round == 1:
            return True
        final = self.states[match.feeders[0].match]
        return final.winner is None or (final.loser != NOBODY and final.winner == final.seats[1])

    def step(self, match: BracketMatch, outcomes: Outcomes | None, *, same: bool = True) -> None:
        """Compute the state of a match. ``same``: its players are those from whom the later matches were paired."""
        state = self._decided(match, outcomes) if outcomes is not None else self._open(match, same=same)
        self.states[match.key] = state

    def _decided(self, match: BracketMatch, outcomes: Outcomes) -> MatchState:
        a, b = seats = self.seats(match)
        if not a or not b or not self.needed(match):
            raise BracketError(match.key, "has a result, but not two players")
        if outcomes[0] is Outcome.WON:
            return MatchState(match.key, seats, Status.DECIDED, a, b)
        if outcomes[1] is Outcome.WON:
            return MatchState(match.key, seats, Status.DECIDED, b, a)
        if Outcome.DRAWN in outcomes:
            raise BracketError(match.key, "cannot be a draw: a bracket needs a winner")
        return MatchState(match.key, seats, Status.VOID, NOBODY, NOBODY)

    def _open(self, match: BracketMatch, *, same: bool) -> MatchState:
        a, b = seats = self.seats(match)
        if not self.needed(match):
            return MatchState(match.key, seats, Status.NOT_NEEDED)
        if a is None or b is None:
            return MatchState(match.key, seats, Status.WAITING)
        if same and (winner := self._went_on(match.key, a, b)):
            return MatchState(match.key, seats, Status.WALKOVER, winner, b if winner == a else a)
        a_there, b_there = self._there(a), self._there(b)
        if a_there and b_there:
            return MatchState(match.key, seats, Status.PLAYABLE)
        if a_there or b_there:
            winner, loser = (a, b) if a_there else (b, a)
            return MatchState(match.key, seats, Status.WALKOVER, winner, loser)
        return MatchState(match.key, seats, Status.VOID, NOBODY, NOBODY)

    def _there(self, seed: int) -> bool:
        return seed != NOBODY and seed not in self.gone

    def _went_on(self, key: str, a: int, b: int) -> int | None:
        """The player whom a later match shows to have had a walkover here."""
        if (winner := self.seen.get((key, From.WINNER))) in (a, b):
            return winner
        loser = self.seen.get((key, From.LOSER))
        return {a: b, b: a}.get(loser) if loser else None


def _seen(bracket: Bracket, seated: Mapping[str, Seats]) -> dict[tuple[str, From], int]:
    """Return the winners and losers that the players of paired matches show."""
    return {
        (feeder.match, feeder.origin): seed
        for match in bracket.matches
        for feeder, seed in zip(match.feeders, seated.get(match.key, ()), strict=False)
        if feeder.origin is not From.SEED and seed
    }


def resolve(
    bracket: Bracket,
    results: Mapping[str, Outcomes],
    gone: Collection[int] = (),
    seated: Mapping[str, Seats] | None = None,
) -> BracketState:
    """Return the state of ``bracket`` after the results: the outcome of each seat by match key.

    ``gone`` are seeds who left: each of their matches without a result is a walkover, on both sides of a double
    elimination. After a double no-show neither player advances or drops to the losers' side, and the next opponents
    have walkovers.

    ``seated`` are the seeds in the matches that have been paired, by key. They show which walkovers the bracket has
    gone on from: such a walkover stands when the absent player returns, or when the other one leaves later.

    Raises BracketError for a draw, an unknown key, or a result of a match without two players.
    """
    walk = Walk(bracket, gone, seated or {})
    for match in bracket.matches:
        walk.step(match, results.get(match.key))
    unknown = sorted(set(results) - set(walk.states))
    if unknown:
        raise BracketError(unknown[0], "is not in the bracket")
    states = walk.states
    return BracketState(
        matches=states,
        playable=tuple(key for key, state in states.items() if state.status is Status.PLAYABLE),
        champion=_last(bracket, states).winner,
        placings=_placings(bracket, states),
        complete=not any(state.status in OPEN for state in states.values()),
    )


def _last(bracket: Bracket, states: Mapping[str, MatchState]) -> MatchState:
    """The match that decides the bracket."""
    if bracket.kind is BracketKind.SINGLE:
        return states[f"{Side.WINNERS}{bracket.depth}-1"]
    reset = states.get(f"{Side.GRAND_FINAL}2-1")
    played = reset is not None and reset.status is not Status.NOT_NEEDED
    return reset if reset is not None and played else states[f"{Side.GRAND_FINAL}1-1"]


def _placings(bracket: Bracket, states: Mapping[str, MatchState]) -> dict[int, PlaceRange]:
    """Return the places from decided matches. A certain place changes only if both are absent in a later match."""
    last = _last(bracket, states)
    placed: dict[int, PlaceRange] = {}
    to_come: Counter[PlaceRange] = Counter()
    for key, ends in places(bracket).items():
        state = states[key]
        if key.startswith(Side.GRAND_FINAL) and key != last.key:
            continue
        if state.status is Status.VOID:
            placed.update((seed, ends.void) for seed in state.seats if seed)
        elif state.status in OPEN:
            to_come.update(_awarded(state, ends))
        else:
            ends_of = ((state.winner, ends.winner), (state.loser, ends.loser))
            placed.update((seed, place) for seed, place in ends_of if seed and place)
    wide = _as_wide_as_shared(bracket.size, placed, to_come, no_first=last.winner == NOBODY)
    return dict(sorted(wide.items(), key=lambda item: (item[1].first, item[0])))


def _awarded(state: MatchState, ends: Ends) -> list[PlaceRange]:
    """The places that an open match will award: without one of its players, nobody loses it."""
    return [place for place in (ends.winner, None if NOBODY in state.seats else ends.loser) if place is not None]


def _as_wide_as_shared(
    size: int, placed: Mapping[int, PlaceRange], to_come: Counter[PlaceRange], *, no_first: bool
) -> dict[int, PlaceRange]:
    """Return the places, each as wide as the group that shares it, counted from the last place upwards.

    The shape of a bracket has one loser a match; where both are absent, two share the loser's place and a later match
    has no loser. ``no_first``: the first place stays empty.
    """
    groups = Counter(placed.values()) + to_come
    wide: dict[PlaceRange, PlaceRange] = {}
    last = size
    for place in sorted(groups, key=lambda place: place.first, reverse=True):
        first = last - groups[place] + 1
        wide[place] = PlaceRange(2 if no_first and first == 1 else first, last)
        last = first - 1
    return {seed: wide[place] for seed, place in placed.items()}
