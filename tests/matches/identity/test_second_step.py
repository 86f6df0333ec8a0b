"""The second factor: every way in asks for it, for pages and scripts, and guessing is slowed down."""

from __future__ import annotations

import time
from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, generate_totp_secret, hotp_value
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from matches.accounts.staff_services import create_staff_account
from matches.accounts.token_services import make_token
from matches.audit.services import SYSTEM
from matches.enums import Role
from matches.identity.factor_services import codes_of, renew_codes
from matches.identity.forms import CodeForm
from matches.identity.reset_services import reset_path
from matches.models import Event, User
from matches.second_factor_queries import has_second_factor
from tests.factories import EventFactory
from tests.matches.accounts.test_views import FIRST, HOME, JSON, LOGIN, OWN, sign_in

pytestmark = pytest.mark.django_db

STEP, ACCOUNT = reverse("matches:second_step"), reverse("matches:account")


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    cache.clear()


def code_of(secret: str, ahead: int = 0) -> str:
    """What an authenticator app shows, now or so many half minutes later."""
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30 + ahead))


def with_app(user: User) -> str:
    """Connect an authenticator app to an account. Returns its secret."""
    secret = generate_totp_secret()
    TOTP.activate(user, secret)
    renew_codes(user=user)
    return secret


def is_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


@pytest.fixture
def user() -> User:
    return User.objects.create_user("maja", password=OWN, name="Maja Berg")


@pytest.fixture
def secret(user: User) -> str:
    return with_app(user)


def test_the_password_alone_lets_nobody_in(client: Client, secret: str) -> None:
    wanted = reverse("matches:event_new")
    assert sign_in(client, "maja", OWN, next=wanted)["Location"] == STEP
    assert not is_in(client)
    assert client.get(wanted)["Location"].startswith(LOGIN)
    assert client.get(STEP).status_code == 200
    assert client.post(STEP, {"code": "000000"}).status_code == 422
    before = client.session.session_key
    code = code_of(secret)
    assert client.post(STEP, {"code": f"{code[:3]} {code[3:]}"})["Location"] == wanted
    assert is_in(client)
    assert client.session.session_key != before
    assert client.cookies["device"].value
    again = Client()
    sign_in(again, "maja", OWN)
    assert again.post(STEP, {"code": code}).status_code == 422  # a code works once


def test_a_recovery_code_works_once(user: User, secret: str) -> None:
    code = codes_of(user)[3]
    for status in (302, 422):
        client = Client()
        sign_in(client, "maja", OWN)
        assert client.post(STEP, {"code": f"{code[:4]} {code[4:]}"}).status_code == status
    assert len(codes_of(user)) == 9


def test_a_judge_signs_in_again_without_leaving_the_page(client: Client, secret: str) -> None:
    sent = {"username": "maja", "password": OWN}
    answer = client.post(LOGIN, sent, headers=JSON).json()
    assert (answer["code"], bool(answer["csrf"])) == (STEP, True)
    wrong = client.post(STEP, {"code": "123"}, headers=JSON)
    assert (wrong.status_code, "wrong" in wrong.json()["error"]) == (422, True)
    right = client.post(STEP, {"code": code_of(secret)}, headers=JSON).json()
    assert (right["signed_in"], bool(right["csrf"]), "device" in client.cookies) == (True, True, True)
    assert client.get(LOGIN, headers=JSON).json()["signed_in"]
    late = Client().post(STEP, {"code": "123"}, headers=JSON)
    assert late.json() == {"url": LOGIN}


def test_guessing_codes_has_to_wait(user: User, secret: str) -> None:
    for _ in range(8):
        client = Client()
        sign_in(client, "maja", OWN)
        assert client.post(STEP, {"code": "000000"}).status_code == 422
    client = Client(REMOTE_ADDR="192.0.2.9")
    sign_in(client, "maja", OWN)
    late = client.post(STEP, {"code": code_of(secret)})
    assert (late.status_code, int(late["Retry-After"]) > 0, is_in(client)) == (429, True, False)


def test_wrong_codes_do_not_pause_the_password_of_others(user: User, secret: str) -> None:
    for _ in range(12):
        client = Client()
        assert sign_in(client, "maja", OWN).status_code == 302  # right passwords are not counted
        client.post(STEP, {"code": "000000"})


def test_a_step_that_waits_ends_with_the_password(client: Client, user: User, secret: str) -> None:
    sign_in(client, "maja", OWN)
    user.set_password("another-long-one")
    user.save()
    assert client.post(STEP, {"code": code_of(secret)})["Location"] == LOGIN
    assert not is_in(client)


