"""The rulebook: every rule by its id, with its text as data, to cite, to search and to show.

The text is the project's own, ``docs/rules``; ``rulebook_source`` makes the data file beside each game from it, and a
test holds the two together.
"""

from __future__ import annotations

import re
from functools import cache, cached_property
from pathlib import Path

import msgspec

_REFERENCE = re.compile(r"\b[A-Z]{2}-\d+(?:\.\d+)*(?:\.[A-H])?\b")


class Rule(msgspec.Struct, frozen=True):
    """One rule. ``text`` is the rule itself; ``more`` holds a table's further columns by their heading.

    ``names`` are the variant, the options or the strategy that the rule defines. Texts use Markdown's marks for code
    and emphasis, and nothing else of it.
    """

    id: str
    section: int
    text: str
    names: tuple[str, ...] = ()
    more: dict[str, str] = {}

    @property
    def references(self) -> tuple[str, ...]:
        """The other rules that this one names, in order and once each."""
        texts = " ".join([self.text, *self.more.values()])
        return tuple(dict.fromkeys(rule for rule in _REFERENCE.findall(texts) if rule != self.id))


class Section(msgspec.Struct, frozen=True):
    """A section: its number, title, the paragraphs that stand before its table, and its rules in order."""

    number: int
    title: str
    text: str
    rules: tuple[Rule, ...]


class Rulebook(msgspec.Struct, frozen=True, dict=True):
    """The rules of one game."""

    game: str
    title: str
    text: str
    sections: tuple[Section, ...]

    @cached_property
    def rules(self) -> dict[str, Rule]:
        """Every rule by its id, in the order of the text."""
        return {rule.id: rule for section in self.sections for rule in section.rules}

    def find(self, words: str) -> list[Rule]:
        """The rules in which every word occurs, in id, names or text, whatever its case; all of them for no words."""
        wanted = words.casefold().split()
        return [rule for rule in self.rules.values() if all(word in _searchable(rule) for word in wanted)]


def _searchable(rule: Rule) -> str:
    return " ".join([rule.id, *rule.names, rule.text, *rule.more.values()]).casefold()


@cache
def read_rulebook(path: Path) -> Rulebook:
    """The rulebook in a data file, as ``rulebook_source`` writes it."""
    return msgspec.json.decode(path.read_bytes(), type=Rulebook)
