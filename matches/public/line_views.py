"""A player's matches from the player's side, each as a line of HTML that is made once for as long as it stays the same.

Between two rounds all lines of a player but one stay the same. So only the keys of a hall's thousands of lines are
read, and the matches behind those that are not kept.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from django.utils.safestring import SafeString
from django.utils.translation import get_language

from matches.course.labels import round_label
from matches.enums import MatchKind
from matches.models import Event, Match
from matches.pages.address_views import numbered
from matches.pages.components import Link
from matches.pages.mould_views import Marks, Moulds
from matches.people.labels.names import name_of
from matches.public.own_queries import EventNow, MatchRow
from matches.public.views import public_round_url
from matches.results.kinds.labels import OwnResult
from matches.results.labels.results import how_decided, own_result, with_pot
from matches.results.queries.results import confirmed, score_of, with_results

MOST_LINES = 32_768
"""So many lines are kept in memory, at about 0.5 KB each."""
_lines: dict[Hashable, SafeString] = {}


@dataclass(frozen=True, slots=True)
class OwnMatch:
    """A match from one player's side. ``kind`` says what it was instead of a match: a bye, a loss without play;
    ``struck`` that it does not count in the standings.
    """

    round: str
    round_url: str
    table: int | str | None
    kind: str
    opponents: tuple[Link, ...]
    word: str
    score: str
    decided: str
    struck: bool = False


Rows = Mapping[int, Sequence[MatchRow]]


def lines_of(
    now: EventNow, rows: Rows, moulds: Moulds, loaded: Collection[Match] = (), *, linked: bool = True
) -> dict[int, list[SafeString]]:
    """The players' ``rows`` as lines. The matches of lines that are not kept are read by five queries.

    ``loaded`` may have some of them, as ``with_results`` loads them. They were read after ``rows``: a line is never
    older than what it is kept for. Not ``linked``, they lead nowhere: the public pages are closed to the reader.
    """
    shown = {
        round_.pk: Link(round_label(round_), public_round_url(round_) if linked else "")
        for round_ in now.rounds.values()
    }
    language = get_language()
    keys = {row: (row, now.mark, shown[row.round_id], language) for mine in rows.values() for row in mine}
    missing = {row for row, key in keys.items() if key not in _lines}
    matches = _loaded(now, {row.match_id for row in missing}, loaded)
    made = {
        row: _lines.get(key) or _line_html(_line(matches[row.match_id], now.event, row, shown[row.round_id]), moulds)
        for row, key in keys.items()
        if key in _lines or row.match_id in matches
    }
    for row in missing & made.keys():
        _lines[keys[row]] = made[row]
    while len(_lines) > MOST_LINES:
        _lines.pop(next(iter(_lines)), None)
    return defaultdict(list, {pk: [made[row] for row in mine if row in made] for pk, mine in rows.items()})


def _loaded(now: EventNow, match_ids: Set[int], loaded: Collection[Match]) -> dict[int, Match]:
    matches = {match.pk: match for match in loaded}
    others = match_ids - matches.keys()
    for match in with_results(Match.objects.filter(pk__in=others)) if others else ():
        match.round = now.rounds[match.round_id]
        matches[match.pk] = match
    return matches


def _line_html(line: OwnMatch, moulds: Moulds) -> SafeString:
    marks = Marks()
    marked = replace(
        line,
        table=marks.of(line.table),
        opponents=tuple(Link(marks.of(link.label), marks.of(link.url)) for link in line.opponents),
        score=marks.of(line.score),
    )
    return moulds.render("matches/public/_own_match.html", {"line": marked}, marked, marks)


def _line(match: Match, event: Event, row: MatchRow, round_: Link) -> OwnMatch:
    return own_match(match, event, row.entry_id, round_, struck=row.struck)


def own_match(match: Match, event: Event, entry_id: int, round_: Link, *, struck: bool) -> OwnMatch:
    """A match, as ``with_results`` loads it, from the side of one of its players. ``round_`` with an address "" stands
    for an event whose public pages are closed to the reader.
    """
    seats = list(match.seats.all())
    own = next(seat.index for seat in seats if seat.entry_id == entry_id)
    others = [seat.entry for seat in seats if seat.entry_id != entry_id]
    result = confirmed(match)
    result_text = own_result(score_of(result), event, own) if result else OwnResult("", "")
    return OwnMatch(
        round=round_.label,
        round_url=round_.url,
        table=match.table,
        kind="" if match.kind == MatchKind.PLAYED else match.get_kind_display(),
        opponents=tuple(
            Link(
                name_of(other, staff=False, event=event),
                numbered("matches:player", event.slug, other.number) if round_.url else "",
            )
            for other in others
        ),
        word=result_text.word,
        score=result_text.score,
        decided=with_pot(how_decided(score_of(result), event), result.pot, event) if result else "",
        struck=struck,
    )
