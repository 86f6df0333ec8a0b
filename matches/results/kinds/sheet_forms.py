"""What the scorekeeper taps for the result of a table: scores, ways to decide it, results without a game.

Each choice is a piece of the desk's line, so that a tapped result is read and checked as a typed one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from matches.results.kinds.pod_forms import ORDER, OrderForm
from matches.tables.duel import off_text
from matches.tables.duel_score import possible_rounds
from matches.tables.round_losses import takes_off
from matches.tables.solo import ABSENT, LOSS, TIME
from matches.tables.table import ScoreShape
from rules_engine.scoring import TieDecision
from rules_engine.units import UNITS


class Choice(NamedTuple):
    """A button: its label, and what it writes on the line."""

    label: str
    line: str


class ChoiceGroup(NamedTuple):
    """Scores that belong together: those with which one player wins."""

    label: str
    choices: Sequence[Choice]


class NumberAsked(NamedTuple):
    """A number that is typed, with what was typed before it was refused."""

    name: str
    label: str
    value: str


@dataclass(frozen=True, slots=True)
class SheetPage:
    """What a sheet is made of. ``names`` are those of the seats, ``least`` the game rounds that each has by penalty,
    ``gone`` the seats whose players have left, ``sent`` what was sent; ``base`` is the page's own address.
    """

    shape: ScoreShape
    names: Sequence[str]
    least: Sequence[int]
    gone: Collection[int]
    draws: bool
    agreed_draws: bool
    sent: Mapping[str, str]
    base: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """What can be tapped: ``marks`` go with a score, ``whole`` are results by themselves; ``line`` is what was sent."""

    line: str
    groups: Sequence[ChoiceGroup] = ()
    numbers: Sequence[NumberAsked] = ()
    marks: Sequence[Choice] = ()
    mark: str = ""
    whole: Sequence[Choice] = ()
    order: OrderForm | None = None


def duel_sheet(page: SheetPage) -> Sheet:
    """The sheet of a match of two."""
    return Sheet(
        line=_duel_line(page.sent),
        groups=_duel_groups(page),
        numbers=_duel_numbers(page),
        marks=_duel_marks(page),
        mark=page.sent.get("mark", ""),
        whole=_duel_whole(page),
    )


def _duel_line(sent: Mapping[str, str]) -> str:
    if whole := sent.get("whole", ""):
        return whole
    typed = [sent.get(name, "").strip() for name in ("first", "second")]
    score = sent.get("score", "") or ("-".join(typed) if any(typed) else "")
    off = [off_text(seat, sent[name]) for seat, name in enumerate(("off_first", "off_second")) if sent.get(name)]
    pot = f"pot {sent['pot']}" if sent.get("pot") else ""
    return " ".join(filter(None, (score, sent.get("mark", ""), *off, pot)))


def _duel_groups(page: SheetPage) -> list[ChoiceGroup]:
    wins = [_("%(name)s wins") % {"name": name} for name in page.names]
    level = _("Draw") if page.draws else _("Level")
    if page.shape.unit == "places":
        choices = [Choice(wins[0], "1-2"), Choice(wins[1], "2-1"), *([Choice(level, "1-1")] if page.draws else [])]
        return [ChoiceGroup("", choices)]
    if page.shape.unit != "rounds":
        return []
    pairs = [pair for pair in possible_rounds(page.shape) if all(map(int.__ge__, pair, page.least))]
    groups = [
        (wins[0], [pair for pair in pairs if pair[0] > pair[1]]),
        (wins[1], sorted((pair for pair in pairs if pair[0] < pair[1]), key=lambda pair: (-pair[1], pair[0]))),
        (level, [pair for pair in pairs if pair[0] == pair[1]]),
    ]
    return [
        ChoiceGroup(label, [Choice(f"{a}–{b}", f"{a}-{b}") for a, b in scores]) for label, scores in groups if scores
    ]


def _duel_numbers(page: SheetPage) -> list[NumberAsked]:
    if not UNITS[page.shape.unit].adds_up:
        return []
    fields = [("first", page.names[0]), ("second", page.names[1])]
    if takes_off(page.shape):  # a round of one player that was lost by penalty is one that the other has
        lost = [("off_first", page.names[0], page.least[1]), ("off_second", page.names[1], page.least[0])]
        fields += [(name, _("%(name)s: round lost by penalty") % {"name": who}) for name, who, least in lost if least]
    if page.shape.form.pot_label:
        fields.append(("pot", _(page.shape.form.pot_label)))
    return [NumberAsked(name, label, page.sent.get(name, "")) for name, label in fields]


def _duel_marks(page: SheetPage) -> list[Choice]:
    conceded = [Choice(_("%(name)s conceded") % {"name": name}, f"c{seat}") for seat, name in enumerate(page.names, 1)]
    decided = [
        Choice(_tie_label(decision, seat, name), f"{decision.mark}{seat}")
        for decision in page.shape.form.tie_decisions
        if not decision.counted
        for seat, name in enumerate(page.names, 1)
    ]
    return [Choice(_("Played out"), ""), Choice(_("Time"), "t"), *conceded, *decided]


def _tie_label(decision: TieDecision, seat: int, name: str) -> str:
    if not decision.short:
        return f"{_(decision.seat_texts[seat - 1])} ({name})"
    return _("%(way)s: %(name)s") % {"way": _(decision.short), "name": name}


def _duel_whole(page: SheetPage) -> list[Choice]:
    """Results without a score."""
    seats = list(enumerate(page.names, 1))
    absent = [Choice(_("%(name)s did not show up") % {"name": name}, f"x{seat}") for seat, name in seats]
    agreed = [Choice(_("Intentional draw"), "id")] if page.agreed_draws and page.draws else []
    left = [
        Choice(_("Walkover: %(name)s has dropped") % {"name": name}, f"w{seat}")
        for seat, name in seats
        if seat - 1 in page.gone
    ]
    lost = [Choice(_("Assigned loss for %(name)s") % {"name": name}, f"l{seat}") for seat, name in seats]
    both = [Choice(_("Double no-show"), "xx"), *agreed, *left, *lost, Choice(_("Assigned loss for both"), "ll")]
    return [*absent, *both]


def pod_sheet(page: SheetPage) -> Sheet:
    """The sheet of a pod: the names are tapped in their order, each tap a link."""
    order = OrderForm(None, names=page.names, tapped=page.sent.get(ORDER, ""), base=page.base)
    return Sheet(line=page.sent.get(ORDER, ""), order=order)


def solo_sheet(page: SheetPage) -> Sheet:
    """The sheet of a player who plays alone."""
    sent, mark = page.sent, page.sent.get("mark", "")
    score = sent.get("first", "").strip()
    line = {LOSS: f"{LOSS}{score}", TIME: f"{score} {TIME}"}.get(mark, score) if score else ""
    return Sheet(
        line=sent.get("whole", "") or line,
        numbers=[NumberAsked("first", _("Score"), sent.get("first", ""))],
        marks=[Choice(_("Played out"), ""), Choice(_("Time"), TIME), Choice(_("Match loss: counts as 0"), LOSS)],
        mark=mark,
        whole=[Choice(_("Absent"), ABSENT)],
    )
