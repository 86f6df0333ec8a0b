"""E-mails about a sign-up, received by a real SMTP server; and nothing that tells strangers who is on the list."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import EmailMessage
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Message
from celery import current_app
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from kombu.exceptions import OperationalError
from post_office.mail import send_queued_mail_until_done
from post_office.models import Email

from matches import tasks
from matches.audit.services import Actor
from matches.enums import Role
from matches.errors import Refused
from matches.models import Event, Player
from matches.people.services.links import resolve_player_link
from matches.signups.services.admission import accept_sign_ups
from matches.signups.services.declining import decline_sign_ups
from matches.signups.services.lost_links import SEND_LOST_LINKS, renew_link, send_lost_links
from matches.signups.services.signing import TELL_INVITED, sign_up, withdraw_sign_up
from matches.signups.services.tokens import holder_of_request, request_for
from tests.bankout_tournament.running import free_port
from tests.factories import EventFactory, staff

pytestmark = pytest.mark.django_db(transaction=True)


TASKS = {SEND_LOST_LINKS: tasks.send_lost_links, TELL_INVITED: tasks.tell_invited}


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the worker was asked for: it does it at once."""
    names: list[str] = []
    others = current_app.send_task

    def send_task(name: str, *args: Any, **options: Any) -> Any:
        if not name.startswith("matches."):
            return others(name, *args, **options)
        names.append(name)
        return TASKS[name](*args[0])

    monkeypatch.setattr(current_app, "send_task", send_task)
    return names


class Mailbox(Message):
    """Keeps what arrives."""

    def __init__(self) -> None:
        super().__init__(message_class=EmailMessage)
        self.letters: list[Any] = []

    def handle_message(self, message: Any) -> None:
        self.letters.append(message)


@pytest.fixture
def mailbox(settings: Any, asked: list[str]) -> Iterator[Mailbox]:
    cache.clear()
    box = Mailbox()
    server = Controller(box, hostname="127.0.0.1", port=free_port())
    server.start()
    settings.SENDS_EMAIL = True
    settings.EMAIL_HOST, settings.EMAIL_PORT = server.hostname, server.port
    settings.POST_OFFICE = {
        **settings.POST_OFFICE,
        "BACKENDS": {"default": "django.core.mail.backends.smtp.EmailBackend"},
    }
    yield box
    server.stop()


def open_event(**options: Any) -> Event:
    return EventFactory(name="Friday Open", options={"sign_up": {"is_open": True, **options}})


def received(box: Mailbox) -> list[tuple[str, str]]:
    """To whom, and the subject, of the letters since the last look."""
    send_queued_mail_until_done()
    letters, box.letters = box.letters, []
    return [(letter["To"], letter["Subject"]) for letter in letters]


@pytest.fixture
def sends_email(settings: Any) -> None:
    cache.clear()
    settings.SENDS_EMAIL = True


def queued() -> list[tuple[str, str]]:
    """To whom, and the subject, of the letters since the last look, whether they have gone out or not."""
    letters = [(", ".join(letter.to), letter.subject) for letter in Email.objects.order_by("pk")]
    Email.objects.all().delete()
    return letters


def test_each_step_is_told_to_the_person(mailbox: Mailbox) -> None:
    event = open_event(capacity=1)
    ada = sign_up(event=event, name="Ada", email="ada@example.org")
    bo = sign_up(event=event, name="Bo", email="bo@example.org")
    send_queued_mail_until_done()
    first, second = mailbox.letters
    assert f"/p/{ada.token}/" in first.get_payload()
    assert "number 1 on the waiting list" in second.get_payload()
    mailbox.letters = []
    withdraw_sign_up(sign_up=ada.sign_up, actor=Actor(sign_up=ada.sign_up))
    assert received(mailbox) == [("bo@example.org", "You are in: Friday Open")]
    bo.sign_up.refresh_from_db()
    decline_sign_ups(event=event, actor=Actor(user=staff(event, Role.ORGANISER)), sign_ups=[bo.sign_up])
    assert received(mailbox) == [("bo@example.org", "You are not in: Friday Open")]


