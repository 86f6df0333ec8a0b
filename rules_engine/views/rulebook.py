"""The rulebook: by section, by word or id, and each rule on a page of its own.

An event's rules come in the address (``?rules=`` as JSON, ``?event=`` its name; see ``links``), so that the switches
which it has set are marked. This app does not know events.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from rules_engine import games
from rules_engine.bankout.ruleset import RuleSet
from rules_engine.configuration import ConfigurationError
from rules_engine.rulebook import Rule, Rulebook, rulebook
from rules_engine.views.frame import sections
from rules_engine.views.links import rule_url, rulebook_url, terms_query
from rules_engine.views.rule_facts import findings, is_marked, named_by, switches, worked
from rules_engine.views.words import terms_words

LONGEST_WORDS = 200


class Terms(NamedTuple):
    """An event's rules as the address gives them: None without any, and what is wrong with them."""

    rules: RuleSet | None
    event: str
    query: str
    problems: list[str]


def terms_of(request: HttpRequest) -> Terms:
    """Read ``?rules=`` and ``?event=``. Rules that cannot be are not carried on."""
    text, event = request.GET.get("rules", ""), request.GET.get("event", "")[:LONGEST_WORDS].strip()
    if not text:
        return Terms(None, "", "", [])
    try:
        raw = json.loads(text[:10_000])
        if not isinstance(raw, dict):
            raise ValueError
        rules = RuleSet.from_mapping(raw)
    except ConfigurationError as error:
        return Terms(None, "", "", error.problems)
    except (ValueError, TypeError, RecursionError):
        return Terms(None, "", "", [_("The rules in this address cannot be read.")])
    return Terms(rules, event, terms_query(raw, event), [])


def books() -> list[Rulebook]:
    """The rulebook of every game that has one."""
    return [rulebook(game.key) for game in games.all_games()]


@require_GET
def rulebook_page(request: HttpRequest) -> HttpResponse:
    """Every section; or the rules in which all the words asked for occur."""
    words = request.GET.get("q", "").strip()[:LONGEST_WORDS]
    terms = terms_of(request)
    exact = _find(words)
    if exact is not None:
        return redirect(rule_url(exact[1].id) + terms.query)
    book = books()[0]
    found = {rule.id for rule in book.find(words)}
    shown = [
        (section, [(rule, is_marked(rule, terms.rules)) for rule in section.rules if rule.id in found])
        for section in book.sections
        if not words or any(rule.id in found for rule in section.rules)
    ]
    context = {
        "book": book,
        "shown": shown,
        "words": words,
        "count": len(found),
        **_around(request, terms),
    }
    return render(request, "rules_engine/rulebook.html", context)


@require_GET
def rule_page(request: HttpRequest, rule: str) -> HttpResponse:
    """One rule with all that belongs to it."""
    found = _find(rule)
    if found is None:
        raise Http404(_("There is no rule {rule}.").format(rule=rule))
    book, one = found
    terms = terms_of(request)
    if rule != one.id:
        return redirect(rule_url(one.id) + terms.query, permanent=True)
    order = list(book.rules.values())
    place = order.index(one)
    context = {
        "book": book,
        "rule": one,
        "section": next(section for section in book.sections if section.number == one.section),
        "switches": switches(one, terms.rules),
        "marked": is_marked(one, terms.rules),
        "findings": findings(one),
        "worked": worked(book, one),
        "names": [book.rules[name] for name in one.references if name in book.rules],
        "named_by": named_by(book, one),
        "before": order[place - 1] if place else None,
        "after": order[place + 1] if place + 1 < len(order) else None,
        **_around(request, terms),
    }
    return render(request, "rules_engine/rule.html", context)


def _find(identifier: str) -> tuple[Rulebook, Rule] | None:
    """A rule by its id, in either case."""
    wanted = identifier.upper()
    return next(((book, book.rules[wanted]) for book in books() if wanted in book.rules), None)


def _around(request: HttpRequest, terms: Terms) -> dict[str, Any]:
    return {
        "sections": sections("rulebook", terms.query),
        "query": terms.query,
        "rules_asked": request.GET.get("rules", "") if terms.rules else "",
        "event_name": terms.event,
        "played": terms_words(terms.rules) if terms.rules else [],
        "problems": terms.problems,
        "unmarked_url": rulebook_url(),
    }
