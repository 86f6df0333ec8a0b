"""Evidence on a tablet: a photo is made smaller before it is sent, both players accept, a sheet comes back."""

from __future__ import annotations

import io
import os
import re
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from judging.evidence.queries import file_of
from judging.models import Acknowledgement, Attachment, Incident
from judging.papers.queries import short_code
from matches.enums import Role, Source
from matches.models import Result
from matches.results.services.results import report_result
from matches.tables.score import Duel
from tests.browser.test_desk import enter_as
from tests.judging.conftest import make_floor

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def large_photo(folder: Path) -> Path:
    """A photo of four megabytes that says it is to be turned."""
    picture = Image.frombytes("RGB", (2400, 1200), os.urandom(2400 * 1200 * 3))
    marks = picture.getexif()
    marks[0x0112] = 6
    path = folder / "photo.jpg"
    picture.save(path, "JPEG", quality=90, exif=marks)
    assert path.stat().st_size > 2_000_000
    return path


PATIENCE_OF_QUEUE = """window.patience = [];
const real = AbortSignal.timeout;
AbortSignal.timeout = (time) => { window.patience.push(time); return real.call(AbortSignal, time); };
window.addEventListener("pagehide", () => sessionStorage.setItem("patience", Math.max(...window.patience)));"""


def test_an_incident_from_the_table_to_its_photo(server: str, page: Page, tmp_path: Path) -> None:
    floor = make_floor()
    enter_as(page.context, floor.user(Role.FLOOR_JUDGE), server)
    page.set_viewport_size({"width": 820, "height": 1180})
    page.add_init_script(PATIENCE_OF_QUEUE)
    page.goto(f"/e/{floor.event.slug}/judge/table/{floor.match.pk}/")
    page.get_by_role("link", name="Incident").click()
    page.get_by_label("What happened?").fill("a card on the floor")
    page.get_by_role("button", name="Log the incident").click()
    expect(page.get_by_role("heading", name="Incident no.")).to_be_visible()
    expect(page.locator("[data-sync][data-ready]")).to_be_attached()  # the modules are here: also that of the photo
    page.get_by_label("Photo", exact=True).set_input_files(large_photo(tmp_path))
    expect(page.get_by_text(re.compile(r"\d\.\d MB .*\d MB"))).to_be_visible()
    page.get_by_role("button", name="Add the photo").click()
    expect(page.get_by_role("img", name="Photo from")).to_be_visible()
    shown = page.get_by_role("img", name="Photo from").evaluate(
        "image => image.decode().then(() => [image.naturalWidth, image.naturalHeight])"
    )
    row = Attachment.objects.get()
    kept = Image.open(io.BytesIO(file_of(row).read_bytes()))
    assert (shown, kept.size) == ([1000, 2000], (1000, 2000)), "upright, and at most 2000 pixels long"
    assert row.of_id == Incident.objects.get().pk
    patience = float(page.evaluate("() => sessionStorage.getItem('patience')"))
    assert patience > row.size / 4, "a slow network may take a second for four kilobytes"


def test_both_players_accept_on_the_judge_s_tablet(server: str, page: Page) -> None:
    floor = make_floor()
    result = report_result(
        match=floor.match, score=Duel(rounds=(2, 1), winner=0), actor=floor.judge, source=Source.JUDGE
    )
    enter_as(page.context, floor.user(Role.FLOOR_JUDGE), server)
    page.goto(f"/e/{floor.event.slug}/judge/table/{floor.match.pk}/")
    page.get_by_role("link", name="Accept the result").click()
    page.get_by_role("button", name=floor.player.unique_name).click()
    expect(page.get_by_text(f"{floor.player.unique_name} accepts the result.").first).to_be_visible()
    page.get_by_text("Type the name instead").click()
    page.get_by_role("textbox", name="Your name").fill(floor.opponent.unique_name)
    page.get_by_role("textbox", name="Your name").press("Enter")
    expect(page.get_by_role("heading", name="Table 1")).to_be_visible()
    result.refresh_from_db()
    assert result.is_locked
    assert list(Acknowledgement.objects.order_by("sequence").values_list("how", flat=True)) == ["tap", "typed"]


def test_a_sheet_comes_back_by_its_code(server: str, page: Page) -> None:
    floor = make_floor()
    enter_as(page.context, floor.user(Role.FLOOR_JUDGE), server)
    page.goto(f"/e/{floor.event.slug}/judge/")
    page.get_by_role("link", name="From paper").click()
    page.get_by_label("Code on the sheet").fill(short_code(floor.match).lower())
    page.get_by_label("Code on the sheet").press("Enter")
    page.get_by_label("Time on the sheet").fill("09:30")
    page.get_by_label("Result").fill("2-1")
    page.get_by_role("group", name=re.compile("Signed by")).get_by_label(floor.player.unique_name).check()
    page.get_by_role("button", name="Save the sheet").click()
    expect(page.get_by_text("The sheet for table 1 has been saved.")).to_be_visible()
    expect(page.get_by_text("From paper").first).to_be_visible()
    assert (Result.objects.get().source, Acknowledgement.objects.count()) == (Source.PAPER, 1)
