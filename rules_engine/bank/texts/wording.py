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
        cards = token.partition(":")[2].replace("+", " ")
        if read.kind == notation.BANK:
            return Text(_TRICKS[read.size].text, {"cards": cards})
        if read.kind == notation.THIEF:
            return Text((_BANK if read.wild else _HAND).text, {"cards": cards, "seat": SEATS[read.target]})
        return _("The clock shows {seconds} s", seconds=read.size)
