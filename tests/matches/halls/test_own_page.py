"""A player's own page names the other events of the hall day that the player is in, and lists the day's matches."""

from __future__ import annotations

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from matches.audit.services import Actor
from matches.clock.services import call_time
from matches.enums import EntryStatus, NameDisplay
from matches.final.services import finish_event
from matches.me.front_views import own_part
from matches.me.own_views import read_players
from matches.models import Entry, Event, Round
from matches.pages.access_views import in_time_zone
from matches.people.services.links import make_player_link
from matches.rounds.services.rounds import close_round, pair_round, publish_round, withdraw_round
from tests.factories import EntryFactory
from tests.matches.halls.scenes import Convention, convention
from tests.matches.playing import ONE_TWO, TWO_ONE, fresh, published, report, running

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


# Your matches today -----------------------------------------------------------------------------------------------


def day(client: Client, entry: Entry, con: Convention) -> list[tuple[str, str, str, bool]]:
    """What the page lists: event, round, result, and whether a clock runs."""
    page = client.get(f"/p/{make_player_link(entry=entry, actor=con.desk).token}/")
    found = page.context["day"]
    assert ("Your matches today" in page.text) == bool(found)
    return [
        (one.event.label, one.line.round, f"{one.line.word} {one.line.score}".strip(), one.clock is not None)
        for one in (found.matches if found else ())
    ]


def in_both(con: Convention) -> tuple[Entry, Entry]:
    mine = con.main.entries.select_related("player", "event").first()
    return mine, EntryFactory(event=con.side, number=50, player=mine.player)


def finish_match(entry: Entry, round_: Round, desk: Actor) -> None:
    """The player of an entry wins at the own table."""
    seat = entry.seats.select_related("match__round__stage__event").get(round=round_)
    score = TWO_ONE if seat.index == 0 else ONE_TWO
    report(round_, desk, score, tables=[seat.match.table])


@pytest.mark.database
def test_the_day_lists_the_matches_of_all_events_in_the_order_of_time(client: Client, con: Convention) -> None:
    mine, theirs = in_both(con)
    EntryFactory(event=con.side, number=51)  # an even number: nobody has a bye
    first = running(con.side, con.desk)
    finish_match(theirs, first, con.desk)
    second = running(con.main, con.desk)
    lines = day(client, mine, con)
    assert [line[:2] for line in lines] == [("Blitz Side Event", "Round 1"), ("Main Event", "Round 1")]
    assert lines[0][2].startswith("Won 2–1")
    assert (lines[0][3], lines[1][2:]) == (False, ("", True))
    assert day(client, theirs, con) == lines  # the same day on both links
    finish_match(mine, second, con.desk)
    assert day(client, mine, con)[1][2:] == ("Won 2–1", False)


def test_the_current_match_has_its_table_and_its_own_time(client: Client, con: Convention) -> None:
    mine, theirs = in_both(con)
    EntryFactory(event=con.side, number=51)
    round_ = running(con.side, con.desk)
    seat = theirs.seats.select_related("match__round__stage__event").get(round=round_)
    call_time(round=round_, actor=con.desk)
    link = make_player_link(entry=mine, actor=con.desk)
    [line] = client.get(f"/p/{link.token}/").context["day"].matches
    assert (line.line.table, line.clock.state) == (seat.match.table, "time_called")
    assert f"Table {seat.match.table}" in client.get(f"/p/{link.token}/").text


def test_a_round_that_is_about_to_start_is_listed_and_a_draft_is_not(client: Client, con: Convention) -> None:
    mine, _theirs = in_both(con)
    EntryFactory(event=con.side, number=51)
    draft = pair_round(stage=con.side.stages.get(), actor=con.desk)
    assert day(client, mine, con) == []
    publish_round(round=draft, actor=con.desk)
    assert day(client, mine, con) == [("Blitz Side Event", "Round 1", "", True)]


def test_an_event_that_is_over_stays_in_the_day_and_a_hidden_one_is_not_in_it(client: Client, con: Convention) -> None:
    mine, theirs = in_both(con)
    EntryFactory(event=con.side, number=51)
    round_ = running(con.side, con.desk)
    for seat in round_.seats.filter(index=0).select_related("entry"):
        finish_match(seat.entry, round_, con.desk)
    close_round(round=fresh(round_), actor=con.desk)
    finish_event(event=con.side, actor=con.desk)
    running(con.main, con.desk)
    assert [line[0] for line in day(client, mine, con)] == ["Blitz Side Event", "Main Event"]
    assert own(client, mine, con) == []  # it is no longer somewhere to go
    Event.objects.filter(pk=con.side.pk).update(published=False)
    assert day(client, mine, con) == []
    assert len(day(client, Entry.objects.select_related("event").get(pk=theirs.pk), con)) == 2  # one's own event


