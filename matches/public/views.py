"""Pages for players and spectators on phones: the pairings of a round, the list of players, the round's clock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from matches.clock.queries import RoundClock
from matches.course.labels import round_label
from matches.course.queries import current_among, current_round, rounds_ever, stages_of, taken_back_among
from matches.enums import EntryStatus, RoundStatus
from matches.final.queries import final_ranking
from matches.final.views import winner_context
from matches.forecasts.labels import round_end_text
from matches.frame.desk_views import desk_board
from matches.frame.public_views import public_board, public_context, versions_in
from matches.live.cached_views import cached_page
from matches.models import Entry, Event, Round
from matches.names.display import plain
from matches.pages.access_views import PageRequest, Roles, public_page
from matches.pages.address_views import numbered
from matches.pages.components import MatchShown, Tab
from matches.people.labels.names import name_of, sort_name_of
from matches.permissions import can_see_desk
from matches.public.finish_views import finish_of
from matches.results.match_views import matches_shown
from matches.results.queries.results import matches_of_round
from matches.signups.views.about import about_context


def public_round_url(round_: Round) -> str:
    """The address of a round's public pairings."""
    return reverse("matches:public_round", args=[round_.stage.event.slug, round_.stage.order, round_.number])


@cached_page()
def pairings(
    request: PageRequest, event: Event, roles: Roles, order: int | None = None, number: int | None = None
) -> HttpResponse:
    """``/e/SLUG/``: the current round; ``/e/SLUG/round/STAGE/NUMBER/``: any published one."""
    rounds = rounds_ever(event)
    public = [known for known in rounds if known.is_public]
    now = current_among(public)
    round_ = now
    if order is not None:
        round_ = next((known for known in public if (known.stage.order, known.number) == (order, number)), None)
        if round_ is None:
            raise Http404
    stages = stages_of(event)
    frame = public_context(event, roles, "pairings", now, versions_in(request), stages)
    clock = frame["round_clock"] if now and round_ and round_.pk == now.pk else None
    closed = round_ == now and round_ is not None and round_.status == RoundStatus.CLOSED
    ranking = final_ranking(event, stages) if closed else None
    finished = ranking is not None and event.finished_at is not None and order is None
    taken_back = taken_back_among(rounds) if order is None else None
    before = round_ is None and not taken_back
    context = {
        **frame,
        **(_round_shown(event, round_, clock) if round_ else NO_ROUND),
        **(about_context(event, stages) if before else {}),
        "before": before,
        **winner_context(ranking, staff=False),
        "finish": finish_of(event, ranking, stages, public) if finished and ranking is not None else None,
        "final_url": reverse("matches:standings", args=[event.slug]),
        "part_url": request.path,
        "find_url": reverse("matches:find", args=[event.slug]),
        "taken_back": round_label(taken_back) if taken_back else "",
        "tabs": [
            Tab(round_label(known), public_round_url(known), round_ is not None and known.pk == round_.pk)
            for known in reversed(public)
        ],
    }
    template = "matches/public/_pairings.html" if request.htmx else "matches/public/pairings.html"
    return render(request, template, context)


class ShownRound(TypedDict):
    """The round whose pairings the page shows, which need not be the current one."""

    shown_round: Round | None
    shown_label: str
    matches: list[MatchShown]
    round_end: str
    draw_url: str


NO_ROUND: ShownRound = {"shown_round": None, "shown_label": "", "matches": [], "round_end": "", "draw_url": ""}


def _round_shown(event: Event, round_: Round, clock: RoundClock | None) -> ShownRound:
    """A round with its pairings. ``clock`` is that of the current round."""
    matches = matches_of_round(round_)
    return {
        "shown_round": round_,
        "shown_label": round_label(round_),
        "matches": matches_shown(matches, event, clock, staff=False, people_url=False),
        "round_end": round_end_text(round_, matches, clock, timezone.now()) if clock else "",
        "draw_url": reverse("matches:draw", args=[event.slug, round_.stage.order, round_.number]),
    }


@public_page
def find(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/find/?name=ada``: where to sit, for browsers that cannot filter the list while typing."""
    typed = request.GET.get("name", "")[:60].strip()
    round_ = current_round(event, public_only=True)
    frame = public_context(event, roles, "pairings", round_)
    found: list[MatchShown] = []
    if round_ is not None and typed:
        shown = matches_shown(matches_of_round(round_), event, frame["round_clock"], staff=False)
        words = plain(typed).split()
        found = [match for match in shown if any(_named(seat.name, words) for seat in match.seats)]
    context = {
        **frame,
        "matches": found,
        "typed": typed,
        "find_url": request.path,
        "pairings_url": reverse("matches:public", args=[event.slug]),
    }
    return render(request, "matches/public/find.html", context)


def _named(name: str, words: list[str]) -> bool:
    shown = plain(name)
    return all(word in shown for word in words)


@dataclass(frozen=True, slots=True)
class PlayerShown:
    """A player in the list of all players; ``out`` says why a player is out."""

    name: str
    number: int
    out: str
    url: str


@cached_page()
def players(request: PageRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/players/``: everyone in the event, with links to their pages."""
    entries = Entry.objects.filter(event=event).exclude(status=EntryStatus.REGISTERED).select_related("player")
    # By the name as shown: the order must not give a hidden name away.
    named = sorted((sort_name_of(entry, staff=False, event=event), entry.number, entry) for entry in entries)
    rows = [
        PlayerShown(
            name=name_of(entry, staff=False, event=event),
            number=entry.number,
            out=entry.get_status_display() if entry.status in EntryStatus.out() else "",
            url=numbered("matches:player", event.slug, entry.number),
        )
        for _key, _number, entry in named
    ]
    context = {
        **public_context(event, roles, "people", current_round(event, public_only=True), versions_in(request)),
        "rows": rows,
        "count": len(rows),
        "part_url": request.path,
    }
    template = "matches/public/_players.html" if request.htmx else "matches/public/players.html"
    return render(request, template, context)


@cached_page()
def clock_part(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """The live part of the top bar: event, round, state and clock; ``?desk`` for the staff's own pages, ``?desk&judge``
    without the link to the round, as on the judges' pages."""
    at_desk = can_see_desk(roles) and "desk" in request.GET
    round_ = current_round(event, public_only=not at_desk)
    context = desk_board(event, round_) if at_desk else public_board(event, round_)
    if at_desk and "judge" in request.GET:
        context["round_url"] = ""
    return render(request, "components/board_live.html", context)
