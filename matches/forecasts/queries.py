"""Reads what a forecast rests on, and the last one made."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable

from django.db.models import Exists, OuterRef

from matches.course.queries import stages_of
from matches.enums import EntryStatus, ForecastFor, MatchKind, ResultStatus, RoundStatus, StageKind, StrengthSpread
from matches.events.declarations.reading import options_of
from matches.events.queries.kinds import kind_of
from matches.events.queries.seats import seats_with
from matches.forecast.pods.stage import PodStage
from matches.forecast.stage import Stage as StageNow
from matches.live.queries import event_versions
from matches.models import ChanceByRound, Entry, Event, Forecast, Match, Round, Stage
from matches.pairing.pods.setup import PodSetup
from matches.snapshots.carried_queries import carries
from matches.snapshots.history_queries import player_key, rounds_played
from matches.snapshots.queries import entrants, standings_settings

PARTS = ("event", "people", "pairings", "results", "standings")
"""What a forecast rests on changes only together with the version of one of these parts."""


def forecast_for(event: Event) -> ForecastFor:
    """Who sees the forecasts of an event."""
    return options_of(event).forecast_for


def strength_spread(event: Event) -> StrengthSpread:
    """How far apart the players of an event are taken to be."""
    return options_of(event).forecast_strength


def forecast_stage(event: Event) -> Stage | None:
    """The Swiss stage whose first players go on to the next one, between its first round and its last; else None."""
    stages = stages_of(event)
    stage = next((stage for stage in stages if stage.finished_at is None), None)
    following = stages[stages.index(stage) + 1 :] if stage else []
    if stage is None or stage.kind != StageKind.SWISS or not following or not following[0].cut_to:
        return None
    if not kind_of(stage).meets or carries(stage):  # a score attack has no cut; points brought along are not simulated
        return None
    closed = stage.rounds.filter(status=RoundStatus.CLOSED).count()
    return stage if 0 < closed < stage.rounds_planned else None


def cut_of(stage: Stage) -> int:
    """How many go on from the stage."""
    following = next(known for known in stages_of(stage.event) if known.order == stage.order + 1)
    return following.cut_to or 0


def state_key(stage: Stage) -> str:
    """A text that is the same as long as nothing changed that a forecast rests on: one query."""
    versions = event_versions(stage.event)
    text = json.dumps([stage.pk, *(versions.get(part, 0) for part in PARTS)])
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def latest_forecast(stage: Stage) -> Forecast | None:
    """The newest forecast of a stage, whatever has happened since."""
    return Forecast.objects.filter(stage=stage).order_by("-pk").first()


def chances_by_round(event: Event, stages: Iterable[Stage]) -> list[tuple[int, dict[str, float]]]:
    """Everyone's chance to make the cut after each published round of the last stage that has one, if the event shows
    players their own: one query, none where it does not.
    """
    if forecast_for(event) == ForecastFor.STAFF or not any(stage.cut_to for stage in stages):
        return []
    public = Round.objects.filter(
        stage=OuterRef("stage"), number=OuterRef("round_number"), status__in=RoundStatus.public()
    )
    rows = ChanceByRound.objects.filter(Exists(public), stage__event=event).order_by("stage__order", "round_number")
    found = list(rows.values_list("stage", "round_number", "chances"))
    return [(number, chances) for stage, number, chances in found if stage == found[-1][0]]


def public_rounds(stage: Stage) -> list[Round]:
    """The rounds that were published, in order; the last one may be open."""
    return list(stage.rounds.filter(status__in=RoundStatus.public()).order_by("number"))


def pod_stage_now(stage: Stage, setup: PodSetup, rounds: list[Round]) -> PodStage:
    """Return a stage of pods as the pure code takes it."""
    listed = [entrant for entrant in entrants(stage) if entrant.listed]
    players = tuple(entrant.player for entrant in listed)
    return PodStage(
        players=players,
        playing=_playing(stage, players),
        rounds=tuple(rounds_played(stage, rounds, unfinished=True)),
        rounds_left=max(0, stage.rounds_planned - len(rounds)),
        cut=cut_of(stage),
        setup=setup,
        settings=standings_settings(stage),
        open_pods=open_tables(rounds),
        seeds=tuple(entrant.seed for entrant in listed),
    )


def _playing(stage: Stage, players: Collection[str]) -> frozenset[str]:
    still_in = Entry.objects.filter(event=stage.event, status=EntryStatus.CHECKED_IN)
    return frozenset({player_key(number) for number in still_in.values_list("number", flat=True)} & set(players))


def stage_now(stage: Stage, rounds: list[Round]) -> StageNow:
    """Return the stage as the pure code takes it: history, open matches, and who is playing."""
    players = [entrant.player for entrant in entrants(stage) if entrant.listed]
    return StageNow(
        players=tuple(players),
        playing=_playing(stage, players),
        rounds=tuple(rounds_played(stage, rounds, unfinished=True)),
        rounds_left=max(0, stage.rounds_planned - len(rounds)),
        cut=cut_of(stage),
        settings=standings_settings(stage),
        open_pairs=open_pairs(rounds),
        power=stage.power_pair_last,
        agreed_draws=stage.event.intentional_draws,
        left_keep_places=False,
        spread=strength_spread(stage.event).spread,
    )


def open_pairs(rounds: list[Round]) -> tuple[tuple[str, str], ...]:
    """The matches of two of the last round without a confirmed result, by the keys of their players."""
    return tuple((first, second) for first, second in open_tables(rounds))


def open_tables(rounds: list[Round]) -> tuple[tuple[str, ...], ...]:
    """The tables of the last round without a confirmed result, by the keys of their players."""
    if not rounds or rounds[-1].status == RoundStatus.CLOSED:
        return ()
    matches = Match.objects.filter(round=rounds[-1], kind=MatchKind.PLAYED)
    matches = matches.exclude(results__status=ResultStatus.CONFIRMED).prefetch_related(seats_with()).order_by("pk")
    return tuple(tuple(player_key(seat.entry.number) for seat in match.seats.all()) for match in matches)
