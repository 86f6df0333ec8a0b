"""The suggested penalty, counted as the policy's ``counting`` says: one table a rule."""

from datetime import date

import pytest

from judging.policies.shipped_queries import resolved
from judging.policy import Context, Offence, next_penalty, suggest

POLICY = resolved("bankout")
TODAY, YESTERDAY = date(2026, 11, 21), date(2026, 11, 20)


def past(infraction, penalty="W", match="m1", day=TODAY, **more):
    return Offence(infraction=infraction, penalty=penalty, match=match, day=day, **more)


def here(**more):
    return Context(**{"match": "m2", "day": TODAY, **more})


def codes(suggestion):
    return [reason.code for reason in suggestion.reasons]


def test_every_path_is_walked_and_its_last_step_repeats(subtests: pytest.Subtests):
    for infraction in POLICY.infractions:
        with subtests.test(infraction.code):
            if infraction.by_minutes:
                continue
            record = []
            for n in range(1, len(infraction.path) + 3):
                step = infraction.path[min(n, len(infraction.path)) - 1]
                given = suggest(POLICY, infraction.code, record, here())
                assert (given.n, given.penalty, given.path) == (n, step, infraction.path)
                assert ("past_end_of_path" in codes(given)) == (n > len(infraction.path))
                record.append(past(infraction.code, step, match="m2"))


def test_the_reason_has_what_a_sentence_needs():
    given = suggest(POLICY, "GP-HAND", [past("GP-HAND")], here())
    assert given.reasons[0].code == "nth_same_infraction"
    assert given.reasons[0].params == {"n": 2, "window": "event", "infraction": "GP-HAND"}


@pytest.mark.parametrize(
    ("record", "n"),
    [
        ([], 1),
        ([past("GP-HAND")], 2),
        ([past("GP-HAND", "NONE")], 2),  # NONE is tracked and counts
        ([past("GP-HAND", note_only=True)], 1),
        ([past("GP-HAND", rescinded=True)], 1),
        ([past("GP-HAND", "RL", provisional=True)], 1),  # neither issued nor confirmed yet
        ([past("GP-HAND"), past("GP-HAND", provisional=True), past("GP-HAND")], 3),
        ([past("GP-HAND", "")], 1),  # noticed, nothing issued
        ([past("GP-DRAW")], 1),  # same track, another infraction
        ([past("GP-HAND", day=YESTERDAY)], 2),  # window event
        ([past("GP-HAND"), past("GP-HAND", rescinded=True), past("GP-HAND")], 3),
    ],
)
def test_effective_records_of_the_same_infraction_count(record, n):
    assert suggest(POLICY, "GP-HAND", record, here()).n == n


def test_the_reasons_name_what_does_not_count_yet():
    record = [past("GP-HAND"), past("GP-HAND"), past("GP-HAND", "RL", provisional=True), past("GP-DRAW")]
    given = suggest(POLICY, "GP-HAND", record, here())
    assert (given.n, given.penalty) == (3, "RL")
    assert (given.reasons[1].code, given.reasons[1].params) == ("provisional_before", {"n": 1})
    assert "provisional_before" not in codes(suggest(POLICY, "GP-HAND", record[:2], here()))


@pytest.mark.parametrize(
    ("record", "penalty"),
    [
        ([], "W"),
        ([past("UC-MAJOR", "ML")], "RL"),  # same track counts
        ([past("UC-MINOR"), past("UC-MAJOR", "ML")], "ML"),
        ([past("GP-HAND")], "W"),
        ([past("UC-CHEAT", "DQ", rescinded=True)], "W"),
    ],
)
def test_scope_same_track(record, penalty):
    assert suggest(POLICY, "UC-MINOR", record, here()).penalty == penalty


def test_scope_all():
    policy = resolved("bankout", "competitive", {"infractions.GP-HAND.scope": "all"})
    given = suggest(policy, "GP-HAND", [past("UC-MINOR"), past("TE-SHUF", "RM")], here())
    assert (given.n, given.penalty, codes(given)) == (3, "RL", ["nth_all"])


@pytest.mark.parametrize(
    ("window", "other", "n"),
    [
        ("match", past("GP-HAND", match="m2"), 2),
        ("match", past("GP-HAND", match="m1"), 1),
        ("match", past("GP-HAND", match=None), 1),
        ("day", past("GP-HAND", match="m1"), 2),
        ("day", past("GP-HAND", match="m2", day=YESTERDAY), 1),
        ("event", past("GP-HAND", match="m1", day=YESTERDAY), 2),
    ],
)
def test_windows(window, other, n):
    policy = resolved("bankout", "competitive", {"infractions.GP-HAND.window": window})
    assert suggest(policy, "GP-HAND", [other], here()).n == n


def test_outside_a_match_the_match_window_holds_nothing():
    policy = resolved("bankout", "competitive", {"infractions.GP-HAND.window": "match"})
    assert suggest(policy, "GP-HAND", [past("GP-HAND", match=None)], here(match=None)).n == 1


