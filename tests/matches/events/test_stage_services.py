"""How an event is played: the stages that a plan makes, what of it is refused, and what stays once it has begun."""

from __future__ import annotations

from typing import Any

import pytest

from matches.audit.services import Actor
from matches.enums import RoundStatus, StageKind
from matches.errors import Refused
from matches.events.services.events import create_event, update_event
from matches.events.services.plans import EventPlan
from matches.final.services import reopen_event
from matches.models import AuditRow, Event, Round, Stage
from matches.rounds.services.rounds import pair_round, withdraw_round
from tests.factories import EntryFactory, EventFactory, RoundFactory, any_organiser
from tests.matches.events.test_services import PLAN, refusal
from tests.matches.playing import played, stage_of
from tests.undone import undone

pytestmark = pytest.mark.django_db

SWISS, ROBIN = StageKind.SWISS.value, StageKind.ROUND_ROBIN.value
SINGLE, DOUBLE = StageKind.SINGLE_ELIMINATION.value, StageKind.DOUBLE_ELIMINATION.value
RESET = "grand_final_reset"
CODES = {
    "kind": "kind_unknown",
    "cut": "cut_needs_rounds",
    "cut_kind": "cut_kind_unknown",
    "third_place": "third_place_needs_single",
    RESET: "reset_needs_double",
    "power_pair_last": "power_needs_swiss",
    "balance_starts": "balance_needs_swiss",
}


@pytest.fixture
def actor() -> Actor:
    return any_organiser()


def plan_of(**choices: Any) -> EventPlan:
    return PLAN.changed(**{"cut": 0, **choices})


def shape(stage: Stage) -> tuple[Any, ...]:
    return stage.kind, stage.rounds_planned, stage.cut_to, stage.third_place, stage.options


def planned(actor: Actor, players: int = 4, **choices: Any) -> Event:
    event = create_event(actor=actor, plan=plan_of(**choices))
    for number in range(1, players + 1):
        EntryFactory(event=event, number=number, seed=number)
    return event


def change(event: Event, actor: Actor, **choices: Any) -> list[Stage]:
    update_event(event=event, actor=actor, plan=plan_of(**choices))
    return list(event.stages.all())


def test_each_way_to_play_makes_its_stages(subtests: pytest.Subtests, actor: Actor) -> None:
    for choices, stages in [
        ({"kind": SWISS, "rounds": 4}, [(SWISS, 4, None, False, {})]),
        (
            {"kind": SWISS, "rounds": 4, "cut": 8, "third_place": True},
            [(SWISS, 4, None, False, {}), (SINGLE, 0, 8, True, {})],
        ),
        (
            {"kind": SWISS, "rounds": 4, "cut": 8, "cut_kind": DOUBLE},
            [(SWISS, 4, None, False, {}), (DOUBLE, 0, 8, False, {RESET: True})],
        ),
        ({"kind": ROBIN, "rounds": 4}, [(ROBIN, 0, None, False, {})]),
        ({"kind": ROBIN, "cut": 2}, [(ROBIN, 0, None, False, {}), (SINGLE, 0, 2, False, {})]),
        (
            {"kind": ROBIN, "cut": 4, "cut_kind": DOUBLE, RESET: False},
            [(ROBIN, 0, None, False, {}), (DOUBLE, 0, 4, False, {RESET: False})],
        ),
        ({"kind": SINGLE}, [(SINGLE, 0, None, False, {})]),
        ({"kind": SINGLE, "third_place": True}, [(SINGLE, 0, None, True, {})]),
        ({"kind": DOUBLE}, [(DOUBLE, 0, None, False, {RESET: True})]),
        ({"kind": DOUBLE, RESET: False}, [(DOUBLE, 0, None, False, {RESET: False})]),
    ]:
        with subtests.test(choices=choices, stages=stages), undone():
            event = create_event(actor=actor, plan=plan_of(**choices))
            assert [shape(stage) for stage in event.stages.all()] == stages
            # The same plan, stored on an event of another kind that has not begun, makes the same of it.
            other = create_event(actor=actor, plan=plan_of(kind=SINGLE if choices["kind"] != SINGLE else ROBIN, cut=0))
            assert [shape(stage) for stage in change(other, actor, **choices)] == stages


def test_the_log_keeps_how_it_is_played(actor: Actor) -> None:
    event = create_event(actor=actor, plan=plan_of(kind=ROBIN, cut=4, cut_kind=DOUBLE))
    change(event, actor, kind=DOUBLE, grand_final_reset=False)
    change(event, actor, kind=SINGLE, third_place=True)
    keys = ("kind", "rounds", "cut", "cut_kind", "third_place", RESET)
    rows = AuditRow.objects.filter(event=event).order_by("sequence")
    assert [(row.act, *(row.details[key] for key in keys)) for row in rows] == [
        ("create_event", ROBIN, 0, 4, DOUBLE, False, True),
        ("update_event", DOUBLE, 0, 0, None, False, False),
        ("update_event", SINGLE, 0, 0, None, True, None),
    ]


