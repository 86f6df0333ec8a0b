"""Fields that hold one of a few words, and the lists of words that no table stores."""

from __future__ import annotations

from typing import Any

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from matches.enums import NameDisplay


class Word(serializers.ChoiceField):
    """One of the words of a ``TextChoices``; the schema names the list once."""

    default_error_messages = {"invalid_choice": _("“{input}” is none of: {words}.")}

    def __init__(self, words: type[TextChoices], **kwargs: Any) -> None:
        self.words = words
        super().__init__(choices=words.choices, **kwargs)

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str) or data not in self.words.values:
            words = ", ".join(self.words.values)
            self.fail("invalid_choice", input=str(data)[:40], words=words)
        return data


class NameShown(TextChoices):
    """``NameDisplay`` in words."""

    FULL = "full", _("Full name")
    INITIAL = "initial", _("First name and initial")
    NUMBER = "number", _("Number")


_SHOWN = {
    NameDisplay.FULL: NameShown.FULL,
    NameDisplay.INITIAL: NameShown.INITIAL,
    NameDisplay.NUMBER: NameShown.NUMBER,
}
_STORED = {word.value: number for number, word in _SHOWN.items()}


class NameShownField(Word):
    """How the public sees names: a word outside, ``NameDisplay`` inside."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(NameShown, **kwargs)

    def to_internal_value(self, data: Any) -> Any:
        return _STORED[super().to_internal_value(data)].value

    def to_representation(self, value: Any) -> str:
        return _SHOWN[NameDisplay(value)].value


class MatchState(TextChoices):
    """Where a match is."""

    OPEN = "open", _("No report yet")
    REPORTED = "reported", _("One report")
    DIFFERS = "differs", _("Two reports that differ")
    DONE = "done", _("Result confirmed")
    BYE = "bye", _("No opponent, no result to report")


class ClockState(TextChoices):
    """What a clock shows: the values of ``matches.clock.State``."""

    NOT_STARTED = "not_started", _("Not started")
    RUNNING = "running", _("Running")
    PAUSED = "paused", _("Paused")
    TIME_CALLED = "time_called", _("Time called")


class ScoreUnit(TextChoices):
    """What a score counts."""

    ROUNDS = "rounds", _("Rounds won by each seat")
    MONEY = "money", _("Whole dollars of each seat")


class Mark(TextChoices):
    """How a match was decided, as the desk writes it: the values of ``matches.scores.MARKS``."""

    TIME = "t", _("When time was called")
    BANK_FIRST = "t1", _("When time was called: the running Bank decided for the first seat")
    BANK_SECOND = "t2", _("When time was called: the running Bank decided for the second seat")
    CONCEDED = "c", _("Conceded by the one with the lower score")
    CONCEDED_FIRST = "c1", _("Conceded by the first seat")
    CONCEDED_SECOND = "c2", _("Conceded by the second seat")
    AGREED = "id", _("Draw agreed on; no score")
    SUDDEN_DEATH_FIRST = "sd1", _("Sudden Death went to the first seat")
    SUDDEN_DEATH_SECOND = "sd2", _("Sudden Death went to the second seat")
    ABSENT_FIRST = "x1", _("The first seat did not show; no score")
    ABSENT_SECOND = "x2", _("The second seat did not show; no score")
    ABSENT_BOTH = "xx", _("Neither showed; no score")


class Take(TextChoices):
    """Which lines of a list are imported."""

    ALL = "all", _("All, or nothing when a line is not plainly good")
    GOOD = "good", _("The good lines")
    ASKED = "asked", _("The good lines and those only asked about")


class FindingWeight(TextChoices):
    """What a finding means for its line: the values of ``matches.imports.Weight``."""

    PROBLEM = "problem", _("Cannot be imported")
    QUESTION = "question", _("To be asked")
    KNOWN = "known", _("In the event already")


class BracketStatus(TextChoices):
    """Where a match of a bracket is: the values of ``matches.pairing.bracket.Status``."""

    WAITING = "waiting", _("A seat is not known yet")
    PLAYABLE = "playable", _("Both players are known")
    DECIDED = "decided", _("There is a result")
    WALKOVER = "walkover", _("Only one player is there, and goes on")
    VOID = "void", _("Nobody goes on")
    NOT_NEEDED = "not_needed", _("Not played")


class BracketSide(TextChoices):
    """The part of a bracket: the values of ``matches.pairing.bracket.Side``."""

    WINNERS = "W", _("Winners’ side")
    LOSERS = "L", _("Losers’ side")
    THIRD_PLACE = "T", _("Third place")
    GRAND_FINAL = "F", _("Grand final")


class BracketFrom(TextChoices):
    """Where a bracket match's player comes from."""

    SEED = "seed", _("A seed")
    WINNER = "winner", _("The winner of a match")
    LOSER = "loser", _("The loser of a match")


class PartResult(TextChoices):
    """How one round of a player counted in a sum."""

    WON = "won", _("Won")
    LOST = "lost", _("Lost")
    DRAWN = "drawn", _("Drawn")


class TieBreakHow(TextChoices):
    """How the parts of a tie-break make its value: the values of ``matches.standings.tie_breaks.How``."""

    MEAN = "mean", _("Their sum over their number")
    SUM = "sum", _("Their sum")
    MIDDLE = "middle", _("Their sum without the highest and the lowest")
    SHARE = "share", _("Their sum over what it could have been")
    GIVEN = "given", _("One number that no round made")
    AMONG_TIED = "among_tied", _("Their sum over the matches among the tied")
