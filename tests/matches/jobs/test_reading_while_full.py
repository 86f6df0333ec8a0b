"""Pages that start a job when they are looked at: on a full disk they are shown nevertheless."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse

from matches.enums import ForecastFor, JobState, Role
from matches.jobs.services import start_job, start_while_reading
from matches.models import Event, Job
from tests.bankout_tournament.test_full_disk import database_that_may_not_grow, use_up_the_room_for_jobs
from tests.factories import any_organiser, staff
from tests.matches.playing import event_of, played

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="a limit of SQLite"),
]


@pytest.fixture
def event() -> Event:
    """Twelve players, one of four rounds played, a cut to four, and what a player's chances are is public."""
    event = event_of(12, rounds=4, cut=4)
    event.published, event.options = True, {**event.options, "forecast_for": ForecastFor.EVERYONE.value}
    event.save()
    played(event, any_organiser())
    return event


@pytest.fixture
def desk(event: Event) -> Client:
    client = Client()
    client.force_login(staff(event, Role.ORGANISER))
    return client


@pytest.fixture
def full(event: Event, desk: Client) -> Iterator[int]:
    """How many jobs there are, and no room for another one."""
    with database_that_may_not_grow():
        yield use_up_the_room_for_jobs()


@pytest.mark.database
def test_a_job_that_cannot_be_stored_has_failed_for_that_reason(event: Event, full: int) -> None:
    with pytest.raises(OperationalError, match="full"):
        start_job(event=event, kind="paper", user=None)
    job = start_while_reading(lambda: start_job(event=event, kind="paper", user=None))
    assert (job.pk, job.state) == (None, JobState.FAILED)
    assert "The disk is full" in job.error
    assert Job.objects.count() == full


@pytest.mark.database
def test_what_is_read_is_read_while_the_disk_is_full(event: Event, desk: Client, full: int) -> None:
    for address in (
        reverse("matches:standings", args=[event.slug]),
        reverse("matches:forecast", args=[event.slug]),
        f"/e/{event.slug}/desk/plan/?players=40",
        "/plan/?players=40",
        "/lab/?a=steady&b=random&jokers=false",
    ):
        assert desk.get(address).status_code in (200, 202), address
    # Before the first forecast is made there is none, full or not.
    assert desk.get(f"/api/v1/events/{event.slug}/forecast/").status_code == 404
    assert Job.objects.count() == full
