"""What is wrong, or costs something, in a draft that was edited by hand. All of it is reported, nothing is repaired.

====================== ============================ ===========================================================
code                   players                      parameters
====================== ============================ ===========================================================
player_twice           the player                   times
player_missing         the player, still in, neither paired nor with a bye
player_unknown         the player, not in the field (dropped, say)
locked_pair_broken     the locked pair
awarded_bye_missing    the player
fixed_table            the player                   table (where the pair sits), fixed
different_fixed_tables both players of a pair       tables
same_fixed_table       the players, not of one pair table
same_table             all players at it            table
rematch                both players
second_bye             the player
several_byes           the players                  (byes beside awarded ones; pairing gives at most one)
====================== ============================ ===========================================================

Locked pairs and awarded byes are the organiser's: a rematch in one is still named, a second bye by award is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum

import msgspec

from matches.pairing.field import Entrant, Field


class Problem(StrEnum):
    """The codes of conflicts, in the order in which they are reported."""

    PLAYER_TWICE = "player_twice"
    PLAYER_MISSING = "player_missing"
    PLAYER_UNKNOWN = "player_unknown"
    LOCKED_PAIR_BROKEN = "locked_pair_broken"
    AWARDED_BYE_MISSING = "awarded_bye_missing"
    FIXED_TABLE = "fixed_table"
    DIFFERENT_FIXED_TABLES = "different_fixed_tables"
    SAME_FIXED_TABLE = "same_fixed_table"
    SAME_TABLE = "same_table"
    REMATCH = "rematch"
    SECOND_BYE = "second_bye"
    SEVERAL_BYES = "several_byes"


class Conflict(msgspec.Struct, frozen=True):
    """One conflict: its code, the players it is about and its parameters (see the module)."""

    code: Problem
    players: tuple[str, ...]
    params: Mapping[str, int | str] = msgspec.field(default_factory=dict)


class DraftPair(msgspec.Struct, frozen=True, gc=False):
    """A pair of a draft; ``table`` is None as long as it has none."""

    a: str
    b: str
    table: int | None = None


class Draft(msgspec.Struct, frozen=True):
    """A round as an organiser may edit it: pairs, and everyone with a bye, awarded ones included."""

    pairs: tuple[DraftPair, ...] = ()
    byes: tuple[str, ...] = ()


def conflicts(draft: Draft, field: Field) -> tuple[Conflict, ...]:
    """Everything in ``draft`` that breaks or costs a line of the order, in the order of :class:`Problem`, then by key.

    ``field`` is the one the round is paired from; it tells who is still in, who met whom and what was fixed.
    """
    known = {player.key: player for player in field.players}
    found = [
        *_attendance(draft, field, known),
        *_settings(draft, field),
        *_fixed_tables(draft, field),
        *_same_table(draft),
        *_history(draft, field, known),
    ]
    order = list(Problem)
    return tuple(sorted(found, key=lambda conflict: (order.index(conflict.code), conflict.players)))


def _attendance(draft: Draft, field: Field, known: Mapping[str, Entrant]) -> Iterator[Conflict]:
    times: dict[str, int] = {}
    for key in [*draft.byes, *(key for pair in draft.pairs for key in (pair.a, pair.b))]:
        times[key] = times.get(key, 0) + 1
    for key, count in times.items():
        if key not in known:
            yield Conflict(Problem.PLAYER_UNKNOWN, (key,))
        if count > 1:
            yield Conflict(Problem.PLAYER_TWICE, (key,), {"times": count})
    for player in field.players:
        if player.key not in times:
            yield Conflict(Problem.PLAYER_MISSING, (player.key,))


def _settings(draft: Draft, field: Field) -> Iterator[Conflict]:
    together = {tuple(sorted((pair.a, pair.b))) for pair in draft.pairs}
    for locked in field.locked:
        if tuple(sorted(locked)) not in together:
            yield Conflict(Problem.LOCKED_PAIR_BROKEN, locked)
    for key in field.awarded:
        if key not in draft.byes:
            yield Conflict(Problem.AWARDED_BYE_MISSING, (key,))
    given = tuple(key for key in draft.byes if key not in field.awarded)
    if len(given) > 1:
        yield Conflict(Problem.SEVERAL_BYES, given)


def _fixed_tables(draft: Draft, field: Field) -> Iterator[Conflict]:
    fixed = {player.key: player.table for player in field.players if player.table is not None}
    claims: dict[int, list[tuple[str, ...]]] = {}
    for pair in draft.pairs:
        wanted = [(key, fixed[key]) for key in (pair.a, pair.b) if key in fixed]
        tables = sorted({table for _, table in wanted})
        if len(tables) == 2:
            yield Conflict(Problem.DIFFERENT_FIXED_TABLES, (pair.a, pair.b), {"tables": f"{tables[0]}, {tables[1]}"})
        for key, table in wanted:
            if pair.table is not None and pair.table != table:
                yield Conflict(Problem.FIXED_TABLE, (key,), {"table": pair.table, "fixed": table})
        for table in tables:
            claims.setdefault(table, []).append(tuple(key for key, fixed_at in wanted if fixed_at == table))
    for table, claim in claims.items():
        if len(claim) > 1:
            yield Conflict(Problem.SAME_FIXED_TABLE, tuple(key for keys in claim for key in keys), {"table": table})


def _same_table(draft: Draft) -> Iterator[Conflict]:
    at: dict[int, list[str]] = {}
    for pair in draft.pairs:
        if pair.table is not None:
            at.setdefault(pair.table, []).extend((pair.a, pair.b))
    for table, players in at.items():
        if len(players) > 2:
            yield Conflict(Problem.SAME_TABLE, tuple(players), {"table": table})


def _history(draft: Draft, field: Field, known: Mapping[str, Entrant]) -> Iterator[Conflict]:
    for pair in draft.pairs:
        if pair.a in known and pair.b in known[pair.a].met:
            yield Conflict(Problem.REMATCH, (pair.a, pair.b))
    for key in draft.byes:
        if key in known and known[key].byes and key not in field.awarded:
            yield Conflict(Problem.SECOND_BYE, (key,))
