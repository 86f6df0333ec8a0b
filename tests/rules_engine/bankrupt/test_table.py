"""What the table shows and offers: what is offered has no finding, and a game tapped in is the game played."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine import games, read_record
from rules_engine.bankrupt.simulate.games import Table
from rules_engine.bankrupt.simulate.players import random_player
from rules_engine.record import recording as rec
from rules_engine.record.writing import to_json
from tests.forms import in_form
from tests.rules_engine.bankrupt.games import random_rules

BANKRUPT = games.get("bankrupt")
SEEDS = st.integers(0, 2**32)


@given(SEEDS)
@settings(max_examples=in_form(gate=8, long=300), deadline=None)
def test_what_may_be_tapped_has_no_finding(seed: int) -> None:
    rng = Random(seed)
    names = {seat: f"Player {seat}" for seat in "ABCD"}
    rules = random_rules(rng).to_mapping()
    record = rec.begin(BANKRUPT, rules=rules, seats=names, first=rng.choice("ABCD"), tags={})
    shown: set[tuple[str, ...]] = set()
    for _tap in range(60):
        now = rec.standing(BANKRUPT, record)
        shown.add(tuple(f"{one.key} {one.seat}" for one in (*now.view.banks, *now.view.counters, *now.view.labels)))
        if now.is_over:
            break
        if now.next_round is not None:
            record = rec.begin_round(BANKRUPT, record)
            continue
        offered = [one.token for one in now.acts.allowed if not one.token.startswith("S") or rng.random() < 0.05]
        record = rec.write(BANKRUPT, record, rng.choice(offered or [one.token for one in now.acts.allowed]))
        faults = [one for one in BANKRUPT.referee(record).findings if one.kind != "note"]
        # What a draw shows is the players' to say: by chance a card comes up more often than the deck holds it.
        assert [one for one in faults if one.code != "impossible_draw"] == []
    assert len(shown) == 1, "a page draws the same places in every state"


@given(SEEDS)
@settings(max_examples=in_form(gate=5, long=200), deadline=None)
def test_a_game_tapped_in_is_the_game_played(seed: int) -> None:
    table = Table(random_rules(Random(seed)), [random_player] * 4, Random(seed))
    table.play(5)
    played = table.record()
    now = rec.begin(BANKRUPT, rules=played.rules, seats=played.seats, first=played.rounds[0].first, tags={})
    for place, one in enumerate(played.rounds):
        if place:
            now = rec.begin_round(BANKRUPT, now)
        for turn in one.turns:
            for token in turn.actions:
                now = rec.write(BANKRUPT, now, token)
    assert to_json(now) == to_json(played)
    assert read_record(to_json(now)) == played


def test_a_replay_shows_each_token_once() -> None:
    record = read_record(BANKRUPT.notes.examples["last-legs"].text)
    seen: list[tuple[int, int | None, int | None]] = []
    BANKRUPT.replay(record, lambda moment, _state: seen.append((moment.place, moment.turn, moment.action)))

    expected: list[tuple[int, int | None, int | None]] = []
    for place, played in enumerate(record.rounds):
        expected.append((place, None, None))
        expected += [
            (place, number, action)
            for number, turn in enumerate(played.turns, 1)
            for action in range(1, len(turn.actions) + 1)
        ]
    assert seen == expected


def test_a_round_in_which_all_others_threw_in_waits_for_nothing() -> None:
    names = {seat: f"Player {seat}" for seat in "ABC"}
    record = rec.begin(BANKRUPT, rules={"fewest": 3}, seats=names, first="A", tags={})
    assert rec.standing(BANKRUPT, record).view.phase == "exchange"
    for _seat in "BC":
        record = rec.write(BANKRUPT, record, "F")
    now = rec.standing(BANKRUPT, record)
    assert now.next_round is not None
    assert (now.view.phase, str(now.view.status)) == ("round_over", "The round is decided.")


def test_time_lets_the_round_be_played_out() -> None:
    """BR-20: pieces count once the round is decided, and no result is proposed before that."""
    names = {seat: f"Player {seat}" for seat in "ABCD"}
    record = rec.begin(BANKRUPT, rules={}, seats=names, first="A", tags={})
    for token in ("H", "T", "F", "F", "H", "S10+6", "SK+K"):
        now = rec.standing(BANKRUPT, record)
        assert not now.is_over
        assert now.acts.seat is not None
        record = rec.write(BANKRUPT, record, token)
    over = rec.standing(BANKRUPT, record)
    assert over.is_over
    assert over.next_round is None
    assert (over.report.outcome.places, over.report.outcome.decided_by) == ([["A"], ["B", "C", "D"]], "time")
