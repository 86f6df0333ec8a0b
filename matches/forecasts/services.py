"""Makes forecasts: a job computes one for the state of the event, and keeps it by that state."""

from __future__ import annotations

from typing import Any

from matches.audit.services import raise_versions
from matches.forecast.simulation import RUNS, forecast
from matches.forecasts.queries import forecast_stage, latest_forecast, public_rounds, stage_now, state_key
from matches.jobs.services import Report, kind, start_job
from matches.models import Event, Forecast, Job, Stage

KIND = "forecast"
KEPT = 3
"""How many forecasts of a stage are kept: pages may still show the last but one."""
ROUNDS_OF_WORK = 5
"""How often a job begins again because results arrived meanwhile; the next page that is opened starts another."""


def current_forecast(event: Event, stage: Stage) -> Forecast | None:
    """Return the newest forecast of the stage. If something has changed since, a worker is asked for the next one."""
    known = latest_forecast(stage)
    if known is None or known.state != state_key(stage):
        start_job(event=event, kind=KIND, user=None)
    return known


@kind(KIND)
def run_forecast(job: Job, report: Report) -> dict[str, Any]:
    """Compute forecasts until none of the results is newer than the last of them."""
    made = 0
    while made < ROUNDS_OF_WORK:
        stage = forecast_stage(job.event)
        if stage is None:
            break
        state = state_key(stage)
        if Forecast.objects.filter(stage=stage, state=state).exists():
            break
        make_forecast(stage, state)
        made += 1
        report(made, ROUNDS_OF_WORK)
    return {"made": made}


def make_forecast(stage: Stage, state: str) -> Forecast:
    """Compute and keep the forecast for a state of the event, read before what it rests on."""
    rounds = public_rounds(stage)
    now = stage_now(stage, rounds)
    rows = forecast(now, seed=stage.event.seed)
    kept, _created = Forecast.objects.update_or_create(
        stage=stage,
        state=state,
        defaults={
            "rows": {int(row.player): [row.chance, row.certain] for row in rows},
            "runs": RUNS,
            "round_number": rounds[-1].number,
            "missing": len(now.open_pairs),
        },
    )
    older = Forecast.objects.filter(stage=stage).order_by("-pk").values_list("pk", flat=True)[KEPT:]
    Forecast.objects.filter(pk__in=list(older)).delete()
    raise_versions({(stage.event_id, "forecast")})
    return kept
