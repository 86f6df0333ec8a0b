"""The lesson: ten decisions, one for each thing that matters. A test holds each against the odds of section 11."""

from __future__ import annotations

from rules_engine.bankout.teaching.two_rounds import HEAD, TO_ROUND_2, TO_ROUND_3
from rules_engine.play.teaching import DRAW, LessonStep
from rules_engine.text import text as _

_ROUND_1 = HEAD + "Round 1, A first"
_FIRST_TURN = _ROUND_1 + "\nA: 7 9 J 10 8 9 J 6 10 9 8 10 7 9 8 5 6 10 6"

LESSON = (
    LessonStep(
        title=_("Draw"),
        story=_("It is your turn. The deck is full, and nothing lies in front of you. Turn over the first card."),
        record=_ROUND_1,
        choice=DRAW,
        then="\nA: 7",
        reply=_(
            "A 7: your Loot is $7. Numbers add up as long as your turn lasts, but only what you bank is safe. "
            "With no Jack and no Ace in front of you, nothing can go wrong yet."
        ),
        other=_("You have no Loot yet, so there is nothing to bank. Draw."),
    ),
    LessonStep(
        title=_("Jacks put you on Alert"),
        story=_("Your Loot is $16. Draw again."),
        record=_ROUND_1 + "\nA: 7 9",
        choice=DRAW,
        then=" J",
        reply=_(
            "A Jack: you are on Alert. Your Loot stays, but an Ace would now be a bust, and so would a third Jack. A "
            "bust costs your Loot and your turn, never your Bank."
        ),
        other=_("Nothing in front of you can bust you, so one more card costs nothing. Draw."),
    ),
    LessonStep(
        title=_("How large is the risk?"),
        story=_("You are on Alert with $16. Of the 49 cards you have not seen, 4 are Aces. Bank or draw?"),
        record=_ROUND_1 + "\nA: 7 9 J",
        choice=DRAW,
        then=" 10",
        reply=_(
            "Right: 8 out of 100 draws are a bust and would cost $16, or about $1.30 per draw. The average "
            "card brings $4. While your Loot is small, the risk is worth it."
        ),
        other=_("Safe, but early: 92 out of 100 draws do no harm, and the average card brings $4. Draw."),
    ),
    LessonStep(
        title=_("Bank"),
        story=_(
            "Two Jacks lie in front of you, and your Loot has grown to $137. An Ace or a third Jack would take it all."
        ),
        record=_FIRST_TURN,
        choice="B",
        then=" B",
        reply=_(
            "$137 is in your Bank. The turn passes to your opponent, and you start your next one with no Jack "
            "in front of you."
        ),
        other=_("Bold: 6 of the 33 remaining cards would bust you, and $137 is at stake. Bank it."),
    ),
    LessonStep(
        title=_("A Queen clears the way"),
        story=_(
            "Your opponent drew a 4, a Jack and an Ace: bust. Now you are on Alert with $20, and you hold a Queen. "
            "Queens go to your hand when drawn, and you play them when you like."
        ),
        record=_FIRST_TURN + " B\nB: 4 J A #\nA: Q 8 5 J 7",
        choice=">Q",
        then=" >Q",
        reply=_(
            "The Queen took the Jack away: you are off Alert, and your turn continues. Play her before you draw. Once "
            "an Ace has fallen on Alert, it is too late."
        ),
        other=_("An Ace now would cost $20. The Queen in your hand takes the Jack away first: play her."),
    ),
    LessonStep(
        title=_("Latent Aces"),
        story=_(
            "Off Alert, an Ace does nothing right away. It stays as a latent Ace, and the next Jack is a bust "
            "– unless you hold a Queen, as you do now. Draw."
        ),
        record=_ROUND_1 + "\nA: Q 6 A 9",
        choice=DRAW,
        then=" J *Q",
        reply=_(
            "A Jack on a latent Ace: your Queen was played at once. This is not a choice. She took away the "
            "Ace and the Jack, and your turn continues. (Under the complete rules she takes away only the Ace: "
            "you would be on Alert.)"
        ),
        other=_("Your Queen protects you here: a Jack would only cost the Queen. Draw."),
    ),
    LessonStep(
        title=_("A King doubles"),
        story=_("You are on Alert with $71, and you hold a King. He banks twice your Loot and ends your turn."),
        record=_ROUND_1 + "\nA: K 10 9 J 8 10 9 8 7 10",
        choice=">K",
        then=" >K",
        reply=_("$142 in one turn. A King is worth more the longer you wait, and nothing if you bust first."),
        other=_("With a King you have something better than banking, and much to lose by drawing. Play him."),
    ),
    LessonStep(
        title=_("Two cards in hand"),
        story=_("You may hold two cards. You hold a Queen and a King and have drawn a second King: give one card up."),
        record=_ROUND_1 + "\nA: Q K 5 K",
        choice="-K",
        then=" -K",
        reply=_("A King ends your turn, so two of them help you less than a King and a Queen."),
        other=_("You may, but the Queen protects this turn, and you can play only one King in it. Keep the Queen."),
    ),
    LessonStep(
        title=_("A Joker, Round 2"),
        story=_(
            "You lost Round 1, and Round 2 has one Joker. You have just drawn it: it takes effect at once. Your "
            "opponent has $44 in the Bank, you have $12 and $4 of Loot."
        ),
        record=TO_ROUND_2 + "\nA: 3 9 B\nB: 8 7 10 9 10 B\nA: 4",
        drawn="X",
        choice="X=swap",
        then=" X=swap",
        reply=_(
            "The Banks have changed hands: you have $44, your opponent $12. Your Loot is lost and your turn is "
            "over. You cannot swap with a player whose Bank is empty."
        ),
        other=_("You may, but a swap brings $32 here; as a King the Joker brings $8, as a Queen nothing. Swap."),
    ),
    LessonStep(
        title=_("A counter, Round 3"),
        story=_(
            "In Round 3 there are two Jokers, and you hold them like Queens and Kings. You have $33 and a Joker in "
            "your hand. Your opponent plays theirs to swap."
        ),
        record=TO_ROUND_3 + "\nB: 3 X 4 B\nA: X 9 10 8 6 B\nB: 2 >X=swap",
        choice="^X",
        then=" ^X",
        reply=_(
            "Countered, on the spot: both Jokers are discarded, the Banks stay where they are, and your opponent’s "
            "turn is over. That is all you need. Now play a match."
        ),
        other=_("Without an answer, your $33 goes to your opponent and you get their $7. Counter with your Joker."),
    ),
)
