"""The picture of an event's page: kept without what a camera writes into it, shown, replaced and removed."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image

from matches.audit.services import Actor
from matches.enums import Role
from matches.errors import Refused
from matches.events.queries.pictures import picture_file
from matches.events.services import pictures
from matches.events.services.pictures import remove_picture, set_picture
from matches.models import AuditRow, Event
from matches.plugins import registry
from tests.factories import EventFactory, staff
from tests.judging.evidence.pictures import SECRET, photo

pytestmark = pytest.mark.django_db
ALT = "Players in the town hall"


@pytest.fixture(autouse=True)
def files(settings: LazySettings, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


@pytest.fixture
def event() -> Event:
    return EventFactory()


def organiser(event: Event) -> Actor:
    return Actor(user=staff(event, Role.ORGANISER))


def address(event: Event, name: str) -> str:
    return reverse("matches:picture", args=[event.slug, name])


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_it_is_kept_small_and_without_what_a_camera_writes(event: Event, kind: str) -> None:
    now = set_picture(event=event, actor=organiser(event), alt="  Players  at tables", picture=photo(kind, (3200, 800)))
    kept = picture_file(now).read_bytes()
    assert SECRET not in kept
    assert Image.open(io.BytesIO(kept)).size == (now.picture_width, now.picture_height) == (1600, 400)
    assert now.picture_alt == "Players at tables"
    assert picture_file(now).parent.parent.name in registry.kept_folders
    assert AuditRow.objects.get(event=event).act == "set_picture"


def test_the_events_page_shows_it_with_its_words(client: Client, event: Event) -> None:
    for name in ("public", "about"):
        assert "event-picture" not in client.get(reverse(f"matches:{name}", args=[event.slug])).content.decode()
    now = set_picture(event=event, actor=organiser(event), alt=ALT, picture=photo())
    for name in ("public", "about"):
        page = client.get(reverse(f"matches:{name}", args=[event.slug])).content.decode()
        assert f'src="{address(event, now.picture)}"' in page
        assert f'alt="{ALT}"' in page
    served = client.get(address(event, now.picture))
    assert (served.status_code, served["Content-Type"], served["X-Content-Type-Options"]) == (
        200,
        "image/jpeg",
        "nosniff",
    )
    assert served.content == picture_file(now).read_bytes()
    assert client.get(address(event, "other.jpg")).status_code == 404


def test_only_staff_sees_it_before_the_page_is_open(client: Client) -> None:
    event = EventFactory(published=False)
    now = set_picture(event=event, actor=organiser(event), alt=ALT, picture=photo())
    assert client.get(address(event, now.picture)).status_code == 404
    client.force_login(staff(EventFactory(), Role.ORGANISER))
    assert client.get(address(event, now.picture)).status_code == 404
    client.force_login(staff(event, Role.FLOOR_JUDGE))
    assert client.get(address(event, now.picture)).status_code == 200


def test_another_one_replaces_it_and_its_file_goes(
    client: Client, event: Event, django_capture_on_commit_callbacks: Any
) -> None:
    actor = organiser(event)
    first = picture_file(set_picture(event=event, actor=actor, alt=ALT, picture=photo()))
    with django_capture_on_commit_callbacks(execute=True):
        second = set_picture(event=event, actor=actor, alt=ALT, picture=photo())
    assert (first.exists(), picture_file(second).exists()) == (False, True)
    assert client.get(address(event, first.name)).status_code == 404
    described = set_picture(event=event, actor=actor, alt="Another hall")
    assert (described.picture, described.picture_alt) == (second.picture, "Another hall")
    with django_capture_on_commit_callbacks(execute=True):
        gone = remove_picture(event=event, actor=actor)
    assert (gone.picture, gone.picture_alt, gone.picture_width) == ("", "", 0)
    assert not picture_file(second).exists()


@pytest.mark.parametrize(
    ("picture", "alt", "code"),
    [
        (None, ALT, "picture_missing"),
        (photo(), " ", "alt_missing"),
        (photo(), "x" * 201, "alt_missing"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", ALT, "not_a_photo"),
    ],
)
def test_what_is_refused_leaves_no_file(event: Event, files: Path, picture: bytes | None, alt: str, code: str) -> None:
    with pytest.raises(Refused) as caught:
        set_picture(event=event, actor=organiser(event), alt=alt, picture=picture)
    assert caught.value.code == code
    assert list(files.rglob("*.jpg")) == []


def test_more_than_eight_megabytes_are_refused_before_they_are_read(
    client: Client, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert pictures.MOST_BYTES == 8 * 1024 * 1024
    client.force_login(staff(event, Role.ORGANISER))
    file = SimpleUploadedFile("hall.jpg", b"\xff\xd8" + bytes(pictures.MOST_BYTES - 1))
    answer = client.post(reverse("matches:event_picture", args=[event.slug]), {"picture": file, "alt": ALT})
    assert answer.status_code == 422
    assert answer.context["form"].errors.as_data()["picture"][0].code == "photo_too_large"


def test_the_organiser_sets_and_removes_it_on_its_page(client: Client, event: Event) -> None:
    client.force_login(staff(event, Role.ORGANISER))
    url = reverse("matches:event_picture", args=[event.slug])
    settings_page = client.get(reverse("matches:event_settings", args=[event.slug]))
    assert url in [tab.url for tab in settings_page.context["tabs"]]
    assert client.post(url, {"alt": ALT}).status_code == 422
    file = SimpleUploadedFile("hall.png", photo("PNG"), "image/png")
    assert client.post(url, {"picture": file, "alt": ALT}).status_code == 302
    event.refresh_from_db()
    assert address(event, event.picture) in client.get(url).content.decode()
    client.post(reverse("matches:event_picture_remove", args=[event.slug]))
    event.refresh_from_db()
    assert event.picture == ""
