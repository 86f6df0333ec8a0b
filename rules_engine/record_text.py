"""Records as text (record.md section 2), read; ``record_writing`` is the other way.

Every character belongs to a tag, a heading, a token, a claim, a comment or the space between them; what is none of
these is a place in the error, with its line and column. The escapes are those of JSON inside quotation marks, and
there are none elsewhere: a comment of several lines is written on several lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from rules_engine.configuration import shown
from rules_engine.record import (
    MAX_PARTS,
    MAX_PLACES,
    Language,
    Place,
    Record,
    RecordError,
    Round,
    TokenError,
    Turn,
    clipped,
    more,
    too_long,
)

LanguageOf = Callable[[str], Language | None]

_TAG = re.compile(r'\[\s*(?:("(?:[^"\\]|\\.)*")|([^\s"\[\]]+))\s+("(?:[^"\\]|\\.)*")\s*\]')
_HEADING = re.compile(r"\s*round\b", re.IGNORECASE | re.ASCII)
_LABEL = re.compile(r"\s*([^\s:;=]{1,40})\s*:")
_WORD = re.compile(r"\S+")
_CLAIM = re.compile(r"(?<=[\s:])=")
_NUMBER = re.compile(r"[0-9]{1,6}", re.ASCII)
_MONEY = re.compile(r"[0-9]{1,9}", re.ASCII)

HEAD = ("game", "edition", "format", "jokers", "variants")
SEATS = ("A", "B")


@dataclass
class _Draft:
    """A round or turn while it is read; ``places`` are the columns of a turn's tokens, on ``line``."""

    line: int
    named: dict[str, Any]
    comments: list[str] = field(default_factory=list)
    parts: list[Any] = field(default_factory=list)
    columns: list[int] = field(default_factory=list)

    @property
    def comment(self) -> str | None:
        """The comment's lines as one text; None if there is none."""
        return "\n".join(self.comments) if self.comments else None


