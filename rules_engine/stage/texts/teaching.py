"""How the stage game is taught: an introduction of a minute, and cards for the table."""

from __future__ import annotations

from rules_engine.play.teaching import Point, TableCard, Teaching
from rules_engine.text import text as _

_GOAL = _(
    "Move your piece across a stage of sixteen face-down cards. Each card lets you bank, discard or take "
    "cards. When the whole stage is revealed, the bank worth the most wins."
)

_INTRODUCTION = (
    Point(
        _("Stage"),
        _(
            "The Jacks, Queens, Kings and Aces in four rows. The number cards are the draw pile; you start "
            "with five of them."
        ),
        "BS-1",
    ),
    Point(_("Enter"), _("Start on any space in the row nearest to you. Its card takes effect."), "BS-2"),
    Point(
        _("Turn"),
        _(
            "Move to an adjacent space, reveal its card and do what it says. The card takes effect each time "
            "its space is entered."
        ),
        "BS-3",
    ),
    Point(_("Barred"), _("The space you stood on in the turn before, and a space with another piece."), "BS-4"),
    Point(_("Ace"), _("Bank the two highest cards of your hand, then draw two."), "BS-5", cards=("A",)),
    Point(_("King"), _("Discard your highest card, then draw one."), "BS-5", cards=("K",)),
    Point(
        _("Queen"),
        _("Take a random card from an opponent, then give one back; it may be the same card."),
        "BS-5",
        cards=("Q",),
    ),
    Point(_("Jack"), _("Discard three cards of your choice, then draw three."), "BS-5", cards=("J",)),
    Point(_("Score"), _("Add up the numbers in your bank. The highest total wins."), "BS-9"),
)

_VARIANTS = (
    Point(_("More players"), _("One more deck and sixteen more spaces for every two extra players."), "BS-10"),
    Point(
        _("Teams"), _("Teammates share a bank. With four players: first and fourth against second and third."), "BS-11"
    ),
    Point(_("Go Fish"), _("An Ace banks a pair of your choice, then you draw two. Most pairs win."), "BS-12"),
    Point(
        _("Flush-a-GoGo"),
        _("Bank what you would discard; more than 40 loses. A 7 banked with an Ace empties that bank."),
        "BS-13",
    ),
    Point(
        _("Liar"),
        _("If an opponent calls out a broken rule before the next move, it costs a random banked card."),
        "BS-14",
    ),
    Point(_("Pitfall"), _("A revealed space becomes a pit when a piece leaves it, and cannot be entered."), "BS-15"),
)

_JUDGE = (
    Point(_("Adjacent"), _("Up, down, left or right; diagonally only if the event says so."), "BS-17.1"),
    Point(_("Must move"), _("A player must make a legal move. If there is none, the player misses the turn."), "BS-4"),
    Point(_("After a miss"), _("The last space is no longer barred, unless the event says it still is."), "BS-17.2"),
    Point(
        _("Short of cards"),
        _("Do as much as possible: bank or discard what there is, and draw the full number."),
        "BS-6",
    ),
    Point(_("Empty pile"), _("The shuffled discards replace it at the next draw."), "BS-6"),
    Point(_("Banks"), _("They lie face down. Players may count their own, the draw pile and the discards."), "BS-7"),
    Point(
        _("Last space"),
        _(
            "The players after the one who revealed it, in turn order, have one more turn. If the last in "
            "order reveals it, the game ends."
        ),
        "BS-8",
    ),
    Point(_("Blocked"), _("The game ends after 40 turns per deck with no space revealed and no card banked."), "BS-18"),
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
