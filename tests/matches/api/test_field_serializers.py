"""The words of the API are those of the code behind it, so that none can be missing in an answer."""

import pytest
from django.db.models import TextChoices

from matches import clock
from matches.api import field_serializers as words
from matches.enums import NameDisplay
from matches.imports import Weight
from matches.pairing.bracket import From, Side, Status
from matches.scores import MARKS
from matches.standings.records import DRAWN, LOST, WON
from matches.standings.tie_breaks import How


@pytest.mark.parametrize(
    ("outside", "inside"),
    [
        (words.ClockState, list(clock.State)),
        (words.Mark, MARKS),
        (words.FindingWeight, list(Weight)),
        (words.BracketStatus, list(Status)),
        (words.BracketSide, list(Side)),
        (words.BracketFrom, list(From)),
        (words.PartResult, [WON, LOST, DRAWN]),
        (words.TieBreakHow, list(How)),
    ],
)
def test_no_word_is_missing(outside: type[TextChoices], inside: list[str]) -> None:
    assert sorted(outside.values) == sorted(inside)


def test_names_are_shown_by_a_word_and_stored_by_a_number() -> None:
    field = words.NameShownField()
    for display in NameDisplay:
        assert field.to_internal_value(field.to_representation(display)) == display
    assert field.to_representation(NameDisplay.INITIAL) == "initial"
