"""A fourth kind of table is one module (``team``): an event is run with it from the first pairing to the standings."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from matches.audit.services import Actor
from matches.enums import Role
from matches.models import Event, Match
from matches.rounds.services.rounds import close_round
from matches.snapshots.queries import latest_snapshot
from tests.factories import EventRoleFactory
from tests.matches.playing import fresh, match_at, running, stage_of
from tests.matches.pods import pod_event
from tests.matches.tables.team import teams

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Iterator[Event]:
    with teams():
        yield pod_event(6, size=3, least=3, most=3, teams=True)


def score(match: Match) -> str:
    return match.results.get(status="confirmed").lines.values_list("total", flat=True).first()


def test_results_are_typed_tapped_and_reported_shown_corrected_and_counted(client: Client, event: Event) -> None:
    organiser = EventRoleFactory(event=event, role=Role.ORGANISER).user
    EventRoleFactory(event=event, role=Role.FLOOR_JUDGE, user=organiser)
    desk = Actor(user=organiser)
    round_ = running(event, desk)
    one, two = match_at(round_, 1), match_at(round_, 2)
    client.force_login(organiser)

    refused = client.post(f"/e/{event.slug}/desk/results/", {"line": "1 many"})
    assert "Type what the team has scored." in refused.content.decode()
    page = client.post(f"/e/{event.slug}/desk/results/", {"line": "1 216"}, follow=True).content.decode()
    assert "Table 1: team 216" in page
    client.post(f"/e/{event.slug}/judge/table/{two.pk}/result/", {"score": "90"})
    assert (score(one), score(two)) == (216, 90)
    preview = client.get(f"/e/{event.slug}/desk/table/{one.pk}/", {"score": "300", "reason": "misread"})
    assert preview.status_code == 200

    api = client.get(reverse("api-results", args=[event.slug, one.key])).json()[0]
    assert (api["score"], api["totals"], api["places"]) == ("216", [216, 216, 216], [])
    assert "team 216" in client.get(f"/e/{event.slug}/desk/results/?show=all").content.decode()

    fresh(close_round(round=round_, actor=desk))
    snapshot = latest_snapshot(stage_of(event))
    assert snapshot is not None
    assert sorted({row["points"] for row in snapshot.rows}) == [90, 216]
