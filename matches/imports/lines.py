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
    """One player of the list. ``seed`` is None if the list gives none; ``answers`` are those to questions, by key;
    ``categories`` are those of the event's prizes. ``invitation`` is the key of the one whose person this is, once that
    was decided.
    """

    number: int
    name: str
    external_id: str = ""
    email: str = ""
    seed: int | None = None
    byes: int = 0
    last_name: str = ""
    note: str = ""
    answers: tuple[tuple[str, str], ...] = ()
    categories: tuple[str, ...] = ()
    invitation: int | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """A line as it was written: its text, the number of its last line, and the name in it, as far as it has one."""

    text: str
    last: int
    name: str


class Decision(StrEnum):
    """What becomes of a line with a question: a new player, as written or with the name repaired, one who is known
    already, or nothing.
    """

    ADD = "add"
    REPAIRED = "repaired"
    SAME = "same"
    OUT = "out"


OTHER_NAME = frozenset({"id_elsewhere", "id_known_name"})
"""A known id stands with another name. Nobody can guess which of the two is right: no answer is proposed."""
PERSON_QUESTIONS = frozenset({"name_twice", "name_known", "name_invited"}) | OTHER_NAME
"""The questions whether two are one person. All others are about a value that is left out if the line is taken, and
``encoding`` and ``misread`` about the name: one that was misread cannot be taken as it is written, and stands repaired
in its line."""


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
        """Return the lines to import: the good ones, and with ``questions`` those with only questions to which an
        answer is proposed.
        """
        proposed = self.proposals()
        open_lines = {n for n, choice in proposed.items() if choice is None} if questions else proposed.keys()
        lines = (line for line in self._not_held() if line.number not in open_lines)
        return tuple(self._as_invited(line) if questions else line for line in lines)

    def _not_held(self) -> list[ListLine]:
        held = {f.line for f in self.findings if f.weight != Weight.QUESTION}
        return [line for line in self.lines if line.number not in held]

    def proposals(self) -> dict[int, Decision | None]:
        """Return what is proposed for each line with a question: a doubtful person is taken for the one who is known,
        a name is repaired, and a value that cannot be read is left out; None where the organiser has to choose.
        """
        open_lines = {line.number for line in self._not_held()}
        return {number: _proposal(codes) for number, codes in self.questions().items() if number in open_lines}

    def undecided(self, decisions: Mapping[int, Decision]) -> list[int]:
        """Return the lines for which nothing is proposed and nothing was decided."""
        return [number for number, choice in self.proposals().items() if choice is None and number not in decisions]

    def questions(self) -> dict[int, set[str]]:
        """Return the codes of the questions by line."""
        codes: dict[int, set[str]] = {}
        for finding in self.of(Weight.QUESTION):
            codes.setdefault(finding.line, set()).add(finding.code)
        return codes

    def decided(self, decisions: Mapping[int, Decision]) -> tuple[tuple[ListLine, ...], tuple[ListLine, ...]]:
        """Return the lines that bring a new entry, and those of players who are in the event already.

        ``decisions`` overrides what is proposed; a line without either is left out. A line whose id belongs to somebody
        else is added without the id, or it is that player.
        """
        choices = {**self.proposals(), **{n: d for n, d in decisions.items() if n in self.proposals()}}
        added, same, questions = [], [], self.questions()
        for line in self._not_held():
            choice, codes = choices.get(line.number, Decision.ADD), questions.get(line.number, set())
            if choice == Decision.SAME and not codes & {"name_twice", "name_known", "id_known_name"}:
                added.append(self._as_invited(line))
            elif choice == Decision.SAME:
                same.append(line)
            elif choice == Decision.REPAIRED:
                added.append(self._repaired(line))
            elif choice == Decision.ADD:
                person = self._repaired(line) if codes & PERSON_QUESTIONS else line
                added.append(replace(person, external_id="") if codes & OTHER_NAME else person)
        return tuple(added), tuple(same)

    def _as_invited(self, line: ListLine) -> ListLine:
        """The line of somebody who is invited, if its name is that of one."""
        about = (f for f in self.findings if (f.line, f.code) == (line.number, "name_invited"))
        invitation = next((f.params["invitation"] for f in about), None)
        return replace(self._repaired(line), invitation=invitation) if isinstance(invitation, int) else line

    def _repaired(self, line: ListLine) -> ListLine:
        meant = next((f.params for f in self.findings if (f.line, f.code) == (line.number, "encoding")), None)
        return replace(line, name=str(meant["repaired"]), last_name=str(meant["last_name"])) if meant else line

    @property
    def fingerprint(self) -> str:
        """A short text that differs when other findings are made, because the event has changed."""
        known = [(f.line, f.code, f.text, sorted(f.params.items())) for f in self.findings]
        return hashlib.sha256(repr(known).encode("utf-8", "backslashreplace")).hexdigest()[:16]

    @property
    def repairable(self) -> bool:
        """Whether a name was read in a wrong encoding and is known as it was meant."""
        return any(finding.code in ("encoding", "misread") for finding in self.findings)

    @property
    def is_clean(self) -> bool:
        return not self.findings


def _proposal(codes: set[str]) -> Decision | None:
    if codes & OTHER_NAME:
        return None
    if codes & PERSON_QUESTIONS:
        return Decision.SAME
    return Decision.REPAIRED if "encoding" in codes else Decision.ADD


def as_meant(lines: Iterable[ListLine], findings: Iterable[LineFinding]) -> list[ListLine]:
    """The lines to be compared with others: with the names that were meant where the encoding was wrong."""
    meant = {finding.line: str(finding.params["repaired"]) for finding in findings if finding.code == "encoding"}
    return [replace(line, name=meant.get(line.number, line.name)) for line in lines]


def without_seeds(lines: Iterable[ListLine], findings: Iterable[LineFinding]) -> tuple[ListLine, ...]:
    """Return the lines without the seeds that belong to somebody else."""
    taken = {finding.line for finding in findings if finding.code in ("seed_twice", "seed_taken")}
    return tuple(replace(line, seed=None) if line.number in taken else line for line in lines)
