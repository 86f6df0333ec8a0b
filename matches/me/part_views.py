"""The part of a personal page that follows the event, for phones that ask for it at once: filled into moulds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from django.template.loader import render_to_string

from matches.me.own_views import PART, OwnContext, Players, own_context, report_form, same_for_all
from matches.models import Entry
from matches.pages.mould_views import Marks
from matches.results.queries.results import confirmed


def is_reporting(players: Players, entry: Entry) -> bool:
    """Whether the player's page asks for a report, or for another one."""
    match = players.open_match(entry)
    return match is not None and players.may_report(entry, match) and confirmed(match) is None


def own_part(players: Players, entry: Entry, token: str, csrf_token: str) -> str:
    """The part of the page of one of ``players``; ``csrf_token`` is for the report's form, "" without one."""
    match = players.open_match(entry)
    if match is not None and players.may_report(entry, match) and not same_for_all(match):
        form = report_form(
            match, entry, players.losses(entry, match), None, tapped="", base=players.addresses_of(token).own
        )
        context = own_context(players, entry, token, csrf_token, form=form)
        return render_to_string(PART, {**context, "csrf_token": csrf_token})
    marks = Marks()
    token, csrf_token = marks.of(token), marks.of(csrf_token)
    own = _marked(own_context(players, entry, token, csrf_token), marks)
    shared = {**players.frame}
    differs = repr({name: value for name, value in own.items() if value is not shared.get(name)})
    return players.moulds.render(PART, {**own, "csrf_token": csrf_token}, differs, marks)


def _marked(context: OwnContext, marks: Marks) -> Mapping[str, object]:
    """The context with marks for what differs between players in the same situation."""
    match, mine, chance = context["match"], context["mine"], context["chance"]
    return {
        **context,
        "entry": {"status": context["entry"].status},
        "name": marks.of(context["name"]),
        "again": marks.of(context["again"]),
        "match": match.marked(marks.of) if match else None,
        "hero": context["hero"].marked(marks.of),
        "mine": mine._replace(score=marks.of(mine.score)) if mine else None,
        "chance": replace(chance, text=marks.of(chance.text)) if chance else None,
        "report": marks.of(context["report"]),
        "lines": [marks.of(line) for line in context["lines"]],
        "place": marks.of(context["place"]),
        "trends": marks.of(context["trends"]),
        "rank": marks.of(context["rank"]),
        "waiting": marks.of(context["waiting"]),
        "table_part": marks.of(context["table_part"]),
        "table_version": marks.of(context["table_version"]),
        "live_url": marks.of(context["live_url"]),
    }
