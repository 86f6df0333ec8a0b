"""Every export in the registry can be built in each of its formats, and only by those who may."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import call_command
from django.test import RequestFactory
from django.urls import reverse
from pytest_django import Settings

from matches.audit.services import Actor
from matches.enums import Role
from matches.models import Event, User
from matches.pages.export_views import export_file
from matches.people.link_services import make_player_links
from matches.plugins import CSV, Export, ExportRequest, Plugin, registry
from tests.judging.conftest import Floor

pytestmark = pytest.mark.django_db

EXPORTS = registry.exports


def test_the_exports_of_both_apps_are_registered() -> None:
    assert {key: [each.key for each in export.formats] for key, export in EXPORTS.items()} == {
        "links": ["csv"],
        "rulings": ["csv", "jsonl"],
        "turns": ["jsonl"],
    }
    assert all(str(export.label) for export in EXPORTS.values())


def test_every_export_of_the_demo_event_can_be_built(settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    call_command("demo")
    event = Event.objects.get()
    organiser = Actor(user=User.objects.get(username="organiser"))
    links = make_player_links(event=event, actor=organiser, replace=True)
    asked = ExportRequest(base_url="https://open.example", fields={"tokens": " ".join(link.token for link in links)})
    for key, export in EXPORTS.items():
        for format_ in export.formats:
            text = export.build(event, asked, format_).decode("utf-8-sig")
            if format_ == CSV:
                header, *rows = csv.reader(io.StringIO(text))
                assert rows, key
                assert all(len(row) == len(header) for row in rows), key
            else:
                lines = [json.loads(line) for line in text.splitlines()]
                assert lines, key
    address = reverse("matches:me", args=[links[0].token])
    assert f"https://open.example{address}" in EXPORTS["links"].build(event, asked, CSV).decode()


@pytest.mark.parametrize("role", list(Role))
@pytest.mark.parametrize("key", EXPORTS)
def test_only_those_who_may_are_answered(floor: Floor, key: str, role: Role) -> None:
    export, kind = EXPORTS[key], EXPORTS[key].formats[0]
    request = RequestFactory().get("/")
    request.user = floor.user(role)
    if not export.may_export(frozenset({role})):
        with pytest.raises(PermissionDenied):
            export_file(request, floor.event.slug, key=key, kind=kind.key)
        return
    answer = export_file(request, floor.event.slug, key=key, kind=kind.key)
    assert answer["Content-Type"] == kind.content_type
    assert answer["Content-Disposition"] == f'attachment; filename="{floor.event.slug}-{key}.{kind.key}"'


def test_a_new_entry_is_answered_as_a_file(floor: Floor) -> None:
    export = Export(
        key="tables",
        label="Tables",
        formats=(CSV,),
        may_export=lambda roles: Role.SCOREKEEPER in roles,
        build=lambda event, asked, format_: f"{event.slug},{asked.base_url},{format_.key}".encode(),
    )
    request = RequestFactory().get("/")
    request.user = floor.user(Role.SCOREKEEPER)
    with registry.only(judging=Plugin(exports=(export,))):
        answer = export_file(request, floor.event.slug, key="tables", kind="csv")
    assert answer.content.decode() == f"{floor.event.slug},http://testserver,csv"
