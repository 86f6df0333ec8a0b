"""Events made, changed, published, finished, and what is locked when."""

import datetime as dt
from typing import Any

import pytest

from matches.audit.services import Actor, verify_audit
from matches.enums import LatePolicy, Role, RoundStatus, StageKind
from matches.errors import Refused
from matches.events.services.events import create_event, publish_event, update_event
from matches.events.services.plans import CUSTOM, EventPlan
from matches.final.services import finish_event, reopen_event
from matches.models import AuditRow, Event
from rules_engine import games
from tests.factories import EventFactory, MatchFactory, RoundFactory, StageFactory, any_organiser
from tests.undone import undone

pytestmark = pytest.mark.django_db

GAME = games.all_games()[0]
FIRST, SECOND = GAME.presets[:2]
PLAN = EventPlan(name="Autumn Open", date=dt.date(2026, 11, 21), game=GAME.key, preset=FIRST.key, rounds=6, cut=8)


@pytest.fixture
def actor() -> Actor:
    return any_organiser()


@pytest.fixture
def event(actor: Actor) -> Event:
    return create_event(actor=actor, plan=PLAN)


def refusal(code: str, field: str | None = None) -> Any:
    return pytest.raises(Refused, check=lambda refused: (refused.code, refused.parameter) == (code, field))


def change(event: Event, actor: Actor, **changes: Any) -> Event:
    return update_event(event=event, actor=actor, plan=PLAN.changed(**changes))


def test_an_event_has_its_presets_rules_and_cap_two_stages_and_its_maker_as_organiser(actor: Actor) -> None:
    event = create_event(actor=actor, plan=PLAN, seed=7)
    assert (event.slug, event.rules, event.cap_minutes, event.seed) == (
        "autumn-open",
        FIRST.rules,
        FIRST.cap_minutes,
        7,
    )
    assert not event.published
    swiss, bracket = event.stages.all()
    assert (swiss.kind, swiss.rounds_planned, swiss.power_pair_last) == (StageKind.SWISS, 6, True)
    assert (bracket.kind, bracket.cut_to, bracket.rounds_planned) == (StageKind.SINGLE_ELIMINATION, 8, 0)
    assert event.roles.get().user == actor.user
    assert event.roles.get().role == Role.ORGANISER
    row = AuditRow.objects.get(event=event)
    assert (row.act, row.user, row.details["cut"]) == ("create_event", actor.user, 8)


def test_without_a_cut_there_is_one_stage_and_the_last_round_is_paired_as_the_others(actor: Actor) -> None:
    event = create_event(actor=actor, plan=PLAN.changed(cut=0))
    assert event.stages.get().power_pair_last is False
    told = create_event(actor=actor, plan=PLAN.changed(cut=0, power_pair_last=True))
    assert told.stages.get().power_pair_last is True


def test_every_event_draws_another_seed(actor: Actor) -> None:
    assert create_event(actor=actor, plan=PLAN).seed != create_event(actor=actor, plan=PLAN).seed


def test_the_address_is_made_from_the_name_and_is_unique(subtests: pytest.Subtests, actor: Actor) -> None:
    for name, slug in [
        ("Zoë's Cup", "zoes-cup"),
        ("日本大会", "event-2026-11-21"),
        ("x" * 120, "x" * 50),
        ("---", "event-2026-11-21"),
    ]:
        with subtests.test(name=name, slug=slug), undone():
            made = [create_event(actor=actor, plan=PLAN.changed(name=name)).slug for _ in range(3)]
            assert made == [slug, f"{slug}-2", f"{slug}-3"]


def test_own_rules_are_checked_by_the_game(actor: Actor) -> None:
    plan = PLAN.changed(preset=CUSTOM, rules={**SECOND.rules}, cap_minutes=GAME.cap_minutes[1])
    assert create_event(actor=actor, plan=plan).rules == SECOND.rules
    with pytest.raises(Refused) as caught:
        create_event(actor=actor, plan=plan.changed(rules={"format": "chess", "jokers": "perhaps"}))
    assert (caught.value.code, len(caught.value.details)) == ("rules_invalid", 2)


