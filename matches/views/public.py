"""What players and spectators see, on a phone: the round, the pairings, the standings, the bracket, one player."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.enums import EntryStatus, MatchKind, RoundStatus
from matches.models import Entry, Event, Match, Round
from matches.permissions import can_see_desk
from matches.queries.results import matches_of_round, with_results
from matches.queries.rounds import current_round, rounds_of, stages_of
from matches.queries.standings import compute_table, latest_snapshot
from matches.standings import explain, separation
from matches.views.bracket_drawing import bracket_shown
from matches.views.explained import explanation_shown, separation_text
from matches.views.frame import Roles, public_page
from matches.views.shown import match_shown, matches_shown, name_of, round_context, round_label
from matches.views.standings import ranked_stage, standings_context


def public_navigation(event: Event, current: str, *, bracket: bool) -> list[dict[str, Any]]:
    """The tabs of the public pages; four at the most."""
    places = [("pairings", _("Pairings"), "matches:public"), ("standings", _("Standings"), "matches:standings")]
    if bracket:
        places.append(("bracket", _("Bracket"), "matches:bracket"))
    places.append(("people", _("Players"), "matches:players"))
    return [
        {"label": label, "url": reverse(name, args=[event.slug]), "icon": icon, "current": icon == current}
        for icon, label, name in places
    ]


def public_context(event: Event, roles: Roles, current: str, round_: Round | None) -> dict[str, Any]:
    """The frame of a public page."""
    bracket = any(stage.is_bracket for stage in stages_of(event))
    context = round_context(event, round_) | {"event": event, "nav": public_navigation(event, current, bracket=bracket)}
    if can_see_desk(roles):
        context["menu"] = [{"url": reverse("matches:desk", args=[event.slug]), "label": _("Desk"), "icon": "desk"}]
    return context


def _partial(request: HttpRequest) -> bool:
    return bool(request.headers.get("hx-request"))


@public_page
def pairings(
    request: HttpRequest, event: Event, roles: Roles, order: int | None = None, number: int | None = None
) -> HttpResponse:
    """``/e/SLUG/``: the round the hall is in; ``/e/SLUG/round/STAGE/NUMBER/``: any published one."""
    public = rounds_of(event).filter(status__in=RoundStatus.public())
    now = current_round(event, public_only=True)
    round_ = now if order is None else get_object_or_404(public, stage__order=order, number=number)
    context = public_context(event, roles, "pairings", now)
    if round_ is not None:
        clock = context["round_clock"] if now and round_.pk == now.pk else None
        context["matches"] = matches_shown(matches_of_round(round_), event, clock, staff=False)
        context["shown_round"] = round_
        context["shown_label"] = round_label(round_)
        context["part_url"] = reverse("matches:public_round", args=[event.slug, round_.stage.order, round_.number])
    context["tabs"] = [
        {
            "label": round_label(known),
            "url": reverse("matches:public_round", args=[event.slug, known.stage.order, known.number]),
            "current": round_ is not None and known.pk == round_.pk,
        }
        for known in public
    ]
    return render(
        request, "matches/public/_pairings.html" if _partial(request) else "matches/public/pairings.html", context
    )


@public_page
def standings(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/standings/``: the snapshot after the last closed round."""
    context = public_context(event, roles, "standings", current_round(event, public_only=True))
    stage = ranked_stage(event)
    snapshot = latest_snapshot(stage) if stage else None
    context |= standings_context(event, snapshot, staff=False)
    context["part_url"] = request.path
    template = "matches/public/_standings.html" if _partial(request) else "matches/public/standings.html"
    return render(request, template, context)


