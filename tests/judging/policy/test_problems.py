"""Policies that are refused: every problem at once, with its place."""

import copy

import pytest

from judging.policies.shipped_queries import default_data
from judging.policy import PolicyError, load, loads


def broken(change):
    data = copy.deepcopy(default_data("bankout"))
    change(data)
    with pytest.raises(PolicyError) as caught:
        load(data)
    return caught.value.problems


def row(data, code):
    return next(row for row in data["infractions"] if row["code"] == code)


def test_all_problems_of_shape_at_once():
    def change(data):
        del data["counting"]
        data["extra"] = 1
        data["penalties"][1]["level"] = "one"
        del row(data, "GP-HAND")["path"]
        row(data, "GP-DRAW")["paht"] = []
        row(data, "GP-DRAW")["track"] = 4
        data["time"]["decision_timebox_seconds"] = None
        data["time"]["prompt"] = 1
        data["profiles"]["blitz"] = []
        del data["buttons"][1]["label"]
        data["counter_joker"]["ruling_outcomes"] = "yes"

    assert sorted(broken(change)) == [
        "buttons.slow_play.label: missing",
        'counter_joker.ruling_outcomes: must be a list, not "yes"',
        "counting: missing",
        "extra: unknown",
        "infractions.GP-DRAW.paht: unknown",
        "infractions.GP-DRAW.track: must be text, not 4",
        "infractions.GP-HAND.path: missing",
        'penalties.RM.level: must be a whole number, not "one"',
        "profiles.blitz: must be an object, not a list",
        "time.decision_timebox_seconds: must be a whole number, not null",
        "time.prompt: unknown",
    ]


def test_all_problems_of_meaning_at_once():
    def change(data):
        row(data, "GP-HAND")["path"] = ["W", "XX"]
        row(data, "GP-QUEEN")["path"] = []
        row(data, "GP-DRAW")["path"] = ["W", "RM"]
        row(data, "GP-ARITH")["base"] = "W"
        row(data, "GP-SETUP")["track"] = "ZZ"
        row(data, "GP-SWAP")["scope"] = "some"
        row(data, "GP-PLAY")["intent"] = "UC-NOPE"
        row(data, "GP-LOOK")["self_report"] = "is forgiven"
        row(data, "GP-R2JOKER")["button"] = "Jokers"
        row(data, "GP-HAND")["first_if_self_reported"] = "YY"
        row(data, "OT-NOTE")["comment_length"] = -1
        row(data, "TM-TARDY")["minutes"]["RL"] = 9
        row(data, "TM-SLOW")["findings"] = ["over_hand"]
        data["penalties"][2]["issue"] = "anyone"
        data["time"]["extension_round_to_seconds"] = 0
        data["profiles"]["learning"]["prepend"] = "QQ"

    assert broken(change) == [
        "penalties.W: 'anyone' is no role",
        "time.extension_round_to_seconds: must be above 0",
        "infractions.GP-HAND.path: 'XX' is no penalty",
        "infractions.GP-HAND.first_if_self_reported: 'YY' is no penalty",
        "infractions.GP-QUEEN.path: empty",
        "infractions.GP-DRAW.path: a step is milder than the one before it",
        "infractions.GP-ARITH.base: must be the first step of the path",
        "infractions.GP-SETUP.track: 'ZZ' is no track",
        "infractions.GP-SWAP.scope: 'some' is no scope",
        "infractions.GP-PLAY.intent: 'UC-NOPE' is no infraction",
        "infractions.GP-R2JOKER.button: 'Jokers' is no label of a button",
        "infractions.GP-LOOK.first_if_self_reported: missing, though self_report says something",
        "infractions.TM-TARDY.minutes: must rise from 0",
        "infractions.OT-NOTE.comment_length: must not be below 0",
        "findings: over_hand is there 2 times",
        "profiles.learning: 'QQ' is no penalty",
    ]


