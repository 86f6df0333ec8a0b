"""How Bank's records are put into words."""

from __future__ import annotations

from rules_engine.bank.record import notation
from rules_engine.bank.record.notation import SEATS, token_of
from rules_engine.record import TokenError
from rules_engine.text import Text
from rules_engine.text import text as _
from rules_engine.wording import Wording

_FIXED = {
    "?": _("Draws an unseen card"),
    "+?": _("Steals an unseen card"),
    "0": _("Withdraws nothing"),
    "~": _("The discards become the deck"),
    "!": _("Cannot bank"),
    "T": _("Time is called"),
}
_WITH_CARD = {
    notation.DRAW: _("Draws {card}"),
    notation.PICK: _("Takes the discard {card}"),
    notation.EXCHANGE: _("{card} comes out of the box"),
    notation.STEAL: _("Steals {card}"),
    notation.DISCARD: _("Discards {card}"),
}
_TRICKS = {2: _("Banks {cards} with a pair"), 3: _("Banks {cards} with a trio"), 4: _("Banks {cards} with a quad")}
_FIXED_ACTS = {
    "?": _("Draw an unseen card"),
    "+?": _("Steal an unseen card"),
    "0": _("Withdraw nothing"),
    "~": _("Shuffle the discards into a deck"),
    "!": _("Declare that you cannot bank"),
}
_ACTS_WITH_CARD = {
    notation.DRAW: _("Draw {card}"),
    notation.PICK: _("Take the discard {card}"),
    notation.EXCHANGE: _("Take {card} out of the box"),
    notation.STEAL: _("Steal {card}"),
    notation.DISCARD: _("Discard {card}"),
}
_TRICK_ACTS = {2: _("Bank {cards} with a pair"), 3: _("Bank {cards} with a trio"), 4: _("Bank {cards} with a quad")}
_HAND, _BANK = _("Thief {cards} on the hand of {seat}"), _("Thief {cards} on the bank of {seat}")


class BankWording(Wording):
    """The texts of Bank."""

    def token(self, token: str) -> Text:
        """What a token of a record says, in a few words."""
        if token in _FIXED:
            return _FIXED[token]
        try:
            read = token_of(token)
        except TokenError:
            return super().token(token)
        if read.kind in _WITH_CARD:
            return Text(_WITH_CARD[read.kind].text, {"card": token.lstrip("</+-")})
        cards = _cards(token)
        if read.kind == notation.BANK:
            return Text(_TRICKS[read.size].text, {"cards": cards})
        if read.kind == notation.THIEF:
            return Text((_BANK if read.wild else _HAND).text, {"cards": cards, "seat": SEATS[read.target]})
        return _("The clock shows {seconds} s", seconds=read.size)

    def act(self, token: str) -> Text:
        """What a key for a token says."""
        if token in _FIXED_ACTS:
            return _FIXED_ACTS[token]
        try:
            read = token_of(token)
        except TokenError:
            return super().act(token)
        if read.kind in _ACTS_WITH_CARD:
            return Text(_ACTS_WITH_CARD[read.kind].text, {"card": token.lstrip("</+-")})
        if read.kind == notation.BANK:
            return Text(_TRICK_ACTS[read.size].text, {"cards": _cards(token)})
        return super().act(token)


def _cards(token: str) -> str:
    return token.partition(":")[2].replace("+", " ")
