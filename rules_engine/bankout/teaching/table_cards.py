"""The one-minute introduction and the cards to print (BO-13.1 to BO-13.4)."""

from __future__ import annotations

from rules_engine.play.teaching import Point, TableCard
from rules_engine.text import text as _

GOAL = _(
    "Two players draw from one deck. On your turn you draw as long as you dare, then bank what you have. Be the "
    "first to bank $1,000 in a round, and win two rounds; in Blitz, have the higher total after three rounds."
)

INTRODUCTION = (
    Point(
        _("2 to 10"),
        _("Adds its number to your Loot. Loot is yours only once it is in the Bank."),
        "BO-5.1",
        cards=("9",),
    ),
    Point(
        _("Jack"),
        _("Puts you on Alert: the next Ace is a bust. A third Jack in one turn is a bust, too."),
        "BO-5.4",
        cards=("J",),
    ),
    Point(
        _("Ace"),
        _(
            "On Alert: bust. Otherwise it stays in front of you as a latent Ace: the next Jack is a bust "
            "unless you hold a Queen. Under the guide, a third latent Ace is also a bust."
        ),
        "BO-5.8",
        cards=("A",),
    ),
    Point(
        _("Queen"),
        _("Goes to your hand. When played, it takes away one Jack and one latent Ace, and your turn continues."),
        "BO-5.12",
        cards=("Q",),
    ),
    Point(
        _("King"),
        _("Goes to your hand. When played, it banks twice your Loot and ends your turn."),
        "BO-5.15",
        cards=("K",),
    ),
    Point(
        _("Joker"),
        _(
            "Swaps the Banks, or acts as a King or as a Queen. In Round 2 it takes effect when it is drawn; in Round "
            "3 you hold it, and it can also counter a swap."
        ),
        "BO-5.16",
        cards=("X",),
    ),
    Point(_("Bust"), _("You lose your Loot and your turn ends. Your Bank stays."), "BO-6.1"),
)

_SETTING_UP = (
    Point(
        _("Format"), _("Bankout: first to $1,000, best of three rounds. Blitz: three rounds, totals add up."), "BO-1.4"
    ),
    Point(_("Jokers"), _("On or off. On: none in Round 1, one in Round 2, two in Round 3."), "BO-2.2"),
    Point(_("Deck"), _("Every round starts with all 52 cards, shuffled, and a cut is offered."), "BO-1.7"),
    Point(_("Start"), _("Drawn by lot for Round 1; after that, players take turns starting a round."), "BO-1.6"),
    Point(
        _("Trackers"),
        _("A die for Jacks and a token for Alert in front of each player, and paper for the Banks."),
        "BO-13.3",
    ),
    Point(_("Time"), _("20 to 25 minutes per match. When time is called, finish the turn."), "BO-9.1"),
)

_TRACKERS = (
    Point(
        _("Jacks"),
        _("A die in front of you: up with each Jack, down with each Queen played. Three is a bust."),
        "BO-5.5",
    ),
    Point(
        _("Alert"), _("A token lies in front of you while your die shows a Jack. On Alert, an Ace is a bust."), "BO-5.7"
    ),
    Point(_("Latent"), _("Turn each Ace drawn off Alert sideways. A Queen played discards one."), "BO-5.8"),
    Point(_("Hand"), _("Queens, Kings and, in Round 3, Jokers; two cards at most."), "BO-3.2"),
    Point(
        _("End of turn"),
        _(
            "Die to zero, token away. Under the guide, discard Jacks and Aces; under the complete rules they "
            "stay, with the Aces upright, and no longer count. Bank and hand stay."
        ),
        "BO-3.6",
    ),
)

_JUDGE = (
    Point(
        _("Jack on a latent Ace"),
        _("A held Queen is played at once; this is not a choice. Without one: bust, or in Round 3 a Joker as a Queen."),
        "BO-5.2",
    ),
    Point(
        _("After that Queen"),
        _("One latent Ace is gone. Under the guide, the Jack is gone too; under the complete rules, it stays: Alert."),
        "BO-10.2",
    ),
    Point(_("Third Jack"), _("A Queen or a Round 3 Joker may answer before the bust is final."), "BO-5.6"),
    Point(_("Ace on Alert"), _("Bust at once. A Queen comes too late: it had to be played before the draw."), "BO-5.7"),
    Point(
        _("Counter"),
        _("Round 3, on the spot: both Jokers are discarded, the Banks stay, the turn is over and its Loot lost."),
        "BO-5.24",
    ),
    Point(
        _("Swap"),
        _("Only while the opponent’s Bank is above $0. The turn’s Loot is lost."),
        "BO-5.17",
    ),
    Point(
        _("More than two in hand"),
        _("Discard down to two at once; the holder chooses. If noticed late, the event’s default decides."),
        "BO-9.5",
    ),
    Point(_("Pace of play"), _("Remind, then warn, then penalise."), "BO-9.6"),
    Point(
        _("Time called"),
        _(
            "Finish the turn. Bankout: more rounds won, then the higher Bank of this round. Blitz: the higher "
            "total. If level, a draw; if a winner is needed, Sudden Death."
        ),
        "BO-9.3",
    ),
)

_PLAYERS, _JUDGES = _("For players"), _("For judges")

TABLE_CARDS = (
    TableCard("cards", _("The cards"), _PLAYERS, INTRODUCTION),
    TableCard("setting-up", _("Setting up"), _PLAYERS, _SETTING_UP),
    TableCard("trackers", _("Keeping track"), _PLAYERS, _TRACKERS),
    TableCard("judge", _("Judge’s card"), _JUDGES, _JUDGE),
)

_NUMBER, _JACK, _ACE, _QUEEN, _KING, _JOKER, _BUST = INTRODUCTION
_AUTO = Point(
    _("Automatic Queen"),
    _("A Jack fell on a latent Ace: a held Queen is played at once and takes one latent Ace away."),
    "BO-5.2",
)
_BANKED = Point(_("Bank"), _("The Loot is in the Bank, and the turn is over."), "BO-4.3")

TOKENS = {
    **{str(number): _NUMBER for number in range(2, 11)},
    "J": _JACK,
    "A": _ACE,
    "Q": _QUEEN,
    "K": _KING,
    "X": _JOKER,
    "?": Point(_("A card to hand"), _("A Queen, a King or, in Round 3, a Joker: only its player sees it."), "BO-3.5"),
    "#": _BUST,
    "B": _BANKED,
    "*Q": _AUTO,
    ">Q": Point(
        _("Queen played"),
        _("She takes away one Jack and one latent Ace, if there are any. The turn continues."),
        "BO-5.12",
    ),
    ">K": Point(_("King played"), _("Twice the Loot went to the Bank, and the turn is over."), "BO-5.15"),
    "^X": Point(_("Counter"), _("Both Jokers are discarded. The Banks stay, and the turn is over."), "BO-5.24"),
    **{
        f"{sign}X=swap": Point(_("Swap"), _("The Banks have changed hands; the Loot is lost."), "BO-5.17")
        for sign in ("", ">")
    },
    **{
        f"{sign}X=king": Point(
            _("Joker as King"), _("Twice the Loot went to the Bank, and the turn is over."), "BO-5.18"
        )
        for sign in ("", ">")
    },
    **{
        f"{sign}X=queen": Point(
            _("Joker as Queen"),
            _("It takes away one Jack and one latent Ace, if there are any. The turn continues."),
            "BO-5.19",
        )
        for sign in ("", ">")
    },
}
"""What a first match says of each token."""
