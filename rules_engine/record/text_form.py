"""Read records as text (record.md section 2); ``writing`` writes them.

Every character belongs to a tag, a heading, a token, a claim, a comment or the space between them; anything else is
reported with its line and column. Inside quotation marks the escapes are those of JSON. Elsewhere there are no
escapes: a comment of several lines is written on several lines.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import islice, zip_longest
from typing import Any

from rules_engine.record.language import UNKNOWN, Language
from rules_engine.record.model import (
    MAX_LINES,
    MAX_PLACES,
    GameRecord,
    GameRound,
    RecordError,
    TokenError,
    Turn,
    UnreadablePlace,
    clipped,
    more,
    too_long,
    too_many_lines,
)
from rules_engine.record.text_head import LanguageOf, TextHead
from rules_engine.rules.configuration import shown

_HEADING = re.compile(r"\s*round\b", re.IGNORECASE | re.ASCII)
_LABEL = re.compile(r"\s*([^\s:;=]{1,40})\s*:")
_WORD = re.compile(r"\S+")
_CLAIM = re.compile(r"(?<=[\s:])=")
_NUMBER = re.compile(r"[0-9]{1,6}", re.ASCII)
_MONEY = re.compile(r"[0-9]{1,9}", re.ASCII)

_NEXT_TURN = re.compile(r"(?<=\s)([A-Za-z]):(?=\s|$)", re.ASCII)


@dataclass
class _Draft:
    """A round or turn while it is read, at its line and column; ``columns`` are those of a turn's tokens."""

    line: int
    named: dict[str, Any]
    column: int = 1
    comments: list[str] = field(default_factory=list)
    parts: list[Any] = field(default_factory=list)
    columns: list[int] = field(default_factory=list)

    @property
    def comment(self) -> str | None:
        """The comment's lines as one text; None without a comment."""
        return "\n".join(self.comments) if self.comments else None


