"""The report of a referee on a record: the result, every round and turn, and the findings (record.md section 4).

The shape is the same for every game, except that a game may give the result and the rounds in a shape of its own.
``Report.to_dict`` and ``to_json`` give exactly the keys of record.md, in English. They leave out a finding's ``place``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, Protocol

import msgspec

from rules_engine.text import Text

Kind = Literal["illegal", "missed", "misrecorded", "note"]
KINDS: tuple[Kind, ...] = ("illegal", "missed", "misrecorded", "note")


class Finding(msgspec.Struct, frozen=True):
    """One departure from the rules, or a note on something that the sheet does not say.

    ``turn`` and ``action`` count from 1 and are None for a finding on a whole round or turn. ``seat`` is None where no
    player is charged. ``reading`` names the option that the finding rests on. ``place`` is the index of the round in
    the record, because two rounds can have the same name. ``message`` and ``remedy`` are for a page to translate, the
    player in them is a ``PlayerAt``.
    """

    code: str
    kind: Kind
    rule: str
    round: int | str
    turn: int | None
    action: int | None
    seat: str | None
    message: Text
    remedy: Text
    reading: str | None = None
    place: int = 0

    def to_dict(self) -> dict[str, Any]:
        """The keys of record.md, in its order."""
        shown = {name: getattr(self, name) for name in self.__struct_fields__ if name != "place"}
        return shown | {"message": str(self.message), "remedy": str(self.remedy)}


class MatchOutcome(Protocol):
    """How a match stands: what every game's result answers."""

    @property
    def status(self) -> str:
        """``in_progress``, ``complete`` or ``time``."""

    @property
    def places(self) -> list[list[str]] | None:
        """The seats in groups, best first, equal seats together in seat order; None while the match is open."""

    @property
    def scores(self) -> dict[str, int | None]:
        """Each seat's score in the unit of the game's ``ScoreKind``; None where it is not known."""

    @property
    def decided_by(self) -> str | None:
        """What decided the match, in the game's words; None while it is open."""

    def to_dict(self) -> dict[str, Any]:
        """The ``result`` of the report's JSON."""


class GameResult(msgspec.Struct, frozen=True):
    """How a match stands, for games without a shape of their own. ``detail`` holds further keys of the JSON."""

    status: str
    places: list[list[str]] | None
    scores: dict[str, int | None]
    decided_by: str | None = None
    detail: dict[str, Any] = {}

    def to_dict(self) -> dict[str, Any]:
        """The JSON object: status, places, scores, decided_by, then what the game adds."""
        named = {"status": self.status, "places": self.places, "scores": self.scores, "decided_by": self.decided_by}
        return named | self.detail


def places_by_score(scores: Mapping[str, int]) -> list[list[str]]:
    """The seats in groups, the highest score first, equal ones together in seat order."""
    return [
        [seat for seat in sorted(scores) if scores[seat] == score]
        for score in sorted(set(scores.values()), reverse=True)
    ]


_LAST = 1 << 60  # what concerns a whole turn or round comes after its parts


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """Findings by the place of their round in the record, then turn, action (the whole last) and code."""

    def key(finding: Finding) -> tuple[int, int, int, str]:
        return (
            finding.place,
            _LAST if finding.turn is None else finding.turn,
            _LAST if finding.action is None else finding.action,
            finding.code,
        )

    return sorted(findings, key=key)


class Report(msgspec.Struct, frozen=True):
    """The whole report; ``valid`` when all findings are notes. ``rounds`` are in the game's own shape."""

    valid: bool
    result: Any  # an Outcome: msgspec does not know protocols
    rounds: list[Any]
    findings: list[Finding]

    @classmethod
    def of(cls, result: MatchOutcome, rounds: list[Any], findings: Iterable[Finding]) -> Report:
        """A report with its findings in order, valid if all of them are notes."""
        listed = in_order(findings)
        return cls(all(finding.kind == "note" for finding in listed), result, rounds, listed)

    @property
    def outcome(self) -> MatchOutcome:
        """The result, as what every game's result answers."""
        found: MatchOutcome = self.result
        return found

    def to_dict(self) -> dict[str, Any]:
        """The JSON document of record.md section 4."""
        return {
            "valid": self.valid,
            "result": self.outcome.to_dict(),
            "rounds": msgspec.to_builtins(self.rounds),
            "findings": [finding.to_dict() for finding in self.findings],
        }

    def to_json(self) -> bytes:
        """The document as one line of UTF-8."""
        return msgspec.json.encode(self.to_dict())
