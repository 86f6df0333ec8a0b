"""What may be done: exactly what the engine's check passes, as tokens that a record can go on with."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from rules_engine import games
from rules_engine.bankout import actions as act
from rules_engine.bankout import engine
from rules_engine.bankout.cards import JOKER, QUEEN, name_of
from rules_engine.bankout.checking import check
from rules_engine.bankout.referee.referee import final_state
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.state import ANSWER, EFFECT, ROUND_OVER, SEATS, TURN_OVER, State
from rules_engine.game import Moment
from rules_engine.record import GameRecord, Turn
from rules_engine.record.reading import parse
from rules_engine.table import Acts
from tests.rules_engine.play import Scorekeeper, play_record, random_rules

GAME = games.get("bankout")
EFFECTS = {act.SWAP: "X=swap", act.JOKER_KING: "X=king", act.JOKER_QUEEN: "X=queen"}


def acting(state: State) -> str:
    return SEATS[state.opponent if state.phase == ANSWER else state.seat]


def checked_tokens(state: State) -> set[str]:
    """A token for each action that the check passes; a draw stands for every card that the deck still holds."""
    held = tuple(card for card in state.hands[state.seat] if card > 1)
    found: set[str] = set()
    for action in act.all_actions(held):
        if check(state, action):
            continue
        if action == act.DRAW:
            found |= {"?", *drawn_tokens(state)}
        elif action == act.PASS:
            found.add("")
        else:
            found.add(EFFECTS[action] if state.phase == EFFECT else act.describe(action))
    return found


def drawn_tokens(state: State) -> set[str]:
    found = set()
    for rank, _copies in engine.outcomes(state):
        after, _events = engine.apply(state, act.DRAW, rank)
        if rank == JOKER and after.phase == EFFECT:
            found |= {token for effect, token in EFFECTS.items() if not check(after, effect)}
        else:
            found.add(name_of(rank))
    return found


class CheckedScorekeeper(Scorekeeper):
    """Looks at the acts before each action."""

    looked = 0

    def choose(self) -> int:
        acts = GAME.acts(self.state, acting(self.state))
        tokens = [one.token for one in acts.allowed]
        assert len(tokens) == len(set(tokens))
        assert set(tokens) == checked_tokens(self.state)
        assert not set(tokens) & {one.token for one in acts.barred}
        drawn = set() if check(self.state, act.DRAW) else {"?", *drawn_tokens(self.state)}
        assert {one.token for one in acts.allowed if one.chance} == drawn
        self.looked += 1
        return super().choose()


@pytest.mark.parametrize("seed", range(12))
def test_the_acts_are_what_the_check_passes(seed: int) -> None:
    rng = Random(seed)
    keeper = CheckedScorekeeper(random_rules(rng), rng, most_actions=250)

    keeper.play()

    assert keeper.looked > 20


@pytest.mark.parametrize("seed", range(4))
def test_a_record_can_go_on_with_every_token_that_is_offered(seed: int) -> None:
    record = play_record(seed, most_actions=40)
    moments: list[Moment] = []
    GAME.replay(record, lambda moment, _state: moments.append(moment))

    for moment in moments:
        if moment.action is None:
            continue
        start = cut(record, moment)
        state = final_state(start)
        seat = SEATS[state.opponent if state.phase == TURN_OVER else state.seat]
        before = illegal(start)
        for one in GAME.acts(state, seat).allowed:
            if one.token:
                assert illegal(appended(start, state, seat, one.token)) == before, (start, one.token)


def illegal(record: GameRecord) -> list[str]:
    return [finding.code for finding in GAME.referee(record).findings if finding.kind == "illegal"]


def cut(record: GameRecord, moment: Moment) -> GameRecord:
    """The record up to and with a token."""
    played = record.rounds[moment.place]
    turn = played.turns[moment.turn - 1]  # type: ignore[operator]
    turns = (*played.turns[: moment.turn - 1], msgspec.structs.replace(turn, actions=turn.actions[: moment.action]))  # type: ignore[operator]
    rounds = (*record.rounds[: moment.place], msgspec.structs.replace(played, turns=turns))
    return msgspec.structs.replace(record, rounds=rounds)


def appended(record: GameRecord, state: State, seat: str, token: str) -> GameRecord:
    """The record with one token more, in its last turn or in the next one."""
    played = record.rounds[-1]
    if state.phase == TURN_OVER:
        turns = (*played.turns, Turn(seat=seat, actions=(token,)))
    else:
        last = played.turns[-1]
        turns = (*played.turns[:-1], msgspec.structs.replace(last, actions=(*last.actions, token)))
    return msgspec.structs.replace(record, rounds=(*record.rounds[:-1], msgspec.structs.replace(played, turns=turns)))


# What is said about them


def acts_after(text: str, seat: str) -> Acts:
    """The acts of a seat after the last token of a turn that goes on."""
    states: list[State] = []
    GAME.replay(parse(f"{text} E", games.language_of), lambda _moment, state: states.append(state.copy()))
    return GAME.acts(states[-2], seat)


def consequence(acts: Acts, token: str) -> str:
    return next(str(one.consequence) for one in acts.allowed if one.token == token)


def reason(acts: Acts, token: str) -> tuple[str, str]:
    return next((one.rule, str(one.reason)) for one in acts.barred if one.token == token)


def test_a_third_jack_is_a_bust_without_a_queen_and_a_question_with_one() -> None:
    assert consequence(acts_after("Round 1, A first\nA: 5 J J", "A"), "J").startswith("Bust")
    assert consequence(acts_after("Round 1, A first\nA: Q 5 J J", "A"), "J").startswith("Third Jack: a Queen or ")


def test_bo_10_17_a_king_can_answer_a_jack_and_says_what_goes_to_the_bank() -> None:
    kings = '[king_window "true"]\nRound 1, A first\n'

    assert consequence(acts_after(f"{kings}A: K 5 J J", "A"), "J").startswith("Third Jack: a Queen, a King ")
    assert consequence(acts_after(f"{kings}A: K 5 A", "A"), "J").endswith("Latent: a Queen, a King or bust.")
    acts = acts_after(f"{kings}A: K 5 J J J", "A")
    assert [one.token for one in acts.allowed] == ["#", ">K"]
    assert consequence(acts, ">K").startswith("$10 ")


def test_bo_10_17_what_is_no_answer_is_told_that_a_king_would_be_one() -> None:
    acts = acts_after('[king_window "true"]\nRound 1, A first\nA: K 5 J J J', "A")

    assert "a Queen or a King" in reason(acts, ">Q")[1]


def test_bo_10_17_false_a_third_jack_is_a_bust_with_a_king_in_hand() -> None:
    assert consequence(acts_after("Round 1, A first\nA: K 5 J J", "A"), "J").startswith("Bust")


def test_an_ace_on_alert_is_a_bust() -> None:
    assert consequence(acts_after("Round 1, A first\nA: 5 J", "A"), "A").startswith("Bust")
    assert consequence(acts_after("Round 1, A first\nA: 5", "A"), "A") == ""


def test_banking_and_a_king_say_what_goes_to_the_bank() -> None:
    acts = acts_after("Round 1, A first\nA: 7 4 K", "A")

    assert consequence(acts, "B").startswith("$11 ")
    assert consequence(acts, ">K").startswith("$22 ")
    assert "lost" in consequence(acts, "E")


def test_what_may_not_be_done_says_why_with_its_rule() -> None:
    acts = acts_after("Round 1, A first\nA: 7 4", "A")

    assert reason(acts, ">K")[0] == "BO-4.2"
    assert reason(acts, "^X")[0] == "BO-5.25"


def test_after_a_latent_trigger_with_a_card_unseen_the_queen_or_the_bust_is_written_first() -> None:
    acts = acts_after("Round 1, A first\nA: 7 ? A J", "A")

    assert [one.token for one in acts.allowed] == ["#", "*Q", ">Q"]
    assert reason(acts, "B")[0] == "BO-5.2"
    assert "the Queen that answers" in reason(acts, "B")[1]
    assert reason(acts, "-K")[0] == "BO-3.2"


def test_the_other_seat_can_do_nothing_and_learns_who_acts() -> None:
    assert acts_after("Round 1, A first\nA: 7 4", "B") == Acts("A")


def test_after_the_end_of_a_turn_the_other_seat_acts() -> None:
    state = final_state(parse("Round 1, A first\nA: 7 B", games.language_of))

    assert state.phase == TURN_OVER
    assert "B" in {one.token for one in GAME.acts(state, "B").allowed}
    assert GAME.acts(state, "A") == Acts("B")


def test_after_the_end_of_a_round_nothing_can_be_done() -> None:
    state = engine.new_match(BankoutRuleSet())
    state.phase = ROUND_OVER

    assert GAME.acts(state, "A") == Acts()


def test_above_the_hand_limit_only_a_discard_is_offered() -> None:
    state = engine.new_match(BankoutRuleSet())
    for card in (QUEEN, QUEEN, QUEEN):
        engine.step(state, act.DRAW, card)

    acts = GAME.acts(state, "A")

    assert [one.token for one in acts.allowed] == ["-Q"]
    assert {one.code for one in acts.barred if one.token in ("B", ">Q")} == {"over_hand"}


def test_what_may_not_be_done_is_said_before_anybody_has_done_it() -> None:
    """A reason is no report of an act: it names no token and charges nobody."""
    acts = acts_after("Round 1, A first\nA: 7 J", "A")
    assert acts.barred
    for barred in acts.barred:
        assert "Player" not in str(barred.reason)
        assert barred.token not in str(barred.reason)
