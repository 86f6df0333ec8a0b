"""Rulings, with and without an infraction."""

import pytest

from judging.models import Infraction, Ruling
from judging.rulings.services.rulings import keep_both, log_incident, log_ruling, undo_ruling, withdraw_ruling
from matches.enums import Role
from matches.errors import Refused
from tests.undone import undone

pytestmark = pytest.mark.django_db


def refusal(code):
    return pytest.raises(Refused, check=lambda refused: refused.code == code)


@pytest.fixture
def rule(floor):
    judge = floor.judge

    def do(outcome="valid_counter", **more):
        given = {"actor": judge, "match": floor.match, "matter": "counter_joker", "at": floor.at(1), **more}
        return log_ruling(event=floor.event, outcome=outcome, **given)

    return do


def test_a_counter_is_ruled_on_first(subtests: pytest.Subtests, rule, floor):
    for outcome in ["valid_counter", "late_counter_swap_stands", "no_joker_swap_stands", "swap_was_illegal_rewind"]:
        with subtests.test(outcome=outcome), undone(floor):
            row = rule(outcome, concerns=floor.player, rule="BO-5.24")
            assert (row.matter, row.outcome, row.concerns, row.rule) == (
                "counter_joker",
                outcome,
                floor.player,
                "BO-5.24",
            )
            assert not Infraction.objects.exists()


def test_and_then_perhaps_an_infraction_that_points_at_it(rule, floor):
    ruling = rule("no_joker_swap_stands", concerns=floor.opponent)
    infraction = floor.infraction("GP-CTRNONE", "W", entry=floor.opponent, ruling=ruling)
    assert list(ruling.infractions.all()) == [infraction]


def test_outcomes_are_the_policy_s(rule):
    with refusal("outcome_unknown"):
        rule("joker_returned")
    with refusal("comment_missing"):
        rule("other")
    assert rule("other", comment="both drew at once; deck restored").comment


def test_a_matter_without_listed_outcomes_is_in_words(rule):
    assert rule("the deck is reshuffled", matter="other").outcome == "the deck is reshuffled"
    with refusal("comment_missing"):
        rule("  ", matter="other")


def test_one_incident_for_both_players(floor):
    incident = log_incident(event=floor.event, actor=floor.judge, match=floor.match, summary="both sheets differ")
    floor.infraction("GP-ARITH", "NONE", incident=incident)
    floor.infraction("GP-ARITH", "NONE", incident=incident, entry=floor.opponent)
    assert incident.infractions.count() == 2


def test_undo(rule, floor):
    ruling = rule()
    with refusal("not_yours"):
        undo_ruling(ruling=ruling, actor=floor.head, at=floor.at(1.1))
    counter = undo_ruling(ruling=ruling, actor=floor.judge, at=floor.at(1.1))
    assert (counter.outcome, counter.corrects_id, counter.reason) == ("withdrawn", ruling.pk, "undo")
    with refusal("too_late"):
        undo_ruling(ruling=ruling, actor=floor.judge, at=floor.at(1.15))
    late = rule()
    with refusal("too_late"):
        undo_ruling(ruling=late, actor=floor.judge, at=floor.at(2))


def test_taking_back_needs_the_head_and_a_reason(rule, floor):
    ruling = rule()
    with refusal("not_allowed"):
        withdraw_ruling(ruling=ruling, reason="wrong", actor=floor.judge)
    with refusal("reason_missing"):
        withdraw_ruling(ruling=ruling, reason=" ", actor=floor.deputy)
    withdraw_ruling(ruling=ruling, reason="the Joker was there", actor=floor.deputy)
    with refusal("already_rescinded"):
        withdraw_ruling(ruling=ruling, reason="again", actor=floor.head)
    assert Ruling.objects.get(pk=ruling.pk).outcome == "valid_counter"


def test_both_of_a_possible_duplicate_may_stand(floor):
    row = floor.infraction()
    with refusal("not_allowed"):
        keep_both(infraction=row, actor=floor.judge)
    assert keep_both(infraction=row, actor=floor.deputy).corrects_id == row.pk


def test_the_desk_does_not_rule(rule, floor):
    with refusal("not_allowed"):
        rule(actor=floor.actor(Role.SCOREKEEPER))
    with refusal("not_allowed"):
        log_incident(event=floor.event, actor=floor.actor(Role.ORGANISER))
