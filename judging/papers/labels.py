"""The printed labels, each marked here for translation; ``judging.paper`` itself has them in English only."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from judging.paper import Labels

LABELS: dict[str, Promise] = {
    # every page
    "page_of": _("Page {page} of {pages}"),
    "printed": _("Printed {when}"),
    # titles
    "pairings_by_table": _("Pairings by table"),
    "pairings_by_name": _("Pairings by name"),
    "standings": _("Standings"),
    "slips": _("Match slips"),
    "score_sheets": _("Score sheets"),
    "bracket": _("Bracket"),
    "log": _("Judges’ log"),
    "log_of": _("Judges’ log: {subject}"),
    "players": _("Players"),
    "codes": _("Codes"),
    # tables and people
    "table": _("Table"),
    "player": _("Player"),
    "points": _("Points"),
    "record": _("Record"),
    "number": _("No."),
    "bye": _("Bye"),
    "no_table": _("No table"),
    "versus": _("vs"),
    "rank": _("Rank"),
    "penalties": _("Penalties"),
    "nothing": _("Nothing to list."),
    # slips and score sheets
    "drop": _("Drop"),
    "signature": _("Signature"),
    "judge": _("Judge"),
    "extension": _("Extension"),
    "minutes": _("min"),
    "decided_by": _("Decided by"),
    "round": _("Round"),
    "winner": _("Winner"),
    "total": _("Total"),
    "started": _("Started"),
    "called": _("Time called"),
    "ended": _("Ended"),
    "rulings": _("Infractions and stops"),
    "code": _("Code"),
    "penalty": _("Penalty"),
    "result": _("Result"),
    "remarks": _("Remarks and appeal"),
    "under_protest": _("under protest"),
    "score_sheet": _("Score sheet"),
    "more": _("and {count} more in the log"),
    # bracket
    "bracket_part": _("sheet {part} of {parts}"),
    "goes_to_part": _("winner to sheet {part}"),
    "from_part": _("from sheet {part}"),
    # log
    "when": _("Time"),
    "where": _("Place"),
    "matter": _("Matter"),
    "outcome": _("Outcome"),
    "source": _("Source"),
    "entries": _("Entries: {count}"),
}
"""A translation keeps the names in braces."""


def printed_labels() -> Labels:
    """All labels that ``judging.paper`` prints, in the active language."""
    return Labels(**{name: str(word) for name, word in LABELS.items()})