def test_who_is_accepted_is_told(mailbox: Mailbox) -> None:
    event = open_event(approval=True)
    row = sign_up(event=event, name="Ada", email="ada@example.org").sign_up
    accept_sign_ups(event=event, actor=Actor(user=staff(event, Role.ORGANISER)), sign_ups=[row])
    assert [subject for _to, subject in received(mailbox)] == [
        "Your sign-up has arrived: Friday Open",
        "You are in: Friday Open",
    ]


def test_a_lost_link_is_sent_again_and_the_page_says_the_same_to_a_stranger(mailbox: Mailbox, client: Client) -> None:
    event = open_event(capacity=1)
    tokens = [sign_up(event=event, name=name, email=f"{name}@example.org").token for name in ("ada", "bo")]
    received(mailbox)
    url = reverse("matches:lost_link", args=[event.slug])
    answers = [
        client.post(url, {"email": email}).content.decode()
        for email in ("ADA@example.org", "bo@example.org", "stranger@example.org")
    ]
    plain = [re.sub(r'nonce="[^"]+"|value="[^"]+"', "", answer) for answer in answers]
    assert plain[0] == plain[1] == plain[2]
    send_queued_mail_until_done()
    assert sorted(letter["To"].lower() for letter in mailbox.letters) == ["ada@example.org", "bo@example.org"]
    for letter, old in zip(mailbox.letters, tokens, strict=True):
        page = re.search(r"/e/[\w-]+/link/\S+/", letter.get_payload())
        assert page
        assert client.get(page[0]).status_code == 200
        assert client.get(f"/p/{old}/").status_code == 200  # a stranger who types an address ends nobody's link
        fresh = client.post(page[0])["Location"].removesuffix("code/")
        assert client.get(fresh).status_code == 200
        assert client.get(f"/p/{old}/").status_code == 404
        assert (client.get(page[0]).status_code, client.post(page[0]).status_code) == (410, 410)  # once
        assert client.get(fresh).status_code == 200


