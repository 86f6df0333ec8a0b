"""What a referee says of a record: the result, every round and turn, and the findings (record.md section 4).

The same shape for every game. ``Report.to_dict`` and ``to_json`` give exactly the keys of the record text; a
finding's ``params`` and ``place`` stay behind: with the code the first are what a translation needs.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Kind = Literal["illegal", "missed", "misrecorded", "note"]
KINDS: tuple[Kind, ...] = ("illegal", "missed", "misrecorded", "note")


_BEHIND = ("params", "place")


class Finding(msgspec.Struct, frozen=True):
    """One departure from the rules, or a note of what a sheet leaves unsaid.

    ``turn`` and ``action`` count from 1 and are None for what concerns a whole round or turn; ``seat`` is None where
    nobody is charged; ``reading`` names the option that the finding rests on. ``place`` is the index of the round in
    the record, for two rounds can have one name.
    """

    code: str
    kind: Kind
    rule: str
    round: int | str
    turn: int | None
    action: int | None
    seat: str | None
    message: str
    remedy: str
    reading: str | None = None
    params: dict[str, Any] = {}
    place: int = 0

    def to_dict(self) -> dict[str, Any]:
        """The keys of record.md, in its order."""
        return {name: getattr(self, name) for name in self.__struct_fields__ if name not in _BEHIND}


class TurnReport(msgspec.Struct, frozen=True, gc=False):
    """How a turn ended, what it added to its player's Bank, and the Banks after it."""

    seat: str
    ended_by: str
    gained: int
    banks: dict[str, int]


class RoundReport(msgspec.Struct, frozen=True):
    """A round that was judged; one that was skipped is not listed."""

    round: int | str
    winner: str | None
    banks: dict[str, int]
    turns: list[TurnReport]


class Result(msgspec.Struct, frozen=True):
    """Where the match stands. ``winner`` is a seat, ``draw`` or None."""

    status: str
    winner: str | None
    round_wins: dict[str, int]
    totals: dict[str, int]
    pot: int
    decided_by: str | None


class Report(msgspec.Struct, frozen=True):
    """The whole report; ``valid`` when nothing was found but notes."""

    valid: bool
    result: Result
    rounds: list[RoundReport]
    findings: list[Finding]

    def to_dict(self) -> dict[str, Any]:
        """The JSON document of record.md section 4."""
        return {
            "valid": self.valid,
            "result": msgspec.to_builtins(self.result),
            "rounds": msgspec.to_builtins(self.rounds),
            "findings": [finding.to_dict() for finding in self.findings],
        }

    def to_json(self) -> bytes:
        """The document as one line of UTF-8."""
        return msgspec.json.encode(self.to_dict())
