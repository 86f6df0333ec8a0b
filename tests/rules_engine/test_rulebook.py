"""The rulebook's data is the rule text's, and can be searched."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules_engine import games
from rules_engine.bankout.game import GAME as BANKOUT
from rules_engine.game import Game
from rules_engine.rules.book_source import data_file, parse, to_json

DOCS = Path(__file__).parents[2] / "docs" / "rules"
BOOK = BANKOUT.rulebook


@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: game.key)
def test_the_data_is_made_from_the_text(game: Game) -> None:
    """If this fails, run ``python -m rules_engine.rules.book_source docs/rules/KEY.md KEY``."""
    assert (game.folder / "rules.json").read_bytes() == to_json(parse((DOCS / f"{game.key}.md").read_text(), game.key))


def test_the_command_writes_where_a_game_reads() -> None:
    assert [data_file(game.key) for game in games.all_games()] == [
        game.folder / "rules.json" for game in games.all_games()
    ]


def test_items_of_a_list_are_lines_and_examples_are_left_out() -> None:
    text = "# Toy\n\n## 1 Play\n\n1. Roll.\n2. Move,\n   then stop.\n\n```\nA: 3\n```\n\nThat is all.\n"

    assert parse(text, "toy").sections[0].text == "1. Roll.\n2. Move, then stop.\nThat is all."


def test_every_id_of_the_text_is_a_rule_in_its_section() -> None:
    ids = re.findall(r"^\| (BO-[\d.A-H]+)", (DOCS / "bankout.md").read_text(), re.M)
    assert list(BOOK.rules) == ids
    assert len(ids) >= 113  # rules are added, and keep their ids
    assert [section.number for section in BOOK.sections] == list(range(1, 16))
    assert all(rule.id.startswith(f"BO-{rule.section}.") and rule.text for rule in BOOK.rules.values())


def test_names_and_further_columns() -> None:
    assert BOOK.rules["BO-8.4"].names == ("seeding_edge",)
    assert BOOK.rules["BO-10.7"].names == ("shield_round_two", "shield_replaces_counter")
    assert BOOK.rules["BO-10.6"].more["default"] == "`finish_turn`: may still bank or play"
    assert BOOK.rules["BO-12.B"].more == {"then": "play K", "result": "Bank +130; turn over"}
    assert BOOK.sections[13].text.startswith("`threshold` (11.6 exact), `published`")
    assert "\n- *The value of a turn* (11.10) is" in BOOK.sections[14].text


def test_every_reference_is_a_rule() -> None:
    for rule in BOOK.rules.values():
        assert set(rule.references) <= set(BOOK.rules), rule.id
    assert BOOK.rules["BO-5.3"].references == ("BO-10.4",)


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        ("bo-5.7", ["BO-5.7", "BO-6.2", "BO-11.9"]),
        ("HAND two cards", ["BO-3.2"]),
        ("seeding_edge", ["BO-8.4"]),
        ("no such word", []),
    ],
)
def test_search_finds_every_word_in_either_case(words: str, ids: list[str]) -> None:
    found = [rule.id for rule in BOOK.find(words)]
    assert set(ids) <= set(found)
    assert bool(ids) is bool(found)


def test_no_words_find_everything() -> None:
    assert len(BOOK.find(" ")) == len(BOOK.rules)


# The texts of games to come


@pytest.mark.parametrize(
    ("game", "sections"),
    [
        ("stage", {1: "Rules", 2: "Readings (BS-17) and their options"}),
        ("bankrupt", {1: "Rules", 2: "Readings (BR-19) and their options"}),
        ("bank", {1: "The rule set", 6: "Readings and their options"}),
    ],
)
def test_every_rule_of_another_game_s_text_is_found_once(game: str, sections: dict[int, str]) -> None:
    text = (DOCS / f"{game}.md").read_text()
    book = parse(text, game)
    prefix = {"stage": "BS", "bankrupt": "BR", "bank": "BK"}[game]
    ids = [
        found[1] or f"{prefix}-{found[2]}"
        for found in re.finditer(rf"^(?:\| )?(?:({prefix}-[\d.]*\d)|(?<=\| )(\d+\.\d+) `)", text, re.M)
    ]

    assert len(ids) >= 28
    assert [rule.id for section in book.sections for rule in section.rules] == ids
    assert len(book.rules) == len(ids)
    assert {number: book.sections[number - 1].title for number in sections} == sections
    assert all(rule.text for rule in book.rules.values())
    assert all(book.sections[rule.section - 1].number == rule.section for rule in book.rules.values())


def test_a_rule_may_be_a_paragraph_and_a_table_may_leave_out_the_letters() -> None:
    bank = parse((DOCS / "bank.md").read_text(), "bank").rules
    stage = parse((DOCS / "stage.md").read_text(), "stage")

    assert bank["BK-1.12"].text.startswith("The product of these dimensions")
    assert (bank["BK-1.2"].names, bank["BK-1.2"].text) == (("discard",), "`shared`; `personal`")
    assert (stage.rules["BS-17.1"].names, stage.rules["BS-17.1"].text) == (("adjacent",), "Diagonals?")
    assert stage.rules["BS-17.1"].more == {"values": "`orthogonal`; `eight`"}
    assert stage.text.startswith("Two players per deck")
    assert stage.sections[0].text == ""


def test_a_rule_that_occurs_twice_is_refused() -> None:
    with pytest.raises(ValueError, match=r"occur twice: TY-1$"):
        parse("# Toy\n\nTY-1 One.\n\n## Play\n\n| id | rule |\n|---|---|\n| TY-1 | Two. |\n", "toy")
