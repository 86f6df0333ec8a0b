"""Lets a worker play the matches that a plan rests on, and keeps them."""

from __future__ import annotations

from typing import Any

import msgspec
from django.utils.translation import gettext_lazy

from matches.jobs.services import Report, kind, start_shared_job
from matches.models import Job, MatchSample
from matches.planner.cut import CUT_KIND, CutQuestion, simulated
from matches.planner.queries import matches_for
from matches.planner.sample import Sample, played
from rules_engine.planning.traces import pack

KIND = "match_sample"
KEPT = 30
"""How many samples are kept, of a megabyte or two each; the oldest are dropped."""


def ask_for_matches(sample: Sample, asker: str) -> Job:
    """Have a worker play the matches; the job that is under way already if somebody has asked before."""
    return start_shared_job(KIND, {**msgspec.to_builtins(sample), "matches": sample.size}, asker=asker)


@kind(KIND, gettext_lazy("Matches played for a plan"))
def play_matches(job: Job, report: Report) -> dict[str, Any]:
    """Play and keep the matches of a job's parameters, unless they are kept already."""
    sample = msgspec.convert(job.params, Sample)
    if matches_for(sample) is not None:
        return {}
    traces = played(sample, job.params["matches"], report)
    MatchSample.objects.update_or_create(
        key=sample.key,
        defaults={
            "game": sample.game,
            "rules": dict(sample.rules),
            "player": sample.player,
            "matches": len(traces),
            "traces": pack(traces),
        },
    )
    older = MatchSample.objects.order_by("-pk").values_list("pk", flat=True)[KEPT:]
    MatchSample.objects.filter(pk__in=list(older)).delete()
    return {}


def ask_for_cut(question: CutQuestion, asker: str) -> Job:
    """Have a worker simulate the Swiss rounds; the job that is under way already if somebody has asked before."""
    return start_shared_job(CUT_KIND, msgspec.to_builtins(question), asker=asker)


@kind(CUT_KIND, gettext_lazy("The cut of a plan"))
def simulate_cut(job: Job, report: Report) -> dict[str, Any]:
    """Simulate the events of a job's parameters. The answer stays with the job."""
    answer: dict[str, Any] = msgspec.to_builtins(simulated(msgspec.convert(job.params, CutQuestion), report))
    return answer
