"""What the rules' pages need in templates: links to steps, and the text of rules with their references linked."""

from __future__ import annotations

import re
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from rules_engine import games
from rules_engine.record.reading import parse
from rules_engine.rules.facts import find_rule
from rules_engine.views.drawn import DrawnCard
from rules_engine.views.links import drill_record_url

register = template.Library()

_REFERENCE = re.compile(r"\b[A-Z]{2}-\d+(?:\.(?:\d+|[A-Z]))?\b")
_MARKS = (
    (re.compile(r"`([^`]+)`"), r"<code>\1</code>"),
    (re.compile(r"\*\*([^*]+)\*\*"), r"<strong>\1</strong>"),
    (re.compile(r"(?<![\w*])\*([^*\s](?:[^*]*[^*\s])?)\*(?![\w*])"), r"<em>\1</em>"),
)


@register.simple_tag(takes_context=True)
def to_step(context: template.Context, step: int | None) -> SafeString:
    """The attributes of ``link_tag`` that lead to a step; without one it leads nowhere.

    A record that its address carries has a link for each step; one that was posted is sent again with the step.
    """
    if context["by_address"]:
        if step is None:
            return mark_safe('role="link" aria-disabled="true"')
        return format_html('href="?step={}#table" data-step="{}"', step, step)
    return format_html(
        'type="submit" form="check-form" formaction="{}?step={}#table" data-step="{}"{}',
        reverse("rules_engine:check"),
        step or 0,
        "" if step is None else step,
        mark_safe(" disabled") if step is None else "",
    )


@register.simple_tag
def rule_text(text: str, query: str = "") -> SafeString:
    """A rule's text: its few marks as HTML, and each rule that it names as a link. ``query`` goes on to those."""
    shown: str = escape(text)
    for pattern, replacement in _MARKS:
        shown = pattern.sub(replacement, shown)
    return mark_safe(_REFERENCE.sub(lambda match: rule_link(match[0], query), shown))  # noqa: S308 - escaped above


@register.simple_tag
def rule_link(rule: str, query: str = "") -> SafeString:
    """A rule's id as a link to its page; only the id if no rulebook has the rule. ``query`` is added to the address."""
    if find_rule(rule) is None:
        return escape(rule)
    return format_html('<a href="{}{}">{}</a>', reverse("rules_engine:rule", args=[rule]), query, rule)


@register.filter
def drill_of(text: str) -> str:
    """The address that asks the decisions of a record; empty where its game has no drill, or it is too long."""
    url = drill_record_url(text) if text else None
    if url is None or games.get(parse(text, games.language_of).game).drill is None:
        return ""
    return url


@register.inclusion_tag("components/card.html")
def playing_card(card: DrawnCard, size: str = "") -> dict[str, Any]:
    """A card of a table, at its usual size, or ``small``, ``big`` or ``huge``."""
    return {**card._asdict(), "size": size, "marked": ""}
