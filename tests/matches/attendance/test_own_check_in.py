"""Check-in by scan at the desk, and by players themselves; and the fee as a condition of both."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from matches.attendance.services import check_in, check_in_self, drop_entry
from matches.audit.services import Actor
from matches.enums import EntryStatus, Role
from matches.errors import Refused
from matches.models import Entry, Event
from matches.people.queries.codes import code_for
from matches.people.services.links import make_player_link
from matches.people.services.removal import remove_entry
from matches.signups.services.declining import mark_paid
from matches.signups.services.signing import sign_up
from tests.factories import EntryFactory, EventFactory, staff

pytestmark = pytest.mark.django_db


def event_in(minutes: int, **options: Any) -> Event:
    start = timezone.now() + timedelta(minutes=minutes)
    terms = {"self": True, "opens": 60, "closes": 10, **options}
    page = {"start_time": f"{start:%H:%M}"}
    return EventFactory(date=start.date(), time_zone="UTC", options={"page": page, "check_in": terms})


def waiting(event: Event) -> Entry:
    return EntryFactory(event=event, status=EntryStatus.REGISTERED)


def desk(event: Event) -> Actor:
    return Actor(user=staff(event, Role.SCOREKEEPER))


@pytest.mark.parametrize(
    ("minutes", "code"), [(30, ""), (120, "check_in_early"), (3, "check_in_late"), (-60, "check_in_late")]
)
def test_a_player_checks_in_in_the_hour_before_the_start(minutes: int, code: str) -> None:
    event = event_in(minutes)
    entry = waiting(event)
    if not code:
        assert check_in_self(entry=entry)
        entry.refresh_from_db()
        row = event.audit_rows.get()
        assert (entry.status, row.act, row.entry) == (EntryStatus.CHECKED_IN, "check_in_self", entry)
        return
    with pytest.raises(Refused) as refused:
        check_in_self(entry=entry)
    assert refused.value.code == code


def test_only_where_the_event_lets_players_do_so() -> None:
    event = event_in(30, self=False)
    with pytest.raises(Refused) as refused:
        check_in_self(entry=waiting(event))
    assert refused.value.code == "not_by_players"


def test_the_code_at_the_door_keeps_people_at_home_out(client: Client) -> None:
    event = event_in(30, code="Oak 7")
    entry = waiting(event)
    token = make_player_link(actor=desk(event), entry=entry).token
    url = reverse("matches:own_check_in", args=[token])
    assert url in client.get(f"/p/{token}/").content.decode()
    wrong = client.post(url, {"code": "elm"})
    assert wrong.status_code == 422
    assert 'value="elm"' in wrong.content.decode()
    assert client.post(url, {"code": " OAK 7 "})["Location"] == f"/p/{token}/"
    entry.refresh_from_db()
    assert entry.status == EntryStatus.CHECKED_IN
    page = client.get(f"/p/{token}/").content.decode()
    assert url not in page
    assert "You are checked in." in page


def test_a_page_that_is_open_offers_it_when_the_time_begins(client: Client) -> None:
    event = event_in(62)
    token = make_player_link(actor=desk(event), entry=waiting(event)).token
    again = re.search(r'data-live-again="(\d+)"', client.get(f"/p/{token}/").text)
    assert again
    assert 0 < int(again[1]) <= 120  # the start is a whole minute


def test_a_player_who_has_not_paid_is_sent_to_the_desk_to_pay() -> None:
    event = event_in(30)
    event.options["sign_up"] = {"must_pay": True}
    event.save()
    entry = waiting(event)
    with pytest.raises(Refused) as refused:
        check_in_self(entry=entry)
    assert (refused.value.code, entry.player.name in str(refused.value.message)) == ("not_paid", False)
    mark_paid(event=event, actor=desk(event), entries=[entry])
    assert check_in_self(entry=entry)


def scanned(client: Client, event: Event, code: str) -> dict[str, Any]:
    answer = client.post(
        reverse("matches:people_scan", args=[event.slug]), {"code": code}, headers={"accept": "application/json"}
    )
    assert answer.status_code == 200
    return answer.json()


def test_one_scan_is_one_check_in(client: Client) -> None:
    event = EventFactory()
    entry = waiting(event)
    client.force_login(staff(event, Role.SCOREKEEPER))
    first = scanned(client, event, code_for(entry))
    assert (first["state"], first["name"], first["checked_in"]) == ("checked_in", entry.player.name, 1)
    again = scanned(client, event, code_for(entry))
    assert (again["state"], again["undo_url"]) == ("already", "")
    undone = client.post(first["undo_url"])
    assert undone["Location"] == reverse("matches:people_scan", args=[event.slug])
    assert scanned(client, event, code_for(entry))["state"] == "checked_in"


def test_a_scan_tells_who_has_paid_and_who_is_not_accepted_apart(client: Client) -> None:
    event = EventFactory(options={"page": {"fee": "5 €"}, "sign_up": {"is_open": True, "capacity": 2}})
    client.force_login(staff(event, Role.SCOREKEEPER))
    paid, unpaid, late = (sign_up(event=event, name=name).sign_up for name in ("Ada", "Bo", "Cy"))
    mark_paid(event=event, actor=desk(event), sign_ups=[paid])
    event.options["sign_up"]["approval"] = True
    event.save()
    pending = sign_up(event=event, name="Di").sign_up
    told = {scanned(client, event, code_for(row))["text"] for row in (paid, unpaid, late, pending)}
    assert len(told) == 4
    free = EventFactory()
    client.force_login(staff(free, Role.SCOREKEEPER))
    assert scanned(client, free, code_for(waiting(free)))["text"] not in told


def test_every_other_code_says_what_it_is(client: Client) -> None:
    event = EventFactory(options={"sign_up": {"is_open": True, "capacity": 1, "must_pay": True}})
    client.force_login(staff(event, Role.SCOREKEEPER))
    paying, late = (sign_up(event=event, name=name).sign_up for name in ("Ada", "Bo"))
    assert paying.entry is not None
    other = waiting(EventFactory())
    gone = EntryFactory(event=event, status=EntryStatus.CHECKED_IN)
    drop_entry(actor=desk(event), entry=gone)
    states = {
        "refused": code_for(paying.entry),
        "not_in": code_for(late),
        "elsewhere": code_for(other),
        "out": code_for(gone),
        "unreadable": "4006381333931",
    }
    assert {state: scanned(client, event, code)["state"] for state, code in states.items()} == {s: s for s in states}
    assert scanned(client, event, "9" * 200)["state"] == "unreadable"
    mark_paid(event=event, actor=desk(event), sign_ups=[paying])
    assert scanned(client, event, code_for(paying))["state"] == "checked_in"  # the code from before the place


def test_who_has_not_paid_is_not_checked_in_by_anybody() -> None:
    event = EventFactory(options={"sign_up": {"must_pay": True}})
    actor = desk(event)
    entries = [waiting(event) for _ in range(3)]
    mark_paid(event=event, actor=actor, entries=entries[:1])
    with pytest.raises(Refused) as refused:
        check_in(event=event, actor=actor, entries=entries)
    assert (refused.value.code, len(refused.value.details)) == ("not_paid", 2)
    assert check_in(event=event, actor=actor) == 1
    assert list(event.entries.filter(status=EntryStatus.CHECKED_IN)) == entries[:1]


def test_the_code_at_the_door_is_not_guessed() -> None:
    event = event_in(30, code="17")
    entry = waiting(event)
    codes = []
    for number in range(20, 42):  # more than two windows take
        with pytest.raises(Refused) as refused:
            check_in_self(entry=entry, code=str(number))
        codes.append(refused.value.code)
    assert codes[-1] == "too_many_codes"


def test_who_checked_in_alone_is_not_removed_for_that_reason() -> None:
    event = event_in(30)
    entry = waiting(event)
    check_in_self(entry=entry)
    with pytest.raises(Refused) as refused:
        remove_entry(actor=desk(event), entry=entry)
    assert refused.value.code == "has_acted"
    assert "for example to check in" in str(refused.value.message)
    assert event.entries.filter(pk=entry.pk).exists()
    other = waiting(event)
    remove_entry(actor=desk(event), entry=other)
    assert not event.entries.filter(pk=other.pk).exists()
