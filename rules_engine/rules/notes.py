"""What a game gives to the pages of its rules and of the record check, beside the rule texts themselves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rules_engine.record import clipped
from rules_engine.record.report import Kind
from rules_engine.text import PlayerAt, Text


class FindingText(NamedTuple):
    """A finding code: kind, rules, message and remedy.

    ``by_rule`` holds the messages that depend on the rule, ``by_case`` those of special cases, by their names.
    ``barred`` says why the act is not possible, before anybody has done it; empty where the message fits that, too.
    ``barred_by`` holds those that depend on the rule or the case.
    """

    kind: Kind
    rules: tuple[str, ...]
    message: str
    remedy: str
    by_rule: dict[str, str] = {}
    by_case: dict[str, str] = {}
    barred: str = ""
    barred_by: dict[str, str] = {}

    def message_for(self, rule: str, case: str = "") -> str:
        """The message under one of the rules, or of a special case, with the named places still open."""
        return self.by_case.get(case) or self.by_rule.get(rule, self.message)

    def why_barred(self, rule: str, seat: str | None, params: Mapping[str, Any]) -> Text:
        """Why an act that would be this finding is not possible now."""
        message, _remedy = self.texts(rule, seat, params)
        barred = self.barred_by.get(params.get("case", "")) or self.barred_by.get(rule, self.barred)
        return Text(barred, message.values) if barred else message

    def texts(self, rule: str, seat: str | None, params: Mapping[str, Any]) -> tuple[Text, Text]:
        """Message and remedy of a finding at a seat; ``params`` fill their places, and ``case`` is a special case."""
        values = {name: clipped(value) if isinstance(value, str) else value for name, value in params.items()}
        values["player"] = PlayerAt(seat)
        return Text(self.message_for(rule, values.get("case", "")), values), Text(self.remedy, values)


class FindingRecord(NamedTuple):
    """A short record in which a finding is the only one but notes, and the time box in seconds to judge it with."""

    text: str
    time_box: int | None = None


class ExampleRecord(NamedTuple):
    """A record to try the check with: its name, what it shows, and its text."""

    name: Text
    shows: Text
    text: str


class NotationHelp(NamedTuple):
    """Help on writing a record of the game, shown beside the form of the record check.

    ``record`` is a few lines of an example; ``signs`` are pairs of a sign and its meaning, in the order to show them.
    """

    record: str
    signs: tuple[tuple[str, Text], ...]


@dataclass(frozen=True)
class RuleNotes:
    """``findings`` by code; ``records`` by code and rule; ``worked``: the rules that each worked example shows.

    ``examples`` are records to try by their key; ``notation`` is the help beside the form of the check.
    """

    findings: Mapping[str, FindingText] = field(default_factory=dict)
    records: Mapping[tuple[str, str], FindingRecord] = field(default_factory=dict)
    worked: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    examples: Mapping[str, ExampleRecord] = field(default_factory=dict)
    notation: NotationHelp | None = None
