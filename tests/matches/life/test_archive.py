"""The archive: what may be put there, what lists show, and what stays."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from matches.audit.services import Actor
from matches.enums import Role
from matches.errors import Refused
from matches.final.services import finish_event, reopen_event
from matches.life.archive_services import archive_event, unarchive_event
from matches.models import Event
from matches.rounds.services.rounds import pair_round, publish_round
from tests.factories import EventFactory, StageFactory, any_organiser, staff
from tests.matches.playing import event_of, played, stage_of
from tests.told import refusals

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


@pytest.fixture
def over(desk: Actor) -> Event:
    """An event that is finished and in the archive."""
    event = event_of(4, rounds=1)
    played(event, desk)
    return archive_event(event=event, actor=desk)


def listed(client: Client, **query: str) -> list[str]:
    return [row["slug"] for row in client.get(reverse("api-events"), query).json()["results"]]


def test_an_archived_event_is_in_no_list_and_opens_by_its_address(client: Client, over: Event) -> None:
    other = EventFactory()
    home = client.get(reverse("matches:home"))
    shown = [item.event for part in ("today", "coming", "lately") for item in home.context[part]]
    assert shown == [other]
    assert listed(client) == [other.slug]
    assert listed(client, archived="true") == [over.slug]
    assert client.get(reverse("matches:public", args=[over.slug])).status_code == 200
    assert client.get(reverse("api-event", args=[over.slug])).json()["archived"] is True


def test_its_staff_find_it_in_the_archive(client: Client, over: Event) -> None:
    client.force_login(staff(over, Role.ORGANISER))
    assert client.get(reverse("matches:home")).context["own"] == []
    page = client.get(reverse("matches:archived_events"))
    assert [item.event for item in page.context["events"]] == [over]
    assert client.get(reverse("matches:desk", args=[over.slug])).status_code == 200


def test_it_can_be_taken_out_again(client: Client, over: Event) -> None:
    client.force_login(staff(over, Role.ORGANISER))
    client.post(reverse("matches:event_unarchive", args=[over.slug]))
    assert [item.event for item in client.get(reverse("matches:home")).context["own"]] == [over]
    assert refusals(client.post(reverse("matches:event_unarchive", args=[over.slug]), follow=True)) == ["not_archived"]
    client.post(reverse("matches:event_archive", args=[over.slug]))
    assert refusals(client.post(reverse("matches:event_archive", args=[over.slug]), follow=True)) == [
        "already_archived"
    ]


def test_an_event_under_way_is_not_archived(desk: Actor) -> None:
    event = event_of(4, rounds=3)
    played(event, desk)
    with pytest.raises(Refused) as refused:
        archive_event(event=event, actor=desk)
    assert refused.value.code == "under_way"


def test_an_event_that_never_began_can_be_archived_and_publishes_no_round(desk: Actor) -> None:
    event = archive_event(event=event_of(4), actor=desk)
    with pytest.raises(Refused) as refused:
        pair_round(stage=stage_of(event), actor=desk)
    assert refused.value.code == "event_archived"
    with pytest.raises(Refused) as refused:
        finish_event(event=event, actor=desk)
    assert refused.value.code == "event_archived"
    unarchive_event(event=event, actor=desk)
    publish_round(round=pair_round(stage=stage_of(event), actor=desk), actor=desk)


def test_reopening_takes_an_event_out_of_the_archive(over: Event, desk: Actor) -> None:
    reopen_event(event=over, actor=desk, reason="a result was wrong")
    over.refresh_from_db()
    assert over.archived_at is None


def test_through_the_api() -> None:
    event, client = StageFactory().event, APIClient()
    client.force_authenticate(staff(event, Role.ORGANISER))
    assert client.post(reverse("api-event-archive", args=[event.slug])).json()["archived"] is True
    again = client.post(reverse("api-event-archive", args=[event.slug]))
    assert (again.status_code, again.json()["code"]) == (409, "already_archived")
    assert client.post(reverse("api-event-unarchive", args=[event.slug])).json()["archived"] is False