def test_each_check(subtests: pytest.Subtests):
    for change, problem in [
        (lambda d: d["penalties"].insert(0, {**d["penalties"][0], "level": -1}), "penalties: NONE is there 2 times"),
        (lambda d: d["penalties"][3].update(level=2), "penalties: levels must rise from one to the next"),
        (
            lambda d: d["penalties"][3]["effect"].update(turn_seconds=0),
            "penalties.TP.effect.turn_seconds: must be above 0",
        ),
        (
            lambda d: d["penalties"][4]["if_match_is_one_game_round"].update(use="XX"),
            "penalties.RL.if_match_is_one_game_round: 'XX' is no penalty",
        ),
        (lambda d: d["infractions"].append(row(d, "OT-NOTE")), "infractions: OT-NOTE is there 2 times"),
        (
            lambda d: d["counting"].update(past_end_of_path="stop"),
            "counting.past_end_of_path: 'stop' is no way to go on",
        ),
        (lambda d: d["counting"].update(default_window="year"), "counting.default_window: 'year' is no window"),
        (
            lambda d: d["time"].update(prompt_then_count_seconds=-1),
            "time.prompt_then_count_seconds: must not be below 0",
        ),
        (lambda d: d["time"]["round_cap_minutes"].update(min=30), "time.round_cap_minutes: min is above max"),
        (
            lambda d: d["hand_limit"].update(count="newest", count_options=["all"]),
            "hand_limit.count: 'newest' is no count",
        ),
        (
            lambda d: d["rule_terms"]["hand_limit.remedy_mode"].pop("option"),
            "rule_terms.hand_limit.remedy_mode.option: missing",
        ),
        (
            lambda d: row(d, "GP-HAND").update(step_by="moons"),
            "infractions.GP-HAND.step_by: 'moons' is no way to count",
        ),
        (
            lambda d: row(d, "GP-HAND").update(timed_remedy={"line": 1, "text": "{steps}"}),
            "infractions.GP-HAND.timed_remedy: only where steps go by minutes",
        ),
        (
            lambda d: row(d, "TM-TARDY")["timed_remedy"].update(line=9),
            "infractions.TM-TARDY.timed_remedy.line: the remedy has no line 9",
        ),
        (
            lambda d: row(d, "TM-TARDY")["timed_remedy"].update(text="By the clock"),
            "infractions.TM-TARDY.timed_remedy.text: must hold {steps}",
        ),
        (
            lambda d: d["time"].update(decision_timebox_infraction="TM-FAST"),
            "time.decision_timebox_infraction: 'TM-FAST' is no infraction",
        ),
        (lambda d: d["buttons"].append({**d["buttons"][1], "label": "Slow"}), "buttons: slow_play is there 2 times"),
        (
            lambda d: d.update(matters=["counter_joker", "trick"], trick=d["counter_joker"]),
            "matters: 'trick' is no button",
        ),
        (
            lambda d: d["counter_joker"]["outcome_labels"].pop("other"),
            "counter_joker.outcome_labels.other: missing",
        ),
        (
            lambda d: d["counter_joker"]["outcome_labels"].update(draw="Draw"),
            "counter_joker.outcome_labels: 'draw' is no outcome",
        ),
        (lambda d: d.update(format=3), "format: must be 2, not 3"),
        (
            lambda d: row(d, "TM-TARDY")["minutes"].pop("ML"),
            "infractions.TM-TARDY.minutes: one time for each step of the path is needed",
        ),
        (
            lambda d: row(d, "TM-SLOW").update(reminders_count_only_within="hour"),
            "infractions.TM-SLOW.reminders_count_only_within: 'hour' is no window",
        ),
    ]:
        with subtests.test(change=change, problem=problem):
            assert broken(change) == [problem]


@pytest.mark.parametrize(
    ("text", "start"), [("{", "policy: "), ("[]", "policy: "), ("{}", "policy: missing"), (b"\xff", "policy: ")]
)
def test_an_unreadable_policy_is_refused_with_its_problem(text, start):
    with pytest.raises(PolicyError) as caught:
        loads(text)
    assert caught.value.problems[0].startswith(start)


def test_a_part_of_the_wrong_kind_never_crashes(subtests: pytest.Subtests):
    for part in ["penalties", "infractions", "profiles", "time", "counting"]:
        for value in [None, 3, "x"]:
            with subtests.test(part=part, value=value):
                data = default_data("bankout")
                data[part] = value
                with pytest.raises(PolicyError):
                    load(data)


def test_text_that_is_no_unicode_is_a_problem_of_the_policy():
    data = default_data("bankout")
    data["version"] = "\ud800"
    with pytest.raises(PolicyError) as caught:
        load(data)
    assert len(caught.value.problems) == 1
    assert caught.value.problems[0].startswith("policy: ")


@pytest.mark.parametrize(("name", "value"), [("count", [1]), ("count", {}), ("count_options", [[]])])
def test_a_list_or_an_object_in_place_of_an_option_is_a_problem(name, value):
    data = default_data("bankout")
    data["hand_limit"] |= {"count": "all", "count_options": ["all"], name: value}
    with pytest.raises(PolicyError) as caught:
        load(data)
    assert [problem.partition(":")[0] for problem in caught.value.problems] == ["hand_limit.count"]
