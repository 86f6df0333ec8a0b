"""A club that requires a second factor of the staff of its events: who is led where, and what waits meanwhile."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from judging.models import Infraction, UnloggedEntry
from matches.accounts.token_services import make_token
from matches.audit.services import Actor
from matches.enums import Role
from matches.errors import NotAllowed, Refused
from matches.halls.services.days import HallTerms, create_hall_day
from matches.identity.factor_services import remove_authenticator
from matches.models import AuditRow, Event, Organisation, User
from matches.organisations.services.members import require_second_factor
from matches.second_factor_queries import lacks_second_factor, must_have_second_factor
from tests.factories import EventFactory, UserFactory, staff
from tests.judging.conftest import Floor, make_floor
from tests.matches.accounts.test_views import OWN, sign_in
from tests.matches.identity.test_second_step import code_of, with_app
from tests.matches.organisations.clubs import club, event_of, member

pytestmark = pytest.mark.django_db

NEEDED = reverse("matches:factor_needed")


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    cache.clear()


def required(event: Event) -> Organisation:
    """Put an event into a club that requires a second factor."""
    organisation, manager = club()
    assert manager.user is not None
    with_app(manager.user)
    Event.objects.filter(pk=event.pk).update(organisation=organisation)
    require_second_factor(organisation=organisation, actor=manager, on=True)
    event.refresh_from_db()
    return organisation


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


# The club


def test_only_a_manager_with_a_second_factor_switches_it_on_or_off() -> None:
    organisation, manager = club()
    assert manager.user is not None
    for on in (True, False):
        with pytest.raises(Refused, match="Set one up") as refused:
            require_second_factor(organisation=organisation, actor=manager, on=on)
        assert refused.value.code == "no_second_factor"
    judge = member(organisation, manager, Role.ORGANISER)
    with_app(judge)
    with pytest.raises(NotAllowed):
        require_second_factor(organisation=organisation, actor=Actor(user=judge), on=True)
    with_app(manager.user)
    require_second_factor(organisation=organisation, actor=manager, on=True)
    row = organisation.acts.get(act="require_second_factor")
    assert (row.user, row.details) == (manager.user, {"on": True})


def test_the_page_of_the_club_says_what_happens_and_has_the_button_for_who_may_press_it() -> None:
    organisation, manager = club()
    assert manager.user is not None
    client, url = signed_in(manager.user), reverse("matches:club", args=[organisation.slug])
    button = f'action="{reverse("matches:club_factor", args=[organisation.slug])}"'
    assert button not in client.get(url).content.decode()
    with_app(manager.user)
    page = client.get(url).content.decode()
    assert button in page
    assert "That includes today’s staff" in page
    client.post(reverse("matches:club_factor", args=[organisation.slug]), {"on": "1"})
    assert "Required: everyone who works at an event of this club" in client.get(url).content.decode()
    client.post(reverse("matches:club_factor", args=[organisation.slug]), {"on": "0"})
    organisation.refresh_from_db()
    assert not organisation.second_factor_required


# Who is asked, and what the question costs


def test_an_event_without_a_club_costs_no_query(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    organisation, manager = club()
    event, free = event_of(organisation, manager), EventFactory()
    user = staff(event, Role.SCOREKEEPER)
    with django_assert_num_queries(0):
        assert not lacks_second_factor(user, free)
    with django_assert_num_queries(1):
        assert not lacks_second_factor(user, event)
    required(event)
    with django_assert_num_queries(1):
        assert lacks_second_factor(user, event)
    with_app(user)
    assert not lacks_second_factor(user, event)


def test_the_last_factor_of_its_staff_stays() -> None:
    event = EventFactory()
    required(event)
    user, other = staff(event, Role.FLOOR_JUDGE), UserFactory()
    for who in (user, other):
        with_app(who)
    assert (must_have_second_factor(user), must_have_second_factor(other)) == (True, False)
    with pytest.raises(Refused, match="Add another one"):
        remove_authenticator(user=user)
    remove_authenticator(user=other)


# Pages


def test_a_page_leads_to_the_set_up_and_back(client: Client) -> None:
    event = EventFactory()
    required(event)
    user = User.objects.create_user("maja", password=OWN)
    event.roles.create(user=user, role=Role.SCOREKEEPER)
    sign_in(client, "maja", OWN)
    desk = reverse("matches:people", args=[event.slug]) + "?show=all"
    answer = client.get(desk)
    assert answer["Location"].startswith(f"{NEEDED}?next=")
    page = client.get(answer["Location"])
    authenticator = reverse("matches:authenticator")
    assert f'href="{authenticator}"' in page.content.decode()
    secret = client.get(authenticator).context["secret"].replace(" ", "")
    codes = client.post(authenticator, {"code": code_of(secret)})
    assert codes["Location"] == reverse("matches:recovery_codes")
    assert client.get(codes["Location"]).context["done_url"] == NEEDED
    back = client.get(NEEDED)
    assert back["Location"] == desk
    assert client.get(desk).status_code == 200
    assert client.get(reverse("matches:recovery_codes")).context["done_url"] == reverse("matches:account")


def test_the_way_back_leads_to_no_other_site() -> None:
    user = UserFactory()
    with_app(user)
    assert signed_in(user).get(f"{NEEDED}?next=//elsewhere.example/")["Location"] == reverse("matches:account")


def test_a_form_that_is_sent_changes_nothing_and_leads_back_to_its_page() -> None:
    event = EventFactory()
    required(event)
    client = signed_in(staff(event, Role.ORGANISER))
    page = reverse("matches:event_settings", args=[event.slug])
    answer = client.post(
        reverse("matches:event_publish", args=[event.slug]), headers={"referer": f"http://testserver{page}"}
    )
    assert answer["Location"] == f"{NEEDED}?next={page.replace('/', '%2F')}"
    told = client.post(reverse("matches:event_publish", args=[event.slug]), headers={"accept": "application/json"})
    assert (told.status_code, told.json()["code"]) == (403, "second_factor_needed")
    assert not AuditRow.objects.filter(event=event).exists()


def test_who_has_no_role_is_told_nothing_of_it() -> None:
    event = EventFactory()
    required(event)
    assert signed_in(UserFactory()).get(reverse("matches:desk", args=[event.slug])).status_code == 403
    hidden = EventFactory(published=False)
    required(hidden)
    assert signed_in(UserFactory()).get(reverse("matches:about", args=[hidden.slug])).status_code == 404
    answer = signed_in(staff(hidden, Role.FLOOR_JUDGE)).get(reverse("matches:about", args=[hidden.slug]))
    assert answer["Location"].startswith(NEEDED)


def test_public_pages_are_as_for_everybody_else() -> None:
    event = EventFactory()
    required(event)
    user = staff(event, Role.ORGANISER)
    desk = f'href="{reverse("matches:desk", args=[event.slug])}"'
    url = reverse("matches:about", args=[event.slug])
    assert desk not in signed_in(user).get(url).content.decode()
    with_app(user)
    assert desk in signed_in(user).get(url).content.decode()


def test_a_hall_day_with_such_an_event_asks_as_well() -> None:
    event, user = EventFactory(), UserFactory()
    hall = create_hall_day(actor=Actor(user=user), terms=HallTerms(name="Harbour Weekend", date=event.date))
    client, url = signed_in(user), reverse("matches:hall_desk", args=[hall.slug])
    assert client.get(url).status_code == 200
    Event.objects.filter(pk=event.pk).update(hall_day=hall)
    required(event)
    assert client.get(url)["Location"].startswith(NEEDED)


# The API


def test_the_session_of_the_api_asks_and_a_token_does_not() -> None:
    event = EventFactory(published=True)
    required(event)
    user = staff(event, Role.ORGANISER)
    client, act = signed_in(user), reverse("api-event-unpublish", args=[event.slug])
    answer = client.post(act)
    assert (answer.status_code, answer.json()["code"]) == (403, "second_factor_needed")
    assert client.get(reverse("api-event", args=[event.slug])).status_code == 200
    assert client.get(reverse("api-next", args=[event.slug])).json()["code"] == "second_factor_needed"
    token = {"Authorization": f"Token {make_token(user=user, label='printer').secret}"}
    assert Client().post(act, content_type="application/json", headers=token).status_code == 200
    event.refresh_from_db()
    assert not event.published
    assert client.get(reverse("api-event", args=[event.slug])).json()["code"] == "second_factor_needed"
    delete = {"data": {"name": event.name, "reason": "x"}, "content_type": "application/json"}
    told = client.post(reverse("api-event-delete", args=[event.slug]), **delete)
    assert told.json()["code"] == "second_factor_needed"


# A judge's device


def sent(client: Client, floor: Floor, key: uuid.UUID, *, later: bool, **headers: str) -> Any:
    url = reverse("judging:fault", args=[floor.event.slug, floor.match.pk, "GP-HAND", floor.player.number])
    data = {"record": key, "device": "tablet", "device_number": 4, "penalty": "W"}
    kept = {
        "X-Entry": str(key),
        "X-Entry-User": str(floor.user(Role.FLOOR_JUDGE).pk),
        "X-Entry-Mode": "later" if later else "now",
        "Accept": "application/json" if later else "*/*",
    }
    return client.post(url, data, headers={**kept, **headers})


@pytest.mark.parametrize("later", [True, False])
def test_what_a_device_has_kept_waits_until_its_judge_has_a_second_factor(later: bool) -> None:
    floor = make_floor()
    judge = floor.user(Role.FLOOR_JUDGE)
    client, key = signed_in(judge), uuid.uuid4()
    required(floor.event)
    answer = sent(client, floor, key, later=later)
    assert (answer.status_code, answer.json()["code"]) == (403, "second_factor_needed")
    assert answer.headers["X-Entry"] == str(key)
    assert not Infraction.objects.exists()
    assert not UnloggedEntry.objects.exists(), "its number is still to come"
    with_app(judge)
    assert sent(client, floor, key, later=later).json()["stored"] is True
    row = Infraction.objects.get()
    assert (row.pk, row.device_number) == (key, 4)
