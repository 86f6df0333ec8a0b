"""What a device keeps of the judges' pages."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from judging.enums import TableAct
from judging.extensions.services import mark_table
from judging.pages.stand_in_queries import STAND_IN
from judging.recorder.services.recording import start_record
from matches.enums import Role, RoundStatus, Source
from matches.results.services.results import report_result
from matches.rounds.services.rounds import pair_round, publish_round
from matches.tables.score import Duel
from tests.factories import EventRoleFactory, MatchFactory, RoundFactory, any_organiser, staff
from tests.judging.conftest import Floor, make_floor
from tests.matches.playing import stage_of
from tests.matches.pods import pod_event

pytestmark = pytest.mark.django_db


def address(floor: Floor, name: str, *args: Any) -> str:
    return reverse(f"judging:{name}", args=[floor.event.slug, *args])


def pages(client: Client, floor: Floor, role: Role = Role.FLOOR_JUDGE) -> dict[str, str]:
    client.force_login(floor.user(role))
    return dict(client.get(address(floor, "kept")).json()["pages"])


def stand_in(floor: Floor, name: str, *args: Any, then: bool = False) -> str:
    return address(floor, name, STAND_IN, *args) + "?seats=2" + ("&then=" if then else "")


def filled(client: Client, floor: Floor, part: int = 1) -> dict[str, Any]:
    """By the match's id what a device fills in for a table."""
    found: dict[str, Any] = client.get(address(floor, "kept_tables", part)).json()["tables"]
    return found


def test_a_page_at_a_table_is_kept_once_for_all_tables(client: Client, floor: Floor) -> None:
    found = pages(client, floor)
    assert {stand_in(floor, name) for name in ("table", "note", "stopwatch", "time", "result", "recorder")} <= set(
        found
    )
    assert {stand_in(floor, "matter", "counter_joker", then=then) for then in (False, True)} <= set(found)
    assert {address(floor, "kept_fault"), address(floor, "rules"), address(floor, "kept_tables", 1)} <= set(found)
    assert not [url for url in found if f"/table/{floor.match.pk}/" in url]


@pytest.mark.slow
def test_the_pages_do_not_grow_with_the_tables(client: Client) -> None:
    """289 pages for 24 tables would have been 5,500 for 500; now there is one more for fifty tables."""
    few, many = (len(pages(client, make_floor(tables))) for tables in (24, 500))
    assert few == 17
    assert many == few + 9


def test_a_table_s_recorder_is_kept_where_it_has_a_record(client: Client, floor: Floor) -> None:
    first, second = (address(floor, "recorder", match.pk) for match in floor.matches)
    assert first not in pages(client, floor)
    recorded = start_record(match=floor.match, actor=floor.judge, first="A", device="")
    before = pages(client, floor)
    assert second not in before
    assert filled(client, floor)[str(floor.match.pk)]["recorded"]
    recorded.revision += 1
    recorded.save()
    assert pages(client, floor)[first] != before[first]
    assert first not in pages(client, floor, Role.ORGANISER), "who may not record has no recorder"


def test_every_page_that_is_kept_can_be_opened(client: Client, floor: Floor) -> None:
    start_record(match=floor.match, actor=floor.judge, first="A", device="")
    assert {client.get(url).status_code for url in pages(client, floor)} == {200}


def test_tables_of_three_and_of_four_have_pages_of_their_own(client: Client) -> None:
    event, desk = pod_event(7), any_organiser()
    round_ = pair_round(stage=stage_of(event), actor=desk, seed=1)
    publish_round(round=round_, actor=desk)
    client.force_login(staff(event, Role.FLOOR_JUDGE))
    found = dict(client.get(reverse("judging:kept", args=[event.slug])).json()["pages"])
    for seats in (3, 4):
        assert reverse("judging:result", args=[event.slug, STAND_IN]) + f"?seats={seats}" in found
    assert {client.get(url).status_code for url in found} == {200}
    kept = client.get(reverse("judging:kept_tables", args=[event.slug, 1])).json()["tables"]
    assert sorted(table["seats"] for table in kept.values()) == [3, 4]