@pytest.mark.parametrize(
    ("record", "penalty"),
    [
        ([], "RM"),
        ([past("TM-SLOW", "RM", match="m1")], "RM"),  # a reminder of another match does not count
        ([past("TM-SLOW", "RM", match="m2")], "W"),
        ([past("TM-SLOW", "W", match="m1")], "W"),  # a warning of the day does
        ([past("TM-SLOW", "RM", match="m1"), past("TM-SLOW", "W", match="m1")], "W"),
        ([past("TM-SLOW", "RM", match="m2"), past("TM-SLOW", "W", match="m1")], "TP"),
        ([past("TM-SLOW", "W", match="m1", day=YESTERDAY)], "RM"),  # window day
        ([past("TM-SLOW", "W"), past("TM-SLOW", "W"), past("TM-SLOW", "TP")], "RL"),
    ],
)
def test_slow_play_counts_reminders_only_within_the_match(record, penalty):
    assert suggest(POLICY, "TM-SLOW", record, here()).penalty == penalty


def test_tardiness_goes_by_minutes(subtests: pytest.Subtests):
    for minutes, profile, penalty in [
        (0, "competitive", "RM"),
        (1, "competitive", "RM"),  # up to one minute
        (1.01, "competitive", "W"),
        (3, "competitive", "W"),
        (3.5, "competitive", "RL"),
        (5, "competitive", "RL"),
        (5.1, "competitive", "ML"),
        (90, "competitive", "ML"),
        (1.4, "blitz", "W"),
        (1.6, "blitz", "RL"),
        (3.1, "blitz", "ML"),
        (2, "learning", "RM"),
        (4, "learning", "W"),
        (60, "learning", "RL"),
    ]:
        with subtests.test(minutes=minutes, profile=profile, penalty=penalty):
            given = suggest(resolved("bankout", profile), "TM-TARDY", [], here(minutes_late=minutes))
            assert given.penalty == penalty
            assert codes(given) == ["minutes_late"]


def test_tardiness_never_upgrades_on_repeat():
    record = [past("TM-TARDY", "RL"), past("TM-TARDY", "RL")]
    assert suggest(POLICY, "TM-TARDY", record, here(minutes_late=0.5)).penalty == "RM"


@pytest.mark.parametrize("minutes", [None, -1, float("nan")])
def test_tardiness_needs_minutes(minutes):
    with pytest.raises(ValueError, match="needs minutes_late"):
        suggest(POLICY, "TM-TARDY", [], here(minutes_late=minutes))


@pytest.mark.parametrize(
    ("code", "record", "penalty", "why"),
    [
        ("GP-HAND", [], "RM", True),  # first offence becomes RM
        ("GP-HAND", [past("GP-HAND")], "W", False),  # only the first
        ("GP-DRAW", [], "W", False),  # only where the policy says so
    ],
)
def test_self_report(code, record, penalty, why):
    given = suggest(POLICY, code, record, here(self_report=True))
    assert given.penalty == penalty
    assert ("self_report" in codes(given)) == why


def test_self_report_never_makes_it_harsher():
    policy = resolved("bankout", "competitive", {"infractions.GP-HAND.path": ["NONE", "W"]})
    assert suggest(policy, "GP-HAND", [], here(self_report=True)).penalty == "NONE"


def test_a_note_has_no_penalty_whatever_came_before():
    given = suggest(POLICY, "GP-HAND", [past("GP-HAND")] * 3, here(note_only=True))
    assert (given.penalty, codes(given)) == ("NONE", ["note_only"])


@pytest.mark.parametrize(
    ("record", "one_game_round", "penalty", "confirm"),
    [
        ([past("GP-HAND"), past("GP-HAND")], False, "RL", ""),
        ([past("GP-HAND"), past("GP-HAND")], True, "TP", ""),
        ([past("GP-HAND"), past("GP-HAND", "TP")], True, "ML", "head"),  # had the time penalty for it
        ([past("GP-HAND")] * 3, True, "ML", ""),  # the path's own match loss
        ([past("GP-DRAW", "TP"), past("GP-HAND"), past("GP-HAND")], True, "TP", ""),  # had it for another fault
        ([past("GP-HAND"), past("GP-HAND", "TP", rescinded=True), past("GP-HAND")], True, "TP", ""),
    ],
)
def test_a_round_loss_where_the_match_is_one_game_round(record, one_game_round, penalty, confirm):
    given = suggest(POLICY, "GP-HAND", record, here(one_game_round=one_game_round))
    assert (given.penalty, given.confirm) == (penalty, confirm)


def test_slow_play_in_one_game_round_goes_from_time_penalty_to_match_loss():
    record = [past("TM-SLOW", "RM", match="m2"), past("TM-SLOW", "W"), past("TM-SLOW", "TP")]
    given = suggest(POLICY, "TM-SLOW", record, here(one_game_round=True))
    assert (given.n, given.penalty, given.confirm) == (4, "ML", "head")
    assert codes(given) == ["nth_same_infraction", "one_game_round_again"]


def test_what_must_be_investigated_says_so():
    assert "investigate" in codes(suggest(POLICY, "UC-CHEAT", [], here()))
    assert "investigate" not in codes(suggest(POLICY, "GP-HAND", [], here()))


def test_an_unknown_infraction():
    with pytest.raises(KeyError):
        suggest(POLICY, "GP-NOPE", [], here())


@pytest.mark.parametrize(
    ("code", "times", "penalty"),
    [("GP-HAND", 1, "W"), ("GP-HAND", 2, "RL"), ("UC-MINOR", 1, "RL"), ("TM-TARDY", 3, "RM")],
)
def test_what_the_next_offence_would_bring(code, times, penalty):
    assert next_penalty(POLICY, code, [past(code)] * times, here()) == penalty
