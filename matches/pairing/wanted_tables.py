"""Finds the matches of a draft whose table is not what their players need, and proposes one that is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set

import msgspec

from matches.pairing.conflicts import Conflict, ConflictCode, Draft, DraftMatch


class TableWishes(msgspec.Struct, frozen=True):
    """What the tables of an event are, and who needs what of them.

    ``kinds``: by table of the event, what it is; only tables that are something and can be used. ``wanted``: by player
    key, what the table must be. ``fixed``: the table of a player who has a fixed one instead.
    """

    kinds: Mapping[int, frozenset[str]] = {}
    wanted: Mapping[str, str] = {}
    fixed: Mapping[str, int] = {}


def wanted_conflicts(draft: Draft, wishes: TableWishes) -> tuple[Conflict, ...]:
    """One conflict for each match at a table that is not all that its players need.

    Its parameters: ``wanted``, what the table must be, and ``table``, the lowest that is all of that and at which no
    other match needs to stay; 0 where there is none.
    """
    if not wishes.wanted:
        return ()
    staying = {match.table for match in draft.matches if match.table is not None and _stays(match, wishes)}
    return tuple(_missing(draft, wishes, staying))


def _missing(draft: Draft, wishes: TableWishes, staying: Set[int]) -> Iterator[Conflict]:
    for match in draft.matches:
        needed = _needed(match, wishes)
        at = _fixed(match, wishes)
        if not needed or _is_all(match.table, needed, wishes) or any(_is_all(table, needed, wishes) for table in at):
            continue  # a match that is not at its fixed table is a conflict of its own
        fitting = (table for table in sorted(wishes.kinds) if table not in staying and not at)
        table = next((table for table in fitting if needed <= wishes.kinds[table]), 0)
        players = tuple(key for key in match.seats if key in wishes.wanted or key in wishes.fixed)
        params: dict[str, int | str] = {"wanted": " ".join([*map(str, sorted(at)), *sorted(needed)]), "table": table}
        yield Conflict(ConflictCode.WANTED_TABLE, players, params)


def _needed(match: DraftMatch, wishes: TableWishes) -> frozenset[str]:
    return frozenset(wishes.wanted[key] for key in match.seats if key in wishes.wanted)


def _fixed(match: DraftMatch, wishes: TableWishes) -> set[int]:
    return {wishes.fixed[key] for key in match.seats if key in wishes.fixed}


def _stays(match: DraftMatch, wishes: TableWishes) -> bool:
    """Whether the match is where it needs to be."""
    needed = _needed(match, wishes)
    return match.table in _fixed(match, wishes) or bool(needed and _is_all(match.table, needed, wishes))


def _is_all(table: int | None, needed: Set[str], wishes: TableWishes) -> bool:
    return table is not None and needed <= wishes.kinds.get(table, frozenset())
