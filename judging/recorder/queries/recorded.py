"""The records of a match, where play stands at their end, and the result that they propose."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import Any

import msgspec
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Exists, OuterRef, QuerySet

from judging.models import FindingMark, Frame, TurnRecord, TurnStep
from judging.policies.queries import rules_of
from judging.policy import InfractionRule, Policy
from judging.recorder.findings import NOTE, name_of
from matches.course.queries import visible_rounds
from matches.enums import ResultStatus
from matches.events.declarations.reading import options_of
from matches.events.queries.games import ways_to_decide
from matches.events.queries.kinds import kind_of
from matches.events.queries.seats import seats_with
from matches.models import Entry, Event, Match, Result
from matches.results.queries.results import lines_with_seats, score_of, with_results
from matches.results.queries.tables import table_of
from matches.tables.score import Score
from rules_engine import games
from rules_engine.game import Game
from rules_engine.record import SEATS, GameRecord
from rules_engine.record import recording as rec
from rules_engine.record.report import Finding
from rules_engine.text import Text, isolated, with_players


def digest_of(data: Any) -> str:
    """A digest of a record's stored JSON, whatever order the database keeps its keys in."""
    return hashlib.sha256(json.dumps(data, sort_keys=True, cls=DjangoJSONEncoder).encode()).hexdigest()


def last_correction(row: TurnRecord) -> TurnStep | None:
    """The correction that is what was done last to a record: nothing was written since, or that was undone."""
    corrections = TurnStep.objects.filter(record=row, before__isnull=False).order_by("-pk")
    last = corrections.first()
    return last if last is not None and last.after == digest_of(row.data) else None


@dataclass
class RecordedMatch:
    """A match with one of its records, judged: what pages and services read of it."""

    row: TurnRecord
    event: Event
    match: Match
    shown_name: Callable[[Entry], str] = attrgetter("unique_name")
    """How players are named: for the staff by default."""

    @cached_property
    def game(self) -> Game:
        return games.get(self.event.game)

    @cached_property
    def record(self) -> GameRecord:
        """The record, with the players' names."""
        return self.game.read({**self.row.data, "seats": self.names})

    @cached_property
    def entries(self) -> dict[str, Entry]:
        """The players by the letters of their seats."""
        return {SEATS[seat.index]: seat.entry for seat in self.match.seats.all()}

    @cached_property
    def names(self) -> dict[str, str]:
        return {letter: self.shown_name(entry) for letter, entry in self.entries.items()}

    def with_names(self, sentence: Text) -> Text:
        """A sentence of the referee's with the players by name, not by seat."""
        return with_players(sentence, {seat: isolated(name) for seat, name in self.names.items()})

    @cached_property
    def policy(self) -> Policy:
        return rules_of(self.event).policy

    @cached_property
    def standing(self) -> rec.Standing:
        """Where play stands, with the report."""
        return rec.to_write(self.game, self.record, self.policy.time.decision_timebox_seconds)

    @cached_property
    def marks(self) -> dict[str, FindingMark]:
        """What was done about findings, by their names."""
        rows = FindingMark.objects.filter(record=self.row).select_related("infraction")
        return {mark.finding: mark for mark in rows}

    @property
    def uncounted(self) -> list[str]:
        """The seats whose bank the record leaves open although the game is over: somebody must count it."""
        outcome = self.standing.report.outcome
        open_ = [letter for letter, score in outcome.scores.items() if score is None]
        return open_ if outcome.status != "in_progress" else []

    def needs_judge(self, finding: Finding) -> bool:
        """Whether a finding is to be dealt with by a judge: a player's fault, or something written down wrongly."""
        return finding.kind != NOTE or (finding.seat in self.entries and self.infraction_of(finding) is not None)

    def infraction_of(self, finding: Finding) -> InfractionRule | None:
        """The infraction that the policy names for a finding."""
        return self.policy.infraction_for_finding(finding.code)

    def open_findings(self) -> list[Finding]:
        """The findings that nobody has dealt with yet."""
        return [
            finding
            for finding in self.standing.report.findings
            if self.needs_judge(finding) and name_of(finding) not in self.marks
        ]

    @property
    def is_doubted(self) -> bool:
        """Whether a finding that may change the result is still to be dealt with, or a bank to be counted."""
        return bool(self.uncounted) or any(finding.kind != NOTE for finding in self.open_findings())

    @cached_property
    def proposal(self) -> Score | None:
        """The score that the record of a finished match proposes, once each finding in it is dealt with."""
        report = self.standing.report
        if not self.standing.is_over or self.is_doubted:
            return None
        shape = self.game.scoring(self.game.rule_set(self.record.rules))
        table = msgspec.structs.replace(table_of(self.match), shape=shape)
        return kind_of(self.match.round.stage).of_record(report.outcome, table, ways_to_decide(self.event))

    @cached_property
    def open_proposal(self) -> Score | None:
        """The proposal as long as the match has another result, or none."""
        if self.proposal is None:
            return None
        stored = Result.objects.filter(match=self.match, status=ResultStatus.CONFIRMED)
        result = stored.prefetch_related(lines_with_seats()).first()
        return None if result is not None and score_of(result) == self.proposal else self.proposal

    @property
    def is_time_called(self) -> bool:
        """Whether the record says that time was called."""
        called = self.game.language.time_token
        return any(called in turn.actions for played in self.record.rounds for turn in played.turns)

    @property
    def pot(self) -> int | None:
        """The pot of the match, in games that have one."""
        found = self.standing.report.outcome.to_dict().get("pot")
        return found if found else None