def test_neither_a_one_time_password_nor_a_link_goes_round_the_second_factor(client: Client, secret: str) -> None:
    event: Event = EventFactory()
    made = create_staff_account(event=event, actor=SYSTEM, username="noor", name="Noor", role=Role.FLOOR_JUDGE)
    key = with_app(made.user)
    sign_in(client, "noor", made.password)
    chosen = {"new_password1": OWN, "new_password2": OWN}
    assert client.post(FIRST, chosen)["Location"] == STEP
    assert not is_in(client)
    assert client.post(STEP, {"code": code_of(key)})["Location"] == HOME
    visitor = Client()
    assert visitor.post(reset_path(User.objects.get(username="noor")), chosen)["Location"] == STEP
    assert not is_in(visitor)


def test_a_token_needs_no_second_factor_and_a_half_sign_in_opens_no_api(
    client: Client, user: User, secret: str
) -> None:
    token = make_token(user=user, label="overlay").secret
    event: Event = EventFactory()
    event.roles.create(user=user, role=Role.ORGANISER)
    address = reverse("api-staff", args=[event.slug])
    sign_in(client, "maja", OWN)
    assert client.get(address).status_code == 401
    assert Client().get(address, headers={"authorization": f"Token {token}"}).status_code == 200


# One's own account ------------------------------------------------------------------------------------------------


def test_an_app_is_connected_with_its_first_code_and_removed(client: Client, user: User) -> None:
    sign_in(client, "maja", OWN)
    page = client.get(reverse("matches:authenticator"))
    key = page.context["secret"].replace(" ", "")
    assert client.post(reverse("matches:authenticator"), {"code": "123456"}).status_code == 422
    assert not has_second_factor(user)
    assert client.post(reverse("matches:authenticator"), {"code": code_of(key)})["Location"] == reverse(
        "matches:recovery_codes"
    )
    codes = client.get(reverse("matches:recovery_codes")).context["codes"]
    assert len(codes) == 10
    client.post(reverse("matches:recovery_codes"))
    assert not set(codes) & set(client.get(reverse("matches:recovery_codes")).context["codes"])
    client.post(reverse("matches:authenticator_remove"))
    assert (has_second_factor(user), codes_of(user)) == (False, [])


def test_a_device_left_open_changes_no_way_to_sign_in(subtests: pytest.Subtests, client: Client, user: User) -> None:
    with_app(user)
    client.force_login(user)  # a sign-in of long ago
    posted = ("authenticator_remove", "sessions_end", "recovery_codes", "email", "passkey_add")
    for name in posted:
        with subtests.test(name=name):
            again = client.post(reverse(f"matches:{name}"), headers={"referer": f"http://testserver{ACCOUNT}"})
            assert again["Location"] == f"{reverse('matches:password_again')}?next=%2Faccount%2F"
    assert has_second_factor(user)
    assert client.post(again["Location"], {"password": "wrong"}).status_code == 422
    assert client.post(again["Location"], {"password": OWN})["Location"] == ACCOUNT
    assert client.post(reverse("matches:authenticator_remove"))["Location"] == ACCOUNT
    assert not has_second_factor(user)


def test_a_sign_in_counts_for_ten_minutes(client: Client, user: User) -> None:
    sign_in(client, "maja", OWN)
    for minutes, status in ((9, 200), (2, 302)):
        session = client.session
        session["account_authentication_methods"][-1]["at"] -= 60 * minutes
        session.save()
        assert client.get(reverse("matches:email")).status_code == status


def test_the_way_back_leads_to_no_other_site(client: Client, user: User) -> None:
    client.force_login(user)
    answer = client.post(reverse("matches:password_again") + "?next=//elsewhere.example/", {"password": OWN})
    assert answer["Location"] == ACCOUNT


def test_other_devices_are_signed_out(client: Client, user: User) -> None:
    other = Client()
    for device in (client, other):
        sign_in(device, "maja", OWN)
    assert client.post(reverse("matches:sessions_end"))["Location"] == ACCOUNT
    assert (client.get(ACCOUNT).status_code, other.get(ACCOUNT).status_code) == (200, 302)


def test_the_command_removes_a_lost_factor(user: User, secret: str, capsys: Any) -> None:
    call_command("sign_in_link", "maja")
    assert has_second_factor(user)
    call_command("sign_in_link", "maja", without_second_factor=True)
    assert not has_second_factor(user)


def test_a_wrong_code_sends_nobody_to_an_app_that_they_do_not_have(user: User) -> None:
    wrong = CodeForm(user, {"code": "0000 0000"})
    assert wrong.errors["code"] == [
        "This code is wrong or has already been used. Enter another one of your recovery codes."
    ]
    with_app(user)
    assert "the one that the app shows now" in CodeForm(user, {"code": "000000"}).errors["code"][0]
