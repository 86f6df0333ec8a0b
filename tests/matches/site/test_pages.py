"""The pages of the site's owner: who opens them, what they show, what they cost, and what each act writes."""

from __future__ import annotations

import subprocess
import sys
import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from post_office.models import STATUS, Email, Log

from matches.enums import JobState, Role
from matches.halls.services.days import HallTerms, create_hall_day
from matches.jobs.services import KINDS, LABELS
from matches.jobs.worker_services import note_alive
from matches.models import Event, Job, SiteAct, User
from matches.site.queries import PAGE
from matches.site.urls import urlpatterns
from tests.factories import EventFactory, UserFactory, staff
from tests.matches.accounts.test_views import OWN, sign_in
from tests.matches.organisations.clubs import club, member
from tests.undone import undone

pytestmark = pytest.mark.django_db

PERSON = "person"
NEW = {"name": "Noor", "username": "noor", "submission": uuid.UUID(int=7)}
# Address name -> (its arguments, whether it has a page, what is POSTed, and the act that this is; "" for none).
PAGES: dict[str, tuple[list[str], bool, dict[str, Any], str]] = {
    "site_people": ([], True, {}, ""),
    "site_person_new": (
        [],
        False,
        {"name": "Noor", "username": "noor", "submission": uuid.UUID(int=7)},
        "create_account",
    ),
    "site_person": ([PERSON], True, {}, ""),
    "site_person_close": ([PERSON], False, {}, "close_account"),
    "site_person_reopen": (["closed"], False, {}, "reopen_account"),
    "site_person_link": ([PERSON], False, {}, "make_sign_in_link"),
    "site_person_owner": ([PERSON], True, {"typed_name": "worker"}, "make_owner"),
    "site_clubs": ([], True, {}, ""),
    "site_events": ([], True, {}, ""),
    "site_halls": ([], True, {}, ""),
    "site_jobs": ([], True, {}, ""),
    "site_job_start": (["failed"], False, {}, "start_job_again"),
    "site_job_stop": (["waiting"], False, {}, "stop_job"),
    "site_disk": ([], True, {}, ""),
    "site_backup": ([], False, {}, "back_up_now"),
    "site_letters": ([], True, {}, ""),
    "site_letter_send": (["letter"], False, {}, "send_letter_again"),
    "site_state": ([], True, {}, ""),
    "site_log": ([], True, {}, ""),
}


def letter(to: str = "ada@example.org", status: int = STATUS.failed) -> Email:
    context = {"subject": "You are in", "text": "https://example.org/p/xqzwvkjh/"}
    return Email.objects.create(to=[to], from_email="a@example.org", status=status, context=context)


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    cache.clear()


@pytest.fixture
def owner() -> User:
    return User.objects.create_user("owner", password=OWN, is_superuser=True)


@pytest.fixture
def site(owner: User) -> dict[str, int]:
    """One of each thing that the addresses name, with names and without."""
    worker = staff(EventFactory(name="Harbour Open", published=True), Role.ORGANISER)
    User.objects.filter(pk=worker.pk).update(username="worker", email="worker@example.org")
    User.objects.create_superuser("other-owner", password=OWN)
    organisation, manager = club()
    member(organisation, manager, Role.FLOOR_JUDGE)
    create_hall_day(actor=manager, terms=HallTerms(name="Harbour Weekend", date=timezone.localdate()))
    failed = Job.objects.create(kind="paper", state=JobState.FAILED, error="The disk is full.", created_by=worker)
    waiting = Job.objects.create(kind="paper", event=Event.objects.first(), total=9)
    sent = letter()
    Log.objects.create(email=sent, status=STATUS.failed, exception_type="SMTPError", message="no such mailbox")
    note_alive("here 1")
    return {
        PERSON: worker.pk,
        "closed": UserFactory(is_active=False).pk,
        "failed": failed.pk,
        "waiting": waiting.pk,
        "letter": sent.pk,
    }


def url_of(name: str, site: dict[str, int]) -> str:
    return reverse(f"matches:{name}", args=[site[one] for one in PAGES[name][0]])


def signed_in(user: User) -> Client:
    """A client that has just entered the password."""
    client = Client()
    sign_in(client, user.username, OWN)
    return client


