"""A game that says as little as it can: read, written, judged, configured and printed like any other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from rules_engine import RecordError, games, read_record
from rules_engine.forms import CheckForm
from rules_engine.game import Game, Moment
from rules_engine.record import seats_of
from rules_engine.record.report import GameResult, Report
from rules_engine.record.writing import to_json, to_text
from rules_engine.rules.configuration import ConfigurationError
from rules_engine.rules.readings import Changes, under
from tests.rules_engine.toy_game import toy_game

TEXT = """[game "toy"] [goal "12"] [dice "d4 d6"] [variants "sprint"] [overshoot "loses_turn"] [board "oval"]
[A "Ada"] [B "Bo"] [C "Cy"] [table "3"]

Round 1, B starts
B: 1 2  C: 3  A: 2          = 2 3 -   ; the first three
B: 4 C: 1
C: 5
"""


@pytest.fixture
def toy(tmp_path: Path) -> Iterator[Game]:
    with toy_game(tmp_path) as game:
        yield game


def test_a_registered_game_is_gone_after_the_context(tmp_path: Path) -> None:
    with toy_game(tmp_path) as game:
        assert games.get("toy") is game
        assert game.folder == tmp_path / "toy"
        with pytest.raises(ValueError, match="already"), games.added(game):
            pass
    with pytest.raises(KeyError):
        games.get("toy")


# Records


def test_a_record_with_three_seats_and_several_turns_on_a_line(toy: Game) -> None:
    record = read_record(TEXT)

    assert record.rules == {
        "goal": 12,
        "dice": ["d4", "d6"],
        "variants": ["sprint"],
        "options": {"overshoot": "loses_turn"},
    }
    assert record.extra == {"board": "oval"}
    assert record.tags == {"table": "3"}
    assert seats_of(record) == ("A", "B", "C")
    turns = record.rounds[0].turns
    assert [turn.seat for turn in turns] == ["B", "C", "A", "B", "C", "C"]
    assert [turn.claim for turn in turns[:3]] == [None, None, {"A": 2, "B": 3}]
    assert [turn.comment for turn in turns[:3]] == [None, None, "the first three"]


def test_what_is_written_reads_back_equal_in_both_forms(toy: Game) -> None:
    record = read_record(TEXT)

    assert read_record(to_text(record, toy.language)) == record
    assert read_record(to_json(record)) == record
    assert "Round 1, B starts" in to_text(record, toy.language)
    assert "A: 2  = 2 3 -  ; the first three" in to_text(record, toy.language)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Round 1, A first\n", 'A round is headed "Round 1, A starts".'),
        ("Round SD, A starts\n", "A round is called by its number."),
        ("Round 1, A starts\nE: 1\n", "This is not a seat. The seats are A to D."),
        ("Round 1, A starts\nA: 9\n", "This is not part of this game’s notation."),
        ("Round 1, A starts\nA: 1  = 3\n", "one amount for each seat, A first, and - where it is not known."),
        ("Round 1, A starts\nA: 1  = 3 x\n", "A claim is in whole points, nine digits at most."),
        ('[goal "4"]', "goal is a whole number from 5 to 99, not 4."),
        ('[dice "d4 d9"]', "dice is a list of"),
        ('[variants "crawl"]', 'There is no variant "crawl".'),
    ],
)
def test_what_cannot_be_read_is_said_in_the_game_s_own_terms(toy: Game, text: str, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_record('[game "toy"]\n' + text)

    assert message in str(caught.value)


def test_each_game_has_its_own_limits(toy: Game) -> None:
    long = "Round 1, A starts\n" + "A: 1\nB: 1\n" * 20
    with pytest.raises(RecordError, match="more than 50 turns and tokens"):
        read_record('[game "toy"]\n' + long)
    padding = "; " + "x" * 2_500_000 + "\n"
    assert read_record('[game "toy"]\n' + padding)
    with pytest.raises(RecordError, match="more than 2,000,000 bytes"):
        read_record('[game "bankout"]\n' + padding)
    with pytest.raises(RecordError, match="more than 3,000,000 bytes"):
        read_record('[game "toy"]\n; ' + "x" * 3_200_000)


def test_a_json_record_with_a_seat_that_the_game_lacks_is_refused() -> None:
    document = {"rounds": [{"round": 1, "first": "A", "turns": [{"seat": "C", "actions": ["7"]}]}]}

    for record in (document, {"rounds": [], "seats": {"C": "Cy"}}, {"rounds": [{"round": "X", "first": "A"}]}):
        with pytest.raises(RecordError):
            read_record(json.dumps(record))


# Reports


def test_the_report_has_places_and_scores(toy: Game) -> None:
    report = games.referee(read_record(TEXT))

    assert json.loads(report.to_json()) == {
        "valid": False,
        "result": {
            "status": "complete",
            "places": [["C"], ["B"], ["A"]],
            "scores": {"A": 2, "B": 7, "C": 9},
            "decided_by": "goal",
        },
        "rounds": [{"round": 1}],
        "findings": [
            {
                "code": "wrong_seat",
                "kind": "illegal",
                "rule": "TY-4",
                "round": 1,
                "turn": 6,
                "action": None,
                "seat": "C",
                "message": "Another player was to move.",
                "remedy": "Play on.",
                "reading": None,
            }
        ],
    }


def test_places_are_null_while_the_match_is_open(toy: Game) -> None:
    outcome = games.referee(read_record('[game "toy"]\nRound 1, A starts\nA: 1  B: 1')).outcome

    assert (outcome.status, outcome.places, outcome.decided_by) == ("in_progress", None, None)


@pytest.mark.parametrize(
    ("record", "status", "places", "scores"),
    [
        ("Round 1, A first\nA: 7 B", "in_progress", None, {"A": 0, "B": 0}),
        ('[format "blitz"]\nRound 1, A first\nA: 7 B T', "time", [["A"], ["B"]], {"A": 7, "B": 0}),
        ("Round 1, A first\nA: 7 E T", "time", [["A", "B"]], {"A": 0, "B": 0}),
    ],
)
def test_a_bankout_report_answers_the_same_questions(
    record: str, status: str, places: list[list[str]] | None, scores: dict[str, int]
) -> None:
    outcome = games.referee(read_record(record)).outcome

    assert (outcome.status, outcome.places, outcome.scores) == (status, places, scores)


def test_a_replay_shows_each_moment(toy: Game) -> None:
    seen: list[tuple[Moment, dict[str, int]]] = []

    toy.replay(read_record(TEXT), lambda moment, state: seen.append((moment, dict(state))))

    assert seen[0] == (Moment(0), {"A": 0, "B": 0, "C": 0})
    assert seen[-1] == (Moment(0, 6, 1), {"A": 2, "B": 7, "C": 9})


# Rules


def test_a_rule_set_from_the_schema_alone(toy: Game) -> None:
    rules = toy.rule_set({"goal": "20", "variants": ["sprint"]})

    assert rules.to_mapping() == {
        "goal": 20,
        "dice": [],
        "variants": ["sprint"],
        "options": {"overshoot": "wins"},
    }
    assert rules == toy.rule_set(rules.to_mapping())
    assert rules.content_hash() == toy.rule_set(rules.to_mapping()).content_hash()
    assert rules.content_hash() != toy.rule_set({}).content_hash()
    assert toy.rule_set({"options": {"overshoot": "loses_turn"}}).changed_options() == {"overshoot": "loses_turn"}
    with pytest.raises(ConfigurationError) as caught:
        toy.rule_set({"goal": True, "options": {"overshoot": 1, "jump": 1}})
    assert [problem.path for problem in caught.value.details] == [
        ("goal",),
        ("options", "overshoot"),
        ("options", "jump"),
    ]


def test_a_game_without_rule_texts_or_policy_offers_neither(toy: Game) -> None:
    assert toy.rulebook.rules == {}
    assert toy.policy is None
    assert games.get("bankout").policy != {}


# What is set at the edge


def test_other_terms_reach_the_record_s_own_game(toy: Game) -> None:
    record = read_record(TEXT)

    assert under(record, Changes({"goal": "20"}, {"sprint": False})).rules["goal"] == 20
    with pytest.raises(ConfigurationError, match="Toy race has no edition"):
        under(record, Changes({"edition": "guide"}))


def test_the_check_form_offers_the_fields_of_every_game(toy: Game) -> None:
    form = CheckForm({"record": TEXT, "toy_goal": "30", "toy_option_overshoot": "wins", "edition": "complete"})

    assert form.is_valid()
    assert form.changes() == Changes({"goal": 30}, options={"overshoot": "wins"})
    assert form["toy_goal"].label == "Toy race: Goal"


def test_the_check_page_shows_a_record_of_the_toy(toy: Game) -> None:
    response = Client().post("/rules/check/", {"record": TEXT})

    assert response.status_code == 302
    page = Client().get(response["Location"]).content.decode()
    assert "Another player was to move." in page
    assert "Ada, Bo and Cy" in page
    assert "Cy won: Ada 2, Bo 7, Cy 9." in page
    assert "Goal: 12 · Dice: d4, d6 · Half the goal · Above the goal: loses_turn" in page
    assert '<b data-text="score-C">9</b>' in page


def test_a_match_in_progress_and_a_shared_first_place_are_said_in_a_sentence(toy: Game) -> None:
    names = {"A": "Ada", "B": "Bo"}
    running = Report.of(GameResult("in_progress", None, {"A": 3, "B": None}), [], [])
    shared = Report.of(GameResult("complete", [["A", "B"]], {"A": 3, "B": 3}), [], [])

    assert str(toy.wording.result(running, names)) == "In progress: Ada 3, Bo ?."
    assert str(toy.wording.result(shared, names)) == "Ada and Bo share first place: Ada 3, Bo 3."


def test_flags_choose_every_field_of_every_game(toy: Game, tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "toy.txt"
    path.write_text(TEXT)

    with pytest.raises(SystemExit):
        call_command("check_record", str(path), "--goal", "50", "--variant", "sprint=off")
    out = capsys.readouterr().out
    assert "In progress: Ada (A) 2, Bo (B) 7, Cy (C) 9." in out
    assert "wrong_seat" in out
    assert "^" in out.split("wrong_seat")[1].split("Another")[0]
    with pytest.raises((CommandError, SystemExit)):
        call_command("check_record", str(path), "--edition", "guide")


def test_a_finding_s_marker_stands_under_its_turn_on_a_shared_line(toy: Game, tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "toy.txt"
    path.write_text('[game "toy"]\nRound 1, A starts\nA: 1  A: 2  B: 1\n')

    with pytest.raises(SystemExit):
        call_command("check_record", str(path))
    lines = capsys.readouterr().out.splitlines()
    row = next(number for number, line in enumerate(lines) if line.endswith("| A: 1  A: 2  B: 1"))
    assert lines[row + 1].index("^") == lines[row].rindex("A:")
