"""The records that the rulebooks show beside their findings: each leads to its finding and to nothing worse."""

from __future__ import annotations

import pytest

from rules_engine import games
from rules_engine.game import Game
from rules_engine.record.reading import parse
from rules_engine.rules.notes import FindingText
from rules_engine.text import PlayerAt, with_players
from tests.rules_engine.views.pages import visitor

RECORDS = [(game, code, rule) for game in games.all_games() for code, rule in game.notes.records]
FOLLOWS_NO_OTHER = {"over_hand"}
"""A default discard stands only beside the hand that was too large."""
WITHOUT_RECORD = {"bankout": {("draw_from_empty", "BO-2.4")}}
"""What needs a whole deck of impossible draws."""


def test_the_record_of_a_finding_leads_to_it_and_to_nothing_worse(subtests: pytest.Subtests) -> None:
    for game, code, rule in RECORDS:
        with subtests.test(f"{game.key}-{code}-{rule}"):
            record = game.notes.records[code, rule]
            report = games.referee(parse(record.text, games.language_of), record.time_box)

            found = [finding for finding in report.findings if (finding.code, finding.rule) == (code, rule)]
            others = {finding.code for finding in report.findings if finding not in found and finding.kind != "note"}
            assert found
            assert others <= FOLLOWS_NO_OTHER


def test_a_finding_says_its_sentence_with_the_player_as_a_value(subtests: pytest.Subtests) -> None:
    for game, code, rule in RECORDS:
        with subtests.test(f"{game.key}-{code}-{rule}"):
            record = game.notes.records[code, rule]
            for finding in games.referee(parse(record.text, games.language_of), record.time_box).findings:
                assert finding.message.values["player"] == PlayerAt(finding.seat)
                assert finding.message.text in sentences(game.notes.findings[finding.code])
                assert finding.to_dict()["message"] == str(finding.message)
                assert finding.message.has("player") is (
                    "Nia" in str(with_players(finding.message, {finding.seat or "": "Nia"}))
                )


def sentences(text: FindingText) -> set[str]:
    return {text.message, *text.by_rule.values(), *text.by_case.values()}


@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: game.key)
def test_every_finding_of_every_rule_has_its_record(game: Game) -> None:
    cited = {(code, rule) for code, text in game.notes.findings.items() for rule in text.rules}

    assert cited - set(game.notes.records) == WITHOUT_RECORD.get(game.key, set())
    assert set(game.notes.records) <= cited


@pytest.mark.parametrize(
    ("rule", "line", "said"),
    [
        ("BK-3.1", "A: H&gt;A:4s+5s+6d +? ? -2c", "Player A"),
        ("BS-5", "A: b2:K -5 +?", "Player A used a card"),
        ("BR-8", "A: O7", "Player A offered with O7"),
    ],
)
def test_a_rule_s_page_shows_the_record_as_the_referee_judges_it(rule: str, line: str, said: str) -> None:
    page = visitor().get(f"/rules/{rule}/").content.decode()

    assert f'<pre tabindex="0">{line}\n' in page
    assert said in page
