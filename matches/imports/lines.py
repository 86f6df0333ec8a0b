"""The lines of a list that was read, what was found about them, and what becomes of the doubtful ones."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType

from matches.imports.layout import Layout


class Weight(StrEnum):
    """What a finding means for its line: an error, a question, or a player who is in the event already."""

    PROBLEM = "problem"
    QUESTION = "question"
    KNOWN = "known"


@dataclass(frozen=True, slots=True)
class LineFinding:
    """A finding about one line (counted from 1, as an editor shows it): a code with its parameters."""

    line: int
    code: str
    weight: Weight = Weight.PROBLEM
    text: str = ""
    params: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class ListLine:
    """One player of the list. ``seed`` is None if the list gives none."""

    number: int
    name: str
    external_id: str = ""
    email: str = ""
    seed: int | None = None
    byes: int = 0
    last_name: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """A line as it was written: its text, the number of its last line, and the name in it, as far as it has one."""

    text: str
    last: int
    name: str


class Decision(StrEnum):
    """What becomes of a line with a question: a new player, one who is known already, or nothing."""

    ADD = "add"
    SAME = "same"
    OUT = "out"


PERSON_QUESTIONS = frozenset({"name_twice", "name_known", "id_elsewhere"})
"""The questions whether two are one person. All others are about a value that is left out if the line is taken."""


@dataclass(frozen=True, slots=True)
class ListReading:
    """A list that was read: the ``lines`` without a problem, the ``findings`` about all lines, and what was assumed.

    A line does not hold the values that cannot be read; each of them is a question.
    """

    lines: tuple[ListLine, ...]
    findings: tuple[LineFinding, ...]
    encoding: str
    layout: Layout
    sources: Mapping[int, Source]

    def of(self, weight: Weight) -> tuple[LineFinding, ...]:
        return tuple(finding for finding in self.findings if finding.weight == weight)

    def takes(self, *, questions: bool) -> tuple[ListLine, ...]:
        """Return the lines to import: the good ones, and with ``questions`` those with only questions."""
        asked = {f.line for f in self.findings if f.weight == Weight.QUESTION}
        return tuple(line for line in self._not_held() if questions or line.number not in asked)

    def _not_held(self) -> list[ListLine]:
        held = {f.line for f in self.findings if f.weight != Weight.QUESTION}
        return [line for line in self.lines if line.number not in held]

    def proposals(self) -> dict[int, Decision]:
        """Return what is proposed for each line with a question: a doubtful person is taken for the one who is known,
        and a value that cannot be read is left out.
        """
        open_lines = {line.number for line in self._not_held()}
        return {
            number: Decision.SAME if PERSON_QUESTIONS & codes else Decision.ADD
            for number, codes in self.questions().items()
            if number in open_lines
        }

    def questions(self) -> dict[int, set[str]]:
        """Return the codes of the questions by line."""
        codes: dict[int, set[str]] = {}
        for finding in self.of(Weight.QUESTION):
            codes.setdefault(finding.line, set()).add(finding.code)
        return codes

    def decided(self, decisions: Mapping[int, Decision]) -> tuple[tuple[ListLine, ...], tuple[ListLine, ...]]:
        """Return the lines that bring a new entry, and those of players who are in the event already.

        ``decisions`` overrides what is proposed. A line whose id belongs to somebody else is added without the id, or
        it is an entry of that player.
        """
        choices = {**self.proposals(), **{n: d for n, d in decisions.items() if n in self.proposals()}}
        added, same, questions = [], [], self.questions()
        for line in self._not_held():
            choice, codes = choices.get(line.number, Decision.ADD), questions.get(line.number, set())
            if choice == Decision.SAME and not codes & {"name_twice", "name_known"}:
                added.append(line)
            elif choice == Decision.SAME:
                same.append(line)
            elif choice == Decision.ADD:
                added.append(replace(line, external_id="") if "id_elsewhere" in codes else line)
        return tuple(added), tuple(same)

    @property
    def fingerprint(self) -> str:
        """A short text that differs when other findings are made, because the event has changed."""
        known = [(f.line, f.code, f.text, sorted(f.params.items())) for f in self.findings]
        return hashlib.sha256(repr(known).encode("utf-8", "backslashreplace")).hexdigest()[:16]

    @property
    def is_clean(self) -> bool:
        return not self.findings


def without_seeds(lines: Iterable[ListLine], findings: Iterable[LineFinding]) -> tuple[ListLine, ...]:
    """Return the lines without the seeds that belong to somebody else."""
    taken = {finding.line for finding in findings if finding.code in ("seed_twice", "seed_taken")}
    return tuple(replace(line, seed=None) if line.number in taken else line for line in lines)
