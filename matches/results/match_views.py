"""Turns matches, rounds and clocks into the plain values that the components of pages take."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from matches.clock.queries import RoundClock
from matches.course.bracket_labels import line_title
from matches.enums import MatchKind
from matches.events.queries.kinds import kind_of_event
from matches.frame.board_views import minutes_text
from matches.models import Event, Match, Result
from matches.names.labels import listed
from matches.pages.address_views import numbered
from matches.pages.components import MatchShown, SeatShown
from matches.people.labels.names import name_of, sort_name_of
from matches.results.kinds.registry import labels_of
from matches.results.labels.results import how_decided, left_text, score_text, start_note, with_pot
from matches.results.queries.results import confirmed, differs, reports, score_of
from matches.results.queries.tables import letter
from matches.tables.kind import TableKind
from matches.tables.score import Score


def match_shown(
    match: Match, event: Event, *, staff: bool, extension: int = 0, url: str = "", people_url: bool = True
) -> MatchShown:
    """One match loaded by ``results.queries.results.with_results``, as the components of pages take it."""
    result = confirmed(match)
    score = score_of(result) if result else None
    kind = kind_of_event(event)
    names = [name_of(seat.entry, staff=staff, event=event) for seat in match.seats.all()]
    in_order = labels_of(score).order(score, event, names) if score is not None else []
    places = labels_of(score).amounts(score, event) if score is not None and in_order else ()
    seats = _seats(match, event, score, names, places, kind, staff=staff, people_url=people_url)
    state, state_label = _state(match, result, event, staff=staff)
    return MatchShown(
        state=state,
        state_label=state_label,
        seats=seats,
        pk=match.pk,
        table=match.table,
        score=score_text(score, event) if score is not None and not places else "",
        alone=not kind.meets,
        in_pods=kind.has_order,
        order=in_order,
        url=url,
        locked=match.locked,
        extension=minutes_text(extension) if extension else "",
        why=match.why,
        changed_at=match.changed_at if result is None else None,
        left=_left(match) if staff and result is None else (),
        title=line_title(match),
        struck=match.struck,
    )


def _seats(
    match: Match,
    event: Event,
    score: Score | None,
    names: Sequence[str],
    places: Sequence[str],
    kind: TableKind,
    *,
    staff: bool,
    people_url: bool,
) -> list[SeatShown]:
    """The seats of a match; ``places`` are the lines of their places, or none."""
    lettered = kind.has_order and match.kind == MatchKind.PLAYED
    return [
        SeatShown(
            name=name,
            sort=sort_name_of(seat.entry, staff=staff, event=event),
            number=seat.entry.number,
            entry=seat.entry_id,
            won=score is not None and labels_of(score).is_first(score, seat.index),
            letter=letter(seat.index) if lettered else "",
            place=places[seat.index] if places else "",
            note=start_note(match, seat.index, event) if score is None else "",
            url=numbered("matches:player", event.slug, seat.entry.number) if people_url else "",
        )
        for name, seat in zip(names, match.seats.all(), strict=True)
    ]


def _left(match: Match) -> list[str]:
    """Who has left a match that has no result. Not a round's byes and losses without play, which have none."""
    if match.kind != MatchKind.PLAYED:
        return []
    return [text for text in (left_text(seat.entry) for seat in match.seats.all()) if text]


def _state(match: Match, result: Result | None, event: Event, *, staff: bool) -> tuple[str, str]:
    """The state as code and label. Until a result is confirmed, only the staff sees what the players reported."""
    if match.kind != MatchKind.PLAYED:
        return "bye", match.get_kind_display()
    if result is not None:
        return "done", with_pot(how_decided(score_of(result), event), result.pot, event)
    scores = [score_text(score_of(report), event) for report in reports(match)] if staff else []
    if len(scores) > 1 and differs(match):
        return "differs", _("Reports differ: %(scores)s") % {"scores": listed(scores)}
    if scores:
        return "reported", _("Reported %(score)s") % {"score": scores[0]}
    return "open", ""


def matches_shown(
    matches: Iterable[Match],
    event: Event,
    clock: RoundClock | None,
    *,
    staff: bool,
    url_name: str = "",
    people_url: bool = True,
    names_open_match: bool = False,
) -> list[MatchShown]:
    """The matches of a round. ``url_name`` makes each a link to its own page, ``people_url`` each player one to theirs;
    with ``names_open_match`` the players lead to the match as well.
    """
    extensions = clock.extensions if clock else {}
    shown = [
        match_shown(
            match,
            event,
            staff=staff,
            extension=extensions.get(match.pk, 0),
            people_url=people_url,
            url=numbered(url_name, event.slug, match.pk) if url_name and match.table else "",
        )
        for match in matches
    ]
    if not names_open_match:
        return shown
    return [replace(line, seats=[replace(seat, url=line.url) for seat in line.seats]) for line in shown]
