"""What must hold after a fault, read from the tables and not through the services that wrote them.

``python -m benchmarks.faults`` uses it: whether each act of the ledger is there once, and whether anything is there by
half: a result without its lines, a round without its matches, a change without its row in the log, or the other way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

Row = dict[str, Any]


class Found(NamedTuple):
    """What is wrong, in sentences: acknowledged and not there, there twice, there by half."""

    lost: list[str]
    doubled: list[str]
    half: list[str]

    def __bool__(self) -> bool:
        return any(self)


def check(ledger: Sequence[Row], since: int = 0) -> Found:
    """Hold the whole ledger against the database, and prove the logs of the events of its rows from ``since`` on."""
    from django.db import connection

    try:
        lost, doubled = _counted(ledger)
        slugs = {row["event"] for row in ledger[since:] if row["event"]}
        return Found(lost, doubled, [*_half_done(), *_broken_logs(slugs)])
    finally:
        connection.close()


def _counted(ledger: Sequence[Row]) -> tuple[list[str], list[str]]:
    there = _there()
    lost, doubled = [], []
    for row in ledger:
        for what, name in _names(row):
            count = there[what][name]
            if count != 1:
                (doubled if count else lost).append(f"{row['what']} {name}: {count} × {what}")
    return lost, doubled


def _names(row: Row) -> Iterable[tuple[str, Any]]:
    """What an acknowledged act must have left, each once."""
    event = row["event"]
    if row["what"] == "job":
        return [("job", row["job"])]
    own: dict[str, tuple[str, Any]] = {
        "result": ("result", (row.get("match"), row.get("score"))),
        "ruling": ("ruling", row.get("id")),
        "entry": ("entry", (event, row.get("number"))),
        "check-in": ("checked in", (event, row.get("number"))),
        "publish": ("published", (event, row.get("stage"), row.get("round"))),
        "close": ("closed", (event, row.get("stage"), row.get("round"))),
    }
    return [("key", row["key"]), *([own[row["what"]]] if row["what"] in own else [])]


def _there() -> dict[str, Counter[Any]]:
    """How often each thing is in the database that a row of the ledger can name."""
    from judging.models import Ruling
    from matches.models import AuditRow, Entry, Job, Round, Submission

    rounds = Round.objects.exclude(status__in=("draft", "withdrawn"))
    place = ("stage__event__slug", "stage__order", "number")
    checked = Counter(
        (slug, pk)
        for slug, details in AuditRow.objects.filter(act="check_in").values_list("event__slug", "details")
        for pk in details["entries"]
    )
    here = Entry.objects.filter(status="checked_in").values_list("event__slug", "number", "pk")
    return {
        "key": Counter(str(key) for key in Submission.objects.values_list("key", flat=True)),
        "result": Counter(_results()),
        "ruling": Counter(str(pk) for pk in Ruling.objects.values_list("pk", flat=True)),
        "entry": Counter(Entry.objects.values_list("event__slug", "number")),
        "checked in": Counter({(slug, number): checked[slug, pk] for slug, number, pk in here}),
        "published": Counter(rounds.values_list(*place)),
        "closed": Counter(rounds.filter(status="closed").values_list(*place)),
        "job": Counter(str(key) for key in Job.objects.values_list("key", flat=True)),
    }


def _results() -> Iterable[tuple[str, str]]:
    """The match and the score (a Blitz is counted in money) of every stored version, in the order of the seats."""
    from matches.models import ResultLine

    lines = ResultLine.objects.order_by("result", "seat__index")
    rows = lines.values_list("result", "result__match__key", "total")
    for (_result, match), own in groupby(rows, key=itemgetter(0, 1)):
        yield str(match), "-".join(str(won) for _, _, won in own)


def _half_done() -> list[str]:
    """What is there by half, of all events."""
    from django.db.models import Count, F

    from judging.models import Ruling
    from matches.models import AuditRow, Match, Result, Round, Stage

    found = []
    short = Result.objects.annotate(own=Count("lines")).exclude(own=2)
    found += [f"result {pk} has not two lines" for pk in short.values_list("pk", flat=True)]
    found += [f"round {pk} has no matches" for pk in Round.objects.filter(matches=None).values_list("pk", flat=True)]
    seats = Match.objects.annotate(own=Count("seats")).filter(kind="played").exclude(own=2)
    found += [f"match {pk} has not two seats" for pk in seats.values_list("pk", flat=True)]
    open_ = Match.objects.filter(round__status="closed", kind="played").exclude(results__status="confirmed")
    found += [f"match {pk} of a closed round has no result" for pk in open_.values_list("pk", flat=True)]
    bare = Round.objects.filter(status="closed", snapshots=None)
    found += [f"round {pk} is closed without standings" for pk in bare.values_list("pk", flat=True)]
    without = Stage.objects.filter(event__stages=None)
    found += [f"stage {pk} of no event" for pk in without.values_list("pk", flat=True)]
    behind = AuditRow.objects.filter(event__audit_head__sequence__lt=F("sequence"))
    found += [f"row {pk} of the log lies behind its end" for pk in behind.values_list("pk", flat=True)]
    acts = {
        "report_result": (Counter(Result.objects.values_list("match__pk", flat=True)), "match"),
        "publish_round": (Counter(Round.objects.exclude(published_at=None).values_list("pk", flat=True)), "round"),
        "close_round": (Counter(Round.objects.filter(status="closed").values_list("pk", flat=True)), "round"),
    }
    for act, (stored, key) in acts.items():
        logged = Counter(row[key] for row in AuditRow.objects.filter(act=act).values_list("details", flat=True))
        found += [f"{act}: {logged - stored} logged and not stored"] * bool(logged - stored)
        found += [f"{act}: {stored - logged} stored and not logged"] * bool(stored - logged)
    pairs = (AuditRow.objects.filter(act="log_ruling").count(), Ruling.objects.count())
    found += [f"rulings: {pairs[0]} in the log of changes, {pairs[1]} in the judges' log"] * (pairs[0] != pairs[1])
    return found


def _broken_logs(slugs: Iterable[str]) -> list[str]:
    from judging.records.verify_services import verify_log
    from matches.models import Event

    events = Event.objects.filter(slug__in=slugs)
    return [f"log of {event.slug}: {each}" for event in events for each in verify_log(event)]


def unfinished_jobs(ledger: Sequence[Row]) -> list[str]:
    """The jobs of the ledger that wait or run."""
    from django.db import connection

    from matches.models import Job

    try:
        keys = [row["job"] for row in ledger if row["what"] == "job"]
        unfinished = Job.objects.filter(key__in=keys, state__in=("waiting", "running"))
        rows = unfinished.values_list("pk", "state", "attempts")
        return [f"job {pk} {state}, begun {attempts} times" for pk, state, attempts in rows]
    finally:
        connection.close()


def failed_jobs() -> list[str]:
    """The jobs that ended without what they were for."""
    from django.db import connection

    from matches.models import Job

    try:
        return [f"job {pk}: {error}" for pk, error in Job.objects.filter(state="failed").values_list("pk", "error")]
    finally:
        connection.close()
