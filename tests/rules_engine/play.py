"""Random legal play for tests and benchmarks: matches dealt from a seed, written down as records.

The players choose among everything that ``legal`` offers, with a leaning towards drawing, so that rounds come to an
end. What is written is what a careful scorekeeper would write.
"""

from __future__ import annotations

from random import Random

from rules_engine.bankout import actions as act
from rules_engine.bankout import engine
from rules_engine.bankout.cards import JOKER, name_of
from rules_engine.bankout.ruleset import EDITIONS, FORMATS, OPTIONS, VARIANTS, BankoutRuleSet
from rules_engine.bankout.state import EFFECT, ROUND_OVER, SEATS, SUDDEN_DEATH, TURN_OVER, State
from rules_engine.record import GameRecord, GameRound, Turn
from rules_engine.rules.configuration import ConfigurationError


def random_rules(rng: Random) -> BankoutRuleSet:
    """Any rule set: edition, format, Jokers, variants and every option drawn."""
    while True:
        format_ = rng.choice(FORMATS)
        variants = [
            name for name, variant in VARIANTS.items() if variant.home in (None, format_) and rng.random() < 0.4
        ]
        options = {name: rng.choice(option.values) for name, option in OPTIONS.items()}
        rules = {"edition": rng.choice(EDITIONS), "format": format_, "jokers": rng.random() < 0.7}
        try:
            return BankoutRuleSet.from_mapping(rules | {"variants": variants, "options": options})
        except ConfigurationError:
            continue


def deal(state: State, rng: Random) -> int:
    """A card off the deck, each copy as likely as any other."""
    ranks, copies = zip(*engine.outcomes(state), strict=True)
    return rng.choices(ranks, copies)[0]


def choose(state: State, rng: Random, draws: int = 3) -> int:
    """A legal action; drawing is ``draws`` times as likely as any other, and an early end unlikely."""
    legal = engine.legal(state)
    if act.DRAW in legal:
        legal += [act.DRAW] * draws
        if rng.random() < 0.9:
            legal.remove(act.END)
    return rng.choice(legal)


class Scorekeeper:
    """Plays a match and keeps its sheet; now and then it leaves out what may be. ``claims``: Banks after each turn."""

    def __init__(self, rules: BankoutRuleSet, rng: Random, *, claims: bool = False, most_actions: int = 4000) -> None:
        self.rng = rng
        self.claims = claims
        self.most_actions = most_actions
        self.state = engine.new_match(rules, rng.randrange(2))
        self.rounds: list[GameRound] = []
        self.turns: list[Turn] = []
        self.actions = 0
        self.unwritten = False  # an automatic Queen that the sheet leaves out

    def play(self, rounds: int = 99) -> GameRecord:
        """The match to its end, or to the end of so many rounds, or as much of it as ``most_actions`` allow."""
        state = self.state
        while True:
            self.turns.append(self.turn())
            if state.phase == ROUND_OVER:
                self.close_round()
                ended = engine.next_round_number(state) is None or len(self.rounds) == rounds
                if ended or self.actions > self.most_actions:
                    break
                starter = engine.next_starter(state)
                engine.next_round(state, self.rng.randrange(2) if starter is None else None)
            elif self.actions > self.most_actions:
                self.close_round()
                break
            else:
                engine.next_turn(state)
        return GameRecord(rounds=tuple(self.rounds), rules=self.state.rules.to_mapping())

    def close_round(self) -> None:
        name = "SD" if self.state.round == SUDDEN_DEATH else self.state.round
        self.rounds.append(GameRound(round=name, first=SEATS[self.state.first], turns=tuple(self.turns)))
        self.turns = []

    def legal(self) -> list[int]:
        return engine.legal(self.state)

    def choose(self) -> int:
        """The next action."""
        return choose(self.state, self.rng)

    def turn(self) -> Turn:
        """One turn, as written."""
        state, written = self.state, list[str]()
        while state.phase < TURN_OVER:
            action = self.choose()
            self.actions += 1
            if action == act.PLAY_QUEEN and self.unwritten:
                written.append("*Q")  # otherwise the play would be read as the automatic Queen
            self.unwritten = False
            written += self.act(action)
        claim = {name: state.banks[seat] for seat, name in enumerate(SEATS)} if self.claims else None
        return Turn(seat=SEATS[state.seat], actions=tuple(written), claim=claim)

    def act(self, action: int) -> list[str]:
        """Carry out an action; the answer is what it adds to the sheet."""
        state, rng = self.state, self.rng
        if action == act.DRAW:
            card = deal(state, rng)
            events = engine.step(state, act.DRAW, card)
            automatic = any(event.kind == "auto_queen" for event in events)
            if card == JOKER and state.phase == EFFECT:
                return []  # written with its effect
            self.unwritten = automatic and rng.random() < 0.3
            return [name_of(card)] + (["*Q"] if automatic and not self.unwritten else [])
        at_once, loot = state.phase == EFFECT, state.loot
        engine.step(state, action)
        if action == act.PASS:
            return []
        if action == act.LET_BUST:
            return ["#"] if rng.random() < 0.7 else []
        if action == act.BANK:
            return [f"B({loot})" if rng.random() < 0.5 else "B"]
        text = act.describe(action)
        return [text.removeprefix(">") if at_once else text]


def play_record(seed: int, rules: BankoutRuleSet | None = None, **options: object) -> GameRecord:
    """A match under these rules, or under any, written down; the same for the same seed."""
    rng = Random(seed)
    chosen = random_rules(rng) if rules is None else rules
    return Scorekeeper(chosen, rng, **options).play()  # type: ignore[arg-type]
