"""A score sheet for each table of a round, filled in with what is on record: times, extension, rulings, result.

Corrected values are printed, too, struck through.
"""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from judging import paper
from judging.enums import TableAct
from judging.models import Acknowledgement, Infraction, TableEvent
from judging.paper import Written
from judging.papers.queries import (
    PaperTerms,
    form_heading,
    form_of,
    labels_to_tick,
    link_to,
    seats_of,
    shared_label,
    short_code,
    standing_before,
)
from judging.rulings.queries.penalties import PenaltyState, infractions_of, penalty_states
from matches.clock.queries import RoundClock, round_clock
from matches.clock.timing import ClockAct
from matches.course.bracket_labels import line_title
from matches.enums import DecidedBy, MatchKind, ResultStatus
from matches.events.queries.games import shape_of
from matches.models import Entry, Event, Match, Result, Round
from matches.results.labels.results import amount_texts, is_counted, sentence_score
from matches.results.queries.results import lines_with_seats, matches_of_round, score_of


def score_sheets(event: Event, round_: Round, terms: PaperTerms) -> paper.ScoreSheets:
    """The score sheets of a round's tables. Ten queries, whatever its size."""
    facts = _RoundFacts(event, round_)
    standing = standing_before(round_)
    sheets = tuple(
        facts.sheet(match, seats_of(event, match, standing, posted=False), link_to(event, match, terms))
        for match in matches_of_round(round_)
        if match.kind == MatchKind.PLAYED
    )
    form = form_of(event)
    return paper.ScoreSheets(
        heading=form_heading(event, round_, terms),
        sheets=sheets,
        columns=tuple(paper.PrintedColumn(_(column.label), column.weight) for column in form.columns),
        total_label=_(form.total_label),
        line_title=_(form.line_title) if form.lines else "",
        shared=shared_label(form),
    )


class _RoundFacts:
    """What is on record about the matches of a round."""

    def __init__(self, event: Event, round_: Round) -> None:
        self.event = event
        self.shape = shape_of(event)
        self.zone = ZoneInfo(event.time_zone)
        self.clock: RoundClock = round_clock(round_)
        self.results: dict[int, list[Result]] = defaultdict(list)
        stood = Result.objects.filter(match__round=round_, confirmed_at__isnull=False)
        for result in stood.order_by("version").prefetch_related(lines_with_seats()):
            self.results[result.match_id].append(result)
        rows = list(infractions_of(event, round=round_, match__isnull=False))
        states = penalty_states(rows)
        self.rulings: dict[int | None, list[paper.SheetRuling]] = defaultdict(list)
        for row in rows:
            self.rulings[row.match_id].append(_ruling(row, states[row.pk]))
        self.stops = self._stops(round_)
        self.protests: dict[int, list[Entry]] = defaultdict(list)
        protests = Acknowledgement.objects.filter(result__match__round=round_, under_protest=True)
        for protest in protests.order_by("sequence").select_related("result", "entry__player"):
            self.protests[protest.result.match_id].append(protest.entry)

    def sheet(self, match: Match, seats: tuple[paper.PrintedSeat, ...], link: str) -> paper.ScoreSheet:
        stood = self.results[match.pk]
        now = stood[-1] if stood and stood[-1].status == ResultStatus.CONFIRMED else None
        shown = [sentence_score(score_of(result), self.event) for result in stood]
        ways = {**labels_to_tick(self.shape.form), DecidedBy.PENALTY.value: _("penalty")}
        seconds = self.clock.extensions.get(match.pk, 0)
        protesting = self.protests[match.pk]
        return paper.ScoreSheet(
            table=match.table,
            seats=seats,
            game_rounds=self._lines(),
            shared=Written(f"{now.pot:,}") if now and now.pot else Written(),
            started=self._time(ClockAct.START),
            called=self._time(ClockAct.CALL),
            extension=Written(f"{seconds // 60}:{seconds % 60:02d}") if seconds else Written(),
            rulings=tuple(self.rulings[match.pk]),
            stops=tuple(self.stops[match.pk]),
            totals=tuple(amount_texts(score_of(now), self.event)) if now and _counted(now, self.event) else (),
            result=Written(shown[-1], tuple(shown[:-1])) if now else Written(struck=tuple(shown)),
            decided=tuple(ways.values()),
            decided_by=(ways[now.decided_by],) if now and now.decided_by in ways else (),
            remarks="; ".join(_("%(name)s: under protest") % {"name": entry.unique_name} for entry in protesting),
            protesting=tuple(str(entry.number) for entry in protesting),
            code=short_code(match),
            link=link,
            note=line_title(match),
        )

    def _stops(self, round_: Round) -> dict[int | None, list[str]]:
        """When play stopped for a ruling and went on, with the time left on the table's clock: one query."""
        found: dict[int | None, list[str]] = defaultdict(list)
        since: dict[int | None, datetime] = {}
        acts = (TableAct.PAUSED, TableAct.RESUMED)
        for row in TableEvent.objects.filter(round=round_, act__in=acts).order_by("sequence"):
            if row.act == TableAct.PAUSED:
                since[row.match_id] = row.server_time
            elif row.match_id in since:
                found[row.match_id].append(self._stop(row.match_id, since.pop(row.match_id), row.server_time))
        for match, began in since.items():
            found[match].append(self._stop(match, began, None))
        return found

    def _stop(self, match: int | None, began: datetime, ended: datetime | None) -> str:
        left = max(0, int(self.clock.read(began, match).left))
        params = {
            "from": f"{began.astimezone(self.zone):%H:%M:%S}",
            "to": f"{ended.astimezone(self.zone):%H:%M:%S}" if ended else "…",
            "left": f"{left // 60}:{left % 60:02d}",
        }
        return _("Paused %(from)s–%(to)s, %(left)s on the clock") % params

    def _lines(self) -> tuple[paper.PrintedRound, ...]:
        if many := self.shape.form.lines:
            return tuple(paper.PrintedRound(label=str(number)) for number in range(1, many + 1))
        rounds = self.shape.rounds or self.shape.best_of or 3
        labels = [_("Round %(number)s") % {"number": number} for number in range(1, rounds + 1)]
        return tuple(paper.PrintedRound(label=label) for label in [*labels, *map(_, self.shape.form.extra_rounds)])

    def _time(self, act: ClockAct) -> Written:
        at: datetime | None = next((event.at for event in self.clock.events if event.act == act), None)
        return Written(f"{at.astimezone(self.zone):%H:%M}") if at else Written()


def _counted(result: Result, event: Event) -> bool:
    """Whether a result has numbers: not what was decided without play."""
    return result.decided_by != DecidedBy.WALKOVER and is_counted(score_of(result), event)


def _ruling(row: Infraction, state: PenaltyState) -> paper.SheetRuling:
    """Player, code, penalty and judge; a penalty that was changed or taken back is struck through."""
    stands = "" if state.struck and not state.is_unrescinded else state.penalty
    return paper.SheetRuling(
        player=row.entry.unique_name,
        code=row.code,
        penalty=Written(stands, state.struck),
        judge=str(row.judge or ""),
    )
