"""Reads a finished Swiss tournament from JSON (``swiss/1``) as values of :mod:`matches.history`.

Pure. The README of the real tournaments under ``tests/data/swiss`` describes the format. Keys have defaults, except
``rounds``, the ``games`` of two players and ``standings[].player``. The first invalid value raises
:class:`DataError`, one line with its place.
"""

from __future__ import annotations

import json
import re
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from matches.history import BOTH_DREW, FIRST_WON, SECOND_WON, Kind, Outcome, Played, RoundPlayed, Scoring
from matches.tournament_files.json_values import (
    DataError,
    count_in,
    count_of,
    decimal_in,
    decimal_of,
    list_of,
    mapping_of,
    name_of,
    short,
)

ALONE = {Kind.BYE: Outcome.WON, Kind.ASSIGNED_LOSS: Outcome.LOST, Kind.ASSIGNED_DRAW: Outcome.DRAWN}
"""The outcome of a line without an opponent: a bye is won, an assigned loss lost."""

MAX_POINTS = 1000  # for one result; pairing uses squares of their sums as weights
_SHARE = re.compile(r"\d{1,9}(?:/\d{1,9}|\.\d{1,18})?")


class PublisherRules(msgspec.Struct, frozen=True):
    """The publisher's rules: points, floors of the two shares, tolerance of the printed decimals."""

    scoring: Scoring = Scoring()
    mw_floor: Fraction = Fraction(1, 3)
    gw_floor: Fraction = Fraction(1, 3)
    own_gw_shown_with_floor: bool = False
    game_points_per_drawn_game_in_0_0_n: int = 1
    tolerance: Decimal = Decimal(0)


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
    the Swiss rounds. ``dropped_after`` has the last Swiss round of each player who left.
    """

    id: str
    rules: PublisherRules
    players: tuple[str, ...]
    rounds: tuple[RoundPlayed, ...]
    playoff: tuple[RoundPlayed, ...]
    standings: tuple[PublishedRow, ...]
    dropped_after: dict[str, int]

    def after(self, number: int) -> tuple[RoundPlayed, ...]:
        """The first ``number`` Swiss rounds. Raises :class:`DataError` if there are fewer."""
        if not 0 <= number <= len(self.rounds):
            there = f"rounds 1 to {len(self.rounds)}" if self.rounds else "no rounds"
            raise DataError(f"round {number}", f"not there, the file has {there}")
        return self.rounds[:number]

    def still_in(self, number: int) -> tuple[str, ...]:
        """The players to pair in the round after round ``number``, sorted by key."""
        return tuple(p for p in self.players if self.dropped_after.get(p, number + 1) > number)


def load(path: str | Path) -> Tournament:
    """Read the file at ``path``. Raises :class:`DataError` with a place that begins with the path."""
    try:
        return read(Path(path).read_bytes())
    except OSError as error:
        raise DataError(str(path), f"cannot be opened ({error.strerror or error})") from None
    except DataError as error:
        raise DataError(f"{path}: {error.place}" if error.place else str(path), error.problem) from None


def read(data: bytes | str) -> Tournament:
    """Read a tournament from JSON text. Raises :class:`DataError` at the first invalid value."""
    raw = mapping_of(_parse(data), "the top level")
    standings = tuple(_row(row, i) for i, row in enumerate(list_of(raw, "standings", "the top level"), start=1))
    players = _players(standings)
    rounds = _rounds(list_of(raw, "rounds", "the top level"), players)
    return Tournament(
        id=str(raw.get("id", "")),
        rules=_rules(mapping_of(raw.get("rules", {}), "rules")),
        players=tuple(sorted(players)),
        rounds=rounds,
        playoff=_playoff(raw, players, len(rounds)),
        standings=standings,
        dropped_after=_dropped(mapping_of(raw.get("dropped_after", {}), "dropped_after"), players),
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
        given = count_of(mapping_of(item, place).get("number", number), f"{place}, number")
        if given != number:
            raise DataError(place, f"its number is {given}; rounds are numbered 1, 2, 3 in order")
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
        if len(match.seats) > 1 and "games" not in item:  # a missing result is not a draw
            raise DataError(f"{place}, match {i}", "no games")
    return RoundPlayed(number=number, matches=tuple(matches))


def _match(raw: Any, place: str) -> Played:
    item = mapping_of(raw, place)
    a = name_of(item.get("a"), f"{place}, a")
    b = None if item.get("b") is None else name_of(item["b"], f"{place}, b")
    kind = _kind(item.get("kind", Kind.PLAYED), place)
    if (b is None) != (kind in ALONE):
        problem = "no opponent, and no kind that says why" if b is None else f"kind {kind} with an opponent"
        raise DataError(place, problem)
    won_a, won_b, drawn = _games(item.get("games", [0, 0, 0]), place)
    if b is None:
        return Played((a,), (ALONE[kind],), (won_a,), drawn, kind=kind)
    outcomes = FIRST_WON if won_a > won_b else SECOND_WON if won_b > won_a else BOTH_DREW
    return Played((a, b), outcomes, (won_a, won_b), drawn, kind=kind)


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


def _rules(raw: dict[str, Any]) -> PublisherRules:
    points = mapping_of(raw.get("points", {}), "rules, points")
    default = PublisherRules()
    shown = raw.get("own_gw_shown_with_floor", default.own_gw_shown_with_floor)
    if not isinstance(shown, bool):
        raise DataError("rules, own_gw_shown_with_floor", "must be true or false")
    drawn = raw.get("game_points_per_drawn_game_in_0_0_n", default.game_points_per_drawn_game_in_0_0_n)
    return PublisherRules(
        scoring=Scoring(**{k: count_of(points[k], f"rules, points, {k}", MAX_POINTS) for k in _SCORES if k in points}),
        mw_floor=_share(raw.get("mw_floor", "1/3"), "rules, mw_floor"),
        gw_floor=_share(raw.get("gw_floor", "1/3"), "rules, gw_floor"),
        own_gw_shown_with_floor=shown,
        game_points_per_drawn_game_in_0_0_n=count_of(drawn, "rules, game_points_per_drawn_game_in_0_0_n"),
        tolerance=decimal_of(raw.get("tolerance", 0), "rules, tolerance"),
    )


_SCORES = ("win", "draw", "loss", "bye")


def _share(raw: Any, place: str) -> Fraction:
    if isinstance(raw, str | Decimal) and _SHARE.fullmatch(str(raw)):
        denominator = str(raw).partition("/")[2]
        if denominator and int(denominator) == 0:
            raise DataError(place, "divides by zero")
        if (share := Fraction(str(raw))) <= 1:
            return share
    raise DataError(place, 'must be a share such as "1/3" or "0.33"')


def _dropped(raw: dict[str, Any], players: frozenset[str]) -> dict[str, int]:
    for player in raw:
        if player not in players:
            raise DataError("dropped_after", f"unknown player {short(player)}: not in the standings")
    return {player: count_of(raw[player], f"dropped_after, {player}") for player in sorted(raw)}
