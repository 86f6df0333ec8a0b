"""Every export in the registry can be built in each of its formats, and only by those who may."""

from __future__ import annotations

import csv
import io
import json
import re
from functools import cache
from pathlib import Path

import pytest
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from matches.audit.services import Actor
from matches.enums import Admission, Role
from matches.export_plugins import CSV, JSON_LINES, Export, ExportRequest
from matches.forecasts.queries import forecast_stage, state_key
from matches.forecasts.services import make_forecast
from matches.models import Event, User
from matches.people.services.links import make_player_links
from matches.plugins import Plugin, registry
from matches.prizes.services import set_prizes
from tests.bankout_tournament.starting import ROOT
from tests.factories import EventFactory, staff
from tests.judging.conftest import Floor
from tests.undone import undone

pytestmark = pytest.mark.django_db

EXPORTS = registry.exports


def test_the_exports_of_both_apps_are_registered() -> None:
    listed = [export for plugin in registry.by_app.values() for export in plugin.exports]
    assert len(listed) == len(EXPORTS), "two have one key"
    assert all(registry.by_app[app].exports for app in ("matches", "judging"))
    assert all(str(export.label) and export.formats for export in listed)


def test_every_export_of_the_demo_event_can_be_built(settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    call_command("demo")
    event = Event.objects.get()
    organiser = Actor(user=User.objects.get(username="organiser"))
    event = set_prizes(event=event, actor=organiser, lines="1: €100")
    links = make_player_links(event=event, actor=organiser, replace=True)
    stage = forecast_stage(event)
    assert stage is not None
    make_forecast(stage, state_key(stage))
    now = timezone.now()
    event.sign_ups.create(
        state=Admission.INVITED, turn=1_000, name="Ada", token_hash="0", created_at=now, changed_at=now
    )
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


def address(floor: Floor, key: str, kind: str) -> str:
    return reverse("matches:export", args=[floor.event.slug, key, kind])


def ask(client: Client, export: Export, url: str) -> HttpResponse:
    return client.post(url) if export.sent_by_page else client.get(url)


def test_only_those_who_may_are_answered(subtests: pytest.Subtests, client: Client, floor: Floor) -> None:
    for role in Role:
        for key in EXPORTS:
            with subtests.test(role=role, key=key), undone(client, floor):
                export, kind = EXPORTS[key], EXPORTS[key].formats[0]
                client.force_login(floor.user(role))
                answer = ask(client, export, address(floor, key, kind.key))
                if not export.may_export(frozenset({role})):
                    assert answer.status_code == 403
                    continue
                assert answer.status_code == 200
                assert answer["Content-Type"] == kind.content_type
                assert answer["Content-Disposition"] == f'attachment; filename="{floor.event.slug}-{key}.{kind.key}"'
                assert "no-store" in answer["Cache-Control"]


def test_nobody_else_is(subtests: pytest.Subtests, client: Client, floor: Floor) -> None:
    for key in EXPORTS:
        with subtests.test(key=key), undone(client, floor):
            url = address(floor, key, EXPORTS[key].formats[0].key)
            assert ask(client, EXPORTS[key], url).status_code == 302
            client.force_login(staff(EventFactory(), Role.ORGANISER))
            assert ask(client, EXPORTS[key], url).status_code == 403


def test_what_is_not_there_is_not_found(subtests: pytest.Subtests, client: Client, floor: Floor) -> None:
    for key, kind in [("rulings", "pdf"), ("turns", "csv"), ("minutes", "csv")]:
        with subtests.test(key=key, kind=kind), undone(client, floor):
            client.force_login(floor.user(Role.ORGANISER))
            assert client.get(address(floor, key, kind)).status_code == 404


def test_what_its_page_sends_is_only_posted_and_a_list_is_only_read(client: Client, floor: Floor) -> None:
    client.force_login(floor.user(Role.ORGANISER))
    assert client.get(address(floor, "links", "csv")).headers["Allow"] == "POST"
    assert client.post(address(floor, "rulings", "csv")).headers["Allow"] == "GET"


def test_a_planted_export_has_an_address_and_buttons_without_another_line(client: Client, floor: Floor) -> None:
    """Its own file and its registration are all: the route, the answer and the page come from the registry."""
    planted = Export(
        key="tables",
        label="Tables of the hall",
        formats=(CSV, JSON_LINES),
        may_export=lambda roles: Role.SCOREKEEPER in roles,
        build=lambda event, asked, format_: f"{event.slug},{asked.base_url},{format_.key}".encode(),
    )
    page = reverse("paper:papers", args=[floor.event.slug])
    with registry.only(**registry.by_app, planted=Plugin(exports=(planted,))):
        client.force_login(floor.user(Role.ORGANISER))
        assert "Tables of the hall" not in client.get(page).content.decode()
        client.force_login(floor.user(Role.SCOREKEEPER))
        shown = client.get(page).content.decode()
        assert "Tables of the hall" in shown
        for format_ in planted.formats:
            url = address(floor, "tables", format_.key)
            assert f'href="{url}"' in shown
            assert client.get(url).content.decode() == f"{floor.event.slug},http://testserver,{format_.key}"


def files_with(key: str) -> dict[str, str]:
    """The files of the code that hold an export, by what they do with it. Those that ask its right only link to it."""
    declared = {
        found[1]: path
        for path, text in sources().items()
        for found in re.finditer(r"^(\w+) = Export\(\n(?:.*\n){0,3}?    key=\"" + key + '"', text, re.MULTILINE)
    }
    (name, home), *more = declared.items()
    assert more == []
    module = home.removesuffix(".py").replace("/", ".")
    files = {home: "declares"}
    for path, text in sources().items():
        uses = re.findall(rf"(?<![\w.]){name}\b(?!\.may_export)(?! =)", text)
        if re.search(rf"from {module} import .*\b{name}\b", text) and len(uses) > 1:
            files[path] = "registers"
    return files


@cache
def sources() -> dict[str, str]:
    paths = [path for app in ("matches", "judging") for path in (ROOT / app).rglob("*.py")]
    return {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in paths}


def test_an_export_needs_the_file_that_declares_it_and_the_one_that_registers_it(subtests: pytest.Subtests) -> None:
    """As ``docs/architecture.md`` says under *To add something, go there*."""
    for key in EXPORTS:
        with subtests.test(key=key), undone():
            files = files_with(key)
            assert list(files.values()) == ["declares", "registers"]
            assert [path.rpartition("/")[2] for path, does in files.items() if does == "registers"] == ["apps.py"]


def test_what_its_page_sends_is_not_listed_with_the_others(client: Client, floor: Floor) -> None:
    client.force_login(floor.user(Role.ORGANISER))
    page = client.get(reverse("paper:papers", args=[floor.event.slug])).content.decode()
    listed = [key for key in EXPORTS if address(floor, key, EXPORTS[key].formats[0].key) in page]
    assert listed == [key for key in EXPORTS if key != "links"]
