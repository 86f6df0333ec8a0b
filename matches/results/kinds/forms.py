"""The forms for a result of every kind of table, by the kind's name: the player's report, the scorekeeper's sheet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.http import QueryDict

from matches.results.forms import ScoreForm
from matches.results.kinds.duel_forms import OwnReportForm
from matches.results.kinds.pod_forms import OrderForm
from matches.results.kinds.sheet_forms import Sheet, SheetPage, duel_sheet, pod_sheet, solo_sheet
from matches.results.kinds.solo_forms import SoloForm
from matches.tables.table import ScoreShape


@dataclass(frozen=True, slots=True)
class ReportPage:
    """What a form for a report is made of.

    ``least`` are the game rounds that the player and the opponent have by penalty, ``names`` those of the seats,
    ``tapped`` is the order so far, and ``base`` the page that its links lead back to; ``draws``: it may end level.
    """

    shape: ScoreShape
    least: tuple[int, int]
    names: Sequence[str]
    tapped: str
    base: str
    draws: bool = True


@dataclass(frozen=True, slots=True)
class KindForms:
    """The forms of a kind of table. ``same_for_all``: one form serves all who have as many rounds by penalty.

    ``sheet`` is what the scorekeeper taps; without one, the table's page takes the result as a line.
    """

    player: Callable[[QueryDict | None, ReportPage], ScoreForm]
    sheet: Callable[[SheetPage], Sheet] | None = None
    same_for_all: bool = False


def _duel(sent: QueryDict | None, page: ReportPage) -> OwnReportForm:
    return OwnReportForm(sent, shape=page.shape, least=page.least, draws=page.draws)


def _pod(sent: QueryDict | None, page: ReportPage) -> OrderForm:
    return OrderForm(sent, names=page.names, tapped=page.tapped, base=page.base)


def _solo(sent: QueryDict | None, page: ReportPage) -> SoloForm:
    return SoloForm(sent)


FORMS = {
    "duel": KindForms(_duel, duel_sheet, same_for_all=True),
    "pod": KindForms(_pod, pod_sheet),
    "solo": KindForms(_solo, solo_sheet),
}
