"""One legal and one illegal record for every rule of a game, and every finding under each of its rules."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

import pytest

from rules_engine import RecordError, read_record, referee
from rules_engine.game import Game
from tests.rules_engine.game_cases import RuleCase, games_with_cases, load

CASES = {game.key: load(game) for game in games_with_cases()}
READABLE = [case for cases in CASES.values() for case in cases if not case.unreadable]
UNREADABLE = [case for cases in CASES.values() for case in cases if case.unreadable]

every_game = pytest.mark.parametrize("game", games_with_cases(), ids=lambda game: game.key)


def shown(finding: dict[str, Any], said: str) -> str:
    """A finding as the cases write it, with its round and its reading where they do."""
    place = "-" if finding["turn"] is None else f"{finding['turn']}.{finding['action'] or '-'}"
    place = f"{finding['round']}/{place}" if "/" in said else place
    reading = said.count(" ") == 5
    parts = [finding["code"], place, finding["seat"] or "-", finding["rule"], finding["kind"]]
    return " ".join(parts + ([str(finding["reading"])] if reading else []))


def result_of(report: dict[str, Any]) -> str:
    """A result as the cases write it: places with > between groups, ? for what is not known."""
    result = report["result"]
    places = "-" if result["places"] is None else ">".join("".join(group) for group in result["places"])
    scores = " ".join("?" if one is None else str(one) for one in result["scores"].values())
    return f"{result['status']} {result['decided_by']} {places} {scores}"


def test_a_record_that_keeps_the_rule_and_one_that_does_not(subtests: pytest.Subtests) -> None:
    for case in READABLE:
        with subtests.test(case.name):
            report = referee(read_record(case.text), case.time_box).to_dict()
            findings = zip_longest(report["findings"], case.finds, fillvalue="")
            found = [shown(finding, said) for finding, said in findings if finding]
            assert found == list(case.finds)
            assert case.result in ("", result_of(report))
            assert case.legal or found or case.result, "an illegal case says what is found, or how else it ends"


@pytest.mark.parametrize("case", UNREADABLE, ids=lambda case: case.name)
def test_what_cannot_be_played_cannot_be_read(case: RuleCase) -> None:
    with pytest.raises(RecordError) as caught:
        read_record(case.text)
    assert case.unreadable in str(caught.value)


@every_game
def test_every_rule_has_a_case_on_either_side(game: Game) -> None:
    sides = {(case.rule, case.legal) for case in CASES[game.key]}
    rules = game.rulebook.rules
    headings = {rule for rule in rules if any(other.startswith(f"{rule}.") for other in rules)}
    assert {(rule, legal) for rule in set(rules) - headings for legal in (True, False)} - sides == set()


@every_game
def test_every_finding_is_reached_under_each_of_its_rules(game: Game) -> None:
    reached = {(line.split()[0], line.split()[3]) for case in CASES[game.key] for line in case.finds}
    assert reached == {(code, rule) for code, text in game.notes.findings.items() for rule in text.rules}
