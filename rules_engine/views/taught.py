"""What pages show of a taught game: points, positions, advice and what it brought, in words."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules_engine.play.teaching import Point, Worth
from rules_engine.views.drawing import card
from rules_engine.views.drawn import DrawnCard
from rules_engine.views.links import rule_url
from rules_engine.views.translation import translated

SURE = 1.96
"""Standard errors on either side that hold the true value in 95 of 100 cases."""


@dataclass(frozen=True, slots=True)
class PointShown:
    """A point for ``rules_engine/_points.html``, with the rule that it rests on, and the cards that show it."""

    name: str
    text: str
    rule: str
    url: str
    cards: list[DrawnCard]


@dataclass(frozen=True, slots=True)
class CardShown:
    """A card to print, and whom it is for."""

    key: str
    title: str
    audience: str


@dataclass(frozen=True, slots=True)
class PositionShown:
    """A position to open, with the rule that it shows."""

    rule: str
    title: str
    url: str
    rule_url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WorthShown:
    """What following an advice brought, in per cent, with what it may be off by, and a verdict in words.

    ``matches`` is a sentence.
    """

    share: str
    low: str
    high: str
    matches: str
    wins: str
    draws: str
    losses: str
    money: str
    money_error: str
    width: float
    verdict: str
    follows: str
    other: str


@dataclass(frozen=True, slots=True)
class AdviceShown:
    """An advice with its page."""

    title: str
    url: str
    worth: WorthShown | None


def point_shown(point: Point) -> PointShown:
    """A point in the active language."""
    return PointShown(
        name=translated(point.name),
        text=translated(point.text),
        rule=point.rule,
        url=rule_url(point.rule) if point.rule else "",
        cards=[card(token) for token in point.cards],
    )


def worth_shown(worth: Worth) -> WorthShown:
    """What following an advice brought, in per cent, with 95-of-100 intervals and a verdict in words."""
    low, high = worth.share - SURE * worth.error, worth.share + SURE * worth.error
    if low > 0.5:
        verdict = _("It pays.")
    elif high < 0.5:
        verdict = _("In these matches it did not pay.")
    else:
        verdict = _("No clear difference.")
    return WorthShown(
        share=f"{100 * worth.share:.1f}",
        low=f"{100 * low:.1f}",
        high=f"{100 * high:.1f}",
        matches=ngettext("{count:,} match was played.", "{count:,} matches were played.", worth.matches).format(
            count=worth.matches
        ),
        wins=f"{worth.wins:,}",
        draws=f"{worth.draws:,}",
        losses=f"{worth.matches - worth.wins - worth.draws:,}",
        money=f"{worth.money:+,.0f}".replace("+", "+$").replace("-", "−$"),
        money_error=f"${SURE * worth.money_error:,.0f}",
        width=round(100 * worth.share, 1),
        verdict=verdict,
        follows=worth.follows,
        other=worth.other,
    )
