"""What belongs to a rule beside its text: switches, the findings that cite it, worked examples, references."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import Any, NamedTuple

from rules_engine import games
from rules_engine.game import Game
from rules_engine.record.marking import marked, spots
from rules_engine.record.reading import parse
from rules_engine.record.report import Kind
from rules_engine.rules.book import Rule, Rulebook
from rules_engine.rules.configuration import written
from rules_engine.rules.notes import FindingRecord
from rules_engine.rules.options import OPTIONS, VARIANTS, Setting, Variant
from rules_engine.rules.sets import RuleSet
from rules_engine.text import Text
from rules_engine.text import text as _


class SwitchDefaults(NamedTuple):
    """A switch of a game's rules with its default in each edition."""

    switch: Setting
    defaults: dict[str, Any]


class RuleOfGame(NamedTuple):
    """A rule with the game and the rulebook that it is in. The properties are what the API tells about it."""

    game: Game
    book: Rulebook
    rule: Rule

    @property
    def section_title(self) -> str:
        """The title of the section that holds the rule."""
        return next(section.title for section in self.book.sections if section.number == self.rule.section)

    @property
    def named_by_ids(self) -> list[str]:
        """The ids of the rules that name this one."""
        return [other.id for other in named_by(self.book, self.rule)]

    @property
    def switches(self) -> list[SwitchDefaults]:
        """The switches that the rule defines."""
        schema = self.game.schema
        return [
            SwitchDefaults(switch, {edition: switch.default(edition) for edition in schema.editions})
            for switch in schema.switches
            if switch.rule == self.rule.id
        ]

    @property
    def variants(self) -> list[Variant]:
        """The variants that the rule defines."""
        return self.game.schema.variants_of(self.rule.id)

    @property
    def findings(self) -> list[CitedFinding]:
        """The findings that cite the rule."""
        return findings_of(self.game, self.rule)


def find_rule(identifier: str) -> RuleOfGame | None:
    """Find a rule of any game by its id, in either case; None if no rulebook has it."""
    wanted = identifier.upper()
    for game in games.all_games():
        book = game.rulebook
        if wanted in book.rules:
            return RuleOfGame(game, book, book.rules[wanted])
    return None


class SwitchValue(NamedTuple):
    """A value of a switch, the editions whose default it is, and whether the event plays it."""

    label: Text
    editions: list[Text]
    played: bool


class RuleSwitch(NamedTuple):
    """A switch or a variant. ``changed``: the event's value differs from its edition's default."""

    name: str
    values: list[SwitchValue]
    changed: bool


class JudgedRecord(NamedTuple):
    """The record that shows a finding, with the line where the finding stands and the marker to print under it."""

    record: FindingRecord
    message: str
    remedy: str
    line: str
    marker: str


class CitedFinding(NamedTuple):
    """A finding that cites a rule: as the referee words it, with the record that shows it, if there is one."""

    code: str
    kind: Kind
    message: str
    remedy: str
    example: JudgedRecord | None


def switches(game: Game, rule: Rule, rules: RuleSet | None) -> list[RuleSwitch]:
    """The switches and variants that the rule defines; ``rules`` are those of an event."""
    found = [_switch(game, switch, rules) for switch in game.schema.switches if switch.rule == rule.id]
    return found + [_variant(game, variant, rules) for variant in game.schema.variants_of(rule.id)]


def _switch(game: Game, switch: Setting, rules: RuleSet | None) -> RuleSwitch:
    edition = game.schema.field_of(game.schema.edition)
    editions = () if edition is None else edition.values
    chosen = None if rules is None else rules.to_mapping()[OPTIONS][switch.key]
    values = [
        SwitchValue(
            Text(written(value)),
            [game.wording.edition(game.schema, str(key)) for key in editions if switch.default(str(key)) == value],
            rules is not None and chosen == value,
        )
        for value in switch.values
    ]
    return RuleSwitch(switch.key, values, rules is not None and switch.key in rules.changed_options())


def _variant(game: Game, variant: Variant, rules: RuleSet | None) -> RuleSwitch:
    played = rules is not None and variant.key in rules.to_mapping()[VARIANTS]
    scope = game.wording.variant_scope(game.schema, variant)
    return RuleSwitch(variant.key, [SwitchValue(_("played ({scope})", scope=scope), [], played)], played)


def is_changed(game: Game, rule: Rule, rules: RuleSet | None) -> bool:
    """Whether the event has set anything that this rule defines."""
    return rules is not None and any(switch.changed for switch in switches(game, rule, rules))


def findings_of(game: Game, rule: Rule) -> list[CitedFinding]:
    """Every finding that cites the rule."""
    return [_cited(game, code, rule.id) for code, text in game.notes.findings.items() if rule.id in text.rules]


def _cited(game: Game, code: str, rule: str) -> CitedFinding:
    text = game.notes.findings[code]
    example = _judged_record(game, code, rule)
    if example is not None:
        return CitedFinding(code, text.kind, example.message, example.remedy, example)
    blank: dict[str, str] = defaultdict(lambda: "…", player="The player")
    message, remedy = text.message_for(rule).format_map(blank), text.remedy.format_map(blank)
    return CitedFinding(code, text.kind, message, remedy, None)


@cache
def _judged_record(game: Game, code: str, rule: str) -> JudgedRecord | None:
    """The finding as the referee makes it of the record that shows it."""
    record = game.notes.records.get((code, rule))
    if record is None:
        return None
    report = game.referee(parse(record.text, games.language_of), record.time_box)
    found = next(finding for finding in report.findings if (finding.code, finding.rule) == (code, rule))
    line, marker = marked(record.text.split("\n"), spots(record.text, [found], games.language_of)[0])
    return JudgedRecord(record, str(found.message), str(found.remedy), line, marker)


def worked_examples(game: Game, book: Rulebook, rule: Rule) -> list[Rule]:
    """The worked examples that show the rule."""
    worked = game.notes.worked
    return [book.rules[example] for example, rules in worked.items() if rule.id in rules and example in book.rules]


def named_by(book: Rulebook, rule: Rule) -> list[Rule]:
    """The rules that name this one."""
    return [other for other in book.rules.values() if rule.id in other.references]
