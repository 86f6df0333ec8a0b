"""The end of an event: what is left to do, finishing, and reopening."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from matches.announcements.services import announce
from matches.audit.services import Actor
from matches.enums import Admission, Role
from matches.final.services import finish_event
from matches.models import Event
from matches.next_step import Code
from matches.rounds.services.rounds import pair_round
from matches.setup.finish_labels import left_items
from matches.setup.finish_queries import left_to_do
from tests.factories import NOON, any_organiser, staff
from tests.matches.playing import event_of, played, running, stage_of
from tests.told import refusals

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


def url(event: Event, name: str = "event_finish") -> str:
    return reverse(f"matches:{name}", args=[event.slug])


def organiser_of(client: Client, event: Event) -> Client:
    client.force_login(staff(event, Role.ORGANISER))
    return client


def keys(event: Event) -> list[str]:
    return [item.key for item in left_items(event, left_to_do(event, timezone.now()))]


def test_an_open_round_is_named_and_keeps_the_event_from_being_finished(client: Client, desk: Actor) -> None:
    event = event_of(4)
    running(event, desk)
    organiser_of(client, event)
    page = client.get(url(event))
    [item] = [item for item in page.context["items"] if item.urgency == "now"]
    assert item.text.startswith("Round 1")
    assert item.detail.startswith("2 tables")
    assert item.act.url == reverse("matches:round", args=[event.slug, 1, 1])
    assert page.context["is_open"]
    assert "Finish event" not in page.content.decode()
    assert refusals(client.post(url(event), follow=True)) == ["round_open"]
    event.refresh_from_db()
    assert event.finished_at is None


def test_a_draft_is_an_open_round_without_missing_results(desk: Actor) -> None:
    event = event_of(4)
    pair_round(stage=stage_of(event), actor=desk)
    left = left_to_do(event, timezone.now())
    assert (left.open_round is not None, left.missing) == (True, 0)


def test_rounds_that_were_planned_may_be_left(client: Client, desk: Actor) -> None:
    event = event_of(4, rounds=3)
    played(event, desk)
    assert keys(event) == ["rounds", "announcement"]
    organiser_of(client, event)
    client.post(url(event))
    event.refresh_from_db()
    assert event.finished_at is not None


def test_what_people_and_the_public_wait_for_is_counted(desk: Actor) -> None:
    event = event_of(4, rounds=1)
    event.options = {"page": {"fee": "5"}}
    event.published = False
    event.save()
    paid = event.entries.get(number=1)
    paid.paid_at = NOON
    paid.save()
    for turn, state in enumerate((Admission.PENDING, Admission.WAITING, Admission.WAITING), start=1):
        event.sign_ups.create(
            state=state, turn=turn, name=f"P{turn}", token_hash=f"{turn}", created_at=NOON, changed_at=NOON
        )
    left = left_to_do(event, timezone.now())
    assert (left.unpaid, left.pending, left.waiting, left.is_public) == (3, 1, 2, False)
    assert keys(event) == ["rounds", "unpaid", "pending", "waiting", "public", "announcement"]


def test_nothing_is_left_of_an_event_that_is_played_and_public(client: Client, desk: Actor) -> None:
    event = event_of(4, rounds=1)
    played(event, desk)  # the last planned round finishes it
    announce(event=event, actor=desk, text="Prizes at 18:00, in the hall")
    assert keys(event) == []


def test_the_desk_says_what_happens_now(client: Client, desk: Actor) -> None:
    event = event_of(4, rounds=2)
    played(event, desk)
    organiser_of(client, event)
    assert client.get(url(event, "desk")).context["after"] == []
    after = client.post(url(event), follow=True)
    assert after.redirect_chain[-1][0] == url(event, "desk")
    urls = [place.url for place in after.context["after"]]
    assert reverse("matches:desk_standings", args=[event.slug]) in urls
    assert reverse("paper:papers", args=[event.slug]) in urls


def test_a_reopened_event_can_be_finished_again(client: Client, desk: Actor) -> None:
    event = event_of(4, rounds=1)
    played(event, desk)
    organiser_of(client, event)
    missing = client.post(url(event, "event_reopen"), {"reason": " "})
    assert missing.status_code == 422
    assert "reason" in missing.context["reason_form"].errors
    client.post(url(event, "event_reopen"), {"reason": "a result was wrong"})
    event.refresh_from_db()
    assert event.finished_at is None
    acts = [act.url for act in client.get(url(event, "event_settings")).context["acts"]]
    assert url(event) in acts
    steps = [item.act.url for item in client.get(url(event, "desk")).context["items"] if item.act]
    assert url(event) in steps
    client.post(url(event))
    event.refresh_from_db()
    assert event.finished_at is not None
    assert [row.act for row in event.audit_rows.order_by("sequence")][-2:] == ["reopen_event", "finish_event"]


def test_a_finished_event_is_not_finished_twice(client: Client, desk: Actor) -> None:
    event = event_of(4, rounds=1)
    played(event, desk)
    organiser_of(client, event)
    assert client.get(url(event))["Location"] == url(event, "event_settings")
    assert refusals(client.post(url(event), follow=True)) == ["already_finished"]


def test_an_event_that_was_finished_without_a_round_is_over(client: Client, desk: Actor) -> None:
    event = event_of(0)
    finish_event(event=event, actor=desk)
    organiser_of(client, event)
    codes = [item.code for item in client.get(url(event, "desk")).context["items"]]
    assert Code.END_OF_EVENT in codes
    assert Code.PLAN_ROUNDS not in codes
