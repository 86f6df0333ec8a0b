"""The desk's first page: what needs a person now, most urgent first."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.clock import State
from matches.enums import EntryStatus, RoundStatus
from matches.models import Entry, Event, Match, Round
from matches.permissions import can_run_rounds, can_see_desk
from matches.queries.results import confirmed, differing, matches_of_round
from matches.queries.rounds import current_round, next_number, stage_to_pair
from matches.views.frame import Roles, staff_context, staff_page
from matches.views.shown import match_shown, round_context, round_label

Item = dict[str, Any]


@staff_page(can_see_desk)
def desk(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/desk/``: the list of what is next, and the round at a glance."""
    round_ = current_round(event)
    matches = matches_of_round(round_) if round_ else []
    context = round_context(event, round_)
    items = _results_items(event, round_, matches) + _round_items(event, round_, matches, context, roles)
    open_matches = [match for match in matches if match.table and confirmed(match) is None]
    figures = [
        (_("Players in"), Entry.objects.filter(event=event, status=EntryStatus.CHECKED_IN).count()),
        (_("Tables in play"), len(open_matches) if round_ and round_.status in RoundStatus.takes_results() else 0),
        (_("Results in"), sum(1 for match in matches if match.table) - len(open_matches)),
    ]
    context |= staff_context(event, roles, "desk", items=items, figures=figures)
    context["part_url"] = reverse("matches:desk", args=[event.slug])
    template = "matches/desk/_next.html" if request.headers.get("hx-request") else "matches/desk/desk.html"
    return render(request, template, context)


def _post(url: str, label: str, **more: Any) -> dict[str, Any]:
    return {"url": url, "label": label, "method": "post", **more}


def _results_items(event: Event, round_: Round | None, matches: list[Match]) -> list[Item]:
    if round_ is None or round_.status not in RoundStatus.takes_results():
        return []
    items = []
    for match in differing(matches):
        shown = match_shown(match, event, staff=True)
        items.append(
            {
                "urgency": "now",
                "text": _("The players of table %(table)s report different results") % {"table": match.table},
                "detail": shown["state_label"],
                "act": {"url": reverse("matches:table", args=[event.slug, match.pk]), "label": _("Decide")},
            }
        )
    missing = [match.table for match in matches if match.table and confirmed(match) is None]
    over = round_.status == RoundStatus.TIME_CALLED
    if missing and (over or len(missing) <= 5):
        items.append(
            {
                "urgency": "now" if over else "soon",
                "text": ngettext("%(count)s table without a result", "%(count)s tables without a result", len(missing))
                % {"count": len(missing)},
                "detail": _("Tables %(tables)s") % {"tables": ", ".join(map(str, missing[:12]))}
                + (" …" if len(missing) > 12 else ""),
                "act": {"url": reverse("matches:results", args=[event.slug]), "label": _("Enter results")},
            }
        )
    return items


def _round_items(
    event: Event, round_: Round | None, matches: list[Match], context: dict[str, Any], roles: Roles
) -> list[Item]:
    if not can_run_rounds(roles):
        return []
    if round_ is None or round_.status == RoundStatus.CLOSED:
        return _next_round_items(event, round_)
    label = round_label(round_)
    missing = any(match.table and confirmed(match) is None for match in matches)
    act = round_act_url(event, round_)
    if round_.status == RoundStatus.DRAFT:
        look = {"url": round_url(event, round_), "label": _("Look at the draft")}
        return [_ready(_("%(round)s is a draft; nobody sees it yet") % {"round": label}, look)]
    if not missing:
        return [
            _ready(_("All results of %(round)s are in") % {"round": label}, _post(act("close"), _("Close the round")))
        ]
    if round_.status == RoundStatus.PUBLISHED:
        text = _("%(round)s is published; the clock waits") % {"round": label}
        return [_ready(text, _post(act("start"), _("Start the clock")))]
    reading = context["round_clock"].read(timezone.now())
    if round_.status == RoundStatus.RUNNING and reading.state == State.TIME_CALLED:
        text = _("Time is up in %(round)s") % {"round": label}
        return [{"urgency": "now", "text": text, "act": _post(act("call"), _("Call time"))}]
    return []


def _next_round_items(event: Event, round_: Round | None) -> list[Item]:
    stage = stage_to_pair(event)
    if stage is None:
        if round_ is None:
            url = reverse("matches:event_settings", args=[event.slug])
            return [_ready(_("This event has no rounds planned yet"), {"url": url, "label": _("Plan the rounds")})]
        url = reverse("matches:desk_standings", args=[event.slug])
        return [_ready(_("The event is over"), {"url": url, "label": _("Final standings")})]
    people = reverse("matches:people", args=[event.slug])
    checked_in = Entry.objects.filter(event=event, status=EntryStatus.CHECKED_IN).count()
    waiting = Entry.objects.filter(event=event, status=EntryStatus.REGISTERED).count()
    items: list[Item] = []
    if round_ is None and waiting:
        text = ngettext(
            "%(count)s player is not checked in yet", "%(count)s players are not checked in yet", waiting
        ) % {"count": waiting}
        items.append({"urgency": "soon", "text": text, "act": {"url": people, "label": _("Check in")}})
    if checked_in < 2:
        items.append(
            _ready(_("Players are needed before a round can be paired"), {"url": people, "label": _("Players")})
        )
        return items
    number = next_number(stage)
    first = Round(stage=stage, number=number)
    fields = {"stage": stage.pk, "number": number}
    act = _post(
        reverse("matches:pair", args=[event.slug]), _("Pair %(round)s") % {"round": round_label(first)}, fields=fields
    )
    items.append(_ready(_("Ready to pair %(round)s") % {"round": round_label(first)}, {**act, "kind": "primary"}))
    return items


def _ready(text: str, act: dict[str, Any]) -> Item:
    return {"urgency": "ready", "text": text, "act": {"kind": "primary", **act}}


def round_url(event: Event, round_: Round) -> str:
    return reverse("matches:round", args=[event.slug, round_.stage.order, round_.number])


def round_act_url(event: Event, round_: Round) -> Any:
    """A function from the name of an act to its address."""
    return lambda name: reverse("matches:round_act", args=[event.slug, round_.pk, name])
