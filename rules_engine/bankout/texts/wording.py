"""Bankout in words: what a token says, how the match stands, under which terms it is played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from typing import Any

from rules_engine.bankout import actions as act
from rules_engine.bankout.cards import ACE, HIDDEN, JACK, JOKER, KING, QUEEN, RANK_BITS
from rules_engine.bankout.record import notation
from rules_engine.bankout.referee import result
from rules_engine.record.report import Report
from rules_engine.rules.options import RuleSchema, Setting, Variant
from rules_engine.text import Text, money
from rules_engine.text import text as _
from rules_engine.wording import Wording

_DRAWN: dict[int, Text] = {
    JACK: _("Draws a Jack"),
    QUEEN: _("Draws a Queen, to hand"),
    KING: _("Draws a King, to hand"),
    ACE: _("Draws an Ace"),
    JOKER: _("Draws a Joker"),
    HIDDEN: _("Draws an unseen card, to hand"),
}
_JOKER_DRAWN: dict[int, Text] = {
    act.SWAP: _("Draws a Joker: swap"),
    act.JOKER_KING: _("Draws a Joker: King"),
    act.JOKER_QUEEN: _("Draws a Joker: Queen"),
    act.NO_EFFECT: _("Draws a Joker"),
}
_JOKER_PLAYED: dict[int, Text] = {
    act.SWAP: _("Plays a Joker: swap"),
    act.JOKER_KING: _("Plays a Joker: King"),
    act.JOKER_QUEEN: _("Plays a Joker: Queen"),
    act.NO_EFFECT: _("Plays a Joker, no effect named"),
}
_PLAYED: dict[int, Text] = {QUEEN: _("Plays a Queen"), KING: _("Plays a King")}
_GIVEN_UP: dict[int, Text] = {
    QUEEN: _("Gives up a Queen"),
    KING: _("Gives up a King"),
    JOKER: _("Gives up a Joker"),
    HIDDEN: _("Gives up an unseen card"),
}
_PLAY: dict[int, Text] = {QUEEN: _("Play a Queen"), KING: _("Play a King")}
_JOKER_PLAY: dict[int, Text] = {
    act.SWAP: _("Play a Joker to swap"),
    act.JOKER_KING: _("Play a Joker as a King"),
    act.JOKER_QUEEN: _("Play a Joker as a Queen"),
    act.NO_EFFECT: _("Play a Joker, no effect named"),
}
_JOKER_DRAW: dict[int, Text] = {
    act.SWAP: _("Joker: swap the Banks"),
    act.JOKER_KING: _("Joker: as a King"),
    act.JOKER_QUEEN: _("Joker: as a Queen"),
    act.NO_EFFECT: _("Draw a Joker"),
}
_GIVE_UP: dict[int, Text] = {
    QUEEN: _("Give up a Queen"),
    KING: _("Give up a King"),
    JOKER: _("Give up a Joker"),
    HIDDEN: _("Give up an unseen card"),
}
_OTHERS: dict[int, Text] = {
    notation.AUTO_QUEEN: _("The automatic Queen"),
    notation.BANKED: _("Banks"),
    notation.ENDED: _("Ends the turn without banking"),
    notation.BUSTED: _("Bust, according to the sheet"),
    notation.TIME: _("Time is called"),
}
_WON: dict[str, Text] = {
    "rounds": _("{player} won on rounds"),
    "total": _("{player} won on totals"),
    "sudden_death": _("{player} won in Sudden Death"),
    "time": _("{player} won on time"),
}
_EDITIONS = {"guide": _("Guide"), "complete": _("Complete rules")}
_FORMATS = {"bankout": Text("Bankout"), "blitz": Text("Blitz")}


class BankoutWording(Wording):
    """The texts of Bankout and Bankout Blitz."""

    unsaid = _("No answer")

    def token(self, token: str) -> Text:
        """What a token of a record says, in a few words. The token is in canonical spelling."""
        read = notation.token_of(token)
        rank = read.card & RANK_BITS
        match read.kind:
            case notation.NUMBER:
                return _("Draws {number}", number=rank)
            case notation.CLOCK:
                return _("The clock shows {time}", time=f"{read.amount // 60}:{read.amount % 60:02}")
            case notation.JACK_DRAWN | notation.COURT_DRAWN:
                return _DRAWN[rank]
            case notation.JOKER_DRAWN:
                return _JOKER_DRAWN[read.action]
            case notation.JOKER_PLAYED:
                return _JOKER_PLAYED[read.action]
            case notation.PLAYED:
                return _PLAYED[rank]
            case notation.ANSWERED:
                shield = read.action == act.SHIELD
                return _("The opponent uses a shield") if shield else _("The opponent counters with a Joker")
            case notation.GIVEN_UP:
                return _GIVEN_UP[rank]
        return _OTHERS[read.kind]

    def act(self, token: str) -> Text:
        """What a key for a token says. The cards of a draw are named as the record names them."""
        read = notation.token_of(token)
        rank = read.card & RANK_BITS
        match read.kind:
            case notation.PLAYED:
                return _PLAY[rank]
            case notation.JOKER_PLAYED:
                return _JOKER_PLAY[read.action]
            case notation.JOKER_DRAWN:
                return _JOKER_DRAW[read.action]
            case notation.GIVEN_UP:
                return _GIVE_UP[rank]
            case notation.ANSWERED:
                return _("Use a shield") if read.action == act.SHIELD else _("Counter with a Joker")
            case notation.AUTO_QUEEN:
                return _("Play the automatic Queen")
            case notation.COURT_DRAWN if rank == HIDDEN:
                return _("Draw an unseen card")
        return self.token(token)

    def round_title(self, name: int | str) -> Text:
        """A numbered round, or Sudden Death."""
        return _("Sudden Death") if name == "SD" else super().round_title(name)

    def result(self, report: Report, names: Mapping[str, str]) -> Text:
        """Who has won and how, with rounds and money: the winner's first, else seat A's."""
        found = report.result
        if found.winner is None:
            outcome = _("In progress")
        elif found.winner == "draw":
            outcome = _("Drawn on time")
        else:
            outcome = Text(_WON[found.decided_by or "rounds"].text, {"player": names[found.winner]})
        return Text("{outcome}: {scores}.", {"outcome": outcome, "scores": _scores(report)})

    def summary(self, report: Report, names: Mapping[str, str]) -> Iterator[str]:
        """Each round's Banks and the result, as lines for a terminal."""
        return result.summary(report, names)

    def edition(self, _schema: RuleSchema, edition: str) -> Text:
        """An edition of the rules, in short."""
        return _EDITIONS[edition]

    def home(self, _schema: RuleSchema, value: str) -> Text:
        """A format by its name."""
        return _FORMATS[value]

    def variant_scope(self, schema: RuleSchema, variant: Variant) -> Text:
        """The one format that a variant belongs to, or both."""
        return _("both formats") if variant.home is None else super().variant_scope(schema, variant)

    def field(self, schema: RuleSchema, field: Setting, value: Any) -> Text:
        """A field of the terms with its value."""
        if field.key == "jokers":
            return _("Jokers on") if value else _("Jokers off")
        return (_EDITIONS if field.key == "edition" else _FORMATS)[value]


def _scores(report: Report) -> Text:
    """Rounds, totals and pot, the winner's first; what the match was won on leads."""
    result = report.result
    a, b = ("B", "A") if result.winner == "B" else ("A", "B")
    amounts = {"a": money(result.totals[a]), "b": money(result.totals[b])}
    wins = {"a": result.round_wins[a], "b": result.round_wins[b]}
    parts: list[Text] = []
    if result.decided_by == "total":  # "on totals" stands before it
        parts.append(_("{a} to {b}", **amounts))
    if any(wins.values()):
        parts.append(Text("{a}–{b}", wins) if result.decided_by == "rounds" else _("rounds {a}–{b}", **wins))
    if result.decided_by != "total":
        parts.append(_("totals {a} to {b}", **amounts))
    if result.pot:
        parts.append(_("pot {pot}", pot=money(result.pot)))
    return reduce(lambda before, part: Text("{before}, {part}", {"before": before, "part": part}), parts)
