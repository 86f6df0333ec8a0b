"""Simulated games of the stage game under any rules, and what damage does to their sheets."""

from __future__ import annotations

from random import Random

import msgspec

from rules_engine.record import GameRecord
from rules_engine.stage.record.notation import CANONICAL
from rules_engine.stage.ruleset import SCHEMA, StageRuleSet
from rules_engine.stage.simulate import PLAYERS, Sheet, simulate

SAID = {
    players: sorted(token for token in tokens if not token.startswith("@")) for players, tokens in CANONICAL.items()
}


def random_rules(rng: Random, players: int) -> StageRuleSet:
    """Any rules that so many can play."""
    variants = [one for one in ("go_fish", "flush", "liar", "pitfall") if rng.random() < 0.4]
    if "go_fish" in variants and "flush" in variants:
        variants.remove(rng.choice(["go_fish", "flush"]))
    options = {switch.key: rng.choice(switch.values) for switch in SCHEMA.switches if rng.random() < 0.4}
    teams = players > 2 and rng.random() < 0.4
    return StageRuleSet.from_mapping({"teams": teams, "variants": variants, "options": options})


def played(seed: int) -> GameRecord:
    """A game as it is played: nothing in it is against the rules."""
    rng = Random(seed)
    players = rng.choice([2, 2, 2, 4, 6, 8])
    names = [rng.choice(sorted(PLAYERS)) for _seat in range(players)]
    sheet = Sheet(rng.random(), rng.random())
    return simulate(random_rules(rng, players), names, seed, sheet, rng.choice([None, None, 5]), rng.randrange(players))


def damaged(seed: int) -> GameRecord:
    """A sheet of such a game with slips: tokens, turns, seats and claims that are not what they were."""
    rng = Random(seed)
    record = played(seed)
    said, players = SAID[len(record.seats)], sorted(record.seats)
    turns = list(record.rounds[0].turns)
    for _slip in range(rng.randint(1, 12)):
        at = rng.randrange(len(turns))
        turn, act = turns[at], rng.randrange(7)
        actions = list(turn.actions)
        if act == 0:
            turns.insert(at, turn)
        elif act == 1 and len(turns) > 1:
            del turns[at]
        elif act == 2:
            turns[at] = msgspec.structs.replace(turn, seat=rng.choice(players))
        elif act == 3:
            turns[at] = msgspec.structs.replace(turn, claim={seat: rng.randint(0, 60) for seat in players})
        else:
            index = rng.randrange(len(actions) + 1)
            actions[index : index + (act > 4)] = [] if act == 6 else [rng.choice(said)]
            turns[at] = msgspec.structs.replace(turn, actions=tuple(actions))
    rounds = (msgspec.structs.replace(record.rounds[0], turns=tuple(turns)),)
    return msgspec.structs.replace(record, rounds=rounds)
