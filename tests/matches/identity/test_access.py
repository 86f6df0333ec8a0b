"""Every address of one's own account and of the ways in: as a visitor, and as somebody who is signed in."""

from __future__ import annotations

import pytest
from allauth.mfa.models import Authenticator
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from matches.identity.urls import urlpatterns
from matches.models import User
from tests.matches.accounts.test_views import LOGIN, OWN, sign_in
from tests.undone import undone

pytestmark = pytest.mark.django_db

FOR_VISITORS = {
    "second_step": 302,
    "passkey": 302,
    "elsewhere": 404,
    "reset": 200,
    "reset_link": 410,
    "confirm_email": 410,
}
"""Who is not signed in gets this answer to GET: without a password, a key or a provider none of them opens anything."""
OWN_ACCOUNT = {
    "account": 200,
    "password_again": 200,
    "email": 200,
    "authenticator": 200,
    "recovery_codes": 200,
    "passkey_add": 200,
    "factor_needed": 200,
    "elsewhere_connect": 302,
    "elsewhere_remove": 405,
    "authenticator_remove": 405,
    "passkey_remove": 405,
    "sessions_end": 405,
}
"""Who is signed in gets this answer to GET, whatever roles they have."""


def address(name: str) -> str:
    more = {"reset_link": ["MQ", "made-up"], "confirm_email": ["made-up"], "passkey_remove": [1]}
    return reverse(f"matches:{name}", args=more.get(name, []))


def test_every_address_is_in_the_table() -> None:
    assert {pattern.name for pattern in urlpatterns} == FOR_VISITORS.keys() | OWN_ACCOUNT.keys()


def test_a_visitor(subtests: pytest.Subtests, client: Client) -> None:
    cache.clear()
    for name, status in FOR_VISITORS.items():
        with subtests.test(name=name):
            assert client.get(address(name)).status_code == status
    for name in OWN_ACCOUNT:
        with subtests.test(name=name):
            answer = client.post(address(name)) if OWN_ACCOUNT[name] == 405 else client.get(address(name))
            assert answer["Location"].startswith(LOGIN)


def test_somebody_who_is_signed_in(subtests: pytest.Subtests, client: Client) -> None:
    User.objects.create_user("maja", password=OWN)
    sign_in(client, "maja", OWN)
    for name, status in OWN_ACCOUNT.items():
        with subtests.test(name=name), undone(client):
            assert client.get(address(name)).status_code == status


def test_nobody_removes_what_is_another_ones(client: Client) -> None:
    User.objects.create_user("maja", password=OWN)
    other = User.objects.create_user("noor", password=OWN)
    passkey = Authenticator.objects.create(user=other, type=Authenticator.Type.WEBAUTHN, data={"name": "Phone"})
    sign_in(client, "maja", OWN)
    client.post(reverse("matches:passkey_remove", args=[passkey.pk]))
    assert Authenticator.objects.filter(pk=passkey.pk).exists()
