"""One player at the desk, and every act about the player."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from matches.enums import EntryStatus, Role, Source
from matches.models import Entry, Event
from matches.people.services.links import make_player_link, resolve_player_link
from matches.results.services.results import report_result
from matches.tables.score import Duel
from tests.factories import EntryFactory, MatchFactory, StageFactory, any_organiser, staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return StageFactory().event


@pytest.fixture
def entry(event: Event) -> Entry:
    return EntryFactory(event=event, number=3, player__name="Ada Lovelace")


@pytest.fixture
def organiser(client: Client, event: Event) -> Client:
    client.force_login(staff(event, Role.ORGANISER))
    return client


def do(client: Client, entry: Entry, key: str, **given: Any) -> Any:
    address = reverse("matches:person_act", args=[entry.event.slug, entry.number, key])
    response = client.post(address, given, follow=True)
    if Entry.objects.filter(pk=entry.pk).exists():
        entry.refresh_from_db()
    return response


def test_the_line_is_changed(organiser: Client, entry: Entry) -> None:
    page = do(organiser, entry, "edit", name="Ada King", external_id="K1", email="", seed="4", name_display="1")
    assert page.status_code == 200
    assert (entry.player.name, entry.player.external_id, entry.seed, entry.name_display) == ("Ada King", "K1", 4, 1)


def test_a_refused_change_keeps_what_was_typed(organiser: Client, entry: Entry) -> None:
    EntryFactory(event=entry.event, number=9, seed=9, player__name="Bo")
    page = do(organiser, entry, "edit", name="Ada King", seed="9", email="typed@example.org")
    text = page.content.decode()
    assert page.status_code == 422
    assert "Bo already has seed 9." in text
    assert 'value="Ada King"' in text
    assert 'value="typed@example.org"' in text
    assert entry.player.name == "Ada Lovelace"


def test_drop_and_return(organiser: Client, entry: Entry) -> None:
    do(organiser, entry, "drop", reason="train")
    entry.refresh_from_db()
    assert entry.is_in, "it asks first"
    do(organiser, entry, "drop", reason="train", confirmed="1")
    assert entry.status == EntryStatus.DROPPED
    do(organiser, entry, "return")
    assert entry.status == EntryStatus.CHECKED_IN


def test_a_disqualification_needs_its_reason(organiser: Client, entry: Entry) -> None:
    assert do(organiser, entry, "disqualify", keeps_place="on").status_code == 422
    assert entry.status == EntryStatus.CHECKED_IN
    do(organiser, entry, "disqualify", reason="bribery")
    assert (entry.status, entry.keeps_place) == (EntryStatus.DISQUALIFIED, False)


def test_byes_and_a_fixed_table(organiser: Client, entry: Entry) -> None:
    do(organiser, entry, "byes", awarded_byes="2")
    do(organiser, entry, "table", fixed_table="7", fixed_table_reason="mobility")
    assert (entry.awarded_byes, entry.fixed_table, entry.fixed_table_reason) == (2, 7, "mobility")
    other = EntryFactory(event=entry.event)
    page = do(organiser, other, "table", fixed_table="7", fixed_table_reason="feature match")
    assert page.status_code == 422
    assert "Table 7 is already fixed for Ada Lovelace." in page.content.decode()
    assert 'value="feature match"' in page.content.decode()


def test_the_form_says_that_a_fixed_table_needs_its_reason(organiser: Client, entry: Entry) -> None:
    page = do(organiser, entry, "table", fixed_table="7")
    assert page.status_code == 422
    assert "Required if you set a table" in page.content.decode()


def test_a_player_is_removed_and_the_list_says_so(organiser: Client, entry: Entry) -> None:
    page = do(organiser, entry, "remove")
    assert page.redirect_chain == [(reverse("matches:people", args=[entry.event.slug]), 302)]
    assert not Entry.objects.filter(pk=entry.pk).exists()


def test_what_cannot_be_done_is_not_offered(organiser: Client, event: Event) -> None:
    played = MatchFactory(round__stage=event.stages.get()).seats.first().entry
    acts = organiser.get(reverse("matches:person", args=[event.slug, played.number])).context["acts"]
    assert {"drop", "disqualify", "edit"} <= acts.keys()
    assert not {"remove", "undo_check_in", "check_in", "return"} & acts.keys()


def test_a_link_is_shown_once_and_ended(organiser: Client, entry: Entry) -> None:
    response = organiser.post(reverse("matches:person_link", args=[entry.event.slug, entry.number]))
    link = response.context["link"]
    assert link in response.content.decode()
    assert "no-store" in response["Cache-Control"]
    token = link.rstrip("/").rpartition("/")[2]
    assert resolve_player_link(token) == entry
    page = organiser.get(reverse("matches:person", args=[entry.event.slug, entry.number])).content.decode()
    assert token not in page
    do(organiser, entry, "revoke-link")
    assert resolve_player_link(token) is None


def test_a_floor_judge_may_drop_and_nothing_else(client: Client, event: Event, entry: Entry) -> None:
    client.force_login(staff(event, Role.FLOOR_JUDGE))
    page = client.get(reverse("matches:person", args=[event.slug, 3]))
    assert page.context["acts"].keys() == {"drop"}
    assert entry.player.email not in page.content.decode() or not entry.player.email


@pytest.mark.parametrize("others", [1, 3])
def test_the_page_costs_the_same_whatever_the_event(organiser: Client, entry: Entry, others: int) -> None:
    EntryFactory.create_batch(others, event=entry.event)
    with CaptureQueriesContext(connection) as queries:
        organiser.get(reverse("matches:person", args=[entry.event.slug, 3]))
    assert len(queries) == 13, "seven for the page, five for the history, one for the round robin"


def test_only_the_organiser_lets_a_disqualified_player_return(organiser: Client, event: Event, entry: Entry) -> None:
    do(organiser, entry, "disqualify", reason="bribery")
    desk = Client()
    desk.force_login(staff(event, Role.SCOREKEEPER))
    page = desk.get(reverse("matches:person", args=[event.slug, entry.number])).content.decode()
    assert "Only the organiser can reinstate a disqualified player." in page
    assert ">Reinstate</button>" not in page
    do(desk, entry, "return", reason="appeal")
    entry.refresh_from_db()
    assert entry.status == EntryStatus.DISQUALIFIED
    do(organiser, entry, "return", reason="appeal")
    entry.refresh_from_db()
    assert entry.status == EntryStatus.CHECKED_IN


def test_a_no_show_is_said_once_in_the_history(organiser: Client, entry: Entry) -> None:
    match = MatchFactory(round__stage=entry.event.stages.get(), entries=[entry, EntryFactory(event=entry.event)])
    absent = Duel(rounds=(0, 0), winner=1, decided_by="no_show")
    report_result(match=match, score=absent, actor=any_organiser(), source=Source.DESK)
    page = organiser.get(reverse("matches:person", args=[entry.event.slug, entry.number]))
    line = page.context["history"][0]
    assert (line.word, line.score, line.decided) == ("Lost", "no-show", "")


@pytest.mark.parametrize("status", [EntryStatus.DISQUALIFIED, EntryStatus.DROPPED])
def test_who_is_out_is_offered_no_new_link(organiser: Client, entry: Entry, status: EntryStatus) -> None:
    address = reverse("matches:person_link", args=[entry.event.slug, entry.number])
    page = reverse("matches:person", args=[entry.event.slug, entry.number])
    assert address in organiser.get(page).content.decode()
    make_player_link(actor=any_organiser(), entry=entry)
    Entry.objects.filter(pk=entry.pk).update(status=status)
    shown = organiser.get(page)
    assert address not in shown.content.decode()
    assert "revoke_link" in shown.context["acts"]
