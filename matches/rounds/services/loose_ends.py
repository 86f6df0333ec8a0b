"""What is to be known before a round ends, and ends with it: open appeals, calls for a judge, whose results it strikes,
and who did not show up.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from matches.attendance.strike_services import struck_by_default
from matches.audit.services import Change
from matches.enums import EntryStatus, StageKind
from matches.errors import Refused
from matches.models import Event, Round
from matches.plugins import registry
from matches.results.queries.results import absent_in
from matches.situation import OpenAppeal, OpenCall, RoundRef
from matches.snapshots.struck_queries import RobinPlayer
from rules_engine.text import isolated


def open_calls_of(round_: Round) -> list[OpenCall]:
    """The round's calls for a judge that are not resolved."""
    found = [call for source in registry.next_step_sources for call in source.calls(round_.stage.event)]
    return [call for call in found if call.round == _ref(round_)]


def check_appeals(event: Event, *, round: Round | None, accepted: bool) -> None:
    """Raise Refused, with the tables as details, if an appeal is open: of ``round``, or of any round for None.

    A decision may change a result, and with it the standings and the next pairings. ``accepted`` goes on all the same.
    """
    if accepted:
        return
    found = [appeal for source in registry.next_step_sources for appeal in source.appeals(event)]
    if round is not None:
        found = [appeal for appeal in found if appeal.round == _ref(round)]
    if found:
        raise Refused(
            "appeals_open",
            _("Appeals are open; a decision may change results. Decide them first, or continue anyway:"),
            conflict=True,
            details=_places(found),
        )


def struck_as_it_closes(round_: Round) -> list[RobinPlayer]:
    """The players of a round robin who did not show up and whose results are struck as the round closes."""
    if round_.stage.kind != StageKind.ROUND_ROBIN:
        return []
    return struck_by_default(list(absent_in(round_).values_list("number", flat=True)), round_.stage)


def struck_text(player: RobinPlayer) -> str:
    """Whose results closing the round strikes, and why."""
    return _(
        "%(name)s did not show up, is dropped, and has played %(played)s of %(planned)s matches, less than half: "
        "the results of %(name)s are struck and no longer count."
    ) % {"name": isolated(player.entry.unique_name), "played": player.played, "planned": player.planned}


def check_strikes(round_: Round, *, accepted: bool) -> None:
    """Raise Refused, with the players as details, if closing the round strikes results. ``accepted`` goes on."""
    struck = [] if accepted else struck_as_it_closes(round_)
    if struck:
        raise Refused(
            "results_struck",
            _("Closing the round strikes results. Accept that, or correct the no-shows first:"),
            conflict=True,
            details=[struck_text(player) for player in struck],
        )


def end_calls(change: Change, round: Round) -> None:
    """Resolve the round's open calls: they are closed with it."""
    for source in registry.next_step_sources:
        source.close_calls(change, round)


def drop_absent(round_: Round) -> list[int]:
    """Drop players who lost by no-show, unless they reported at the desk before the round closed."""
    absent = absent_in(round_)
    numbers = list(absent.order_by("number").values_list("number", flat=True))
    absent.update(status=EntryStatus.DROPPED, dropped_after=round_.number)
    return numbers


def _ref(round_: Round) -> RoundRef:
    return RoundRef(round_.stage.order, round_.number)


def _places(found: Sequence[OpenAppeal]) -> list[str]:
    places = []
    for appeal in found:
        if appeal.round is None:
            places.append(_("table %(table)s") % {"table": appeal.table or "–"})
        else:
            places.append(_("round %(r)s, table %(t)s") % {"r": appeal.round.number, "t": appeal.table or "–"})
    return places
