"""A game tapped in token by token is the game that was played, and what may be tapped is what the rules allow."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine import games, referee
from rules_engine.record import GameRecord
from rules_engine.record import recording as rec
from rules_engine.record.writing import to_json
from rules_engine.table import Acts
from tests.forms import in_form
from tests.rules_engine.stage.games import damaged, played, random_rules

STAGE = games.get("stage")
SEEDS = st.integers(0, 2**32)


def _begun(record: GameRecord) -> GameRecord:
    first = record.rounds[0].first
    return rec.begin(STAGE, rules=record.rules, seats=record.seats, first=first, tags=record.tags)


def _bare(record: GameRecord) -> GameRecord:
    turns = tuple(msgspec.structs.replace(turn, claim=None) for turn in record.rounds[0].turns)
    return msgspec.structs.replace(record, rounds=(msgspec.structs.replace(record.rounds[0], turns=turns),))


def acts_now(record: GameRecord) -> Acts:
    state = STAGE.standing(record)
    seat = STAGE.acts(state, "A").seat
    return STAGE.acts(state, seat or "A")


@given(SEEDS)
@settings(max_examples=12, deadline=None)
def test_a_game_tapped_in_is_the_game_that_was_played(seed: int) -> None:
    wanted = _bare(played(seed))
    now = _begun(wanted)
    for turn in wanted.rounds[0].turns:
        if now.rounds[0].turns and not STAGE.view(STAGE.standing(now)).turn_over:
            now = rec.write(STAGE, now, rec.NO_TOKEN)
        for token in turn.actions:
            before, now = now, rec.write(STAGE, now, token)
            assert to_json(rec.undo(STAGE, now)) == to_json(before)

    assert to_json(now) == to_json(wanted)


@given(SEEDS)
@settings(max_examples=12, deadline=None)
def test_what_may_be_done_is_judged_without_findings(seed: int) -> None:
    rng = Random(seed)
    players = rng.choice([2, 2, 4])
    rules = random_rules(rng, players).to_mapping()
    seats = {letter: f"Player {letter}" for letter in "ABCD"[:players]}
    now = rec.begin(STAGE, rules=rules, seats=seats, first="A", tags={})
    for _tap in range(60):
        acts = acts_now(now)
        if acts.seat is None:
            assert referee(now).outcome.status == "complete"
            return
        assert acts.allowed
        for barred in acts.barred:
            tried = referee(rec.write(STAGE, now, barred.token))
            assert barred.code in {finding.code for finding in tried.findings}
        token = rng.choice(acts.allowed).token
        now = rec.write(STAGE, now, token)
        found = {finding.code for finding in referee(now).findings if finding.kind != "note"}
        # A bank is counted when the game is over, and what is called is paid by the next token.
        assert found <= {"bank_not_counted", *(["payment_missing"] if token.startswith("!") else [])}


@given(SEEDS)
@settings(max_examples=12, deadline=None)
def test_what_the_referee_allows_may_be_tapped(seed: int) -> None:
    """Of each kind of act that the next token of a played game is, one may be tapped; a space by its name."""
    wanted = _bare(played(seed))
    now = _begun(wanted)
    for turn in wanted.rounds[0].turns[:40]:
        if now.rounds[0].turns and not STAGE.view(STAGE.standing(now)).turn_over:
            now = rec.write(STAGE, now, rec.NO_TOKEN)
        for token in turn.actions:
            allowed = {act.token for act in acts_now(now).allowed}
            same = {one for one in allowed if one[:1] == token[:1]} if token[0] in "B+" else {token}
            assert token == "T" or same & allowed, (token, allowed)
            now = rec.write(STAGE, now, token)


@given(SEEDS)
@settings(max_examples=40, deadline=None)
def test_any_sheet_can_be_gone_on_with(seed: int) -> None:
    """A view has the same entries in every state of a match, and the acts of any state are tokens."""
    record = damaged(seed)
    seen: list[list[tuple[str, str | None]]] = []
    STAGE.replay(record, lambda _moment, state: seen.append([(one.key, one.seat) for one in STAGE.view(state).piles]))
    standing = rec.standing(STAGE, record)

    assert all(keys == seen[0] for keys in seen)
    assert all(act.token == rec.NO_TOKEN or STAGE.language.respell(act.token) for act in standing.acts.allowed)


@given(SEEDS)
@settings(max_examples=in_form(gate=15, long=400), deadline=None)
def test_of_what_no_list_names_the_door_says_what_the_referee_finds(seed: int) -> None:
    rng = Random(seed)
    wanted = _bare(played(seed))
    turns = wanted.rounds[0].turns[: rng.randint(1, len(wanted.rounds[0].turns))]
    last = msgspec.structs.replace(turns[-1], actions=turns[-1].actions[: rng.randint(1, 3)])
    record = msgspec.structs.replace(
        wanted, rounds=(msgspec.structs.replace(wanted.rounds[0], turns=(*turns[:-1], last)),)
    )
    acts = acts_now(record)
    before = {(one.code, one.turn, one.action) for one in referee(record).findings}
    for kind in acts.kinds:
        token = kind.mark + kind.joiner.join(rng.choice(step) for step in kind.steps)
        if kind.listed or acts.seat is None:
            continue
        barred = STAGE.barred(STAGE.standing(record), acts.seat, token)
        found = [
            one
            for one in referee(rec.write(STAGE, record, token)).findings
            if (one.code, one.turn, one.action) not in before and one.code not in ("bank_not_counted", "reshuffle")
        ]
        assert (barred is not None) == bool(found), (token, barred, found)


def _tapped(rules: dict[str, object], *tokens: str) -> GameRecord:
    record = rec.begin(STAGE, rules=rules, seats={"A": "Ann", "B": "Ben"}, first="A", tags={})
    for token in tokens:
        record = rec.write(STAGE, record, token)
    return record


@pytest.mark.parametrize("effect", [("a1:J", "-5"), ("a1:K",), ("a1:A",)])
def test_time_in_the_middle_of_an_effect_takes_no_key_away(effect: tuple[str, ...]) -> None:
    """BS-19: time ends the game with the turn, which is finished first."""
    before = {act.token for act in rec.standing(STAGE, _tapped({}, *effect)).acts.allowed}
    now = rec.standing(STAGE, _tapped({}, *effect, "T"))
    assert {act.token for act in now.acts.allowed} == before
    assert now.acts.seat == "A"


def test_after_time_an_ace_still_banks_its_pair_in_go_fish() -> None:
    rules = {"variants": ["go_fish"]}
    now = _tapped(rules, "a1:A", "T")
    assert "B9+9" in {act.token for act in rec.standing(STAGE, now).acts.allowed}
    banked = rec.write(STAGE, now, "B9+9")
    assert not rec.standing(STAGE, banked).is_over, "the cards for it are still to be drawn"
    over = rec.standing(STAGE, rec.write(STAGE, rec.write(STAGE, banked, "+?"), "+?"))
    assert (over.is_over, over.report.outcome.status) == (True, "time")


def test_once_the_turn_is_finished_time_ends_the_game() -> None:
    now = _tapped({}, "a1:J", "T")
    assert not rec.standing(STAGE, now).is_over
    for token in ("-5", "-6", "-7", "+?", "+?", "+?"):
        now = rec.write(STAGE, now, token)
    over = rec.standing(STAGE, now)
    assert (over.is_over, over.acts.allowed) == (True, ())
