"""The results of players who play alone as text."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.events.queries.games import shape_of
from matches.models import Event
from matches.results.kinds.labels import LineHint, MarkLegend, OwnResult, decided_text
from matches.tables.outcome import Part
from matches.tables.score import Solo
from matches.tables.solo import example
from rules_engine.text import isolated
from rules_engine.units import UNITS

PROBLEMS = {
    "alone_missing": _("The result is missing. Type the score, for example %(example)s."),
    "alone_unreadable": _("“%(text)s” is not a score. Type one such as %(example)s, or - for an absent player."),
    "alone_has_no_places": _("Everyone plays alone here: send a score, for example %(example)s."),
}


class _SoloLabels:
    """The texts of tables of one (``labels.KindLabels``)."""

    problems = PROBLEMS

    def is_counted(self, score: Solo, event: Event) -> bool:
        return True

    def text(self, score: Solo, event: Event) -> str:
        if score.part is Part.ABSENT:
            return gettext("absent")
        text = UNITS[shape_of(event).unit].text(score.total)
        return gettext("%(score)s, loss") % {"score": text} if score.part is Part.LOST else text

    def sentence(self, score: Solo, event: Event) -> str:
        return self.text(score, event)

    def amounts(self, score: Solo, event: Event) -> tuple[str, ...]:
        return (self.text(score, event),)

    def decided(self, score: Solo, event: Event) -> str:
        """Of who was absent the text says it already."""
        return "" if score.part is Part.ABSENT else decided_text(score.decided_by, event)

    def own(self, score: Solo, event: Event, seat: int) -> OwnResult:
        if score.part is Part.ABSENT:
            return OwnResult(gettext("Absent"), "")
        return OwnResult(gettext("Score"), self.text(score, event))

    def reported(self, score: Solo, event: Event, seat: int, names: Sequence[str]) -> str:
        return self.text(score, event)

    def report_waits(self, mine: str) -> str:
        return gettext("You reported “%(mine)s”. It stands once the desk or a judge confirms it.") % {"mine": mine}

    def report_asks(self, theirs: str) -> str:
        """Nobody else at the table reports."""
        return ""

    def reports_differ(self, mine: str, theirs: str) -> str:
        return ""

    def bye(self, event: Event) -> str:
        return gettext("You have the bye this round. There is nothing to report.")

    def order(self, score: Solo, event: Event, names: Sequence[str]) -> list[str]:
        return []

    def is_first(self, score: Solo, seat: int) -> bool:
        """Nobody is beaten at a table of one."""
        return False

    def question(self, score: Solo, event: Event, seat: int = 0) -> str:
        return ""

    def saved(self, table: int | None, score: Solo, event: Event, names: Sequence[str]) -> str:
        words = {"table": table, "name": isolated(names[0]), "score": self.text(score, event)}
        return gettext("Table %(table)s: %(name)s %(score)s") % words

    def line_hint(self, event: Event) -> LineHint:
        shown = example(shape_of(event).unit)
        line = gettext("Table, then the score: 12 %(score)s") % {"score": shown}
        return LineHint(line, str(PROBLEMS["alone_missing"]) % {"example": shown})

    def score_hint(self, event: Event) -> str:
        return gettext("Same format as at the desk: %(example)s.") % {"example": example(shape_of(event).unit)}

    def marks(self, event: Event) -> list[MarkLegend]:
        return [
            MarkLegend(["-"], gettext("the player was absent")),
            MarkLegend(["l216"], gettext("the player is assigned a loss: the score counts as 0")),
            MarkLegend(["t"], gettext("at the end: time was called")),
        ]


SOLO_LABELS = _SoloLabels()
