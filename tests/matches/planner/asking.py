"""How the tests of the planner ask for plans."""

from __future__ import annotations

from django.test import Client
from django.urls import reverse

from matches.enums import JobState
from matches.jobs.running_services import run
from matches.models import Job
from matches.planner.cut import CutQuestion

SPECTACLE = {"format": "bankout", "jokers": True}
PLAN = reverse("matches:planner")
ME = "account 1"
CUT = CutQuestion(players=40, rounds=5, cut=8, skill=0.5, draws=0.0, drops=0.0)


def work() -> None:
    """Run the jobs that wait, as a worker does."""
    for job in Job.objects.filter(state=JobState.WAITING):
        run(job.pk)


def get(client: Client, url: str, status: int = 200) -> str:
    answer = client.get(url)
    assert answer.status_code == status
    return answer.content.decode()
