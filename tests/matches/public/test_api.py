"""The clock, the versions, and what a player's link opens."""

from __future__ import annotations

import pytest

from matches.clock.services import pause_clock, start_clock
from matches.live.queries import PUBLIC_PARTS
from matches.rounds.services.rounds import close_round, publish_round
from tests.matches.conftest import Hall, make_event

pytestmark = pytest.mark.django_db


def test_the_clock_of_the_hall(hall: Hall) -> None:
    shown = hall.get("clock", role=None).data
    assert (shown["round"], shown["state"], shown["running"]) == (2, "running", True)
    assert 24 * 60 < shown["left_seconds"] <= 25 * 60
    pause_clock(round=hall.round, actor=hall.actor())
    paused = hall.get("clock", role=None).data
    assert (paused["state"], paused["ends_at"]) == ("paused", None)


def test_before_the_first_round_is_published_there_is_no_clock() -> None:
    missing = make_event().get("clock")
    assert (missing.status_code, missing.data["detail"]) == (404, "No round is published yet.")


def test_players_only_get_versions_of_public_parts(draft: Hall) -> None:
    public = draft.get("live", role=None).data["versions"]
    assert set(public) <= PUBLIC_PARTS
    assert "rounds" in draft.get("live").data["versions"]


def test_a_draft_changes_nothing_that_players_can_ask_about(hall: Hall) -> None:
    lists = ("event", "stages", "entries", "rounds", "matches", "standings", "live")
    for match in hall.matches:
        hall.post("results", match.key, score="2-1")
    hall.post("round-close", 1, 2)
    before = {name: hall.get(name, role=None).headers["ETag"] for name in lists}
    assert hall.post("rounds").status_code == 201
    assert {name: hall.get(name, role=None).headers["ETag"] for name in lists} == before
    publish_round(round=hall.round, actor=hall.actor())
    assert hall.get("rounds", role=None).headers["ETag"] != before["rounds"]


def test_a_link_opens_the_own_match(hall: Hall) -> None:
    match = hall.matches[1]
    entry = hall.seated(match)[1]
    shown = hall.player(entry).get("/api/v1/player/").data
    assert (shown["number"], shown["seat"], shown["match"]["key"]) == (entry.number, 1, str(match.key))
    assert (shown["mine"], shown["theirs"], shown["event"]["slug"]) == (None, None, hall.event.slug)
    assert shown["match"]["staff"] is None


def test_a_link_shows_no_draft_and_no_closed_round(draft: Hall) -> None:
    client = draft.player(draft.seated(draft.matches[0])[0])
    assert client.get("/api/v1/player/").data["match"] is None
    publish_round(round=draft.round, actor=draft.actor())
    assert client.get("/api/v1/player/").data["match"]["round"] == 2
    start_clock(round=draft.round, actor=draft.actor())
    for match in draft.matches:
        draft.post("results", match.key, score="2-1")
    close_round(round=draft.round, actor=draft.actor())
    assert client.get("/api/v1/player/").data["match"] is None
