"""The list of players at the desk."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from matches.enums import EntryStatus, Role
from matches.models import Entry, Event
from matches.people.services.entries import update_entry
from tests.factories import EntryFactory, MatchFactory, StageFactory, any_organiser, staff
from tests.told import levels
from tests.undone import undone

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return StageFactory().event


@pytest.fixture
def desk(client: Client, event: Event) -> Client:
    client.force_login(staff(event, Role.SCOREKEEPER))
    return client


def url(event: Event, name: str, *args: Any) -> str:
    return reverse(f"matches:{name}", args=[event.slug, *args])


def registered(event: Event, **given: Any) -> Entry:
    return EntryFactory(event=event, status=EntryStatus.REGISTERED, checked_in_at=None, **given)


def told(response: Any) -> list[str]:
    return [str(message) for message in response.context["messages"]]


def test_an_empty_list_offers_the_ways_to_fill_it(client: Client, event: Event) -> None:
    client.force_login(staff(event, Role.ORGANISER))
    page = client.get(url(event, "people")).content.decode()
    assert "No players yet" in page
    assert url(event, "people_import") in page
    assert url(event, "people_add") in page


def test_names_are_text_and_never_markup(desk: Client, event: Event) -> None:
    registered(event, player__name="<b>Bo</b> & Söhne")
    page = desk.get(url(event, "people")).content.decode()
    assert "&lt;b&gt;Bo&lt;/b&gt; &amp; Söhne" in page
    assert "<b>Bo" not in page


def test_the_list_is_narrowed_by_words_number_id_and_state(desk: Client, event: Event) -> None:
    registered(event, number=12, player__name="Ada Lovelace", player__external_id="X7")
    EntryFactory(event=event, number=120, player__name="Bo Derek")
    for query, names in (
        ("q=love ada", ["Ada Lovelace"]),
        ("q=x7", ["Ada Lovelace"]),
        ("q=12", ["Ada Lovelace"]),
        ("q=%23120", ["Bo Derek"]),
        ("status=checked_in", ["Bo Derek"]),
        ("status=nonsense", ["Ada Lovelace", "Bo Derek"]),
        ("q=nobody", []),
        ("page=99", ["Ada Lovelace", "Bo Derek"]),
    ):
        found = desk.get(f"{url(event, 'people')}?{query}").context["page"].object_list
        assert [entry.player.name for entry in found] == names, query


@pytest.mark.parametrize("size", [1, 3])
def test_a_longer_list_costs_no_more_queries(client: Client, size: int, django_assert_num_queries: Any) -> None:
    event = StageFactory().event
    client.force_login(staff(event, Role.ORGANISER))
    EntryFactory.create_batch(size, event=event)
    with CaptureQueriesContext(connection) as queries:
        client.get(url(event, "people"))
    assert len(queries) == 9


def test_the_button_of_a_row_checks_in_without_javascript(desk: Client, event: Event) -> None:
    entry = registered(event)
    back = f"{url(event, 'people')}?status=registered"
    response = desk.post(url(event, "people_check_in"), {"entry": entry.pk, "next": back})
    assert response["Location"] == f"{back}#row-{entry.pk}"
    entry.refresh_from_db()
    assert entry.status == EntryStatus.CHECKED_IN


def test_the_way_back_stays_on_the_events_list(subtests: pytest.Subtests, desk: Client, event: Event) -> None:
    for target in ["https://elsewhere.example/", "//elsewhere.example/", "/e/other/desk/people/?"]:
        with subtests.test(target=target), undone():
            response = desk.post(url(event, "people_check_in"), {"entry": registered(event).pk, "next": target})
            assert response["Location"].startswith(url(event, "people"))


def test_with_htmx_the_answer_is_the_row_and_the_counts(desk: Client, event: Event) -> None:
    entry = registered(event)
    response = desk.post(url(event, "people_check_in"), {"entry": entry.pk}, headers={"hx-request": "true"})
    answer = response.content.decode()
    assert answer.lstrip().startswith(f'<tr id="row-{entry.pk}"')
    assert 'id="people-counts" hx-swap-oob="true"' in answer
    assert "<html" not in answer
    undone = desk.post(url(event, "people_undo"), {"entry": entry.pk}, headers={"hx-request": "true"})
    assert ">Check in<" in undone.content.decode()


def test_a_refusal_is_said_in_the_row(desk: Client, event: Event) -> None:
    entry = MatchFactory(round__stage=event.stages.get()).seats.first().entry
    answer = desk.post(url(event, "people_undo"), {"entry": entry.pk}, headers={"hx-request": "true"}).content.decode()
    entry.refresh_from_db()
    assert entry.status == EntryStatus.CHECKED_IN
    assert f'id="row-{entry.pk}"' in answer
    assert "Drop the player" in answer


def test_a_row_that_is_gone_loads_the_page_again(desk: Client, event: Event) -> None:
    response = desk.post(url(event, "people_check_in"), {"entry": 999}, headers={"hx-request": "true"})
    assert (response.status_code, response["HX-Refresh"]) == (204, "true")


def test_the_ticked_are_checked_in_together(desk: Client, event: Event) -> None:
    entries = [registered(event) for _ in range(3)]
    ids = [entry.pk for entry in entries[:2]]
    page = desk.post(url(event, "people_check_in"), {"ticked": [*ids, "x"]}, follow=True)
    assert (levels(page), told(page)[0].split()[0]) == (["success"], "2")
    assert event.entries.filter(status=EntryStatus.CHECKED_IN).count() == 2
    assert told(desk.post(url(event, "people_check_in"), follow=True)) == ["Select players first."]


def test_all_are_checked_in_after_the_question(desk: Client, event: Event) -> None:
    registered(event)
    page = desk.get(url(event, "people_check_in_all")).content.decode()
    assert "1 player will be checked in and paired" in page
    assert "danger" not in page.split("<main")[1].split("</main>")[0]  # nothing is lost by it
    assert event.entries.get().status == EntryStatus.REGISTERED
    desk.post(url(event, "people_check_in_all"))
    assert event.entries.get().status == EntryStatus.CHECKED_IN


def test_one_field_checks_in_who_is_meant(subtests: pytest.Subtests, desk: Client, event: Event) -> None:
    for typed in ["12", "#12", "X7", "x7", "lovelace", "Ada Love"]:
        with subtests.test(typed=typed), undone():
            ada = registered(event, number=12, player__name="Ada Lovelace", player__external_id="X7")
            registered(event, number=120, player__name="Bo Derek", player__external_id="X71")
            page = desk.post(url(event, "people_quick"), {"q": typed}, follow=True)
            assert levels(page) == ["success"]
            assert told(page)[0].startswith("Ada Lovelace (number 12) ")
            ada.refresh_from_db()
            assert ada.status == EntryStatus.CHECKED_IN
            [message] = page.context["messages"]
            desk.post(message.undo_url)
            ada.refresh_from_db()
            assert ada.status == EntryStatus.REGISTERED


def test_one_field_asks_when_several_fit(desk: Client, event: Event) -> None:
    for name in ("Ada Lovelace", "Ada King"):
        registered(event, player__name=name)
    page = desk.post(url(event, "people_quick"), {"q": "ada"}, follow=True)
    assert len(page.context["page"].object_list) == 2
    assert event.entries.filter(status=EntryStatus.REGISTERED).count() == 2


def test_the_check_in_field_says_why_it_checked_in_no_player(
    subtests: pytest.Subtests, desk: Client, event: Event
) -> None:
    for typed, text in [
        ("nobody", "“nobody”"),
        ("Here", "Here Already (number 1) is already"),
        ("Gone", "Gone Home is out (Dropped)"),
    ]:
        with subtests.test(typed=typed, text=text), undone():
            EntryFactory(event=event, number=1, player__name="Here Already")
            EntryFactory(event=event, player__name="Gone Home", status=EntryStatus.DROPPED, dropped_after=1)
            page = desk.post(url(event, "people_quick"), {"q": typed}, follow=True)
            assert "success" not in levels(page)
            assert text in told(page)[0]


def add(desk: Client, event: Event, **given: Any) -> Any:
    return desk.post(url(event, "people_add"), {"submission": uuid.uuid4(), **given}, follow=True)


def test_a_player_is_added_by_hand(desk: Client, event: Event) -> None:
    page = add(desk, event, name="Ada Lovelace", seed="3", checked_in="on")
    assert levels(page) == ["success"]
    assert all(part in told(page)[0] for part in ("Ada Lovelace", "number 1", "round 1"))
    assert event.entries.get().is_in


def test_a_form_sent_twice_adds_one_player(desk: Client, event: Event) -> None:
    given = {"name": "Ada Lovelace", "submission": uuid.uuid4()}
    assert levels(add(desk, event, **given)) == ["success"]
    assert levels(add(desk, event, **given)) not in ([], ["success"])
    assert event.entries.count() == 1


def test_a_rejected_form_keeps_what_was_typed_and_its_key(desk: Client, event: Event) -> None:
    registered(event, player__name="Ada Lovelace")
    key = uuid.uuid4()
    page = add(desk, event, name="ada lovelace", email="ada@example.org", seed="7", submission=key)
    assert page.status_code == 422
    text = page.content.decode()
    for kept in ('value="ada lovelace"', 'value="ada@example.org"', 'value="7"', str(key)):
        assert kept in text
    assert "Is this a different person?" in text
    add(desk, event, name="ada lovelace", sure="on", submission=key)
    assert event.entries.count() == 2


def test_whether_somebody_is_sure_is_asked_only_in_doubt(desk: Client, event: Event) -> None:
    registered(event, player__name="Ada Lovelace")

    assert 'name="sure"' not in add(desk, event, name="").content.decode()
    assert 'name="sure"' in add(desk, event, name="Ada Lovelace").content.decode()


def test_a_form_without_its_key_is_sent_back(desk: Client, event: Event) -> None:
    page = desk.post(url(event, "people_add"), {"name": "Ada"})
    assert page.status_code == 422
    assert not event.entries.exists()


ACCENTS = ("Zoe Ek", "Éva Barta", "Eve Carr", "Øyvind Dahl", "Ada Łukasz", "émile Zorn")


def test_accents_neither_move_nor_hide_a_name(desk: Client, event: Event) -> None:
    for name in ACCENTS:
        EntryFactory(event=event, player__name=name)
    address = reverse("matches:people", args=[event.slug])

    def listed(**search: str) -> list[str]:
        return [entry.player.name for entry in desk.get(address, search).context["page"].object_list]

    assert listed() == ["Ada Łukasz", "émile Zorn", "Éva Barta", "Eve Carr", "Øyvind Dahl", "Zoe Ek"]
    assert listed(q="eva") == ["Éva Barta"]
    assert listed(q="ÉVE") == ["Eve Carr"]
    assert listed(q="lukasz oyvind") == []
    assert listed(q="oyvind") == ["Øyvind Dahl"]


def test_a_new_name_is_sorted_and_found_by_what_it_is_now(desk: Client, event: Event) -> None:
    entry = EntryFactory(event=event, player__name="Zoe Ek")
    update_entry(actor=any_organiser(), entry=entry, name="Élodie Ek")
    address = reverse("matches:people", args=[event.slug])
    assert [one.player.name for one in desk.get(address, {"q": "elodie"}).context["page"].object_list] == ["Élodie Ek"]
    assert list(desk.get(address, {"q": "zoe"}).context["page"].object_list) == []
