"""The projector's page: the seats while people look for them, then the clock, between rounds the standings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.brackets.drawn import BracketRound
from matches.brackets.views.drawing import drawn_bracket
from matches.brackets.views.public import last_bracket
from matches.clock.queries import RoundClock
from matches.course.queries import current_round, stages_of
from matches.enums import RoundStatus
from matches.events.declarations.address import players_address
from matches.final.queries import final_ranking
from matches.final.views import final_context
from matches.forecasts.labels import round_end_text
from matches.frame.board_views import clock_shown
from matches.frame.public_views import public_context, versions_in
from matches.live.cached_views import cached_page
from matches.models import Event, Match, Round, Stage
from matches.pages.access_views import PageRequest, Roles
from matches.pages.components import ClockShown, MatchShown
from matches.pages.qr_views import qr_picture
from matches.ranking.views import standings_context
from matches.results.match_views import matches_shown
from matches.results.queries.results import confirmed, matches_of_round
from matches.site_address import is_of_this_machine
from matches.snapshots.queries import latest_snapshot


@cached_page()
def wall(request: PageRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/wall/``: what the whole room needs now, on a screen without input."""
    round_ = current_round(event, public_only=True)
    stages = stages_of(event)
    frame = public_context(event, roles, "pairings", round_, versions_in(request), stages)
    site = players_address(event)
    only_here, address = is_of_this_machine(site), site + reverse("matches:public", args=[event.slug])
    context = {
        **frame,
        **_scene(event, round_, stages, frame["round_clock"]),
        "public_address": address if not only_here else "",
        "qr": qr_picture(address) if not only_here else "",
        "part_url": request.path,
    }
    return render(request, "matches/public/_wall.html" if request.htmx else "matches/public/wall.html", context)


def _scene(event: Event, round_: Round | None, stages: list[Stage], clock: RoundClock | None) -> Mapping[str, object]:
    """What the wall shows now: ``scene`` names it, the rest is what that scene needs."""
    ranking = final_ranking(event, stages)
    if ranking is not None:
        return {"scene": "final", **final_context(ranking, staff=False)}
    if round_ is None or clock is None:
        return {"scene": "empty"}
    if round_.status == RoundStatus.CLOSED:
        return _between(event, round_, stages)
    if round_.status == RoundStatus.PUBLISHED:
        return {"scene": "seats", "players": _people(event, round_)}
    return {"scene": "clock", **_running(round_, clock)}


@dataclass(frozen=True, slots=True)
class Seated:
    """Where a player sits: a table, or the words for a bye; ``changed`` after the round was published. ``title`` tells
    the parts of a bracket's round apart.
    """

    name: str
    sort: str
    table: int | str
    changed: bool
    title: str = ""


def _people(event: Event, round_: Round) -> list[Seated]:
    shown = matches_shown(matches_of_round(round_), event, None, staff=False)
    people = [
        Seated(seat.name, seat.sort, line.table or _("Bye"), changed=line.changed_at is not None, title=line.title)
        for line in shown
        for seat in line.seats
    ]
    return sorted(people, key=lambda person: person.sort)


@dataclass(frozen=True, slots=True)
class TableClock:
    """A table with a deadline of its own."""

    table: int
    clock: ClockShown


class RunningContext(TypedDict):
    """A round under way: the tables that still play, those with more time, and the matches of a bracket."""

    extensions: list[TableClock]
    playing: list[int]
    round_end: str
    few_playing: bool
    matches: list[MatchShown]


def _running(round_: Round, clock: RoundClock) -> RunningContext:
    matches = matches_of_round(round_)
    open_matches = [match for match in matches if match.table and confirmed(match) is None]
    playing = [match.table for match in open_matches if match.table]
    now = timezone.now()
    return {
        # Each table's own deadline, because the round's clock does not show it.
        "extensions": [
            TableClock(match.table, clock_shown(clock.read(now, match.pk)))
            for match in open_matches
            if match.table and clock.extensions.get(match.pk)
        ],
        "playing": playing,
        "round_end": round_end_text(round_, matches, clock, now),
        "few_playing": 0 < len(playing) <= MOST_NAMED,
        "matches": _live_bracket(round_, matches, clock),
    }


def _live_bracket(round_: Round, matches: list[Match], clock: RoundClock) -> list[MatchShown]:
    """The matches of a round of a bracket with their scores, if the wall has room for them beside the clock."""
    if not round_.stage.is_bracket or len(matches) > MOST_LIVE:
        return []
    return matches_shown(matches, round_.stage.event, clock, staff=False)


MOST_LIVE = 16
"""Up to this many matches of a bracket are shown beside the clock."""


MOST_NAMED = 12
"""Up to this many tables still playing are listed; more are shown as a number."""


def _between(event: Event, round_: Round, stages: list[Stage]) -> Mapping[str, object]:
    if round_.stage.is_bracket:
        stage = last_bracket(event)
        bracket = drawn_bracket(event, stage, staff=False) if stage else None
        lines = _bracket_rounds(bracket.rounds) if bracket else []
        return {"scene": "bracket", "bracket": bracket, "matches": lines}
    stage = next((known for known in reversed(stages) if not known.is_bracket), None)
    snapshot = latest_snapshot(stage) if stage else None
    return {"scene": "standings", **standings_context(event, snapshot, stages, staff=False)}


@dataclass(frozen=True, slots=True)
class Heading:
    """The name of a round above its matches."""

    heading: str


def _bracket_rounds(rounds: Sequence[BracketRound]) -> list[Heading | MatchShown]:
    """The rounds that come next and the one played last, each under its name, instead of the whole tree."""
    first = next((at for at, round_ in enumerate(rounds) if round_.current), 0)
    chosen = [round_ for at, round_ in enumerate(rounds) if round_.current or at == first - 1]
    chosen.sort(key=lambda round_: not round_.current)
    lines: list[Heading | MatchShown] = []
    for round_ in chosen:
        lines += [Heading(round_.label), *round_.matches]
    return lines
