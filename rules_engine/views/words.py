"""Sentences for what the engine says in codes: tokens, the turn's state and end, the result, the terms of a match."""

from __future__ import annotations

import unicodedata
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from rules_engine.bankout import actions as act
from rules_engine.bankout import notation
from rules_engine.bankout.cards import ACE, HIDDEN, JACK, JOKER, KING, QUEEN, RANK_BITS
from rules_engine.bankout.notation import Token
from rules_engine.bankout.replay import Table
from rules_engine.bankout.ruleset import RuleSet
from rules_engine.record import Record
from rules_engine.report import Report

Words = str | Promise
LONGEST_NAME = 80

KINDS: dict[str, tuple[Words, str, str]] = {
    # kind: word, icon, chip
    "illegal": (lazy("Illegal"), "wrong", "wrong"),
    "missed": (lazy("Missed"), "warning", "waits"),
    "misrecorded": (lazy("Misrecorded"), "edit", "info"),
    "note": (lazy("Note"), "info", ""),
}

_COURT: dict[int, Words] = {
    JACK: lazy("Draws a Jack"),
    QUEEN: lazy("Draws a Queen, to hand"),
    KING: lazy("Draws a King, to hand"),
    ACE: lazy("Draws an Ace"),
    JOKER: lazy("Draws a Joker"),
    HIDDEN: lazy("Draws a card unseen, to hand"),
}
_EFFECTS: dict[int, tuple[Words, Words]] = {
    act.SWAP: (lazy("Draws a Joker: swap"), lazy("Plays a Joker: swap")),
    act.JOKER_KING: (lazy("Draws a Joker: King"), lazy("Plays a Joker: King")),
    act.JOKER_QUEEN: (lazy("Draws a Joker: Queen"), lazy("Plays a Joker: Queen")),
    act.NO_EFFECT: (lazy("Draws a Joker"), lazy("Plays a Joker, no effect named")),
}
_FIXED: dict[int, Words] = {
    notation.AUTO_QUEEN: lazy("The automatic Queen"),
    notation.BANKED: lazy("Banks"),
    notation.ENDED: lazy("Ends the turn without banking"),
    notation.BUSTED: lazy("Bust, says the sheet"),
    notation.TIME: lazy("Time is called"),
}
_GIVEN: dict[int, Words] = {
    QUEEN: lazy("Gives up a Queen"),
    KING: lazy("Gives up a King"),
    JOKER: lazy("Gives up a Joker"),
    HIDDEN: lazy("Gives up a card unseen"),
}


def token_words(token: Token) -> str:
    """What a token says, in a few words."""
    rank = token.card & RANK_BITS
    if token.kind == notation.NUMBER:
        return _("Draws a {number}").format(number=rank)
    if token.kind == notation.CLOCK:
        return _("The clock stands at {time}").format(time=f"{token.amount // 60}:{token.amount % 60:02}")
    if token.kind in (notation.JACK_DRAWN, notation.COURT_DRAWN):
        return str(_COURT[rank])
    if token.kind in (notation.JOKER_DRAWN, notation.JOKER_PLAYED):
        return str(_EFFECTS[token.action][token.kind == notation.JOKER_PLAYED])
    if token.kind == notation.PLAYED:
        return _("Plays a Queen") if rank == QUEEN else _("Plays a King")
    if token.kind == notation.ANSWERED:
        return _("The opponent's shield") if token.action == act.SHIELD else _("The opponent's Joker counters")
    return str(_GIVEN[rank] if token.kind == notation.GIVEN_UP else _FIXED[token.kind])


_WAITING: dict[str, Words] = {
    "open": lazy("The turn is open."),
    "over_hand": lazy("The hand is above two: a discard comes first."),
    "effect": lazy("The Joker takes effect at once: which?"),
    "third_jack": lazy("Third Jack: a Queen, or bust."),
    "trigger": lazy("A Jack on a latent Ace: a Queen, or bust."),
    "answer": lazy("A swap: the opponent may answer it."),
}
_ENDED: dict[str, Words] = {
    "bank": lazy("The turn is over: {amount} to the Bank."),
    "bust": lazy("The turn is over: bust, the Loot is lost."),
    "king": lazy("The turn is over: twice the Loot, {amount}, to the Bank."),
    "swap": lazy("The turn is over: the Banks change hands, the Loot is lost."),
    "joker_king": lazy("The turn is over: twice the Loot, {amount}, to the Bank."),
    "countered": lazy("The turn is over: the swap was countered, the Loot is lost."),
    "shielded": lazy("The turn is over: the swap was shielded, the Loot is lost."),
    "end": lazy("The turn is over, without banking: the Loot is lost."),
    "deck_out": lazy("The turn is over: the deck is out, the Loot is lost."),
    "time": lazy("The turn is over: time."),
    "open": lazy("The turn is open."),
}
_OUTCOMES: dict[str, Words] = {
    "bank": lazy("bank"),
    "bust": lazy("bust"),
    "king": lazy("King"),
    "swap": lazy("swap"),
    "joker_king": lazy("Joker as King"),
    "countered": lazy("countered"),
    "shielded": lazy("shielded"),
    "end": lazy("end"),
    "deck_out": lazy("deck out"),
    "time": lazy("time"),
    "open": lazy("open"),
}


