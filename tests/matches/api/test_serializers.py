"""The values that the API names are those of the code behind it, and answers read instances."""

from types import SimpleNamespace
from typing import Any

import pytest
from rest_framework import serializers

from matches.api.serializers import EnumField, NumberedEnumField, ResponseSerializer, StaffSerializer, ValueSet
from matches.brackets.serializers import ORIGINS, SIDES, STATUSES
from matches.clock import timing as clock
from matches.enums import NameDisplay, RoundStatus
from matches.events.queries.games import all_tie_decisions
from matches.imports import Weight
from matches.pairing.bracket import From, Side, Status
from matches.people.import_serializers import FINDING_WEIGHTS
from matches.results.serializers import MARK_VALUES
from matches.rounds.serializers.clock import CLOCK_STATES
from matches.snapshots.serializers import HOW_VALUES, PART_RESULT, PART_RESULTS
from matches.standings.tie_breaks import How
from matches.tables.duel_score import MARKS, tie_marks
from matches.tables.outcome import Outcome


@pytest.mark.parametrize(
    ("labelled", "values"),
    [
        (CLOCK_STATES, list(clock.ClockState)),
        (MARK_VALUES, [*MARKS, *tie_marks(all_tie_decisions())]),
        (FINDING_WEIGHTS, list(Weight)),
        (STATUSES, list(Status)),
        (SIDES, list(Side)),
        (ORIGINS, list(From)),
        (PART_RESULTS, [PART_RESULT[outcome] for outcome in Outcome]),
        (HOW_VALUES, list(How)),
    ],
)
def test_every_value_has_a_label(labelled: ValueSet, values: list[str]) -> None:
    assert sorted(labelled.values) == sorted(values)


def test_name_display_is_a_word_in_the_api_and_a_number_in_the_database() -> None:
    field = NumberedEnumField(NameDisplay)
    for display in NameDisplay:
        assert field.to_internal_value(field.to_representation(display)) == display
    assert field.to_representation(NameDisplay.INITIAL) == "initial"


@pytest.mark.parametrize("sent", ["DRAFT", "", 1, None, ["draft"]])
def test_an_enum_field_names_the_values_that_it_takes(sent: object) -> None:
    with pytest.raises(serializers.ValidationError, match="is not one of: draft, published, running"):
        EnumField(RoundStatus).to_internal_value(sent)


class _StaffPart(StaffSerializer):
    secret = serializers.CharField()


class _Answer(ResponseSerializer):
    plain = serializers.IntegerField()
    double = serializers.IntegerField()
    staff = _StaffPart()

    def read_double(self, instance: Any) -> int:
        return 2 * int(instance.plain)


@pytest.mark.parametrize(("staff", "part"), [(True, {"secret": "x"}), (False, None)])
def test_an_answer_computes_fields_and_hides_the_part_of_the_staff(staff: bool, part: object) -> None:
    rows = [SimpleNamespace(plain=2, secret="x"), SimpleNamespace(plain=3, secret="x")]
    answer = _Answer(rows, many=True, context={"staff": staff}).data
    assert answer == [{"plain": 2, "double": 4, "staff": part}, {"plain": 3, "double": 6, "staff": part}]