def turns_part(table: int | None) -> str:
    """The part of judges' pages that changes when a table gets a record, or a finding of it is reviewed. Visitors may
    hear of ``table 7``, which would tell them at once that somebody records there; of this they may not.
    """
    return f"table {table} turns"


def records_of(match: Match) -> list[TurnRecord]:
    """The records of a match, the one that counts first."""
    rows = TurnRecord.objects.filter(match=match).select_related("started_by", "changed_by")
    return list(rows.order_by("aside", "-number"))


def _over_and_recorded() -> QuerySet[Match]:
    """Matches that have turns on record and a result, the last round first."""
    found = Match.objects.filter(turn_records__isnull=False, results__status=ResultStatus.CONFIRMED)
    return found.order_by("-round__stage__order", "-round__number", "table").distinct()


def is_over_and_recorded(match: Match) -> bool:
    """Whether the match has turns on record and a result."""
    return _over_and_recorded().filter(pk=match.pk).exists()


def matches_on_record(entry: Entry) -> list[Match]:
    """A player's own matches that have turns on record and a result, the last one first."""
    own = _over_and_recorded().filter(seats__entry=entry)
    return list(own.select_related("round__stage__event").prefetch_related(seats_with("entry__player")))


def has_turns(event: Event) -> bool:
    """Whether any match of the event has turns on record."""
    return TurnRecord.objects.filter(match__round__stage__event=event).exists()


def with_turns(matches: Sequence[Match]) -> list[int]:
    """The ids of those of the matches whose turns are on record: one query."""
    return list(TurnRecord.objects.filter(match__in=matches).values_list("match_id", flat=True).distinct())


def publishes_records(event: Event) -> bool:
    """Whether everybody may replay the event's recorded matches once they are over."""
    return options_of(event).publish_records


def _published(event: Event) -> QuerySet[Match]:
    if not publishes_records(event):
        return Match.objects.none()
    rounds = visible_rounds(event, staff=False)
    not_shown_yet = Frame.objects.filter(match=OuterRef("pk"), shown=False)
    found = _over_and_recorded().filter(~Exists(not_shown_yet), round__in=rounds)
    return found.select_related("round__stage__event")


def published_matches(event: Event) -> list[Match]:
    """The matches that everybody may replay, as ``with_results`` loads them."""
    return list(with_results(_published(event)))


def published_record(event: Event, pk: int) -> RecordedMatch | None:
    """The record of a match that everybody may replay; None for any other match."""
    match = _published(event).filter(pk=pk).first()
    return recorded(event, match) if match is not None else None


def recorded(event: Event, match: Match, number: int | None = None) -> RecordedMatch | None:
    """A record of the match, by default the one that counts; None if there is none."""
    rows = records_of(match)
    row = next((row for row in rows if number is None or row.number == number), None)
    return None if row is None else RecordedMatch(row, event, match)


def recorded_on(event: Event, match: Match, device: str) -> RecordedMatch | None:
    """The record that a device goes on with: its own as long as nobody has said which one counts, else the one that
    counts.
    """
    rows = records_of(match)
    row = next((row for row in rows if row.contested and row.device == device), None) or next(iter(rows), None)
    return None if row is None else RecordedMatch(row, event, match)
