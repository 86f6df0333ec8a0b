"""Which judges' pages a device keeps, each with a version that changes when the page does."""

from __future__ import annotations

from collections.abc import Iterator, Set

from django.urls import reverse

from judging.models import TurnRecord
from judging.permissions import can_log, can_record
from judging.policies.queries import rules_of
from judging.policy import Policy
from matches.enums import MatchKind, Role, RoundStatus
from matches.live.queries import event_versions
from matches.models import Event, Match
from matches.rounds.queries import current_round

MOST_SHEETS = 120
"""Tables whose sheets are kept."""
MOST_FORMS = 30
"""Tables whose forms are kept: about a dozen pages each, which every judge's device fetches once a round."""

Pages = Iterator[tuple[str, str]]


def pages_to_keep(event: Event, roles: Set[Role]) -> list[tuple[str, str]]:
    """The addresses of the pages with their versions, the most needed first."""
    versions = event_versions(event)
    policy = rules_of(event).policy
    by_rules = [*(policy.terms[name] for name in policy.rule_terms), *(button.key for button in policy.buttons)]
    as_written = ".".join([policy.short_version, *by_rules])
    now = ".".join(str(versions.get(part, 0)) for part in ("tables", "rounds", "rulings"))
    found = [(reverse(f"judging:{name}", args=[event.slug]), now) for name in ("tables", "calls")]
    found += [(reverse(f"judging:{name}", args=[event.slug]), as_written) for name in ("rules", "kept_missing")]
    tables = [(match, str(versions.get(f"table {match.table}", 0))) for match in _tables(event)]
    found += [(_url("table", event, match), version) for match, version in tables]
    if can_log(roles):
        found += [(url, as_written) for url in _fault_pages(event, policy)]
    if can_record(roles):
        found += _records(event, [match for match, _version in tables])
    if can_log(roles):
        for match, version in tables[:MOST_FORMS]:
            found += [(url, as_written) for url in _lasting_forms(event, match, policy)]
            found += [(url, version) for url in _forms(event, match, policy)]
    return found


def _tables(event: Event) -> list[Match]:
    round_ = current_round(event)
    if round_ is None or round_.status not in RoundStatus.takes_results():
        return []
    played = Match.objects.filter(round=round_, kind=MatchKind.PLAYED, table__isnull=False)
    return list(played.order_by("table")[:MOST_SHEETS])


def _url(name: str, event: Event, match: Match, *more: str) -> str:
    return reverse(f"judging:{name}", args=[event.slug, match.pk, *more])


def _fault_pages(event: Event, policy: Policy) -> Iterator[str]:
    """One page for each infraction stands in for that of every player."""
    codes = dict.fromkeys(rule.code for button in policy.buttons for rule in policy.infractions_of(button))
    for code in codes:
        yield reverse("judging:kept_fault", args=[event.slug, code])


def _records(event: Event, tables: list[Match]) -> list[tuple[str, str]]:
    rows = TurnRecord.objects.filter(match__in=tables).order_by("match", "number").only("match", "number", "revision")
    newest = {row.match_id: f"{row.number}.{row.revision}" for row in rows}
    # A table without a record has the page on which one is begun; it stays as it is.
    return [(_url("recorder", event, match), newest.get(match.pk, "none")) for match in tables]


def _lasting_forms(event: Event, match: Match, policy: Policy) -> Iterator[str]:
    """The forms that stay as they are whatever happens at the table."""
    for button in policy.buttons:
        if policy.outcomes_of(button.key):
            yield _url("matter", event, match, button.key)
    for name in ("note", "stopwatch"):
        yield _url(name, event, match)


def _forms(event: Event, match: Match, policy: Policy) -> Iterator[str]:
    """The forms that say what has happened: the next penalty of a player, the time that was added,
    the result."""
    for button in policy.buttons:
        url = _url("matter", event, match, button.key)
        yield f"{url}?then=" if policy.outcomes_of(button.key) else url
    for name in ("time", "result"):
        yield _url(name, event, match)
