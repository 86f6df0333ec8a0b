"""The report beside the record: every token is there and addressable, every finding at its token, every step drawn."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from rules_engine import games
from rules_engine.bankout import engine
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.view import view
from rules_engine.game import Moment
from rules_engine.packing import RecordCheck, pack
from rules_engine.record import GameRecord
from rules_engine.record.reading import parse
from rules_engine.record.report import Finding, Report
from rules_engine.record.writing import to_text
from rules_engine.table import View
from rules_engine.views import steps
from rules_engine.views.drawing import places
from rules_engine.views.steps import Numbering, judge
from tests.forms import sample
from tests.rules_engine.golden.cases import GoldenCase, load_cases
from tests.rules_engine.play import play_record
from tests.rules_engine.views.pages import element, judged, source, step_data, tag, visitor

CASES = [case for case in load_cases() if case.unreadable is None and case.findings]
KIND_WORDS = {"illegal": "Illegal", "missed": "Missed", "misrecorded": "Misrecorded", "note": "Note"}


def read(text: str) -> GameRecord:
    return parse(text, games.language_of)


def page_of(record: GameRecord, **query: str) -> Any:
    return judged(to_text(record, games.get(record.game).language), **query)


def anchor(finding: Finding) -> str:
    return f"r{finding.place + 1}t{finding.turn}a{finding.action}"


@pytest.mark.parametrize("case", sample(6, CASES[::4]), ids=lambda case: f"{case.topic}: {case.name}")
def test_every_finding_is_marked_at_its_token_and_told_with_its_rule(case: GoldenCase) -> None:
    record = read(case.record)
    report = games.referee(record, case.time_box)

    page = source(judged(case.record, time_box=str(case.time_box or "")))

    for number, finding in enumerate(report.findings, 1):
        if finding.action is not None:
            token = element(page, anchor(finding))
            assert "token--" in tag(page, anchor(finding))
            assert f"{KIND_WORDS[finding.kind]}, finding </span>{number}<" in token
        shown = shown_finding(page, number)
        assert f"finding--{finding.kind}" in shown
        assert KIND_WORDS[finding.kind] in shown
        assert finding.code in shown
        assert str(finding.message) in shown
        assert str(finding.remedy) in shown
        for rule in finding.rule.split():
            assert f'href="/rules/{rule}/' in shown
        assert bool(finding.reading) is ("This depends on the reading" in shown)


def shown_finding(page: str, number: int) -> str:
    """The finding of a number as the sheet shows it: the last place, for the table shows it first."""
    start = page.rindex(f'<span class="finding-number" aria-hidden="true">{number}</span>')
    return page[page.rindex("<li", 0, start) : page.index("</li>", start)]


def test_the_gravest_kind_marks_a_token() -> None:
    page = source(judged("Round 1, A first\nA: Q Q K 5 B(5)"))  # over_hand and default_discard, both at the King

    assert "token--missed" in tag(page, "r1t1a3")
    assert element(page, "r1t1a3").count("token-mark--") == 2


def test_what_was_skipped_is_struck_and_says_so() -> None:
    page = source(judged("Round 1, A first\nA: 5 B 7 8\nB: 2 B\nRound 3, A first\nA: 5 B"))

    assert "token--skipped" not in tag(page, "r1t1a3")
    assert "token--skipped" in tag(page, "r1t1a4")
    assert "turn--skipped" in tag(page, "r2t1")
    assert "not judged" in page


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.sampled(3)
def test_every_token_of_a_match_has_an_address_and_a_step(seed: int) -> None:
    record = play_record(seed, most_actions=900)
    page = source(page_of(record))

    for place, played in enumerate(record.rounds, 1):
        for number, turn in enumerate(played.turns, 1):
            for action, token in enumerate(turn.actions, 1):
                shown = element(page, f"r{place}t{number}a{action}")
                assert f'<span class="token-text">{token}</span>' in shown
                assert 'href="?step=' in shown


def test_the_page_opens_at_the_first_fault_and_a_clean_one_where_it_starts() -> None:
    assert step_data(judged("Round 1, A first\nA: Q 5 A J 6 B\nB: 5 >K B"))["step"] == 8
    assert step_data(judged("Round 1, A first\nA: 7 4 B\nB: 5 B"))["step"] == 0


def test_each_step_is_linked_from_the_one_before() -> None:
    page = source(visitor().get("/rules/check/example/ten-faults/?step=7"))

    for way, step in {"first": 0, "back": 6, "forward": 8, "last": 45, "previous": 5, "next": 10}.items():
        assert re.search(rf'<a [^>]*href="\?step={step}#table"[^>]*data-go="{way}"', page), way
    assert 'aria-current="step"' in tag(page, "r1t2a2")


@pytest.mark.parametrize(("step", "ways"), [(0, ("first", "back")), (45, ("last", "forward", "next"))])
def test_at_the_ends_no_step_leads_on(step: int, ways: tuple[str, ...]) -> None:
    page = source(visitor().get(f"/rules/check/example/ten-faults/?step={step}"))

    for way in ways:
        assert re.search(rf'<a [^>]*role="link" aria-disabled="true" data-go="{way}"', page), way


@pytest.mark.parametrize("step", ["-1", "x", "9999999999999", "1.5", "٣", ""])
def test_an_impossible_step_still_shows_the_match(step: str) -> None:
    response = visitor().get("/rules/check/example/ten-faults/", {"step": step})

    assert response.status_code == 200
    assert "10 findings" in response.content.decode()


def test_a_step_shows_hands_table_money_and_deck() -> None:
    text = '[edition "complete"] [A "Ada"] [B "Bo"]\nRound 1, A first\nA: A Q J 5 B(5)\nB: ? 10h K'
    packed = pack(RecordCheck(text))

    page = source(visitor().get(f"/rules/check/r/{packed}/?step=8"))

    assert "Round 1, turn 2: Bo" in page
    assert "Draws a King, to hand." in page
    assert re.search(r'data-cards="hand-B">.*?aria-label="Face down".*?aria-label="King"', page)
    assert re.search(r'data-cards="table-A">\s*<span\s+class="\s*card\s+card--dim\s*"[^>]*aria-label="Jack"', page)
    for place, text in {"bank-A": "$5", "bank-B": "$0", "loot": "$10", "deck": "45", "pile": "4", "jacks": "0"}.items():
        assert f'data-text="{place}">{text}<' in page


@pytest.mark.parametrize("seed", range(3))
def test_the_steps_for_the_module_unfold_to_the_tables_of_the_referee(seed: int) -> None:
    record = play_record(seed, most_actions=900)
    stretch, _step = judge(record, 0)
    data = step_data(page_of(record))

    now: dict[str, dict[str, Any]] = {"texts": {}, "cards": {}, "marks": {}}
    assert len(data["steps"]) == stretch.numbering.count
    for number, change in zip(stretch, data["steps"], strict=True):
        for kind, changed in change.items():
            now[kind].update(changed)
        drawn = places(stretch.view(number))
        assert now["texts"] == drawn.texts
        assert {place: tuple(keys) for place, keys in now["cards"].items()} == drawn.cards
        assert now["marks"] == drawn.marks


def test_every_card_that_a_step_needs_is_there_to_be_copied() -> None:
    for seed in range(3):
        response = page_of(play_record(seed, most_actions=600))
        templates = set(re.findall(r'<template data-card="([^"]+)">', response.content.decode()))
        needed = {key for step in step_data(response)["steps"] for row in step.get("cards", {}).values() for key in row}

        assert templates == needed


# Long records


def long_record(turns: int) -> str:
    """Turns of three tokens, no card more often than the deck holds it."""
    lines = [f"{'AB'[turn % 2]}: {2 + turn % 9} {2 + (turn + 4) % 9} E\n" for turn in range(turns)]
    return "Round 1, A first\n" + "".join(lines)


def test_a_long_record_is_shown_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "STRETCH", 10)
    monkeypatch.setattr("rules_engine.views.report_page.STRETCH", 10)
    text = long_record(8)  # 25 steps

    first, middle, last = (judged_at(text, step) for step in (0, 14, 24))

    assert len(re.findall(r'<a class="button button--small" href="\?step=\d+#table"', first)) == 3
    assert 'id="r1t3a3"' in first
    assert 'id="r1t4a1"' not in first
    assert "(continued)" in middle
    assert 'id="r1t4a1"' in middle
    assert 'id="r1t7a1"' not in last
    assert 'id="r1t8a1"' in last
    assert re.search(r'aria-current="page"\s*>\s*21–25\s*<', last)


def judged_at(text: str, step: int) -> str:
    return source(visitor().get(f"/rules/check/r/{pack(RecordCheck(text))}/?step={step}"))


def test_a_part_shows_the_findings_of_its_own_and_leads_to_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "STRETCH", 10)
    text = long_record(6) + "A: 2 >K E\n"

    page = judged_at(text, 0)

    assert "card_not_in_hand" not in page
    assert re.search(r'<a [^>]*href="\?step=20#table"[^>]*data-go="next"', page)


@pytest.mark.parametrize("seed", range(5))
def test_steps_are_numbered_in_the_order_of_the_record(seed: int) -> None:
    numbering = Numbering(play_record(seed, most_actions=500))

    moments = [numbering.moment(step) for step in range(numbering.count)]

    assert [numbering.step(moment) for moment in moments] == list(range(numbering.count))
    assert moments[0] == Moment(0)


def test_a_part_in_the_middle_starts_from_the_table_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    record = play_record(1, most_actions=300)
    whole, _step = judge(record, 0)
    monkeypatch.setattr(steps, "STRETCH", 50)

    for start in range(0, whole.numbering.count, 50):
        part, _step = judge(record, start)
        assert [part.view(step) for step in part] == [whole.view(step) for step in part]


def test_a_record_opens_where_it_starts_at_its_first_fault_or_where_the_match_is() -> None:
    over = play_record(3)
    assert games.referee(over).result.status != "in_progress"
    assert judge(over, None)[1] == 0
    begun = read('[A "Ada"] [B "Bo"]\nRound 1, A first\nA: 5 8 B(13)\nB: 9')
    assert judge(begun, None)[1] == Numbering(begun).count - 1
    assert judge(begun, None, played=True)[1] == 0
    wrong = read('[A "Ada"] [B "Bo"]\nRound 1, A first\nA: 5 8 B(14)\nB: 9')
    fault = next(finding for finding in games.referee(wrong).findings if finding.kind != "note")
    assert judge(wrong, None)[1] == Numbering(wrong).step(steps.moment_of(fault))


def test_a_sheet_of_some_rounds_is_played_back_from_its_start() -> None:
    page = source(judged('[A "Ada"] [B "Bo"]\nRound 1, A first\nA: 5 8 B(13)\nB: 9'))
    assert "<b data-step-number>1</b>" in page


def test_the_report_of_a_page_is_the_referee_s() -> None:
    for seed in range(5):
        record = play_record(seed, most_actions=400)
        reports: list[Report] = [judge(record, step)[0].report for step in (None, 0, 99999)]

        assert reports == [games.referee(record)] * 3


def test_a_record_without_rounds_says_so() -> None:
    response = judged('[A "Ada"] [B "Bo"]')

    assert response.status_code == 200
    assert "This record names its players, but has no rounds or turns." in source(response)


def test_a_table_is_drawn_for_what_was_never_judged() -> None:
    page = source(judged("Round 2, A first\nA: 5 B"))

    assert "wrong_round" in page
    assert 'data-text="deck">52<' in page


def test_names_stand_where_seats_would() -> None:
    page = source(judged('[A "عائشة"] [B "佐藤"]\nRound 1, A first\nA: 5 B'))

    isolated = "\u2068عائشة\u2069"  # so that the name does not turn the sentence around it
    assert f"{isolated} and 佐藤" in page
    assert f"Round 1, turn 1: {isolated}" in page


def test_a_view_of_a_state_is_plain_values() -> None:
    drawn = view(engine.new_match(BankoutRuleSet(format="blitz", variants=frozenset({"shield_token"}))))

    deck = next(pile for pile in drawn.piles if pile.key == "deck")
    shields = [counter.value for counter in drawn.counters if counter.key == "shield"]
    assert (drawn.to_move, drawn.phase, deck.count, shields) == ("A", "open", 52, [1, 1])
    assert msgspec.json.decode(msgspec.json.encode(drawn), type=View) == drawn


TIMED = """Round 1, A first
A: 7 @10 9 @15 B @20
B: 5 @30 B @90
"""


def test_a_reading_of_the_clock_is_no_step_of_its_own() -> None:
    record = read(TIMED)
    numbering = Numbering(record)
    assert numbering.count == 1 + 3 + 2
    for step in range(numbering.count):
        assert numbering.step(numbering.moment(step)) == step
    assert [numbering.moment(step).action for step in range(numbering.count)] == [None, 1, 3, 5, 1, 3]
    assert numbering.step(Moment(0, 1, 2)) == numbering.step(Moment(0, 1, 1)) == 1
    assert numbering.with_readings(Moment(0, 1, 3)) == [Moment(0, 1, 3), Moment(0, 1, 4)]
    page = source(page_of(record))
    assert "@10" not in re.findall(r">\s*(@\d+)\s*<", page)
    assert "r1t1a3" in page
    assert 'id="r1t1a2"' not in page


def test_the_findings_of_a_token_stay_where_its_reading_is_no_step() -> None:
    record = read(TIMED)
    finding = games.referee(record, 45).findings[0]
    assert finding.code == "slow_decision"
    page = source(page_of(record, time_box="45"))
    assert "finding </span>1<" in element(page, f"r1t2a{finding.action}")


def test_the_heading_of_a_round_says_what_the_named_player_does() -> None:
    bankrupt, bank = games.get("bankrupt"), games.get("bank")
    for game, said in ((bankrupt, "Di deals"), (bank, "Ada starts")):
        text = sorted((game.folder / "examples").iterdir())[0].read_text()
        page = visitor().post("/rules/check/", {"record": text}, follow=True).content.decode()
        assert said in page
