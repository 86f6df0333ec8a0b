"""Reads a tournament of pods from JSON: the form ``swiss/1`` with matches of any number of seats. Pure.

A match is ``{"seats": ["P001", "P007", "P010"], "places": [1, 2, 2]}``, its seats in order; a bye has one seat.
``rules`` holds ``p``, the size that pods should have (4 without it). Players are those of ``standings``;
``dropped_after`` and ``returned_for`` are as in ``swiss/1``; ``locked_pairs`` are refused, because no pod keeps them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from matches.pairing.pods.past import PodPlayed, PodsPlayed
from matches.tournament_files.attendance import Attendance, attendance_of
from matches.tournament_files.json_values import DataError, count_of, list_of, mapping_of, name_of
from matches.tournament_files.swiss_file import raw_of

DEFAULT_SIZE = 4


class PodTournament(msgspec.Struct, frozen=True):
    """A tournament of pods; ``players`` are sorted by key, ``size`` is what its pods should have."""

    players: tuple[str, ...]
    rounds: tuple[PodsPlayed, ...]
    size: int
    attendance: Attendance

    def after(self, number: int) -> tuple[PodsPlayed, ...]:
        """The first ``number`` rounds. Raises DataError if there are fewer."""
        if not 0 <= number <= len(self.rounds):
            there = f"rounds 1 to {len(self.rounds)}" if self.rounds else "no rounds"
            raise DataError(f"round {number}", f"not there, the file has {there}")
        return self.rounds[:number]

    def still_in(self, number: int) -> tuple[str, ...]:
        """The players to seat in the round after round ``number``."""
        return tuple(player for player in self.players if self.attendance.is_in(player, number + 1))


def has_pods(raw: dict[str, Any]) -> bool:
    """Whether a parsed tournament names seats instead of two players a match."""
    rounds = raw.get("rounds")
    matches = [
        match
        for played in (rounds if isinstance(rounds, list) else [])
        if isinstance(played, dict) and isinstance(played.get("matches"), list)
        for match in played["matches"]
    ]
    rules = raw.get("rules")
    return any(isinstance(match, dict) and "seats" in match for match in matches) or (
        isinstance(rules, dict) and "p" in rules
    )


def load_pods(path: str | Path) -> PodTournament:
    """Read the file at ``path``. Raises DataError with a place that begins with the path."""
    raw = raw_of(path)
    try:
        return pods_of(raw)
    except DataError as error:
        raise DataError(f"{path}: {error.place}" if error.place else str(path), error.problem) from None


def pods_of(raw: dict[str, Any]) -> PodTournament:
    """The tournament that a parsed file holds. Raises DataError at the first invalid value."""
    if raw.get("locked_pairs"):
        raise DataError("locked_pairs", "a tournament of pods has none: they are for matches of two players")
    players = _players(list_of(raw, "standings", "the top level"))
    rules = mapping_of(raw.get("rules", {}), "rules")
    size = count_of(rules.get("p", DEFAULT_SIZE), "rules, p")
    if size < 2:
        raise DataError("rules, p", "must be 2 or more")
    rounds = []
    for number, item in enumerate(list_of(raw, "rounds", "the top level"), 1):
        written = count_of(mapping_of(item, f"round {number}").get("number", number), f"round {number}, number")
        if written != number:
            raise DataError(f"round {number}", f"its number is {written}; rounds are numbered 1, 2, 3 in order")
        rounds.append(_round(item, number, players))
    return PodTournament(tuple(sorted(players)), tuple(rounds), size, attendance_of(raw, players, tuple(rounds)))


def _players(rows: list[Any]) -> frozenset[str]:
    seen: set[str] = set()
    for number, row in enumerate(rows, 1):
        place = f"standings, row {number}"
        player = name_of(mapping_of(row, place).get("player"), f"{place}, player")
        if player in seen:
            raise DataError(place, f"player {player} is there twice")
        seen.add(player)
    return frozenset(seen)


def _round(item: dict[str, Any], number: int, players: frozenset[str]) -> PodsPlayed:
    matches: list[PodPlayed] = []
    seat: dict[str, int] = {}
    for at, raw in enumerate(list_of(item, "matches", f"round {number}"), 1):
        place = f"round {number}, match {at}"
        match = _match(mapping_of(raw, place), place)
        for player in match.seats:
            if player not in players:
                raise DataError(place, f"unknown player {player}: not in the standings")
            if player in seat:
                raise DataError(place, f"player {player} is twice in the round (also in match {seat[player]})")
            seat[player] = at
        matches.append(match)
    return PodsPlayed(number, tuple(matches))


def _match(raw: dict[str, Any], place: str) -> PodPlayed:
    seats = tuple(name_of(name, f"{place}, seats") for name in list_of(raw, "seats", place))
    if not seats:
        raise DataError(f"{place}, seats", "must name one player at least")
    if len(seats) == 1:
        return PodPlayed(seats, (1,))
    places = tuple(count_of(count, f"{place}, places") for count in list_of(raw, "places", place))
    if len(places) != len(seats):
        raise DataError(f"{place}, places", f"must be {len(seats)} places, one for each seat, not {len(places)}")
    if 0 in places:
        raise DataError(f"{place}, places", "places are numbered from 1")
    return PodPlayed(seats, places)
