"""Reading the policy file: everything that is there, and every problem at once."""

import copy

import msgspec
import pytest

from judging.policy import PolicyError, default_data, load, loads, resolved
from judging.policy.structs import button_key

POLICY = load(default_data())


def test_the_default_policy_is_read_whole():
    data = default_data()
    assert [penalty.code for penalty in POLICY.penalties] == ["NONE", "RM", "W", "TP", "RL", "ML", "DQ"]
    assert [infraction.code for infraction in POLICY.infractions] == [row["code"] for row in data["infractions"]]
    assert POLICY.penalty("TP").effect.turn_seconds == 30
    assert POLICY.penalty("RL").if_match_is_one_game_round.after_it == "ML"
    assert POLICY.penalty("DQ").requires == ("statement_player", "statement_judge", "prize_decision")
    assert POLICY.time.table_extension_cap_minutes == 10
    assert set(POLICY.profiles) == {"learning", "competitive", "blitz"}


def test_reading_does_not_depend_on_the_order_of_keys():
    data = default_data()
    turned = dict(reversed(list(data.items())))
    assert load(turned).digest == POLICY.digest


def test_a_changed_value_is_another_version():
    data = default_data()
    data["time"]["decision_timebox_seconds"] = 25
    changed = load(data)
    assert changed.digest != POLICY.digest
    assert changed.short_version != POLICY.short_version
    assert POLICY.short_version == f"1:{POLICY.digest[:12]}"


def test_buttons_stand_as_on_the_table_sheet():
    assert list(POLICY.buttons.values()) == ["Hand limit", "Slow play", "Counter-Joker", "Other"]
    assert [i.code for i in POLICY.infractions_of("hand_limit")] == ["GP-HAND"]
    assert [i.code for i in POLICY.infractions_of("slow_play")] == ["TM-SLOW", "UC-STALL"]
    behind = ["GP-SWAP", "GP-CTRLATE", "GP-CTRNONE", "GP-R2JOKER"]
    assert [i.code for i in POLICY.infractions_of("counter_joker")] == behind
    assert sum(len(POLICY.infractions_of(key)) for key in POLICY.buttons) == len(POLICY.infractions)


def test_only_the_counter_button_opens_with_a_ruling():
    with_outcomes = {key: POLICY.outcomes_of(key) for key in POLICY.buttons if POLICY.outcomes_of(key)}
    assert with_outcomes == {
        "counter_joker": (
            "valid_counter",
            "late_counter_swap_stands",
            "no_joker_swap_stands",
            "swap_was_illegal_rewind",
            "other",
        )
    }


@pytest.mark.parametrize(
    ("finding", "code"),
    [
        ("over_hand", "GP-HAND"),
        ("auto_queen_missed", "GP-QUEEN"),
        ("action_after_turn", "GP-DRAW"),
        ("wrong_seat", "GP-DRAW"),
        ("bust_not_taken", "GP-DRAW"),
        ("draw_from_empty", "GP-DRAW"),
        ("wrong_amount", "GP-ARITH"),
        ("wrong_claim", "GP-ARITH"),
        ("swap_opponent_empty", "GP-SWAP"),
        ("counter_not_swap", "GP-CTRLATE"),
        ("counter_without_joker", "GP-CTRNONE"),
        ("card_not_in_hand", "GP-PLAY"),
        ("joker_effect_missing", "GP-PLAY"),
        ("jokers_off", "GP-PLAY"),
        ("shield_unavailable", "GP-PLAY"),
        ("counter_round_two", "GP-PLAY"),
        ("joker_held", "GP-R2JOKER"),
        ("joker_from_hand", "GP-R2JOKER"),
        ("slow_decision", "TM-SLOW"),
        ("turn_not_ended", "TE-RECORD"),
        ("round_unfinished", "TE-RECORD"),
        # what no player is at fault for
        ("impossible_draw", None),
        ("auto_queen_applied", None),
        ("default_discard", None),
    ],
)
def test_a_finding_of_the_report_is_an_infraction(finding, code):
    found = POLICY.infraction_for_finding(finding)
    assert (found.code if found else None) == code


