"""A lost password: by letter, by a printed link, and by an organiser who may; and no way to take an account over."""

from __future__ import annotations

import io
import re
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from post_office.models import Email

from matches.accounts.renewal_services import renewable_accounts
from matches.accounts.staff_services import NewAccount, create_staff_account, grant_role
from matches.audit.services import Actor
from matches.enums import Role
from matches.identity.email_services import store_email
from matches.identity.reset_services import reset_path
from matches.models import AuditRow, Event, EventRole, User
from tests.factories import EventFactory, UserFactory, staff
from tests.matches.accounts.test_views import FIRST, HOME, LOGIN, OWN, sign_in

pytestmark = pytest.mark.django_db

RESET = reverse("matches:reset")
NEW = "another-long-one"
BOTH = {"new_password1": NEW, "new_password2": NEW}


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    cache.clear()


@pytest.fixture
def user() -> User:
    return User.objects.create_user("maja", password=OWN, name="Maja Berg")


@pytest.fixture
def sends_email(settings: Any) -> None:
    settings.SENDS_EMAIL = True


def confirmed(user: User, email: str = "maja@example.org") -> None:
    EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)


def letter() -> Email:
    """The only letter that waits, which is taken out."""
    found = Email.objects.get()
    Email.objects.all().delete()
    return found


def link_in(text: str) -> str:
    found = re.search(r"http://testserver(/\S+)", text)
    assert found
    return found[1]


def body(mail: Email) -> str:
    return str(mail.message)


@pytest.mark.usefixtures("sends_email")
def test_a_letter_leads_to_a_new_password_once(client: Client, user: User) -> None:
    confirmed(user)
    elsewhere = Client()
    sign_in(elsewhere, "maja", OWN)
    assert client.post(RESET, {"email": "Maja@Example.org"}).context["sent"]
    mail = letter()
    assert mail.to == ["maja@example.org"]
    link = link_in(body(mail))
    assert "maja" in client.get(link).content.decode()
    assert client.post(link, {"new_password1": "short", "new_password2": "short"}).status_code == 422
    assert client.post(link, BOTH)["Location"] == HOME
    assert client.session["_auth_user_id"] == str(user.pk)
    assert elsewhere.get(reverse("matches:account")).status_code == 302
    over = client.get(link)
    assert (over.status_code, RESET in over.content.decode()) == (410, True)
    assert client.post(link, BOTH).status_code == 410
    assert sign_in(elsewhere, "maja", NEW)["Location"] == HOME


@pytest.mark.usefixtures("sends_email")
def test_nothing_tells_who_has_an_account(client: Client, user: User) -> None:
    EmailAddress.objects.create(user=user, email="open@example.org")
    confirmed(user)
    pages, letters = set(), []
    for email in ("maja@example.org", "open@example.org", "nobody@example.org"):
        page = client.post(RESET, {"email": email})
        pages.add(re.sub(r'name="csrfmiddlewaretoken" value="\w+"|content="\d+"', "", page.content.decode()))
        letters.append(letter())
    assert len(pages) == 1
    assert ["/login/reset/" in body(mail) for mail in letters] == [True, False, False]


@pytest.mark.usefixtures("sends_email")
def test_no_mailbox_is_filled_and_no_network_asks_without_end(client: Client, user: User) -> None:
    confirmed(user)
    for _ in range(5):
        assert client.post(RESET, {"email": "maja@example.org"}).status_code == 200
    assert Email.objects.count() == 3
    for number in range(5):
        assert client.post(RESET, {"email": f"{number}@example.org"}).status_code == 200
    late = client.post(RESET, {"email": "more@example.org"})
    assert (late.status_code, int(late["Retry-After"]) > 0) == (429, True)
    assert Client(REMOTE_ADDR="192.0.2.9").post(RESET, {"email": "more@example.org"}).status_code == 200


def test_without_mail_the_page_says_who_helps(client: Client, user: User) -> None:
    confirmed(user)
    assert "one-time password" in client.get(RESET).content.decode()
    assert not client.post(RESET, {"email": "maja@example.org"}).context["sent"]
    assert not Email.objects.exists()


