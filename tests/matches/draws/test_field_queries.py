"""Who is in the field of a bracket or round robin: everyone who is there when its first round is paired."""

from __future__ import annotations

from functools import partial

import pytest

from matches.attendance.services import check_in, drop_entry, undo_check_in
from matches.audit.services import Actor
from matches.enums import StageKind
from matches.errors import Refused
from matches.models import Entry, Seat, StageEntry
from matches.people.services.entries import add_entry
from matches.rounds.services.rounds import pair_round, withdraw_round
from tests.factories import EntryFactory, any_organiser
from tests.matches.playing import entry, event_of, stage_of
from tests.undone import undone

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


def test_who_comes_when_the_field_is_drawn_enters_once_its_round_is_withdrawn(
    subtests: pytest.Subtests, desk: Actor
) -> None:
    for kind in [StageKind.SINGLE_ELIMINATION, StageKind.DOUBLE_ELIMINATION, StageKind.ROUND_ROBIN]:
        with subtests.test(kind=kind), undone():
            event = event_of(4, kind=kind)
            late = EntryFactory(event=event, number=5, status="registered")
            round_ = pair_round(stage=stage_of(event), actor=desk)
            for refused in (
                partial(check_in, event=event, actor=desk, entries=[late]),
                partial(add_entry, event=event, actor=desk, name="Walk In"),
            ):
                with pytest.raises(Refused) as found:
                    refused()
                assert found.value.code == "field_drawn"
            withdraw_round(round=round_, actor=desk, reason="Somebody was in the queue.")
            assert check_in(event=event, actor=desk, entries=[late]) == 1
            drop_entry(actor=desk, entry=entry(event, 2))
            again = pair_round(stage=stage_of(event), actor=desk)
            field = StageEntry.objects.filter(stage=again.stage).order_by("seed").values_list("seed", "entry__number")
            assert sorted(number for _seed, number in field) == [1, 3, 4, 5]
            assert [seed for seed, _number in field] == [1, 2, 3, 4]
            assert Seat.objects.filter(match__round=again, entry=late).exists()


def test_a_seeded_player_with_a_bye_cannot_be_checked_out(desk: Actor) -> None:
    event = event_of(3, kind=StageKind.SINGLE_ELIMINATION)
    round_ = pair_round(stage=stage_of(event), actor=desk)
    (free,) = Entry.objects.filter(event=event).exclude(seats__match__round=round_)
    with pytest.raises(Refused) as found:
        undo_check_in(event=event, actor=desk, entries=[free])
    assert found.value.code == "already_paired"
