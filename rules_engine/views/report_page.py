"""What the report's page shows of a judged stretch: the verdict, one step's table, the sheet, and all steps as data."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypedDict

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules_engine import games
from rules_engine.game import Game, Moment
from rules_engine.record import GameRecord
from rules_engine.record.report import KINDS as KIND_ORDER
from rules_engine.record.writing import to_text
from rules_engine.rules.options import OPTIONS, VARIANTS
from rules_engine.rules.sets import RuleSet
from rules_engine.views.drawing import cards_in, difference, drawing, places
from rules_engine.views.drawn import Drawing, DrawnCard, Places
from rules_engine.views.labels import KINDS, headline, kind_count, player_name
from rules_engine.views.links import rulebook_url
from rules_engine.views.sheet import FindingNote, RecordSheet, SheetRound, step_text
from rules_engine.views.steps import STRETCH, Stretch, moment_of
from rules_engine.views.translation import translated

AROUND = 12
"""Tokens shown before and after the current one in the line above the table."""
MOST_NAMED = 4
"""Players that a heading names."""


class VerdictContext(TypedDict):
    """What the referee says of the whole record, and the terms that it was played by."""

    heading: str
    valid: bool
    headline: str
    counts: list[tuple[str, ...]]
    result: str
    terms: list[str]
    rulebook: str
    tags: Mapping[str, str]
    comment: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StepShown:
    """The step that is shown: where it is, what was done, what the referee says, and the table."""

    step: int
    number: int
    where: str
    line: list[tuple[str, bool]]
    meaning: str
    notes: list[FindingNote]
    status: str
    over: str
    table: Drawing


@dataclass(frozen=True, slots=True, kw_only=True)
class Ways:
    """The steps that the controls lead to; None for a control that leads nowhere."""

    first: int | None
    back: int | None
    forward: int | None
    last: int | None
    next: int | None
    previous: int | None


@dataclass(frozen=True, slots=True)
class StretchLink:
    """A part of a long record by its first step."""

    label: str
    step: int
    current: bool


class ReportContext(VerdictContext):
    """Everything that the report of a record shows but the form and the frame; ``data`` is for the page's module."""

    rounds: list[SheetRound]
    empty: bool
    names: Mapping[str, str]
    now: StepShown | None
    go: Ways
    stretches: list[StretchLink]
    cards: list[DrawnCard]
    data: dict[str, Any]


def report_context(stretch: Stretch, step: int, rules: RuleSet) -> ReportContext:
    """Everything but the form and the frame."""
    game = games.get(stretch.record.game)
    sheet = RecordSheet(stretch, linked_rules(game, rules))
    drawings = {place: places(stretch.view(place)) for place in stretch}
    return {
        **_verdict(game, stretch, rules),
        "rounds": list(sheet.rounds()),
        "empty": not stretch.numbering.count,
        "names": sheet.names,
        "now": None if not drawings else _now(stretch, sheet, step, drawings[step]),
        "go": _ways(stretch, step),
        "stretches": _stretches(stretch),
        "cards": cards_in(drawings.values()),
        "data": _data(stretch, step, drawings),
    }


def linked_rules(game: Game, rules: RuleSet) -> dict[str, Any]:
    """The rules as links carry them: nothing where they are the usual ones."""
    chosen = rules.to_mapping()
    if chosen == game.schema.complete({}):
        return {}
    linked = {field.key: chosen[field.key] for field in game.schema.fields}
    variants, options = sorted(chosen.get(VARIANTS, ())), rules.changed_options()
    return linked | ({VARIANTS: variants} if variants else {}) | ({OPTIONS: options} if options else {})


def _verdict(game: Game, stretch: Stretch, rules: RuleSet) -> VerdictContext:
    report, record = stretch.report, stretch.record
    counts = {kind: sum(finding.kind == kind for finding in report.findings) for kind in KIND_ORDER}
    names = {seat: player_name(record, seat) for seat in stretch.before.seats}
    return {
        "heading": _names_together(list(names.values())),
        "valid": report.valid,
        "headline": headline(len(report.findings) - counts["note"]),
        "counts": [(kind_count(kind, count), *KINDS[kind][1:]) for kind, count in counts.items() if count],
        "result": translated(game.wording.result(report, names)),
        "terms": [translated(term) for term in game.wording.terms(game.schema, rules)],
        "rulebook": rulebook_url(linked_rules(game, rules), game=game.key),
        "tags": record.tags,
        "comment": record.comment,
    }