def test_a_link_works_for_an_hour(client: Client, user: User, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    link = reset_path(user)
    now = PasswordResetTokenGenerator()._now()
    for minutes, status in ((59, 200), (61, 410)):
        later = now + timedelta(minutes=minutes)
        monkeypatch.setattr(PasswordResetTokenGenerator, "_now", lambda _self, at=later: at)
        assert client.get(link).status_code == status


def test_a_link_is_of_one_account_and_not_of_a_closed_one(client: Client, user: User) -> None:
    link = reset_path(user)
    other = UserFactory()
    forged = reset_path(other).rsplit("/", 2)[0] + "/" + link.rsplit("/", 2)[1] + "/"
    assert client.get(forged).status_code == 410
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert client.get(link).status_code == 410


def test_the_command_prints_a_link(client: Client, user: User) -> None:
    out = io.StringIO()
    call_command("sign_in_link", "maja", stdout=out)
    assert client.post(link_in(out.getvalue()), BOTH)["Location"] == HOME
    with pytest.raises(CommandError, match="No account"):
        call_command("sign_in_link", "nobody")


# The email address ------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("sends_email")
def test_a_new_address_counts_once_its_letter_was_opened(client: Client, user: User) -> None:
    confirmed(user)
    sign_in(client, "maja", OWN)
    client.post(reverse("matches:email"), {"email": "new@example.org"})
    mail = letter()
    assert mail.to == ["new@example.org"]
    assert list(EmailAddress.objects.filter(verified=True).values_list("email", flat=True)) == ["maja@example.org"]
    link = link_in(body(mail))
    visitor = Client()
    assert visitor.get(link).status_code == 200
    assert EmailAddress.objects.filter(verified=False).exists()  # a look changes nothing
    assert visitor.post(link)["Location"] == LOGIN
    row = EmailAddress.objects.get()
    user.refresh_from_db()
    assert (row.email, row.verified, user.email) == ("new@example.org", True, "new@example.org")
    assert visitor.get(link).status_code == 410


@pytest.mark.database
@pytest.mark.usefixtures("sends_email")
def test_an_address_is_confirmed_by_one_account(client: Client, user: User) -> None:
    confirmed(user)
    store_email(user=(thief := UserFactory()), email="maja@example.org")
    client.post(link_in(body(letter())))
    assert not EmailAddress.objects.get(user=thief).verified


def test_without_mail_an_address_is_only_saved(client: Client, user: User) -> None:
    sign_in(client, "maja", OWN)
    client.post(reverse("matches:email"), {"email": "maja@example.org"})
    assert not EmailAddress.objects.get(user=user).verified
    client.post(reverse("matches:email"), {"email": ""})
    assert not EmailAddress.objects.exists()


# By an organiser --------------------------------------------------------------------------------------------------


@pytest.fixture
def event() -> Event:
    return EventFactory()


@pytest.fixture
def organiser(event: Event) -> User:
    return staff(event, Role.ORGANISER)


@pytest.fixture
def noor(event: Event, organiser: User) -> NewAccount:
    actor = Actor(user=organiser)
    return create_staff_account(event=event, actor=actor, username="noor", name="Noor", role=Role.FLOOR_JUDGE)


@pytest.mark.database
def test_an_organiser_renews_the_password_of_an_account_of_the_event(
    client: Client, event: Event, organiser: User, noor: NewAccount
) -> None:
    judge = Client()
    sign_in(judge, "noor", noor.password)
    judge.post(FIRST, {"new_password1": OWN, "new_password2": OWN})
    client.force_login(organiser)
    url = reverse("matches:staff_password", args=[event.slug, noor.user.pk])
    assert url in client.get(reverse("matches:staff", args=[event.slug])).content.decode()
    assert client.get(url).status_code == 200
    page = client.post(url)
    assert judge.get(reverse("matches:account")).status_code == 302
    assert sign_in(judge, "noor", OWN).status_code == 200
    assert sign_in(judge, "noor", page.context["made"].password)["Location"] == FIRST
    assert AuditRow.objects.filter(act="renew_password", user=organiser).exists()


@pytest.mark.database
def test_nobody_takes_an_account_over_that_works_elsewhere(
    subtests: pytest.Subtests, client: Client, event: Event, organiser: User, noor: NewAccount
) -> None:
    other = EventFactory()
    colleague = staff(event, Role.FLOOR_JUDGE)  # not made at an event
    thief = staff(other, Role.ORGANISER)
    grant_role(event=other, actor=Actor(user=thief), username="noor", role=Role.FLOOR_JUDGE)
    assert renewable_accounts(organiser, [noor.user.pk, colleague.pk, organiser.pk]) == set()
    for who, where, whom in ((thief, other, noor.user), (organiser, event, noor.user), (organiser, event, colleague)):
        with subtests.test(who=who.username, whom=whom.username):
            client.force_login(who)
            before = User.objects.get(pk=whom.pk).password
            answer = client.post(reverse("matches:staff_password", args=[where.slug, whom.pk]))
            assert answer.status_code in (302, 403)
            assert User.objects.get(pk=whom.pk).password == before
    EventRole.objects.filter(event=other, user=noor.user).delete()
    assert renewable_accounts(organiser, [noor.user.pk]) == {noor.user.pk}
    User.objects.filter(pk=noor.user.pk).update(is_superuser=True)
    assert renewable_accounts(organiser, [noor.user.pk]) == set()


def test_an_account_that_has_worked_elsewhere_stays_its_own(organiser: User, noor: NewAccount) -> None:
    role = EventRole.objects.create(event=EventFactory(), user=noor.user, role=Role.ORGANISER)
    grant_role(event=role.event, actor=Actor(user=noor.user), username=organiser.username, role=Role.FLOOR_JUDGE)
    role.delete()
    assert renewable_accounts(organiser, [noor.user.pk]) == set()