def test_the_page_of_a_letter_is_for_a_day_and_for_its_event(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    event, other = open_event(), open_event()
    row = sign_up(event=event, name="Ada").sign_up
    assert row.entry is not None
    signed = request_for(row.entry)
    assert holder_of_request(event, signed) == row.entry
    assert holder_of_request(other, signed) is None
    assert holder_of_request(event, signed[:-2] + "AA") is None
    monkeypatch.setattr("matches.signups.services.tokens.VALID_SECONDS", -1)
    assert holder_of_request(event, signed) is None
    with pytest.raises(Refused) as refused:
        renew_link(event=event, signed=signed)
    assert refused.value.code == "link_used"


def test_the_page_of_a_letter_serves_also_who_got_in_meanwhile() -> None:
    event = open_event(approval=True)
    new = sign_up(event=event, name="Ada")
    signed = request_for(new.sign_up)
    accept_sign_ups(event=event, actor=Actor(user=staff(event, Role.ORGANISER)), sign_ups=[new.sign_up])
    token = renew_link(event=event, signed=signed)
    assert resolve_player_link(new.token) is None
    assert resolve_player_link(token) == event.entries.get()
    assert event.audit_rows.last().act == "renew_link"


def test_nobodys_mailbox_is_filled(mailbox: Mailbox, client: Client) -> None:
    event = open_event()
    sign_up(event=event, name="Ada", email="ada@example.org")
    received(mailbox)
    url = reverse("matches:lost_link", args=[event.slug])
    statuses = [client.post(url, {"email": "ada@example.org"}).status_code for _ in range(12)]
    assert statuses == [200] * 10 + [422] * 2
    assert len(received(mailbox)) == 3


def test_without_mail_nothing_is_queued_and_the_page_sends_people_to_the_desk(client: Client) -> None:
    assert not settings.SENDS_EMAIL
    event = open_event()
    sign_up(event=event, name="Ada", email="ada@example.org")
    page = client.post(reverse("matches:lost_link", args=[event.slug]), {"email": "ada@example.org"})
    assert "Ask at the desk" in page.content.decode()
    assert not Email.objects.exists()


@pytest.mark.usefixtures("sends_email")
def test_the_name_of_an_event_is_no_template() -> None:
    event = open_event()
    Event.objects.filter(pk=event.pk).update(name="Cup {{ 7 }} {% now 'Y' %} & {% cup")
    sign_up(event=event, name="Ada", email="ada@example.org")
    assert queued() == [("ada@example.org", "You are in: Cup {{ 7 }} {% now 'Y' %} & {% cup")]


@pytest.mark.usefixtures("sends_email")
def test_a_link_goes_to_the_address_on_file_and_not_to_the_one_that_was_typed() -> None:
    event = open_event(capacity=1)
    for name in ("mike", "kim"):
        sign_up(event=event, name=name, email=f"{name}@example.org")
    queued()
    assert [send_lost_links(event=event, email=email) for email in ("MIKE@example.org", "KIM@example.org")] == [1, 1]
    assert [to for to, _subject in queued()] == ["mike@example.org", "kim@example.org"]
    lookalikes = ("m\u0131ke@example.org", "k\u0131m@example.org")  # in capitals, as mike's and kim's
    assert [send_lost_links(event=event, email=email) for email in lookalikes] == [0, 0]


@pytest.mark.usefixtures("sends_email")
@pytest.mark.parametrize("email", ["jos\u00e9@example.org", "a..b@example.org", "a@b_c.org"])
def test_an_address_that_takes_no_email_is_refused_and_stops_no_act_of_the_desk(email: str) -> None:
    event = open_event()
    with pytest.raises(Refused) as refused:
        sign_up(event=event, name="Ada", email=email)
    assert refused.value.parameter == "email"
    row = sign_up(event=event, name="Ada", email="ada@example.org").sign_up
    assert row.entry is not None
    queued()
    Player.objects.filter(pk=row.entry.player_id).update(email=email)  # as of a list
    decline_sign_ups(event=event, actor=Actor(user=staff(event, Role.ORGANISER)), sign_ups=[row])
    assert queued() == []


@pytest.mark.usefixtures("sends_email")
def test_the_worker_looks_who_is_meant_so_that_the_answer_takes_as_long_for_a_stranger(
    client: Client, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    event = open_event()
    sign_up(event=event, name="Ada", email="ada@example.org")
    assert asked == [TELL_INVITED]
    asked.clear()
    monkeypatch.setattr(current_app, "send_task", lambda name, *args: asked.append(name))
    counts = []
    for email in ("ada@example.org", "stranger@example.org"):
        url = reverse("matches:lost_link", args=[event.slug])
        with CaptureQueriesContext(connection) as queries:
            client.post(url, {"email": email})
        counts.append(len(queries))
    assert asked == [SEND_LOST_LINKS] * 2
    assert counts[0] == counts[1]


@pytest.mark.usefixtures("sends_email")
def test_a_lost_link_is_sent_also_while_the_queue_is_away(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    event = open_event()
    sign_up(event=event, name="Ada", email="ada@example.org")
    queued()

    others = current_app.send_task

    def away(name: str, *args: Any, **options: Any) -> Any:
        if name == SEND_LOST_LINKS:
            raise OperationalError("no broker")
        return others(name, *args, **options)

    monkeypatch.setattr(current_app, "send_task", away)
    client.post(reverse("matches:lost_link", args=[event.slug]), {"email": "ada@example.org"})
    assert [to for to, _subject in queued()] == ["ada@example.org"]