def test_every_address_is_in_the_table() -> None:
    assert {pattern.name for pattern in urlpatterns} == PAGES.keys()
    assert all(str(pattern.pattern).startswith("site/") for pattern in urlpatterns)


def test_only_the_owner_opens_and_writes(subtests: pytest.Subtests, owner: User, site: dict[str, int]) -> None:
    people: dict[str, Client] = {"nobody": Client(), "owner": signed_in(owner)}
    for role in Role:
        people[role] = signed_in(_with_password(staff(EventFactory(), role)))
    closed = User.objects.create_superuser("closed-owner", password=OWN)
    people["closed owner"] = signed_in(closed)
    User.objects.filter(pk=closed.pk).update(is_active=False)
    for name, (_arguments, has_page, data, act) in PAGES.items():
        url = url_of(name, site)
        for who, client in people.items():
            with subtests.test(name=name, who=who), undone(client):
                before = SiteAct.objects.count()
                got, posted = client.get(url).status_code, client.post(url, data)
                made = [row.act for row in SiteAct.objects.order_by("pk")[before:]]
                if who == "owner":
                    assert got == (200 if has_page else 405)
                    assert made == ([act] if act else [])
                else:
                    out = who in ("nobody", "closed owner")
                    assert (got, posted.status_code) == ((302, 302) if out else (403, 403))
                    assert made == []


def _with_password(user: User) -> User:
    user.set_password(OWN)
    user.save()
    return user


def test_the_menu_leads_there_for_its_owner_only(owner: User) -> None:
    link = f'href="{reverse("matches:site_people")}"'
    home = reverse("matches:home")
    assert link in signed_in(owner).get(home).content.decode()
    assert link not in signed_in(_with_password(UserFactory())).get(home).content.decode()
    assert link not in Client().get(home).content.decode()


def test_what_concerns_an_account_asks_for_the_password_again(owner: User, site: dict[str, int]) -> None:
    client = signed_in(owner)
    session = client.session
    session["account_authentication_methods"][-1]["at"] -= 60 * 60
    session.save()
    for name in ("site_person_close", "site_person_reopen", "site_person_link", "site_person_owner"):
        answer = client.post(url_of(name, site), PAGES[name][2])
        assert answer["Location"].startswith(reverse("matches:password_again")), name
    assert not SiteAct.objects.exists()


# What the lists show


def test_accounts_are_found_by_username_name_and_email(owner: User) -> None:
    UserFactory(username="kestrel", name="Ada Okafor")
    UserFactory(username="heron", email="bird@example.org")
    client = signed_in(owner)

    def found(**query: str) -> set[str]:
        page = client.get(reverse("matches:site_people"), query)
        return {row.user.username for row in page.context["people"]}

    assert found(q="KEST") == {"kestrel"}
    assert found(q="okafor") == {"kestrel"}
    assert found(q="bird@") == {"heron"}
    assert found(q="nobody-here") == set()
    assert found(show="owners") == {"owner"}
    assert found(q="\x00") == {"kestrel", "heron", "owner"}


def test_events_are_listed_by_state(owner: User) -> None:
    now = timezone.now()
    EventFactory(name="One", published=True)
    EventFactory(name="Two", published=False)
    EventFactory(name="Three", published=True, finished_at=now)
    EventFactory(name="Four", published=True, finished_at=now, archived_at=now)
    client = signed_in(owner)
    seen = {
        state: {row.event.name for row in client.get(reverse("matches:site_events"), {"show": state}).context["events"]}
        for state in ("running", "hidden", "finished", "archived", "")
    }
    assert seen == {
        "running": {"One"},
        "hidden": {"Two"},
        "finished": {"Three"},
        "archived": {"Four"},
        "": {"One", "Two", "Three", "Four"},
    }


def test_a_long_list_comes_in_pages_without_a_gap(owner: User) -> None:
    Job.objects.bulk_create(Job(kind="paper", state=JobState.DONE) for _number in range(2 * PAGE + 3))
    client, url, seen, query = signed_in(owner), reverse("matches:site_jobs"), [], {}
    for size in (PAGE, PAGE, 3):
        page = client.get(url, query).context["page"]
        assert len(page.rows) == size
        seen += [row.pk for row in page.rows]
        query = {"before": page.older}
    assert page.older is None
    assert seen == sorted(Job.objects.values_list("pk", flat=True), reverse=True)


