"""A round costs the database the same few queries whatever its size."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.models import Entry, Match, Player, Result, ResultLine, Round, Seat
from matches.rounds.services.rounds import pair_round
from tests.factories import NOON, EventFactory, StageFactory, any_organiser

pytestmark = pytest.mark.django_db


def thousand_players_after_a_round() -> Round:
    event = EventFactory()
    stage = StageFactory(event=event, rounds_planned=8)
    players = Player.objects.bulk_create(Player(name=f"Player {n}") for n in range(1000))
    entries = Entry.objects.bulk_create(
        Entry(event=event, player=player, number=n, status="checked_in") for n, player in enumerate(players, start=1)
    )
    round_ = Round.objects.create(stage=stage, number=1, seed=1, status="closed", closed_at=NOON)
    matches = Match.objects.bulk_create(Match(round=round_, table=n) for n in range(1, 501))
    seats = Seat.objects.bulk_create(
        Seat(match=match, round=round_, index=index, entry=entries[2 * n + index])
        for n, match in enumerate(matches)
        for index in (0, 1)
    )
    results = Result.objects.bulk_create(
        Result(match=match, version=1, status="confirmed", source="desk", reported_at=NOON) for match in matches
    )
    ResultLine.objects.bulk_create(
        ResultLine(
            result=results[n // 2], seat=seat, outcome="win" if seat.index == 0 else "loss", rounds_won=2 - seat.index
        )
        for n, seat in enumerate(seats)
    )
    return round_


def test_pairing_a_thousand_players_takes_at_most_twenty_queries() -> None:
    stage = thousand_players_after_a_round().stage
    actor = any_organiser()
    with CaptureQueriesContext(connection) as captured:
        round_ = pair_round(stage=stage, actor=actor, seed=3)
    statements = [q["sql"] for q in captured.captured_queries if "SAVEPOINT" not in q["sql"]]
    assert round_.matches.count() == 500
    assert len(statements) <= 20, "\n".join(sql[:100] for sql in statements)
