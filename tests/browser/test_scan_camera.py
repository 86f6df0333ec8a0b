"""The scanner with a camera: a stream in which a player shows the code of the own page."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
import segno
from PIL import Image
from playwright.sync_api import Playwright, expect

from matches.enums import EntryStatus, Role
from matches.models import EventRole, User
from matches.people.queries.codes import code_for
from tests.browser.conftest import SIZES
from tests.browser.test_main_job import PASSWORD, sign_in
from tests.chromium import CHROMIUM, FLAGS
from tests.factories import EntryFactory

pytestmark = [pytest.mark.browser, pytest.mark.slow]
FRAMES = 20
TABS = 72
"""The height of the tabs at the bottom of a phone."""


def film_of(code: str, film: Path) -> None:
    """Frames of a camera that sees a code, held a little askew."""
    drawn = io.BytesIO()
    segno.make(code, micro=False).save(drawn, kind="png", scale=10)
    held = Image.open(drawn).convert("RGB").rotate(4, expand=True, fillcolor="#ffffff")
    seen = Image.new("RGB", (640, 480), "#776655")
    seen.paste(held, ((640 - held.width) // 2, (480 - held.height) // 2))
    frame = io.BytesIO()
    seen.save(frame, "JPEG", quality=80)
    film.write_bytes(frame.getvalue() * FRAMES)


def test_a_phone_scans_with_its_camera_first(server: str, playwright: Playwright, tmp_path: Path) -> None:
    entry = EntryFactory(player__name="Ada Okafor", status=EntryStatus.REGISTERED)
    olga = User.objects.create_user(username="olga", password=PASSWORD, name="Olga")
    EventRole.objects.create(event=entry.event, user=olga, role=Role.SCOREKEEPER)
    film_of(code_for(entry), tmp_path / "camera.mjpeg")
    stream = [
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-video-capture={tmp_path / 'camera.mjpeg'}",
    ]
    width, height = SIZES["phone"]
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, *stream])
    try:
        page = browser.new_context(base_url=server, viewport={"width": width, "height": height}).new_page()
        sign_in(page, "olga")
        page.goto(f"/e/{entry.event.slug}/desk/people/scan/")
        camera, field = page.get_by_role("button", name="Camera"), page.get_by_label("Code", exact=True)
        tops = [box["y"] for box in (camera.bounding_box(), field.bounding_box()) if box]
        assert len(tops) == 2
        assert tops == sorted(tops), "the camera is above the field"
        camera.click()
        expect(page.locator(".scan-line").first).to_contain_text("Ada Okafor")
        expect(page.locator("[data-scan-count]")).to_have_text("1")
        expect(page.locator("video")).to_be_visible()
        line = page.locator(".scan-line").first.bounding_box()
        assert line is not None
        assert line["y"] + line["height"] < height - TABS, "who was scanned is read without scrolling"
        camera.click()
        expect(page.locator("video")).to_be_hidden()
    finally:
        browser.close()
    entry.refresh_from_db()
    assert entry.status == EntryStatus.CHECKED_IN
