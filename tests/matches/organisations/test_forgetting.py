"""Suspensions and the privacy of a person: they are part of what is stored, and go with the person once over."""

from __future__ import annotations

import io
import json

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from matches.errors import Refused
from matches.models import Suspension
from matches.organisations.services.suspensions import lift_suspension, override_suspension
from matches.people.queries.privacy import personal_data
from matches.people.services.privacy import forget_player
from tests.factories import EntryFactory, PlayerFactory
from tests.matches.organisations.clubs import club, event_of, suspended

pytestmark = pytest.mark.django_db


def test_personal_data_has_the_suspensions_of_a_person() -> None:
    organisation, manager = club()
    player = PlayerFactory(name="Ada Okafor", external_id="BK-17")
    event = event_of(organisation, manager)
    suspension = suspended(organisation, manager, external_id="bk-17")
    suspended(organisation, manager, name="Ada Okafor", external_id="BK-18")
    override_suspension(event=event, suspension=suspension, actor=manager, reason="agreed")
    (found,) = personal_data(player)["suspensions"]
    assert (found["club"], found["reason"]) == ("Card Club", "fought at table 4")
    assert found["overridden"][0]["reason"] == "agreed"


def test_a_person_is_forgotten_once_the_suspension_is_over() -> None:
    organisation, manager = club()
    entry = EntryFactory(player__name="Ada Okafor", player__external_id="BK-17", player__email="ada@example.org")
    entry.event.finished_at = timezone.now()
    entry.event.save()
    player = entry.player
    mine = suspended(organisation, manager, player=player)
    by_email = suspended(organisation, manager, name="A. Okafor", email="ADA@example.org")
    other = suspended(organisation, manager, name="Someone", external_id="BK-18")
    with pytest.raises(Refused) as refused:
        forget_player(player=player)
    assert refused.value.code == "still_suspended"
    player.refresh_from_db()
    assert player.name == "Ada Okafor"
    event = event_of(organisation, manager)
    override_suspension(event=event, suspension=mine, actor=manager, reason="Ada asked nicely")
    for row in (mine, by_email):
        lift_suspension(suspension=row, actor=manager, reason="served, says Ada")
    forget_player(player=player)
    for row in Suspension.objects.filter(pk__in=[mine.pk, by_email.pk]):
        texts = (row.name, row.external_id, row.email, row.reason, row.lifted_reason)
        assert (texts, row.player) == (("–", "", "", "", ""), None)
    assert mine.overrides.get().reason == ""
    assert Suspension.objects.get(pk=other.pk).name == "Someone"
    assert organisation.acts.filter(act="forget_suspension").count() == 1
    assert not any("Ada" in str(act.details) for act in organisation.acts.all())


def test_the_commands_find_somebody_who_is_only_suspended() -> None:
    organisation, manager = club()
    row = suspended(organisation, manager, name="Never Played", external_id="BK-99")
    out = io.StringIO()
    call_command("personal_data", "bk-99", stdout=out)
    assert json.loads(out.getvalue())["suspensions"][0]["name"] == "Never Played"
    with pytest.raises(CommandError, match="Lift the suspension first"):
        call_command("forget", "Never Played", "--yes", stdout=io.StringIO())
    lift_suspension(suspension=row, actor=manager, reason="served")
    call_command("forget", "Never Played", "--yes", stdout=io.StringIO())
    row.refresh_from_db()
    assert row.name == "–"