def test_the_list_of_jobs_says_in_words_what_each_does(owner: User) -> None:
    Job.objects.bulk_create(Job(kind=kind) for kind in [*KINDS, "of_an_older_version"])
    page = signed_in(owner).get(reverse("matches:site_jobs"))
    labels = {row.job.kind: row.label for row in page.context["jobs"]}
    assert labels == {**{kind: str(LABELS[kind]) for kind in KINDS}, "of_an_older_version": "of_an_older_version"}
    assert len(set(labels.values())) == len(labels)
    assert [label for label in labels.values() if f'scope="row">{label}</th>' not in page.text] == []


ONLY_WORKERS = """
import django
django.setup()
from django.urls import get_resolver
get_resolver().url_patterns
from matches.jobs.services import LABELS
pages = set(LABELS)
import judging.tasks, matches.tasks
print(*sorted(set(LABELS) - pages))
"""


def test_pages_know_the_words_of_every_kind_that_a_worker_runs() -> None:
    made = subprocess.run([sys.executable, "-c", ONLY_WORKERS], capture_output=True, text=True, check=True)
    assert made.stdout.split() == []


MANY: dict[str, Callable[[], object]] = {
    "site_people": UserFactory,
    "site_clubs": lambda: club(),
    "site_events": lambda: EventFactory(),
    "site_jobs": lambda: Job.objects.create(kind="paper", event=EventFactory(), created_by=UserFactory()),
    "site_letters": lambda: letter(),
    "site_log": lambda: SiteAct.objects.create(
        at=timezone.now(), act="close_account", user=UserFactory(), person=UserFactory()
    ),
}


@pytest.mark.parametrize("name", MANY)
def test_a_longer_list_takes_no_more_queries(owner: User, name: str) -> None:
    client, url, counts = signed_in(owner), reverse(f"matches:{name}"), []
    MANY[name]()
    client.get(url)
    for more in (1, 3):
        for _number in range(more):
            MANY[name]()
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert client.get(url).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_an_email_is_shown_without_what_it_says(owner: User, site: dict[str, int]) -> None:
    page = signed_in(owner).get(reverse("matches:site_letters")).content.decode()
    assert "ada@example.org" in page
    assert "You are in" in page
    assert "no such mailbox" in page
    assert "xqzwvkjh" not in page


def test_the_state_says_whether_a_worker_lives(owner: User) -> None:
    client, url = signed_in(owner), reverse("matches:site_state")
    assert "No worker has reported lately." in client.get(url).content.decode()
    note_alive("here 1", now=timezone.now() - timedelta(minutes=9))
    assert "No worker has reported lately." in client.get(url).content.decode()
    note_alive("here 1")
    page = client.get(url).content.decode()
    assert "No worker has reported lately." not in page
    assert "here 1" in page


def test_the_log_says_who_did_what_to_whom(owner: User, site: dict[str, int]) -> None:
    client = signed_in(owner)
    client.post(url_of("site_person_close", site))
    page = client.get(reverse("matches:site_log")).content.decode()
    assert "Closed the account" in page
    assert ">owner<" in page.replace("<bdi>", "").replace("</bdi>", "")
    assert "worker" in page


def test_the_one_time_password_and_the_link_are_shown_once(owner: User, site: dict[str, int]) -> None:
    client = signed_in(owner)
    answer = client.post(url_of("site_person_new", site), PAGES["site_person_new"][2])
    assert "no-store" in answer["Cache-Control"]
    made = answer.context["made"]
    assert made.password in answer.content.decode()
    fresh = Client()
    assert sign_in(fresh, "noor", made.password)["Location"] == reverse("matches:first_password")
    again = client.post(url_of("site_person_new", site), PAGES["site_person_new"][2], follow=True).content.decode()
    assert made.password not in again
    link = client.post(url_of("site_person_link", site)).context["link"]
    assert Client().get("/" + link.split("/", 3)[3]).status_code == 200
    assert link not in str(list(SiteAct.objects.values()))
