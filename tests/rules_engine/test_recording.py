"""A record written tap by tap is the record that was played, and every tap can be taken back."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec
import pytest

from rules_engine import games, read_record
from rules_engine.game import Moment
from rules_engine.record import UNKNOWN_TOKEN, GameRecord, TokenError
from rules_engine.record import recording as rec
from rules_engine.record.writing import to_json, to_text
from tests.forms import in_form
from tests.rules_engine.bankout.simulate.cases import played

BANKOUT = games.get("bankout")
SEEDS = range(in_form(gate=4, long=200))


def begun(first: str = "A", **rules: object) -> GameRecord:
    return rec.begin(BANKOUT, rules=rules, seats={"A": "Ada", "B": "Bo"}, first=first, tags={})


def tapped(*tokens: str, **rules: object) -> GameRecord:
    record = begun(**rules)
    for token in tokens:
        record = rec.write(BANKOUT, record, token)
    return record


def turns(record: GameRecord) -> list[str]:
    return [f"{turn.seat}: {' '.join(turn.actions)}" for turn in record.rounds[-1].turns]


def steps_of(record: GameRecord) -> Iterator[GameRecord]:
    """The record as a scorekeeper taps it: every version of it, from the first heading to the last token."""
    first = record.rounds[0].first
    now = rec.begin(BANKOUT, rules=record.rules, seats=record.seats, first=first, tags=record.tags)
    yield now
    for place, played_round in enumerate(record.rounds):
        if place:
            now = rec.begin_round(BANKOUT, now, played_round.first)
            yield now
        for turn in played_round.turns:
            written = now.rounds[-1].turns
            now = _open(now, turn.actions)
            if now.rounds[-1].turns != written:
                yield now
            for token in _without_readings(turn.actions):
                now = rec.write(BANKOUT, now, *token)
                yield now


def _open(now: GameRecord, actions: tuple[str, ...]) -> GameRecord:
    """Open the next turn without a token, where its first one would not: nobody answers, or time is called first."""
    state = BANKOUT.standing(now)
    is_open = now.rounds[-1].turns and not BANKOUT.view(state).turn_over
    return rec.write(BANKOUT, now, rec.NO_TOKEN) if is_open or actions[0] == "T" else now


def _without_readings(actions: tuple[str, ...]) -> Iterator[tuple[str, int | None]]:
    """Each token with the reading that follows it."""
    for index, token in enumerate(actions):
        if token.startswith("@"):
            continue
        following = actions[index + 1] if index + 1 < len(actions) else ""
        yield token, int(following[1:]) if following.startswith("@") else None


@pytest.mark.parametrize("seed", SEEDS)
def test_a_played_match_tapped_in_is_the_same_record_and_undone_is_gone(seed: int) -> None:
    _outcome, record = played(seed)
    bare = read_record(to_text(_without_claims(record), BANKOUT.language))
    versions = list(steps_of(bare))
    assert to_json(versions[-1]) == to_json(bare)
    for before, after in zip(reversed(versions[:-1]), reversed(versions[1:]), strict=True):
        if after.rounds[-1].turns and after.rounds[-1].turns[-1].actions[:1] == ("T",):
            continue  # opened for the call alone
        assert to_json(rec.undo(BANKOUT, after)) == to_json(before)


def _without_claims(record: GameRecord) -> GameRecord:
    rounds = tuple(
        msgspec.structs.replace(one, turns=tuple(msgspec.structs.replace(turn, claim=None) for turn in one.turns))
        for one in record.rounds
    )
    return msgspec.structs.replace(record, rounds=rounds)


@pytest.mark.parametrize("seed", range(in_form(gate=12, long=200)))
def test_what_is_offered_has_no_finding_and_what_is_barred_has_the_one_it_names(seed: int) -> None:
    rng = random.Random(seed)
    record = begun(format=rng.choice(["bankout", "blitz"]), jokers=rng.random() < 0.7)
    for _ in range(60):
        now = rec.to_write(BANKOUT, record)
        if now.acts.seat is None:
            if now.next_round is None:
                break
            record = rec.begin_round(BANKOUT, record, now.next_round.starters[0])
            continue
        if now.acts.barred and rng.random() < 0.2:
            barred = rng.choice(now.acts.barred)
            if barred.token in {"draw", "no answer"}:  # the act of drawing is told by the cards
                continue
            wrong = rec.to_write(BANKOUT, rec.write(BANKOUT, record, barred.token))
            new = {found.code for found in wrong.report.findings} - {found.code for found in now.report.findings}
            assert barred.code in {found.code for found in wrong.report.findings} | new, (barred, turns(wrong.record))
            continue
        allowed = rng.choice(now.acts.allowed)
        record = rec.write(BANKOUT, record, allowed.token)
        faults = [one for one in BANKOUT.referee(record).findings if one.kind in ("illegal", "missed")]
        assert not faults, (allowed.token, turns(record), faults)


@pytest.mark.parametrize(
    "tokens", [("7", "?", "A", "J"), ("K", "?", "A", "J"), ("A", "9", "?", "J"), ("A", "9", "?", "5", "J")]
)
def test_at_a_latent_trigger_with_a_card_unseen_each_barred_act_has_the_finding_it_names(
    tokens: tuple[str, ...],
) -> None:
    record = tapped(*tokens)
    now = rec.to_write(BANKOUT, record)
    assert "*Q" in {act.token for act in now.acts.allowed}
    for barred in now.acts.barred:
        if barred.token == "draw":
            continue
        found = rec.to_write(BANKOUT, rec.write(BANKOUT, record, barred.token)).report.findings
        assert (barred.code, barred.rule) in {(one.code, one.rule) for one in found}, barred
        assert "bust_not_taken" not in {one.code for one in found}, barred


@pytest.mark.parametrize("token", ["*Q", ">Q"])
def test_a_queen_played_automatically_may_be_written_and_then_no_longer(token: str) -> None:
    record = tapped("Q", "A", "J")
    assert token in {act.token for act in rec.to_write(BANKOUT, record).acts.allowed}
    written = rec.to_write(BANKOUT, rec.write(BANKOUT, record, token))
    assert not written.report.findings
    assert token in {act.token for act in written.acts.barred}


def test_a_queen_not_seen_that_was_held_back_at_a_trigger_is_not_offered() -> None:
    now = rec.to_write(BANKOUT, tapped("A", "?", "J", "#", "2", "B"))
    assert ("auto_queen_missed", ">Q") in {(act.code, act.token) for act in now.acts.barred}
    assert ">K" in {act.token for act in now.acts.allowed}


def test_tokens_go_to_the_turn_that_is_open() -> None:
    assert turns(tapped("7", "B", "5")) == ["A: 7 B", "B: 5"]
    assert turns(tapped("J", "J", "J", "8")) == ["A: J J J", "B: 8"]


def test_a_written_bust_and_the_time_call_belong_to_the_turn_before() -> None:
    assert turns(tapped("J", "J", "J", "#", "T")) == ["A: J J J # T"]


def test_what_a_token_leaves_open_stays_open_until_the_next() -> None:
    answered = tapped("9", "B", "8", "X=swap", format="blitz", variants=["shield_token"])
    now = rec.to_write(BANKOUT, answered)
    assert {act.token for act in now.acts.allowed} >= {rec.NO_TOKEN, "^S"}
    assert turns(rec.write(BANKOUT, answered, rec.NO_TOKEN))[-1] == "A: "


SWAPPED_IN_ROUND_2 = "Round 1, A first\nA: 7 B\nB: 9 B\nRound 2, B first\nB: 9 B\nA: X=swap\n"
SWAPPED_IN_ROUND_3 = (
    "Round 1, A first\nA: 7 B\nB: E\nRound 2, B first\nRound 3, A first\nA: 8 B\nB: 9 B\nA: X >X=swap\n"
)


# BO-5.21: nothing answers a swap in Round 2. BO-5.24: B, who holds nothing, has no Joker.
@pytest.mark.parametrize("text", [SWAPPED_IN_ROUND_2, SWAPPED_IN_ROUND_3])
def test_a_swap_that_nothing_can_answer_is_over_at_once(text: str) -> None:
    record = read_record('[format "blitz"]\n' + text)
    now = rec.to_write(BANKOUT, record)
    assert (now.acts.seat, now.view.turn_over) == ("B", True)
    written = rec.write(BANKOUT, record, "5")
    assert turns(written)[-1] == "B: 5"
    assert not {one.code for one in BANKOUT.referee(written).findings} & {"action_after_turn", "turn_not_ended"}


def test_a_draw_by_the_next_player_says_that_nobody_answered() -> None:
    text = '[format "blitz"]\n' + SWAPPED_IN_ROUND_3.replace("B: 9 B", "B: ? 9 B")
    now = rec.to_write(BANKOUT, read_record(text))
    assert not now.view.turn_over
    assert {act.token for act in now.acts.allowed} >= {rec.NO_TOKEN, "^X", "5", "?"}
    drawn = rec.write(BANKOUT, read_record(text), "5h")
    assert turns(drawn)[-2:] == ["A: X >X=swap", "B: 5h"]
    assert turns(rec.write(BANKOUT, read_record(text), "^X"))[-1] == "A: X >X=swap ^X"


LEVEL_IN_ROUND_3 = """[format "blitz"]
Round 1, A first
A: 7 B
B: 7 B
Round 2, B first
Round 3, A first
"""


@pytest.mark.parametrize(
    ("turn", "over"),
    [
        # BO-9.2: the turn is finished first, also a bust that may be answered and a discard that is owed.
        ("A: 9 T", False),
        ("A: 9 ? J J J T", False),
        ("A: 9 ? Q K T", False),
        ("A: 9 J J J # T", True),
        ("A: 9 B T", True),
    ],
)
def test_no_round_follows_a_turn_that_is_to_be_finished(turn: str, over: bool) -> None:
    now = rec.to_write(BANKOUT, read_record(LEVEL_IN_ROUND_3 + turn))
    assert (now.next_round is not None or now.is_over) == over


def test_a_reading_of_the_clock_follows_its_token_and_goes_with_it() -> None:
    record = rec.write(BANKOUT, begun(), "7", 12)
    assert turns(record) == ["A: 7 @12"]
    assert rec.undo(BANKOUT, record) == begun()


def test_an_earlier_token_is_changed_and_the_later_ones_are_judged_again() -> None:
    record = tapped("7", "J", "J", "4", "B")
    record = rec.change(BANKOUT, record, Moment(0, 1, 1), "J")
    assert turns(record) == ["A: J J J 4 B"]
    assert "bust_not_taken" in {one.code for one in BANKOUT.referee(record).findings}
    assert turns(rec.change(BANKOUT, record, Moment(0, 1, 2), None)) == ["A: J J 4 B"]
    assert turns(rec.change(BANKOUT, record, Moment(0, 1, 1), "2", insert=True)) == ["A: 2 J J J 4 B"]


@pytest.mark.parametrize("at", [Moment(0), Moment(0, 1), Moment(0, 9, 1), Moment(3, 1, 1), Moment(0, 1, 0)])
def test_there_must_be_something_in_the_place(at: Moment) -> None:
    with pytest.raises(rec.RecordingError, match="no_token"):
        rec.change(BANKOUT, tapped("7", "B"), at, "8")


def test_what_is_no_token_is_refused() -> None:
    with pytest.raises(TokenError) as caught:
        rec.write(BANKOUT, begun(), "Z")
    assert caught.value.code == UNKNOWN_TOKEN


@pytest.mark.parametrize(("token", "code"), [(">9", "play"), ("^Q", "answer"), ("@x", "clock"), ("B(x)", "bank")])
def test_what_was_probably_meant_has_a_code(token: str, code: str) -> None:
    with pytest.raises(TokenError) as caught:
        rec.write(BANKOUT, begun(), token)
    assert caught.value.code == code
    assert str(caught.value) == str(caught.value.message)


def test_nothing_comes_before_the_first_heading() -> None:
    with pytest.raises(rec.RecordingError, match="nothing"):
        rec.undo(BANKOUT, begun())
    with pytest.raises(rec.RecordingError, match="no_round"):
        rec.begin_round(BANKOUT, tapped("7"))
