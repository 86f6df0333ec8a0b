"""What the acts of a decision are worth (BO-11.10), and in a sentence why the best one is the best."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from rules_engine.bankout.odds.advice import Advice, advise
from rules_engine.bankout.odds.asking import question
from rules_engine.bankout.odds.risk import risk
from rules_engine.bankout.odds.sections import limit, percent, sections
from rules_engine.bankout.odds.situation import TurnSituation
from rules_engine.drill.door import DrillGrade, DrillPosition
from rules_engine.text import Text, money
from rules_engine.text import text as _


def grade(position: DrillPosition, act: str) -> DrillGrade:
    """What one of the position's acts is worth beside the others."""
    known = advise(question(position.situation).situation)
    worth = {offered.key: float(known.plan.worth[offered.key]) for offered in position.acts}
    best = known.plan.best
    return DrillGrade(act, best, worth, _reason(known, best), tuple(sections(known)))


def _reason(known: Advice, best: str) -> Text:
    situation = known.situation
    if best == "swap":
        gain = money(situation.opponent_bank - situation.bank)
        return _("The swap gains you {gain}: your opponent’s Bank for yours. You lose the Loot.", gain=gain)
    if best in ("king", "joker_king"):
        return _(
            "It banks {twice}, twice the Loot. The next draw would bust {risk} of the time and lose all of it.",
            twice=money(2 * situation.loot),
            risk=_share(situation),
        )
    if best in ("queen", "joker_queen"):
        return _(
            "It makes the next draw safer: the chance of a bust falls from {risk} to {after}, with {loot} at stake.",
            risk=_share(situation),
            after=_share(_after_queen(situation, best)),
            loot=money(situation.loot),
        )
    return _draw_or_bank(known, best)


def _draw_or_bank(known: Advice, best: str) -> Text:
    assert known.thresholds is not None  # noqa: S101 - a position has a card to draw
    situation = known.situation
    facts = {
        "risk": _share(situation),
        "loot": money(situation.loot),
        "limit": limit(known.thresholds.exact),
    }
    one_ahead = known.thresholds.exact.draws(situation.loot)
    if best == "bank" and not one_ahead:
        return _(
            "The next draw busts {risk} of the time, with {loot} at stake. From {limit} of Loot, the risk "
            "outweighs the gain.",
            **facts,
        )
    if best == "bank":
        return _(
            "One more draw would just about be worth the risk ({risk}), but it would leave you worse off afterwards.",
            **facts,
        )
    if one_ahead:
        return _(
            "The next draw busts {risk} of the time, with {loot} at stake. Up to {limit} of Loot, the gain "
            "outweighs the risk.",
            **facts,
        )
    return _(
        "One more draw alone would not be worth the risk ({risk}), but the Queens, Kings and Jokers still to "
        "come make it worth continuing.",
        **facts,
    )


def _after_queen(situation: TurnSituation, act: str) -> TurnSituation:
    """BO-5.12: one Jack and one latent Ace less, and the card out of the hand."""
    joker = act == "joker_queen"
    return replace(
        situation,
        jacks=max(situation.jacks - 1, 0),
        latent=max(situation.latent - 1, 0),
        queens=situation.queens - (not joker),
        jokers=situation.jokers - joker,
    )


def _share(situation: TurnSituation) -> str:
    found: Fraction = risk(situation).exact
    return percent(found)