def test_sentences_that_carry_a_value_are_read():
    assert POLICY.infraction("GP-HAND").first_if_self_reported == "RM"
    assert POLICY.infraction("GP-DRAW").first_if_self_reported == ""
    assert POLICY.infraction("OT-NOTE").comment_length == 10
    assert POLICY.infraction("GP-HAND").comment_length == 0


@pytest.mark.parametrize(
    ("name", "key"), [("Hand limit", "hand_limit"), ("Counter-Joker", "counter_joker"), ("Other", "other")]
)
def test_button_keys(name, key):
    assert button_key(name) == key


def broken(change):
    data = copy.deepcopy(default_data())
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

    assert sorted(broken(change)) == [
        "counting: missing",
        "extra: unknown",
        "infractions.GP-DRAW.paht: unknown",
        "infractions.GP-DRAW.track: Expected `str`, got `int`",
        "infractions.GP-HAND.path: missing",
        "penalties.RM.level: Expected `int`, got `str`",
        "profiles.blitz: an object is needed",
        "time.decision_timebox_seconds: Expected `int`, got `null`",
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
        row(data, "TM-TARDY")["minutes"]["RL"] = 9
        row(data, "TM-SLOW")["findings"] = ["over_hand"]
        data["penalties"][2]["issue"] = "anyone"
        data["time"]["extension_round_to_seconds"] = 0
        data["profiles"]["learning"]["prepend"] = "QQ"

    assert broken(change) == [
        "penalties.W: 'anyone' is no role",
        "time.extension_round_to_seconds: must be above 0",
        "infractions.GP-HAND.path: 'XX' is no penalty",
        "infractions.GP-QUEEN.path: empty",
        "infractions.GP-DRAW.path: a step is milder than the one before it",
        "infractions.GP-ARITH.base: must be the first step of the path",
        "infractions.GP-SETUP.track: 'ZZ' is no track",
        "infractions.GP-SWAP.scope: 'some' is no scope",
        "infractions.GP-PLAY.intent: 'UC-NOPE' is no infraction",
        "infractions.GP-LOOK.self_report: must read 'first offence becomes' and a penalty",
        "infractions.TM-TARDY.minutes: must rise from 0",
        "findings: over_hand is there 2 times",
        "profiles.learning: 'QQ' is no penalty",
    ]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
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
        (lambda d: d["hand_limit"].update(remedy_mode="newest"), "hand_limit.remedy_mode: 'newest' is no remedy mode"),
        (
            lambda d: row(d, "TM-TARDY").update(step_by="moons"),
            "infractions.TM-TARDY.step_by: 'moons' is no way to count",
        ),
        (
            lambda d: row(d, "TM-TARDY")["minutes"].pop("ML"),
            "infractions.TM-TARDY.minutes: one time for each step of the path is needed",
        ),
        (
            lambda d: row(d, "TM-SLOW").update(reminders_count_only_within="hour"),
            "infractions.TM-SLOW.reminders_count_only_within: 'hour' is no window",
        ),
    ],
)
def test_each_check(change, problem):
    assert broken(change) == [problem]


@pytest.mark.parametrize(
    ("text", "start"),
    [("{", "policy: "), ("[]", "policy: "), ("{}", "penalties: a list is needed"), (b"\xff", "policy: ")],
)
def test_what_is_no_policy_is_said(text, start):
    with pytest.raises(PolicyError) as caught:
        loads(text)
    assert caught.value.problems[0].startswith(start)


@pytest.mark.parametrize("part", ["penalties", "infractions", "profiles", "time", "counting"])
@pytest.mark.parametrize("value", [None, 3, "x"])
def test_a_part_of_the_wrong_kind_never_crashes(part, value):
    data = default_data()
    data[part] = value
    with pytest.raises(PolicyError):
        load(data)


def test_a_policy_from_text_equals_one_from_data():
    assert loads(msgspec.json.encode(default_data())) == POLICY == resolved()
