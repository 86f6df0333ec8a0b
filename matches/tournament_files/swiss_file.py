"""Reads a finished Swiss tournament from JSON (``swiss/1``) as values of :mod:`matches.history`.

Pure. The README of the real tournaments under ``tests/data/swiss`` describes the format. Keys have defaults, except
``rounds``, ``standings``, the ``games`` of two players and ``standings[].player``. The first invalid value raises
:class:`DataError`, one line with its place.
"""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from matches.history import WITHOUT_OPPONENT, Kind, Played, RoundPlayed
from matches.tables.score import ALL_LOST, DRAWN, Duel
from matches.tournament_files.attendance import Attendance, attendance_of
from matches.tournament_files.json_values import (
    DataError,
    count_in,
    count_of,
    decimal_in,
    list_of,
    mapping_of,
    name_of,
    one_line,
    short,
)
from matches.tournament_files.publisher_rules import PublisherRules, rules_of

"""The outcome of a line without an opponent: a bye is won, an assigned loss lost."""

DOUBLE_LOSS = "double_loss"
"""The kind of a match of two players that both lost."""

MAX_BYTES = 100_000_000


class PublishedRow(msgspec.Struct, frozen=True):
    """One row of the published standings. Numbers that the publisher did not print are None.

    ``as_of`` is the Swiss round after which the printed values hold, ``"playoff+k"``, or None (not
    reproduced). A publisher may print a negative share for a penalty.
    """

    player: str
    rank: int | None = None
    points: int | None = None
    omw: Decimal | None = None
    gw: Decimal | None = None
    ogw: Decimal | None = None
    as_of: int | str | None = None


class Tournament(msgspec.Struct, frozen=True):
    """A tournament as it was played and published.

    ``players`` are all players of ``standings``, sorted by key. The numbers of ``playoff`` rounds continue those of
    the Swiss rounds.
    """

    id: str
    rules: PublisherRules
    players: tuple[str, ...]
    rounds: tuple[RoundPlayed, ...]
    playoff: tuple[RoundPlayed, ...]
    standings: tuple[PublishedRow, ...]
    attendance: Attendance

    def after(self, number: int) -> tuple[RoundPlayed, ...]:
        """The first ``number`` Swiss rounds. Raises :class:`DataError` if there are fewer."""
        if not 0 <= number <= len(self.rounds):
            there = f"rounds 1 to {len(self.rounds)}" if self.rounds else "no rounds"
            raise DataError(f"round {number}", f"not there, the file has {there}")
        return self.rounds[:number]

    def still_in(self, number: int) -> tuple[str, ...]:
        """The players to pair in the round after round ``number``, sorted by key."""
        return tuple(p for p in self.players if self.attendance.is_in(p, number + 1))


def load(path: str | Path) -> Tournament:
    """Read the file at ``path``. Raises :class:`DataError` with a place that begins with the path."""
    name, data = one_line(str(path)), bytes_of(path)
    try:
        return read(data)
    except DataError as error:
        raise DataError(f"{name}: {error.place}" if error.place else name, error.problem) from None


def raw_of(path: str | Path) -> dict[str, Any]:
    """The JSON object of the file at ``path``, whatever it holds. Raises :class:`DataError`."""
    name, data = one_line(str(path)), bytes_of(path)
    try:
        return mapping_of(_parse(data), "the top level")
    except DataError as error:
        raise DataError(f"{name}: {error.place}" if error.place else name, error.problem) from None


def bytes_of(path: str | Path) -> bytes:
    """What the file at ``path`` holds. Raises :class:`DataError` if it cannot be opened or is too large."""
    name = one_line(str(path))
    try:
        with Path(path).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a name with a null character
        raise DataError(name, f"cannot be opened ({getattr(error, 'strerror', None) or error})") from None
    if len(data) > MAX_BYTES:
        raise DataError(name, f"has more than {MAX_BYTES:,} bytes")
    return data


def read(data: bytes | str) -> Tournament:
    """Read a tournament from JSON text. Raises :class:`DataError` at the first invalid value."""
    raw = mapping_of(_parse(data), "the top level")
    standings = tuple(_row(row, i) for i, row in enumerate(list_of(raw, "standings", "the top level"), start=1))
    players = _players(standings)
    rounds = _rounds(list_of(raw, "rounds", "the top level"), players)
    return Tournament(
        id=str(raw.get("id", "")),
        rules=rules_of(mapping_of(raw.get("rules", {}), "rules")),
        players=tuple(sorted(players)),
        rounds=rounds,
        playoff=_playoff(raw, players, len(rounds)),
        standings=standings,
        attendance=attendance_of(raw, players, rounds),
    )


