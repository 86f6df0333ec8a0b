"""How Bankrupt is taught: an introduction of a minute, and cards for the table."""

from __future__ import annotations

from rules_engine.play.teaching import Point, TableCard, Teaching
from rules_engine.text import text as _

_GOAL = _(
    "Everyone starts with the same number of pieces. Each round, the best two cards win pieces from every "
    "other player. The last player with pieces wins."
)

_INTRODUCTION = (
    Point(_("Ante"), _("Each round, every player puts in nine pieces."), "BR-4"),
    Point(_("Cards"), _("Two each, one at a time, from the dealer’s left."), "BR-6"),
    Point(
        _("Exchange"),
        _("Hold, replace one card, or throw in: pay one piece and sit out the round, at most two rounds in a row."),
        "BR-7",
    ),
    Point(
        _("Upping"),
        _(
            "Offer one to six pieces to the players after you. A player who accepts puts in the same; the "
            "dealer never offers."
        ),
        "BR-8",
    ),
    Point(_("Centre"), _("Only those who made or accepted an offer in this round can win it."), "BR-9"),
    Point(
        _("Showdown"),
        _(
            "Any pair beats two unpaired cards; a higher pair beats a lower one. Otherwise the higher card "
            "decides, then the second."
        ),
        "BR-10",
        cards=("K", "K"),
    ),
    Point(
        _("What you win"),
        _(
            "From each loser, the worth of your winning card minus the worth of their highest card, but at "
            "least one piece."
        ),
        "BR-11",
        cards=("A", "9"),
    ),
    Point(_("Dead round"), _("Equal best hands: no player wins. The next round pays double, then triple."), "BR-13"),
    Point(_("Bankrupt"), _("With nothing left you are out."), "BR-16"),
)

_WORTH = (
    Point(
        _("Worth"),
        _("Number cards are worth their face value; Jack, Queen and King 10; Ace 11. A King still beats a Queen."),
        "BR-1",
    ),
    Point(
        _("A-Q vs 8-2"),
        _("Takes 3. Against A-3 it takes 7: the first cards are equal, so the second cards decide."),
        "BR-11",
    ),
    Point(_("J-K vs 10-Q"), _("Takes 1: a win takes at least one."), "BR-11"),
    Point(_("4-4 vs Q-9"), _("Takes 6: a pair below the loser’s card takes the difference the other way."), "BR-12"),
    Point(_("9-9 vs 9-4"), _("Takes 5: the pair meets its own card, so the second cards decide."), "BR-19.9"),
)

_JUDGE = (
    Point(
        _("Upturned card"),
        _(
            "When it comes up, set it aside and keep dealing. Shuffle the deck and the thirteen cards before "
            "the next round."
        ),
        "BR-5",
    ),
    Point(_("Throwing in"), _("A third time in a row is an error, but it stands."), "BR-7"),
    Point(_("Last one in"), _("May not throw in, and wins the round; players keep their antes."), "BR-19.2"),
    Point(
        _("Offer"),
        _("No more than the poorest player who can still up holds beyond the ante."),
        "BR-8",
    ),
    Point(_("All decline"), _("The offer is taken back but counts as made, and upping ends."), "BR-8"),
    Point(_("Third dead round"), _("The centre is divided evenly; what is left over stays in it."), "BR-13"),
    Point(
        _("Last legs"),
        _(
            "Short of the ante: declare it and put in what is left. Win no more than that from each opponent; "
            "you can still win the centre."
        ),
        "BR-14",
    ),
    Point(_("Resigning"), _("Before a deal. Ten or more pieces are shared out, fewer go to the centre."), "BR-15"),
    Point(_("Count"), _("Holdings, antes and centre always add up to what the game started with."), "BR-18"),
    Point(
        _("Time called"),
        _("Finish the round. The player with the most pieces wins, counting antes but not the centre."),
        "BR-20",
    ),
)

TEACHING = Teaching(
    goal=_GOAL,
    introduction=_INTRODUCTION,
    cards=(
        TableCard("round", _("A round"), _("For players"), _INTRODUCTION),
        TableCard("worth", _("What a win takes"), _("For players"), _WORTH),
        TableCard("judge", _("Judge’s card"), _("For judges"), _JUDGE),
    ),
)
