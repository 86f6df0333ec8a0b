"""Reads the cell of a list that says in which categories of the prizes a player is."""

from __future__ import annotations

from collections.abc import Sequence

from matches.names.display import tidy


def listed_categories(text: str, known: Sequence[str]) -> tuple[tuple[str, ...], str]:
    """The categories that a cell names, in the order of ``known``, and the first part that names none.

    Several stand between semicolons, or between commas, of which a name may have some. Case does not matter.
    """
    names = {tidy(name).casefold(): name for name in known}
    found: set[str] = set()
    unknown = ""
    for part in filter(None, map(tidy, text.split(";"))):
        parts = [part] if part.casefold() in names else [piece for piece in map(tidy, part.split(",")) if piece]
        for piece in parts:
            if name := names.get(piece.casefold()):
                found.add(name)
            else:
                unknown = unknown or piece
    return tuple(name for name in known if name in found), unknown