def _parse(data: bytes | str) -> Any:
    try:
        text = data.decode("utf-8-sig") if isinstance(data, bytes) else data
        return json.loads(text, parse_float=Decimal, parse_constant=_no_constant)
    except DataError:
        raise
    except json.JSONDecodeError as error:
        problem = f"not JSON: {error.msg[0].lower()}{error.msg[1:]}"
        raise DataError(f"line {error.lineno} column {error.colno}", problem) from None
    except UnicodeDecodeError as error:
        raise DataError(f"byte {error.start}", "not UTF-8 text") from None
    except RecursionError:
        raise DataError("", "not a tournament: nested too deeply") from None
    except (ValueError, ArithmeticError):  # more digits than Python reads
        raise DataError("", "a number has too many digits") from None


def _no_constant(name: str) -> NoReturn:
    raise DataError("", f"not JSON: {name} is no number")


def _players(standings: tuple[PublishedRow, ...]) -> frozenset[str]:
    seen: set[str] = set()
    for i, row in enumerate(standings, start=1):
        if row.player in seen:
            raise DataError(f"standings, row {i}", f"player {row.player} is there twice")
        seen.add(row.player)
    return frozenset(seen)


def _rounds(raw: list[Any], players: frozenset[str]) -> tuple[RoundPlayed, ...]:
    rounds = []
    for number, item in enumerate(raw, start=1):
        place = f"round {number}"
        written = count_of(mapping_of(item, place).get("number", number), f"{place}, number")
        if written != number:
            raise DataError(place, f"its number is {written}; rounds are numbered 1, 2, 3 in order")
        rounds.append(_round(item, number, place, players))
    return tuple(rounds)


def _playoff(raw: dict[str, Any], players: frozenset[str], swiss_rounds: int) -> tuple[RoundPlayed, ...]:
    items = list_of(raw, "playoff", "the top level") if "playoff" in raw else []
    return tuple(
        _round(item, swiss_rounds + k, f"play-off round {k}", players) for k, item in enumerate(items, start=1)
    )


def _round(raw: Any, number: int, place: str, players: frozenset[str]) -> RoundPlayed:
    matches: list[Played] = []
    seat: dict[str, int] = {}
    items = list_of(mapping_of(raw, place), "matches", place)
    for i, item in enumerate(items, start=1):
        here = f"{place}, match {i}"
        match = _match(item, here)
        for player in match.seats:
            if player not in players:
                raise DataError(here, f"unknown player {player}: not in the standings")
            if player in seat:
                raise DataError(here, f"player {player} is twice in the round (also in match {seat[player]})")
            seat[player] = i
        matches.append(match)
    for i, (item, match) in enumerate(zip(items, matches, strict=True), start=1):
        needs_games = len(match.seats) > 1 and item.get("kind") != DOUBLE_LOSS
        if needs_games and "games" not in item:  # a missing result is not a draw
            raise DataError(f"{place}, match {i}", "no games")
    return RoundPlayed(number=number, matches=tuple(matches))


def _match(raw: Any, place: str) -> Played:
    item = mapping_of(raw, place)
    a = name_of(item.get("a"), f"{place}, a")
    b = None if item.get("b") is None else name_of(item["b"], f"{place}, b")
    double_loss = item.get("kind") == DOUBLE_LOSS
    kind = Kind.PLAYED if double_loss else _kind(item.get("kind", Kind.PLAYED), place)
    if double_loss and b is None:
        raise DataError(place, f"kind {DOUBLE_LOSS} without an opponent")
    if (b is None) != (kind in WITHOUT_OPPONENT):
        problem = "no opponent, and no kind that says why" if b is None else f"kind {kind} with an opponent"
        raise DataError(place, problem)
    won_a, won_b, drawn = _games(item.get("games", [0, 0, 0]), place)
    if b is None:
        return Played((a,), kind=kind)
    winner = ALL_LOST if double_loss else _winner(won_a, won_b)
    return Played((a, b), Duel((won_a, won_b), drawn_rounds=drawn, winner=winner), kind=kind)


def _winner(won_a: int, won_b: int) -> int | None:
    return DRAWN if won_a == won_b else int(won_b > won_a)


def _kind(raw: Any, place: str) -> Kind:
    try:
        return Kind(raw)
    except ValueError:
        raise DataError(place, f"unknown kind {short(raw)}") from None


def _games(raw: Any, place: str) -> tuple[int, int, int]:
    if not isinstance(raw, list) or len(raw) != 3:
        raise DataError(place, "games must be a list of three counts: won by a, won by b, drawn")
    won_a, won_b, drawn = (count_of(n, f"{place}, games") for n in raw)
    return won_a, won_b, drawn


def _row(raw: Any, number: int) -> PublishedRow:
    place = f"standings, row {number}"
    row = mapping_of(raw, place)
    return PublishedRow(
        player=name_of(row.get("player"), f"{place}, player"),
        rank=count_in(row, "rank", place),
        points=count_in(row, "points", place),
        omw=decimal_in(row, "omw", place),
        gw=decimal_in(row, "gw", place),
        ogw=decimal_in(row, "ogw", place),
        as_of=_as_of(row.get("as_of"), place),
    )


def _as_of(raw: Any, place: str) -> int | str | None:
    return raw if raw is None or isinstance(raw, str) else count_of(raw, f"{place}, as_of")
