"""Analyses a record: each decision, its acts, and what the chosen one cost in winning chance and in money."""

from __future__ import annotations

from rules_engine.bankout.analysis.positions import Position, positions
from rules_engine.bankout.analysis.rollouts import Rollouts, Verdict
from rules_engine.bankout.odds import plan
from rules_engine.bankout.odds.situation import SituationError
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.state import SEATS
from rules_engine.play.analysis import ActWorth, Decision, MatchAnalysis, Progress, summaries
from rules_engine.record import GameRecord

MOST_DECISIONS = 3_000
"""Longer records are analysed to here: no match takes as many."""


def analyse(record: GameRecord, progress: Progress, runs: int | None = None) -> MatchAnalysis:
    """Analyse a record; the same record gives the same analysis."""
    found = list(positions(record))[:MOST_DECISIONS]
    known = [position for position in found if position is not None]
    rollouts = Rollouts(BankoutRuleSet.from_mapping(record.rules), runs)
    decisions = []
    for number, position in enumerate(known):
        progress(number, len(known))
        decisions.append(_decision(position, rollouts.verdict(position, number)))
    return MatchAnalysis(
        decisions=tuple(decisions),
        seats=summaries(decisions, SEATS),
        runs=rollouts.runs,
        skipped=len(found) - len(known),
        unknown_rules=rollouts.unknown_rules,
    )


def _decision(position: Position, verdict: Verdict) -> Decision:
    money = _money(position)
    best_money = max(money.values(), default=None)
    chosen_money = money.get(position.chosen)
    own = max(verdict.chances.values())
    return Decision(
        place=position.moment.place,
        turn=position.moment.turn or 1,
        action=position.moment.action or 1,
        seat=position.seat,
        chosen=position.chosen,
        best=verdict.best,
        chance=own if position.seat == SEATS[0] else 1 - own,
        loss=max(verdict.loss, 0.0),
        error=verdict.error,
        money=None if best_money is None or chosen_money is None else max(best_money - chosen_money, 0.0),
        acts=tuple(
            ActWorth(act=name, chance=chance, money=money.get(name)) for name, chance in verdict.chances.items()
        ),
    )


def _money(position: Position) -> dict[str, float]:
    """What each act adds to the Bank on average under the best play of the turn (BO-11.10)."""
    try:
        worth = plan(position.situation()).worth
    except SituationError:
        return {}
    return {name: float(amount) for name, amount in worth.items()}
