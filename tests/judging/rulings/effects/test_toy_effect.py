"""A new effect of penalties is one module, as below, and a line in each of two registries: it is stored, foretold,
explained and taken back."""

from __future__ import annotations

from typing import Any

import pytest

from judging.models import Infraction, PenaltyEvent
from judging.policies.queries import rules_of
from judging.policy.structs import Penalty
from judging.records.services import RecordWriter
from judging.records.verify_services import verify_log
from judging.rulings.effects import services, stored
from judging.rulings.effects.kind_services import Done, EffectKind, Outlook
from judging.rulings.effects.stored import Effect
from judging.rulings.queries.penalties import active_effect
from judging.rulings.services.takebacks import rescind_penalty
from judging.rulings.views.consequences import Consequences
from matches.enums import Role
from matches.errors import Refused
from matches.models import Entry
from tests.judging.conftest import Floor

pytestmark = pytest.mark.django_db


class Fee(Effect, frozen=True, tag="fee"):
    """The player pays something to the organiser."""

    amount: int


class FeeKind(EffectKind):
    def is_of(self, penalty: Penalty) -> bool:
        return penalty.code == "W"

    def check(self, writer: RecordWriter, infraction: Infraction, penalty: Penalty) -> None:
        if infraction.comment == "no money":
            raise Refused("no_money", "The player cannot pay.")

    def apply(self, writer: RecordWriter, infraction: Infraction, penalty: Penalty, statements: dict[str, Any]) -> Done:
        return Done(Fee(5))

    def foretell(self, outlook: Outlook, penalty: Penalty) -> list[str]:
        return [f"{outlook.name} pays 5."]

    def explain(self, entry: Entry, effect: Fee) -> list[str]:
        return [f"{entry.unique_name} gets {effect.amount} back."]


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(stored.FORMS, "fee", Fee)
    monkeypatch.setitem(services.KINDS, Fee, FeeKind())  # type: ignore[call-overload]  # nothing else writes in it


def test_it_is_foretold_stored_and_taken_back(floor: Floor) -> None:
    name = floor.player.unique_name
    said = Consequences(floor.event, floor.player, floor.match, rules_of(floor.event).policy)
    assert said.of("W") == [f"{name} pays 5."]
    row = floor.infraction()
    steps = PenaltyEvent.objects.filter(infraction=row).order_by("sequence")
    assert steps.get().effect == {"kind": "fee", "amount": 5}
    effect = active_effect(steps)
    assert effect == Fee(5)
    assert services.kind_of_effect(effect).explain(floor.player, effect) == [f"{name} gets 5 back."]
    step = rescind_penalty(infraction=row, reason="mistaken", actor=floor.head)
    assert step.effect == {"gave_back": "fee"}
    assert active_effect(steps.all()) is None
    assert verify_log(floor.event) == []


def test_it_refuses_what_it_cannot_do_before_anything_is_written(floor: Floor) -> None:
    with pytest.raises(Refused, check=lambda refused: refused.code == "no_money"):
        floor.infraction(comment="no money")
    assert not Infraction.objects.exists()


def test_pages_show_what_taking_it_back_undoes(client: Any, floor: Floor) -> None:
    row = floor.infraction()
    client.force_login(floor.user(Role.HEAD_JUDGE))
    page = client.get(f"/e/{floor.event.slug}/judge/infraction/{row.pk}/rescind/").content.decode()
    assert "gets 5 back." in page
