"""Finds the conflicts of a draft that was edited by hand. All are reported; the draft is not changed.

====================== ============================ ===========================================================
code                   players                      parameters
====================== ============================ ===========================================================
player_twice           the player                   times
player_missing         the player, still in, neither seated nor with a bye
player_unknown         the player, not in the field (for example dropped)
locked_pair_broken     the players locked together
awarded_bye_missing    the player
fixed_table            the player                   table (where the match is), fixed
different_fixed_tables the players of a match       tables
same_fixed_table       the players of the matches   table
wanted_table           those who need it            wanted, table (``wanted_tables``)
same_table             all players at it            table
rematch                the two who met
second_bye             the player
several_byes           the players                  (byes beside awarded ones; pairing gives at most one)
====================== ============================ ===========================================================

Locked pairs and awarded byes are the organiser's choice. A rematch in a locked pair is still reported, a second bye
by award is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum

import msgspec

from matches.history import pairs_of
from matches.pairing.field import Field, FieldPlayer


class ConflictCode(StrEnum):
    """The codes of conflicts, in the order in which they are reported."""

    PLAYER_TWICE = "player_twice"
    PLAYER_MISSING = "player_missing"
    PLAYER_UNKNOWN = "player_unknown"
    LOCKED_PAIR_BROKEN = "locked_pair_broken"
    AWARDED_BYE_MISSING = "awarded_bye_missing"
    FIXED_TABLE = "fixed_table"
    DIFFERENT_FIXED_TABLES = "different_fixed_tables"
    SAME_FIXED_TABLE = "same_fixed_table"
    WANTED_TABLE = "wanted_table"
    SAME_TABLE = "same_table"
    REMATCH = "rematch"
    SECOND_BYE = "second_bye"
    SEVERAL_BYES = "several_byes"
    SPARE_BYE = "spare_bye"
    POD_TOO_SMALL = "pod_too_small"
    POD_TOO_LARGE = "pod_too_large"
    KEPT_APART = "kept_apart"


class Conflict(msgspec.Struct, frozen=True):
    """One conflict: its code, its players and its parameters, as in the table above."""

    code: ConflictCode
    players: tuple[str, ...]
    params: Mapping[str, int | str] = msgspec.field(default_factory=dict)


class DraftMatch(msgspec.Struct, frozen=True, gc=False):
    """A match of a draft: the players by seat, and the table, if it has one."""

    seats: tuple[str, ...]
    table: int | None = None


class Draft(msgspec.Struct, frozen=True):
    """A round as an organiser may edit it: matches, and all players with a bye, awarded ones included."""

    matches: tuple[DraftMatch, ...] = ()
    byes: tuple[str, ...] = ()


def conflicts(draft: Draft, field: Field) -> tuple[Conflict, ...]:
    """Return the conflicts of ``draft``, in the order of :class:`ConflictCode`, then by key.

    ``field`` is the field the round is paired from: it says who is still in, who met whom and what was fixed.
    """
    known = {player.key: player for player in field.players}
    found = [
        *_attendance(draft, field, known),
        *_settings(draft, field),
        *_fixed_tables(draft, field),
        *_same_table(draft),
        *_history(draft, field, known),
    ]
    order = list(ConflictCode)
    return tuple(sorted(found, key=lambda conflict: (order.index(conflict.code), conflict.players)))


def _attendance(draft: Draft, field: Field, known: Mapping[str, FieldPlayer]) -> Iterator[Conflict]:
    times: dict[str, int] = {}
    for key in [*draft.byes, *(key for match in draft.matches for key in match.seats)]:
        times[key] = times.get(key, 0) + 1
    for key, count in times.items():
        if key not in known:
            yield Conflict(ConflictCode.PLAYER_UNKNOWN, (key,))
        if count > 1:
            yield Conflict(ConflictCode.PLAYER_TWICE, (key,), {"times": count})
    for player in field.players:
        if player.key not in times:
            yield Conflict(ConflictCode.PLAYER_MISSING, (player.key,))


def _settings(draft: Draft, field: Field) -> Iterator[Conflict]:
    together = {tuple(sorted(match.seats)) for match in draft.matches}
    for locked in field.locked:
        if tuple(sorted(locked)) not in together:
            yield Conflict(ConflictCode.LOCKED_PAIR_BROKEN, locked)
    for key in field.awarded:
        if key not in draft.byes:
            yield Conflict(ConflictCode.AWARDED_BYE_MISSING, (key,))
    byes = tuple(key for key in draft.byes if key not in field.awarded)
    if len(byes) > 1:
        yield Conflict(ConflictCode.SEVERAL_BYES, byes)


def _fixed_tables(draft: Draft, field: Field) -> Iterator[Conflict]:
    fixed = {player.key: player.table for player in field.players if player.table is not None}
    if not fixed:
        return
    claims: dict[int, list[tuple[str, ...]]] = {}
    for match in draft.matches:
        wanted = [(key, fixed[key]) for key in match.seats if key in fixed]
        tables = sorted({table for _, table in wanted})
        if len(tables) > 1:
            yield Conflict(ConflictCode.DIFFERENT_FIXED_TABLES, match.seats, {"tables": ", ".join(map(str, tables))})
        for key, table in wanted:
            if match.table is not None and match.table != table:
                yield Conflict(ConflictCode.FIXED_TABLE, (key,), {"table": match.table, "fixed": table})
        for table in tables:
            claims.setdefault(table, []).append(tuple(key for key, fixed_at in wanted if fixed_at == table))
    for table, claim in claims.items():
        if len(claim) > 1:
            yield Conflict(
                ConflictCode.SAME_FIXED_TABLE, tuple(key for keys in claim for key in keys), {"table": table}
            )


def _same_table(draft: Draft) -> Iterator[Conflict]:
    at: dict[int, list[DraftMatch]] = {}
    for match in draft.matches:
        if match.table is not None:
            at.setdefault(match.table, []).append(match)
    for table, matches in at.items():
        if len(matches) > 1:
            players = tuple(key for match in matches for key in match.seats)
            yield Conflict(ConflictCode.SAME_TABLE, players, {"table": table})


def _history(draft: Draft, field: Field, known: Mapping[str, FieldPlayer]) -> Iterator[Conflict]:
    for match in draft.matches:
        for a, b in pairs_of(match.seats):
            if a in known and b in known[a].met:
                yield Conflict(ConflictCode.REMATCH, (a, b))
    for key in draft.byes:
        if key in known and known[key].byes and key not in field.awarded:
            yield Conflict(ConflictCode.SECOND_BYE, (key,))
