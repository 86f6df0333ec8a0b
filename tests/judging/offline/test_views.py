"""What a device keeps of the judges' pages."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from judging.recorder.services import start_record
from matches.enums import Role
from tests.judging.conftest import Floor

pytestmark = pytest.mark.django_db


def address(floor: Floor, name: str, *args: Any) -> str:
    return reverse(f"judging:{name}", args=[floor.event.slug, *args])


def pages(client: Client, floor: Floor, role: Role = Role.FLOOR_JUDGE) -> dict[str, str]:
    client.force_login(floor.user(role))
    return dict(client.get(address(floor, "kept")).json()["pages"])


def test_the_tables_and_their_forms_are_kept(client: Client, floor: Floor) -> None:
    found = pages(client, floor)
    for match in floor.matches:
        assert {address(floor, name, match.pk) for name in ("table", "note", "stopwatch", "time")} <= set(found)
        assert address(floor, "matter", match.pk, "counter_joker") + "?then=" in found
    assert address(floor, "kept_fault", "GP-HAND") in found
    assert address(floor, "rules") in found


def test_each_table_has_its_recorder_or_the_page_on_which_a_record_is_begun(client: Client, floor: Floor) -> None:
    first, second = (address(floor, "recorder", match.pk) for match in floor.matches)
    before = pages(client, floor)
    start_record(match=floor.match, actor=floor.judge, first="A", device="")
    after = pages(client, floor)
    assert before[first] != after[first]
    assert before[second] == after[second]
    assert first not in pages(client, floor, Role.ORGANISER), "who may not record has no recorder"


def test_every_page_that_is_kept_can_be_opened(client: Client, floor: Floor) -> None:
    assert {client.get(url).status_code for url in pages(client, floor)} == {200}


def test_a_page_has_another_version_when_its_table_changes(client: Client, floor: Floor) -> None:
    before = pages(client, floor)
    floor.infraction()
    changed = {url for url, version in pages(client, floor).items() if before.get(url) != version}
    first, second = (address(floor, "table", match.pk) for match in floor.matches)
    assert first in changed
    assert second not in changed
    forms = {url for url in changed if url.startswith(first) and url != first}
    assert forms, "the next penalty is another one"
    assert address(floor, "note", floor.match.pk) not in forms, "a form that says nothing of the table stays"


def test_who_may_not_log_keeps_no_forms(client: Client, floor: Floor) -> None:
    found = pages(client, floor, Role.SCOREKEEPER)
    assert address(floor, "table", floor.match.pk) in found
    assert not [url for url in found if "/fault/" in url or "/note/" in url]


def test_the_worker_names_its_scope_the_person_and_the_version(client: Client, floor: Floor) -> None:
    client.force_login(floor.user(Role.FLOOR_JUDGE))
    answer = client.get(address(floor, "worker"))
    assert answer["Content-Type"] == "text/javascript"
    assert "no-store" in answer["Cache-Control"]
    assert f"{floor.user(Role.FLOOR_JUDGE).pk} `;" in answer.content.decode()


def test_the_page_for_any_player_offers_no_penalty_that_needs_statements(client: Client, floor: Floor) -> None:
    client.force_login(floor.user(Role.FLOOR_JUDGE))
    page = client.get(address(floor, "kept_fault", "GP-HAND")).content.decode()
    assert 'name="penalty" value="W"' in " ".join(page.split())
    assert 'value="DQ"' not in page
