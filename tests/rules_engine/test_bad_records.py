"""Records of any game that cannot be: the page, the API and the command say why, and what was typed is kept."""

from __future__ import annotations

import io
from html import unescape
from pathlib import Path
from random import Random

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from rules_engine import games
from rules_engine.bankrupt.simulate.games import PLAYERS, Table
from rules_engine.record.writing import to_text
from tests.undone import undone

pytestmark = pytest.mark.django_db

TWO = '[A "Ada"] [B "Bo"]'
BANK = f'[game "bank"] [preset "simple"] {{tags}}\n{TWO}\n\nRound 1, A first\nA: ? -3d\n'
STAGE = '[game "stage"] {tags}\n\nRound 1, A first\nA: b1:K\n'
BANK_TURNS = f"{TWO}\n\nRound 1, A first\nA: ? -3d\nB: <3d B2:3s -9c\n"

CASES = [
    pytest.param(
        BANK.format(tags='[four_kings "on"] [bank_size "moneybox"] [box_limit "3"]'),
        "Four Kings need a moneybox of four cards or more; this one holds 3 (BK-1.14).",
        id="four Kings in a box of three",
    ),
    pytest.param(
        BANK.format(tags='[bank_size "sievebox"] [box_limit "5"] [five_o "60"]'),
        "A sievebox of 5 scores 50 at most, so Five-O at 60 cannot be reached (BK-1.14).",
        id="five-o above the box",
    ),
    pytest.param(
        STAGE.format(tags='[variants "PokerJoker"]'),
        "PokerJoker is not supported: its source names it without rules (BS-16).",
        id="PokerJoker",
    ),
    pytest.param(
        STAGE.format(tags=f'{TWO} [C "Cy"]'),
        "The seats are A and B, A to D, A to F or A to H (BS-10).",
        id="three at the stage game",
    ),
    pytest.param(
        f'[game "bankrupt"]\n{TWO}\n\nRound 1, A deals\nB: H\n',
        "These rules want 4 players at least, not 2 (BR-14).",
        id="two at Bankrupt",
    ),
    pytest.param(
        BANK_TURNS,
        'It can be read as a record of Bank. Name that game in the record with [game "bank"].',
        id="Bank without its name",
    ),
    pytest.param(
        '[game "bankout"]\n' + BANK_TURNS,
        'It can be read as a record of Bank. Name that game in the record with [game "bank"].',
        id="Bank as Bankout",
    ),
    pytest.param(
        '[game "stage"]\n[A "Ada"] [B "Bo"] [C "Cy"] [D "Di"]\n\nRound 1, D deals\nA: R  B: H\nC: F  D: H\n',
        'It can be read as a record of Bankrupt. Name that game in the record with [game "bankrupt"].',
        id="Bankrupt as the stage game",
    ),
    pytest.param(
        '{"game": "stage", "rounds": [{"round": 1, "first": "A", "turns": [{"seat": "A", "actions": ["7", "B"]}]}]}',
        'It can be read as a record of Bankout. Name that game in the record with "game": "bankout".',
        id="Bankout as the stage game, in JSON",
    ),
]


def test_the_page_says_why_and_keeps_what_was_typed(subtests: pytest.Subtests, client: Client) -> None:
    for case in CASES:
        with subtests.test(case.id), undone(client):
            text, said = case.values
            answer = client.post(reverse("rules_engine:check"), {"record": text})
            page = unescape(" ".join(answer.content.decode().replace("<code>", "").replace("</code>", "").split()))
            assert answer.status_code == 422
            assert said in page
            assert answer.context["form"]["record"].value() == text


@pytest.mark.parametrize(("text", "said"), CASES)
def test_the_command_says_why(tmp_path: Path, text: str, said: str) -> None:
    path, errors = tmp_path / "sheet.txt", io.StringIO()
    path.write_text(text)
    with pytest.raises(SystemExit) as end:
        call_command("check_record", str(path), stdout=io.StringIO(), stderr=errors)
    assert end.value.code == 2
    assert said in errors.getvalue()


def test_the_api_says_why(subtests: pytest.Subtests, client: Client) -> None:
    for case in CASES:
        with subtests.test(case.id), undone(client):
            text, said = case.values
            answer = client.post(reverse("records-check"), text.encode(), content_type="text/plain")
            assert answer.status_code == 422
            assert answer.json()["code"] == "unreadable"
            messages = [place["message"] for place in answer.json()["details"]]
            assert said in messages or said.startswith("It can be read as")


def test_an_eighteenth_player_has_no_seat(client: Client) -> None:
    seats = {seat: seat for seat in "ABCDEFGHIJKLMNOPQR"}
    record = {"record": 1, "game": "bankrupt", "seats": seats, "rounds": [{"round": 1, "first": "A", "turns": []}]}
    answer = client.post(reverse("records-check"), record, content_type="application/json")
    assert answer.status_code == 422
    assert answer.json()["details"][0]["message"] == "This is not a seat. The seats are A to Q."


def test_a_record_that_no_game_can_read_is_not_said_to_be_anothers(client: Client) -> None:
    for text in (
        "Round 1, A first\nA: castles\n",
        '[game "chess"]\n\nRound 1, A first\n',
        '{"game": "bank", "rules": {"preset": "own"}, "rounds": []}',
    ):
        page = client.post(reverse("rules_engine:check"), {"record": text}).content.decode()
        assert "cannot be read" in page
        assert "It can be read as" not in page


def test_a_game_of_6_000_rounds_is_refused_in_words_and_judged_by_the_command(client: Client, tmp_path: Path) -> None:
    game = games.get("bankrupt")
    table = Table(game.rule_set({"start": 10_000}), [PLAYERS["careful"]] * 4, Random(1))
    table.play(6_000)
    text = to_text(table.record(), game.language)
    assert text.count("Round ") == 6_000
    answer = client.post(reverse("rules_engine:check"), {"record": text})
    assert answer.status_code == 422
    assert "The command check_record reads longer ones." in answer.content.decode()
    assert answer.context["form"]["record"].value() == text
    path, out = tmp_path / "long.txt", io.StringIO()
    path.write_text(text)
    call_command("check_record", str(path), stdout=out)
    assert "no findings" in out.getvalue()
