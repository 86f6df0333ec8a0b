"""The desk's first page: what needs a person now, most urgent first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.clock import State
from matches.enums import RoundStatus
from matches.live.queries import Versions, event_versions
from matches.models import Event, Match, Round
from matches.pages.access_views import PageRequest, Roles, staff_page
from matches.pages.component_views import match_context, round_context
from matches.pages.frame_views import staff_context
from matches.people.queries import Headcount, headcount
from matches.permissions import can_organise, can_report_results, can_run_rounds, can_see_desk
from matches.results.queries import confirmed, differing, matches_of_round
from matches.rounds.field_queries import players_gone
from matches.rounds.labels import round_label
from matches.rounds.queries import current_round, next_number, stage_to_pair, stages_of

Item = dict[str, Any]
URGENCIES = ("now", "soon", "ready", "info")
MOST_TABLES = 12


@staff_page(can_see_desk)
def desk(request: PageRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/desk/``: the list of what is next, and the round at a glance."""
    versions = event_versions(event)
    round_ = current_round(event)
    context = desk_page_context(event, roles, "desk", round_, versions)
    matches = matches_of_round(round_) if round_ else []
    heads = headcount(event)
    items = [
        *_results_items(event, round_, matches, roles),
        *_round_items(event, round_, matches, context, roles, heads),
        *_items_of_others(event, roles),
        *([] if event.published else [_hidden_item(event, roles)]),
    ]
    items.sort(key=lambda item: URGENCIES.index(item["urgency"]))
    open_tables = [match for match in matches if match.table and confirmed(match) is None]
    seated = sum(1 for match in matches if match.table)
    context |= {
        "items": items,
        "heads": heads,
        "in_play": round_ is not None and round_.status in RoundStatus.takes_results(),
        "seated": seated,
        "results_in": seated - len(open_tables),
        "part_url": reverse("matches:desk", args=[event.slug]),
        "addresses": _addresses(event),
    }
    template = "matches/desk/_next.html" if request.htmx else "matches/desk/desk.html"
    return render(request, template, context)


def desk_page_context(
    event: Event, roles: Roles, section: str, round_: Round | None, versions: Versions
) -> dict[str, Any]:
    """The frame of a staff page: rail, board with round and clock, and the versions that its parts show.

    ``versions`` are those read before anything else, so that no part claims a version newer than what it shows.
    """
    context = round_context(event, round_) | staff_context(event, roles, section)
    if round_ is not None:
        context["round_url"] = round_url(event, round_)
    return context | {"versions": versions}


def _post(url: str, label: str, **more: Any) -> dict[str, Any]:
    return {"url": url, "label": label, "method": "post", **more}


def _items_of_others(event: Event, roles: Roles) -> list[Item]:
    """What other apps have for the desk (calls for a judge, say): ``settings.DESK_ITEMS`` names their functions."""
    found: list[Item] = []
    for path in getattr(settings, "DESK_ITEMS", ()):
        items: Callable[[Event, Roles], list[Item]] = import_string(path)
        found.extend(items(event, roles))
    return found


def _addresses(event: Event) -> list[dict[str, str]]:
    return [
        {"label": _("Public page"), "url": reverse("matches:public", args=[event.slug]), "icon": "people"},
        {"label": _("Wall"), "url": reverse("matches:wall", args=[event.slug]), "icon": "wall"},
    ]


def _results_items(event: Event, round_: Round | None, matches: list[Match], roles: Roles) -> list[Item]:
    if round_ is None or round_.status not in RoundStatus.takes_results():
        return []
    items = [_difference(event, match) for match in differing(matches)]
    missing = [match for match in matches if match.table and confirmed(match) is None]
    over = round_.status == RoundStatus.TIME_CALLED
    if missing and (over or len(missing) <= 5):
        text = ngettext("%(count)s table without a result", "%(count)s tables without a result", len(missing))
        item: Item = {
            "urgency": "now" if over else "soon",
            "text": text % {"count": len(missing)},
            "detail": tables_text(missing),
        }
        if can_report_results(roles):
            item["act"] = {"url": reverse("matches:results", args=[event.slug]), "label": _("Enter results")}
        items.append(item)
    return items


def _difference(event: Event, match: Match) -> Item:
    return {
        "urgency": "now",
        "text": _("The players of table %(table)s report different results") % {"table": match.table},
        "detail": match_context(match, event, staff=True)["state_label"],
        "act": {"url": reverse("matches:table", args=[event.slug, match.pk]), "label": _("Decide")},
    }


def tables_text(matches: list[Match]) -> str:
    """``Tables 2, 4, 5 …`` with the names where there is only one."""
    if len(matches) == 1:
        names = _(" and ").join(seat.entry.player.name for seat in matches[0].seats.all())
        return _("Table %(table)s: %(names)s") % {"table": matches[0].table, "names": names}
    numbers = ", ".join(str(match.table) for match in matches[:MOST_TABLES])
    return _("Tables %(tables)s") % {"tables": numbers + (" …" if len(matches) > MOST_TABLES else "")}


