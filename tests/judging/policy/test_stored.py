"""Policies that events stored before a policy had a format: read as they always were, under the digest they have."""

import copy
import json
from pathlib import Path

import pytest

from judging.policies.shipped_queries import default_data, resolved, shipped_now
from judging.policies.term_labels import sentence_text
from judging.policy import Context, PolicyError, kept_overrides, load, resolve, suggest
from judging.policy.reading import digest
from judging.policy.stored import upgraded
from judging.rulings.labels.records import give_label, matter_label, outcome_label
from tests.judging.policy.test_suggest import TODAY

STORED = json.loads((Path(__file__).parent / "policy_without_format.json").read_text(encoding="utf-8"))
DIGEST = "790347391f8eb82f2991e0e9d2f133a6d1f5a9ad8cdd18aa28c8f9322b93730f"
TODAYS = resolved("bankout")


def row(data, code):
    return next(row for row in data["infractions"] if row["code"] == code)


def test_it_keeps_the_digest_it_was_stored_under():
    policy = load(STORED, shipped_now())
    assert policy.digest == DIGEST
    assert policy.short_version == f"1:{DIGEST[:12]}"
    assert "format" not in STORED


def test_it_is_the_same_policy_as_the_one_that_is_shipped_now():
    """Everything but the digest and the words for pages. The stored sentences stay as the event was told them."""
    policy = load(STORED, shipped_now())
    different = {field for field in type(policy).model_fields if getattr(policy, field) != getattr(TODAYS, field)}
    assert different == {"digest", "terms", "infractions", "sections", "matters"}
    assert set(policy.sections["hand_limit"]) - set(TODAYS.sections["hand_limit"]) == {
        "remedy_mode",
        "remedy_mode_options",
    }
    before, after = policy.matters["counter_joker"], TODAYS.matters["counter_joker"]
    assert set(before.ruling_outcomes) < set(after.ruling_outcomes)
    assert before.outcome_labels.items() < after.outcome_labels.items()
    told = dict.fromkeys(("name", "definition", "remedy", "escalate_now_if", "timed_remedy"))
    for before, after in zip(policy.infractions, TODAYS.infractions, strict=True):
        assert before.model_copy(update=told) == after.model_copy(update=told)
        assert before.remedy == tuple(row(STORED, before.code)["remedy"])


def test_what_its_sentences_enforced_stays_enforced():
    data = copy.deepcopy(STORED)
    row(data, "GP-HAND")["path"] = row(data, "GP-DRAW")["path"] = ["RL", "ML"]
    row(data, "GP-HAND")["base"] = row(data, "GP-DRAW")["base"] = "RL"
    row(data, "GP-HAND")["self_report"] = "first offence becomes W"
    row(data, "OT-NOTE")["remedy"] = ["Free text, at least 25 characters"]
    policy = load(data, shipped_now())
    reported = Context(match="m1", day=TODAY, self_report=True)
    assert suggest(policy, "GP-HAND", [], reported).penalty == "W"
    assert suggest(policy, "GP-DRAW", [], reported).penalty == "RL"
    assert policy.infraction("OT-NOTE").comment_length == 25
    assert policy.slow_play.code == "TM-SLOW"


def test_its_pages_read_as_before():
    policy = load(STORED, shipped_now())
    assert [(button.label, button.icon) for button in policy.buttons] == [
        ("Hand limit", "people"),
        ("Slow play", "stopwatch"),
        ("Counter-Joker", "undo"),
        ("Other", "more"),
    ]
    assert matter_label("counter_joker", policy) == "Counter-Joker"
    assert outcome_label("counter_joker", "late_counter_swap_stands", policy) == "Late counter, the swap stands"
    assert give_label(policy, "RL") == "Issue: Round loss"
    by = "Discard down to 2 at once by hand_limit.remedy_mode within decision_timebox_seconds: NONE"
    said = sentence_text(by, policy.under({"overhand_default": "random"}))
    assert said == "Discard down to 2 at once by lot within 30 s: no penalty"


def with_a_setting_of_its_own():
    """A policy as it was stored while it said by itself how a hand is brought down."""
    data = resolve(default_data("bankout"), "competitive")
    del data["rule_terms"]
    data["hand_limit"] |= {"remedy_mode": "random", "remedy_mode_options": ["random", "oldest"]}
    data["terms"]["hand_limit.remedy_mode"] = "{hand_limit.remedy_mode}"
    for button in data["buttons"]:
        button.pop("only_with", None)
    return data


def test_a_stored_policy_has_no_button_that_means_nothing_under_the_rules():
    for data in (with_a_setting_of_its_own(), STORED):
        policy = load(data, shipped_now())
        assert [button.key for button in policy.under({"jokers": False}).buttons] == [
            "hand_limit",
            "slow_play",
            "other",
        ]
        assert policy.button("counter_joker") == policy.under({"jokers": True}).button("counter_joker")
        assert policy.under({"jokers": False}).button("counter_joker") is None


def test_the_rules_of_the_event_decide_what_a_stored_policy_said_by_itself():
    data = with_a_setting_of_its_own()
    policy = load(data, shipped_now())
    assert policy.digest == digest(data)
    for option, words in (("oldest", "age, oldest card first"), ("random", "lot")):
        said = sentence_text(policy.infraction("GP-HAND").remedy[1], policy.under({"overhand_default": option}))
        assert said == f"Discard down to the hand limit at once by {words}"


def test_an_own_value_of_what_the_rules_decide_is_refused_by_name_and_kept_ones_are_passed_over():
    own = {"hand_limit.remedy_mode": "oldest", "hand_limit.keep": 3}
    data = default_data("bankout")
    with pytest.raises(PolicyError) as caught:
        resolve(data, "competitive", own)
    assert caught.value.problems == [
        "overrides: hand_limit.remedy_mode is the option overhand_default in the rules of the event"
    ]
    assert kept_overrides(data, own) == {"hand_limit.keep": 3}


def test_reading_leaves_the_stored_data_alone():
    before = copy.deepcopy(STORED)
    load(STORED, shipped_now())
    assert before == STORED


def test_a_policy_of_another_name_gets_labels_from_its_codes():
    data = {**STORED, "policy": "house"}
    policy = load(data, shipped_now())
    assert outcome_label("counter_joker", "valid_counter", policy) == "Valid counter"
    assert outcome_label("counter_joker", "swap_was_illegal_rewind", policy) == "Swap was illegal rewind"
    assert {button.icon for button in policy.buttons} == {"ruling"}


def test_a_broken_one_is_refused_and_never_crashes(subtests: pytest.Subtests):
    for part in sorted(STORED):
        for value in [None, 3, "x", [], {}, [3], [{}]]:
            with subtests.test(part=part, value=value):
                data = {**copy.deepcopy(STORED), part: value}
                try:
                    read = load(data).digest == digest(data)
                except PolicyError as error:
                    read = bool(error.problems)
                assert read


def test_converting_is_repeatable():
    assert upgraded(STORED) == upgraded(copy.deepcopy(STORED))
