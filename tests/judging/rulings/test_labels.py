"""Codes in words."""

import msgspec
import pytest

from judging.durations import duration
from judging.policies.shipped_queries import resolved
from judging.policies.term_labels import penalty_shown, sentence_text, which_time
from judging.policy import Context, SuggestionReason, suggest
from judging.rulings.labels.records import give_label, matter_label, outcome_label
from judging.rulings.labels.suggestions import REASONS, reason_text, suggestion_text
from tests.judging.policy.test_suggest import TODAY, here, past

POLICY = resolved("bankout").under({"overhand_default": "random"})


@pytest.mark.parametrize(
    ("code", "record", "more", "text"),
    [
        (
            "GP-HAND",
            [past("GP-HAND")],
            {},
            "Hand limit exceeded for the second time in this event. Path: W, W, RL, ML.",
        ),
        ("TM-SLOW", [], {}, "Slow play for the first time today. Path: RM, W, TP, RL, ML."),
        (
            "UC-MINOR",
            [past("UC-MAJOR", "ML")] * 2,
            {},
            "Unsporting conduct for the third time in this event. Path: W, RL, ML, DQ.",
        ),
        ("TM-TARDY", [], {"minutes_late": 3.5}, "Late by 3:30. Path: RM, W, RL, ML."),
        (
            "TE-SHUF",
            [past("TE-SHUF")] * 6,
            {},
            (
                "Insufficient shuffling 7 times in this event. The end of the path is reached, so its last step "
                "applies again. Path: RM, W, RL."
            ),
        ),
        (
            "GP-HAND",
            [past("GP-HAND")] * 2,
            {"one_game_round": True},
            (
                "Hand limit exceeded for the third time in this event. The match has only one game round: TP instead "
                "of RL. Path: W, W, RL, ML."
            ),
        ),
        (
            "GP-HAND",
            [past("GP-HAND"), past("GP-HAND", "RL", provisional=True)],
            {},
            "Hand limit exceeded for the second time in this event. 1 provisional penalty does not count yet. "
            "Path: W, W, RL, ML.",
        ),
        ("UC-CHEAT", [], {}, "Cheating for the first time in this event. The head judge investigates."),
    ],
)
def test_a_suggestion_says_its_reasons(code, record, more, text):
    given = suggest(POLICY, code, record, Context(match="m2", day=TODAY, **more))
    assert suggestion_text(given, POLICY) == text


def test_every_reason_of_the_policy_has_words():
    """Walk records and contexts until no further reason comes up."""
    policy = resolved(
        "bankout", "competitive", {"infractions.GP-DRAW.scope": "all", "infractions.GP-PLAY.window": "match"}
    )
    met = set()
    for infraction in policy.infractions:
        late = {"minutes_late": 2.0} if infraction.by_minutes else {}
        waits = msgspec.structs.replace(past(infraction.code), provisional=True)
        for record in ([], [waits], [past(infraction.code)] * 2, [past(infraction.code, "TP", match="m2")] * 9):
            for more in ({}, {"self_report": True}, {"note_only": True}, {"one_game_round": True}):
                given = suggest(policy, infraction.code, record, here(**late, **more))
                for reason in given.reasons:
                    met.add(reason.code)
                    assert reason_text(reason, policy) != reason.code
    assert met == set(REASONS)


def test_a_reason_that_is_new_is_shown_as_its_code():
    assert reason_text(SuggestionReason("moon_phase"), POLICY) == "moon_phase"


@pytest.mark.parametrize(("n", "text"), [(1, "first time"), (3, "third time"), (6, "sixth time"), (7, "occurrence 7")])
def test_which_time(n, text):
    assert which_time(n) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Discard down to 2 at once by hand_limit.remedy_mode", "Discard down to 2 at once by lot"),
        ("Count down prompt_then_count_seconds if it goes on", "Count down 10 s if it goes on"),
        ("fixed before the opponent acts: NONE, note_only", "fixed before the opponent acts: no penalty, a note only"),
        ("deputy_head decides RL", "the deputy head judge decides RL"),
        ("Do not rewind later turns", "Do not rewind later turns"),
        ("some_word that is unknown", "some_word that is unknown"),
    ],
)
def test_what_a_sentence_refers_to_is_put_in(text, shown):
    assert sentence_text(text, POLICY) == shown


def test_no_sentence_of_the_policy_shows_the_program_s_words():
    for infraction in POLICY.infractions:
        for line in (*infraction.remedy, infraction.escalate_now_if):
            assert "_" not in sentence_text(line, POLICY)


@pytest.mark.parametrize(
    ("code", "verb", "level"),
    [
        ("NONE", "Log without a penalty", "caution"),
        ("RM", "Issue: Reminder", "caution"),
        ("W", "Issue: Warning", "warning"),
        ("TP", "Issue: Time penalty", "warning"),
        ("RL", "Issue: Round loss", "loss"),
        ("DQ", "Issue: Disqualification", "loss"),
    ],
)
def test_a_penalty_and_its_button(code, verb, level):
    assert (give_label(POLICY, code), penalty_shown(POLICY, code).level) == (verb, level)


def test_every_outcome_of_the_policy_has_words():
    for outcome in POLICY.outcomes_of("counter_joker"):
        assert "_" not in outcome_label("counter_joker", outcome, POLICY)
    assert outcome_label("counter_joker", "withdrawn", POLICY) == "Rescinded"
    assert outcome_label("duplicate", "both_stand", POLICY) == "Both records stand"
    assert outcome_label("other", "deck reshuffled", POLICY) == "deck reshuffled"
    assert matter_label("counter_joker", POLICY) == "Counter-Joker"
    assert matter_label("counter_joker", POLICY.under({"jokers": False})) == "Counter-Joker"
    assert matter_label("something", POLICY) == "something"


@pytest.mark.parametrize(("seconds", "text"), [(0, "0:00"), (59, "0:59"), (185, "3:05"), (3600, "60:00")])
def test_durations(seconds, text):
    assert duration(seconds) == text