def _round_items(
    event: Event, round_: Round | None, matches: list[Match], context: dict[str, Any], roles: Roles, heads: Headcount
) -> list[Item]:
    if not can_run_rounds(roles):
        return []
    if round_ is None or round_.status == RoundStatus.CLOSED:
        return _next_round_items(event, round_, roles, heads)
    if round_.status == RoundStatus.DRAFT:
        return [_draft_item(event, round_)]
    label = round_label(round_)
    act = round_act_url(event, round_)
    if not any(match.table and confirmed(match) is None for match in matches):
        text = _("All results of %(round)s are in") % {"round": label}
        return [_ready(text, _post(act("close"), _("Close the round")))]
    if round_.status == RoundStatus.PUBLISHED:
        text = _("%(round)s is published; the clock waits") % {"round": label}
        return [_ready(text, _post(act("start"), _("Start the clock")))]
    reading = context["round_clock"].read(timezone.now())
    if round_.status == RoundStatus.RUNNING and reading.state == State.TIME_CALLED:
        text = _("Time is up in %(round)s") % {"round": label}
        return [{"urgency": "now", "text": text, "act": _post(act("call"), _("Call time"), kind="primary")}]
    return []


def _draft_item(event: Event, round_: Round) -> Item:
    label = round_label(round_)
    gone = players_gone(round_)
    if gone:
        text = _("Players have left since %(round)s was drafted") % {"round": label}
        act = _post(round_act_url(event, round_)("repair"), _("Pair again"), kind="primary")
        return {"urgency": "now", "text": text, "detail": ", ".join(e.player.name for e in gone), "act": act}
    look = {"url": round_url(event, round_), "label": _("Look at the draft")}
    return _ready(_("%(round)s is a draft; nobody sees it yet") % {"round": label}, look)


def _next_round_items(event: Event, round_: Round | None, roles: Roles, heads: Headcount) -> list[Item]:
    stage = stage_to_pair(event)
    if stage is None:
        return [_no_stage_item(event, round_, roles)]
    people = reverse("matches:people", args=[event.slug])
    items: list[Item] = []
    if round_ is None and heads.registered:
        text = ngettext(
            "%(count)s player is not checked in yet", "%(count)s players are not checked in yet", heads.registered
        )
        act = {"url": people, "label": _("Check in")}
        items.append({"urgency": "soon", "text": text % {"count": heads.registered}, "act": act})
    if heads.checked_in < 2:
        act = {"url": people, "label": _("Players")}
        return [*items, _ready(_("Players are needed before a round can be paired"), act)]
    due = Round(stage=stage, number=next_number(stage))
    return [*items, _ready(_("Ready to pair %(round)s") % {"round": round_label(due)}, pair_act(event, due))]


def pair_act(event: Event, due: Round) -> dict[str, Any]:
    """The button that pairs the (unsaved) round that the page saw as the next one."""
    return {
        "url": reverse("matches:pair", args=[event.slug]),
        "method": "post",
        "kind": "primary",
        "label": _("Pair %(round)s") % {"round": round_label(due)},
        "fields": {"stage": due.stage.pk, "number": due.number},
    }


def _hidden_item(event: Event, roles: Roles) -> Item:
    """The public page is not open: what is published at the desk, no player sees."""
    item: Item = {"urgency": "info", "text": _("Players cannot see this event yet: its public page is not open")}
    if can_organise(roles):
        item["act"] = {"url": reverse("matches:event_settings", args=[event.slug]), "label": _("Event")}
    return item


def _no_stage_item(event: Event, round_: Round | None, roles: Roles) -> Item:
    if round_ is None:
        item = _ready(_("This event has no rounds planned yet"), {})
        url = reverse("matches:event_settings", args=[event.slug])
        item["act"] = {"url": url, "label": _("Plan the rounds"), "kind": "primary"} if can_organise(roles) else None
        return item
    over = _("The event is over")
    if all(stage.is_bracket for stage in stages_of(event)):
        return _ready(over, {"url": reverse("matches:bracket", args=[event.slug]), "label": _("The bracket")})
    url = reverse("matches:desk_standings", args=[event.slug])
    return _ready(over, {"url": url, "label": _("Final standings")})


def _ready(text: str, act: dict[str, Any]) -> Item:
    return {"urgency": "ready", "text": text, "act": {"kind": "primary", **act}}


def round_url(event: Event, round_: Round) -> str:
    """The round's page at the desk."""
    return reverse("matches:round", args=[event.slug, round_.stage.order, round_.number])


def round_act_url(event: Event, round_: Round) -> Callable[[str], str]:
    """A function from the name of an act to its address."""
    return lambda name: reverse("matches:round_act", args=[event.slug, round_.pk, name])