def test_after_midnight_the_list_says_which_day_it_was(client: Client, con: Convention) -> None:
    mine, _theirs = in_both(con)
    EntryFactory(event=con.side, number=51)
    first, second = running(con.side, con.desk), running(con.main, con.desk)
    zone = ZoneInfo(con.main.time_zone)
    today = timezone.now().astimezone(zone).replace(hour=0, minute=10, second=0, microsecond=0)
    Round.objects.filter(pk=first.pk).update(published_at=today - timedelta(minutes=20))
    Round.objects.filter(pk=second.pk).update(published_at=today)
    token = make_player_link(entry=mine, actor=con.desk).token
    page = client.get(f"/p/{token}/")
    yesterday = today - timedelta(days=1)
    assert page.context["day"].title == "Your matches at Autumn Con"
    wanted = [f"{yesterday:%-d %b}, 23:50", "00:10"]
    assert [one.at for one in page.context["day"].matches] == wanted
    assert "Your matches today" not in page.text
    Round.objects.filter(pk=first.pk).update(published_at=today)
    assert client.get(f"/p/{token}/").context["day"].title == "Your matches today"


def test_a_withdrawn_round_is_no_longer_in_the_day(client: Client, con: Convention) -> None:
    mine, _theirs = in_both(con)
    EntryFactory(event=con.side, number=51)
    round_ = published(con.side, con.desk)
    assert len(day(client, mine, con)) == 1
    withdraw_round(round=round_, actor=con.desk, reason="paired too early")
    assert day(client, mine, con) == []


def test_opponents_are_named_as_each_event_shows_names_and_who_dropped_keeps_the_list(
    client: Client, con: Convention
) -> None:
    mine, theirs = in_both(con)
    EntryFactory(event=con.side, number=51)
    round_ = running(con.side, con.desk)
    Event.objects.filter(pk=con.side.pk).update(name_display=NameDisplay.NUMBER)
    seat = theirs.seats.get(round=round_)
    [other] = round_.seats.filter(match=seat.match).exclude(pk=seat.pk).select_related("entry__player")
    for status in (EntryStatus.DROPPED, EntryStatus.DISQUALIFIED):
        Entry.objects.filter(pk=theirs.pk).update(status=status)
        page = client.get(f"/p/{make_player_link(entry=mine, actor=con.desk).token}/")
        [line] = page.context["day"].matches
        assert other.entry.player.name not in line.line.opponents[0].label
        assert other.entry.player.name not in page.text.split('id="day-head"')[1].split("</section>")[0]


def test_who_is_in_one_event_has_no_such_list(client: Client, con: Convention) -> None:
    in_both(con)
    running(con.main, con.desk)
    other = con.main.entries.select_related("player", "event").last()
    assert day(client, other, con) == []


def test_the_day_costs_the_same_for_one_player_and_for_many(con: Convention) -> None:
    entries = list(con.main.entries.select_related("player"))
    for number, entry in enumerate(entries):
        EntryFactory(event=con.side, number=50 + number, player=entry.player)
    for event in (con.main, con.side):
        running(event, con.desk)
    counts = []
    for some in (entries[:1], entries):
        with CaptureQueriesContext(connection) as seen:
            players = read_players(Event.objects.get(pk=con.main.pk), {entry.pk for entry in some})
        assert [len(players.days[entry.player_id].matches) for entry in some] == [2] * len(some)
        counts.append(len(seen))
    assert counts[0] == counts[1]
    # Outside a hall day nobody pays for it.
    Event.objects.filter(pk=con.main.pk).update(hall_day=None)
    with CaptureQueriesContext(connection) as seen:
        assert not read_players(Event.objects.get(pk=con.main.pk), {entries[0].pk}).days
    assert len(seen) <= counts[0] - 7


def test_the_part_that_is_made_for_many_phones_has_the_same_day(client: Client, con: Convention) -> None:
    mine, _theirs = in_both(con)
    EntryFactory(event=con.side, number=51)
    running(con.side, con.desk)
    token = make_player_link(entry=mine, actor=con.desk).token
    page = client.get(f"/p/{token}/", headers={"HX-Request": "true"}).text
    players = read_players(Event.objects.get(pk=con.main.pk), {mine.pk})
    with in_time_zone(players.now.event):
        part = own_part(players, players.entries[mine.pk], token, "")

    def day_in(html: str) -> str:
        return html.split('id="day-head"')[1].split("</section>")[0]

    assert day_in(part) == day_in(page)
    assert "Table" in day_in(page)
