"""Marks of payment: by a list, on the player's page, and in the desk's list of players."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from matches.audit.services import Actor
from matches.enums import Role
from matches.errors import Refused
from matches.models import AuditRow, Entry, Event, SignUp
from matches.signups.services.declining import decline_sign_ups
from matches.signups.services.payments import mark_paid_by_list
from matches.signups.services.signing import sign_up, withdraw_sign_up
from tests.factories import EntryFactory, EventFactory, staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    event = EventFactory(
        options={"sign_up": {"is_open": True, "capacity": 2, "id": "optional"}, "page": {"fee": "10 €"}}
    )
    EntryFactory(event=event, number=1, player__name="Ada Okafor", player__external_id="A1")
    EntryFactory(event=event, number=2, player__name="Bo Derek")
    sign_up(event=event, name="Cy Young", external_id="C3")
    return event


def desk(event: Event) -> Actor:
    return Actor(user=staff(event, Role.SCOREKEEPER))


def marks(event: Event) -> dict[str, tuple[bool, str, str]]:
    rows: list[Entry | SignUp] = [*event.entries.select_related("player"), *event.sign_ups.filter(entry=None)]
    return {
        (row.player.name if isinstance(row, Entry) else row.name): (
            row.paid_at is not None,
            row.paid_amount,
            row.paid_note,
        )
        for row in rows
    }


def test_a_list_marks_players_by_number_or_id_and_who_waits_by_id(event: Event) -> None:
    text = "id,number,amount,note\na1,,10 €,bank\n,2,,\nC3,,5 €,\n"
    assert mark_paid_by_list(event=event, actor=desk(event), data=text) == 3
    assert marks(event) == {
        "Ada Okafor": (True, "10 €", "bank"),
        "Bo Derek": (True, "", ""),
        "Cy Young": (True, "5 €", ""),
    }
    row = AuditRow.objects.filter(event=event, act="mark_paid").get()
    assert (len(row.details["entries"]), len(row.details["sign_ups"])) == (2, 1)


def test_a_list_that_comes_again_keeps_the_moment_and_what_it_does_not_say(event: Event) -> None:
    actor = desk(event)
    mark_paid_by_list(event=event, actor=actor, data="number,amount,note\n1,10 €,bank\n")
    first = event.entries.get(number=1).paid_at
    mark_paid_by_list(event=event, actor=actor, data="number,amount\n1,12 €\n")
    assert marks(event)["Ada Okafor"] == (True, "12 €", "bank")
    assert event.entries.get(number=1).paid_at == first


def test_one_bad_line_marks_nobody_and_every_bad_line_is_named(event: Event) -> None:
    EntryFactory(event=event, number=4, player__external_id="C3")
    text = "number,id\n1,\n9,\nx,\n,A1\n2,A1\n,C3\n,\n"
    with pytest.raises(Refused) as caught:
        mark_paid_by_list(event=event, actor=desk(event), data=text)
    assert (caught.value.code, caught.value.parameter) == ("list_has_problems", "data")
    assert [detail.split(":")[0] for detail in caught.value.details] == [f"Line {line}" for line in (3, 4, 5, 6, 7)]
    assert not any(paid for paid, _amount, _note in marks(event).values())
    assert not AuditRow.objects.filter(event=event, act="mark_paid").exists()


def test_the_page_names_the_lines_and_keeps_the_list(client: Client, event: Event) -> None:
    client.force_login(staff(event, Role.SCOREKEEPER))
    url = reverse("matches:paid_list", args=[event.slug])
    assert client.get(url).status_code == 200
    refused = client.post(url, {"text": "number\n1\n8\n9\n"})
    assert refused.status_code == 422
    assert len(refused.context["problems"]) == 2
    assert "number\n1\n8\n9" in refused.content.decode().replace("\r", "")
    done = client.post(url, {"file": SimpleUploadedFile("paid.csv", b"number;amount\n1;10\n")})
    assert done.status_code == 302
    assert marks(event)["Ada Okafor"] == (True, "10", "")


def numbers(page: Any) -> list[int]:
    return [row.number for row in page.context["people"]]


def test_the_desks_list_shows_and_filters_who_has_paid_where_there_is_a_fee(client: Client, event: Event) -> None:
    mark_paid_by_list(event=event, actor=desk(event), data="number\n1\n")
    client.force_login(staff(event, Role.SCOREKEEPER))
    url = reverse("matches:people", args=[event.slug])
    assert numbers(client.get(url, {"paid": "yes"})) == [1]
    assert numbers(client.get(url, {"paid": "no"})) == [2]
    assert sorted(numbers(client.get(url))) == [1, 2]
    assert [row.is_paid for row in client.get(url).context["people"]] == [True, False]
    assert client.get(url).context["shows_paid"]
    client.force_login(staff(event, Role.FLOOR_JUDGE))
    page = client.get(url, {"paid": "yes"})
    assert (page.context["shows_paid"], page.context["paid_tabs"], len(numbers(page))) == (False, [], 2)
    client.force_login(staff(other := EventFactory(), Role.SCOREKEEPER))
    assert not client.get(reverse("matches:people", args=[other.slug])).context["shows_paid"]


def test_a_player_is_marked_on_the_own_page_and_the_mark_removed(client: Client, event: Event) -> None:
    client.force_login(staff(event, Role.SCOREKEEPER))
    url = reverse("matches:person", args=[event.slug, 1])
    assert "unpaid" not in client.get(url).context["acts"]
    client.post(f"{url}paid/", {"amount": "10 €", "note": "cash"})
    assert marks(event)["Ada Okafor"] == (True, "10 €", "cash")
    page = client.get(url)
    assert page.context["acts"]["paid"].form.initial == {"amount": "10 €", "note": "cash"}
    assert "unpaid" in page.context["acts"]
    client.post(f"{url}unpaid/")
    assert marks(event)["Ada Okafor"] == (False, "", "")


def test_a_mark_on_many_keeps_what_stands_and_leaves_out_who_no_longer_comes(client: Client, event: Event) -> None:
    user = staff(event, Role.SCOREKEEPER)
    rows = {name: sign_up(event=event, name=name, external_id=name).sign_up for name in ("Dee", "Eli", "Fay", "Gus")}
    mark_paid_by_list(event=event, actor=Actor(user=user), data="id,amount,note\nDee,10 €,bank\n")
    before = SignUp.objects.get(pk=rows["Dee"].pk).paid_at
    withdraw_sign_up(sign_up=rows["Eli"], actor=Actor(user=user))
    decline_sign_ups(event=event, actor=Actor(user=user), sign_ups=[rows["Fay"]])
    client.force_login(user)
    url = reverse("matches:sign_ups_act", args=[event.slug])
    chosen = {"row": [row.pk for row in rows.values()], "act": "pay"}
    page = client.post(url, {**chosen, "note": "cash"}, follow=True)
    assert "2 people marked as paid. 2 were left out: withdrawn or declined." in page.text
    found = marks(event)
    assert (found["Dee"], found["Gus"]) == ((True, "10 €", "cash"), (True, "", "cash"))
    assert (found["Eli"], found["Fay"]) == ((False, "", ""), (False, "", ""))
    assert SignUp.objects.get(pk=rows["Dee"].pk).paid_at == before
    paid = reverse("api-paid", args=[event.slug])
    keys = [str(row.key) for row in rows.values()]
    answer = client.post(paid, {"keys": keys, "amount": "12 €"}, content_type="application/json")
    assert answer.json() == {"changed": 2}
    found = marks(event)
    assert (found["Dee"], found["Eli"]) == ((True, "12 €", "cash"), (False, "", ""))
