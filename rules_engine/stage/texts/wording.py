"""The stage game in words: what a token says, and how the game stands."""

from __future__ import annotations

from collections.abc import Mapping

from rules_engine.record.report import Report
from rules_engine.stage.board import name_of
from rules_engine.stage.cards import ACE, JACK, KING, NAMES, QUEEN
from rules_engine.stage.findings import SEAT_NAMES
from rules_engine.stage.record import notation
from rules_engine.stage.record.notation import Token
from rules_engine.text import PlayerAt, Text
from rules_engine.text import text as _
from rules_engine.wording import Wording

_ENTERED: dict[int, Text] = {
    0: _("Moves to {space}"),
    JACK: _("Moves to {space}: a Jack"),
    QUEEN: _("Moves to {space}: a Queen"),
    KING: _("Moves to {space}: a King"),
    ACE: _("Moves to {space}: an Ace"),
}
_REENTERED: dict[int, Text] = {
    0: _("Re-enters on {space}"),
    JACK: _("Re-enters on {space}: a Jack"),
    QUEEN: _("Re-enters on {space}: a Queen"),
    KING: _("Re-enters on {space}: a King"),
    ACE: _("Re-enters on {space}: an Ace"),
}
_NAMED: dict[int, Text] = {
    notation.DISCARD: _("Discards {card}"),
    notation.DRAW: _("Draws {card}"),
    notation.PAY: _("Pays {card} from the bank"),
}
_UNSEEN: dict[int, Text] = {
    notation.DISCARD: _("Discards a card"),
    notation.DRAW: _("Draws a card"),
    notation.PAY: _("Pays a card from the bank"),
}
_TO_SEAT: dict[int, Text] = {
    notation.TAKE: _("Takes a card from player {seat}"),
    notation.GIVE: _("Gives a card to player {seat}"),
    notation.CALL: _("{player} calls a lie"),
}
_ACTS: dict[int, Text] = {
    notation.DISCARD: _("Discard {card}"),
    notation.DRAW: _("Draw {card}"),
    notation.PAY: _("Pay {card} from the bank"),
}
_UNSEEN_ACTS: dict[int, Text] = {
    notation.DISCARD: _("Discard a card"),
    notation.DRAW: _("Draw a card"),
    notation.PAY: _("Pay a card from the bank"),
}
_ACTS_TO_SEAT: dict[int, Text] = {
    notation.TAKE: _("Take a card from player {seat}"),
    notation.GIVE: _("Give a card to player {seat}"),
}
_WON: dict[str, Text] = {
    "over_40": _("{player} won: nobody else is at 40 or below"),
    "piles": _("{player} won: the piles are empty"),
    "revealed": _("{player} won: the stage is revealed"),
    "no_moves": _("{player} won: nobody has a move"),
    "blocked": _("{player} won: the game is blocked"),
    "time": _("{player} won on time"),
}


class StageWording(Wording):
    """The texts of the stage game."""

    unsaid = _("No pair")

    def token(self, token: str) -> Text:
        """What a token of a record says, in a few words. The token is in canonical spelling."""
        read = notation.token_of(token)
        if read.kind <= notation.REENTRY:
            entered = _ENTERED if read.kind == notation.MOVE else _REENTERED
            return Text(entered[read.card].text, {"space": name_of(read.place)})
        if read.kind in _TO_SEAT:
            seat = SEAT_NAMES[read.seat]
            return Text(_TO_SEAT[read.kind].text, {"seat": seat, "player": PlayerAt(seat)})
        if read.kind in _NAMED:
            return Text((_NAMED if read.card else _UNSEEN)[read.kind].text, {"card": NAMES[read.card]})
        return _other(read)

    def act(self, token: str) -> Text:
        """What a key for a token says."""
        read = notation.token_of(token)
        if read.kind <= notation.REENTRY:
            text = _("Move to {space}") if read.kind == notation.MOVE else _("Re-enter on {space}")
            return self.token(token) if read.card else Text(text.text, {"space": name_of(read.place)})
        if read.kind in _ACTS_TO_SEAT:
            return Text(_ACTS_TO_SEAT[read.kind].text, {"seat": SEAT_NAMES[read.seat]})
        if read.kind in _ACTS:
            return Text((_ACTS if read.card else _UNSEEN_ACTS)[read.kind].text, {"card": NAMES[read.card]})
        if read.kind == notation.BANK:
            return _("Bank {cards}", cards=" + ".join(NAMES[card] for card in read.cards))
        return _("Miss the turn") if read.kind == notation.MISS else self.token(token)

    def result(self, report: Report, names: Mapping[str, str]) -> Text:
        """Who has won and how, with the score of each player."""
        outcome = report.outcome
        plain = super().result(report, names)
        if outcome.places is None or len(outcome.places[0]) != 1 or outcome.decided_by is None:
            return plain
        won = Text(_WON[outcome.decided_by].text, {"player": names[outcome.places[0][0]]})
        listed = ", ".join(f"{names[seat]} {'?' if score is None else score}" for seat, score in outcome.scores.items())
        return Text("{won}; {scores}.", {"won": won, "scores": listed})


def _other(read: Token) -> Text:
    if read.kind == notation.BANK:
        return _("Banks {cards}", cards=" + ".join(NAMES[card] for card in read.cards))
    if read.kind == notation.CLOCK:
        return _("The clock shows {time}", time=f"{read.seconds // 60}:{read.seconds % 60:02}")
    return _("Misses the turn") if read.kind == notation.MISS else _("Time is called")
