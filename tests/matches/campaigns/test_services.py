"""Campaigns: parts that add up to the run in one, no matter who plays them, how often, and in which order."""

from __future__ import annotations

import io
import json
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from matches.campaigns import services as campaigns
from matches.campaigns.services import PART, TRIES, _Campaign, run_campaign, run_of, start_campaign, summary_of
from matches.enums import JobState, Role
from matches.errors import NotAllowed, Refused
from matches.jobs.running_services import run
from matches.models import Event, Job
from rules_engine.bankout.doors.simulation import BankoutSimulation
from tests.factories import EventFactory, UserFactory, staff
from tests.undone import undone

pytestmark = pytest.mark.django_db

MATCHES = 250
"""Three parts by the readable engine."""


@pytest.fixture
def event() -> Event:
    return EventFactory(rules={"format": "blitz", "jokers": False})


def started(event: Event, **more: Any) -> Job:
    given = {"user": None, "players": ("steady", "bold"), "matches": MATCHES, "seed": 4, **more}
    return start_campaign(event=event, **given)


def in_one(job: Job) -> str:
    return BankoutSimulation().part(run_of(job.params), 0, job.params["matches"])


def part_of(job: Job, first: int, matches: int, state: JobState, totals: str = "") -> Job:
    """A part as another worker, or an earlier campaign of the same run, left it."""
    of = campaigns._Campaign(job, []).of
    played = {key: value for key, value in job.params.items() if key != "matches"}
    params = {**played, "of": of, "first": first, "matches": matches}
    result = {"sums": totals} if totals else {}
    return Job.objects.create(event=job.event, kind=PART, params=params, state=state, result=result)


def test_the_parts_come_to_what_the_run_in_one_does(event: Event) -> None:
    job = started(event)
    run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.error) == (JobState.DONE, "")
    assert (job.done, job.total) == (3, 3)
    assert job.result["sums"] == in_one(job)
    assert job.result["matches"] == MATCHES
    assert summary_of(job).lines[0].startswith("250 matches of blitz")
    assert not Job.objects.filter(kind=PART).exists()


def test_progress_shows_the_parts_that_are_done(event: Event) -> None:
    seen: list[tuple[int, int]] = []
    run_campaign(started(event), lambda done, total: seen.append((done, total)))
    assert seen == [(0, 3), (1, 3), (2, 3), (3, 3)]


def test_a_part_whose_worker_was_killed_is_played_again(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaigns, "LOOK_EVERY", 0.0)
    job = started(event)
    lost = part_of(job, 100, 100, JobState.RUNNING)
    Job.objects.filter(pk=lost.pk).update(beat_at=timezone.now() - timedelta(hours=1))
    assert run_campaign(job, lambda done, total: None)["sums"] == in_one(job)


def test_a_part_that_was_played_twice_counts_once(event: Event) -> None:
    job = started(event)
    totals = BankoutSimulation().part(run_of(job.params), 0, 100)
    for _ in range(2):
        part_of(job, 0, 100, JobState.DONE, totals)
    assert run_campaign(job, lambda done, total: None)["sums"] == in_one(job)


def test_a_campaign_that_was_stopped_goes_on_where_it_was(event: Event) -> None:
    before = started(event)
    part_of(before, 0, 100, JobState.DONE, BankoutSimulation().part(run_of(before.params), 0, 100))
    part_of(before, 100, 100, JobState.FAILED)
    Job.objects.filter(pk=before.pk).update(state=JobState.FAILED)
    job, seen = started(event), []
    assert job.pk != before.pk
    assert run_campaign(job, lambda done, total: seen.append(done))["sums"] == in_one(job)
    assert seen == [1, 2, 3]


def test_parts_of_another_run_are_left_alone(event: Event) -> None:
    job, other = started(event), started(event, seed=5)
    waiting = part_of(other, 0, 100, JobState.WAITING)
    run(job.pk)
    assert Job.objects.filter(pk=waiting.pk, state=JobState.WAITING).exists()


def test_a_part_that_fails_again_and_again_ends_the_campaign(event: Event) -> None:
    job = started(event)
    for _ in range(TRIES):
        part_of(job, 200, 50, JobState.FAILED)
    with pytest.raises(RuntimeError, match="has failed 3 times"):
        run(job.pk)
    job.refresh_from_db()
    assert job.state == JobState.FAILED


def test_the_same_campaign_is_not_started_twice(event: Event) -> None:
    assert started(event).pk == started(event).pk
    assert started(event, seed=9).pk != started(event).pk


def test_what_cannot_be_simulated_is_refused(subtests: pytest.Subtests, event: Event) -> None:
    for given, code, parameter in [
        ({"matches": 0}, "matches_out_of_range", "matches"),
        ({"matches": 1_000_000_001}, "matches_out_of_range", "matches"),
        ({"players": ("steady", "genius")}, "player_unknown", "players"),
    ]:
        with subtests.test(given=given, code=code, parameter=parameter), undone():
            with pytest.raises(Refused) as caught:
                started(event, **given)
            assert (caught.value.code, caught.value.parameter) == (code, parameter)


def test_a_game_without_parts_is_refused() -> None:
    with pytest.raises(Refused) as caught:
        started(EventFactory(game="bank", rules={}))
    assert caught.value.code == "game_not_simulated"


def test_only_the_staff_starts_a_campaign(event: Event) -> None:
    with pytest.raises(NotAllowed):
        started(event, user=UserFactory())
    assert started(event, user=staff(event, Role.FLOOR_JUDGE)).state == JobState.WAITING


def test_the_command_plays_without_a_worker(event: Event) -> None:
    out = io.StringIO()
    call_command("campaign", event.slug, "--b", "bold", "--matches", "120", "--seed", "4", "--json", stdout=out)
    told = json.loads(out.getvalue())
    assert (told["matches"], sum(told["winners"].values())) == (120, 120)
    out = io.StringIO()
    call_command("campaign", event.slug, "--matches", "20", "--cap", "20", stdout=out)
    assert out.getvalue().startswith("20 matches of blitz, edition guide, Jokers off, 20 minutes.")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(("nowhere",), "There is no event 'nowhere'"), (("autumn", "--matches", "0"), "1 to 1,000,000,000 matches")],
)
def test_the_command_says_what_is_wrong(arguments: tuple[str, ...], said: str) -> None:
    EventFactory(slug="autumn")
    with pytest.raises(CommandError, match=said):
        call_command("campaign", *arguments)


def test_a_campaign_of_another_length_leaves_the_parts_of_this_one_alone(event: Event) -> None:
    longer, shorter = started(event), started(event, matches=100)
    campaign = _Campaign(longer, [(0, 100), (100, 150)])
    campaign.look()
    campaign.work()
    assert campaign.look() == 1
    run(shorter.pk)
    assert campaign.look() == 1
