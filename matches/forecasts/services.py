"""Makes forecasts: a job computes one for the state of the event, and keeps it by that state."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.db import transaction
from django.utils.translation import gettext_lazy

from matches.audit.services import raise_versions
from matches.enums import ForecastFor
from matches.events.queries.kinds import kind_of
from matches.events.queries.pods import pod_setup
from matches.forecast.certain import Certain
from matches.forecast.stage import RUNS, Chance
from matches.forecasts.queries import (
    forecast_for,
    forecast_stage,
    latest_forecast,
    pod_stage_now,
    public_rounds,
    stage_now,
    state_key,
)
from matches.jobs.services import Report, kind, start_job, start_while_reading
from matches.models import ChanceByRound, Entry, Event, Forecast, Job, Round, Stage
from matches.snapshots.history_queries import player_key
from matches.tables.outcome import Outcome

KIND = "forecast"
WHAT_IF = "what_if"
OUTCOMES = (Outcome.WON, Outcome.DRAWN, Outcome.LOST)
"""The order in which the chances of a what-if are kept where two sit at a table; else it is that of the places."""
KEPT = 3
"""How many forecasts of a stage are kept: pages may still show the last but one."""
ROUNDS_OF_WORK = 5
"""How often a job begins again because results arrived meanwhile; the next page that is opened starts another."""


def current_forecast(event: Event, stage: Stage) -> Forecast | None:
    """Return the newest forecast of the stage. If something has changed since, a worker is asked for the next one."""
    known = latest_forecast(stage)
    if known is None or known.state != state_key(stage):
        start_while_reading(lambda: start_job(event=event, kind=KIND, user=None, rests=True))
    return known


@kind(KIND, gettext_lazy("Chances to make the cut"))
def run_forecast(job: Job, report: Report) -> dict[str, Any]:
    """Compute forecasts until none of the results is newer than the last of them."""
    made = 0
    while made < ROUNDS_OF_WORK:
        stage = forecast_stage(job.own_event)
        if stage is None:
            break
        state = state_key(stage)
        if Forecast.objects.filter(stage=stage, state=state).exists():
            break
        make_forecast(stage, state)
        made += 1
        report(made, ROUNDS_OF_WORK)
    return {"made": made}


class OwnWhatIf(NamedTuple):
    """What a player's next match is worth. ``forecast`` is None while a worker is making it; ``chances`` are the job
    while one is finding them, which may have failed. ``places``: they are by place, as more than two sit at a table.
    """

    forecast: Forecast | None
    chances: list[float] | Job | None
    places: bool


def own_what_if(entry: Entry) -> OwnWhatIf | None:
    """Return what a player may see of the own next match; None where the player has no chance to see."""
    event = entry.event
    if forecast_for(event) == ForecastFor.STAFF or (stage := forecast_stage(event)) is None:
        return None
    kept = current_forecast(event, stage)
    if kept is None:
        return OwnWhatIf(None, None, kind_of(stage).has_order)
    if str(entry.number) not in kept.rows:
        return None
    return OwnWhatIf(kept, what_if_of(entry, kept), kind_of(stage).has_order)


def what_if_of(entry: Entry, kept: Forecast) -> list[float] | Job:
    """Return the chances of a player who is in the forecast after a win, a draw and a loss, or after each place.

    Until a worker, who is asked for them here, has found them for this forecast, it is the job, which may have failed.
    """
    known: list[float] | None = kept.what_if.get(str(entry.number))
    if known is None:
        params = {"player": entry.number}
        return start_while_reading(
            lambda: start_job(event=entry.event, kind=WHAT_IF, user=None, params=params, rests=True)
        )
    return known


@kind(WHAT_IF, gettext_lazy("What a player’s next result is worth"))
def run_what_if(job: Job, report: Report) -> dict[str, Any]:
    """Find what one player's next match is worth, and keep it with the forecast for the same state of the event."""
    number = job.params["player"]
    stage = forecast_stage(job.own_event)
    if stage is None:
        return {"made": 0}
    state = state_key(stage)
    kept = Forecast.objects.filter(stage=stage, state=state).first() or make_forecast(stage, state)
    if str(number) not in kept.rows:
        return {"made": 0}
    chances = _what_if(stage, player_key(number))
    with transaction.atomic():
        kept = Forecast.objects.select_for_update().get(pk=kept.pk)
        kept.what_if[str(number)] = chances
        kept.save(update_fields=["what_if"])
    return {"made": 1}


def _what_if(stage: Stage, player: str) -> list[float]:
    """One player's chances by the result of the next match, as a forecast keeps them."""
    # Both modules load numpy, which every other start does without.
    rounds, seed = public_rounds(stage), stage.event.seed
    setup = pod_setup(stage)
    if setup is not None:
        from matches.forecast.pods.simulation import pod_what_if

        return pod_what_if(pod_stage_now(stage, setup, rounds), player, seed=seed)
    from matches.forecast.simulation import what_if

    chances = what_if(stage_now(stage, rounds), player, seed=seed)
    return [chances[outcome] for outcome in OUTCOMES]


def _computed(stage: Stage, rounds: list[Round]) -> tuple[list[Chance], int]:
    """The chances, and how many results of the round are missing."""
    # Both modules load numpy, which every other start does without.
    setup = pod_setup(stage)
    if setup is not None:
        from matches.forecast.pods.simulation import pod_forecast

        pods = pod_stage_now(stage, setup, rounds)
        return pod_forecast(pods, seed=stage.event.seed), pods.open_tables
    from matches.forecast.simulation import forecast

    now = stage_now(stage, rounds)
    return forecast(now, seed=stage.event.seed), len(now.open_pairs)


def _kept(row: Chance) -> float:
    """A chance as it is kept for the round: 0 and 1 only where it is proved."""
    if row.certain in (Certain.IN, Certain.OUT):
        return float(row.certain == Certain.IN)
    return min(max(round(row.chance, 3), 0.001), 0.999)


def make_forecast(stage: Stage, state: str) -> Forecast:
    """Compute and keep the forecast for a state of the event, read before what it rests on."""
    rounds = public_rounds(stage)
    rows, missing = _computed(stage, rounds)
    kept, _created = Forecast.objects.update_or_create(
        stage=stage,
        state=state,
        defaults={
            "rows": {int(row.player): [row.chance, row.certain] for row in rows},
            "runs": RUNS,
            "round_number": rounds[-1].number,
            "missing": missing,
        },
    )
    chances = {int(row.player): _kept(row) for row in rows}
    ChanceByRound.objects.update_or_create(stage=stage, round_number=rounds[-1].number, defaults={"chances": chances})
    older = Forecast.objects.filter(stage=stage).order_by("-pk").values_list("pk", flat=True)[KEPT:]
    Forecast.objects.filter(pk__in=list(older)).delete()
    raise_versions({(stage.event_id, "forecast")})
    return kept
