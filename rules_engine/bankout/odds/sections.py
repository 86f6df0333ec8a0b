"""The odds of a turn as sections of a page: the worth of each act, the risk of the next draw, and the thresholds."""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.bankout.odds.advice import Advice
from rules_engine.bankout.odds.numbers import Amount
from rules_engine.bankout.odds.risk import Risk
from rules_engine.bankout.odds.thresholds import Threshold
from rules_engine.odds.door import OddsRow, OddsSection
from rules_engine.text import Text
from rules_engine.text import text as _

_ACTS: dict[str, Text] = {
    "bank": _("Bank"),
    "draw": _("Draw"),
    "queen": _("Play a Queen"),
    "joker_queen": _("Play a Joker as a Queen"),
    "king": _("Play a King"),
    "joker_king": _("Play a Joker as a King"),
    "swap": _("Play a Joker to swap"),
}
_CAUSES: tuple[tuple[str, Text, str], ...] = (
    ("ace_on_alert", _("Ace on Alert"), "BO-11.1"),
    ("third_jack", _("Third Jack"), "BO-11.2"),
    ("three_latent", _("Three latent Aces"), "BO-11.3"),
    ("latent_trigger", _("Latent trigger"), "BO-11.4"),
)


def sections(advice: Advice) -> Iterator[OddsSection]:
    """The best act first, then what it rests on."""
    yield _acts(advice)
    if advice.risk is not None:
        yield _risk(advice.risk)
    if advice.thresholds is not None:
        yield _thresholds(advice)


def _acts(advice: Advice) -> OddsSection:
    plan = advice.plan
    by_gain = plan.goal is None
    most = max(float(worth) for worth in plan.worth.values()) or 1.0
    rows = tuple(
        OddsRow(
            _ACTS[act],
            f"${float(worth):,.2f}" if by_gain else percent(worth),
            share=max(float(worth) / most, 0.0) if by_gain else float(worth),
            best=act == plan.best,
        )
        for act, worth in sorted(plan.worth.items(), key=lambda item: -item[1])
    )
    title = _("Expected gain of each action") if by_gain else _("Chance of a Bank of {goal}", goal=f"${plan.goal:,}")
    return OddsSection(title, rows, _method(plan.method, plan.horizon))


def _method(method: str, horizon: int | None) -> Text:
    if horizon is not None:
        if horizon == 1:
            return _("Worked out one draw ahead, by kind of card (BO-11.10).")
        return _("Worked out {count} draws ahead, by kind of card (BO-11.10).", count=horizon)
    if method == "faces":
        return _("Followed every card to the end of the turn (BO-11.10).")
    return _("Worked out to the end of the turn, by kind of card (BO-11.10).")


def _risk(known: Risk) -> OddsSection:
    rows = [OddsRow(_("Total"), percent(known.exact), "BO-11.5", float(known.exact))]
    for name, label, rule in _CAUSES:
        chance = getattr(known, name)
        rows.append(OddsRow(label, percent(chance), rule, float(chance)))
    return OddsSection(_("Bust on the next draw"), tuple(rows))


def _thresholds(advice: Advice) -> OddsSection:
    limits = advice.thresholds
    assert limits is not None  # noqa: S101 - asked before
    mean = f"${float(advice.situation.mean_number):.2f}"
    rows = (
        OddsRow(_("Exact, one draw ahead"), limit(limits.exact), "BO-11.6"),
        OddsRow(_("Published rule without a King, $6 per number"), limit(limits.published_bank), "BO-11.6"),
        OddsRow(
            _("Published rule without a King, mean of {mean}", mean=mean),
            limit(limits.published_bank_mean),
            "BO-11.6",
        ),
        OddsRow(_("Published rule with a King, $6 per number"), limit(limits.published_king), "BO-11.7"),
        OddsRow(
            _("Published rule with a King, mean of {mean}", mean=mean),
            limit(limits.published_king_mean),
            "BO-11.7",
        ),
    )
    note = _("{mean} is the mean of the unseen numbers.", mean=mean)
    if limits.published_bank.loot is None:
        note = _(
            "{mean} is the mean of the unseen numbers. A dash means that, by that formula, the next draw "
            "cannot bust, so there is no limit.",
            mean=mean,
        )
    return OddsSection(_("Draw while the Loot is below"), rows, note)


def percent(chance: Amount) -> str:
    """A chance in per cent."""
    return f"{float(chance) * 100:.1f}%"


def limit(threshold: Threshold) -> str:
    """The Loot up to which to draw; a dash where there is no limit."""
    return "–" if threshold.loot is None else f"${float(threshold.loot):,.2f}"
