"""Simulated games of Bank under any rules, and what happens to their sheets."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec

from rules_engine.bank.cards import NAMES
from rules_engine.bank.ruleset import BankRuleSet
from rules_engine.bank.schema import SCHEMA
from rules_engine.bank.simulate.dealer import Dealer
from rules_engine.bank.simulate.players import greedy_player, random_player
from rules_engine.bank.simulate.rule_sets import DIMENSIONS
from rules_engine.record import NO_EXTRAS, Extras, GameRecord, Turn


def random_rules(rng: Random) -> BankRuleSet:
    """Any rule set, with any readings."""
    chosen = {key: rng.choice(values) for key, values in DIMENSIONS.items() if rng.random() < 0.6}
    if chosen.get("five_o"):
        chosen["five_o"] = 30
    chosen["box_limit"] = rng.choice((4, 5, 10))
    switches = [one for one in SCHEMA.switches if one.key != "stall_turns"]
    options = {one.key: rng.choice(one.values) for one in switches if rng.random() < 0.5}
    return BankRuleSet.from_mapping({**chosen, "options": options})


def dealt(seed: int, rules: BankRuleSet | None = None) -> tuple[Dealer, GameRecord]:
    """A game as it is played: its dealer afterwards, and its record with every card named."""
    rng = Random(seed)
    players = rng.choice((1, 2, 2, 3, 4))
    dealer = Dealer(rules or random_rules(rng), players, rng)
    return dealer, dealer.play([rng.choice((random_player, greedy_player)) for _ in range(players)])


def hidden(record: GameRecord, rng: Random) -> GameRecord:
    """The same sheet as a scorekeeper writes it who does not see what is drawn and dealt."""
    share = rng.random()

    def written(token: str) -> str:
        if rng.random() > share:
            return token
        return "?" if token in NAMES else token

    turns = tuple(
        msgspec.structs.replace(turn, actions=tuple(map(written, turn.actions))) for turn in record.rounds[0].turns
    )
    kept = {key: value for key, value in record.extra.items() if key == "starter" and rng.random() < 0.7}
    rounds = (msgspec.structs.replace(record.rounds[0], turns=turns),)
    return msgspec.structs.replace(record, rounds=rounds, extra=Extras(kept))


def unseen(record: GameRecord) -> GameRecord:
    """The sheet of a scorekeeper who sees neither the deal, the first discard, what is drawn nor what hands lose."""
    turns = tuple(msgspec.structs.replace(turn, actions=tuple(_seen(turn))) for turn in record.rounds[0].turns)
    return msgspec.structs.replace(
        record, rounds=(msgspec.structs.replace(record.rounds[0], turns=turns),), extra=NO_EXTRAS
    )


def _seen(turn: Turn) -> Iterator[str]:
    from_hand = False
    for token in turn.actions:
        if token[0] != "+":
            from_hand = token.startswith("H>")
        if token[0] == "+" and from_hand:
            yield "+?"
        else:
            yield "?" if token in NAMES else token


def damaged(record: GameRecord, rng: Random) -> GameRecord:
    """A sheet with slips: tokens, turns, seats and claims that are not what they were."""
    turns = list(record.rounds[0].turns)
    for _slip in range(rng.randint(1, 12)):
        at, act = rng.randrange(len(turns)), rng.randrange(7)
        turn = turns[at]
        actions = list(turn.actions)
        if act == 0:
            turns.insert(at, turn)
        elif act == 1 and len(turns) > 1:
            del turns[at]
        elif act == 2:
            turns[at] = msgspec.structs.replace(turn, seat=rng.choice("ABCD"))
        elif act == 3:
            turns[at] = msgspec.structs.replace(turn, claim={seat: rng.randint(0, 60) for seat in "AB"})
        else:
            index = rng.randrange(len(actions) + 1)
            actions[index : index + (act > 4)] = [] if act == 6 else [any_token(rng)]
            turns[at] = msgspec.structs.replace(turn, actions=tuple(actions))
    rounds = (msgspec.structs.replace(record.rounds[0], turns=tuple(turns)),)
    return msgspec.structs.replace(record, rounds=rounds)


def any_token(rng: Random) -> str:
    """A token that can be read, whatever it says."""
    cards = [rng.choice(NAMES) for _ in range(rng.choice((1, 1, 2, 3, 4)))]
    named = "+".join(cards)
    marked = [f"{mark}{cards[0]}" for mark in ("", "<", "/", "+", "-")]
    banked = f"B{rng.choice('234')}:{named}"
    thief = f"{rng.choice('HW')}>{rng.choice('ABCD')}:{named}"
    return rng.choice([*marked, "?", "+?", "0", "~", "!", "T", f"@{rng.randint(0, 900)}", banked, thief])