@public_page
def bracket(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/bracket/``: the last bracket of the event, drawn and as a list."""
    context = public_context(event, roles, "bracket", current_round(event, public_only=True))
    stage = next((stage for stage in reversed(stages_of(event)) if stage.is_bracket), None)
    if stage is None:
        raise Http404
    context["bracket"] = bracket_shown(event, stage, staff=can_see_desk(roles))
    context["stage"] = stage
    context["part_url"] = request.path
    template = "matches/public/_bracket.html" if _partial(request) else "matches/public/bracket.html"
    return render(request, template, context)


@public_page
def players(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/players/``: everyone in the event, to find one's own page."""
    context = public_context(event, roles, "people", current_round(event, public_only=True))
    entries = Entry.objects.filter(event=event).exclude(status=EntryStatus.REGISTERED).select_related("player")
    rows = [
        {
            "name": name_of(entry, staff=False, event=event),
            "number": entry.number,
            "out": entry.get_status_display() if entry.status in EntryStatus.out() else "",
            "url": reverse("matches:player", args=[event.slug, entry.number]),
        }
        for entry in entries.order_by("player__name", "number")
    ]
    return render(request, "matches/public/players.html", context | {"rows": rows, "count": len(rows)})


@public_page
def player(request: HttpRequest, event: Event, roles: Roles, number: int) -> HttpResponse:
    """``/e/SLUG/players/NUMBER/``: one player's matches and place, with the tie-breaks explained."""
    entry = get_object_or_404(Entry.objects.select_related("player"), event=event, number=number)
    context = public_context(event, roles, "people", current_round(event, public_only=True))
    context |= player_context(event, entry)
    template = "matches/public/_player.html" if _partial(request) else "matches/public/player.html"
    return render(request, template, context)


def player_context(event: Event, entry: Entry) -> dict[str, Any]:
    """One player's matches in published rounds, newest first, and the place with its explanation."""
    mine = Match.objects.filter(seats__entry=entry, round__status__in=RoundStatus.public())
    loaded = with_results(mine.select_related("round__stage__event").order_by("-round__stage__order", "-round__number"))
    lines = [
        {"label": round_label(match.round), "match": match_shown(match, event, staff=False), "kind": match.kind}
        for match in loaded
    ]
    return {
        "entry": entry,
        "name": name_of(entry, staff=False, event=event),
        "lines": lines,
        "byes": [line for line in lines if line["kind"] != MatchKind.PLAYED],
        **_place(event, entry),
    }


def _place(event: Event, entry: Entry) -> dict[str, Any]:
    stage = ranked_stage(event)
    if stage is None:
        return {}
    table = compute_table(stage)
    key = f"{entry.number:06d}"
    row = next((row for row in table.rows if row.player == key), None)
    if row is None or not row.played:
        return {}
    names = {
        f"{other.number:06d}": name_of(other, staff=False, event=event)
        for other in Entry.objects.filter(event=event).select_related("player")
    }
    keys = [name for name in row.tie_breaks if name != "lot"]
    return {
        "place": row,
        "explanations": [explanation_shown(name, explain(table, key, name), names) for name in keys],
        "separation": separation_text(separation(table, key), names),
    }


@public_page
def clock_part(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """The right side of the top bar: state and clock of the round."""
    round_ = current_round(event, public_only=not can_see_desk(roles))
    return render(request, "components/board_now.html", round_context(event, round_))


@public_page
def wall(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/wall/``: for the projector: pairings by name while people look for their seats, then the clock."""
    round_ = current_round(event, public_only=True)
    context = public_context(event, roles, "pairings", round_)
    context["shown_label"] = context.get("round_label", "")
    if round_ is not None:
        loaded = matches_of_round(round_)
        context["matches"] = matches_shown(loaded, event, context["round_clock"], staff=False)
        people = [
            {"name": seat["name"], "table": line["table"] or _("Bye")}
            for line in context["matches"]
            for seat in line["seats"]
        ]
        context["players"] = sorted(people, key=lambda person: str(person["name"]).casefold())
        context["extensions"] = [
            {"table": line["table"], "time": line["extension"]} for line in context["matches"] if line["extension"]
        ]
        context["seating"] = round_.status == RoundStatus.PUBLISHED
    context["part_url"] = request.path
    return render(request, "matches/public/_wall.html" if _partial(request) else "matches/public/wall.html", context)
