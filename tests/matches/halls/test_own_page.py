"""A player's own page names the other events of the hall day that the same player is in."""

from __future__ import annotations

import pytest
from django.test import Client

from matches.models import Entry, Event
from matches.people.services.links import make_player_link
from tests.factories import EntryFactory
from tests.matches.halls.scenes import Convention, convention
from tests.matches.playing import published, report

pytestmark = pytest.mark.django_db


@pytest.fixture
def con() -> Convention:
    return convention()


def own(client: Client, entry: Entry, con: Convention) -> list[tuple[str, int | None]]:
    link = make_player_link(entry=entry, actor=con.desk)
    page = client.get(f"/p/{link.token}/")
    return [(one.event, one.table) for one in page.context["also_at"]]


def test_both_events_are_named_with_the_table_while_it_is_played(client: Client, con: Convention) -> None:
    mine = con.main.entries.select_related("player", "event").first()
    EntryFactory(event=con.side, number=50, player=mine.player)
    EntryFactory(event=con.side, number=51)
    assert own(client, mine, con) == [("Blitz Side Event", None)]
    round_ = published(con.side, con.desk)
    [(event, table)] = own(client, mine, con)
    assert (event, table is not None) == ("Blitz Side Event", True)
    report(round_, con.desk)
    assert own(client, mine, con) == [("Blitz Side Event", None)]


def test_an_event_without_a_public_page_is_not_named(client: Client, con: Convention) -> None:
    mine = con.main.entries.select_related("player", "event").first()
    EntryFactory(event=con.side, number=50, player=mine.player)
    Event.objects.filter(pk=con.side.pk).update(published=False)
    assert own(client, mine, con) == []


def test_who_types_somebody_s_id_learns_nothing(client: Client, con: Convention) -> None:
    mine = con.main.entries.select_related("player", "event").first()
    mine.player.external_id, mine.player.email = "A1", "ada@example.com"
    mine.player.save()
    name, values = mine.player.name, {"player__external_id": "A1", "player__email": "ada@example.com"}
    other = EntryFactory(event=con.side, number=50, player__name=name, **values)
    published(con.main, con.desk)
    assert own(client, Entry.objects.select_related("player", "event").get(pk=other.pk), con) == []
