"""What the pages of players offer once the event is finished: nothing that only concerns later pairings."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from matches.attendance.services import drop_entry
from matches.audit.services import Actor
from matches.enums import EntryStatus, Role
from matches.errors import Refused
from matches.models import Event
from tests.factories import any_organiser, staff
from tests.matches.playing import entry, event_of, played

pytestmark = pytest.mark.django_db
FOR_PAIRINGS = {"drop", "byes", "table", "undo_check_in"}


@pytest.fixture
def event() -> Event:
    """An event of one round, which is over."""
    event = event_of(4, rounds=1)
    played(event, any_organiser())
    event.refresh_from_db()
    assert event.finished_at is not None
    return event


def test_nobody_is_dropped_from_a_finished_event(event: Event) -> None:
    for actor in (any_organiser(), Actor(entry=entry(event, 1))):
        with pytest.raises(Refused) as refused:
            drop_entry(actor=actor, entry=entry(event, 1))
        assert refused.value.code == "event_finished"
    assert entry(event, 1).status == EntryStatus.CHECKED_IN


def test_the_page_of_a_player_offers_nothing_for_later_pairings(client: Client, event: Event) -> None:
    client.force_login(staff(event, Role.ORGANISER))
    url = reverse("matches:person", args=[event.slug, 1])
    acts = client.get(url).context["acts"]
    assert not FOR_PAIRINGS & acts.keys()
    assert {"edit", "paid", "disqualify"} <= acts.keys()
    sent = client.post(reverse("matches:person_act", args=[event.slug, 1, "drop"]), {"reason": "went home"})
    assert (sent.status_code, "This event is finished. Reopen it first." in sent.text) == (422, True)
    Event.objects.filter(pk=event.pk).update(finished_at=None)
    assert {"drop", "byes", "table"} <= client.get(url).context["acts"].keys()


def test_the_list_adds_and_checks_in_nobody(client: Client, event: Event) -> None:
    client.force_login(staff(event, Role.SCOREKEEPER))
    page = client.get(reverse("matches:people", args=[event.slug]))
    assert (page.context["page_acts"], page.context["may"]) == ([], False)
    added = client.get(reverse("matches:people_add", args=[event.slug]))
    assert "The event is finished, so players can no longer sign up." in added.text
    assert "Add the player" not in added.text
    Event.objects.filter(pk=event.pk).update(finished_at=None)
    event.stages.update(finished_at=None)
    assert "Add the player" in client.get(reverse("matches:people_add", args=[event.slug])).text
