"""Has a worker analyse a record. The analysis stays with its job, for everyone who has the job's key."""

from __future__ import annotations

import time
from typing import Any

import msgspec
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.enums import JobState
from matches.errors import Refused
from matches.jobs.services import KEPT, Report, kind, start_shared_job
from matches.models import Job
from rules_engine import games
from rules_engine.play.analysis import MatchAnalysis
from rules_engine.record import RecordError
from rules_engine.record.reading import parse
from rules_engine.rules.bounds import check_parts, check_text
from rules_engine.rules.configuration import ConfigurationError

KIND = "analysis"
SECONDS = "seconds"
"""Where a finished job keeps how long it took, beside the analysis, which is the same each time."""
STEP = 5
"""Decisions between two reports of progress."""
LONGEST = 100_000
"""Characters of a record that is analysed: many times what a long match needs."""


def analyse_record(text: str, asker: str) -> Job:
    """Have a record analysed, given as text; an analysis of the same text that is made or under way is that one.

    Raises ``Refused`` for what cannot be read or analysed, and while too many others wait.
    """
    text = text.replace("\r\n", "\n").replace("\0", "")
    _check(text)
    kept = Job.objects.filter(kind=KIND, created_at__gte=timezone.now() - KEPT)
    done = kept.filter(state=JobState.DONE, params={"text": text}).first()
    if done is not None and analysis_of(done) is not None:
        return done
    return start_shared_job(KIND, {"text": text}, asker=asker)


def analysis_of(job: Job) -> MatchAnalysis | None:
    """The analysis of a finished job; None if an older version kept it otherwise."""
    try:
        return msgspec.convert(job.result, MatchAnalysis)
    except msgspec.ValidationError:
        return None


def seconds_of(job: Job) -> float | None:
    """How long a finished analysis took; None if an older version kept it without."""
    kept = job.result.get(SECONDS)
    return None if kept is None else float(kept)


def _check(text: str) -> None:
    """Refuse a record of which nothing could be said."""
    try:
        check_text(text)
        record = parse(text, games.language_of)
        check_parts(record)
        game = games.get(record.game)
        game.rule_set(record.rules)
    except (RecordError, ConfigurationError, LookupError) as error:
        unreadable = _("This record cannot be read. Check it first to see where the problem is.")
        raise Refused("record_unreadable", unreadable, parameter="record") from error
    if unknown := game.schema.unknown(record.rules):
        refused = _("This record names rules that the game does not have, so it cannot be analysed under them.")
        raise Refused("rules_unknown", refused, parameter="record", details=[each.message for each in unknown])
    if len(text) > LONGEST:
        raise Refused("record_too_long", _("This record is too long to be analysed."), parameter="record")
    if game.analysis is None:
        raise Refused("game_not_analysed", _("Analysis is not available for this game."), parameter="record")


@kind(KIND, gettext_lazy("Analysis of a record"))
def run_analysis(job: Job, report: Report) -> dict[str, Any]:
    """Analyse the record of a job's parameters."""
    record = parse(job.params["text"], games.language_of)
    analysis = games.get(record.game).analysis
    if analysis is None:
        raise ValueError(f"{record.game} has no analysis.")

    def progress(done: int, total: int) -> None:
        if done % STEP == 0:
            report(done, total)

    begun = time.monotonic()
    made: dict[str, Any] = msgspec.to_builtins(analysis.analyse(record, progress))
    return {**made, SECONDS: round(time.monotonic() - begun, 1)}
