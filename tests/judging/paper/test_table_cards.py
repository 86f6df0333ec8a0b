"""Cards for the table: complete, within their edges, and large enough to read."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise

import pytest
from django.test import Client

from judging.paper.table_cards import SHEETS, CardFace, CardLine, drawn_card, table_card
from judging.papers.card_queries import card_face
from rules_engine import games
from tests.judging.paper.reading import reader, squeezed, text

NOW = datetime(2026, 3, 14, 15, 32, tzinfo=UTC)
CARDS = [(game, card) for game in games.all_games() if game.teaching for card in game.teaching.cards]


def test_a_card_is_complete_and_inside_its_edges(subtests: pytest.Subtests) -> None:
    for paper in SHEETS:
        for game, card in CARDS:
            with subtests.test(paper=paper, game=game, card=card):
                face = card_face(game, card.key)
                assert face
                pdf, pen = drawn_card(face, paper, NOW)
                words = squeezed(text(pdf))
                for line in face.lines:
                    assert words.count(squeezed(line.text)) == (1 if paper == "A6" else 4)
                width, height = SHEETS[paper]
                columns = 1 if paper == "A6" else 2
                assert pen.marks
                for mark in pen.marks:
                    if not mark.text:
                        continue
                    assert mark.size >= 7
                    left, top = mark.left % (width / columns), mark.top % (height / columns)
                    assert left >= 15
                    assert left + mark.right - mark.left <= width / columns - 15
                    assert top >= 10
                    assert top + mark.bottom - mark.top <= height / columns - 10


def test_lines_of_a_card_do_not_overlap() -> None:
    face = CardFace(title="T", game="G", lines=tuple(CardLine(f"Name {n}", "word " * 30, "BO-1.1") for n in range(6)))
    _pdf, pen = drawn_card(face, "A6", NOW)
    assert pen.marks
    rows = sorted({(round(mark.top, 1), round(mark.bottom, 1)) for mark in pen.marks if mark.text and mark.left < 30})
    assert all(above[1] <= below[0] + 1.5 for above, below in pairwise(rows))


def test_the_same_card_gives_the_same_bytes() -> None:
    face = card_face(games.get("bankout"), "judge")
    assert face
    assert table_card(face, "A4", NOW) == table_card(face, "A4", NOW)


def test_a_card_is_open_to_all_and_says_what_it_is(client: Client) -> None:
    answer = client.get("/rules/cards/bankout/judge.pdf?paper=A6")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/pdf"
    page = reader(answer.content).pages[0]
    assert [round(float(side)) for side in page.mediabox[2:]] == [298, 420]


def test_no_word_stands_alone_on_the_last_line_of_a_point() -> None:
    """Lines of a point are balanced where that needs no further line."""
    for game, card in CARDS:
        face = card_face(game, card.key)
        assert face
        _pdf, pen = drawn_card(face, "A6", NOW)
        alone = [mark.text for mark in pen.marks if " " not in mark.text.strip() and mark.text.strip().endswith(".")]
        assert alone == [], (game.key, card.key)


def test_a_card_of_few_points_is_large_and_uses_its_height() -> None:
    face = CardFace(title="T", game="G", lines=tuple(CardLine(f"Name {n}", "A short text.") for n in range(6)))
    _pdf, pen = drawn_card(face, "A6", NOW)
    tops = sorted(mark.top for mark in pen.marks if mark.text == "A short text.")
    assert {mark.size for mark in pen.marks if mark.text == "A short text."} == {13}
    assert tops[-1] > 240
