"""Practice in the browser's session: from the form to the record, with nothing told that a player may not see."""

from __future__ import annotations

import re
import secrets
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from rules_engine.views import limits
from tests.undone import undone

PAGE = reverse("practice:practice")
pytestmark = pytest.mark.django_db


def begin(client: Client, opponent: str = "steady", preset: str = "competitive", **more: str) -> str:
    answer = client.post(reverse("practice:start"), {"preset": preset, "opponent": opponent, **more}, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def choose(client: Client, page: str, **fields: str) -> str:
    place = re.search(r'name="place" value="(\d+)"', page)
    assert place
    return client.post(reverse("practice:play"), {"place": place[1], **fields}, follow=True).content.decode()


def test_the_form_begins_a_match_and_says_what_is_wrong(client: Client) -> None:
    page = client.get(PAGE).content.decode()
    assert "Looks ahead to the end of the turn and plays out the round from each action." in page
    wrong = client.post(reverse("practice:start"), {"preset": "competitive", "opponent": "nobody"})
    assert wrong.status_code == 422
    assert "“nobody”" in wrong.content.decode()
    assert 'value="draw"' in begin(client)


def test_a_choice_counts_once_and_one_that_is_not_open_changes_nothing(client: Client) -> None:
    page = begin(client)
    after = choose(client, page, token="draw")
    kept = client.session["practice"]
    choose(client, page, token="draw")
    choose(client, after, token="no such act")
    choose(client, after, first="A")
    assert client.session["practice"] == kept


@pytest.mark.parametrize(
    ("preset", "opponent", "more"),
    [
        ("competitive", "steady", {}),
        ("simple", "greedy", {"game": "bank", "players": "2"}),
        ("pitfall", "steady", {"game": "stage", "players": "2"}),
        ("ten", "careful", {"game": "bankrupt", "players": "3"}),
    ],
)
def test_what_the_others_did_since_the_last_choice_stands_beside_the_keys(
    client: Client, monkeypatch: pytest.MonkeyPatch, preset: str, opponent: str, more: dict[str, str]
) -> None:
    monkeypatch.setattr(secrets, "randbelow", lambda _most: 1)  # the seed of the match
    page = begin(client, opponent, preset, **more)
    turns: list[str] = []
    for choice in range(60):
        since = page.split("practice-since")[1].split("</ol>")[0] if "practice-since" in page else ""
        turns = since.split("<li>")[1:]
        if len(turns) > 1 and "<bdi>You<" in turns[0]:
            break
        starter = re.search(r'name="first" value="(\w)"', page)
        tokens = [token for token in re.findall(r'name="token"\s+value="([^"]*)"', page) if token != "back"]
        token = tokens[choice % len(tokens)] if tokens else ""
        page = choose(client, page, **({"first": starter[1]} if starter else {"token": token}))
    assert "<bdi>Computer" in turns[1]
    assert all(re.findall(r'class="practice-act" title="[^"]+">[^<]+<', turn) for turn in turns)


def test_a_match_is_played_to_its_record(client: Client) -> None:
    page = begin(client)
    assert client.get(reverse("practice:record")).status_code == 404
    for _choice in range(500):
        if "Play again" in page:
            break
        starter = re.search(r'name="first" value="(\w)"', page)
        tokens = re.findall(r'name="token"\s+value="([^"]*)"', page)
        if starter:
            page = choose(client, page, first=starter[1])
        else:
            page = choose(client, page, token="B" if "B" in tokens else tokens[0])
    assert "Replay and report" in page
    assert "Analyse the decisions" in page
    text = client.get(reverse("practice:record")).content.decode()
    checked = client.post(reverse("rules_engine:check"), {"record": text}, follow=True).content.decode()
    assert "Nothing found" in checked or "no finding" in checked.lower()
    client.post(reverse("practice:leave"))
    assert "practice" not in client.session
    assert client.get(reverse("practice:record")).status_code == 404


def test_a_first_match_explains_itself_and_the_next_one_does_not(client: Client) -> None:
    page = begin(client, "two")
    assert "practice-meaning" not in page
    page = client.post(reverse("practice:hand_over"), follow=True).content.decode()
    page = choose(client, page, token="draw")
    assert "practice-meaning" in page
    assert re.search(r"<b>(2 to 10|Jack|Ace|Queen|King):</b>", page)
    assert "practice-meaning" not in client.get(PAGE + "?enough=1").content.decode()
    assert "practice-meaning" not in client.get(PAGE).content.decode()


def test_a_second_match_is_not_explained(client: Client) -> None:
    begin(client)
    client.post(reverse("practice:leave"))
    page = begin(client)
    assert "practice-meaning" not in choose(client, page, token="draw")


TABLES = [("bank", "simple", "1"), ("bank", "advanced", "3"), ("stage", "pitfall", "2"), ("bankrupt", "ten", "4")]


@pytest.mark.parametrize(("game", "preset", "players"), TABLES)
def test_every_game_is_played_to_its_record(client: Client, game: str, preset: str, players: str) -> None:
    page = begin(client, "random", preset, game=game, players=players)
    for _choice in range(900):
        if "Play again" in page:
            break
        starter = re.search(r'name="first" value="(\w)"', page)
        tokens = re.findall(r'name="token"\s+value="([^"]*)"', page)
        page = choose(client, page, first=starter[1]) if starter else choose(client, page, token=unescape(tokens[0]))
    assert "Replay and report" in page
    text = client.get(reverse("practice:record")).content.decode()
    assert f'[game "{game}"]' in text
    checked = client.post(reverse("rules_engine:check"), {"record": text}, follow=True).content.decode()
    assert "No problems found" in checked or "note" in checked


def test_the_form_of_each_game_has_its_rules_and_numbers_of_players(client: Client) -> None:
    page = client.get(PAGE, {"game": "stage"}).content.decode()
    assert "Go Fish" in page
    assert re.findall(r'<option value="(\d)"', page) == ["2", "4", "6", "8"]
    assert client.get(PAGE, {"game": "chess"}).status_code == 404
    wrong = client.post(
        reverse("practice:start"), {"game": "stage", "preset": "classic", "players": "3", "opponent": "random"}
    )
    assert wrong.status_code == 422
    assert "“3”" in wrong.content.decode()
    assert '<option value="classic" selected' in wrong.content.decode()


def test_another_games_form_leads_back_to_the_match_under_way(client: Client) -> None:
    begin(client)
    page = client.get(PAGE, {"game": "bank"}).content.decode()
    assert "A match is in progress" in page
    assert 'value="draw"' in client.get(PAGE, {"game": "bankout"}).content.decode()


def test_a_trick_at_bank_asks_for_its_cards_and_goes_back(client: Client) -> None:
    page = begin(client, "random", "simple", game="bank", players="1")
    for _choice in range(300):
        tricks = re.findall(r'name="token"\s+value="(bank [34][^"]*)"', page)
        if tricks:
            break
        tokens = re.findall(r'name="token"\s+value="([^"]*)"', page)
        page = choose(client, page, token=unescape(tokens[-1] if tokens[-1][0] == "-" else tokens[0]))
    asked = choose(client, page, token=tricks[0])
    assert "Which cards do you bank?" in asked
    assert tricks[0] in choose(client, asked, token="back")


def test_more_than_two_people_hand_the_device_over(client: Client) -> None:
    page = begin(client, "two", "ten", game="bankrupt", players="3")
    assert "Hand the device to" in page
    page = client.post(reverse("practice:hand_over"), follow=True).content.decode()
    assert 'value="deal"' in page
    for _choice in range(4):
        if "Hand the device to" in page:
            break
        tokens = re.findall(r'name="token"\s+value="([^"]*)"', page)
        page = choose(client, page, token=tokens[0])
    assert "Hand the device to" in page


def test_a_hint_shows_the_odds_and_reasons_name_their_rules(client: Client) -> None:
    begin(client)
    page = client.get(PAGE + "?hint=1").content.decode()
    assert 'class="table odds-table"' in page
    assert re.search(r'<a href="/rules/BO-[\d.]+/">BO-', page)


def test_two_people_hand_the_device_over(client: Client) -> None:
    page = begin(client, "two")
    assert "Hand the device to" in page
    assert 'name="token"' not in page
    page = client.post(reverse("practice:hand_over"), follow=True).content.decode()
    assert 'value="draw"' in page
    for _choice in range(60):
        if "Hand the device to" in page:
            break
        tokens = re.findall(r'name="token"\s+value="([^"]*)"', page)
        page = choose(client, page, token="B" if "B" in tokens else tokens[0])
    assert "Hand the device to" in page


def test_acts_are_posted(subtests: pytest.Subtests, client: Client) -> None:
    for name in ["start", "play", "hand_over", "leave"]:
        with subtests.test(name=name), undone(client):
            assert client.get(reverse(f"practice:{name}")).status_code == 405


def test_without_a_match_an_act_leads_to_the_form(subtests: pytest.Subtests, client: Client) -> None:
    for name in ["play", "hand_over", "leave"]:
        with subtests.test(name=name), undone(client):
            assert client.post(reverse(f"practice:{name}"))["Location"] == PAGE


def test_a_match_of_another_version_of_the_program_is_forgotten(client: Client) -> None:
    begin(client)
    session = client.session
    session["practice"] = {**session["practice"], "record": {"game": "bankout", "rounds": "none"}}
    session.save()
    assert "Start" in client.get(PAGE).content.decode()


def test_who_asks_too_often_is_told_when_to_come_back_and_loses_nothing(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = begin(client)
    kept = client.session["practice"]
    monkeypatch.setattr(limits.Visitors, "rate", "1/min")
    choose(client, page, token="no such act")
    answer = client.post(reverse("practice:play"), {"place": "0", "token": "draw"})
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0
    assert "Back to the match" in answer.content.decode()
    assert client.session["practice"] == kept
