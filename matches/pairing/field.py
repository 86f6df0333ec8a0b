"""The field to be paired: what pairing knows about every player, computed from the history.

Pure. ``FieldPlayer.met`` is used only for membership tests and never iterated, so that the order of a set cannot
influence a pairing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Self

import msgspec

from matches.history import Kind, Played, RoundPlayed, Scoring, pairs_of
from matches.tables.outcome import Outcome

MAX_POINTS = 10**5
"""Match points lie within ± this: their squared differences then fit the integer weights (see ``cost.Scale``)."""

MAX_COUNT = 10**4
"""Counts (byes, starts, ...) are at most this, for the same reason."""


STANDARD = Scoring()


class FieldError(ValueError):
    """The field contradicts itself: a key twice, an unknown player locked. ``str(error)`` is one line."""


class FieldPlayer(msgspec.Struct, frozen=True, gc=False):
    """A player who is still in, with everything that counts for the next pairing.

    ``points`` are match points; ``met`` the keys of all earlier opponents; ``byes`` the number of byes so far,
    including awarded ones; ``down`` and ``up`` how often the player was paired down or up; ``starts`` how often the
    player started; ``rank`` the place in the standings from 1 (for the power-paired round and the order of tables);
    ``table`` the fixed table.
    """

    key: str
    points: int = 0
    met: frozenset[str] = frozenset()
    byes: int = 0
    down: int = 0
    up: int = 0
    starts: int = 0
    rank: int | None = None
    table: int | None = None


class Field(msgspec.Struct, frozen=True):
    """The players still in, the pairs that the organiser locked and the players with an awarded bye this round.

    The order of ``players`` and of ``locked`` does not affect a pairing. Call :meth:`checked` once.
    """

    players: tuple[FieldPlayer, ...] = ()
    locked: tuple[tuple[str, ...], ...] = ()
    awarded: tuple[str, ...] = ()

    def checked(self) -> Self:
        """Return the field itself. Raises :class:`FieldError` if it contradicts itself."""
        known = {player.key for player in self.players}
        if len(known) != len(self.players):
            raise FieldError(f"player {_twice(p.key for p in self.players)} is in the field twice")
        for player in self.players:
            _check(player)
        spoken_for = [*self.awarded, *(key for pair in self.locked for key in pair)]
        for key in spoken_for:
            if key not in known:
                raise FieldError(f"player {key} has a locked pair or an awarded bye but is not in the field")
        if len(set(spoken_for)) != len(spoken_for):
            raise FieldError(f"player {_twice(spoken_for)} has two locked pairs or awarded byes in one round")
        return self


def _check(player: FieldPlayer) -> None:
    if not -MAX_POINTS <= player.points <= MAX_POINTS:
        raise FieldError(f"player {player.key} has {player.points} points; pairing counts to {MAX_POINTS}")
    counts = (player.byes, player.down, player.up, player.starts)
    if min(counts) < 0 or max(counts) > MAX_COUNT:
        raise FieldError(f"player {player.key} has a count outside 0 to {MAX_COUNT}")
    if player.table is not None and player.table < 1:
        raise FieldError(f"player {player.key} has fixed table {player.table}; tables are numbered from 1")


def _twice(keys: Iterable[str]) -> str:
    seen: set[str] = set()
    for key in keys:
        if key in seen:
            return key
        seen.add(key)
    raise AssertionError("every key is there once")


class _Tally:
    """The counts of one player over the rounds so far."""

    __slots__ = ("byes", "down", "met", "points", "starts", "up")

    def __init__(self) -> None:
        self.points = self.byes = self.down = self.up = self.starts = 0
        self.met: list[str] = []


def field_from_history(
    players: Iterable[str],
    rounds: Sequence[RoundPlayed],
    scoring: Scoring = STANDARD,
    *,
    ranks: Mapping[str, int] | None = None,
    tables: Mapping[str, int] | None = None,
    awarded: Collection[str] = (),
    locked: Iterable[tuple[str, ...]] = (),
    byes_before: Mapping[str, int] | None = None,
) -> Field:
    """Return the field for the next round: ``players`` (those still in, in any order) after ``rounds`` under
    ``scoring``.

    Players of ``rounds`` who are not in ``players`` have left; they only count as opponents met. ``ranks`` are
    places in the standings, ``tables`` fixed tables, ``awarded`` the players with an awarded bye this round,
    ``byes_before`` byes that are not in a round yet (for example awarded for a later one). A player counts as paired
    down in a round if the opponent had fewer points before it, as paired up if more. Every bye counts as a bye; an
    assigned draw or loss does not. Raises :class:`FieldError`.
    """
    tallies = _tallies(rounds, scoring)
    ranks, tables, byes_before = ranks or {}, tables or {}, byes_before or {}
    entrants = []
    for key in sorted(players):
        tally = tallies.get(key) or _Tally()
        entrants.append(
            FieldPlayer(
                key=key,
                points=tally.points,
                met=frozenset(tally.met),
                byes=tally.byes + byes_before.get(key, 0),
                down=tally.down,
                up=tally.up,
                starts=tally.starts,
                rank=ranks.get(key),
                table=tables.get(key),
            )
        )
    return Field(players=tuple(entrants), locked=tuple(locked), awarded=tuple(awarded)).checked()


def _tallies(rounds: Sequence[RoundPlayed], scoring: Scoring) -> dict[str, _Tally]:
    tallies: dict[str, _Tally] = defaultdict(_Tally)
    points = {Outcome.WON: scoring.win, Outcome.DRAWN: scoring.draw, Outcome.LOST: scoring.loss}
    for played in rounds:
        for match in played.matches:
            if match.kind is Kind.PLAYED:
                _count_match(tallies, match, points)
            else:
                _count_alone(tallies[match.seats[0]], match.kind, scoring)
    return tallies


def _count_alone(player: _Tally, kind: Kind, scoring: Scoring) -> None:
    if kind is Kind.BYE:
        player.byes += 1
        player.points += scoring.bye
    else:
        player.points += scoring.draw if kind is Kind.ASSIGNED_DRAW else scoring.loss


def _count_match(tallies: dict[str, _Tally], match: Played, points: Mapping[Outcome, int]) -> None:
    # Every player has one line in a round, so the points here are still those from before the round.
    seats = match.seats
    for key_a, key_b in pairs_of(seats):
        a, b = tallies[key_a], tallies[key_b]
        if a.points != b.points:
            higher, lower = (a, b) if a.points > b.points else (b, a)
            higher.down += 1
            lower.up += 1
        a.met.append(key_b)
        b.met.append(key_a)
    for key, outcome in zip(seats, match.outcomes, strict=True):
        tallies[key].points += points[outcome]
    if match.first is not None:
        tallies[seats[match.first]].starts += 1