def test_another_cap_needs_the_override_and_a_reason_which_the_log_keeps(
    subtests: pytest.Subtests, actor: Actor
) -> None:
    for minutes in [GAME.cap_minutes[0] - 1, GAME.cap_minutes[1] + 1, 1, 600]:
        with subtests.test(minutes=minutes), undone():
            plan = PLAN.changed(cap_minutes=minutes)
            with refusal("cap_needs_override", "cap_minutes"):
                create_event(actor=actor, plan=plan)
            with refusal("cap_needs_reason", "cap_reason"):
                create_event(actor=actor, plan=plan.changed(cap_override=True, cap_reason=" "))
            event = create_event(actor=actor, plan=plan.changed(cap_override=True, cap_reason="league final"))
            row = AuditRow.objects.get(event=event)
            assert event.cap_minutes == minutes
            assert (row.reason, row.details["cap_minutes"], row.details["cap_override"]) == (
                "league final",
                minutes,
                True,
            )


@pytest.mark.parametrize("minutes", GAME.cap_minutes)
def test_caps_at_the_limits_need_no_override(actor: Actor, minutes: int) -> None:
    assert create_event(actor=actor, plan=PLAN.changed(cap_minutes=minutes)).cap_minutes == minutes


def test_invalid_values_are_refused_at_their_field(subtests: pytest.Subtests, actor: Actor) -> None:
    for changes, code, field in [
        ({"name": " "}, "name_missing", "name"),
        ({"game": "chess"}, "game_unknown", "game"),
        ({"preset": "best"}, "preset_unknown", "preset"),
        ({"preset": CUSTOM, "rules": {}}, "cap_missing", "cap_minutes"),
        ({"cap_minutes": 0}, "cap_out_of_range", "cap_minutes"),
        ({"cap_minutes": 601, "cap_override": True, "cap_reason": "x"}, "cap_out_of_range", "cap_minutes"),
        ({"rounds": 0}, "rounds_out_of_range", "rounds"),
        ({"rounds": 31}, "rounds_out_of_range", "rounds"),
        ({"cut": 1}, "cut_out_of_range", "cut"),
        ({"cut": -8}, "cut_out_of_range", "cut"),
        ({"time_zone": "Europe/Atlantis"}, "time_zone_unknown", "time_zone"),
        ({"time_zone": "Factory"}, "time_zone_unknown", "time_zone"),
        ({"time_zone": "localtime"}, "time_zone_unknown", "time_zone"),
    ]:
        with subtests.test(changes=changes, code=code, field=field), undone():
            with refusal(code, field):
                create_event(actor=actor, plan=PLAN.changed(**changes))
            assert not Event.objects.exists()


def test_settings_change_before_the_first_round_and_the_address_stays(event: Event, actor: Actor) -> None:
    changed = change(
        event,
        actor,
        name="Winter Open",
        preset=SECOND.key,
        rounds=4,
        cut=4,
        late_policy=LatePolicy.BYES,
        third_place=True,
    )
    changed.refresh_from_db()
    assert (changed.name, changed.slug, changed.rules) == ("Winter Open", "autumn-open", SECOND.rules)
    swiss, bracket = changed.stages.all()
    assert (swiss.rounds_planned, bracket.cut_to, bracket.third_place) == (4, 4, True)
    row = AuditRow.objects.filter(event=event).last()
    assert row is not None
    assert row.details["changed"] == ["cap_minutes", "late_policy", "name", "preset", "rules"]


def test_a_cut_is_added_and_removed(event: Event, actor: Actor) -> None:
    assert [stage.kind for stage in change(event, actor, cut=0).stages.all()] == [StageKind.SWISS]
    assert change(event, actor, cut=16).stages.last().cut_to == 16


