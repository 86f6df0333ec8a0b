"""Practice matches at Bankout: whatever a person chooses, the record is one in which the referee finds nothing."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules_engine.bankout.doors.practice import PLAYERS
from rules_engine.bankout.game import GAME
from rules_engine.bankout.simulate import PRESETS
from rules_engine.practice.door import DRAW, PracticeError
from rules_engine.practice.match import PracticeMatch, begin, choices, choose, next_round, place, practice_of
from tests.forms import in_form
from tests.rules_engine.bankout.simulate.cases import random_rules

SEATS = {"A": "You", "B": "Computer"}
MOST_CHOICES = 150


def match_of(seed: int, rules: dict[str, Any], machine: str = "B", strength: str = "steady") -> PracticeMatch:
    machines = (machine,) if machine else ()
    return begin(GAME, rules=rules, seats=SEATS, seed=seed, machines=machines, strength=strength)


def step(match: PracticeMatch, chance: Random) -> PracticeMatch | None:
    """Any choice that is open, a draw or a bank more often; None when the match is over."""
    known = choices(GAME, match)
    tokens = [act.token for act in known.acts] + [token for token in ("B",) if token in [a.token for a in known.acts]]
    tokens += [DRAW] * (2 * (DRAW in tokens))
    following = known.standing.next_round
    if following is not None and (not tokens or chance.random() < 0.5):
        return next_round(GAME, match, chance.choice(following.starters))
    if not tokens or known.seat in match.machines:
        return None
    return choose(GAME, match, chance.choice(tokens))


def faults(match: PracticeMatch) -> list[str]:
    return [finding.code for finding in GAME.referee(match.record).findings if finding.kind != "note"]


@pytest.mark.parametrize("seed", range(in_form(gate=12, long=200)))
def test_the_referee_finds_nothing_in_a_practice_match(seed: int) -> None:
    chance = Random(seed)
    rules = random_rules(chance).to_mapping()
    match = match_of(seed, rules, chance.choice(("A", "B", "")), chance.choice(("careful", "steady", "bold")))
    before = place(match)
    for _choice in range(MOST_CHOICES):
        after = step(match, chance)
        if after is None:
            assert choices(GAME, match).standing.is_over
            break
        assert place(after) > before
        match, before = after, place(after)
    assert faults(match) == []


def test_the_same_choices_meet_the_same_cards() -> None:
    once, again = (match_of(5, {}, machine="") for _time in range(2))
    for _draw in range(3):
        once, again = choose(GAME, once, DRAW), choose(GAME, again, DRAW)
    assert once == again
    assert match_of(6, {}, machine="") != once


def test_the_best_machine_plays_a_match_to_its_end_against_one_who_banks_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(PLAYERS, "best", PRESETS["blitz"]["best"] + "(5)")  # a few rollouts, for the time they take
    match = match_of(3, {"format": "blitz", "jokers": False}, strength="best")
    for _choice in range(400):
        known = choices(GAME, match)
        if known.standing.next_round is not None:
            match = next_round(GAME, match, known.standing.next_round.starters[0])
            continue
        if known.standing.is_over:
            break
        tokens = [act.token for act in known.acts]
        match = choose(GAME, match, "B" if "B" in tokens else tokens[0])
    assert choices(GAME, match).standing.is_over
    assert faults(match) == []


@pytest.mark.parametrize("token", ["7", "nonsense", "K", ""])
def test_what_is_not_offered_cannot_be_chosen(token: str) -> None:
    match = match_of(1, {}, machine="")
    with pytest.raises(PracticeError):
        choose(GAME, match, token)
    with pytest.raises(PracticeError):
        next_round(GAME, match)


def test_what_the_other_player_draws_to_hand_is_not_seen() -> None:
    play = choices(GAME, match_of(1, {"jokers": True}, machine="")).play
    practice = practice_of(GAME)
    assert practice.seen(play, "B", ["7", "Q", "K", "B"], "A") == ["7", "?", "?", "B"]
    assert practice.seen(play, "B", ["7", "Q", "K", "B"], "B") == ["7", "Q", "K", "B"]
    assert practice.seen(play, "B", [">Q", ">K"], "A") == [">Q", ">K"]
