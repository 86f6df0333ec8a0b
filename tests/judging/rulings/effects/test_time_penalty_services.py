"""A time penalty that waited is applied as a time penalty: it became a round loss."""

from __future__ import annotations

import pytest

from judging.models import TimeExtension
from judging.rulings.queries.penalties import active_effect
from judging.rulings.services.takebacks import apply_penalty
from tests.judging.conftest import Floor

pytestmark = pytest.mark.django_db


def test_one_that_waited_gives_the_next_table_its_time(floor: Floor) -> None:
    row = floor.infraction("TM-SLOW", "TP", match=None, actor=floor.head, comment="slow between the rounds")
    steps = row.penalty_events.order_by("sequence")
    assert steps.get().effect == {"kind": "time_penalty", "turn_seconds": 30, "waits": True}
    step = apply_penalty(infraction=row, actor=floor.head, at=floor.at(2))
    assert step.effect == {"kind": "time_penalty", "turn_seconds": 30, "seconds": 180, "recorded_only": False}
    assert TimeExtension.objects.get().match == floor.match
    effect = active_effect(steps.all())
    assert effect is not None
    assert not effect.is_waiting
