"""The preview of a line says what storing it does: the same table, scores and sentence, and it stores nothing."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from matches.enums import Role
from matches.models import Event, Result
from tests.factories import any_organiser, staff
from tests.matches.playing import event_of, names_at, running
from tests.matches.results.lines import MONEY, MONEY_RULES, ROUNDS

pytestmark = pytest.mark.django_db

LINES = [("rounds", line, *wanted) for line, wanted in ROUNDS.items()]
LINES += [("money", line, *wanted) for line, wanted in MONEY.items()]


def event_counting(unit: str) -> Event:
    event = event_of(6)
    if unit == "money":
        Event.objects.filter(pk=event.pk).update(rules=MONEY_RULES)
    return Event.objects.get(pk=event.pk)


def previewed(client: Client, event: Event, line: str) -> Any:
    return client.get(reverse("matches:result_preview", args=[event.slug]), {"line": line})


@pytest.mark.parametrize(("unit", "line", "table", "scores", "problem"), LINES)
def test_the_preview_says_what_storing_does(
    client: Client, unit: str, line: str, table: int | None, scores: tuple[str, str] | None, problem: str
) -> None:
    event = event_counting(unit)
    round_ = running(event, any_organiser())
    client.force_login(staff(event, Role.SCOREKEEPER))
    shown = previewed(client, event, line)
    assert not Result.objects.exists()
    stored = client.post(
        reverse("matches:results", args=[event.slug]), {"line": line}, headers={"accept": "application/json"}
    )
    assert shown.context["table"] == table
    if scores is None:
        assert stored.status_code == 422
        assert str(shown.context["problem"]) == stored.json()["error"]
        assert problem in stored.json()["error"]
        return
    assert stored.status_code == 200
    assert shown.context["problem"] == ""
    seats = shown.context["seats"]
    assert [seat.name for seat in seats] == names_at(round_, 2)
    assert tuple(seat.score for seat in seats) == scores
    winner = Result.objects.get().lines.filter(outcome="win").values_list("seat__index", flat=True).first()
    assert [index for index, seat in enumerate(seats) if seat.won] == ([] if winner is None else [winner])


def test_a_table_alone_shows_its_players_and_no_problem(client: Client) -> None:
    event = event_counting("rounds")
    round_ = running(event, any_organiser())
    client.force_login(staff(event, Role.SCOREKEEPER))
    page = previewed(client, event, "3").content.decode()
    assert all(name in page for name in names_at(round_, 3))
    assert "missing" not in page
    assert previewed(client, event, " ").content.decode().strip() == ""


def test_before_a_round_is_published_the_preview_says_so(client: Client) -> None:
    event = event_counting("rounds")
    client.force_login(staff(event, Role.SCOREKEEPER))
    assert "There is no published round." in previewed(client, event, "1 2-0").content.decode()


def test_names_in_the_preview_are_escaped(client: Client) -> None:
    event = event_counting("rounds")
    player = event.entries.get(number=1).player
    player.name = "<script>alert(1)</script>"
    player.save()
    running(event, any_organiser())
    client.force_login(staff(event, Role.SCOREKEEPER))
    shown = "".join(previewed(client, event, f"{table} 2-0").content.decode() for table in (1, 2, 3))
    assert "<script>" not in shown
    assert "&lt;script&gt;" in shown
