"""The projector's page: the seats while people look for them, then the clock, between rounds the standings."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.brackets.drawing_views import bracket_context
from matches.brackets.views import last_bracket
from matches.clock.queries import RoundClock
from matches.enums import RoundStatus
from matches.events.declarations.address import players_address
from matches.final.queries import final_ranking
from matches.final.views import final_context
from matches.forecasts.labels import round_end_text
from matches.live.cached_views import cached_page
from matches.models import Event, Match, Round, Stage
from matches.pages.access_views import PageRequest, Roles
from matches.pages.component_views import clock_context, match_contexts
from matches.people.link_views import qr_picture
from matches.public.views import public_context, versions_in
from matches.results.queries import confirmed, matches_of_round
from matches.rounds.queries import current_round, stages_of
from matches.snapshots.queries import latest_snapshot
from matches.snapshots.views import standings_context


@cached_page()
def wall(request: PageRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/wall/``: what the whole room needs now, on a screen without input."""
    round_ = current_round(event, public_only=True)
    stages = stages_of(event)
    context = public_context(event, roles, "pairings", round_, versions_in(request), stages)
    context["public_address"] = players_address(event) + reverse("matches:public", args=[event.slug])
    if context["public_address"].startswith("http"):
        context["qr"] = qr_picture(context["public_address"])
    context["part_url"] = request.path
    ranking = final_ranking(event, stages)
    if ranking is not None:
        context |= {"scene": "final", **final_context(ranking, staff=False)}
    elif round_ is None:
        context["scene"] = "empty"
    elif round_.status == RoundStatus.CLOSED:
        context |= _between(event, round_, stages)
    elif round_.status == RoundStatus.PUBLISHED:
        context |= {"scene": "seats", "players": _people(event, round_)}
    else:
        context |= {"scene": "clock", **_running(round_, context["round_clock"])}
    return render(request, "matches/public/_wall.html" if request.htmx else "matches/public/wall.html", context)


def _people(event: Event, round_: Round) -> list[dict[str, Any]]:
    shown = match_contexts(matches_of_round(round_), event, None, staff=False)
    people = [
        {
            "name": seat["name"],
            "sort": seat["sort"],
            "table": line["table"] or _("Bye"),
            "changed": line["changed_at"] is not None,
        }
        for line in shown
        for seat in line["seats"]
    ]
    return sorted(people, key=lambda person: str(person["sort"]))


def _running(round_: Round, clock: RoundClock) -> dict[str, Any]:
    matches = matches_of_round(round_)
    open_matches = [match for match in matches if match.table and confirmed(match) is None]
    playing = [match.table for match in open_matches]
    now = timezone.now()
    return {
        # Each table's own deadline, because the round's clock does not show it.
        "extensions": [
            {"table": match.table, "clock": clock_context(clock.read(now, match.pk))}
            for match in open_matches
            if clock.extensions.get(match.pk)
        ],
        "playing": playing,
        "round_end": round_end_text(round_, matches, clock, now),
        "few_playing": 0 < len(playing) <= MOST_NAMED,
        "matches": _live_bracket(round_, matches, clock),
    }


def _live_bracket(round_: Round, matches: list[Match], clock: RoundClock) -> list[dict[str, Any]]:
    """The matches of a round of a bracket with their scores, if the wall has room for them beside the clock."""
    if not round_.stage.is_bracket or len(matches) > MOST_LIVE:
        return []
    return match_contexts(matches, round_.stage.event, clock, staff=False)


MOST_LIVE = 16
"""Up to this many matches of a bracket are shown beside the clock."""


MOST_NAMED = 12
"""Up to this many tables still playing are listed; more are shown as a number."""


def _between(event: Event, round_: Round, stages: list[Stage]) -> dict[str, Any]:
    if round_.stage.is_bracket:
        stage = last_bracket(event)
        bracket = bracket_context(event, stage, staff=False) if stage else None
        lines = _bracket_rounds(bracket["rounds"]) if bracket else []
        return {"scene": "bracket", "bracket": bracket, "matches": lines}
    stage = next((known for known in reversed(stages) if not known.is_bracket), None)
    snapshot = latest_snapshot(stage) if stage else None
    return {"scene": "standings", **standings_context(event, snapshot, stages, staff=False)}


def _bracket_rounds(rounds: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rounds that come next and the one played last, each under its name, instead of the whole tree."""
    first = next((at for at, round_ in enumerate(rounds) if round_["current"]), 0)
    chosen = [round_ for at, round_ in enumerate(rounds) if round_["current"] or at == first - 1]
    chosen.sort(key=lambda round_: not round_["current"])
    return [line for round_ in chosen for line in ({"heading": round_["label"]}, *round_["matches"])]
