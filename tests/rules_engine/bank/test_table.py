"""What the table shows and offers: what is offered has no finding, and a game tapped in is the game played."""

from __future__ import annotations

from random import Random

import msgspec
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rules_engine import games, read_record
from rules_engine.record import GameRecord
from rules_engine.record import recording as rec
from rules_engine.record.writing import to_json
from tests.forms import in_form
from tests.rules_engine.bank.games import any_token, dealt, random_rules, unseen

BANK = games.get("bank")
SEEDS = st.integers(0, 2**32)


@given(SEEDS)
@settings(max_examples=in_form(gate=8, long=300), deadline=None)
def test_what_may_be_tapped_has_no_finding(seed: int) -> None:
    rng = Random(seed)
    rules, names = random_rules(rng).to_mapping(), {"A": "Ada", "B": "Bo"}
    record = rec.begin(BANK, rules=rules, seats=names, first=rng.choice("AB"), tags={})
    shown: set[tuple[str, ...]] = set()
    for _tap in range(60):
        now = rec.standing(BANK, record)
        shown.add(tuple(f"{one.key} {one.seat}" for one in (*now.view.piles, *now.view.banks, *now.view.labels)))
        if now.acts.seat is None or not now.acts.allowed:
            break
        record = rec.write(BANK, record, rng.choice([one.token for one in now.acts.allowed]))
        faults = [one for one in BANK.referee(record).findings if one.kind != "note"]
        owed = {"exchange_missing", "steal_missing"}  # until they are tapped
        assert [one for one in faults if one.code not in owed] == []
    assert len(shown) == 1, "a page draws the same places in every state"


@given(SEEDS)
@settings(max_examples=in_form(gate=5, long=200), deadline=None)
def test_a_game_tapped_in_is_the_game_played(seed: int) -> None:
    played = dealt(seed)[1]
    now: GameRecord = msgspec.structs.replace(played, rounds=(msgspec.structs.replace(played.rounds[0], turns=()),))
    assume(all(turn.actions for turn in played.rounds[0].turns))
    for turn in played.rounds[0].turns:
        for token in turn.actions:
            now = rec.write(BANK, now, token)
    assert to_json(now) == to_json(played)
    assert read_record(to_json(now)) == played


def test_a_replay_shows_each_token_once() -> None:
    record = read_record(BANK.notes.examples["ten-faults"].text)
    seen: list[tuple[int | None, int | None]] = []
    BANK.replay(record, lambda moment, _state: seen.append((moment.turn, moment.action)))

    turns = enumerate(record.rounds[0].turns, 1)
    assert seen == [(None, None), *((number, at) for number, turn in turns for at in range(1, len(turn.actions) + 1))]


@given(SEEDS)
@settings(max_examples=in_form(gate=15, long=600), deadline=None)
def test_of_what_no_list_names_the_door_says_what_the_referee_finds(seed: int) -> None:
    rng = Random(seed)
    record = unseen(dealt(seed)[1])
    turns = record.rounds[0].turns[: rng.randint(1, len(record.rounds[0].turns))]
    last = msgspec.structs.replace(turns[-1], actions=turns[-1].actions[: rng.randint(0, len(turns[-1].actions))])
    rounds = (msgspec.structs.replace(record.rounds[0], turns=(*turns[:-1], last)),)
    record = msgspec.structs.replace(record, rounds=rounds)
    now = rec.standing(BANK, record)
    assume(now.acts.seat is not None)
    for _token in range(20):
        token = any_token(rng)
        kind = next((kind for kind in now.acts.kinds if kind.entries(token)), None)
        if kind is None:
            continue
        barred = BANK.barred(now.state, str(now.acts.seat), token)
        written = rec.write(BANK, record, token)
        number, action = len(written.rounds[0].turns), len(written.rounds[0].turns[-1].actions)
        found = [one for one in BANK.referee(written).findings if one.turn == number and one.kind != "note"]
        if barred is not None:
            assert barred.code in {one.code for one in found}, (token, barred, found)
            continue
        owed = {"exchange_missing", "steal_missing"}  # until they are tapped
        assert not [one for one in found if one.action == action and one.code not in owed], (token, found)
        assert kind.allowed, (token, kind)
        if kind.listed:
            assert token in {one.token for one in now.acts.allowed}
