"""Signing up as a visitor does: the event's page, the form, the personal page, and the desk's list."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from matches.enums import Admission, Role
from matches.models import Event, SignUp, Submission
from matches.signups.services.signing import sign_up, sign_up_of
from matches.signups.views.sign_up import SIGN_UPS
from tests.factories import EventFactory, RoundFactory, StageFactory, staff
from tests.told import levels

pytestmark = pytest.mark.django_db
SHIRT = {"key": "shirt", "label": "Shirt size", "kind": "choice", "required": True, "choices": ["S", "M"]}


@pytest.fixture(autouse=True)
def fresh_limits() -> None:
    cache.clear()


def open_event(**options: Any) -> Event:
    page = {"start_time": "18:30", "description": "**Bring** a deck.\n\n<script>alert(1)</script>", "fee": "10 €"}
    return EventFactory(venue="Town hall", options={"page": page, "sign_up": {"is_open": True, **options}})


def url(event: Event, name: str = "sign_up") -> str:
    return reverse(f"matches:{name}", args=[event.slug])


def send(client: Client, event: Event, **fields: str) -> Any:
    key = str(client.get(url(event)).context["form"]["submission"].value())
    return client.post(url(event), {"submission": key, **fields})


def test_the_events_page_says_what_is_known_and_leads_to_the_form(client: Client) -> None:
    event = open_event(capacity=8)
    for name in ("public", "about"):
        page = client.get(url(event, name)).content.decode()
        assert f'href="{url(event)}"' in page
        assert "<strong>Bring</strong> a deck." in page
        assert "<script>alert" not in page
        for fact in ("18:30", "Town hall", "10 €", "0 of 8 places are taken."):
            assert fact in page


def test_once_the_event_has_begun_its_address_shows_the_pairings(client: Client) -> None:
    event = open_event()
    RoundFactory(stage__event=event, stage__order=1, number=1, status="published")
    assert "Bring" not in client.get(url(event, "public")).content.decode()
    about = client.get(url(event, "about")).content.decode()
    assert "Bring" in about
    assert url(event) not in about
    assert client.get(url(event)).context["closed"]


def test_a_visitor_signs_up_and_gets_a_link_that_works(client: Client) -> None:
    event = open_event(questions=[SHIRT])
    event.options["page"]["fee_link"] = "https://pay.example/friday"
    event.save()
    asked = client.get(url(event)).context["form"].fields["answer_shirt"]
    assert asked.choices[0] == ("", "Choose one …"), "nobody takes the first size by not looking"
    wrong = send(client, event, name="Ada", answer_shirt="")
    assert wrong.context["form"].errors["answer_shirt"] == ["Choose one."]
    assert (wrong.status_code, wrong.context["form"]["name"].value()) == (422, "Ada")
    answer = send(client, event, name="Ada Okafor", email="ada@example.org", answer_shirt="M")
    code = client.get(answer["Location"])
    assert "You are in." in code.content.decode()
    assert "https://pay.example/friday" in code.content.decode()
    link = re.search(r"/p/([\w-]+)/", answer["Location"])
    assert link
    assert "Ada Okafor" in client.get(f"/p/{link[1]}/").content.decode()
    assert link[1] not in str(list(Submission.objects.values_list("answer", flat=True)))


def test_a_form_that_is_sent_twice_gives_the_same_link(client: Client) -> None:
    event = open_event()
    key = str(client.get(url(event)).context["form"]["submission"].value())
    first, second = (client.post(url(event), {"submission": key, "name": "Ada"}) for _ in range(2))
    assert first["Location"] == second["Location"]
    assert event.entries.count() == 1


def test_who_waits_sees_the_place_and_can_change_and_withdraw(client: Client) -> None:
    event = open_event(capacity=1)
    sign_up(event=event, name="First")
    answer = send(client, event, name="Ada")
    token = re.search(r"/p/([\w-]+)/", answer["Location"])
    assert token
    page = client.get(f"/p/{token[1]}/").content.decode()
    assert "number 1 on the waiting list" in page
    code = reverse("matches:me_code", args=[token[1]])
    assert code in page
    assert "to check in" not in client.get(code).text  # nobody on the waiting list is checked in
    own = reverse("matches:own_sign_up", args=[token[1]])
    form = client.get(own).context["form"]
    assert form["name"].value() == "Ada"
    key = str(form["submission"].value())
    assert client.post(own, {"submission": key, "name": ""}).status_code == 422
    assert client.post(own, {"submission": key, "name": "Ada O."})["Location"] == f"/p/{token[1]}/"
    row = sign_up_of(token[1])
    assert row is not None
    assert row.name == "Ada O."
    assert "Your place goes to the next" in client.get(f"{own}?withdraw").content.decode()
    client.post(own, {"submission": key, "withdraw": "1"})
    assert SignUp.objects.get(pk=row.pk).state == Admission.WITHDRAWN
    assert url(event) in client.get(f"/p/{token[1]}/").content.decode()


def test_a_program_that_fills_in_the_trap_creates_nothing(client: Client) -> None:
    event = open_event()
    assert send(client, event, name="Bot", website="https://spam.example").status_code == 302
    assert not SignUp.objects.exists()


def test_too_many_from_one_address_have_to_wait(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matches.audit.limit_services.time.time", lambda: 1_796_000_000.0)  # within one window
    event = open_event()
    key = "00000000-0000-4000-8000-%012d"
    statuses = [
        client.post(url(event), {"submission": key % n, "name": f"Bot {n}"}).status_code
        for n in range(SIGN_UPS[0].most + 5)
    ]
    assert statuses == [302] * SIGN_UPS[0].most + [429] * 5
    assert event.sign_ups.count() == SIGN_UPS[0].most


def test_an_unpublished_event_and_a_closed_one_take_nobody(client: Client) -> None:
    event = open_event()
    Event.objects.filter(pk=event.pk).update(published=False)
    assert client.get(url(event)).status_code == 404
    shut = EventFactory()
    answer = client.post(url(shut), {"submission": "00000000-0000-4000-8000-000000000001", "name": "Ada"})
    assert (answer.status_code, SignUp.objects.count()) == (409, 0)


def test_the_desk_decides_for_many_at_once(client: Client) -> None:
    event = open_event(approval=True, capacity=2)
    rows = [sign_up(event=event, name=name).sign_up for name in ("Ada", "Bo", "Cy")]
    client.force_login(staff(event, Role.ORGANISER))
    page = client.get(url(event, "sign_ups"))
    assert [row.name for row in page.context["rows"]] == ["Ada", "Bo", "Cy"]

    def act(name: str, *chosen: SignUp, **more: str) -> Any:
        data = {"act": name, "row": [row.pk for row in chosen], **more}
        return client.post(url(event, "sign_ups_act"), data, follow=True)

    assert levels(act("accept")) == ["info"]  # nobody is ticked
    act("accept", *rows)
    states = lambda: list(event.sign_ups.order_by("turn").values_list("state", flat=True))  # noqa: E731
    assert states() == ["confirmed", "confirmed", "waiting"]
    nobody = act("accept", rows[2])
    assert levels(nobody) == ["warning"]
    assert "0" not in str(next(iter(nobody.context["messages"])))
    act("pay", rows[0], rows[2], amount="10 €", note="cash")
    listed = {row.name: (row.is_paid, row.paid) for row in client.get(url(event, "sign_ups")).context["rows"]}
    assert listed == {"Ada": (True, "10 € · cash"), "Bo": (False, ""), "Cy": (True, "10 € · cash")}
    too_long = act("pay", rows[0], amount="9" * 31)
    assert too_long.context["form"].errors["amount"]
    act("decline", rows[0], reason="Played last week")
    assert event.audit_rows.last().reason == "Played last week"
    assert states() == ["declined", "confirmed", "confirmed"]
    waiting = client.get(url(event, "sign_ups"), {"state": "waiting"})
    assert [row.name for row in waiting.context["rows"]] == []
    shown = waiting.context["act_url"]
    assert client.post(shown, {"act": "accept"})["Location"] == f"{url(event, 'sign_ups')}?state=waiting"


def test_who_is_out_is_not_sent_to_pay_and_sign_up_is_not_closed_twice(client: Client) -> None:
    event = open_event()
    event.options["page"]["fee_link"] = "https://pay.example/friday"
    event.save()
    made = sign_up(event=event, name="Ada")
    pages = [reverse(f"matches:{name}", args=[made.token]) for name in ("me", "me_code")]
    assert "pay.example" in client.get(pages[1]).content.decode()
    client.force_login(staff(event, Role.ORGANISER))
    client.post(url(event, "sign_ups_act"), {"act": "decline", "row": [made.sign_up.pk]})
    for page in pages:
        assert "pay.example" not in client.get(page).content.decode()

    assert 'name="on"' in client.get(url(event, "sign_ups")).content.decode()
    assert "pay.example" in client.get(url(event, "about")).content.decode()
    Event.objects.filter(pk=event.pk).update(finished_at=timezone.now())
    assert 'name="on"' not in client.get(url(event, "sign_ups")).content.decode()
    assert "pay.example" not in client.get(url(event, "about")).content.decode()


def test_the_list_moves_and_takes_back(client: Client) -> None:
    event = open_event(capacity=1)
    rows = [sign_up(event=event, name=name).sign_up for name in ("Ada", "Bo", "Cy")]
    client.force_login(staff(event, Role.ORGANISER))
    move = reverse("matches:sign_up_move", args=[event.slug, rows[2].pk])
    assert client.post(move, {"place": "9", "reason": "Judge"}).status_code == 422
    assert client.post(move, {"place": "1", "reason": "Judge"}).status_code == 302
    waiting = client.get(url(event, "sign_ups"), {"state": "waiting"}).context["rows"]
    assert [(row.name, row.place) for row in waiting] == [("Cy", 1), ("Bo", 2)]
    client.post(url(event, "sign_up_open"), {"on": "0"})
    assert client.get(url(event)).context["closed"]
    client.post(url(event, "sign_ups_act"), {"act": "decline", "row": [rows[1].pk]})
    client.post(reverse("matches:sign_up_restore", args=[event.slug, rows[1].pk]))
    assert SignUp.objects.get(pk=rows[1].pk).state == Admission.WAITING


@pytest.mark.parametrize("role", [Role.SCOREKEEPER, Role.FLOOR_JUDGE])
def test_others_than_the_organiser(client: Client, role: Role) -> None:
    event = open_event()
    client.force_login(staff(event, role))
    assert client.get(url(event, "sign_ups")).status_code == (200 if role is Role.SCOREKEEPER else 403)
    assert client.post(url(event, "sign_up_open"), {"on": "0"}).status_code == 403


def test_once_the_event_has_begun_the_menu_leads_to_its_own_page(client: Client) -> None:
    event = open_event()
    about = f'href="{url(event, "about")}"'
    RoundFactory(stage__event=event, stage__order=1, number=1, status="published")
    for name in ("public", "players", "standings"):
        assert about in client.get(url(event, name)).content.decode()
    before = open_event()
    assert f'href="{url(before, "about")}"' not in client.get(url(before, "players")).content.decode()


def test_a_lost_link_can_be_asked_for_while_the_event_runs(client: Client, settings: Any) -> None:
    settings.SENDS_EMAIL = True
    event = open_event()
    RoundFactory(stage__event=event, stage__order=1, number=1, status="published")
    assert url(event, "lost_link") in client.get(url(event, "about")).content.decode()
    over = EventFactory(finished_at=timezone.now())
    assert url(over, "lost_link") not in client.get(url(over, "about")).content.decode()


def test_a_list_without_players_leads_to_signing_up(client: Client) -> None:
    event = EventFactory()
    client.force_login(staff(event, Role.ORGANISER))
    settings_url = f'href="{url(event, "event_settings")}#id_sign_up"'
    for name in ("people", "sign_ups"):
        assert settings_url in client.get(url(event, name)).content.decode()
    assert 'id="id_sign_up"' in client.get(url(event, "event_settings")).content.decode()
    Event.objects.filter(pk=event.pk).update(options={"sign_up": {"is_open": True}})
    assert settings_url not in client.get(url(event, "people")).content.decode()


def test_the_list_as_a_file_has_places_and_only_those_in_the_state(client: Client) -> None:
    event = open_event(capacity=1)
    for name in ("Ada", "Bo", "Cy"):
        sign_up(event=event, name=name)
    client.force_login(staff(event, Role.SCOREKEEPER))
    listed = client.get(reverse("api-sign-ups", args=[event.slug])).json()["results"]
    assert [(row["name"], row["place"]) for row in listed] == [("Ada", None), ("Bo", 1), ("Cy", 2)]
    waiting = client.get(reverse("api-sign-ups", args=[event.slug]), {"state": "waiting"}).json()["results"]
    assert [(row["name"], row["place"]) for row in waiting] == [("Bo", 1), ("Cy", 2)]
    assert client.get(reverse("api-sign-ups", args=[event.slug]), {"state": "there"}).status_code == 400
    assert "?state=waiting&amp;format=csv" in client.get(url(event, "sign_ups"), {"state": "waiting"}).text


def test_the_events_page_says_how_it_is_played(client: Client) -> None:
    event = open_event()
    StageFactory(event=event, order=1, rounds_planned=5)
    StageFactory(event=event, order=2, kind="single_elimination", rounds_planned=0, cut_to=8)
    facts = {str(fact.label): fact.text for fact in client.get(url(event, "about")).context["facts"]}
    assert facts["Format"] == "Swiss rounds · 5 rounds"
    assert facts["Cut"] == "Top 8 · Single elimination"
    assert facts["Time per round"] == f"{event.cap_minutes} minutes"


def test_who_has_not_paid_is_told_so_and_not_that_the_code_is_wrong(client: Client) -> None:
    event = open_event(must_pay=True)
    event.options |= {"check_in": {"self": True, "code": "oak", "opens": 1440, "closes": 0}}
    soon = timezone.now() + timedelta(hours=2)
    event.date, event.options["page"] = soon.date(), {"start_time": f"{soon:%H:%M}"}
    event.save()
    token = sign_up(event=event, name="Ada").token
    page = client.post(reverse("matches:own_check_in", args=[token]), {"code": "oak"})
    assert (page.status_code, "code-error" in page.text, "paid" in page.text) == (422, False, True)
    page = client.post(reverse("matches:own_check_in", args=[token]), {"code": "elm"})
    assert (page.status_code, "code-error" in page.text) == (422, True)


def test_the_desk_of_a_full_event_is_not_asked_to_sign_up(client: Client) -> None:
    event = open_event(capacity=1)
    sign_up(event=event, name="First")
    assert "Sign up to join the waiting list." in client.get(url(event)).text
    sign_up(event=event, name="Second")
    assert "1 person is waiting. Sign up to join the waiting list." in client.get(url(event)).text
    client.force_login(staff(event, Role.ORGANISER))
    page = client.get(url(event, "sign_ups"))
    assert page.context["lede"] == "1 of 1 places are taken. 1 person is waiting."


def test_the_event_s_page_reads_its_stages_once(client: Client) -> None:
    event = EventFactory(published=True, options={"sign_up": {"is_open": True}})
    StageFactory(event=event)
    for name in ("about", "public"):
        cache.clear()
        with CaptureQueriesContext(connection) as queries:
            assert client.get(reverse(f"matches:{name}", args=[event.slug])).status_code == 200
        read = [query["sql"] for query in queries if query["sql"].startswith('SELECT "matches_stage"."id"')]
        assert len(read) == 1, name


def accept(client: Client, event: Event, *rows: SignUp) -> str:
    sent = {"act": "accept", "row": [str(row.pk) for row in rows]}
    page = client.post(url(event, "sign_ups_act"), sent, follow=True)
    [told] = page.context["messages"]
    return str(told)


def test_the_desk_is_told_who_only_came_onto_the_waiting_list(client: Client) -> None:
    event = open_event(approval=True, capacity=1)
    ada, bo, cy = (sign_up(event=event, name=name).sign_up for name in ("Ada", "Bo", "Cy"))
    client.force_login(staff(event, Role.SCOREKEEPER))
    assert (
        accept(client, event, ada, bo) == "1 player is in. The event is full, so 1 person is on the waiting list now."
    )
    assert accept(client, event, cy) == "The event is full, so 1 person is on the waiting list now."
    assert accept(client, event, cy).startswith("Nobody was accepted: the event is full")


def test_who_signs_up_reads_first_that_the_organiser_decides(client: Client) -> None:
    event = open_event(approval=True, capacity=8)
    for name in ("about", "sign_up"):
        assert "0 of 8 places are taken. The organiser decides on each sign-up." in client.get(url(event, name)).text
    event.options["sign_up"]["approval"] = False
    event.save()
    cache.clear()
    assert "The organiser decides" not in client.get(url(event)).text


def test_the_own_page_says_that_one_is_in(client: Client) -> None:
    event = open_event(approval=True)
    new = sign_up(event=event, name="Ada")
    own = reverse("matches:me", args=[new.token])
    assert "The organiser still has to accept you." in client.get(own).text
    client.force_login(staff(event, Role.SCOREKEEPER))
    accept(client, event, new.sign_up)
    assert "You are signed up. Check in at the desk." in client.get(own).text
    event.options["check_in"] = {"by_players": True}
    Event.objects.filter(pk=event.pk).update(finished_at=event.created_at)
    assert "You are signed up" not in client.get(own).text
