"""The stage game on the pages of its rules and of the record check, over the API, and from the command line."""

from __future__ import annotations

import json
from pathlib import Path

from django.test import Client

from rules_engine.views.links import rule_url, rulebook_url
from tests.rules_engine.management.test_check_record import check
from tests.rules_engine.stage.test_examples import CLEAN, FAULTY
from tests.rules_engine.views.pages import judged, links, source, visitor


def test_the_command_prints_the_report_of_each_file(tmp_path: Path) -> None:
    clean, faulty = tmp_path / "clean.txt", tmp_path / "faulty.txt"
    clean.write_text(CLEAN)
    faulty.write_text(FAULTY)
    status, out, _err = check("--json", str(clean), str(faulty))
    reports = [json.loads(line) for line in out.splitlines()]

    assert status == 1
    assert [report["valid"] for report in reports] == [True, False]
    assert list(reports[0]) == ["valid", "result", "rounds", "findings"]
    assert check(str(clean))[0] == 0


def test_a_record_that_cannot_be_is_an_error_of_the_command(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.txt"
    sheet.write_text('[game "stage"] [A "Ada"] [B "Bo"] [C "Cy"]\nRound 1, A first\nA: b1:K -9 +?\n')
    status, _out, err = check("--json", str(sheet))

    assert status == 2
    assert "A to D" in err


def test_the_page_shows_what_was_found_with_the_rules() -> None:
    page = source(judged(FAULTY))

    assert "moved with d2:J to a space that is not next to their own" in page
    assert "Bo won on time; Ada 0, Bo 30." in page
    assert {"/rules/BS-3/", "/rules/BS-5/"} <= {link.partition("?")[0] for link in links(page)}


def test_the_rulebook_has_every_rule_and_its_search() -> None:
    book = source(visitor().get(rulebook_url(game="stage")))
    rule = source(visitor().get(rule_url("BS-17.8", game="stage")))
    found = source(visitor().get("/rules/?game=stage&q=pit+re-enters"))

    assert "Readings (BS-17) and their options" in book
    assert "pit_reentry" in rule
    assert "/rules/BS-15/" in found
    assert "/rules/BS-12/" not in found


def test_the_api_judges_and_lists_the_rules() -> None:
    answer = Client().post("/api/v1/records/check/", CLEAN, content_type="text/plain")
    rules = Client().get("/api/v1/rules/", {"game": "stage", "page_size": 100}).json()

    assert answer.status_code == 200
    assert answer.json()["result"]["decided_by"] == "over_40"
    assert {rule["game"] for rule in rules["results"]} == {"stage"}
