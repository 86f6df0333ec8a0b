"""What stands beside a rule's text on its page: switches, the findings that cite it, worked examples, references."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import NamedTuple

from django.utils.translation import gettext as _

from rules_engine import games
from rules_engine.bankout.messages import SAYINGS
from rules_engine.bankout.ruleset import OPTIONS, VARIANTS, RuleSet
from rules_engine.marking import marked, spots
from rules_engine.record.reading import parse
from rules_engine.report import Finding
from rules_engine.rulebook import Rule, Rulebook
from rules_engine.views.finding_records import RECORDS, TIME_BOXES
from rules_engine.views.links import check_url
from rules_engine.views.words import EDITION_WORDS, FORMAT_WORDS, KINDS, Words, value_words

WORKED = {
    "BO-12.A": ("BO-5.2", "BO-10.2"),
    "BO-12.B": ("BO-5.15",),
    "BO-12.C": ("BO-5.17", "BO-5.20"),
    "BO-12.D": ("BO-5.24",),
    "BO-12.E": ("BO-5.2", "BO-5.5"),
    "BO-12.F": ("BO-5.9",),
    "BO-12.G": ("BO-5.6", "BO-5.13"),
    "BO-12.H": ("BO-5.7",),
}
"""Worked example -> the rules that it shows."""


class Value(NamedTuple):
    """A value of a switch, the editions whose default it is, and whether the event plays it."""

    word: str
    editions: list[Words]
    played: bool


class Switch(NamedTuple):
    """A switch or a variant. ``changed``: the event has set it otherwise than its edition does."""

    name: str
    values: list[Value]
    changed: bool


class Cited(NamedTuple):
    """A finding that cites a rule: as the referee words it, with the record that shows it, if there is one."""

    code: str
    kind: str
    word: Words
    icon: str
    chip: str
    message: str
    remedy: str
    line: str
    marker: str
    url: str


def switches(rule: Rule, rules: RuleSet | None) -> list[Switch]:
    """The options and the variant that the rule defines; ``rules`` are those of an event."""
    shown = [_switch(name, rules) for name, option in OPTIONS.items() if option.rule == rule.id]
    return shown + [_variant(name, rules) for name, variant in VARIANTS.items() if variant.rule == rule.id]


def _switch(name: str, rules: RuleSet | None) -> Switch:
    option = OPTIONS[name]
    values = [
        Value(
            value_words(value),
            [word for edition, word in EDITION_WORDS.items() if option.default(edition) == value],
            rules is not None and getattr(rules, name) == value,
        )
        for value in option.values
    ]
    return Switch(name, values, rules is not None and name in rules.changed_options())


def _variant(name: str, rules: RuleSet | None) -> Switch:
    home = VARIANTS[name].home
    word = _("{format} only").format(format=FORMAT_WORDS[home]) if home else _("both formats")
    played = rules is not None and name in rules.variants
    return Switch(name, [Value(_("played, {where}").format(where=word), [], played)], played)


def is_marked(rule: Rule, rules: RuleSet | None) -> bool:
    """Whether the event has set anything that this rule defines."""
    return rules is not None and any(switch.changed for switch in switches(rule, rules))


def findings(rule: Rule) -> list[Cited]:
    """Every finding that cites the rule."""
    return [_cited(code, rule.id) for code, saying in SAYINGS.items() if rule.id in saying.rules]


@cache
def _shown_in(code: str, rule: str) -> tuple[Finding, str, str, str] | None:
    """A finding as the referee makes it of its record, the line and the marker, and where to see all of it."""
    text = RECORDS.get((code, rule))
    if text is None:
        return None
    time_box = TIME_BOXES.get(code)
    report = games.referee(parse(text, games.language_of), time_box)
    found = next(finding for finding in report.findings if (finding.code, finding.rule) == (code, rule))
    line, marker = marked(text.split("\n"), spots(text, [found], games.language_of)[0])
    return found, line, marker, check_url(text, time_box=time_box) or ""


def _cited(code: str, rule: str) -> Cited:
    saying = SAYINGS[code]
    word, icon, chip = KINDS[saying.kind]
    shown = _shown_in(code, rule)
    if shown is None:
        blank = defaultdict(lambda: "…", player="The player")
        message = saying.by_rule.get(rule, saying.message).format_map(blank)
        return Cited(code, saying.kind, word, icon, chip, message, saying.remedy.format_map(blank), "", "", "")
    finding, line, marker, url = shown
    return Cited(code, saying.kind, word, icon, chip, finding.message, finding.remedy, line, marker, url)


def worked(book: Rulebook, rule: Rule) -> list[Rule]:
    """The worked examples that show the rule."""
    return [book.rules[example] for example, shown in WORKED.items() if rule.id in shown and example in book.rules]


def named_by(book: Rulebook, rule: Rule) -> list[Rule]:
    """The rules that name this one."""
    return [other for other in book.rules.values() if rule.id in other.references]
