"""The schedule as pages show it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.calendar_years import FIRST, LAST
from matches.course.bracket_labels import every_bracket_round, final_name, names_of_bracket
from matches.course.labels import round_label, round_name
from matches.course.queries import rounds_of
from matches.enums import RoundStatus
from matches.models import AuditRow, Event
from matches.schedule.items import LONGEST_TEXT, MOST_ITEMS, Wrong, begun_among, from_stored, naming
from matches.schedule.queries import PlannedBracket, planned_rounds


@dataclass(frozen=True, slots=True)
class ItemShown:
    """What begins at a moment; ``day`` names the day where it is another than that of the item before. ``is_over``:
    nobody waits for it, though its time is still to come. ``is_unplanned``: it is a round that the event does not have,
    and so it is over as well.
    """

    at: datetime
    text: str
    day: str
    is_over: bool = False
    is_unplanned: bool = False


def schedule_of(event: Event) -> list[ItemShown]:
    """The items of an event with their moments. At most three queries while something is still to come."""
    zone = ZoneInfo(event.time_zone)
    items = from_stored(event.schedule)
    texts = [item.text for item in items]
    last = items[-1].at.replace(tzinfo=zone) if items else None
    over = _over(event, texts, last, timezone.now())
    unplanned = _unplanned(event, texts, last, timezone.now())
    shown: list[ItemShown] = []
    day = event.date
    for number, item in enumerate(items):
        named = "" if item.at.date() == day else date_format(item.at, "l, j F")
        day = item.at.date()
        at, is_unplanned = item.at.replace(tzinfo=zone), number in unplanned
        shown.append(ItemShown(at, item.text, named, number in over or is_unplanned, is_unplanned))
    return shown


def _over(event: Event, texts: Sequence[str], last: datetime | None, now: datetime) -> set[int]:
    """The items, by their numbers from 0, that are over whatever their time: all of them once the event is finished,
    else the rounds that have begun. One query if the ``last`` item is still to come.
    """
    if event.finished_at is not None:
        return set(range(len(texts)))
    if last is None or last <= now:
        return set()
    begun: list[set[str]] = []
    before_brackets = 0
    for round_ in rounds_of(event).filter(status__in=RoundStatus.begun()):
        names = {round_label(round_)}
        if not round_.stage.is_bracket:
            before_brackets += 1
            names.add(round_name(before_brackets))
        begun.append(names)
    return begun_among(texts, begun)


def _unplanned(event: Event, texts: Sequence[str], last: datetime | None, now: datetime) -> set[int]:
    """The items, by their numbers from 0, that are rounds beyond those that the event has: at most three queries if the
    ``last`` item is still to come, else none.
    """
    if event.finished_at is not None or last is None or last <= now:
        return set()
    planned = planned_rounds(event)
    found = set() if planned.bracket is None else _unplanned_in_bracket(texts, planned.bracket)
    if (rounds := planned.before_bracket) is None:
        return found
    return found | naming(texts, [round_name(number) for number in range(rounds + 1, rounds + MOST_ITEMS + 1)])


def _unplanned_in_bracket(texts: Sequence[str], bracket: PlannedBracket) -> set[int]:
    """The items that are rounds of a larger bracket. A *Final* by itself may be anything, such as another event's: it
    is one of them only beside others.
    """
    named = naming(texts, every_bracket_round())
    if named and bracket.kind is not None:
        named -= naming(texts, names_of_bracket(bracket.kind, bracket.size))
    return named if named - naming(texts, {final_name()}) else set()


def unplanned_text(shown: Sequence[ItemShown]) -> str:
    """What the organiser should do about rounds that the event does not have; empty if there are none."""
    names = [item.text for item in shown if item.is_unplanned]
    if not names:
        return ""
    text = ngettext(
        "%(names)s is on the schedule, but no longer planned. Take it off the schedule, or plan it again.",
        "%(names)s are on the schedule, but no longer planned. Take them off the schedule, or plan them again.",
        len(names),
    )
    return text % {"names": ", ".join(names)}


def wrong_text(wrong: Wrong) -> str:
    """What is wrong with a line, and what to do."""
    return WRONG[wrong.code]() % {
        "line": wrong.line,
        "text": wrong.text,
        "most": LONGEST_TEXT,
        "items": MOST_ITEMS,
        "first": FIRST,
        "last": LAST,
    }


WRONG = {
    "shape": lambda: _("Line %(line)d: write a time and a text, such as 10:00 Round 1."),
    "time": lambda: _("Line %(line)d: there is no such time: %(text)s"),
    "year": lambda: _("Line %(line)d: check the year. Enter one from %(first)d to %(last)d."),
    "text": lambda: _("Line %(line)d: use at most %(most)d characters."),
    "order": lambda: _("Line %(line)d is before the line above. If it is on the next day, start it with %(text)s."),
    "many": lambda: _("Line %(line)d: a schedule has at most %(items)d lines."),
}


def moved_text(count: int, minutes: int) -> str:
    """How many items were moved, and whether they are later or earlier now."""
    if minutes < 0:
        text = ngettext("%(n)d item moved earlier.", "%(n)d items moved earlier.", count)
    else:
        text = ngettext("%(n)d item moved later.", "%(n)d items moved later.", count)
    return text % {"n": count}


def change_text(row: AuditRow, event: Event) -> str:
    """Who did what to the schedule, and when by the event's clock."""
    known = {
        "who": _("the program") if row.user is None else row.user.get_full_name() or row.user.get_username(),
        "time": date_format(row.at.astimezone(ZoneInfo(event.time_zone)), "j M, H:i"),
    }
    if row.act == "set_schedule":
        return _("%(who)s saved it (%(time)s).") % known
    if row.act != "shift_schedule":
        return _("%(who)s moved it with the date of the event (%(time)s).") % known
    minutes = row.details["minutes"]
    if minutes < 0:
        text = ngettext(
            "%(who)s moved it %(n)d minute earlier (%(time)s).",
            "%(who)s moved it %(n)d minutes earlier (%(time)s).",
            -minutes,
        )
    else:
        text = ngettext(
            "%(who)s moved it %(n)d minute later (%(time)s).",
            "%(who)s moved it %(n)d minutes later (%(time)s).",
            minutes,
        )
    return text % {**known, "n": abs(minutes)}
