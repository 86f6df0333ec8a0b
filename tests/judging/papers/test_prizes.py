"""The list of prizes on paper."""

from __future__ import annotations

import pytest

from judging.papers.prize_builders import prize_sheet
from judging.papers.queries import PaperTerms
from judging.papers.registry import offered
from judging.papers.services import document
from matches.audit.services import Actor
from matches.enums import Role
from matches.errors import Refused
from matches.models import Event
from matches.prizes.services import mark_categories, set_prizes
from tests.factories import any_organiser
from tests.judging.paper.reading import has
from tests.matches.playing import event_of, played

pytestmark = pytest.mark.django_db
LINES = "1: €500\n1: Trophy\n2: €250\n9: Hat\nUnder 16, 2: Mat"


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


def fresh(event: Event) -> Event:
    return Event.objects.get(pk=event.pk)


def keys(event: Event) -> set[str]:
    return {paper.key for paper in offered(fresh(event), frozenset(Role), None)}


def test_there_is_a_list_once_somebody_would_win(desk: Actor) -> None:
    event, terms = event_of(4, rounds=2), PaperTerms(kind="prizes")
    played(event, desk, seed=1)
    assert "prizes" not in keys(event)
    set_prizes(event=event, actor=desk, lines=LINES)
    assert "prizes" in keys(event)
    assert prize_sheet(fresh(event), terms).note, "it is provisional"
    played(event, desk, seed=2)
    assert prize_sheet(fresh(event), terms).note == ""


def test_each_winner_has_a_line_to_sign(desk: Actor) -> None:
    event = event_of(4, rounds=1)
    set_prizes(event=event, actor=desk, lines=LINES)
    mark_categories(event=event, actor=desk, marks={1: ["Under 16"], 2: ["Under 16"]})
    played(event, desk, seed=1)
    sheet = prize_sheet(fresh(event), PaperTerms(kind="prizes"))
    assert [(row.place, row.category) for row in sheet.rows[:2]] == [("1–2", "")] * 2
    assert sorted(row.prize for row in sheet.rows[:2]) == ["€375", "€375, Trophy"]
    assert any(row.category == "Under 16" for row in sheet.rows)
    assert len(sheet.closing) == 1
    pdf = document(event=fresh(event), terms=PaperTerms(kind="prizes"))
    for text in ("Prizes", "Signature", "€375", "Under 16", "Places 1–2 split"):
        assert has(pdf, text), text
    final = document(event=fresh(event), terms=PaperTerms(kind="final"))
    assert has(final, "€375")


def test_without_a_closed_round_there_is_none(desk: Actor) -> None:
    event = event_of(4)
    set_prizes(event=event, actor=desk, lines=LINES)
    with pytest.raises(Refused, match="Enter the prizes first"):
        prize_sheet(fresh(event), PaperTerms(kind="prizes"))
