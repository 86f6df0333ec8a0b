"""The results of pods as text: places by seat, the line at the desk, and what is wrong with one."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.events.game_queries import shape_of
from matches.events.pod_queries import event_pods
from matches.models import Event
from matches.pod_reckoning import Part
from matches.results.alone_line import example as alone_example
from matches.results.alone_line import is_alone
from matches.results.place_line import EXAMPLE, example, places_text
from matches.scores import Score
from rules_engine.units import UNITS, Unit

TEXTS = {
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
    "alone_missing": _("The result is missing. Type the score, for example %(example)s."),
    "alone_unreadable": _("“%(text)s” is not a score. Type one such as %(example)s, or - for an absent player."),
    "alone_has_no_places": _("Everyone plays alone here: send a score, for example %(example)s."),
    "places_for_pods": _("Places are for pods only. Send a score."),
}


def seat_places(score: Score, event: Event) -> tuple[str, ...]:
    """What each seat of a pod came to: ``1``, ``2=`` for a shared place, ``1 (64)`` with an amount, *absent*.

    Of a player alone it is the score.
    """
    unit = UNITS[shape_of(event).unit]
    if is_alone(score):
        return (_alone_text(score, unit),)
    counted = any(score.totals)
    return tuple(
        [
            _seat_text(place, part, shared=score.places.count(place) > 1, amount=unit.text(total) if counted else "")
            for place, part, total in zip(score.places, score.parts, score.totals, strict=True)
        ]
    )


def _alone_text(score: Score, unit: Unit) -> str:
    if score.parts[0] == Part.ABSENT:
        return gettext("absent")
    text = unit.text(score.totals[0])
    return gettext("%(score)s, loss") % {"score": text} if score.parts[0] == Part.LOST else text


def _seat_text(place: int, part: str, *, shared: bool, amount: str) -> str:
    if part == Part.ABSENT:
        return gettext("absent")
    text = f"{place}=" if shared else str(place)
    if part == Part.LEFT:
        return gettext("%(place)s, left") % {"place": text}
    text = f"{text} ({amount})" if amount else text
    return gettext("%(place)s, loss") % {"place": text} if part == Part.LOST else text


def pod_text(score: Score, event: Event) -> str:
    """The result of a pod as the desk types it; of a player alone in words: ``216``, *absent*."""
    return seat_places(score, event)[0] if is_alone(score) else places_text(score)


class OwnResult(NamedTuple):
    """A result from one player's side: ``Won`` and ``2–1``, ``Place 2 of 4`` and what else counts."""

    word: str
    score: str


def own_place(score: Score, event: Event, seat: int) -> OwnResult:
    """A result from one player's side: ``Place 2 of 4``; ``Score 216`` of a player alone."""
    if is_alone(score):
        text = _alone_text(score, UNITS[shape_of(event).unit])
        absent = score.parts[0] == Part.ABSENT
        return OwnResult(gettext("Absent"), "") if absent else OwnResult(gettext("Score"), text)
    part, place = score.parts[seat], score.places[seat]
    if part == Part.ABSENT:
        return OwnResult(gettext("Absent"), "")
    size = sum(part != Part.ABSENT for part in score.parts)
    shared = sum(other == place for other in score.places) > 1
    told = gettext("Shared place %(place)s of %(size)s") if shared else gettext("Place %(place)s of %(size)s")
    more = _more(score, event, seat)
    return OwnResult(told % {"place": place, "size": size}, f"({more})" if more else "")


def _more(score: Score, event: Event, seat: int) -> str:
    words = []
    if any(score.totals):
        words.append(UNITS[shape_of(event).unit].text(score.totals[seat]))
    if score.parts[seat] == Part.LEFT:
        words.append(gettext("left"))
    if score.parts[seat] == Part.LOST:
        words.append(gettext("loss"))
    return ", ".join(words)


def pod_line_format(event: Event) -> str:
    """What the desk's line asks for at tables of more than two; empty where two play each other."""
    setup = event_pods(event)
    if setup is None:
        return ""
    unit = shape_of(event).unit
    if setup.alone:
        return gettext("Table, then the score: 12 %(score)s") % {"score": alone_example(unit)}
    if UNITS[unit].adds_up:
        line = gettext("Table, then the seats, best first: 12 %(example)s; or an amount for each seat")
    else:
        line = gettext("Table, then the seats, best first: 12 %(example)s")
    return line % {"example": example(setup.size)}


def pod_score_hint(event: Event) -> str:
    """What to type as the result of a pod, without its table."""
    setup = event_pods(event)
    if setup is None:
        return ""
    shown = alone_example(shape_of(event).unit) if setup.alone else example(setup.size)
    return gettext("Same format as at the desk: %(example)s.") % {"example": shown}


def missing_text(event: Event) -> str:
    """What the desk's line says when it is sent empty, at tables whose result is an order or one score."""
    setup = event_pods(event)
    if setup is not None and setup.alone:
        return str(TEXTS["alone_missing"]) % {"example": alone_example(shape_of(event).unit)}
    return str(TEXTS["places_missing"]) % {"example": EXAMPLE}


def pod_marks(event: Event) -> list[tuple[list[str], str]]:
    """The marks of the desk's line for a pod or a player alone, with their meaning."""
    setup = event_pods(event)
    if setup is not None and setup.alone:
        return [
            (["-"], gettext("the player was absent")),
            (["l216"], gettext("the player is assigned a loss: the score counts as 0")),
            (["t"], gettext("at the end: time was called")),
        ]
    marks = [
        (["C=A D B"], gettext("C and A share first place")),
        (["-B"], gettext("B was absent at the start")),
        (["cB"], gettext("B conceded or left: at the end of the order")),
        (["lB"], gettext("B is assigned a loss: no points, the others as they are")),
        (["="], gettext("all share first place")),
        (["t"], gettext("at the end: decided when time was called")),
    ]
    if UNITS[shape_of(event).unit].adds_up:
        marks.append((["31 64 x1 55"], gettext("amounts by seat; x1 went out first, - was absent")))
    if event.intentional_draws:
        marks.append((["id"], gettext("intentional draw")))
    return marks