class TextReader:
    """Reads one text. Afterwards ``rounds`` also tells where everything stands, for marking findings."""

    def __init__(self, text: str, language_of: LanguageOf) -> None:
        self.text = text.removeprefix("\ufeff")
        self.language_of = language_of
        self.language: Language | None = None
        self.places: list[Place] = []
        self.missed = 0
        self.parts = 0
        self.tags: list[tuple[str, bool, str, int, int]] = []  # name, quoted, value, line, column
        self.tag_ends: dict[int, int] = {}
        self.head = _Draft(0, {})
        self.rounds: list[_Draft] = []
        self.last = self.head  # what a comment on a line of its own belongs to

    def read(self) -> Record:
        """The record.

        Raises:
            RecordError: with every place that cannot be read.
        """
        lines = self.text.split("\n")
        if len(lines) > 1 and all(line.endswith("\r") for line in lines[:-1]):
            lines = [line.removesuffix("\r") for line in lines]
        for number, line in enumerate(lines, 1):
            if line.lstrip().startswith("["):
                self.tag_ends[number] = self._tag_line(number, line)
        head = self._head()
        for number, line in enumerate(lines, 1):
            self._line(number, line)
        if not self.tags and not self.rounds and not self.places:
            self._wrong(1, 1, "", "There is no record here.")
        if self.places:
            self.places.sort(key=lambda place: (place.line, place.column))
            raise RecordError(self.places + ([more(self.missed)] if self.missed else []))
        return Record(rounds=tuple(_round(draft) for draft in self.rounds), comment=self.head.comment, **head)

    def _wrong(self, line: int, column: int, token: str, message: str) -> None:
        if len(self.places) < MAX_PLACES:
            self.places.append(Place(line, column, clipped(token), message))
        else:
            self.missed += 1

    # The head

    def _tag_line(self, number: int, line: str) -> int:
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
                self._wrong(number, at + 1, line[at:end], 'A tag is written [name "text"].')
                at = end
        return at

    def _tag(self, number: int, match: re.Match[str]) -> None:
        quoted, bare, value = match.groups()
        column = match.start(3) + 2  # inside the quotation marks
        try:
            name = msgspec.json.decode(quoted) if quoted else bare
            text = msgspec.json.decode(value)
        except (msgspec.DecodeError, UnicodeError):
            self._wrong(
                number, match.start() + 1, match.group(), "The text in quotation marks must be written as in JSON."
            )
            return
        self.tags.append((name, bool(quoted), text, number, column))

    def _head(self) -> dict[str, Any]:
        """Tags by what they mean: game, rules and their options, seats, and free tags."""
        game, rules, options, seats, free = "bankout", {}, {}, {}, {}
        places: dict[tuple[str, ...], tuple[int, int]] = {}
        seen: set[tuple[bool, str]] = set()
        names = [tag for tag in self.tags if not tag[1] and tag[0].lower() == "game"]
        if names:
            game = names[0][2].strip().lower()
        self.language = self.language_of(game)
        if self.language is None:
            self._wrong(*(names[0][3:] if names else (1, 1)), game, "This game is not known.")
        option_names = self.language.options if self.language else ()
        for name, quoted, value, line, column in self.tags:
            word = reserved(name, option_names) if not quoted else None
            if (word is None, word or name) in seen:
                self._wrong(line, column, name, "This tag is here twice.")
            seen.add((word is None, word or name))
            places[("options", word) if word in option_names else (word or name,)] = (line, column)
            if word is None:
                free[name] = value
            elif word in SEATS:
                seats[word] = value
            elif word in option_names:
                options[word] = value
            elif word != "game":
                rules[word] = value
        return {"game": game, "rules": self._rules(rules, options, places), "seats": seats, "tags": free}

    def _rules(self, rules: dict[str, Any], options: dict[str, str], places: dict[Any, tuple[int, int]]) -> Any:
        if self.language is None:
            return {}
        canonical, problems = self.language.rules(rules | ({"options": options} if options else {}))
        for problem in problems:
            key = problem.path if problem.path[0] == "options" else problem.path[:1]
            value = problem.value if isinstance(problem.value, str) else shown(problem.value)
            self._wrong(*places.get(key, (1, 1)), value, problem.message)
        return canonical

    # The rounds

    def _line(self, number: int, line: str) -> None:
        start = line.lstrip()
        if not start:
            return
        if number in self.tag_ends:
            if self.tag_ends[number] < len(line):
                self._comment(self.last, line[self.tag_ends[number] + 1 :])
            return
        body, mark, comment = line.partition(";")
        if body.strip():
            if _HEADING.match(body):
                self._heading(number, body)
            elif _LABEL.match(body):
                self._turn(number, body)
            else:
                word = _WORD.search(body)
                at = word.start() if word else 0
                self._wrong(number, at + 1, body.strip(), 'A line is a tag, "Round 1, A first", or "A:" and a turn.')
                return
        if mark:
            self._comment(self.last, comment)

    def _comment(self, draft: _Draft, text: str) -> None:
        draft.comments.append(text.removeprefix(" "))

    def _count(self) -> None:
        self.parts += 1
        if self.parts > MAX_PARTS:
            raise too_long()

    def _heading(self, number: int, body: str) -> None:
        words = list(_WORD.finditer(body.replace(",", " ")))
        self._count()
        draft = _Draft(number, {"round": 0, "first": "A"})
        self.rounds.append(draft)
        self.last = draft
        if len(words) != 4 or words[3].group().lower() != "first":
            self._wrong(number, words[0].start() + 1, body.strip(), 'A round is headed "Round 1, A first".')
            return
        name, first = words[1], words[2]
        if name.group().upper() == "SD" or _NUMBER.fullmatch(name.group()):
            draft.named["round"] = "SD" if name.group().upper() == "SD" else int(name.group())
        else:
            self._wrong(number, name.start() + 1, name.group(), "A round is called by its number, or SD.")
        draft.named["first"] = self._seat(number, first.start() + 1, first.group())

    def _seat(self, number: int, column: int, word: str) -> str:
        if word.upper() not in SEATS:
            self._wrong(number, column, word, "This is no seat; the seats are A and B.")
            return "A"
        return word.upper()

    def _turn(self, number: int, body: str) -> None:
        label = _LABEL.match(body)
        assert label is not None  # noqa: S101 - the caller has looked
        draft = _Draft(number, {"seat": self._seat(number, label.start(1) + 1, label[1]), "claim": None})
        self.last = draft
        self._count()
        if self.rounds:
            self.rounds[-1].parts.append(draft)
        else:
            self._wrong(number, label.start(1) + 1, label[1], "A turn stands before the first round's heading.")
        claim = _CLAIM.search(body, label.end())
        for word in _WORD.finditer(body, label.end(), claim.start() if claim else len(body)):
            self._token(number, draft, word)
        if claim:
            self._claim(number, draft, body, claim.end())

    def _token(self, number: int, draft: _Draft, word: re.Match[str]) -> None:
        self._count()
        draft.columns.append(word.start() + 1)
        if self.language is None:
            return
        try:
            draft.parts.append(self.language.respell(word.group()))
        except TokenError as error:
            self._wrong(number, word.start() + 1, word.group(), f"{error}.")

    def _claim(self, number: int, draft: _Draft, body: str, at: int) -> None:
        words = list(_WORD.finditer(body, at))
        claim: dict[str, int] = {}
        if len(words) != 2:
            self._wrong(number, at, "= " + body[at:].strip(), 'A claim is written "= 16 0", A first, or "= 16 -".')
        for seat, word in zip(SEATS, words, strict=False):
            if _MONEY.fullmatch(word.group()):
                claim[seat] = int(word.group())
            elif word.group() != "-":
                message = "A claim is in whole dollars, nine digits at most."
                self._wrong(number, word.start() + 1, word.group(), message)
        draft.named["claim"] = claim


def reserved(name: str, options: tuple[str, ...]) -> str | None:
    """What an unquoted tag name means, in either case: a word of the head, a seat or an option; None if it is free."""
    word = name.lower()
    if word in HEAD or word in options:
        return word
    return name.upper() if name.upper() in SEATS else None


def _round(draft: _Draft) -> Round:
    turns = tuple(Turn(actions=tuple(turn.parts), comment=turn.comment, **turn.named) for turn in draft.parts)
    return Round(turns=turns, comment=draft.comment, **draft.named)
