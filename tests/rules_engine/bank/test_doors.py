"""Bank on the pages of its rules and of the record check, over the API, and from the command line."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from rules_engine import games, read_record, referee
from rules_engine.time_call import Question, TableAtTime
from rules_engine.views.links import rule_url, rulebook_url
from tests.rules_engine.bank.test_examples import CLEAN, FAULTY
from tests.rules_engine.management.test_check_record import check
from tests.rules_engine.views.pages import judged, links, source, visitor


def simulated(*arguments: str) -> Any:
    out = StringIO()
    call_command("simulate", "--game", "bank", "--json", *arguments, stdout=out)
    return json.loads(out.getvalue())


def test_the_command_prints_the_report_of_each_file(tmp_path: Path) -> None:
    clean, faulty = tmp_path / "clean.bk", tmp_path / "faulty.bk"
    clean.write_text(CLEAN)
    faulty.write_text(FAULTY)
    status, out, _err = check("--json", str(clean), str(faulty))
    reports = [json.loads(line) for line in out.splitlines()]

    assert status == 1
    assert [report["valid"] for report in reports] == [True, False]
    assert list(reports[0]) == ["valid", "result", "rounds", "findings"]


def test_the_page_shows_what_was_found_with_the_rules() -> None:
    page = source(judged(FAULTY))

    assert "bank_limit" in page
    assert "B2:Kd" in page
    assert "In progress: Ada 20, Bo 17." in page
    assert {"/rules/BK-2.5/", "/rules/BK-3.1/"} <= {link.partition("?")[0] for link in links(page)}


def test_the_rulebook_has_every_rule_its_search_and_records_that_show_findings() -> None:
    book = source(visitor().get(rulebook_url(game="bank")))
    rule = source(visitor().get(rule_url("BK-6.3", game="bank")))
    found = source(visitor().get("/rules/?game=bank&q=rotating+empty"))

    assert "Readings and their options" in book
    assert "last_two" in rule
    assert "short_deck" in rule
    assert "D: ? ? B2:Kc -Kd" in rule
    assert "/rules/BK-4.3/" in found
    assert "/rules/BK-4.4/" not in found


def test_every_rule_has_a_page() -> None:
    client = visitor()
    for rule in games.get("bank").rulebook.rules:
        assert client.get(rule_url(rule, game="bank")).status_code == 200


def test_the_api_judges_and_lists_the_rules() -> None:
    answer = Client().post("/api/v1/records/check/", CLEAN, content_type="text/plain")
    rules = Client().get("/api/v1/rules/", {"game": "bank", "page_size": 100}).json()

    assert answer.status_code == 200
    assert answer.json()["result"]["decided_by"] == "five_o"
    assert {rule["game"] for rule in rules["results"]} == {"bank"}


def test_the_same_run_plays_the_same_games() -> None:
    assert simulated("--matches", "10", "--seed", "5") == simulated("--matches", "10", "--seed", "5")


def test_a_stronger_player_wins_more() -> None:
    won = simulated("--a", "random", "--b", "greedy", "--matches", "60")["won"]

    assert won["B"] > 2 * won["A"]


@pytest.mark.parametrize("seats", [(), ("--b", "greedy", "--c", "random", "--d", "random")])
def test_the_first_game_is_written_down(tmp_path: Path, seats: tuple[str, ...]) -> None:
    path = tmp_path / "game.bk"
    told = simulated("--a", "greedy", *seats, "--matches", "1", "--record", str(path))
    report = referee(read_record(path))

    assert report.valid
    assert list(report.outcome.scores) == list(told["scores"])


def test_an_unknown_player_is_refused_with_those_there_are() -> None:
    with pytest.raises(CommandError, match="the players are random and greedy"):
        simulated("--a", "nobody")


def test_at_time_the_turn_is_finished_and_the_banks_are_counted() -> None:
    game, table = games.get("bank"), TableAtTime(("Ada", "Bo", "Cy"))
    ask = game.scoring(game.rule_set({})).time_call
    assert ask is not None
    first = ask({}, table)
    second = ask({"finished": True}, table)
    last = ask({"finished": True, "bank_1": 20, "bank_2": 17, "bank_3": 0}, table)

    assert first.question == Question("finished")
    assert second.question is not None
    assert [field.name for field in second.question.fields] == ["bank_1", "bank_2", "bank_3"]
    assert (last.question, last.numbers, last.mark) == (None, (20, 17, 0), "t")
