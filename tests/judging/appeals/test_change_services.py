"""What a decision that changes something puts in its place, in the same act."""

from __future__ import annotations

from contextlib import contextmanager

import pytest

from judging.appeals.change_services import AppealChange
from judging.appeals.services import acknowledge_result, decide_appeal, file_appeal
from judging.enums import AppealState
from judging.models import Appeal, AppealStep, Ruling
from judging.rulings.services.rulings import log_ruling
from matches.audit.services import Actor
from matches.enums import ResultStatus, Source
from matches.errors import Refused
from matches.models import AuditRow, Result
from matches.results.services.results import report_result
from matches.tables.score import Duel
from tests.undone import undone

pytestmark = pytest.mark.django_db


@contextmanager
def refusal(code):
    with pytest.raises(Refused) as caught:
        yield caught
    assert caught.value.code == code


SECOND_WINS = Duel(rounds=(1, 2), winner=1)


def changed(floor, appeal, **change):
    return decide_appeal(
        appeal=appeal, state=AppealState.CHANGED, actor=floor.head, comment="seen", change=AppealChange(**change)
    )


@pytest.fixture
def ruling(floor):
    return log_ruling(
        event=floor.event, actor=floor.judge, match=floor.match, matter="counter_joker", outcome="no_joker_swap_stands"
    )


@pytest.fixture
def about_ruling(floor, ruling):
    return file_appeal(event=floor.event, of=ruling, entry=floor.player, actor=floor.judge, statement="in time")


@pytest.fixture
def protest(floor):
    result = report_result(match=floor.match, score=Duel(rounds=(2, 1), winner=0), actor=floor.head, source=Source.DESK)
    acknowledge_result(result=result, entry=floor.opponent, actor=Actor(entry=floor.opponent), under_protest=True)
    return Appeal.objects.get()


def test_a_changed_ruling_corrects_the_old_one(floor, ruling, about_ruling):
    changed(floor, about_ruling, outcome="valid_counter")
    new = Ruling.objects.exclude(pk=ruling.pk).get()
    assert (new.matter, new.outcome, new.corrects_id, new.comment) == (
        "counter_joker",
        "valid_counter",
        ruling.pk,
        "seen",
    )


def test_a_changed_ruling_must_be_another_one_of_its_matter(subtests: pytest.Subtests, floor, about_ruling):
    for outcome, code in [
        ("", "outcome_unknown"),
        ("nonsense", "outcome_unknown"),
        ("no_joker_swap_stands", "same_outcome"),
    ]:
        with subtests.test(outcome=outcome, code=code), undone(floor):
            with refusal(code):
                changed(floor, about_ruling, outcome=outcome)
            assert not AppealStep.objects.exists()


def test_a_ruling_may_be_taken_back_on_appeal(floor, ruling, about_ruling):
    changed(floor, about_ruling, outcome="withdrawn")
    assert Ruling.objects.get(corrects=ruling).outcome == "withdrawn"


def test_a_changed_result_is_stored_in_the_same_act(floor, protest):
    before = AuditRow.objects.count()
    changed(floor, protest, score=SECOND_WINS)
    result = Result.objects.get(match=floor.match, status=ResultStatus.CONFIRMED)
    assert [line.outcome for line in result.lines.order_by("seat__index")] == ["loss", "win"]
    assert Ruling.objects.get().outcome == "2-1 → 1-2"
    assert AuditRow.objects.count() == before + 1


def test_a_protest_against_a_result_needs_the_new_one(floor, protest):
    with refusal("score_missing"):
        changed(floor, protest)
    with refusal("same_result"):
        changed(floor, protest, score=Duel(rounds=(2, 1), winner=0))
    assert not AppealStep.objects.exists()


def test_a_table_without_a_result_gets_one_on_appeal(floor):
    appeal = file_appeal(event=floor.event, match=floor.match, actor=floor.judge, statement="I had won")
    changed(floor, appeal, score=SECOND_WINS)
    assert Ruling.objects.get().outcome == "1-2"


def test_something_else_may_change_in_words_only(floor):
    appeal = file_appeal(event=floor.event, match=floor.match, actor=floor.judge, statement="whose turn")
    changed(floor, appeal)
    assert not Ruling.objects.exists()
