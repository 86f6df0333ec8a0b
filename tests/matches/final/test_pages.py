"""The end of an event: the final ranking and the winner on the desk, the public pages, the wall and in the API."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from matches.attendance.services import disqualify_entry
from matches.audit.services import Actor
from matches.enums import Role, StageKind
from matches.final.queries import final_ranking
from matches.final.services import finish_event
from matches.models import Event
from matches.rounds.services.rounds import close_round
from tests.factories import staff
from tests.matches.playing import NEITHER, entry, event_of, played, report, running

pytestmark = pytest.mark.django_db


def ended(desk: Actor, players: int = 8, cut: int = 4) -> Event:
    """Two Swiss rounds and a cut, played to the end."""
    event = event_of(players, rounds=2, cut=cut)
    played(event, desk, seed=1)
    played(event, desk, seed=2)
    while not Event.objects.get(pk=event.pk).finished_at:
        played(event, desk, order=2)
    return Event.objects.get(pk=event.pk)


def page(client: Client, name: str, event: Event, *args: object) -> str:
    return client.get(reverse(f"matches:{name}", args=[event.slug, *args])).content.decode()


def test_before_the_last_stage_is_finished_there_is_no_final_ranking(desk: Actor) -> None:
    event = event_of(4, rounds=1, cut=2)
    played(event, desk)
    assert final_ranking(event) is None


def test_the_bracket_s_places_come_first_and_the_swiss_separates_the_others(desk: Actor) -> None:
    event = ended(desk)
    ranking = final_ranking(event)
    assert ranking is not None
    assert [row.rank for row in ranking.rows] == list(range(1, 9))
    swiss = ranking.ranked
    assert swiss is not None
    order = [row.entry.number for row in ranking.rows]
    assert sorted(order[2:4], key=lambda number: swiss.places[number].first) == order[2:4]
    assert sorted(order[4:], key=lambda number: swiss.places[number].first) == order[4:]
    assert [row.places[0] is None for row in ranking.rows] == [False] * 4 + [True] * 4


def test_players_who_go_out_together_in_a_bracket_alone_share_their_place(desk: Actor) -> None:
    event = event_of(8, kind=StageKind.SINGLE_ELIMINATION)
    for _round in range(3):
        played(event, desk)
    ranking = final_ranking(event)
    assert ranking is not None
    assert [row.rank for row in ranking.rows] == [1, 2, 3, 3, 5, 5, 5, 5]
    assert [row.entry.number for row in ranking.rows][:1] == [winner.number for winner in ranking.winners]


def test_a_final_without_players_has_no_winner(desk: Actor, client: Client) -> None:
    event = event_of(4, rounds=1, cut=2)
    played(event, desk)
    final = running(event, desk, order=2)
    report(final, desk, NEITHER)
    close_round(round=final, actor=desk)
    ranking = final_ranking(event)
    assert ranking is not None
    assert (ranking.winners, [row.rank for row in ranking.rows]) == ([], [2, 2, 3, 4])
    assert "wins the event" not in page(client, "standings", event)


def files_of(client: Client, address: str, **headers: str) -> list[str]:
    """The addresses of the files that a page, or its part, offers."""
    return [unescape(url) for url in re.findall(r'href="(/api/v1/[^"]+)"', client.get(address, headers=headers).text)]


def test_standings_have_files_once_they_are_there_and_always_of_what_is_shown(client: Client, desk: Actor) -> None:
    event = event_of(4, rounds=2)
    client.force_login(staff(event, Role.ORGANISER))
    pages = [reverse(f"matches:{name}", args=[event.slug]) for name in ("standings", "desk_standings")]
    assert [files_of(client, address) for address in pages] == [[], []]
    for number, query in ((1, "stage=1&after=1&"), (2, "")):
        played(event, desk, seed=number)
        for address in pages:
            for headers in ({}, {"HX-Request": "true"}):  # a page that was open all the time gets the part
                files = files_of(client, address, **headers)
                api = reverse("api-standings-final" if number == 2 else "api-standings", args=[event.slug])
                assert files == [f"{api}?{query}format=csv", f"{api}?{query}format=json"]
                assert [client.get(file).status_code for file in files] == [200, 200]


def test_a_disqualified_winner_who_is_not_listed_gives_the_place_to_the_next(desk: Actor) -> None:
    event = ended(desk)
    ranking = final_ranking(event)
    assert ranking is not None
    first, second = ranking.rows[:2]
    disqualify_entry(actor=desk, entry=first.entry, reason="A marked deck", keeps_place=False)
    now = final_ranking(event)
    assert now is not None
    assert [winner.pk for winner in now.winners] == [second.entry.pk]
    assert [row.rank for row in now.rows] == list(range(1, 8))


def test_an_event_finished_by_hand_is_ranked_by_what_was_played(desk: Actor) -> None:
    event = event_of(4, rounds=3, cut=2)
    played(event, desk)
    finish_event(event=event, actor=desk)
    ranking = final_ranking(event)
    assert ranking is not None
    assert ranking.is_of_one_table
    assert [row.rank for row in ranking.rows] == [1, 2, 3, 4]


def test_the_winner_is_named_everywhere(desk: Actor, client: Client) -> None:
    event = ended(desk)
    ranking = final_ranking(event)
    assert ranking is not None
    [winner] = ranking.winners
    name = winner.player.name
    for public in ("public", "standings", "wall"):
        text = page(client, public, event)
        assert "Final standings" in text, public
        assert name in text[: text.index("<table") if "<table" in text else None], public
    assert "Final place: <b>1</b>" in page(client, "player", event, winner.number)
    answer = client.get(reverse("api-standings-final", args=[event.slug])).json()
    assert answer["winners"] == [{"number": winner.number, "name": name}]
    assert [(row["rank"], row["number"]) for row in answer["rows"]] == [
        (row.rank, row.entry.number) for row in ranking.rows
    ]
    assert answer["rows"][2]["places"][0] == {"stage": 2, "first": 3, "last": 4}
    client.force_login(staff(event, Role.SCOREKEEPER))
    assert f"The event is over. Winner: {name}" in page(client, "desk", event)
    assert re.search(rf"<b><bdi\s*>{name}</bdi></b>", page(client, "desk_standings", event))


def test_the_standings_of_every_round_stay_beside_the_final_ones(desk: Actor, client: Client) -> None:
    event = ended(desk)
    context = client.get(reverse("matches:standings", args=[event.slug])).context
    assert [(str(tab.label), tab.current) for tab in context["tabs"]] == [
        ("Final standings", True),
        ("Round 2", False),
        ("Round 1", False),
    ]
    after = client.get(reverse("matches:standings_after", args=[event.slug, 1, 2])).context
    assert [tab.current for tab in after["tabs"]] == [False, True, False]
    assert [row.rank for row in after["rows"]] == list(range(1, 9))


def test_the_api_has_no_final_standings_before_the_end(client: Client) -> None:
    event = event_of(2)
    assert client.get(reverse("api-standings-final", args=[event.slug])).status_code == 404


def test_the_final_standings_of_one_stage_keep_their_tie_breaks(desk: Actor, client: Client) -> None:
    event = event_of(4, rounds=1)
    played(event, desk)
    context = client.get(reverse("matches:standings", args=[event.slug])).context
    assert [column.short for column in context["columns"]]
    assert [row.rank for row in context["rows"]] == [1, 2, 3, 4]
    assert context["winner"] == context["rows"][0].name


def test_the_cut_is_a_line_below_the_last_player_who_goes_on(desk: Actor, client: Client) -> None:
    event = event_of(8, rounds=2, cut=4)
    played(event, desk)
    wall = client.get(reverse("matches:wall", args=[event.slug])).context["scenes"][0].content
    page_rows = client.get(reverse("matches:standings", args=[event.slug])).context["rows"]
    for rows in (wall["rows"], page_rows):
        assert [row.last_in for row in rows] == [False] * 3 + [True] + [False] * 4
    assert "The line marks the cut" in page(client, "standings", event)
    second = entry(event, rows[1].key)
    disqualify_entry(actor=desk, entry=second, reason="A marked deck")
    rows = client.get(reverse("matches:standings", args=[event.slug])).context["rows"]
    assert [row.last_in for row in rows].index(True) == 4, "the next in line moves up"


def test_without_a_cut_there_is_no_line(desk: Actor, client: Client) -> None:
    event = event_of(4, rounds=2)
    played(event, desk)
    assert client.get(reverse("matches:standings", args=[event.slug])).context["cut"] is None
