"""Reading the policy file: everything that is there, and every problem at once."""

import copy

import msgspec
import pytest
from pydantic import ValidationError

from judging.policy import PolicyError, default_data, load, loads, resolved

POLICY = load(default_data("bankout"))


def test_the_default_policy_is_read_whole():
    data = default_data("bankout")
    assert [penalty.code for penalty in POLICY.penalties] == ["NONE", "RM", "W", "TP", "RL", "ML", "DQ"]
    assert [infraction.code for infraction in POLICY.infractions] == [row["code"] for row in data["infractions"]]
    assert POLICY.penalty("TP").effect.turn_seconds == 30
    assert POLICY.penalty("RL").if_match_is_one_game_round.after_it == "ML"
    assert POLICY.penalty("DQ").requires == ("statement_player", "statement_judge", "prize_decision")
    assert POLICY.time.table_extension_cap_minutes == 10
    assert set(POLICY.profiles) == {"learning", "competitive", "blitz"}


def test_reading_does_not_depend_on_the_order_of_keys():
    data = default_data("bankout")
    turned = dict(reversed(list(data.items())))
    assert load(turned).digest == POLICY.digest


def test_a_changed_value_is_another_version():
    data = default_data("bankout")
    data["time"]["decision_timebox_seconds"] = 25
    changed = load(data)
    assert changed.digest != POLICY.digest
    assert changed.short_version != POLICY.short_version
    assert POLICY.short_version == f"1:{POLICY.digest[:12]}"


def test_buttons_stand_as_on_the_table_sheet():
    assert [button.label for button in POLICY.buttons] == ["Hand limit", "Slow play", "Counter-Joker", "Other"]
    assert [button.key for button in POLICY.buttons if button.takes_note] == ["other"]
    behind = {button.key: [i.code for i in POLICY.infractions_of(button)] for button in POLICY.buttons}
    assert behind["hand_limit"] == ["GP-HAND"]
    assert behind["slow_play"] == ["TM-SLOW", "UC-STALL"]
    assert behind["counter_joker"] == ["GP-SWAP", "GP-CTRLATE", "GP-CTRNONE", "GP-R2JOKER"]
    assert sum(len(codes) for codes in behind.values()) == len(POLICY.infractions)


def test_only_the_counter_button_opens_with_a_ruling():
    assert dict(POLICY.matters["counter_joker"].outcome_labels) == {
        "valid_counter": "Valid counter",
        "late_counter_swap_stands": "Late counter, the swap stands",
        "no_joker_swap_stands": "No Joker, the swap stands",
        "swap_was_illegal_rewind": "Illegal swap, undone",
        "other": "Other",
    }
    assert list(POLICY.matters) == ["counter_joker"]
    assert POLICY.outcomes_of("hand_limit") == ()


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


SENTENCES = {
    "name",
    "definition",
    "remedy",
    "self_report",
    "escalate_now_if",
    "who",
    "downgrade_to",
    "head_may_issue",
    "also_record_on_opponent",
}
"""What an infraction says to people. ``test_rewording`` replaces all of it."""


def reworded(data):
    """The policy with every sentence of every infraction replaced by another one."""
    for row in data["infractions"]:
        for field in SENTENCES & set(row):
            row[field] = ["Something else."] if field == "remedy" else "something else"
    for field in ("window_closes", "legal_result"):
        data["counter_joker"][field] = ["anything"] if field == "legal_result" else "whenever"
    return data


def test_rewording_every_sentence_changes_nothing_that_is_enforced():
    changed = load(reworded(default_data("bankout")))
    enforced = set(type(POLICY.infractions[0]).model_fields) - SENTENCES
    for before, after in zip(POLICY.infractions, changed.infractions, strict=True):
        assert {field: getattr(after, field) for field in enforced} == {
            field: getattr(before, field) for field in enforced
        }
    assert changed.buttons == POLICY.buttons
    assert changed.outcomes_of("counter_joker") == POLICY.outcomes_of("counter_joker")


def test_what_is_enforced_is_a_field():
    assert POLICY.infraction("GP-HAND").first_if_self_reported == "RM"
    assert POLICY.infraction("GP-DRAW").first_if_self_reported == ""
    assert POLICY.infraction("OT-NOTE").comment_length == 10
    assert POLICY.infraction("GP-HAND").comment_length == 0
    assert POLICY.slow_play.code == "TM-SLOW"


def test_a_policy_cannot_be_changed_after_reading():
    with pytest.raises(ValidationError):
        POLICY.version = "2"
    with pytest.raises(ValidationError):
        POLICY.infraction("GP-HAND").path = ("ML",)
    with pytest.raises(TypeError):
        POLICY.infraction("TM-TARDY").minutes["ML"] = 1


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
    ],
)
def test_each_check(change, problem):
    assert broken(change) == [problem]


@pytest.mark.parametrize(
    ("text", "start"),
    [("{", "policy: "), ("[]", "policy: "), ("{}", "policy: missing"), (b"\xff", "policy: ")],
)
def test_an_unreadable_policy_is_refused_with_its_problem(text, start):
    with pytest.raises(PolicyError) as caught:
        loads(text)
    assert caught.value.problems[0].startswith(start)


@pytest.mark.parametrize("part", ["penalties", "infractions", "profiles", "time", "counting"])
@pytest.mark.parametrize("value", [None, 3, "x"])
def test_a_part_of_the_wrong_kind_never_crashes(part, value):
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


@pytest.mark.parametrize(("name", "value"), [("remedy_mode", [1]), ("remedy_mode", {}), ("remedy_mode_options", [[]])])
def test_a_list_or_an_object_in_place_of_an_option_is_a_problem(name, value):
    data = default_data("bankout")
    data["hand_limit"][name] = value
    with pytest.raises(PolicyError) as caught:
        load(data)
    assert [problem.partition(":")[0] for problem in caught.value.problems] == ["hand_limit.remedy_mode"]


def test_a_policy_from_text_equals_one_from_data():
    assert loads(msgspec.json.encode(default_data("bankout"))) == POLICY == resolved("bankout")