def test_what_does_not_go_together_is_refused_at_its_field(subtests: pytest.Subtests, actor: Actor) -> None:
    for choices, field in [
        ({"kind": "ladder"}, "kind"),
        ({"cut": 4, "cut_kind": ROBIN}, "cut_kind"),
        ({"kind": SINGLE, "cut": 8}, "cut"),
        ({"kind": DOUBLE, "cut": 8}, "cut"),
        ({"kind": SWISS, "third_place": True}, "third_place"),
        ({"kind": ROBIN, "third_place": True}, "third_place"),
        ({"kind": DOUBLE, "third_place": True}, "third_place"),
        ({"kind": SWISS, "cut": 4, "cut_kind": DOUBLE, "third_place": True}, "third_place"),
        ({"kind": SWISS, RESET: True}, RESET),
        ({"kind": SINGLE, RESET: False}, RESET),
        ({"kind": ROBIN, "cut": 4, RESET: True}, RESET),
        ({"kind": ROBIN, "power_pair_last": True}, "power_pair_last"),
        ({"kind": DOUBLE, "power_pair_last": True}, "power_pair_last"),
        ({"kind": ROBIN, "balance_starts": True}, "balance_starts"),
        ({"kind": SINGLE, "balance_starts": True}, "balance_starts"),
    ]:
        with subtests.test(choices=choices, field=field), undone():
            with refusal(CODES[field], field):
                create_event(actor=actor, plan=plan_of(**choices))
            assert not Event.objects.exists()


def test_the_number_of_swiss_rounds_matters_to_swiss_rounds_only(actor: Actor) -> None:
    assert create_event(actor=actor, plan=plan_of(kind=ROBIN, rounds=0)).stages.get().rounds_planned == 0
    with refusal("rounds_out_of_range", "rounds"):
        create_event(actor=actor, plan=plan_of(kind=SWISS, rounds=0))


def test_what_has_begun_stays_as_it_is(subtests: pytest.Subtests, actor: Actor) -> None:
    for kind in [SWISS, ROBIN, SINGLE, DOUBLE]:
        for taken_back in [False, True]:
            with subtests.test(kind=kind, taken_back=taken_back), undone():
                event = planned(actor, kind=kind)
                draft = pair_round(stage=stage_of(event), actor=actor)
                if taken_back:
                    withdraw_round(round=draft, actor=actor, reason="somebody came")
                before = [shape(stage) for stage in event.stages.all()]
                for other in {SWISS, ROBIN, SINGLE, DOUBLE} - {kind}:
                    with refusal("stage_begun", "kind"):
                        change(event, actor, kind=other)
                assert [shape(stage) for stage in change(event, actor, kind=kind, venue="Hall 2")] == before


def test_a_robin_keeps_its_number_of_rounds_and_takes_a_cut_until_that_has_begun(actor: Actor) -> None:
    event = planned(actor, kind=ROBIN)
    played(event, actor)
    robin, bracket = change(event, actor, kind=ROBIN, cut=2)
    assert (robin.rounds_planned, bracket.cut_to) == (3, 2)
    assert [stage.kind for stage in change(event, actor, kind=ROBIN, cut=2, cut_kind=DOUBLE)] == [ROBIN, DOUBLE]
    assert [stage.kind for stage in change(event, actor, kind=ROBIN)] == [ROBIN]


def test_a_bracket_that_has_begun_keeps_its_cut_and_its_finals(subtests: pytest.Subtests, actor: Actor) -> None:
    for first, then, field in [
        ({"cut": 4, "third_place": True}, {"cut": 2, "third_place": True}, "cut"),
        ({"cut": 4}, {"cut": 0}, "cut"),
        ({"cut": 4}, {"cut": 4, "cut_kind": DOUBLE}, "cut_kind"),
        ({"cut": 4}, {"cut": 4, "third_place": True}, "third_place"),
        ({"cut": 4, "cut_kind": DOUBLE}, {"cut": 4, "cut_kind": DOUBLE, RESET: False}, RESET),
        ({"kind": SINGLE}, {"kind": SINGLE, "third_place": True}, "third_place"),
        ({"kind": DOUBLE, RESET: False}, {"kind": DOUBLE}, RESET),
    ]:
        with subtests.test(first=first, then=then, field=field), undone():
            event = create_event(actor=actor, plan=plan_of(**first))
            for stage in event.stages.all():
                RoundFactory(stage=stage, number=1, status=RoundStatus.CLOSED)
            with refusal("bracket_started", field):
                change(event, actor, **then)
            change(event, actor, **first)


def test_what_else_a_stage_has_set_stays(actor: Actor) -> None:
    event = planned(actor, kind=ROBIN)
    event.stages.update(options={"legs": 2})
    assert change(event, actor, kind=ROBIN)[0].options == {"legs": 2}


def test_an_event_that_had_no_stages_gets_them(actor: Actor) -> None:
    event = EventFactory()
    assert [stage.kind for stage in change(event, actor, kind=DOUBLE)] == [DOUBLE]


def test_fewer_swiss_rounds_open_the_way_to_the_cut_and_more_close_it(actor: Actor) -> None:
    event = planned(actor, rounds=2, cut=2)
    played(event, actor)
    change(event, actor, rounds=1, cut=2)
    assert stage_of(event).finished_at is not None
    change(event, actor, rounds=2, cut=2)
    assert stage_of(event).finished_at is None
    change(event, actor, rounds=1, cut=2)
    assert pair_round(stage=stage_of(event, 2), actor=actor).number == 1
    with_bracket = change(event, actor, rounds=3, cut=2)
    assert with_bracket[0].finished_at is not None


@pytest.mark.parametrize("kind", [ROBIN, SINGLE])
def test_a_stage_without_rounds_left_stays_ended_when_the_event_is_reopened(actor: Actor, kind: str) -> None:
    event = planned(actor, kind=kind)
    while not Event.objects.get(pk=event.pk).finished_at:
        played(event, actor)
    reopen_event(event=event, actor=actor, reason="a final is wanted")
    assert stage_of(event).finished_at is not None
    if kind == ROBIN:
        change(event, actor, kind=ROBIN, cut=2)
        pair_round(stage=stage_of(event, 2), actor=actor)
        assert Round.objects.get(status=RoundStatus.DRAFT).matches.count() == 1
        with pytest.raises(Refused):
            pair_round(stage=stage_of(event), actor=actor)
