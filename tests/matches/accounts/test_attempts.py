"""Guessing is slowed down: many names from one address, one name from many, and the current password of an account."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from matches.accounts import attempt_services
from matches.audit.limit_services import wait_text
from matches.models import User
from tests.matches.accounts.test_views import LOGIN, OWN, sign_in

pytestmark = pytest.mark.django_db

PASSWORD = reverse("matches:password")
MOST = attempt_services.SIGN_INS[0].most


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    """Seconds that pass only when a test says so, from the start of a window on."""
    now = [1_800_000_000.0]
    monkeypatch.setattr("matches.audit.limit_services.time.time", lambda: now[0])
    cache.clear()
    yield now
    cache.clear()


@pytest.fixture
def user() -> User:
    return User.objects.create_user("maja", password=OWN, name="Maja Berg")


def test_many_names_from_one_address_have_to_wait(user: User, clock: list[float]) -> None:
    for number in range(MOST):
        assert sign_in(Client(), f"name{number}", "wrong").status_code == 200
    for name in ("another", "maja"):
        page = sign_in(Client(), name, OWN)
        assert (page.status_code, page["Retry-After"]) == (429, "60")
        assert "Too many failed sign-ins from this network or for this username. Try again in 60 seconds." in (
            page.content.decode()
        )
        assert f'value="{name}"' in page.content.decode()
    elsewhere = Client(REMOTE_ADDR="192.0.2.9")
    assert sign_in(elsewhere, "maja", OWN).status_code == 302
    clock[0] += 60
    assert sign_in(Client(), "maja", OWN).status_code == 302


def test_going_on_takes_longer_and_longer(clock: list[float]) -> None:
    for minute in range(3):
        for number in range(MOST):
            assert sign_in(Client(), f"name{minute}-{number}", "wrong").status_code == 200
        clock[0] += 60
    page = sign_in(Client(), "another", "wrong")
    assert (page.status_code, page["Retry-After"]) == (429, "420")
    assert "Try again in 7 minutes." in page.content.decode()


def test_one_name_from_many_addresses_has_to_wait(user: User) -> None:
    for number in range(MOST):
        assert sign_in(Client(REMOTE_ADDR=f"192.0.2.{number}"), "maja", "wrong").status_code == 200
    assert sign_in(Client(REMOTE_ADDR="192.0.2.99"), "MAJA", "wrong").status_code == 429
    assert sign_in(Client(REMOTE_ADDR="192.0.2.99"), "noor", "wrong").status_code == 200


def test_a_hall_behind_one_address_is_not_locked_out(user: User) -> None:
    for _ in range(3 * MOST):  # right passwords are not counted
        assert sign_in(Client(), "maja", OWN).status_code == 302
    for number in range(MOST + 1):
        sign_in(Client(), f"name{number}", "wrong")
    assert sign_in(Client(), "another", "wrong").status_code == 429
    assert sign_in(Client(), "maja", OWN).status_code == 302  # it has signed in here before


def test_the_pause_of_one_name_at_one_address_is_as_before(user: User) -> None:
    sign_in(Client(), "maja", OWN)
    for _ in range(8):
        page = sign_in(Client(), "maja", "wrong")
    assert page.status_code == 429
    assert "Sign-in paused" in page.content.decode()


def test_an_incomplete_form_is_no_attempt() -> None:
    for _ in range(MOST + 5):
        assert Client().post(LOGIN, {"username": "maja"}).status_code == 200
    assert sign_in(Client(), "maja", "wrong").status_code == 200


def test_guessing_the_current_password_has_to_wait(client: Client, user: User, clock: list[float]) -> None:
    client.force_login(user)
    new = {"new_password1": "another-long-one", "new_password2": "another-long-one"}
    for _ in range(8):
        assert client.post(PASSWORD, {"old_password": "wrong", **new}).status_code == 422
    late = client.post(PASSWORD, {"old_password": OWN, **new})
    assert late.status_code == 429
    assert 0 < int(late["Retry-After"]) <= 360
    assert (
        "The current password was entered incorrectly too many times. Try again in"
        in late.context["form"].errors["old_password"][0]
    )
    user.refresh_from_db()
    assert user.check_password(OWN)
    clock[0] += 360
    assert client.post(PASSWORD, {"old_password": OWN, **new}).status_code == 302


def test_a_password_change_that_is_sent_twice_is_done_once(client: Client, user: User) -> None:
    client.force_login(user)
    new = {"old_password": OWN, "new_password1": "another-long-one", "new_password2": "another-long-one"}
    assert "Password changed." in client.post(PASSWORD, new, follow=True).content.decode()
    for _ in range(12):
        answer = client.post(PASSWORD, new, follow=True)
        assert "Your password has already been changed. Nothing was changed this time." in answer.content.decode()
    assert client.post(PASSWORD, {**new, "new_password2": "something-else"}).status_code == 422


def test_the_repeat_of_a_password_change_does_not_help_to_guess(client: Client, user: User) -> None:
    client.force_login(user)
    for number in range(8):
        guess = f"some-long-guess-{number}"
        sent = {"old_password": "wrong", "new_password1": guess, "new_password2": guess}
        assert client.post(PASSWORD, sent).status_code == 422
    assert (
        client.post(PASSWORD, {"old_password": "wrong", "new_password1": OWN, "new_password2": OWN}).status_code == 429
    )


def test_other_errors_of_the_form_do_not_count(client: Client, user: User) -> None:
    client.force_login(user)
    for _ in range(12):
        answer = client.post(PASSWORD, {"old_password": OWN, "new_password1": "short", "new_password2": "short"})
        assert answer.status_code == 422


@pytest.mark.parametrize(
    ("seconds", "text"), [(1, "1 second"), (90, "90 seconds"), (91, "2 minutes"), (360, "6 minutes")]
)
def test_the_wait_in_words(seconds: int, text: str) -> None:
    assert wait_text(seconds) == text


def guessed_from(addresses: int, name: str = "maja", times: int = 1) -> None:
    """So many wrong passwords for a name from each of so many addresses."""
    for number in range(addresses):
        for _ in range(times):
            sign_in(Client(REMOTE_ADDR=f"203.0.113.{number}"), name, "wrong")


def test_a_device_that_has_signed_in_before_is_let_in_wherever_it_is(user: User) -> None:
    device = Client(REMOTE_ADDR="192.0.2.1")
    assert sign_in(device, "maja", OWN).status_code == 302
    device.post(reverse("matches:logout"))
    guessed_from(MOST + 1)
    device.defaults["REMOTE_ADDR"] = "198.51.100.7"
    assert sign_in(Client(REMOTE_ADDR="198.51.100.7"), "maja", OWN).status_code == 429
    assert sign_in(device, "MAJA", "wrong").status_code == 200
    assert sign_in(device, "maja", OWN).status_code == 302
    assert sign_in(Client(REMOTE_ADDR="192.0.2.77"), "maja", OWN).status_code == 429


def test_nor_is_it_paused_with_others_at_its_address(user: User) -> None:
    device = Client()
    sign_in(device, "maja", OWN)
    device.post(reverse("matches:logout"))
    for _ in range(9):
        sign_in(Client(), "maja", "wrong")
    assert "Sign-in paused" in sign_in(Client(), "maja", OWN).content.decode()
    assert sign_in(device, "maja", OWN).status_code == 302


def test_a_known_device_has_a_limit_of_its_own(user: User, clock: list[float]) -> None:
    device = Client()
    sign_in(device, "maja", OWN)
    device.post(reverse("matches:logout"))
    for _ in range(8):
        assert sign_in(device, "maja", "wrong").status_code == 200
    assert sign_in(device, "maja", OWN).status_code == 429
    assert sign_in(Client(REMOTE_ADDR="192.0.2.9"), "maja", OWN).status_code == 302  # nobody else waits for that
    clock[0] += 360
    assert sign_in(device, "maja", OWN).status_code == 302


def test_a_device_is_known_for_the_names_that_signed_in_on_it(user: User) -> None:
    User.objects.create_user("noor", password=OWN, name="Noor Vos")
    device = Client(REMOTE_ADDR="192.0.2.1")
    for name in ("noor", "maja"):
        sign_in(device, name, OWN)
        device.post(reverse("matches:logout"))
    guessed_from(MOST + 1)
    guessed_from(MOST + 1, "noor")
    guessed_from(MOST + 1, "another")
    device.defaults["REMOTE_ADDR"] = "198.51.100.7"
    assert sign_in(device, "another", OWN).status_code == 429
    for name in ("maja", "noor"):
        assert sign_in(device, name, OWN).status_code == 302
        device.post(reverse("matches:logout"))
    device.cookies["device"] = device.cookies["device"].value.replace('"', "'")
    device.defaults["REMOTE_ADDR"] = "198.51.100.8"
    assert sign_in(device, "maja", OWN).status_code == 429


def test_a_guesser_at_two_addresses_keeps_nobody_out_elsewhere(user: User) -> None:
    guessed_from(2, times=3 * MOST)
    assert sign_in(Client(REMOTE_ADDR="192.0.2.9"), "maja", OWN).status_code == 302
