"""Profiles and an event's overrides."""

import json

import pytest

from judging.policies.shipped_queries import default_data, resolved
from judging.policy import PolicyError, load, resolve


def paths(policy):
    return {infraction.code: infraction.path for infraction in policy.infractions}


def test_competitive_changes_nothing():
    assert resolve(default_data("bankout"), "competitive") == default_data("bankout")


@pytest.mark.parametrize(
    ("code", "path"),
    [
        ("GP-HAND", ("RM", "W", "W", "RL", "RL")),  # ML capped at RL
        ("GP-QUEEN", ("RM", "RM", "W", "W", "RL")),
        ("GP-ARITH", ("NONE", "NONE", "RM", "W", "W", "RL")),  # never harsher than without the profile
        ("GP-CTRNONE", ("RM", "W", "RL", "RL")),
        ("TE-SHUF", ("RM", "RM", "W", "RL")),
        ("TE-OUTSIDE", ("RM", "RL", "RL")),
        ("TM-SLOW", ("RM", "RM", "W", "TP", "RL", "RL")),
        ("TM-TARDY", ("RM", "RM", "W", "RL")),  # four times, four steps
        ("UC-MINOR", ("W", "RL", "ML", "DQ")),  # not a track of the profile
        ("OT-NOTE", ("NONE",)),
    ],
)
def test_learning_puts_a_milder_step_first_and_caps_at_a_round_loss(code, path):
    assert paths(resolved("bankout", "learning"))[code] == path


def test_the_learning_profile_is_never_harsher():
    plain, learning = resolved("bankout"), resolved("bankout", "learning")
    for infraction in plain.infractions:
        shifted = learning.infraction(infraction.code).path
        for step, code in enumerate(infraction.path):
            assert plain.level(shifted[min(step, len(shifted) - 1)]) <= plain.level(code)


def test_blitz_has_its_own_times():
    policy = resolved("bankout", "blitz")
    assert policy.time.extension_threshold_seconds == 30
    assert policy.time.extension_round_to_seconds == 30
    assert policy.time.decision_timebox_seconds == 15
    assert policy.penalty("TP").effect.table_extension_minutes == 1
    assert dict(policy.infraction("TM-TARDY").minutes) == {"RM": 0, "W": 1, "RL": 1.5, "ML": 3}
    assert policy.time.prompt_then_count_seconds == 10  # untouched


@pytest.mark.parametrize(
    ("profile", "times"),
    [
        ("competitive", "RM up to 1 min, W after 1 min, RL after 3 min, ML after 5 min"),
        ("blitz", "RM up to 1 min, W after 1 min, RL after 1.5 min, ML after 3 min"),
        ("learning", "RM up to 3 min, W after 3 min, RL after 5 min"),
    ],
)
def test_the_remedy_says_the_times_that_hold(profile, times):
    assert resolved("bankout", profile).infraction("TM-TARDY").remedy[0].endswith(f": {times}")


@pytest.mark.parametrize(
    ("path", "value", "read"),
    [
        ("time.decision_timebox_seconds", 20, lambda p: p.time.decision_timebox_seconds),
        ("decision_timebox_seconds", 20, lambda p: p.time.decision_timebox_seconds),
        ("penalties.TP.effect.turn_seconds", 25, lambda p: p.penalty("TP").effect.turn_seconds),
        ("TP.table_extension_minutes", 2, lambda p: p.penalty("TP").effect.table_extension_minutes),
        ("infractions.GP-HAND.window", "day", lambda p: p.infraction("GP-HAND").window),
        ("hand_limit.keep", 3, lambda p: p.value("hand_limit.keep")),
        ("tardy_minutes", {"ML": 10}, lambda p: {"ML": p.infraction("TM-TARDY").minutes["ML"]}),
    ],
)
def test_an_event_may_override_any_value(path, value, read):
    assert read(resolved("bankout", "competitive", {path: value})) == value


def test_overriding_a_path_sets_its_base():
    policy = resolved("bankout", "competitive", {"infractions.GP-HAND.path": ["RM", "W"]})
    assert (policy.infraction("GP-HAND").base, policy.infraction("GP-HAND").path) == ("RM", ("RM", "W"))


def test_the_order_of_an_object_s_keys_means_nothing():
    """PostgreSQL gives the keys of a stored policy back in another order than it was given them."""
    data = resolve(default_data("bankout"), "blitz")
    turned = json.loads(json.dumps(data, sort_keys=True))
    policy = load(turned)
    assert policy == load(data)
    assert policy.infraction("TM-TARDY").starts == (0, 1, 1.5, 3)
    assert resolve(turned, "competitive")["infractions"][13]["remedy"] == data["infractions"][13]["remedy"]


def test_overrides_come_after_the_profile():
    policy = resolved("bankout", "learning", {"infractions.GP-HAND.path": ["W", "ML"]})
    assert policy.infraction("GP-HAND").path == ("W", "ML")


def test_the_shipped_policy_stays_as_it_is():
    data = default_data("bankout")
    resolve(data, "blitz", {"time.decision_timebox_seconds": 1})
    assert data == default_data("bankout")


def test_a_resolved_policy_is_complete_in_itself():
    data = resolve(default_data("bankout"), "blitz")
    assert load(data) == resolved("bankout", "blitz")
    assert resolve(data, "competitive") == data


def test_all_wrong_overrides_are_named():
    with pytest.raises(PolicyError) as caught:
        resolve(
            default_data("bankout"),
            "competitive",
            {"time.x": 1, "infractions.NO.path": [], "tardy_minutes": {"Q": 1}, "a.b.c": 0},
        )
    assert caught.value.problems == [
        "overrides: nothing is called time.x",
        "overrides: nothing is called infractions.NO.path",
        "overrides: nothing is called tardy_minutes",
        "overrides: nothing is called a.b.c",
    ]


def test_overrides_are_checked_like_the_file():
    with pytest.raises(PolicyError, match="'XX' is no penalty"):
        resolve(default_data("bankout"), "competitive", {"infractions.GP-HAND.path": ["XX"]})


def test_an_unknown_profile():
    with pytest.raises(PolicyError, match="'casual' is not in this policy"):
        resolve(default_data("bankout"), "casual")
