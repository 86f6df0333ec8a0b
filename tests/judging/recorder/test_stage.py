"""The recorder with a game whose banks lie face down: they are counted when the game is over."""

from __future__ import annotations

import re
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from judging.recorder.queries.recorded import RecordedMatch, recorded
from judging.recorder.services.recording import start_record
from judging.recorder.services.taps import Tap, count_banks, undo_token, write_token
from judging.recorder.views.board import board_context
from matches.enums import Role
from matches.errors import Refused
from matches.models import Event
from tests.judging.conftest import Floor
from tests.undone import undone

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(floor: Floor) -> Floor:
    """A game on record that was over when time was called, with a bank that nobody has counted."""
    Event.objects.update(game="stage", rules={})
    floor.event.refresh_from_db()
    start_record(match=floor.match, actor=floor.judge, first="A", device="tablet")
    for token in ("b1:A", "B?+?", "+?", "+?", "b4:K", "-9", "+?", "T"):
        write_token(recorded=now(floor), actor=floor.judge, tap=tap(floor), token=token)
    return floor


def now(floor: Floor) -> RecordedMatch:
    found = recorded(floor.event, floor.match)
    assert found is not None
    return found


def tap(floor: Floor) -> Tap:
    row = now(floor).row
    return Tap(device=row.device, revision=row.revision, step=uuid.uuid4())


def test_a_bank_that_was_counted_makes_a_result(over: Floor) -> None:
    assert now(over).uncounted == ["A"]
    assert now(over).proposal is None

    count_banks(recorded=now(over), actor=over.judge, tap=tap(over), banks={"A": 17})

    assert now(over).uncounted == []
    proposal = now(over).proposal
    assert proposal is not None
    assert proposal.totals == (17, 0)

    undo_token(recorded=now(over), actor=over.judge, tap=tap(over))
    assert now(over).uncounted == ["A"]


def keys(floor: Floor, client: Client) -> str:
    """The recorder's page on a device that has taken over, without what it keeps for times without a network."""
    client.force_login(floor.judge.user)
    url = reverse("judging:recorder", args=[floor.event.slug, floor.match.pk])
    client.get(url)
    client.post(reverse("judging:recorder_tap", args=[floor.event.slug, floor.match.pk, "take-over"]))
    page = client.get(url).content.decode()
    assert "Record on this device" not in page
    return re.sub(r"<template.*?</template>", "", page, flags=re.S)


def test_what_is_due_is_said_before_the_first_turn(floor: Floor, client: Client) -> None:
    Event.objects.update(game="stage", rules={})
    floor.event.refresh_from_db()
    start_record(match=floor.match, actor=floor.judge, first="A", device="tablet")
    page = keys(floor, client)
    assert "Enter the stage with a piece." in page
    assert "The turn is over." not in page
    assert "<span>Time is called</span>" not in page, "there is no act to write it behind"
    write_token(recorded=now(floor), actor=floor.judge, tap=tap(floor), token="b1:A")
    assert "<span>Time is called</span>" in keys(floor, client)


def test_time_is_not_called_in_a_game_that_is_over(over: Floor, client: Client) -> None:
    page = keys(over, client)
    assert "The game is over: time was called." in page
    assert "<span>Time is called</span>" not in page
    assert "<span>Undo</span>" in page


def test_what_no_bank_can_be_is_refused(subtests: pytest.Subtests, over: Floor) -> None:
    for banks in [{}, {"A": -1}, {"A": 10**7}, {"C": 4}]:
        with subtests.test(banks=banks), undone(), pytest.raises(Refused, match="whole number"):
            count_banks(recorded=now(over), actor=over.judge, tap=tap(over), banks=banks)


def test_the_page_asks_for_it_and_keeps_what_was_typed(over: Floor, client: Client) -> None:
    client.force_login(over.user(Role.FLOOR_JUDGE))
    address = reverse("judging:recorder", args=[over.event.slug, over.match.pk])
    client.get(address)
    client.post(reverse("judging:recorder_tap", args=[over.event.slug, over.match.pk, "take-over"]))
    assert 'name="bank_A"' in client.get(address).content.decode()

    count = reverse("judging:recorder_tap", args=[over.event.slug, over.match.pk, "count"])
    sent = {"revision": now(over).row.revision, "step": uuid.uuid4(), "bank_A": "lots"}
    refused = client.post(count, sent, headers={"HX-Request": "true"})
    assert refused.status_code == 422
    assert 'value="lots"' in refused.content.decode()

    answered = client.post(count, {**sent, "bank_A": "17"}, headers={"HX-Request": "true"})
    assert answered.status_code == 200
    assert 'name="bank_A"' not in answered.content.decode()
    assert now(over).record.rounds[0].turns[-1].claim == {"A": 17}


def test_while_a_pair_may_still_be_banked_the_result_is_not_the_main_key(floor: Floor, client: Client) -> None:
    """Go Fish: whether there was a pair, nobody can tell from hidden hands."""
    Event.objects.update(game="stage", rules={"variants": ["go_fish"]})
    floor.event.refresh_from_db()
    start_record(match=floor.match, actor=floor.judge, first="A", device="tablet")
    assert board_context(now(floor), "tablet")["time_token"] == "", "there is no act to write it behind"
    for token in ("b1:A", "T"):
        write_token(recorded=now(floor), actor=floor.judge, tap=tap(floor), token=token)
    shown = board_context(now(floor), "tablet")
    assert shown["proposal"]
    assert shown["may_go_on"]
    assert "big-button--primary" not in keys(floor, client)
    for token in ("B?+?", "+?", "+?"):
        write_token(recorded=now(floor), actor=floor.judge, tap=tap(floor), token=token)
    assert not board_context(now(floor), "tablet")["may_go_on"]
    assert "big-button--primary" in keys(floor, client)
