"""Who may open and do what: every address of events, players and staff as each role and as another event's staff."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from matches.accounts.urls import urlpatterns as accounts
from matches.enums import Admission, EntryStatus, Role
from matches.home.urls import urlpatterns as home
from matches.life.urls import urlpatterns as life
from matches.models import AuditRow, Entry, Event, SignUp
from matches.people.urls import urlpatterns as people
from matches.roster.urls import urlpatterns as roster
from matches.setup.urls import urlpatterns as events
from matches.signups.urls import urlpatterns as sign_ups
from tests.factories import NOON, EntryFactory, StageFactory, UserFactory, staff
from tests.undone import undone

pytestmark = pytest.mark.django_db

DESK = {Role.ORGANISER, Role.SCOREKEEPER}
ALL = set(Role)
ORGANISER = {Role.ORGANISER}
FIRST_PAGE = "Card-game events, from sign-up to the last table"

# Address name -> (the roles that may, further arguments, whether it is only POSTed).
PAGES: dict[str, tuple[set[Role], list[Any], bool]] = {
    "people": (ALL, [], False),
    "people_quick": (DESK, [], True),
    "people_check_in": (DESK, [], True),
    "people_undo": (DESK, [], True),
    "people_scan": (DESK, [], False),
    "people_check_in_all": (DESK, [], False),
    "people_add": (DESK, [], False),
    "people_import": (ORGANISER, [], False),
    "people_import_confirm": (ORGANISER, [], True),
    "people_import_columns": (ORGANISER, [], True),
    "people_links": (ORGANISER, [], False),
    "people_links_revoke": (ORGANISER, [], True),
    "sign_ups": (DESK, [], False),
    "sign_ups_act": (DESK, [], True),
    "paid_list": (DESK, [], False),
    "sign_up_open": (ORGANISER, [], True),
    "invitations_send": (ORGANISER, [], True),
    "sign_up_move": (ORGANISER, ["sign_up"], False),
    "sign_up_restore": (DESK, ["sign_up"], True),
    "person": (ALL, ["number"], False),
    "person_link": (DESK, ["number"], True),
    "event_settings": (ALL, [], False),
    "event_picture": (ORGANISER, [], False),
    "event_picture_remove": (ORGANISER, [], True),
    "event_prizes": (ALL, [], False),
    "prize_categories": (DESK, [], True),
    "event_publish": (ORGANISER, [], True),
    "event_finish": (ORGANISER, [], False),
    "event_reopen": (ORGANISER, [], True),
    "event_delete": (ORGANISER, [], False),
    "event_copy": (ORGANISER, [], False),
    "event_template": (ORGANISER, [], False),
    "event_life": (ORGANISER, [], False),
    "event_archive": (ORGANISER, [], True),
    "event_unarchive": (ORGANISER, [], True),
    "staff": (ORGANISER, [], False),
    "staff_account": (ORGANISER, [], True),
    "staff_revoke": (ORGANISER, ["role"], True),
}
ACTS = {
    "edit": DESK,
    "categories": DESK,
    "check-in": DESK,
    "undo-check-in": DESK,
    "drop": ALL,
    "return": DESK,
    "byes": ORGANISER,
    "table": DESK,
    "disqualify": ORGANISER,
    "remove": DESK,
    "revoke-link": DESK,
    "paid": DESK,
    "unpaid": DESK,
}
FOR_VISITORS = {"about", "picture", "sign_up", "lost_link", "new_link"}
BY_LINK = {"own_invitation", "own_sign_up", "me_code"}
NOT_OF_AN_EVENT = {
    *("home", "all_events", "login", "first_password", "logout", "password"),
    *("event_new", "event_from", "archived_events", "deleted_events"),
}


@pytest.fixture
def event() -> Event:
    return StageFactory(event__published=False).event


@pytest.fixture
def entry(event: Event) -> Entry:
    return EntryFactory(event=event, number=3)


def address(event: Event, name: str, more: list[Any]) -> str:
    values = {"number": 3, "role": 0, "sign_up": waiting(event).pk if "sign_up" in more else 0}
    return reverse(f"matches:{name}", args=[event.slug, *(values[key] for key in more)])


def waiting(event: Event) -> SignUp:
    """Somebody on the event's waiting list."""
    row = event.sign_ups.first()
    return row or event.sign_ups.create(
        token_hash="0", state=Admission.WAITING, turn=1, name="Bo Derek", created_at=NOON, changed_at=NOON
    )


def heading_of(page: Any) -> str:
    """The text of a page's main heading."""
    found = re.search(r"<h1[^>]*>(.*?)</h1>", page.content.decode(), re.DOTALL)
    assert found
    return found[1].strip()


def answer(client: Client, event: Event, name: str) -> int:
    _roles, more, post = PAGES[name]
    url = address(event, name, more)
    return (client.post(url) if post else client.get(url)).status_code


