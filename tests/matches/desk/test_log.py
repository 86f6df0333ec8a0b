"""The log of changes reads well, and every reason is found again."""

from __future__ import annotations

import csv
import io
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from judging.appeals.services import decide_appeal, file_appeal
from judging.enums import AppealState
from matches.attendance.services import disqualify_entry, drop_entry
from matches.audit.services import audited_change
from matches.desk.act_labels import act_labels
from matches.enums import Role, Source
from matches.models import AuditRow
from matches.plugins import registry
from matches.results.services.results import correct_result, report_result
from matches.tables.score import Duel
from tests.judging.conftest import Floor, make_floor

pytestmark = pytest.mark.django_db


def rows(floor: Floor, query: dict[str, Any] | None = None, role: Role = Role.ORGANISER) -> list[Any]:
    client = Client()
    client.force_login(floor.user(role))
    return list(client.get(reverse("matches:desk_log", args=[floor.event.slug]), query or {}).context["rows"])


@pytest.fixture
def floor() -> Floor:
    return make_floor()


@pytest.fixture
def eventful(floor: Floor) -> Floor:
    """A result that was corrected, an infraction, an appeal that was decided, and a player who was disqualified."""
    desk = floor.actor(Role.SCOREKEEPER)
    report_result(match=floor.match, score=Duel(rounds=(2, 1), winner=0), actor=desk, source=Source.DESK)
    correct_result(
        match=floor.match,
        score=Duel(rounds=(1, 2), winner=1),
        actor=desk,
        source=Source.DESK,
        reason="typed the wrong way",
    )
    infraction = floor.infraction(comment="one card too many")
    appeal = file_appeal(event=floor.event, of=infraction, actor=floor.judge, statement="there were nine")
    decide_appeal(appeal=appeal, state=AppealState.UPHELD, actor=floor.head, comment="counted twice")
    disqualify_entry(entry=floor.opponent, actor=floor.actor(Role.ORGANISER), reason="hit the table")
    return floor


def test_every_change_has_words() -> None:
    labels = act_labels()
    assert set(registry.rights) - set(labels) == set()
    assert len(set(labels.values())) == len(labels)


def test_the_newest_first_with_what_whom_where_by_whom_and_why(eventful: Floor) -> None:
    found = rows(eventful)
    assert [row.act for row in found[:5]] == [
        "Player disqualified",
        "Appeal decided",
        "Appeal filed",
        "Infraction logged",
        "Result corrected",
    ]
    assert (found[0].player, found[0].reasons) == (eventful.opponent.unique_name, ["hit the table"])
    assert (found[1].table, found[1].reasons, found[1].by) == (1, ["counted twice"], str(eventful.head.user))
    assert (found[3].player, found[3].reasons) == (eventful.player.unique_name, ["one card too many"])
    assert (found[4].table, found[4].reasons) == (1, ["typed the wrong way"])


@pytest.mark.parametrize(
    ("text", "acts"),
    [
        ("typed the WRONG", ["Result corrected"]),
        ("counted twice", ["Appeal decided"]),
        ("too many", ["Infraction logged"]),
        ("hit the table", ["Player disqualified"]),
        ("there were nine", ["Appeal filed"]),
        ("appeal", ["Appeal decided", "Appeal filed"]),
        ("zebra", []),
    ],
)
def test_every_reason_is_found_by_its_words(eventful: Floor, text: str, acts: list[str]) -> None:
    assert [row.act for row in rows(eventful, {"text": text})] == acts


def test_by_who_what_whom_where_and_when(eventful: Floor) -> None:
    other = eventful.matches[1]
    drop_entry(entry=other.seats.get(index=0).entry, actor=eventful.head)
    report_result(match=other, score=Duel(rounds=(2, 1), winner=1), actor=eventful.head, source=Source.DESK)
    head = eventful.head.user
    assert head is not None
    assert {row.by for row in rows(eventful, {"who": head.pk})} == {str(head)}
    assert [row.act for row in rows(eventful, {"act": "drop_entry"})] == ["Player dropped"]
    assert {row.table for row in rows(eventful, {"table": 2})} == {2}
    assert {row.table for row in rows(eventful, {"table": 1})} == {1}
    assert {row.act for row in rows(eventful, {"player": eventful.opponent.number})} == {"Player disqualified"}
    assert "Infraction logged" in {row.act for row in rows(eventful, {"player": eventful.player.number})}
    assert {bool(row.reasons) for row in rows(eventful, {"reasons": "on"})} == {True}
    local = timezone.localtime(timezone.now())
    assert rows(eventful, {"since": (local + timedelta(days=400)).strftime("%Y-%m-%dT%H:%M")}) == []
    assert rows(eventful, {"until": "2020-01-01T10:00"}) == []


def test_what_makes_no_sense_says_so_and_hides_nothing(eventful: Floor) -> None:
    every = len(rows(eventful))
    for query in ({"player": 999}, {"table": "x"}, {"since": "yesterday"}, {"who": "7777"}, {"act": "dance"}):
        assert len(rows(eventful, query)) == every, query


def test_pages_and_the_file_hold_the_same(eventful: Floor) -> None:
    for _number in range(110):
        with audited_change("call_judge", event_id=eventful.event.pk, actor=eventful.judge):
            pass
    client = Client()
    client.force_login(eventful.user(Role.HEAD_JUDGE))
    address = reverse("matches:desk_log", args=[eventful.event.slug])
    page = client.get(address, {"act": "call_judge"})
    assert len(page.context["rows"]) == 100
    assert "?act=call_judge&amp;page=2" in page.content.decode()
    assert len(client.get(address, {"act": "call_judge", "page": 2}).context["rows"]) == 10
    assert page.context["file_url"].endswith("log.csv?act=call_judge")
    whole = list(csv.reader(io.StringIO(client.get(page.context["file_url"]).content.decode("utf-8-sig"))))
    assert len(whole) == 111
    assert whole[1][2] == "Judge called"
    total = list(csv.reader(io.StringIO(client.get(address.rstrip("/") + ".csv").content.decode("utf-8-sig"))))
    assert len(total) == AuditRow.objects.filter(event=eventful.event).count() + 1
    assert "hit the table" in {cells[7] for cells in total}


@pytest.mark.parametrize(
    ("role", "status"),
    [
        (Role.ORGANISER, 200),
        (Role.HEAD_JUDGE, 200),
        (Role.DEPUTY_HEAD, 200),
        (Role.SCOREKEEPER, 403),
        (Role.FLOOR_JUDGE, 403),
    ],
)
def test_who_reads_it(floor: Floor, role: Role, status: int) -> None:
    client = Client()
    client.force_login(floor.user(role))
    for name in ("desk_log", "desk_log_file"):
        assert client.get(reverse(f"matches:{name}", args=[floor.event.slug])).status_code == status


def test_the_page_costs_the_same_for_few_rows_and_many(django_assert_num_queries: Any) -> None:
    counts: list[int] = []
    for size in (1, 3):
        floor = make_floor(size)
        for match in floor.matches:
            entry = match.seats.get(index=0).entry
            floor.infraction(match=match, entry=entry, comment="again")
            drop_entry(entry=entry, actor=floor.head)
        client = Client()
        client.force_login(floor.user(Role.ORGANISER))
        with django_assert_num_queries(counts[0] if counts else 13) as counted:
            client.get(reverse("matches:desk_log", args=[floor.event.slug]))
        counts.append(len(counted))
