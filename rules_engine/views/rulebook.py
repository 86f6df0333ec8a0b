"""The rulebook: by section, by word or id, and each rule on a page of its own.

The address names the game (``?game=``). An event's rules come in the address, too (``?rules=`` as JSON, ``?event=`` its
name; see ``links``), so that the switches which it has set are marked. This app does not know events.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import NamedTuple, TypedDict

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from rules_engine import games
from rules_engine.game import Game
from rules_engine.rules.book import Rulebook
from rules_engine.rules.configuration import ConfigurationError
from rules_engine.rules.facts import (
    CitedFinding,
    RuleSwitch,
    find_rule,
    findings_of,
    is_changed,
    named_by,
    switches,
    worked_examples,
)
from rules_engine.rules.sets import RuleSet
from rules_engine.views.frame import PageTab, game_tabs, sections
from rules_engine.views.labels import KINDS
from rules_engine.views.links import check_url, game_of_key, rule_url, terms_query
from rules_engine.views.translation import translated

LONGEST_WORDS = 200


class EventTerms(NamedTuple):
    """The game and an event's rules as an address gives them.

    ``rules`` is None where the address has no rules; ``query`` carries the terms to the next page; ``problems`` says
    what is wrong with the rules.
    """

    game: Game
    rules: RuleSet | None
    event: str
    query: str
    problems: list[str]


def terms_of(request: HttpRequest, rule_of: Game | None = None) -> EventTerms:
    """Read ``?game=``, ``?rules=`` and ``?event=``. Rules that are not valid are not carried on.

    ``rule_of`` is the game of the rule that the page shows: the terms of another game are dropped there.
    """
    text, event = request.GET.get("rules", ""), request.GET.get("event", "")[:LONGEST_WORDS].strip()
    game = game_of_key(request.GET.get("game", ""), None if text else rule_of)
    if rule_of is not None and game is not rule_of:
        return EventTerms(rule_of, None, "", terms_query(None, game=rule_of.key), [])
    if not text:
        return EventTerms(game, None, "", terms_query(None, game=game.key), [])
    try:
        raw = json.loads(text[:10_000])
        if not isinstance(raw, dict):
            raise ValueError
        rules = game.rule_set(raw)
    except ConfigurationError as error:
        return EventTerms(game, None, "", terms_query(None, game=game.key), error.problems)
    except (ValueError, TypeError, RecursionError):
        problems = [_("The rules in this address cannot be read.")]
        return EventTerms(game, None, "", terms_query(None, game=game.key), problems)
    return EventTerms(game, rules, event, terms_query(raw, event, game.key), [])


@require_GET
def rulebook_page(request: HttpRequest) -> HttpResponse:
    """Every section; or the rules in which all the words asked for occur."""
    words = request.GET.get("q", "").strip()[:LONGEST_WORDS]
    exact = find_rule(words)
    if exact is not None:
        return redirect(rule_url(exact.rule.id) + terms_of(request, exact.game).query)
    terms = terms_of(request)
    game = terms.game
    book = game.rulebook
    found = {rule.id for rule in book.find(words)}
    chapters = [
        (section, [(rule, is_changed(game, rule, terms.rules)) for rule in section.rules if rule.id in found])
        for section in book.sections
        if not words or any(rule.id in found for rule in section.rules)
    ]
    context = {
        "book": book,
        "chapters": chapters,
        "words": words,
        "examples": ", ".join(_(example) for example in game.search_examples),
        "rule_example": _rule_example(game, book),
        "count": len(found),
        "credits": game.credits,
        "games": game_tabs("rulebook", game),
        **_around(request, terms),
    }
    return render(request, "rules_engine/rulebook.html", context)


def _rule_example(game: Game, book: Rulebook) -> str:
    """A rule's number, as an example of what to look for."""
    return next((word for word in (*game.search_examples, *book.rules) if word in book.rules), "")


@require_GET
def rule_page(request: HttpRequest, rule: str) -> HttpResponse:
    """One rule with all that belongs to it."""
    found = find_rule(rule)
    if found is None:
        raise Http404(_("There is no rule {rule}.").format(rule=rule))
    game, book, known = found
    terms = terms_of(request, game)
    if rule != known.id:
        return redirect(rule_url(known.id) + terms.query, permanent=True)
    order = list(book.rules.values())
    place = order.index(known)
    context = {
        "book": book,
        "rule": known,
        "section": next(section for section in book.sections if section.number == known.section),
        "switches": [_switch(switch) for switch in switches(game, known, terms.rules)],
        "findings": [_finding(finding) for finding in findings_of(game, known)],
        "worked": worked_examples(game, book, known),
        "position_url": _position_url(game, known.id),
        "names": [book.rules[name] for name in known.references if name in book.rules],
        "named_by": named_by(book, known),
        "before": order[place - 1] if place else None,
        "after": order[place + 1] if place + 1 < len(order) else None,
        **_around(request, terms),
    }
    return render(request, "rules_engine/rule.html", context)


def _position_url(game: Game, rule: str) -> str:
    """The record of a worked example, to open; empty for any other rule."""
    positions = game.teaching.positions if game.teaching else ()
    return next((check_url(position.record) or "" for position in positions if position.rule == rule), "")


@dataclass(frozen=True, slots=True)
class SwitchValueShown:
    """A value of a switch: the editions that have it, and whether the event plays it."""

    label: str
    editions: list[str]
    played: bool


@dataclass(frozen=True, slots=True)
class SwitchShown:
    """A switch of the rules; ``changed`` if the event has set it."""

    name: str
    values: list[SwitchValueShown]
    changed: bool


def _switch(switch: RuleSwitch) -> SwitchShown:
    values = [
        SwitchValueShown(translated(value.label), [translated(edition) for edition in value.editions], value.played)
        for value in switch.values
    ]
    return SwitchShown(switch.name, values, switch.changed)


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingShown:
    """A finding of the referee that cites a rule, with a record that shows it."""

    code: str
    label: str
    icon: str
    chip: str
    message: str
    remedy: str
    line: str
    marker: str
    url: str


def _finding(finding: CitedFinding) -> FindingShown:
    label, icon, chip = KINDS[finding.kind]
    example = finding.example
    url = check_url(example.record.text, time_box=example.record.time_box) if example else ""
    return FindingShown(
        code=finding.code,
        label=str(label),
        icon=icon,
        chip=chip,
        message=finding.message,
        remedy=finding.remedy,
        line=example.line if example else "",
        marker=example.marker if example else "",
        url=url or "",
    )


class AroundContext(TypedDict):
    """What every page of the rulebook shows around its own content; ``played`` are the terms of an event."""

    sections: list[PageTab]
    query: str
    game_query: str
    rules_query: str
    event_name: str
    played: list[str]
    problems: list[str]


def _around(request: HttpRequest, terms: EventTerms) -> AroundContext:
    wording, schema = terms.game.wording, terms.game.schema
    return {
        "sections": sections("rulebook", terms.game, terms.query),
        "query": terms.query,
        "game_query": "" if terms.game is games.all_games()[0] else terms.game.key,
        "rules_query": request.GET.get("rules", "") if terms.rules else "",
        "event_name": terms.event,
        "played": [translated(term) for term in wording.terms(schema, terms.rules)] if terms.rules else [],
        "problems": terms.problems,
    }
