"""Whom limits count: a visitor with IPv6 has more addresses than any limit has places."""

from __future__ import annotations

import pytest
from django.test import Client

from bankout_tournament.server.senders import group_of
from matches.accounts.attempt_services import SIGN_INS

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("address", "group"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::9", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("", ""),
        ("unix:", "unix:"),
    ],
)
def test_limits_count_an_ipv6_network_as_one_address(address: str, group: str) -> None:
    assert group_of(address) == group


def at(number: int) -> str:
    return f"2001:db8:1:2::{number:x}"


def test_many_names_from_one_network_have_to_wait() -> None:
    for number in range(SIGN_INS[0].most):
        answer = Client(REMOTE_ADDR=at(number)).post("/login/", {"username": f"name{number}", "password": "wrong"})
        assert answer.status_code == 200
    answer = Client(REMOTE_ADDR=at(999)).post("/login/", {"username": "another", "password": "wrong"})
    assert answer.status_code == 429
    elsewhere = Client(REMOTE_ADDR="2001:db8:1:3::1").post("/login/", {"username": "another", "password": "wrong"})
    assert elsewhere.status_code == 200