def test_what_changes_results_is_locked_by_the_first_published_round(
    subtests: pytest.Subtests, event: Event, actor: Actor
) -> None:
    for changes, field in [
        ({"preset": SECOND.key}, "preset"),
        ({"preset": CUSTOM, "rules": {"format": "blitz"}, "cap_minutes": 25}, "preset"),
        ({"late_policy": LatePolicy.BYES}, "late_policy"),
    ]:
        with subtests.test(changes=changes, field=field), undone():
            round_ = RoundFactory(stage=event.stages.first(), status=RoundStatus.DRAFT)
            change(event, actor, **changes)
            change(event, actor)
            round_.status = RoundStatus.CLOSED
            round_.save()
            with refusal("settings_locked", field):
                change(event, actor, **changes)
            change(event, actor, name="New name", venue="Hall 2", intentional_draws=True, rounds=7)


def test_the_cap_is_locked_while_a_round_runs(event: Event, actor: Actor) -> None:
    round_ = RoundFactory(stage=event.stages.first(), status=RoundStatus.RUNNING)
    with refusal("cap_locked", "cap_minutes"):
        change(event, actor, cap_minutes=20)
    round_.status = RoundStatus.CLOSED
    round_.save()
    assert change(event, actor, cap_minutes=20).cap_minutes == 20


def test_rounds_that_were_paired_stay_planned(event: Event, actor: Actor) -> None:
    RoundFactory(stage=event.stages.first(), number=4, status=RoundStatus.DRAFT)
    with refusal("rounds_below_paired", "rounds"):
        change(event, actor, rounds=3)
    assert change(event, actor, rounds=4).stages.first().rounds_planned == 4


def test_the_cut_stays_once_the_bracket_has_begun(event: Event, actor: Actor) -> None:
    MatchFactory(round__stage=event.stages.last(), round__status=RoundStatus.DRAFT)
    for cut in (0, 4):
        with refusal("bracket_started", "cut"):
            change(event, actor, cut=cut)
    assert change(event, actor, name="Other").stages.last().cut_to == 8


def test_the_public_page_is_opened_and_closed(event: Event, actor: Actor) -> None:
    assert publish_event(event=event, actor=actor).published
    assert not publish_event(event=event, actor=actor, on=False).published
    assert [row.act for row in AuditRow.objects.filter(event=event)][1:] == ["publish_event", "unpublish_event"]


def test_an_event_is_finished_without_an_open_round_and_reopened_with_a_reason(actor: Actor) -> None:
    event = EventFactory()
    stage = StageFactory(event=event)
    round_ = RoundFactory(stage=stage, status=RoundStatus.DRAFT)
    with refusal("round_open"):
        finish_event(event=event, actor=actor)
    round_.status = RoundStatus.CLOSED
    round_.save()
    assert finish_event(event=event, actor=actor).finished_at is not None
    with refusal("already_finished"):
        finish_event(event=event, actor=actor)
    with refusal("event_finished"):
        update_event(event=event, actor=actor, plan=PLAN)
    with refusal("reason_missing", "reason"):
        reopen_event(event=event, actor=actor, reason="")
    assert reopen_event(event=event, actor=actor, reason="a result was wrong").finished_at is None
    with refusal("not_finished"):
        reopen_event(event=event, actor=actor, reason="x")
    assert verify_audit(event) is None


def test_a_stage_that_ended_before_stays_ended_when_the_event_is_reopened(event: Event, actor: Actor) -> None:
    earlier = dt.datetime(2026, 11, 21, 15, 0, tzinfo=dt.UTC)
    event.stages.filter(order=1).update(started_at=earlier, finished_at=earlier)
    finish_event(event=event, actor=actor)
    reopen_event(event=event, actor=actor, reason="the bracket was not played")
    assert event.stages.get(order=1).finished_at == earlier
    assert event.stages.get(order=2).finished_at is None
