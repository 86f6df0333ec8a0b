"""The policy an event starts with and keeps."""

import pytest

from judging.models import EventPolicy
from judging.policies.queries import rules_of
from judging.policies.services import delegate_to_deputy, start_policy
from matches.audit.services import SYSTEM
from matches.enums import Role
from matches.errors import Refused
from tests.undone import undone

pytestmark = pytest.mark.django_db


def refusal(code):
    return pytest.raises(Refused, check=lambda refused: refused.code == code)


def test_an_event_without_a_choice_has_the_policy_of_its_game(floor):
    rules = rules_of(floor.event)
    assert (rules.started, rules.profile, rules.delegated) == (False, "competitive", False)
    assert rules.policy.infraction("GP-HAND").path == ("W", "W", "RL", "ML")


def test_a_kept_value_that_the_rules_decide_today_is_passed_over(floor):
    """Events that started earlier chose by themselves how a hand is brought down."""
    row = start_policy(event=floor.event, profile="competitive", overrides={"hand_limit.keep": 3}, actor=floor.head)
    row.overrides = {"hand_limit.keep": 3, "hand_limit.remedy_mode": "random"}
    row.save()
    start_policy(event=floor.event, profile="blitz", actor=floor.head)
    row.refresh_from_db()
    assert (row.profile, row.overrides) == ("blitz", {"hand_limit.keep": 3})


def test_profile_and_overrides(floor):
    row = start_policy(
        event=floor.event,
        profile="learning",
        overrides={"time.decision_timebox_seconds": 45},
        actor=floor.actor(Role.ORGANISER),
    )
    rules = rules_of(floor.event)
    assert (rules.started, rules.profile) == (True, "learning")
    assert rules.policy.infraction("GP-HAND").path[0] == "RM"
    assert rules.policy.time.decision_timebox_seconds == 45
    assert row.version == rules.policy.short_version
    assert row.overrides == {"time.decision_timebox_seconds": 45}


def test_until_the_first_record_it_may_be_changed(floor):
    start_policy(event=floor.event, profile="learning", actor=floor.head)
    start_policy(event=floor.event, profile="blitz", actor=floor.head)
    floor.infraction()
    with refusal("policy_started"):
        start_policy(event=floor.event, profile="learning", actor=floor.head)
    assert start_policy(event=floor.event, profile="blitz", actor=floor.head).profile == "blitz"
    assert EventPolicy.objects.get(event=floor.event).profile == "blitz"


def test_a_new_default_file_does_not_touch_a_running_event(floor, monkeypatch):
    floor.infraction()
    version = rules_of(floor.event).policy.short_version
    changed = EventPolicy.objects.get(event=floor.event).data
    changed["infractions"][0]["path"] = ["ML"]
    changed["infractions"][0]["base"] = "ML"
    monkeypatch.setattr("judging.policies.services.default_data", lambda game: changed)
    assert floor.infraction().suggested == "W"
    assert rules_of(floor.event).policy.short_version == version


def test_all_problems_of_overrides_are_said(floor):
    overrides = {"time.nothing": 1, "infractions.GP-NOPE.path": ["W"]}
    with pytest.raises(Refused) as caught:
        start_policy(event=floor.event, profile="competitive", overrides=overrides, actor=floor.head)
    assert len(caught.value.details) == 2
    assert not EventPolicy.objects.exists()


def test_who_chooses(subtests: pytest.Subtests, floor):
    for role, allowed in [
        (Role.ORGANISER, True),
        (Role.HEAD_JUDGE, True),
        (Role.DEPUTY_HEAD, False),
        (Role.FLOOR_JUDGE, False),
        (Role.SCOREKEEPER, False),
    ]:
        with subtests.test(role=role, allowed=allowed), undone(floor):
            if allowed:
                assert start_policy(event=floor.event, profile="blitz", actor=floor.actor(role))
            else:
                with refusal("not_allowed"):
                    start_policy(event=floor.event, profile="blitz", actor=floor.actor(role))


def test_the_program_itself_may_set_it(floor):
    assert start_policy(event=floor.event, profile="blitz", actor=SYSTEM).started_by is None


def test_only_the_head_delegates(floor):
    with refusal("not_allowed"):
        delegate_to_deputy(event=floor.event, delegated=True, actor=floor.deputy)
    delegate_to_deputy(event=floor.event, delegated=True, actor=floor.head)
    assert rules_of(floor.event).delegated
    delegate_to_deputy(event=floor.event, delegated=False, actor=floor.head)
    assert not rules_of(floor.event).delegated
