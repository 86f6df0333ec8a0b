"""How Bankrupt's records are put into words."""

from __future__ import annotations

from rules_engine.bankrupt.record import notation
from rules_engine.bankrupt.record.notation import token_of
from rules_engine.record import TokenError
from rules_engine.text import Text
from rules_engine.text import text as _
from rules_engine.wording import Wording

_FIXED = {
    "H": _("Holds"),
    "R": _("Replaces a card"),
    "F": _("Throws in"),
    "Y": _("Accepts"),
    "N": _("Declines"),
    "P": _("Passes"),
    "LL": _("Declares last legs"),
    "RS": _("Resigns"),
    "T": _("Time is called"),
}


_ACTS = {
    "H": _("Hold"),
    "R": _("Replace a card"),
    "F": _("Throw in"),
    "Y": _("Accept"),
    "N": _("Decline"),
    "P": _("Pass"),
    "LL": _("Declare last legs"),
    "RS": _("Resign"),
}


class BankruptWording(Wording):
    """The texts of Bankrupt: a heading names the dealer."""

    starts = _("deals")
    you_start = _("You deal")
    who_starts = _("Who deals?")

    def starter(self, player: str) -> Text:
        """Who deals a round."""
        return _("{player} deals", player=player)

    def act(self, token: str) -> Text:
        """What a key for a token says."""
        if token in _ACTS:
            return _ACTS[token]
        if token[:1] in ("O", "S") and token[1:]:
            text = _("Offer {pieces}") if token[0] == "O" else _("Show {pieces}")
            return Text(text.text, {"pieces": token[1:].replace("+", " ")})
        return self.token(token)

    def token(self, token: str) -> Text:
        """What a token of a record says, in a few words."""
        if token in _FIXED:
            return _FIXED[token]
        try:
            read = token_of(token)
        except TokenError:
            return super().token(token)
        cards = token[1:].replace("+", " ")
        if read.kind == notation.SHOW:
            return _("Shows {cards}", cards=cards)
        if read.kind == notation.UPTURNED:
            return _("The upturned card is {cards}", cards=cards)
        if read.kind == notation.OFFER:
            return _("Offers {pieces}", pieces=read.amount)
        return _("The clock shows {seconds} s", seconds=read.amount)
