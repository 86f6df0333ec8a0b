"""Whose turn it is: no account, with however many jobs, makes an event wait for its papers."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from celery import current_app
from django.conf import settings
from django.utils import timezone

from matches.campaigns.services import KIND, PART, start_comparison
from matches.enums import JobState
from matches.errors import Refused
from matches.jobs import services as jobs
from matches.jobs.running_services import run, run_overdue
from matches.jobs.services import MOST_OF_ACCOUNT, start_job
from matches.jobs.turn_services import in_turn
from matches.models import Job
from tests.factories import EventFactory, UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The jobs of the kind "try_out" in the order in which they ran."""
    order: list[int] = []

    def note(job: Job, report: jobs.Report) -> dict[str, Any]:
        order.append(job.pk)
        return {}

    monkeypatch.setitem(jobs.KINDS, "try_out", note)
    return order


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The jobs that were queued."""
    found: list[int] = []
    monkeypatch.setattr(current_app, "send_task", lambda name, args: found.extend(args))
    return found


def waiting(**fields: Any) -> Job:
    return Job.objects.create(**{"kind": "try_out", **fields})


def state_of(job: Job) -> str:
    job.refresh_from_db()
    return job.state


def test_a_shared_job_leaves_the_other_workers_to_the_events(ran: list[int], sent: list[int]) -> None:
    running = waiting(state=JobState.RUNNING, beat_at=timezone.now())
    second, paper = waiting(asker="b"), waiting(event=EventFactory())
    run(second.pk)
    assert (state_of(second), ran) == (JobState.WAITING, [paper.pk])
    Job.objects.filter(pk=running.pk).update(state=JobState.DONE)
    third = waiting(asker="c")
    run(second.pk)
    assert ran == [paper.pk, second.pk]
    assert sent == [third.pk]  # its own message may be gone


def test_a_shared_job_does_not_wait_for_a_lost_one(ran: list[int]) -> None:
    long_ago = timezone.now() - timedelta(seconds=settings.JOB_LOST_SECONDS + 1)
    waiting(state=JobState.RUNNING, beat_at=long_ago)
    job = waiting()
    run(job.pk)
    assert ran == [job.pk]


def test_a_site_may_let_more_shared_jobs_run(ran: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "SHARED_JOBS_AT_ONCE", 2)
    waiting(state=JobState.RUNNING, beat_at=timezone.now())
    job = waiting()
    run(job.pk)
    assert ran == [job.pk]


def test_what_was_asked_for_at_an_event_goes_before_the_shared_jobs(ran: list[int]) -> None:
    shared = waiting()
    forecast, paper = waiting(event=EventFactory()), waiting(event=EventFactory(), created_by=UserFactory())
    run(shared.pk)
    assert ran == [paper.pk, forecast.pk, shared.pk]


def test_nobodys_second_job_goes_before_another_ones_first(ran: list[int]) -> None:
    many, user = EventFactory(), UserFactory()
    first, second, third = [waiting(event=many, created_by=user, params={"n": n}) for n in range(3)]
    elsewhere = waiting(event=EventFactory(), created_by=user)
    paper = waiting(event=EventFactory(), created_by=UserFactory())
    assert in_turn(Job.objects.all()) == [first.pk, paper.pk, second.pk, third.pk, elsewhere.pk]
    run(second.pk)
    assert ran == [first.pk, paper.pk, second.pk]
    run(third.pk)
    assert ran == [first.pk, paper.pk, second.pk, third.pk]


def test_a_comparison_lets_others_pass_between_its_parts(ran: list[int]) -> None:
    given = {"game": "bankout", "rules": {}, "players": ("steady", "bold")}
    long = start_comparison(**given, matches=300, asker="stranger")
    later: list[Job] = []
    play = jobs.KINDS[PART]

    def play_and_ask(job: Job, report: jobs.Report) -> dict[str, Any]:
        if not later:
            later.append(waiting(event=EventFactory(), created_by=UserFactory()))
            later.append(waiting(asker="head"))
            later.append(start_comparison(**given, matches=200, asker="another"))
        else:
            assert ran == [later[0].pk, later[1].pk]
        return play(job, report)

    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(jobs.KINDS, PART, play_and_ask)
        run(long.pk)
    assert state_of(long) == JobState.DONE
    assert ran == [later[0].pk, later[1].pk]
    assert state_of(later[2]) == JobState.WAITING


def test_a_part_is_played_after_what_an_event_waits_for(ran: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    monkeypatch.setitem(jobs.KINDS, PART, lambda job, report: order.append(f"after {len(ran)}") or {})
    waiting(kind=KIND, state=JobState.RUNNING, beat_at=timezone.now())
    part = waiting(kind=PART)
    waiting(event=EventFactory())
    run(part.pk)
    assert order == ["after 1"]


def test_an_account_has_so_many_jobs_at_events(ran: list[int]) -> None:
    user = UserFactory()

    def ask(number: int) -> Job:
        return start_job(event=EventFactory(), kind="try_out", user=user, params={"n": number})

    made = [ask(number) for number in range(MOST_OF_ACCOUNT)]
    with pytest.raises(Refused) as refused:
        ask(99)
    assert refused.value.code == "own_jobs_waiting"
    start_job(event=EventFactory(), kind="try_out", user=UserFactory())
    assert start_job(event=made[0].own_event, kind="try_out", user=user, params={"n": 0}) == made[0]
    run(made[0].pk)
    ask(100)


def test_overdue_jobs_are_run_in_their_turn(ran: list[int]) -> None:
    shared, paper = waiting(), waiting(event=EventFactory())
    assert run_overdue(timezone.now() + timedelta(minutes=1)) == 2
    assert ran == [paper.pk, shared.pk]