def _names_together(names: list[str]) -> str:
    """The players of a match in a heading; of a large table the first one."""
    if len(names) < 2:
        return "".join(names)
    if len(names) > MOST_NAMED:
        others = len(names) - 1
        text = ngettext("{player} and {count} other", "{player} and {count} others", others)
        return text.format(player=names[0], count=others)
    return _("{a} and {b}").format(a=", ".join(names[:-1]), b=names[-1])


def _now(stretch: Stretch, sheet: RecordSheet, step: int, drawn: Places) -> StepShown:
    moment = stretch.numbering.moment(step)
    return StepShown(
        step=step,
        number=step + 1,
        where=sheet.where(moment.place, moment.turn),
        line=_line(stretch, moment),
        meaning=step_text(stretch.record, moment),
        notes=_notes_at(stretch, sheet, moment, step),
        status=drawn.texts["state"],
        over=drawn.marks["over"],
        table=drawing(stretch.view(step), drawn, sheet.names),
    )


def _line(stretch: Stretch, moment: Moment) -> list[tuple[str, bool]]:
    """The tokens around the current one, and which of them it is."""
    if moment.turn is None or moment.action is None:
        return []
    actions = stretch.record.rounds[moment.place].turns[moment.turn - 1].actions
    start = max(moment.action - 1 - AROUND, 0)
    return [(text, at == moment.action) for at, text in enumerate(actions[start : moment.action + AROUND], start + 1)]


def _notes_at(stretch: Stretch, sheet: RecordSheet, moment: Moment, step: int) -> list[FindingNote]:
    """The findings at the token, and on its whole turn once that is over."""
    notes = sheet.notes_at(moment)
    if moment.turn is not None and moment.action is not None:
        whole = Moment(moment.place, moment.turn)
        if stretch.numbering.step(whole) == step:
            notes += sheet.notes.get(whole, [])
    return notes


# Ways through the steps


def _ways(stretch: Stretch, step: int) -> Ways:
    last = stretch.numbering.count - 1
    found = _finding_steps(stretch)
    after, before = bisect_right(found, step), bisect_left(found, step)
    return Ways(
        first=0 if step > 0 else None,
        back=step - 1 if step > 0 else None,
        forward=step + 1 if step < last else None,
        last=last if step < last else None,
        next=found[after] if after < len(found) else None,
        previous=found[before - 1] if before else None,
    )


def _finding_steps(stretch: Stretch) -> list[int]:
    return sorted({stretch.numbering.step(moment_of(finding)) for finding in stretch.report.findings})


def _stretches(stretch: Stretch) -> list[StretchLink]:
    """The parts of a long record; empty for a record that fits on one page."""
    count = stretch.numbering.count
    if count <= STRETCH:
        return []
    return [
        StretchLink(f"{first + 1:,}–{min(first + STRETCH, count):,}", first, first == stretch.first)
        for first in range(0, count, STRETCH)
    ]


def _data(stretch: Stretch, step: int, drawings: dict[int, Places]) -> dict[str, Any]:
    """What the module that steps through the record needs: each step as what changes from the one before it."""
    steps, before = [], None
    for drawn in drawings.values():
        steps.append(difference(before, drawn))
        before = drawn
    found = _finding_steps(stretch)
    here = [place for place in found if stretch.first <= place <= stretch.last]
    return {
        "first": stretch.first,
        "step": step,
        "count": stretch.numbering.count,
        "steps": steps,
        "found": here,
        "foundBefore": max((place for place in found if place < stretch.first), default=None),
        "foundAfter": min((place for place in found if place > stretch.last), default=None),
        "around": AROUND,
    }


def text_to_analyse(record: GameRecord) -> str:
    """The record as it is judged, for the button that has it analysed; empty where there is nothing to analyse."""
    game = games.get(record.game)
    has_turns = any(played.turns for played in record.rounds)
    return to_text(record, game.language) if game.analysis is not None and has_turns else ""