def test_every_address_is_in_the_table() -> None:
    names = {pattern.name for pattern in [*accounts, *events, *home, *life, *people, *roster, *sign_ups]} - {
        "tokens",
        "token_revoke",
        "staff_password",
    }  # test_token_views has these, and tests/matches/identity the last
    assert names == PAGES.keys() | {"person_act"} | NOT_OF_AN_EVENT | FOR_VISITORS | BY_LINK


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("name", PAGES)
@pytest.mark.sampled(4)
def test_each_role_at_each_page(client: Client, event: Event, entry: Entry, name: str, role: Role) -> None:
    client.force_login(staff(event, role))
    status = answer(client, event, name)
    assert (status != 403) == (role in PAGES[name][0]), status
    assert status in (200, 302, 403, 422)


def test_staff_of_another_event_is_refused(
    subtests: pytest.Subtests, client: Client, event: Event, entry: Entry
) -> None:
    for name in PAGES:
        with subtests.test(name=name), undone(client):
            client.force_login(staff(StageFactory().event, Role.ORGANISER))
            assert answer(client, event, name) == 403
            assert not AuditRow.objects.filter(event=event).exists()


def test_anonymous_visitors_are_sent_to_the_sign_in_page(
    subtests: pytest.Subtests, client: Client, event: Event, entry: Entry
) -> None:
    for name in PAGES:
        with subtests.test(name=name), undone(client):
            _roles, more, post = PAGES[name]
            url = address(event, name, more)
            response = client.post(url) if post else client.get(url)
            assert response.status_code == 302
            assert response["Location"].startswith(reverse("matches:login") + "?next=")


def test_acts_are_only_posted(subtests: pytest.Subtests, client: Client, event: Event, entry: Entry) -> None:
    for name in [name for name, (_roles, _more, post) in PAGES.items() if post]:
        with subtests.test(name=name), undone(client):
            client.force_login(staff(event, Role.ORGANISER))
            answer = client.get(address(event, name, PAGES[name][1]))
            assert (answer.status_code, answer.headers["Allow"]) == (405, "POST")
            assert not AuditRow.objects.filter(event=event).exists()


@pytest.mark.parametrize("role", [*Role, None])
@pytest.mark.parametrize("key", ACTS)
@pytest.mark.sampled(4)
def test_each_role_at_each_act_about_a_player(
    client: Client, event: Event, entry: Entry, key: str, role: Role | None
) -> None:
    if role is not None:
        client.force_login(staff(event, role))
    else:
        client.force_login(staff(StageFactory().event, Role.ORGANISER))
    answer = client.post(reverse("matches:person_act", args=[event.slug, 3, key]))
    if role is not None and role in ACTS[key]:
        if key == "drop":  # asks once, and changes nothing before the answer
            assert answer.status_code == 200
            assert not AuditRow.objects.filter(event=event).exists()
        else:
            assert answer.status_code in (302, 422)
    else:
        assert answer.status_code == 403
        assert "You cannot open this page" in answer.content.decode()
        assert not AuditRow.objects.filter(event=event).exists()


def test_an_unknown_act_and_an_unknown_player_are_not_found(client: Client, event: Event, entry: Entry) -> None:
    client.force_login(staff(event, Role.ORGANISER))
    for answer in (
        client.post(reverse("matches:person_act", args=[event.slug, 3, "promote"])),
        client.get(reverse("matches:person", args=[event.slug, 4])),
    ):
        assert answer.status_code == 404
        assert "Page not found" in answer.content.decode()


def test_judges_see_the_settings_and_cannot_store_them(client: Client, event: Event) -> None:
    client.force_login(staff(event, Role.HEAD_JUDGE))
    page = client.get(reverse("matches:event_settings", args=[event.slug]))
    assert "disabled" in page.content.decode()
    refused = client.post(reverse("matches:event_settings", args=[event.slug]))
    assert refused.status_code == 403
    assert "You cannot open this page" in refused.content.decode()


def test_an_entry_of_another_event_is_not_checked_in_by_its_key(client: Client, event: Event) -> None:
    other = EntryFactory(status=EntryStatus.REGISTERED, checked_in_at=None)
    client.force_login(staff(event, Role.SCOREKEEPER))
    client.post(reverse("matches:people_check_in", args=[event.slug]), {"entry": other.pk})
    other.refresh_from_db()
    assert other.status == EntryStatus.REGISTERED


@pytest.mark.parametrize(("name", "heading"), [("home", FIRST_PAGE), ("login", "Bankout tournament")])
def test_pages_that_need_no_log_in(client: Client, name: str, heading: str) -> None:
    page = client.get(reverse(f"matches:{name}"))
    assert page.status_code == 200
    assert heading_of(page) == heading


@pytest.mark.parametrize("name", ["event_new", "password"])
def test_pages_that_need_a_log_in_lead_to_it_and_back(client: Client, name: str) -> None:
    answer = client.get(reverse(f"matches:{name}"))
    assert answer.status_code == 302
    assert answer["Location"] == f"{reverse('matches:login')}?next={reverse(f'matches:{name}')}"


def test_pages_of_a_person_who_is_logged_in(subtests: pytest.Subtests, client: Client) -> None:
    for name, heading in [("home", FIRST_PAGE), ("event_new", "New event"), ("password", "Change your password")]:
        with subtests.test(name=name, heading=heading), undone(client):
            client.force_login(UserFactory())
            page = client.get(reverse(f"matches:{name}"))
            assert page.status_code == 200
            assert heading_of(page) == heading