def money(amount: int) -> str:
    """Whole dollars, with separators."""
    return f"${amount:,}"


def state_words(table: Table) -> str:
    """What the table waits for, or how the turn ended."""
    if table.phase in _WAITING:
        said = str(_WAITING[table.phase])
    else:
        said = str(_ENDED[table.ended_by]).format(amount=money(table.gained))
        if table.phase == "round_over":
            said += " " + _("The round is over.")
    return said + " " + _("Time has been called.") if table.time_called else said


def outcome_words(table: Table) -> str:
    """How a turn ended, and what it brought, in a word or two."""
    said = str(_OUTCOMES[table.ended_by])
    return f"{said} +{money(table.gained)}" if table.gained else said


def round_words(name: int | str) -> str:
    """A round by its name."""
    return _("Sudden Death") if name == "SD" else _("Round {number}").format(number=name)


def player_words(record: Record, seat: str) -> str:
    """A player by name, or else by seat."""
    name = record.seats.get(seat, "").strip()[:LONGEST_NAME]  # type: ignore[call-overload]
    return isolated(name) or _("Player {seat}").format(seat=seat)


def isolated(name: str) -> str:
    """A name that does not turn the sentence around it: one from right to left stands between isolating marks."""
    turns = any(unicodedata.bidirectional(char) in ("R", "AL") for char in name)
    return f"\u2068{name}\u2069" if turns else name


def headline(faults: int) -> str:
    """How many findings there are, notes apart."""
    return (
        ngettext("{count:,} finding", "{count:,} findings", faults).format(count=faults) if faults else _("No findings")
    )


def counted(kind: str, count: int) -> str:
    """How many findings are of a kind."""
    said = {
        "illegal": _("{count:,} illegal"),
        "missed": _("{count:,} missed"),
        "misrecorded": _("{count:,} misrecorded"),
        "note": ngettext("{count:,} note", "{count:,} notes", count),
    }
    return said[kind].format(count=count)


_DECIDED: dict[str, Words] = {
    "rounds": lazy("{player} won, by rounds"),
    "total": lazy("{player} won, on totals"),
    "sudden_death": lazy("{player} won in Sudden Death"),
    "time": lazy("{player} won on time"),
}


def result_words(record: Record, report: Report) -> str:
    """Where the match stands, in a sentence."""
    result = report.result
    totals = _("totals {a} to {b}").format(a=money(result.totals["A"]), b=money(result.totals["B"]))
    if any(result.round_wins.values()):
        rounds = _("rounds {a}–{b}").format(a=result.round_wins["A"], b=result.round_wins["B"])
        totals = f"{rounds}, {totals}"
    if result.pot:
        totals = _("{totals}, pot {pot}").format(totals=totals, pot=money(result.pot))
    if result.winner is None:
        said = _("In progress")
    elif result.winner == "draw":
        said = _("Drawn on time")
    else:
        said = str(_DECIDED[result.decided_by or "rounds"]).format(player=player_words(record, result.winner))
    return f"{said}: {totals}."


EDITION_WORDS: dict[str, Words] = {"guide": lazy("Guide"), "complete": lazy("Complete rules")}
FORMAT_WORDS: dict[str, Words] = {"bankout": "Bankout", "blitz": "Blitz"}


def terms_words(rules: RuleSet) -> list[str]:
    """The terms of a match, the usual readings left out."""
    said = [str(EDITION_WORDS[rules.edition]), str(FORMAT_WORDS[rules.format])]
    said.append(_("Jokers on") if rules.jokers else _("Jokers off"))
    said += sorted(rules.variants)
    return said + [f"{name} {value_words(value)}" for name, value in rules.changed_options().items()]


def value_words(value: Any) -> str:
    """An option's value as a record writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
