"""Time given back: min(paused, clock left and earlier extensions not used), with threshold, rounding and cap."""

import pytest

from judging.policies.shipped_queries import resolved
from judging.policy import Extension, Pause, extension
from judging.policy.extension import by_hand, for_penalty

POLICY = resolved("bankout")
BLITZ = resolved("bankout", "blitz")


def test_extension(subtests: pytest.Subtests):
    for policy, pause, seconds, reason in [
        (POLICY, {"paused": 59, "left": 900}, 0, "below_threshold"),
        (POLICY, {"paused": 60, "left": 900}, 60, "pause"),
        (POLICY, {"paused": 61, "left": 900}, 120, "pause"),
        (POLICY, {"paused": 240, "left": 900}, 240, "pause"),
        (POLICY, {"paused": 240, "left": 90.7}, 90, "left_when_pause_began"),
        (POLICY, {"paused": 70, "left": 100}, 100, "left_when_pause_began"),
        (POLICY, {"paused": 240, "left": 0}, 0, "time_already_called"),
        (POLICY, {"paused": 240, "left": -30}, 0, "time_already_called"),
        (POLICY, {"paused": 900, "left": 1200}, 600, "table_cap"),
        (POLICY, {"paused": 240, "left": 900, "extended": 480}, 120, "table_cap"),
        (POLICY, {"paused": 240, "left": 900, "extended": 600}, 0, "table_cap"),
        (POLICY, {"paused": 240, "left": 900, "round_ended_by_penalty": True}, 0, "round_ended_by_penalty"),
        (POLICY, {"paused": 120, "left": 900, "deck_check": True}, 300, "pause"),
        (POLICY, {"paused": 20, "left": 900, "deck_check": True}, 240, "pause"),
        (POLICY, {"paused": 300, "left": 60, "deck_check": True}, 240, "left_when_pause_began"),
        (BLITZ, {"paused": 29, "left": 900}, 0, "below_threshold"),
        (BLITZ, {"paused": 31, "left": 900}, 60, "pause"),
        (BLITZ, {"paused": 30, "left": 900}, 30, "pause"),
    ]:
        with subtests.test(policy=policy, pause=pause, seconds=seconds, reason=reason):
            assert extension(policy, Pause(**pause)) == Extension(seconds, reason)


@pytest.mark.parametrize(
    ("seconds", "left", "extended", "expected"),
    [
        (180, 100, 0, Extension(180, "by_hand")),
        (180, 0, 0, Extension(0, "time_already_called")),
        (180, 100, 500, Extension(100, "table_cap")),
    ],
)
def test_time_by_hand(seconds, left, extended, expected):
    assert by_hand(POLICY, seconds, left=left, extended=extended) == expected


@pytest.mark.parametrize(
    ("policy", "left", "extended", "expected"),
    [
        (POLICY, 300, 0, Extension(180, "time_penalty")),
        (BLITZ, 300, 0, Extension(60, "time_penalty")),
        (POLICY, 0, 0, Extension(0, "time_already_called")),  # then the penalty is only recorded
        (POLICY, 300, 540, Extension(60, "table_cap")),
    ],
)
def test_time_for_a_time_penalty(policy, left, extended, expected):
    assert for_penalty(policy, policy.penalty("TP").effect, left=left, extended=extended) == expected
