"""How the stage game is taught: an introduction of a minute, and cards for the table."""

from __future__ import annotations

from rules_engine.teaching import Point, TableCard, Teaching
from rules_engine.text import text as _

_GOAL = _(
    "Move your piece over a stage of sixteen cards that lie face down. Each card lets you bank, discard or take cards. "
    "When the whole stage is revealed, the bank that is worth most wins."
)

_INTRODUCTION = (
    Point(
        _("Stage"),
        _("The Jacks, Queens, Kings and Aces in four rows. The numbers are the draw pile; you begin with five."),
        "BS-1",
    ),
    Point(_("Enter"), _("On any space of the row nearest to you. Its card takes effect."), "BS-2"),
    Point(
        _("Turn"),
        _("Move to an adjacent space, reveal its card, do what it says. It counts each time it is entered."),
        "BS-3",
    ),
    Point(_("Barred"), _("The space you stood on in the turn before, and a space with another piece."), "BS-4"),
    Point(_("Ace"), _("Bank the two highest cards of your hand, then draw two."), "BS-5"),
    Point(_("King"), _("Discard your highest card, then draw one."), "BS-5"),
    Point(_("Queen"), _("Take a card at random from an opponent, then give one back; that one is allowed."), "BS-5"),
    Point(_("Jack"), _("Discard three cards of your choice, then draw three."), "BS-5"),
    Point(_("Score"), _("The numbers in your bank added up. The highest sum wins."), "BS-9"),
)

_VARIANTS = (
    Point(_("More players"), _("One deck and sixteen spaces more for every two players."), "BS-10"),
    Point(_("Teams"), _("Team mates share a bank. With four: first and fourth against second and third."), "BS-11"),
    Point(_("Go Fish"), _("An Ace banks a pair of your choice, then you draw two. Most pairs win."), "BS-12"),
    Point(
        _("Flush-a-GoGo"),
        _("What you would discard is banked, and more than 40 loses. A 7 banked by an Ace empties that bank."),
        "BS-13",
    ),
    Point(
        _("Liar"),
        _("A broken rule that an opponent calls before the next move costs a banked card at random."),
        "BS-14",
    ),
    Point(_("Pitfall"), _("A revealed space that is left becomes a pit and cannot be entered."), "BS-15"),
)

_JUDGE = (
    Point(_("Adjacent"), _("Up, down, left or right; diagonally only if the event says so."), "BS-17.1"),
    Point(_("Must move"), _("A legal move has to be made. With none, the turn is missed."), "BS-4"),
    Point(_("After a miss"), _("The bar on the last space is gone, unless the event says that it stays."), "BS-17.2"),
    Point(_("Short of cards"), _("Do as much as can be done: bank or discard what there is, draw in full."), "BS-6"),
    Point(_("Empty pile"), _("The shuffled discards replace it at the next draw."), "BS-6"),
    Point(_("Banks"), _("They lie face down. Players may count their own, the draw pile and the discards."), "BS-7"),
    Point(
        _("Last space"),
        _("Players after the one who revealed it, in turn order, have one more turn. The last in order ends it."),
        "BS-8",
    ),
    Point(_("Blocked"), _("40 turns a deck with no space revealed and no card banked end the game."), "BS-18"),
    Point(_("Time called"), _("Finish the turn; score as usual. A tie stays a tie."), "BS-19"),
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
