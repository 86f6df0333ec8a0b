"""Reading the policy file: what it contains, and what is enforced."""

import msgspec
import pytest
from pydantic import ValidationError

from judging.policies.shipped_queries import default_data, resolved
from judging.policy import load, loads

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
        "window_reopened": "Window cut short, reopened",
        "late_counter_swap_stands": "Late counter, the swap stands",
        "no_joker_swap_stands": "No Joker, the swap stands",
        "round_two_swap_stands": "Countered in Round 2, the swap stands",
        "effect_not_a_swap_stands": "King or Queen effect countered, the effect stands",
        "swap_was_illegal_rewind": "Illegal swap, undone",
        "effect_named_now": "No effect named, the player names one now",
        "round_two_joker_played_now": "Joker kept in Round 2, the holder names an effect now",
        "other": "Other",
    }
    assert list(POLICY.matters) == ["counter_joker"]
    assert POLICY.outcomes_of("hand_limit") == ()


def test_a_finding_of_the_report_is_an_infraction(subtests: pytest.Subtests):
    for finding, code in [
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
    ]:
        with subtests.test(finding=finding, code=code):
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


def test_a_policy_from_text_equals_one_from_data():
    assert loads(msgspec.json.encode(default_data("bankout"))) == POLICY == resolved("bankout")
