"""How Bank is taught: an introduction of a minute, and cards for the table."""

from __future__ import annotations

from rules_engine.teaching import Point, TableCard, Teaching
from rules_engine.text import text as _

_GOAL = _(
    "Collect pairs, trios and quads in your hand, and put cards of them into your bank. When the deck runs out, the "
    "bank that is worth most wins."
)

_INTRODUCTION = (
    Point(_("Hand"), _("Seven cards to begin with, and never more than ten."), "BK-2.2"),
    Point(
        _("Withdraw"),
        _("Begin your turn with the top card of the discard pile, or with one or two cards from the deck."),
        "BK-2.4",
    ),
    Point(_("Pair"), _("Bank one of its two cards. The other stays in your hand."), "BK-2.6"),
    Point(_("Trio"), _("Bank one of its three cards and any one other card from your hand."), "BK-2.7"),
    Point(_("Quad"), _("Bank two of its four cards and any two other cards from your hand."), "BK-2.8"),
    Point(_("Discard"), _("End your turn with one card from your hand, face up."), "BK-2.12"),
    Point(_("Score"), _("Numbers count their face; Jacks, Queens, Kings and Aces count 10 each."), "BK-4.5"),
    Point(_("End"), _("The player who takes the last card of the deck finishes the turn; the game is over."), "BK-4.1"),
)

_VARIANTS = (
    Point(_("Balanced"), _("Two tricks in a turn if exactly one card came from the deck, otherwise one."), "BK-2.5"),
    Point(
        _("Boxes"),
        _("A full box gives a card back for each one banked: a moneybox to your hand, a sievebox to the discard pile."),
        "BK-2.10",
    ),
    Point(_("Private"), _("Banks lie face down."), "BK-2.11"),
    Point(
        _("Thieves"),
        _("Discard a straight of three to five cards and steal one, two or three cards from an opponent."),
        "BK-3.1",
    ),
    Point(
        _("Last chance"),
        _("Without a deck you discard, and take the top discard only if it lets you bank."),
        "BK-4.2",
    ),
    Point(_("Rotating"), _("The shuffled discard pile becomes the new deck."), "BK-4.3"),
    Point(_("Five-O"), _("The game ends as soon as a bank scores the limit."), "BK-4.4"),
    Point(
        _("Advanced scoring"),
        _("Cards of a rank that is in the bank twice count 2 more each, three times 4 more, four times 10 more."),
        "BK-4.6",
    ),
    Point(_("Four Kings"), _("A bank with all four Kings wins outright."), "BK-4.7"),
)

_JUDGE = (
    Point(_("Order"), _("Withdraw, bank, discard. A withdrawal after a bank is too late."), "BK-2.3"),
    Point(
        _("Two cards"),
        _("The second may be decided on after seeing the first, with nothing else between them."),
        "BK-2.4",
    ),
    Point(_("One card left"), _("Two cannot be drawn, unless the event refills between them."), "BK-6.3"),
    Point(_("No bank"), _("Banking is never forced. A trio may be banked as a pair, if pairs are in play."), "BK-2.9"),
    Point(
        _("Full box"),
        _("Only an older card comes out, not the one just banked. With ten in hand the exchange is at the same time."),
        "BK-6.6",
    ),
    Point(_("Aces"), _("High or low in a straight: Q K A and A 2 3, but not K A 2."), "BK-6.8"),
    Point(_("Too few to steal"), _("A thief takes what there is. Against nothing it cannot be played."), "BK-6.9"),
    Point(
        _("No progress"),
        _("Twelve turns in a row without a card from the deck and without a better bank end the game."),
        "BK-5.3",
    ),
    Point(_("Time called"), _("Finish the turn; scores decide. Equal scores share the place."), "BK-4.10"),
)

TEACHING = Teaching(
    goal=_GOAL,
    introduction=_INTRODUCTION,
    cards=(
        TableCard("turn", _("Your turn"), _("For players"), _INTRODUCTION),
        TableCard("variants", _("Variants"), _("For players"), _VARIANTS),
        TableCard("judge", _("Judge’s card"), _("For judges"), _JUDGE),
    ),
)
