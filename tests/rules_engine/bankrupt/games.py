"""Simulated games of Bankrupt under any rules, and what happens to their sheets."""

from __future__ import annotations

from random import Random

import msgspec

from rules_engine.bankrupt.cards import RANKS
from rules_engine.bankrupt.ruleset import SCHEMA, BankruptRuleSet
from rules_engine.bankrupt.simulate.games import Table
from rules_engine.bankrupt.simulate.players import careful_player, random_player
from rules_engine.record import GameRecord, GameRound, Turn


def random_rules(rng: Random) -> BankruptRuleSet:
    """Any rules, with any readings."""
    switches = {one.key: rng.choice(one.values) for one in SCHEMA.switches if rng.random() < 0.5}
    fields = {
        "start": rng.choice((9, 15, 20, 50)),
        "fewest": 2,
        "dead_limit": rng.choice((1, 2, 3)),
        "throw_limit": rng.choice((1, 2, 3)),
        "round_cap": rng.choice((None, None, 5, 20)),
    }
    return BankruptRuleSet.from_mapping({**fields, "options": switches})


def played(seed: int, most: int = 40) -> tuple[Table, GameRecord]:
    """A game as it is played: its table afterwards, and its record."""
    rng = Random(seed)
    players = [rng.choice((random_player, careful_player)) for _ in range(rng.choice((2, 3, 4, 4, 5, 9, 17)))]
    table = Table(random_rules(rng), players, rng)
    table.play(most)
    return table, table.record()


def damaged(record: GameRecord, rng: Random) -> GameRecord:
    """A sheet with slips: tokens, turns, seats, rounds and claims that are not what they were."""
    seats = sorted(record.seats)
    rounds = [list(one.turns) for one in record.rounds]
    for _slip in range(rng.randint(1, 15)):
        turns = rng.choice(rounds)
        at, act = rng.randrange(len(turns) + 1), rng.randrange(6)
        if act == 0 or not turns:
            turns.insert(at, Turn(rng.choice(seats), (any_token(rng),)))
            continue
        at = min(at, len(turns) - 1)
        if act == 1:
            del turns[at]
        elif act == 2:
            turns[at] = msgspec.structs.replace(turns[at], seat=rng.choice(seats))
        elif act == 3:
            turns[at] = msgspec.structs.replace(turns[at], claim={seat: rng.randint(0, 60) for seat in seats})
        else:
            turns[at] = msgspec.structs.replace(turns[at], actions=(*turns[at].actions, any_token(rng)))
    made = [
        GameRound(
            one.round if rng.random() < 0.95 else rng.randint(1, 9),
            one.first if rng.random() < 0.95 else rng.choice(seats),
            tuple(turns),
        )
        for one, turns in zip(record.rounds, rounds, strict=True)
    ]
    return msgspec.structs.replace(record, rounds=tuple(made))


def any_token(rng: Random) -> str:
    """A token that can be read, whatever it says."""
    first, second = rng.choice(RANKS), rng.choice(RANKS)
    said = ["H", "R", "F", "Y", "N", "P", "LL", "RS", "T", f"O{rng.randint(0, 8)}", f"U{first}", f"S{first}"]
    return rng.choice([*said, f"S{first}+{second}", f"S{first}h+{second}d", f"@{rng.randint(0, 900)}"])
