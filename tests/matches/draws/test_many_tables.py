"""An event of 1,024 tables is read whole: no page of it asks SQLite for more than SQLite answers."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.apps import apps
from django.db.models import ForeignKey

from matches.draws.queries.fields import kept_by_hand
from matches.draws.services.checks import check_draw
from matches.events.queries.seats import seats_with
from matches.forecasts.queries import open_tables
from matches.models import Entry, Match, Player, Result, ResultLine, Round, Seat
from matches.results.queries.results import lines_with_seats
from matches.rounds.services.rounds import pair_round, publish_round
from tests.factories import NOON, EventFactory, StageFactory, any_organiser

ROOT = Path(__file__).resolve().parents[3]
TABLES = 1024


@pytest.fixture
def round_() -> Round:
    """A published round of 1,024 tables, drawn and then kept by hand, none with a result."""
    stage = StageFactory(event=EventFactory(), rounds_planned=8)
    people = Player.objects.bulk_create(Player(name=f"Player {n}") for n in range(2 * TABLES))
    Entry.objects.bulk_create(
        Entry(event=stage.event, player=player, number=n, status="checked_in") for n, player in enumerate(people, 1)
    )
    draft = pair_round(stage=stage, actor=any_organiser(), seed=1)
    Match.objects.filter(round=draft).update(locked=True)
    return publish_round(round=draft, actor=any_organiser())


@pytest.mark.django_db
def test_a_round_of_1024_tables_is_read_by_draw_check_forecast_and_the_next_draft(round_: Round) -> None:
    assert check_draw(round_).drawable
    assert len(open_tables([round_])) == TABLES
    assert len(kept_by_hand(round_).pairs) == TABLES


@pytest.mark.django_db
def test_the_lines_of_1024_results_are_read_with_their_seats(round_: Round) -> None:
    seats = list(Seat.objects.filter(round=round_))
    matches = Match.objects.filter(round=round_)
    Result.objects.bulk_create(
        Result(match=match, version=1, status="confirmed", source="desk", reported_at=NOON + timedelta(minutes=30))
        for match in matches
    )
    results = dict(Result.objects.values_list("match_id", "pk"))
    ResultLine.objects.bulk_create(
        ResultLine(result_id=results[seat.match_id], seat=seat, outcome="draw", rounds_won=1) for seat in seats
    )
    read = Result.objects.select_related("match").prefetch_related(lines_with_seats(), seats_with(path="match__seats"))
    assert {line.seat.pk for result in read for line in result.lines.all()} == {seat.pk for seat in seats}
    assert {seat.entry.pk for result in read for seat in result.match.seats.all()} == {seat.entry_id for seat in seats}


def test_nothing_is_prefetched_along_a_foreign_key() -> None:
    models = [model for app in ("matches", "judging") for model in apps.get_app_config(app).get_models()]
    keys = {field.name for model in models for field in model._meta.get_fields() if isinstance(field, ForeignKey)}
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for app in ("matches", "judging", "bankout_tournament")
        for path in sorted((ROOT / app).rglob("*.py"))
        for line, text in prefetched(path)
        if keys.intersection(text.split("__"))
    ]
    assert found == []


def prefetched(path: Path) -> Iterator[tuple[int, str]]:
    """The paths that a file writes out for a prefetch, with their lines."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        paths = node.args if name in ("prefetch_related", "prefetch_related_objects") else node.args[:1]
        if name in ("prefetch_related", "prefetch_related_objects", "Prefetch"):
            yield from ((arg.lineno, arg.value) for arg in paths if isinstance(arg, ast.Constant))