class TextReader:
    """Reads one text. Afterwards ``rounds`` also tells where everything stands, for marking findings."""

    def __init__(self, text: str, language_of: LanguageOf) -> None:
        self.text = text.removeprefix("\ufeff")
        self.tags = TextHead(language_of, self._wrong)
        self.language: Language = UNKNOWN
        self.places: list[UnreadablePlace] = []
        self.missed = 0
        self.parts = 0
        self.tag_ends: dict[int, int] = {}
        self.head = _Draft(0, {})
        self.rounds: list[_Draft] = []
        self.last = self.head  # what a comment on a line of its own belongs to

    def read(self) -> GameRecord:
        """The record.

        Raises:
            RecordError: with every place that cannot be read; at once if it has too many lines, tags or parts.
        """
        if self.text.count("\n") >= MAX_LINES:
            raise too_many_lines()
        lines = self.text.split("\n")
        if len(lines) > 1 and all(line.endswith("\r") for line in lines[:-1]):
            lines = [line.removesuffix("\r") for line in lines]
        written = [(number, line) for number, line in enumerate(lines, 1) if line and not line.isspace()]
        for number, line in written:
            if line.lstrip().startswith("["):
                self.tag_ends[number] = self.tags.read_line(number, line)
        head = self.tags.read()
        self.language = self.tags.language
        for number, line in written:
            self._line(number, line)
        if not self.tags.tags and not self.rounds and not self.places:
            self._wrong(1, 1, "", "There is no record here.")
        self._raise_problems()
        record = GameRecord(rounds=tuple(_round(draft) for draft in self.rounds), comment=self.head.comment, **head)
        for problem in self.language.problems(record):
            value = problem.value if isinstance(problem.value, str) else shown(problem.value)
            self._wrong(*self._place_of(problem.path), value, problem.message)
        self._raise_problems()
        return record

    def _raise_problems(self) -> None:
        if self.places:
            self.places.sort(key=lambda place: (place.line, place.column))
            raise RecordError(self.places + ([more(self.missed)] if self.missed else []))

    def _place_of(self, path: tuple[str | int, ...]) -> tuple[int, int]:
        """Line and column of what stands at a path of the record's JSON; the first line for what has no place."""
        if path[0] == "rounds":
            draft, column = self.rounds[int(path[1])], 0
            if len(path) > 3:
                draft = draft.parts[int(path[3])]
            if path[4:5] == ("actions",):
                column = draft.columns[int(path[5])]
            return draft.line, column or draft.column
        names = {word.lower() for word in path if isinstance(word, str)}
        return self.tags.place_of(names | (self.language.seat_set if path[0] == "seats" else set()))

    def _wrong(self, line: int, column: int, token: str, message: str) -> None:
        if len(self.places) < MAX_PLACES:
            self.places.append(UnreadablePlace(line, column, clipped(token), message))
        else:
            self.missed += 1

    # The rounds

    def _line(self, number: int, line: str) -> None:
        if number in self.tag_ends:
            if self.tag_ends[number] < len(line):
                self._comment(self.last, line[self.tag_ends[number] + 1 :])
            return
        body, mark, comment = line.partition(";")
        if body.strip():
            if _HEADING.match(body):
                self._heading(number, body)
            elif _LABEL.match(body):
                self._turns(number, body)
            else:
                word = _WORD.search(body)
                at = word.start() if word else 0
                self._wrong(
                    number, at + 1, body.strip(), 'A line must be a tag, "Round 1, A first", or "A:" and a turn.'
                )
                return
        if mark:
            self._comment(self.last, comment)

    def _comment(self, draft: _Draft, text: str) -> None:
        draft.comments.append(text.removeprefix(" "))

    def _count(self) -> None:
        self.parts += 1
        if self.parts > self.language.max_parts:
            raise too_long(self.language.max_parts)

    def _heading(self, number: int, body: str) -> None:
        words = list(_WORD.finditer(body.replace(",", " ")))
        self._count()
        draft = _Draft(number, {"round": 0, "first": "A"}, len(body) - len(body.lstrip()) + 1)
        self.rounds.append(draft)
        self.last = draft
        if len(words) != 4 or words[3].group().lower() != self.language.first_word:
            self._wrong(number, words[0].start() + 1, body.strip(), self.language.no_heading)
            return
        name, first = words[1], words[2]
        if name.group().upper() in self.language.round_names:
            draft.named["round"] = name.group().upper()
        elif _NUMBER.fullmatch(name.group()):
            draft.named["round"] = int(name.group())
        else:
            self._wrong(number, name.start() + 1, name.group(), self.language.no_round_name(""))
        draft.named["first"] = self._seat(number, first.start() + 1, first.group())

    def _seat(self, number: int, column: int, word: str) -> str:
        if word.upper() not in self.language.seat_set:
            self._wrong(number, column, word, self.language.no_seat)
            return "A"
        return word.upper()

    def _turns(self, number: int, body: str) -> None:
        """Read the turns of a line; a claim at its end belongs to the last of them."""
        label = _LABEL.match(body)
        assert label is not None  # noqa: S101 - the caller has looked
        claim = _CLAIM.search(body, label.end())
        end = claim.start() if claim else len(body)
        labels = [label, *(_NEXT_TURN.finditer(body, label.end(), end) if self.language.shared_lines else ())]
        for label, following in zip_longest(labels, labels[1:]):
            draft = self._turn(number, label)
            for word in _WORD.finditer(body, label.end(), following.start() if following else end):
                self._token(number, draft, word)
        if claim:
            self._claim(number, draft, body, claim.end())

    def _turn(self, number: int, label: re.Match[str]) -> _Draft:
        seat, column = self._seat(number, label.start(1) + 1, label[1]), label.start(1) + 1
        draft = _Draft(number, {"seat": seat, "claim": None}, column)
        self.last = draft
        self._count()
        if not self.rounds and self.language.implied_round:
            self.rounds.append(_Draft(number, {"round": 1, "first": seat}, column))
        if self.rounds:
            self.rounds[-1].parts.append(draft)
        else:
            self._wrong(number, column, label[1], "There is a turn before the first round heading.")
        return draft

    def _token(self, number: int, draft: _Draft, word: re.Match[str]) -> None:
        self._count()
        draft.columns.append(word.start() + 1)
        if self.language is UNKNOWN:
            return
        try:
            draft.parts.append(self.language.respell(word.group()))
        except TokenError as error:
            self._wrong(number, word.start() + 1, word.group(), error.sentence)

    def _claim(self, number: int, draft: _Draft, body: str, at: int) -> None:
        words = list(islice(_WORD.finditer(body, at), len(self.language.seats) + 1))  # one more is one too many
        claim: dict[str, int] = {}
        if not self.language.fewest_seats <= len(words) <= len(self.language.seats):
            self._wrong(number, at, "= " + body[at:].strip(), self.language.no_claim)
        for seat, word in zip(self.language.seats, words, strict=False):
            if _MONEY.fullmatch(word.group()):
                claim[seat] = int(word.group())
            elif word.group() != "-":
                self._wrong(number, word.start() + 1, word.group(), self.language.no_amount)
        draft.named["claim"] = claim


def _round(draft: _Draft) -> GameRound:
    turns = tuple(Turn(actions=tuple(turn.parts), comment=turn.comment, **turn.named) for turn in draft.parts)
    return GameRound(turns=turns, comment=draft.comment, **draft.named)
