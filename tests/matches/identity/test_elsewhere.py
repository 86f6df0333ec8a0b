"""Signing in with an OpenID Connect provider: a real one, in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
import requests
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from bankout_tournament.sign_in_settings import provider_settings
from matches.identity.elsewhere_queries import provider_key
from matches.models import User
from tests.bankout_tournament.running import free_port
from tests.matches.accounts.test_views import HOME, LOGIN, OWN, sign_in
from tests.matches.identity.test_second_step import STEP, code_of, with_app
from tests.patience import wait_until

pytestmark = pytest.mark.django_db

ACCOUNT, THERE = reverse("matches:account"), reverse("matches:elsewhere")
OWN_PAGE = {"sec-fetch-site": "same-origin"}


@pytest.fixture(scope="module")
def _provider() -> Iterator[str]:
    port = free_port()
    with subprocess.Popen(
        [sys.executable, "-W", "ignore", "-m", "oidc_provider_mock", "--port", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        address = f"http://127.0.0.1:{port}"

        def answers() -> bool:
            try:
                return requests.get(f"{address}/.well-known/openid-configuration", timeout=1).ok
            except requests.RequestException:
                return False

        wait_until(answers, problem=lambda: "the provider did not start")
        yield address
        process.terminate()


@pytest.fixture
def provider(_provider: str, settings: Any) -> str:
    cache.clear()
    settings.OIDC_NAME = "Club"
    settings.SOCIALACCOUNT_PROVIDERS = provider_settings(_provider, "bankout", "a-secret", "Club")
    return _provider


@pytest.fixture
def user() -> User:
    return User.objects.create_user("maja", password=OWN, name="Maja Berg")


def visit(client: Client, start: str, sub: str, *, decides: str = "") -> Any:
    """Go to the provider, be that person there, and come back; the answer to that."""
    there = client.get(start, headers=OWN_PAGE)["Location"]
    data = {"sub": sub, **({"action": decides} if decides else {})}
    back = requests.post(there, data=data, allow_redirects=False, timeout=10).headers["Location"]
    return client.get(back.removeprefix("http://testserver"))


def connect(client: Client, sub: str) -> Any:
    return visit(client, reverse("matches:elsewhere_connect"), sub)


def test_an_account_is_connected_and_signs_in(client: Client, provider: str, user: User) -> None:
    assert "Sign in with Club" in client.get(LOGIN).content.decode()
    sign_in(client, "maja", OWN)
    assert connect(client, "maja-there")["Location"] == ACCOUNT
    assert "Club is connected" in client.get(ACCOUNT).content.decode()
    wanted = reverse("matches:event_new")
    visitor = Client()
    before = visitor.session.session_key
    assert visit(visitor, f"{THERE}?next={wanted}", "maja-there")["Location"] == wanted
    assert visitor.session["_auth_user_id"] == str(user.pk)
    assert visitor.session.session_key != before
    assert SocialAccount.objects.get().extra_data == {}
    client.post(reverse("matches:elsewhere_remove"))
    assert visit(Client(), THERE, "maja-there")["Location"] == LOGIN


def test_an_email_address_never_opens_an_account(provider: str, user: User) -> None:
    EmailAddress.objects.create(user=user, email="maja@example.org", verified=True, primary=True)
    claims = {"email": "maja@example.org", "email_verified": True, "preferred_username": "maja"}
    requests.put(f"{provider}/users/stranger", json=claims, timeout=10)
    visitor = Client()
    assert visit(visitor, THERE, "stranger")["Location"] == LOGIN
    assert "No account here is connected to your Club account" in visitor.get(LOGIN).content.decode()
    assert "_auth_user_id" not in visitor.session
    assert (User.objects.count(), SocialAccount.objects.count()) == (1, 0)


def test_the_second_factor_is_asked_for(client: Client, provider: str, user: User) -> None:
    sign_in(client, "maja", OWN)
    connect(client, "maja-there")
    secret = with_app(user)
    visitor = Client()
    assert visit(visitor, THERE, "maja-there")["Location"] == STEP
    assert "_auth_user_id" not in visitor.session
    assert visitor.post(STEP, {"code": code_of(secret)})["Location"] == HOME


def test_a_person_there_is_one_account_here(client: Client, provider: str, user: User) -> None:
    sign_in(client, "maja", OWN)
    connect(client, "maja-there")
    User.objects.create_user("noor", password=OWN)
    other = Client()
    sign_in(other, "noor", OWN)
    connect(other, "maja-there")
    assert "already connected to another account" in other.get(ACCOUNT).content.decode()
    assert SocialAccount.objects.get().user == user
    User.objects.filter(pk=user.pk).update(is_active=False)
    visitor = Client()
    assert visit(visitor, THERE, "maja-there")["Location"] == LOGIN
    assert "_auth_user_id" not in visitor.session


def test_what_was_not_begun_here_ends_at_the_sign_in(client: Client, provider: str, user: User) -> None:
    assert visit(client, THERE, "maja-there", decides="deny")["Location"] == LOGIN
    there = client.get(THERE, headers=OWN_PAGE)["Location"]
    back = requests.post(there, data={"sub": "ada"}, allow_redirects=False, timeout=10).headers["Location"]
    forged = Client().get(back.removeprefix("http://testserver"))  # another browser's answer
    assert forged["Location"] == LOGIN
    assert client.get(THERE, headers={"sec-fetch-site": "cross-site"})["Location"] == LOGIN
    sign_in(client, "maja", OWN)
    for headers in ({}, {"sec-fetch-site": "cross-site"}):
        assert client.get(reverse("matches:elsewhere_connect"), headers=headers)["Location"] == ACCOUNT


def test_coming_back_too_often_has_to_wait(client: Client, provider: str) -> None:
    back = reverse("openid_connect_callback", args=[provider_key()])
    answers = [client.get(back, {"state": "made-up", "code": "1"}) for _ in range(31)]
    assert [answer.headers.get("Retry-After") is None for answer in answers] == [True] * 30 + [False]


def test_without_a_provider_there_is_no_door(client: Client) -> None:
    assert "elsewhere" not in client.get(LOGIN).content.decode()
    for address in (THERE, reverse("openid_connect_callback", args=["oidc-1"])):
        assert client.get(address, headers=OWN_PAGE).status_code == 404


def test_a_provider_that_does_not_answer_leaves_the_password(client: Client, settings: Any) -> None:
    cache.clear()
    settings.OIDC_NAME = "Club"
    settings.SOCIALACCOUNT_PROVIDERS = provider_settings(f"http://127.0.0.1:{free_port()}", "bankout", "", "Club")
    assert client.get(THERE, headers=OWN_PAGE)["Location"] == LOGIN
    assert "Signing in with Club did not work" in client.get(LOGIN).content.decode()
