"""The standings after each round, for the staff and the public, and one player's row explained."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.course.labels import round_label
from matches.course.queries import current_round, is_over, rounds_of, stages_of
from matches.enums import ForecastFor, RoundStatus
from matches.final.queries import FinalRanking, final_ranking
from matches.final.views import NOT_OVER, FinalContext, final_context, struck_texts
from matches.forecasts.queries import forecast_for, forecast_stage
from matches.frame.desk_views import desk_page_context
from matches.frame.public_views import public_context, versions_in
from matches.live.cached_views import cached_page
from matches.live.queries import event_versions
from matches.models import Entry, Event, Round, Stage, StandingsSnapshot
from matches.pages.access_views import PageRequest, Roles, staff_page
from matches.pages.components import Link, StandingsColumn, StandingsRow, Tab
from matches.people.labels.names import name_of
from matches.permissions import can_see_desk
from matches.ranking.before_views import brought_along
from matches.snapshots.labels import (
    column_keys,
    has_record,
    label,
    lot_text,
    out_label,
    points_text,
    record_text,
    short_label,
)
from matches.snapshots.place_views import NO_STANDINGS, StandingsContext, place_context
from matches.snapshots.queries import cut_after, lot_at_cut, snapshot_after, tie_break_keys
from matches.standings import value_text


def _only_bracket(stages: list[Stage]) -> bool:
    """Whether the event is only a bracket, which has no standings."""
    return bool(stages) and all(stage.is_bracket for stage in stages)


class StandingsPage(FinalContext):
    """The standings of a round or of the event, with the tabs that lead to the others."""

    tabs: list[Tab]
    export_query: str
    only_bracket: bool


def standings_context(
    event: Event, snapshot: StandingsSnapshot | None, stages: list[Stage], *, staff: bool, own: int = 0
) -> StandingsContext:
    """Return columns and rows for ``components/standings.html`` from a snapshot: one query, three with a cut, up to
    three more for a round robin.
    """
    if snapshot is None:
        return NO_STANDINGS
    entries = {
        entry.number: entry for entry in Entry.objects.filter(event=event).select_related("player").order_by("number")
    }
    keys = column_keys(tie_break_keys(snapshot), snapshot.rows)
    round_ = snapshot.round
    # Reverse one address only: a thousand rows differ only in the number at its end.
    base = reverse("matches:explained", args=[event.slug, round_.stage.order, round_.number, 0]).removesuffix("0/")
    cut, with_record = cut_after(snapshot, entries, stages), has_record(round_.stage)
    return {
        "snapshot": snapshot,
        "has_record": with_record,
        "after": round_label(round_),
        "columns": [StandingsColumn(key, short_label(key), label(key)) for key in keys],
        "rows": [
            _row(
                row,
                entry := entries[row["number"]],
                keys,
                with_record=with_record,
                base=base,
                name=name_of(entry, staff=staff, event=event),
                own=entry.number == own,
                last_in=place == cut,
            )
            for place, row in enumerate(snapshot.rows, start=1)
        ],
        "cut": cut,
        "cut_lot": lot_text(
            [name_of(entries[number], staff=staff, event=event) for number in lot_at_cut(snapshot.rows, cut)]
        ),
        "struck": struck_texts(event, round_.stage, staff=staff),
    }


def _row(
    row: Mapping[str, Any],
    entry: Entry,
    keys: list[str],
    *,
    with_record: bool,
    base: str,
    name: str,
    own: bool,
    last_in: bool,
) -> StandingsRow:
    return StandingsRow(
        key=entry.number,
        rank=row["rank"],
        name=name,
        points=points_text(row),
        record=record_text(row) if with_record else "",
        breaks=[value_text(key, row["tie_breaks"][key]) for key in keys],
        out=out_label(entry),
        own=own,
        last_in=last_in,
        url=f"{base}{entry.number}/",
    )


def ranked_rounds(event: Event, stage: Stage | None) -> list[Round]:
    """The closed rounds of a stage, newest first: each has standings."""
    if stage is None:
        return []
    return list(rounds_of(event).filter(stage=stage, status=RoundStatus.CLOSED).order_by("-number"))


def chosen_snapshot(rounds: list[Round], order: int | None, number: int | None) -> StandingsSnapshot | None:
    """The newest version after the chosen round, or after the last one. Raises Http404 for a round without
    standings.
    """
    if order is None:
        return snapshot_after(rounds[0]) if rounds else None
    round_ = next((known for known in rounds if (known.stage.order, known.number) == (order, number)), None)
    if round_ is None:
        raise Http404
    return snapshot_after(round_)


def _tabs(
    event: Event,
    rounds: list[Round],
    snapshot: StandingsSnapshot | None,
    name: str,
    *,
    over: bool,
    final: bool,
) -> list[Tab]:
    """The final standings once the event is over, then every round, the newest first."""
    of_rounds = [
        Tab(
            round_label(known),
            reverse(f"matches:{name}_after", args=[event.slug, known.stage.order, known.number]),
            current=not final and snapshot is not None and snapshot.round_id == known.pk,
        )
        for known in rounds
    ]
    if not over:
        return of_rounds
    whole = Tab(_("Final standings"), reverse(f"matches:{name}", args=[event.slug]), current=final)
    return [whole, *of_rounds]


def final_table(ranking: FinalRanking, *, staff: bool) -> FinalContext:
    """The final standings of an event; with all their tie-breaks if they are the standings of its only stage."""
    context = final_context(ranking, staff=staff)
    if not ranking.is_of_one_table or ranking.ranked is None:
        return context
    table = standings_context(ranking.event, ranking.ranked.snapshot, [ranking.ranked.stage], staff=staff)
    finals = {row.key: row for row in context["rows"]}
    table["rows"] = [
        replace(row, rank=finals[row.key].rank, prize=finals[row.key].prize)
        for row in table["rows"]
        if row.key in finals
    ]
    return {**context, **table}


def _known(snapshot: StandingsSnapshot | None, rounds: list[Round]) -> StandingsSnapshot | None:
    """The snapshot with its loaded round, which saves a query."""
    if snapshot is not None:
        snapshot.round = next(known for known in rounds if known.pk == snapshot.round_id)
    return snapshot


def _page(
    event: Event, stages: list[Stage], name: str, order: int | None, number: int | None, *, staff: bool
) -> StandingsPage:
    """The standings after the chosen round; without a choice the final ones of an event that is over, else those after
    the last closed round.
    """
    ranked = next((stage for stage in reversed(stages) if not stage.is_bracket), None)
    rounds = ranked_rounds(event, ranked)
    over = is_over(stages)
    ranking = final_ranking(event, stages) if order is None else None
    if ranking is not None:
        context = final_table(ranking, staff=staff)
        snapshot = None
    else:
        snapshot = _known(chosen_snapshot(rounds, order, number), rounds)
        context = {**NOT_OVER, **standings_context(event, snapshot, stages, staff=staff)}
        if snapshot is None:
            context = {**context, **brought_along(event, ranked, staff=staff)}
    query = f"stage={snapshot.round.stage.order}&after={snapshot.round.number}" if snapshot else ""
    return {
        **context,
        "tabs": _tabs(event, rounds, snapshot, name, over=over, final=ranking is not None),
        "export_query": query,
        "only_bracket": snapshot is None and _only_bracket(stages),
    }


@cached_page()
def standings(
    request: PageRequest, event: Event, roles: Roles, order: int | None = None, number: int | None = None
) -> HttpResponse:
    """``/e/SLUG/standings/``: after the last closed round; ``…/STAGE/NUMBER/``: after any of them."""
    now = current_round(event, public_only=True)
    forecast = forecast_for(event) == ForecastFor.EVERYONE and forecast_stage(event) is not None
    context = {
        **public_context(event, roles, "standings", now, versions_in(request)),
        **_page(event, stages_of(event), "standings", order, number, staff=False),
        "part_url": request.path,
        "forecast_url": reverse("matches:forecast", args=[event.slug]) if forecast else "",
    }
    template = "matches/public/_standings.html" if request.htmx else "matches/public/standings.html"
    return render(request, template, context)


@cached_page(stored=False)
def explained(request: PageRequest, event: Event, roles: Roles, order: int, number: int, player: int) -> HttpResponse:
    """``/e/SLUG/standings/STAGE/NUMBER/PLAYER/``: why a player has this place after the round; shown in the opened
    row.
    """
    round_ = get_object_or_404(rounds_of(event), stage__order=order, number=number, status=RoundStatus.CLOSED)
    entry = get_object_or_404(Entry.objects.select_related("player"), event=event, number=player)
    snapshot = snapshot_after(round_)
    context = {
        "name": name_of(entry, staff=False, event=event),
        "player_url": reverse("matches:player", args=[event.slug, entry.number]),
        **place_context(event, entry, snapshot),
    }
    if request.htmx:
        return render(request, "matches/public/_place.html", context)
    page = {
        **context,
        **public_context(event, roles, "standings", current_round(event, public_only=True)),
        "after": round_label(round_),
        "crumbs": [Link(_("Standings"), reverse("matches:standings_after", args=[event.slug, order, number]))],
    }
    return render(request, "matches/public/explained.html", page)


@staff_page(can_see_desk)
def desk_standings(
    request: PageRequest, event: Event, roles: Roles, order: int | None = None, number: int | None = None
) -> HttpResponse:
    """``/e/SLUG/desk/standings/``: after the last closed round, or any of them."""
    versions = event_versions(event)
    stages = stages_of(event)
    context = {
        **desk_page_context(event, roles, "standings", current_round(event), versions),
        **_page(event, stages, "desk_standings", order, number, staff=True),
        "bracket_url": reverse("matches:bracket", args=[event.slug]),
        "has_bracket": any(known.is_bracket for known in stages),
        "forecast_url": reverse("matches:desk_forecast", args=[event.slug]) if forecast_stage(event) else "",
        "part_url": request.path,
    }
    template = "matches/standings/_desk.html" if request.htmx else "matches/standings/desk.html"
    return render(request, template, context)
