"""Suspensions: on which days one is in force, and whom it is about.

A person is the suspended one if the row of the player is the same, or the ID, or the email address: case does not
matter, and what is empty is nobody's. The same name alone proves nothing; it is a reason to look.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Generic, TypeVar

from matches.names.display import name_key

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Person:
    """What is known of somebody: ``player`` is the key of the row, None for whom there is none yet."""

    player: int | None = None
    name: str = ""
    external_id: str = ""
    email: str = ""

    def marks(self) -> list[tuple[str, str]]:
        """What tells this person from others: two persons are the same if they share one of these."""
        found = [("player", str(self.player))] if self.player is not None else []
        for kind, value in (("id", self.external_id), ("email", self.email)):
            if key := value.strip().casefold():
                found.append((kind, key))
        return found


def is_in_force(*, since: date, until: date | None, lifted: bool, day: date) -> bool:
    """Whether a suspension counts on a day: the first and the last one included."""
    return not lifted and since <= day and (until is None or day <= until)


class Suspensions(Generic[Item]):
    """Suspensions by the persons whom they are about, so that a whole list of people is compared with all at once."""

    def __init__(self, rows: Iterable[tuple[Person, Item]] = ()) -> None:
        self._by_mark: dict[tuple[str, str], list[Item]] = defaultdict(list)
        self._by_name: dict[str, list[Item]] = defaultdict(list)
        for person, item in rows:
            for mark in person.marks():
                self._by_mark[mark].append(item)
            if key := name_key(person.name):
                self._by_name[key].append(item)

    def __bool__(self) -> bool:
        return bool(self._by_mark or self._by_name)

    def of(self, person: Person) -> Item | None:
        """The first suspension that is about this person."""
        return next((item for mark in person.marks() for item in self._by_mark.get(mark, ())), None)

    def namesake(self, person: Person) -> Item | None:
        """A suspension of somebody with the same name, where none is about this person."""
        if self.of(person) is not None:
            return None
        return next(iter(self._by_name.get(name_key(person.name), ())), None)
