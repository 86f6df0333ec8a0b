"""The results of tables of more than two as text: the order of the seats, and what each came to."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from matches.events.queries.games import shape_of
from matches.events.queries.pods import event_pods
from matches.models import Event
from matches.results.kinds.labels import LineHint, MarkLegend, OwnResult, decided_text
from matches.tables.outcome import Outcome, Part
from matches.tables.pod_line import EXAMPLE, example, places_text
from matches.tables.score import Pod
from rules_engine.text import isolated
from rules_engine.units import UNITS

PROBLEMS = {
    "places_missing": _("The result is missing. Type the seats, best first, for example %(example)s."),
    "order_unreadable": _("“%(text)s” is not a seat. Type the seats, best first, for example %(example)s."),
    "seat_unknown": _("This table has no seat %(seat)s. Its seats are A to %(last)s."),
    "seat_twice": _("Seat %(seat)s is in the order twice."),
    "seats_missing": _("Missing from the order: %(seats)s. Type -%(example)s for an absent player."),
    "left_in_front": _("Players who left (c) come after everyone who stayed."),
    "left_shares": _("Players who left (c) can share a place only with others who left."),
    "no_amounts": _("This game has no amounts. Type the seats, best first, for example %(example)s."),
    "amounts_count": _(
        "%(n)s amounts for %(seats)s seats. Type one for each seat: x1 for the first to go out, - for absent."
    ),
    "amount_unreadable": _(
        "“%(text)s” is not an amount for seat %(seat)s. Type a number, x1 for the first to go out, or -."
    ),
    "amounts_nothing": _("At least one player must hold something at the end."),
    "places_not_in_row": _(
        "Number the places from 1 without gaps: 1, 2, 3, 4. Two players who share second place are 2, 2, 4."
    ),
    "places_count": _("Give a place for each of the %(seats)s seats."),
}


class _PodLabels:
    """The texts of tables of more than two (``labels.KindLabels``)."""

    problems = PROBLEMS

    def is_counted(self, score: Pod, event: Event) -> bool:
        return True

    def text(self, score: Pod, event: Event) -> str:
        return places_text(score)

    def sentence(self, score: Pod, event: Event) -> str:
        return places_text(score)

    def amounts(self, score: Pod, event: Event) -> tuple[str, ...]:
        """``1``, ``2=`` for a shared place, ``1 (64)`` with an amount, *absent*."""
        return tuple([self._seat(score, event, seat) for seat in range(len(score.places))])

    def _seat(self, score: Pod, event: Event, seat: int) -> str:
        part, place = score.parts[seat], score.places[seat]
        if part is Part.ABSENT:
            return gettext("absent")
        text = f"{place}=" if score.is_shared(seat) else str(place)
        if part is Part.LEFT:
            return gettext("%(place)s, left") % {"place": text}
        if score.totals:
            text = f"{text} ({UNITS[shape_of(event).unit].text(score.totals[seat])})"
        return gettext("%(place)s, loss") % {"place": text} if part is Part.LOST else text

    def decided(self, score: Pod, event: Event) -> str:
        return decided_text(score.decided_by, event)

    def own(self, score: Pod, event: Event, seat: int) -> OwnResult:
        part, place = score.parts[seat], score.places[seat]
        if part is Part.ABSENT:
            return OwnResult(gettext("Absent"), "")
        text = (
            gettext("Shared place %(place)s of %(size)s")
            if score.is_shared(seat)
            else gettext("Place %(place)s of %(size)s")
        )
        more = self._more(score, event, seat)
        return OwnResult(text % {"place": place, "size": score.size}, f"({more})" if more else "")

    def _more(self, score: Pod, event: Event, seat: int) -> str:
        words = []
        if score.totals:
            words.append(UNITS[shape_of(event).unit].text(score.totals[seat]))
        if score.parts[seat] is Part.LEFT:
            words.append(gettext("left"))
        if score.parts[seat] is Part.LOST:
            words.append(gettext("loss"))
        return ", ".join(words)

    def reported(self, score: Pod, event: Event, seat: int, names: Sequence[str]) -> str:
        """The order by names, with the places: ``1 Cy · 2= Ada · 2= Di``."""
        return " · ".join(self.order(score, event, names))

    def report_waits(self, mine: str) -> str:
        text = gettext("You reported “%(mine)s”. It stands once another player at the table reports the same.")
        return text % {"mine": mine}

    def report_asks(self, theirs: str) -> str:
        text = gettext("A player at your table has reported “%(theirs)s”. Report the same if it is right.")
        return text % {"theirs": theirs}

    def reports_differ(self, mine: str, theirs: str) -> str:
        text = gettext(
            "You reported “%(mine)s”, but another player reported “%(theirs)s”. Talk to each other. The player who "
            "made the mistake reports again. If you cannot agree, call a judge. The desk can see this."
        )
        return text % {"mine": mine, "theirs": theirs}

    def bye(self, event: Event) -> str:
        setup = event_pods(event)
        points = setup.bye_number if setup is not None else 0
        text = ngettext(
            "You have the bye this round: it is worth %(points)s point. There is nothing to report.",
            "You have the bye this round: it is worth %(points)s points. There is nothing to report.",
            points,
        )
        return text % {"points": points}

    def order(self, score: Pod, event: Event, names: Sequence[str]) -> list[str]:
        places = self.amounts(score, event)
        return [f"{places[seat]} {isolated(names[seat])}" for seat in score.in_order]

    def is_first(self, score: Pod, seat: int) -> bool:
        return score.outcomes[seat] is not Outcome.LOST

    def question(self, score: Pod, event: Event, seat: int = 0) -> str:
        return ""

    def saved(self, table: int | None, score: Pod, event: Event, names: Sequence[str]) -> str:
        order = " · ".join(self.order(score, event, names))
        return gettext("Table %(table)s: %(order)s") % {"table": table, "order": order}

    def line_hint(self, event: Event) -> LineHint:
        if UNITS[shape_of(event).unit].adds_up:
            line = gettext("Table, then the seats, best first: 12 %(example)s; or an amount for each seat")
        else:
            line = gettext("Table, then the seats, best first: 12 %(example)s")
        missing = str(PROBLEMS["places_missing"]) % {"example": EXAMPLE}
        return LineHint(line % {"example": example(_size(event))}, missing)

    def score_hint(self, event: Event) -> str:
        return gettext("Same format as at the desk: %(example)s.") % {"example": example(_size(event))}

    def marks(self, event: Event) -> list[MarkLegend]:
        marks = [
            MarkLegend(["C=A D B"], gettext("C and A share first place")),
            MarkLegend(["-B"], gettext("B was absent at the start")),
            MarkLegend(["cB"], gettext("B conceded or left: at the end of the order")),
            MarkLegend(["lB"], gettext("B is assigned a loss: no points, the others as they are")),
            MarkLegend(["="], gettext("all share first place")),
            MarkLegend(["t"], gettext("at the end: decided when time was called")),
        ]
        if UNITS[shape_of(event).unit].adds_up:
            marks.append(MarkLegend(["31 64 x1 55"], gettext("amounts by seat; x1 went out first, - was absent")))
        if event.intentional_draws:
            marks.append(MarkLegend(["id"], gettext("intentional draw")))
        return marks


def _size(event: Event) -> int:
    """How many should sit at a table."""
    setup = event_pods(event)
    return setup.size if setup is not None else 2


POD_LABELS = _PodLabels()
