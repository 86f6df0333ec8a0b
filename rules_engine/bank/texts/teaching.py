"""How Bank is taught: an introduction of a minute, and cards for the table."""

from __future__ import annotations

from rules_engine.play.teaching import Point, TableCard, Teaching
from rules_engine.text import text as _

_GOAL = _(
    "Collect pairs, trios and quads in your hand and put cards from them into your bank. When the deck runs "
    "out, the bank worth the most wins."
)

_INTRODUCTION = (
    Point(_("Hand"), _("You start with seven cards and never hold more than ten."), "BK-2.2"),
    Point(
        _("Withdraw"),
        _("Start your turn with the top card of the discard pile, or with one or two cards from the deck."),
        "BK-2.4",
    ),
    Point(_("Pair"), _("Bank one of its two cards. The other stays in your hand."), "BK-2.6", cards=("8d", "8s")),
    Point(
        _("Trio"),
        _("Bank one of its three cards and any one other card from your hand."),
        "BK-2.7",
        cards=("Qh", "Qc", "Qd"),
    ),
    Point(
        _("Quad"),
        _("Bank two of its four cards and any two other cards from your hand."),
        "BK-2.8",
        cards=("5c", "5d", "5h", "5s"),
    ),
    Point(_("Discard"), _("End your turn by discarding one card from your hand, face up."), "BK-2.12"),
    Point(_("Score"), _("Number cards count their face value; Jacks, Queens, Kings and Aces count 10 each."), "BK-4.5"),
    Point(
        _("End"),
        _("When a player takes the last card of the deck, that player finishes the turn and the game is over."),
        "BK-4.1",
    ),
)

_VARIANTS = (
    Point(_("Balanced"), _("Two tricks in a turn if exactly one card came from the deck, otherwise one."), "BK-2.5"),
    Point(
        _("Boxes"),
        _(
            "Once a box is full, each card you bank replaces an older one, which goes to your hand (moneybox) "
            "or to the discard pile (sievebox)."
        ),
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
        _("Once the deck is gone, discard each turn; take the top discard only if it lets you bank."),
        "BK-4.2",
    ),
    Point(_("Rotating"), _("The shuffled discard pile becomes the new deck."), "BK-4.3"),
    Point(_("Five-O"), _("The game ends as soon as a bank’s score reaches the limit."), "BK-4.4"),
    Point(
        _("Advanced scoring"),
        _("Each card of a rank that is in the bank twice counts 2 more; three times, 4 more; four times, 10 more."),
        "BK-4.6",
    ),
    Point(_("Four Kings"), _("A bank with all four Kings wins outright."), "BK-4.7"),
)

_JUDGE = (
    Point(_("Order"), _("Withdraw, bank, discard. It is too late to withdraw after banking."), "BK-2.3"),
    Point(
        _("Two cards"),
        _("A player may see the first before deciding on the second, but may do nothing else in between."),
        "BK-2.4",
    ),
    Point(_("One card left"), _("A player cannot draw two, unless the event refills the deck in between."), "BK-6.3"),
    Point(_("No bank"), _("Banking is never forced. A trio may be banked as a pair, if pairs are in play."), "BK-2.9"),
    Point(
        _("Full box"),
        _("Only an older card comes out, not the one just banked. With ten cards in hand, both move at the same time."),
        "BK-6.6",
    ),
    Point(_("Aces"), _("High or low in a straight: Q K A and A 2 3, but not K A 2."), "BK-6.8"),
    Point(
        _("Too few to steal"),
        _("A thief takes what there is. It cannot be played if there is nothing to take."),
        "BK-6.9",
    ),
    Point(
        _("No progress"),
        _("The game ends after twelve turns in a row with no card taken from the deck and no better bank."),
        "BK-5.3",
    ),
    Point(_("Time called"), _("Finish the turn; scores decide. Equal scores share a place."), "BK-4.10"),
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
