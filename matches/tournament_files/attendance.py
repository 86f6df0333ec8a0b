"""Who was in which round of a tournament file: drops, returns, awarded byes and locked pairs. Pure.

Every value is checked against the rounds of the file. The first contradiction raises ``DataError``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, zip_longest
from typing import Any, Protocol

import msgspec

from matches.history import Kind
from matches.tournament_files.json_values import DataError, count_of, list_of, mapping_of, name_of, short


class Line(Protocol):
    """A line of a round: who sat there, and what it was."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The players, in seat order."""

    @property
    def kind(self) -> Kind:
        """Played, or a bye."""


class Lines(Protocol):
    """A round of a tournament file."""

    @property
    def number(self) -> int:
        """Counted from 1."""

    @property
    def matches(self) -> Sequence[Line]:
        """Its lines."""


class Absence(msgspec.Struct, frozen=True):
    """A player was in round ``after`` and in none from there to the round before ``back`` (None: to the end)."""

    after: int
    back: int | None = None

    def covers(self, number: int) -> bool:
        """Whether the player was out in a round."""
        return self.after < number and (self.back is None or number < self.back)


class Attendance(msgspec.Struct, frozen=True):
    """The absences of each player who dropped; the awarded byes and the locked pairs by the number of their round."""

    absences: dict[str, tuple[Absence, ...]] = {}
    awarded: dict[int, tuple[str, ...]] = {}
    locked: dict[int, tuple[tuple[str, str], ...]] = {}

    def is_in(self, player: str, number: int) -> bool:
        """Whether a player is in a round."""
        return not any(absence.covers(number) for absence in self.absences.get(player, ()))

    def awarded_after(self, number: int) -> dict[str, int]:
        """How many byes each player was awarded for rounds after a round."""
        counts: dict[str, int] = {}
        for player in chain.from_iterable(players for round_, players in self.awarded.items() if round_ > number):
            counts[player] = counts.get(player, 0) + 1
        return counts


def attendance_of(raw: dict[str, Any], players: frozenset[str], rounds: Sequence[Lines]) -> Attendance:
    """Read ``dropped_after``, ``returned_for``, ``awarded_byes`` and ``locked_pairs`` of the top level."""
    absences = _absences(raw, players)
    _check_absences(absences, rounds)
    attendance = Attendance(absences, _awarded(raw, players), _locked(raw, players))
    _check_set(attendance, rounds)
    return attendance


# Drops and returns


def _absences(raw: dict[str, Any], players: frozenset[str]) -> dict[str, tuple[Absence, ...]]:
    dropped = _by_player(raw, "dropped_after", players)
    returned = _by_player(raw, "returned_for", players)
    for player in returned:
        if player not in dropped:
            raise DataError(f"returned_for, {player}", "the player is not in dropped_after")
    return {player: _absences_of(player, dropped[player], returned.get(player, [])) for player in sorted(dropped)}


def _by_player(raw: dict[str, Any], key: str, players: frozenset[str]) -> dict[str, Any]:
    rows = mapping_of(raw.get(key, {}), key)
    for player in rows:
        if player not in players:
            raise DataError(key, f"unknown player {short(player)}: not in the standings")
    return rows


def _absences_of(player: str, dropped: Any, returned: Any) -> tuple[Absence, ...]:
    drops = _numbers(dropped, f"dropped_after, {player}")
    place = f"returned_for, {player}"
    backs = _numbers(returned, place)
    if len(drops) - len(backs) not in (0, 1):
        raise DataError(place, f"{len(backs)} returns do not fit {len(drops)} drops: each drop but the last has one")
    before = -1
    for drop, back in zip_longest(drops, backs):
        if drop < before:
            raise DataError(f"dropped_after, {player}", f"a drop after round {drop} is before the return for {before}")
        if back is not None and back <= drop:
            raise DataError(place, f"a return for round {back} is not later than the drop after round {drop}")
        before = back
    return tuple(Absence(drop, back) for drop, back in zip_longest(drops, backs))


def _numbers(raw: Any, place: str) -> list[int]:
    """Read the number of a round, or a list of them."""
    return [count_of(number, place) for number in (raw if isinstance(raw, list) else [raw])]


def _check_absences(absences: dict[str, tuple[Absence, ...]], rounds: Sequence[Lines]) -> None:
    """A player has no match while absent. An absence that ended may be counted as byes or assigned results."""
    for played in rounds:
        for match in played.matches:
            for player in match.seats:
                for absence in absences.get(player, ()):
                    if absence.covers(played.number) and (absence.back is None or len(match.seats) > 1):
                        problem = f"is {absence.after}, but the player is in round {played.number}"
                        raise DataError(f"dropped_after, {player}", problem)


# Awarded byes and locked pairs


def _awarded(raw: dict[str, Any], players: frozenset[str]) -> dict[int, tuple[str, ...]]:
    awarded: dict[int, list[str]] = {}
    rows = _by_player(raw, "awarded_byes", players)
    for player in sorted(rows):
        place = f"awarded_byes, {player}"
        for number in sorted(_numbers(rows[player], place)):
            if number == 0 or player in awarded.setdefault(number, []):
                raise DataError(place, "must name each round once, and rounds are numbered from 1")
            awarded[number].append(player)
    return {number: tuple(keys) for number, keys in awarded.items()}


def _locked(raw: dict[str, Any], players: frozenset[str]) -> dict[int, tuple[tuple[str, str], ...]]:
    locked: dict[int, list[tuple[str, str]]] = {}
    for i, item in enumerate(list_of(raw, "locked_pairs", "the top level") if "locked_pairs" in raw else [], start=1):
        place = f"locked_pairs, pair {i}"
        row = mapping_of(item, place)
        number = count_of(row.get("round"), f"{place}, round")
        a, b = (name_of(row.get(seat), f"{place}, {seat}") for seat in ("a", "b"))
        for player in (a, b):
            if player not in players:
                raise DataError(place, f"unknown player {player}: not in the standings")
        if number == 0:
            raise DataError(f"{place}, round", "rounds are numbered from 1")
        locked.setdefault(number, []).append((a, b))
    return {number: tuple(pairs) for number, pairs in locked.items()}


def _check_set(attendance: Attendance, rounds: Sequence[Lines]) -> None:
    """What was set for a round is for players who are in it, once each, and agrees with the round if it was played."""
    taken: set[tuple[int, str]] = set()
    for number, place, player in _all_set(attendance):
        if not attendance.is_in(player, number):
            raise DataError(place, f"player {player} is not in round {number}: see dropped_after")
        if (number, player) in taken:
            raise DataError(place, f"player {player} has two locked pairs or awarded byes in round {number}")
        taken.add((number, player))
    for played in rounds:
        lines = {player: match for match in played.matches for player in match.seats}
        for player in attendance.awarded.get(played.number, ()):
            if not _has_bye(lines.get(player)):
                raise DataError(f"awarded_byes, {player}", f"the player has no bye in round {played.number}")
        for a, b in attendance.locked.get(played.number, ()):
            if a not in lines or b not in lines[a].seats:
                raise DataError("locked_pairs", f"{a} and {b} have no match in round {played.number}")


def _all_set(attendance: Attendance) -> Iterator[tuple[int, str, str]]:
    for number, players in attendance.awarded.items():
        for player in players:
            yield number, f"awarded_byes, {player}", player
    for number, pairs in attendance.locked.items():
        for player in chain.from_iterable(pairs):
            yield number, "locked_pairs", player


def _has_bye(line: Line | None) -> bool:
    return line is not None and line.kind is Kind.BYE
