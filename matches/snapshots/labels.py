"""Tie-breaks explained as text: the parts of a sum, and what separates two places."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.enums import EntryStatus
from matches.events.queries.kinds import kind_of
from matches.models import Entry, Stage
from matches.names.labels import listed
from matches.snapshots.struck_queries import RobinPlayer, StruckRound
from matches.standings import POINTS, REGISTRY, How, value_text
from matches.standings.explain import Explanation, ExplanationPart, Separation
from matches.standings.settings import HEAD_TO_HEAD, LOT, SEED
from matches.standings.tie_break import Tables
from rules_engine.text import isolated

OUT = {EntryStatus.DROPPED: gettext_lazy("Dropped"), EntryStatus.DISQUALIFIED: gettext_lazy("Disqualified")}


def out_label(entry: Entry) -> str:
    """``Dropped`` or ``Disqualified``; empty for a player who is in."""
    return str(OUT.get(EntryStatus(entry.status), ""))


def has_record(stage: Stage) -> bool:
    """Whether players win and lose in a stage: in a score attack they only score, in pods they have places."""
    return kind_of(stage).ends_with_loss


def record_text(row: Mapping[str, Any]) -> str:
    """A stored row's record: ``4–1``, with draws ``4–0–1``. Only of a stage that ``has_record``."""
    return f"{row['wins']}–{row['losses']}" + (f"–{row['draws']}" if row["draws"] else "")


def points_text(row: Mapping[str, Any]) -> str:
    """A stored row's points: ``7``, ``8.50``."""
    return value_text(POINTS, row["points"])


def short_label(key: str) -> str:
    """The column heading of a tie-break, in the user's language."""
    return _(REGISTRY[key].short.text)


def label(key: str) -> str:
    """The name of a tie-break, in the user's language; an unknown key (of an older snapshot) is its own name."""
    return _(REGISTRY[key].label.text) if key in REGISTRY else key


def legend(key: str) -> str:
    """The legend text of a tie-break, in the user's language."""
    return _(REGISTRY[key].explanation.text)


def column_keys(keys: Iterable[str], rows: Sequence[Mapping[str, Any]] = ()) -> list[str]:
    """The tie-breaks that have a column in the standings: not those of seeds and of head to head where no player in
    ``rows`` has one.
    """
    shown = [key for key in keys if key in REGISTRY and REGISTRY[key].in_tables]
    for key in {SEED, HEAD_TO_HEAD}.intersection(shown):
        if rows and all(row["tie_breaks"][key] is None for row in rows):
            shown.remove(key)
    return shown


@dataclass(frozen=True, slots=True)
class PartShown:
    """One part of a tie-break's sum: what a round added, and of how many points (``counted``)."""

    round: str
    opponent: str
    value: str
    counted: str
    floored: bool
    left_out: bool


@dataclass(frozen=True, slots=True)
class ExplanationShown:
    """One tie-break of one player. ``is_alone``: no other player was level up to it."""

    key: str
    name: str
    value: str
    parts: Sequence[PartShown]
    total: str
    divided_by: int | None
    floored: str
    is_alone: bool


def explanation_shown(explanation: Explanation, names: Mapping[str, str], before: int = 0) -> ExplanationShown:
    """One tie-break of one player: its name, its value, and a line for each part of the sum. ``before`` is how many
    rounds the stage takes over from flights.
    """
    key = explanation.key
    return ExplanationShown(
        key=key,
        name=label(key),
        value=value_text(key, explanation.value),
        parts=[_part(key, part, names, before) for part in explanation.parts],
        total=REGISTRY[key].part_text(explanation.total),
        divided_by=explanation.divided_by if explanation.divided_by > 1 else None,
        floored=value_text(key, explanation.floor) if explanation.floored else "",
        is_alone=explanation.how is How.AMONG_TIED and not explanation.tied_with,
    )


def _nobody(key: str) -> str:
    """What stands in place of an opponent: of a pod, the whole table counts; of a score attack nothing."""
    tables = REGISTRY[key].tables
    if Tables.TWO in tables:
        return _("no opponent")
    return "" if Tables.ONE in tables else _("the table")


def _round(number: int, before: int) -> str:
    return str(number) if number > 0 else _("flight %(number)d") % {"number": number + before}


def _part(key: str, part: ExplanationPart, names: Mapping[str, str], before: int) -> PartShown:
    points = ""
    if part.whole:
        points = _("%(points)s of %(whole)s points") % {
            "points": value_text(POINTS, part.points),
            "whole": value_text(POINTS, part.whole),
        }
    return PartShown(
        round=_round(part.number, before),
        opponent=names.get(part.opponent or "", "") or _nobody(key),
        value=REGISTRY[key].part_text(part.value),
        counted=points,
        floored=part.floored,
        left_out=part.left_out,
    )


MOST_NAMED = 6


def lot_text(names: Sequence[str]) -> str:
    """Say among whom the lot decided, as everything else is equal; empty without names."""
    if not names:
        return ""
    if len(names) > MOST_NAMED:
        return _("Decided by lot among %(count)s players: everything else is equal.") % {"count": len(names)}
    return _("Decided by lot among %(names)s: everything else is equal.") % {"names": listed(map(isolated, names))}


def struck_text(player: RobinPlayer, name: str) -> str:
    """Say that the results of a player who has left a round robin do not count."""
    words = {"name": isolated(name), "played": player.played, "planned": player.planned}
    return _("Struck: %(name)s dropped after %(played)s of %(planned)s matches. These results do not count.") % words


def struck_round_text(struck: StruckRound, name: str) -> str:
    """Say that a round of a player does not count; ``name`` is the opponent's, empty for a bye."""
    if struck.opponent is None:
        return _("The bye of round %(n)s is struck: it stood for a match with a player who has dropped.") % {
            "n": struck.number
        }
    return _("Round %(n)s against %(name)s is struck: it does not count.") % {
        "n": struck.number,
        "name": isolated(name),
    }


def separation_text(difference: Separation | None, names: Mapping[str, str]) -> str:
    """Return why the player one place up stands higher, in one sentence; empty at the top."""
    if difference is None:
        return ""
    above = names.get(difference.above, difference.above)
    if difference.key == "points":
        return _("%(above)s ranks one place higher on points: %(theirs)s to %(own)s.") % {
            "above": above,
            "theirs": value_text(POINTS, difference.theirs),
            "own": value_text(POINTS, difference.own),
        }
    if difference.key == LOT:
        return _("%(above)s ranks one place higher by lot: everything else is equal.") % {"above": above}
    return _("%(above)s ranks one place higher (%(name)s: %(theirs)s to %(own)s).") % {
        "above": above,
        "name": label(difference.key),
        "theirs": value_text(difference.key, difference.theirs),
        "own": value_text(difference.key, difference.own),
    }
