"""Reads the tags at the head of a text: game, rules and their options, seats, the game's own keys, and free tags."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec

from rules_engine.record.language import UNKNOWN, Language
from rules_engine.record.model import DEFAULT_GAME, MAX_TAGS, NO_EXTRAS, Extras, too_many_tags
from rules_engine.rules.configuration import shown
from rules_engine.rules.options import OPTIONS

LanguageOf = Callable[[str], Language | None]
Wrong = Callable[[int, int, str, str], None]
"""Notes what cannot be read: line, column, the token, and why."""

_TAG = re.compile(r'\[\s*(?:("(?:[^"\\]|\\.)*")|([^\s"\[\]]+))\s+("(?:[^"\\]|\\.)*")\s*\]')


class TextHead:
    """Reads the tags line by line, then what they mean; from then on ``language`` is that of the game."""

    def __init__(self, language_of: LanguageOf, wrong: Wrong) -> None:
        self.language_of, self.wrong = language_of, wrong
        self.language: Language = UNKNOWN
        self.tags: list[tuple[str, bool, str, int, int]] = []  # name, quoted, value, line, column

    def place_of(self, names: set[str]) -> tuple[int, int]:
        """Line and column of the last tag with one of these names; the first line where there is none."""
        found = [tag for tag in self.tags if tag[0].lower() in names or tag[0].upper() in names]
        return (found[-1][3], found[-1][4]) if found else (1, 1)

    def read_line(self, number: int, line: str) -> int:
        """Read the tags of a line; the answer is where its comment begins, or its length."""
        at = 0
        while at < len(line) and line[at] != ";":
            match = _TAG.match(line, at)
            if match is not None:
                self._tag(number, match)
                at = match.end()
            elif line[at].isspace():
                at += 1
            else:
                end = line.find("]", at) + 1 or len(line)
                self.wrong(number, at + 1, line[at:end], 'A tag is written [name "text"].')
                at = end
        return at

    def _tag(self, number: int, match: re.Match[str]) -> None:
        quoted, bare, value = match.groups()
        column = match.start(3) + 2  # inside the quotation marks
        try:
            name = msgspec.json.decode(quoted) if quoted else bare
            text = msgspec.json.decode(value)
        except (msgspec.DecodeError, UnicodeError):
            self.wrong(
                number, match.start() + 1, match.group(), "The text in quotation marks must be written as in JSON."
            )
            return
        self.tags.append((name, bool(quoted), text, number, column))
        if len(self.tags) > MAX_TAGS:
            raise too_many_tags()

    def read(self) -> dict[str, Any]:
        """The parts of a record that the tags give."""
        game, rules, options, seats, own, free = DEFAULT_GAME, {}, {}, {}, {}, {}
        places: dict[tuple[str, ...], tuple[int, int]] = {}
        seen: set[tuple[bool, str]] = set()
        names = [tag for tag in self.tags if not tag[1] and tag[0].lower() == "game"]
        if names:
            game = names[0][2].strip().lower()
        language = self.language_of(game)
        if language is None:
            self.wrong(*(names[0][3:] if names else (1, 1)), game, "This game is not known.")
        self.language = language or UNKNOWN
        for name, quoted, value, line, column in self.tags:
            word = self.language.reserved(name) if not quoted else None
            if (word is None, word or name) in seen:
                self.wrong(line, column, name, "This tag appears twice.")
            seen.add((word is None, word or name))
            places[(OPTIONS, word) if word in self.language.options else (word or name,)] = (line, column)
            if word is None:
                free[name] = value
            elif word in self.language.seat_set:
                seats[word] = value
            elif word in self.language.options:
                options[word] = value
            elif word in self.language.head_tags:
                own[word] = value
            elif word != "game":
                rules[word] = value
        head = {"game": game, "rules": self._rules(rules, options, places), "seats": seats, "tags": free}
        return {**head, "extra": self._own(own, places)} if own else head

    def _own(self, tags: dict[str, str], places: dict[Any, tuple[int, int]]) -> Extras:
        """The keys of the record that the game's own tags give."""
        keys, problems = self.language.head(self.language.head_from_tags(tags))
        first = min((places[name,] for name in tags), default=(1, 1))
        for problem in problems:
            self.wrong(*places.get(problem.path[:1], first), shown(problem.value), problem.message)
        return Extras(keys) if keys else NO_EXTRAS

    def _rules(self, rules: dict[str, Any], options: dict[str, str], places: dict[Any, tuple[int, int]]) -> Any:
        if self.language is UNKNOWN:
            return {}
        canonical, problems = self.language.rules(rules | ({OPTIONS: options} if options else {}))
        for problem in problems:
            key = problem.path if problem.path[0] == OPTIONS else problem.path[:1]
            value = problem.value if isinstance(problem.value, str) else shown(problem.value)
            self.wrong(*places.get(key, (1, 1)), value, problem.message)
        return canonical
