"""Who of several events is one person, as far as their rows can tell. Pure.

A row of the same player, the same ID or the same email address is the same person; the same name alone may be another
one, and is named as such.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple


class Identity(NamedTuple):
    """What a row knows of its person. ``name`` is in lower case, without accents."""

    row: int
    event: int
    player: int
    external_id: str
    email: str
    name: str


class Together(NamedTuple):
    """Rows of two or more events that are one person; ``sure`` is False where only the name is the same."""

    rows: tuple[int, ...]
    sure: bool


def in_several_events(people: Iterable[Identity]) -> list[Together]:
    """The people who have rows in more than one event: first those that are sure, then by name alone.

    What is sure joins across: a row that has its ID in common with a second and its email with a third is all three.
    """
    known = list(people)
    found = [Together(_rows(group), True) for group in _joined(known) if _events(group) > 1]
    spoken_for = {row for together in found for row in together.rows}
    by_name: dict[str, list[Identity]] = defaultdict(list)
    for one in known:
        by_name[one.name].append(one)
    for name, group in by_name.items():
        if name and _events(group) > 1 and not {one.row for one in group} <= spoken_for:
            found.append(Together(_rows(group), False))
    return found


def _joined(people: list[Identity]) -> list[list[Identity]]:
    """Groups of rows that have a player, an ID or an email address in common, directly or through others."""
    groups: dict[int, list[Identity]] = {}
    holder: dict[tuple[str, int | str], int] = {}
    at: dict[int, int] = {}
    for one in people:
        groups[one.row], at[one.row] = [one], one.row
        for mark in _marks(one):
            other = at[holder.setdefault(mark, one.row)]
            here = at[one.row]
            if other != here:
                for moved in groups.pop(here):
                    at[moved.row] = other
                    groups[other].append(moved)
    return list(groups.values())


def _marks(one: Identity) -> list[tuple[str, int | str]]:
    marks: list[tuple[str, int | str]] = [("player", one.player)]
    if one.external_id:
        marks.append(("id", one.external_id.lower()))
    if one.email:
        marks.append(("email", one.email.lower()))
    return marks


def _events(group: list[Identity]) -> int:
    return len({one.event for one in group})


def _rows(group: list[Identity]) -> tuple[int, ...]:
    return tuple(sorted(one.row for one in group))