def test_what_is_filled_in_has_another_version_when_its_table_changes(client: Client, floor: Floor) -> None:
    def changed_by(act: Callable[[], object]) -> set[str]:
        before = pages(client, floor)
        act()
        return {url for url, version in pages(client, floor).items() if before.get(url) != version}

    part = address(floor, "kept_tables", 1)
    assert part in changed_by(floor.infraction)
    kept = filled(client, floor)
    before = RoundFactory(stage=floor.round.stage, number=0, status=RoundStatus.CLOSED)
    other = MatchFactory(round=before, table=9, entries=[floor.player, floor.opponent])
    assert part in changed_by(lambda: floor.infraction(match=other)), (
        "a player's penalty from another table counts as well"
    )
    assert filled(client, floor) != kept
    assert part not in changed_by(lambda: None)
    ruled = changed_by(lambda: floor.infraction(entry=floor.opponent))
    assert not [url for url in ruled if "/table/0/" in url], "the pages for any table stay"


def test_what_differs_at_a_table_is_filled_in(client: Client, floor: Floor) -> None:
    pages(client, floor)
    first, second = (filled(client, floor)[str(match.pk)] for match in floor.matches)
    assert list(first["marks"].values()) == ["1", str(floor.player.number), str(floor.opponent.number)]
    assert list(first["names"].values()) == [floor.player.unique_name, floor.opponent.unique_name]
    assert first["places"] == second["places"] == {}, "nothing has happened: they are as any table"
    floor.infraction()
    floor.infraction(at=floor.at(9))
    report_result(match=floor.matches[1], score=Duel(rounds=(2, 1), winner=0), actor=floor.judge, source=Source.JUDGE)
    first, second = (filled(client, floor)[str(match.pk)] for match in floor.matches)
    assert "next GP-HAND 0" in first["places"]
    assert "next GP-HAND 1" not in first["places"]
    assert floor.player.unique_name in first["places"]["sheet"]
    assert "2–1" in second["places"]["result"]
    assert "2–1" in second["places"]["state"]
    assert filled(client, floor, part=2) == {}


def test_who_is_at_a_table_is_seen_by_everybody_and_leaves_it_alone(client: Client, floor: Floor) -> None:
    pages(client, floor)
    mark_table(match=floor.match, act=TableAct.COVERED, actor=floor.judge)

    def sheet(role: Role) -> str:
        pages(client, floor, role)
        return str(filled(client, floor)[str(floor.match.pk)]["places"]["sheet"])

    other = EventRoleFactory(event=floor.event, role=Role.FLOOR_JUDGE).user
    assert "Leave the table" in sheet(Role.FLOOR_JUDGE)
    client.force_login(other)
    assert "I am here" in filled(client, floor)[str(floor.match.pk)]["places"]["sheet"]
    assert "Leave the table" in sheet(Role.FLOOR_JUDGE)


def test_nobody_s_form_token_is_in_what_is_filled_in(client: Client, floor: Floor) -> None:
    pages(client, floor)
    floor.infraction()
    tokens = re.findall('csrfmiddlewaretoken" value="([^"]*)"', json.dumps(filled(client, floor)).replace("\\", ""))
    assert set(tokens) == {"StandInToken"}


def test_nothing_is_done_at_the_table_that_stands_in(client: Client, floor: Floor) -> None:
    client.force_login(floor.user(Role.FLOOR_JUDGE))
    for name, args in (("note", ()), ("time", ()), ("result", ()), ("table_act", ("cover",)), ("recorder_start", ())):
        assert client.post(address(floor, name, STAND_IN, *args), {"record": uuid.uuid4()}).status_code == 404
    for seats in ("", "0", "x", "99", "9" * 5000):
        assert client.get(address(floor, "note", STAND_IN) + f"?seats={seats}").status_code == 404


def test_who_may_not_log_keeps_no_forms(client: Client, floor: Floor) -> None:
    found = pages(client, floor, Role.SCOREKEEPER)
    assert stand_in(floor, "table") in found
    assert not [url for url in found if "/fault/" in url or "/note/" in url]


def test_the_worker_names_its_scope_the_person_and_the_version(client: Client, floor: Floor) -> None:
    client.force_login(floor.user(Role.FLOOR_JUDGE))
    answer = client.get(address(floor, "worker"))
    assert answer["Content-Type"] == "text/javascript"
    assert "no-store" in answer["Cache-Control"]
    assert f"{floor.user(Role.FLOOR_JUDGE).pk} `;" in answer.content.decode()


def test_the_page_for_any_player_offers_no_penalty_that_needs_statements(client: Client, floor: Floor) -> None:
    client.force_login(floor.user(Role.FLOOR_JUDGE))
    page = client.get(address(floor, "kept_fault")).content.decode()
    assert 'name="penalty" value="W"' in " ".join(page.split())
    assert 'value="DQ"' not in page
