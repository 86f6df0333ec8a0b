"""Which judges' pages a device keeps, each with a version that changes when the page does.

A page at a table is kept once for all tables (``judging.pages.stand_in_queries``), and beside it what is to be filled
in, for ``TABLES_A_PART`` tables at a time. So the pages hardly grow with the tables, but for the boards of those whose
turns are recorded.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass

from django.db.models import Max
from django.urls import reverse

from judging.models import Infraction, Record, TurnRecord
from judging.pages.stand_in_queries import STAND_IN
from judging.permissions import can_log, can_record
from judging.policies.queries import rules_of
from judging.policy import Policy
from judging.recorder.queries.recorded import turns_part
from matches.clock.queries import round_clock
from matches.course.queries import current_round
from matches.enums import EntryStatus, MatchKind, Role, RoundStatus
from matches.live.queries import Versions, event_versions
from matches.live.state_queries import digest
from matches.models import Event, Match
from matches.results.queries.results import matches_of_round

TABLES_A_PART = 50
MOST_BOARDS = 120
"""Tables whose recorders are kept: a board for each record."""

Pages = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class TableToKeep:
    """A table of the current round, and the version of what is filled in for it.

    It is ``quiet`` while nothing was logged, recorded or entered there, and nothing before against its players.
    """

    match: Match
    version: str
    quiet: bool
    recorded: bool


def pages_to_keep(event: Event, roles: Set[Role]) -> Pages:
    """The addresses of the pages with their versions, the most needed first."""
    versions = event_versions(event)
    policy = rules_of(event).policy
    as_written = written_version(policy)
    now = _joined(versions, "tables", "rounds", "rulings", "zones")
    found = [(reverse(f"judging:{name}", args=[event.slug]), now) for name in ("tables", "calls")]
    found += [(reverse(f"judging:{name}", args=[event.slug]), as_written) for name in ("rules", "kept_missing")]
    tables = tables_to_keep(event, versions)
    found += [
        (reverse("judging:kept_tables", args=[event.slug, number]), digest([table.version for table in part]))
        for number, part in enumerate(parts_of(tables), 1)
    ]
    if can_log(roles):
        found.append((reverse("judging:kept_fault", args=[event.slug]), as_written))
    if tables:
        shell = f"{as_written}.{tables[0].match.round_id}.{_joined(versions, 'rounds', 'clock')}"
        seats = sorted({len(table.match.seats.all()) for table in tables})
        found += [(url, shell) for count in seats for url in _stand_ins(event, roles, policy, count)]
    if can_record(roles):
        found += _boards(event, [table.match for table in tables])
    return found


def written_version(policy: Policy) -> str:
    """A version of the texts that the policy gives to pages."""
    by_rules = [*(policy.terms[name] for name in policy.rule_terms), *(button.key for button in policy.buttons)]
    return ".".join([policy.short_version, *by_rules])


def _joined(versions: Versions, *parts: str) -> str:
    return ".".join(str(versions.get(part, 0)) for part in parts)


def parts_of(tables: list[TableToKeep]) -> list[list[TableToKeep]]:
    """The tables in the parts in which a device fetches what is filled in for them."""
    return [tables[at : at + TABLES_A_PART] for at in range(0, len(tables), TABLES_A_PART)]


def tables_to_keep(event: Event, versions: Versions) -> list[TableToKeep]:
    """The tables of the current round, each with a version that changes with what happens there and to its players."""
    round_ = current_round(event)
    if round_ is None or round_.status not in RoundStatus.takes_results():
        return []
    matches = [match for match in matches_of_round(round_) if match.kind == MatchKind.PLAYED and match.table]
    steps = dict(
        Infraction.objects.filter(event=event)
        .order_by()
        .values_list("entry")
        .annotate(last=Max("penalty_events__sequence"))
    )
    extended = round_clock(round_).extensions
    logged = set(Record.objects.filter(match__in=matches).values_list("match_id", flat=True))
    recorded = set(TurnRecord.objects.filter(match__in=matches).values_list("match_id", flat=True))
    return [
        _table(
            match,
            versions,
            steps,
            logged=match.pk in logged,
            recorded=match.pk in recorded,
            extended=match.pk in extended,
        )
        for match in matches
    ]


def _table(
    match: Match,
    versions: Versions,
    steps: dict[int, int | None],
    *,
    logged: bool,
    recorded: bool,
    extended: bool,
) -> TableToKeep:
    entries = [seat.entry for seat in match.seats.all()]
    known = [(entry.pk, entry.unique_name, entry.status, entry.pk in steps, steps.get(entry.pk)) for entry in entries]
    parts = (f"table {match.table}", turns_part(match.table), "rounds", *(["clock"] if extended else []))
    as_paired = not (match.changed_at or match.locked or match.standing_results)  # type: ignore[attr-defined]
    is_in = all(entry.status not in EntryStatus.out() for entry in entries)
    penalised = any(entry.pk in steps for entry in entries)
    return TableToKeep(
        match,
        digest(match.key, match.starter, match.changed_at, match.locked, known, _joined(versions, *parts)),
        quiet=as_paired and is_in and not (logged or recorded or extended or penalised),
        recorded=recorded,
    )


def _stand_ins(event: Event, roles: Set[Role], policy: Policy, seats: int) -> Iterator[str]:
    """The pages at a table, each once for all tables with so many seats."""

    def url(name: str, *more: str, then: bool = False) -> str:
        address = reverse(f"judging:{name}", args=[event.slug, STAND_IN, *more])
        return f"{address}?seats={seats}" + ("&then=" if then else "")

    yield url("table")
    if can_record(roles):
        yield url("recorder")
    if not can_log(roles):
        return
    for button in policy.buttons:
        if policy.outcomes_of(button.key):
            yield url("matter", button.key)
        yield url("matter", button.key, then=bool(policy.outcomes_of(button.key)))
    for name in ("note", "stopwatch", "time", "result"):
        yield url(name)


def _boards(event: Event, tables: list[Match]) -> Pages:
    """The recorders of the tables that have a record: a board is as its record is."""
    versions: dict[int, str] = {}
    for row in TurnRecord.objects.filter(match__in=tables).order_by("match", "number").defer("data"):
        versions[row.match_id] = f"{versions.get(row.match_id, '')}.{row.revision}.{row.aside}.{row.contested}"
    recorded = [match for match in tables if match.pk in versions][:MOST_BOARDS]
    return [(reverse("judging:recorder", args=[event.slug, match.pk]), versions[match.pk]) for match in recorded]
