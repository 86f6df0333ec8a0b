"""What the report's page shows of a judged stretch: the verdict, one step's table, the sheet, and all steps as data."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import Any

from django.utils.translation import gettext as _

from rules_engine.bankout import engine
from rules_engine.bankout.replay import Table, table_of
from rules_engine.bankout.ruleset import RuleSet
from rules_engine.game import Moment
from rules_engine.report import KINDS as KIND_ORDER
from rules_engine.views.drawing import Places, card, cards_in, difference, places
from rules_engine.views.links import rulebook_url
from rules_engine.views.sheet import Note, Sheet, said
from rules_engine.views.steps import STRETCH, Stretch, moment_of
from rules_engine.views.words import (
    KINDS,
    counted,
    headline,
    player_words,
    result_words,
    terms_words,
)

AROUND = 12
"""Tokens shown before and after the current one in the line above the table."""


def report_context(stretch: Stretch, step: int, rules: RuleSet) -> dict[str, Any]:
    """Everything but the form and the frame."""
    sheet = Sheet(stretch, _told(rules))
    drawings = {one: places(stretch.table(one) or _bare(rules), rules) for one in stretch}
    return {
        **_verdict(stretch, rules),
        "rounds": list(sheet.rounds()),
        "empty": not stretch.numbering.count,
        "names": sheet.names,
        "now": None if not drawings else _now(stretch, sheet, step, drawings[step]),
        "go": _ways(stretch, step),
        "stretches": _stretches(stretch),
        "cards": cards_in(drawings.values()),
        "data": _data(stretch, step, drawings),
        "blitz": rules.format == "blitz",
    }


def _told(rules: RuleSet) -> dict[str, Any]:
    """The rules as links carry them: nothing where they are the usual ones."""
    if rules == RuleSet():
        return {}
    told = {"edition": rules.edition, "format": rules.format, "jokers": rules.jokers}
    named = {"variants": sorted(rules.variants), "options": rules.changed_options()}
    return told | {key: value for key, value in named.items() if value}


def _bare(rules: RuleSet) -> Table:
    """The table of a match in which nothing was judged."""
    return table_of(engine.new_match(rules))


def _verdict(stretch: Stretch, rules: RuleSet) -> dict[str, Any]:
    report, record = stretch.report, stretch.record
    counts = {kind: sum(one.kind == kind for one in report.findings) for kind in KIND_ORDER}
    names = [player_words(record, seat) for seat in ("A", "B")]
    return {
        "heading": _("{a} and {b}").format(a=names[0], b=names[1]),
        "valid": report.valid,
        "headline": headline(len(report.findings) - counts["note"]),
        "counts": [(counted(kind, count), *KINDS[kind][1:]) for kind, count in counts.items() if count],
        "result": result_words(record, report),
        "terms": terms_words(rules),
        "rulebook": rulebook_url(_told(rules)),
        "tags": record.tags,
        "comment": record.comment,
    }


def _now(stretch: Stretch, sheet: Sheet, step: int, drawing: Places) -> dict[str, Any]:
    """The current step: where it is, what was done, what the referee says, and the table."""
    moment = stretch.numbering.moment(step)
    return {
        "step": step,
        "number": step + 1,
        "where": sheet.where(moment.place, moment.turn),
        "line": _line(stretch, moment),
        "said": said(stretch.record, moment),
        "notes": _notes_at(stretch, sheet, moment, step),
        "texts": drawing.texts,
        "marks": drawing.marks,
        "sides": {seat: _side(seat, name, drawing) for seat, name in sheet.names.items()},
    }


def _side(seat: str, name: str, drawing: Places) -> dict[str, Any]:
    """One player's side of the table."""
    return {
        "name": name,
        **{word: drawing.texts[f"{word}-{seat}"] for word in ("bank", "match", "shield", "held", "lies")},
        **{word: [card(key) for key in drawing.cards[f"{word}-{seat}"]] for word in ("hand", "table")},
        "hand_place": f"hand-{seat}",
        "table_place": f"table-{seat}",
    }


def _line(stretch: Stretch, moment: Moment) -> list[tuple[str, bool]]:
    """The tokens around the current one, and which of them it is."""
    if moment.turn is None or moment.action is None:
        return []
    actions = stretch.record.rounds[moment.place].turns[moment.turn - 1].actions
    start = max(moment.action - 1 - AROUND, 0)
    return [(text, at == moment.action) for at, text in enumerate(actions[start : moment.action + AROUND], start + 1)]


def _notes_at(stretch: Stretch, sheet: Sheet, moment: Moment, step: int) -> list[Note]:
    """The findings at the token, and on its whole turn once that is over."""
    notes = list(sheet.notes.get(moment, []))
    if moment.turn is not None and moment.action is not None:
        whole = Moment(moment.place, moment.turn)
        if stretch.numbering.step(whole) == step:
            notes += sheet.notes.get(whole, [])
    return notes


# Ways through the steps


def _ways(stretch: Stretch, step: int) -> dict[str, int | None]:
    """The steps that the controls lead to; None where there is none."""
    last = stretch.numbering.count - 1
    found = _finding_steps(stretch)
    after, before = bisect_right(found, step), bisect_left(found, step)
    return {
        "first": 0 if step > 0 else None,
        "back": step - 1 if step > 0 else None,
        "forward": step + 1 if step < last else None,
        "last": last if step < last else None,
        "next": found[after] if after < len(found) else None,
        "previous": found[before - 1] if before else None,
    }


def _finding_steps(stretch: Stretch) -> list[int]:
    return sorted({stretch.numbering.step(moment_of(finding)) for finding in stretch.report.findings})


def _stretches(stretch: Stretch) -> list[dict[str, Any]]:
    """The parts of a long record; none for one that a page holds."""
    count = stretch.numbering.count
    if count <= STRETCH:
        return []
    return [
        {
            "label": f"{first + 1:,}–{min(first + STRETCH, count):,}",
            "step": first,
            "current": first == stretch.first,
        }
        for first in range(0, count, STRETCH)
    ]


def _data(stretch: Stretch, step: int, drawings: dict[int, Places]) -> dict[str, Any]:
    """What the module that steps through the record needs: each step as what changes from the one before it."""
    steps, before = [], None
    for drawing in drawings.values():
        steps.append(difference(before, drawing))
        before = drawing
    found = _finding_steps(stretch)
    here = [one for one in found if stretch.first <= one <= stretch.last]
    return {
        "first": stretch.first,
        "step": step,
        "count": stretch.numbering.count,
        "steps": steps,
        "found": here,
        "foundBefore": max((one for one in found if one < stretch.first), default=None),
        "foundAfter": min((one for one in found if one > stretch.last), default=None),
        "around": AROUND,
    }
