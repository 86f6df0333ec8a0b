"""What the table shows and offers: what is offered has no finding, and a game tapped in is the game played."""

from __future__ import annotations

from random import Random

import msgspec
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rules_engine import games, read_record
from rules_engine import recording as rec
from rules_engine.record import GameRecord
from rules_engine.record.writing import to_json
from tests.forms import in_form
from tests.rules_engine.bank.games import dealt, random_rules

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
