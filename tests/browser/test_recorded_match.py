"""A match on one tablet in real Chromium: from the first card to the accepted result, its sheet and its replay."""

from __future__ import annotations

import io
import re
import uuid

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from judging.papers.queries import short_code
from judging.recorder.queries.recorded import RecordedMatch, recorded
from judging.recorder.services.taps import Tap, write_token
from matches.enums import Role, Source
from matches.models import Result
from rules_engine import games, read_record
from rules_engine.record import GameRecord, Turn
from tests.browser.test_desk import enter_as
from tests.forms import LONG
from tests.judging.conftest import Floor, make_floor
from tests.judging.recorder.sheets import finished
from tests.patience import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def floor(server: str) -> Floor:
    made = make_floor()
    made.event.preset, made.event.rules = (
        "competitive",
        {"format": "blitz", "jokers": False, "variants": ["short_blitz"]},
    )
    made.event.save()
    return made


BY_ITSELF = ("*Q", "#")
"""What a sheet writes and nobody decides: a Queen that answers by the rules, and a bust."""


def tapped(turn: Turn) -> list[str]:
    """What is tapped of a turn: no amounts, no readings of the clock, nothing that happens by itself."""
    bare = [re.sub(r"\(\d+\)", "", token) for token in turn.actions if not token.startswith("@")]
    return [token for token in bare if token not in BY_ITSELF]


def turns(record: GameRecord) -> list[list[str]]:
    return [tapped(turn) for played in record.rounds for turn in played.turns]


def tap_in(page: Page, record: GameRecord, floor: Floor) -> None:
    """Tap a record in, as fast as the keys are there; the first round has begun.

    The gate taps the first turns, in which is every kind of token, and the last; the rest is stored as taps are.
    """
    idle = page.locator("[data-recorder]:not([aria-busy])")
    last = record.rounds[-1].turns[-1]
    for place, played in enumerate(record.rounds):
        if place:
            page.locator(f'.recorder-hand button[name="first"][value="{played.first}"]').click()
            wait_until(lambda begun=place + 1: len(now(floor).record.rounds) == begun)
        stored = [] if LONG else [turn for turn in played.turns[2 - 2 * place :] if turn is not last]
        for turn in played.turns:
            if turn in stored:
                store(floor, tapped(turn))
                continue
            if stored and turn is last:
                page.reload()
            for token in tapped(turn):
                page.locator(f'.recorder-keys button[value="{token}"]').click()
            expect(idle).to_be_visible()
        if stored and last not in played.turns:
            page.reload()


def now(floor: Floor) -> RecordedMatch:
    found = recorded(floor.event, floor.match)
    assert found is not None
    return found


def store(floor: Floor, tokens: list[str]) -> None:
    """Store tokens as the device's taps."""
    for token in tokens:
        found = now(floor)
        tap = Tap(device=found.row.device, revision=found.row.revision, step=uuid.uuid4())
        write_token(recorded=found, actor=floor.judge, tap=tap, token=token)


def printed(page: Page, floor: Floor) -> str:
    """The score sheet of the first table as text."""
    answer = page.context.request.get(f"/e/{floor.event.slug}/print/score_sheets.pdf")
    assert answer.status == 200
    pages = PdfReader(io.BytesIO(answer.body())).pages
    return "\n".join(part.extract_text() for part in pages)


def test_from_the_first_card_to_the_result_the_sheet_and_the_replay(server: str, page: Page, floor: Floor) -> None:
    record = read_record(finished(floor.event, seed=2))
    enter_as(page.context, floor.user(Role.HEAD_JUDGE), server)
    page.set_viewport_size({"width": 820, "height": 1180})
    table = f"/e/{floor.event.slug}/judge/table/{floor.match.pk}/"
    page.goto(table)
    page.get_by_role("link", name="Record turns").click()
    starts = floor.player if record.rounds[0].first == "A" else floor.opponent
    page.get_by_text(starts.unique_name, exact=True).last.click()
    page.get_by_role("button", name="Start recording").click()
    expect(page.locator(".recorder-turns")).to_contain_text("Tap the first action")
    tap_in(page, record, floor)

    confirm = page.get_by_role("button", name=re.compile("^Confirm "))
    expect(confirm).to_be_visible()
    found = now(floor)
    assert turns(found.record) == turns(record)
    assert found.standing.report.outcome == games.referee(record).outcome
    score = (confirm.text_content() or "").strip().removeprefix("Confirm ")
    confirm.click()
    expect(page.get_by_text("result saved from the record")).to_be_visible()
    expect(page.locator(".floor-score").first).to_contain_text(score)

    page.get_by_role("link", name="Accept the result").click()
    page.get_by_role("button", name=floor.player.unique_name).click()
    expect(page.get_by_text(f"{floor.player.unique_name} accepts the result.").last).to_be_visible()
    page.get_by_role("button", name=floor.opponent.unique_name).click()
    expect(page).to_have_url(re.compile(f"{table}$"))
    result = Result.objects.get(match=floor.match)
    wait_until(lambda: Result.objects.get(pk=result.pk).is_locked, problem=lambda: "not locked")
    assert result.source == Source.RECORD

    sheet, code = printed(page, floor), short_code(floor.match)
    for text in (floor.player.unique_name, floor.opponent.unique_name, code):
        assert text in sheet
    page.goto(f"/e/{floor.event.slug}/print/code/{code.lower()}/")
    expect(page).to_have_url(re.compile(r"/turns/report/$"))
    expect(page.get_by_text("No findings")).to_be_visible()
    first = turns(record)[0][0]
    page.goto(page.url + "?step=1#table")
    replay = page.get_by_role("region", name="The table, step by step")
    expect(replay).to_contain_text(f"Draws {games.get('bankout').language.card_tokens[first]}")
