"""A player's penalties at other events of the same club: for its head judge and deputy who belong to the club."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from matches.audit.services import Actor
from matches.enums import Role
from matches.models import Event, Player, User
from matches.organisations.services.events import set_organisation
from matches.organisations.services.members import accept_membership, create_organisation, invite_member
from tests.factories import EntryFactory, StageFactory, staff
from tests.scenes import Scene, judged
from tests.test_rights_sweep import signed_in

pytestmark = pytest.mark.django_db


def belongs(event: Event, user: User) -> User:
    """Make somebody a member of the event's club."""
    club = event.organisation
    assert club is not None
    manager = Actor(user=club.members.get(is_manager=True).user)
    invite_member(organisation=club, actor=manager, username=user.username)
    accept_membership(organisation=club, actor=Actor(user=user))
    return user


def two_events(ident: str = "") -> tuple[Scene, Event]:
    """An event with a penalty for player 1 of a match, and another of the same club where the player is number 9."""
    scene = judged()
    organiser = scene.hall.actor()
    club = create_organisation(actor=organiser, name="Card Club")
    set_organisation(event=scene.event, actor=organiser, organisation=club)
    player = scene.things["infraction"].entry.player
    if ident:
        Player.objects.filter(pk=player.pk).update(external_id=ident)
    here = StageFactory().event
    Event.objects.filter(pk=here.pk).update(organisation=club)
    here.refresh_from_db()
    same = {"player__external_id": ident.lower()} if ident else {"player": player}
    EntryFactory(event=here, number=9, **same)
    Event.objects.filter(pk=scene.event.pk).update(name="Earlier Open")
    return scene, here


def sees(user: User, event: Event) -> bool:
    page = signed_in(user).get(reverse("judging:player_log", args=[event.slug, 9]))
    assert page.status_code == 200
    return "Earlier Open" in page.content.decode()


@pytest.mark.parametrize("ident", ["", "BK-17"])
def test_head_judge_and_deputy_of_the_club_see_what_was_elsewhere_in_it(ident: str) -> None:
    _scene, here = two_events(ident)
    seen = {role: sees(belongs(here, staff(here, role)), here) for role in Role}
    assert seen == {role: role in (Role.HEAD_JUDGE, Role.DEPUTY_HEAD) for role in Role}


def test_it_comes_with_event_and_date_and_without_what_the_judges_there_wrote_down() -> None:
    scene, here = two_events()
    judge = belongs(here, staff(here, Role.HEAD_JUDGE))
    page = signed_in(judge).get(reverse("judging:player_log", args=[here.slug, 9])).content.decode()
    assert "21 Nov 2026" in page
    assert f"/e/{scene.event.slug}/" not in page  # no way into an event where they do not work


def test_whoever_does_not_belong_to_the_club_or_is_only_invited_sees_nothing() -> None:
    _scene, here = two_events()
    judge = staff(here, Role.HEAD_JUDGE)
    assert not sees(judge, here)
    club = here.organisation
    assert club is not None
    invite_member(organisation=club, actor=Actor(user=club.members.get(is_manager=True).user), username=judge.username)
    assert not sees(judge, here)


def test_an_event_of_another_club_or_of_none_stays_its_own() -> None:
    scene, here = two_events("BK-17")
    judge = belongs(here, staff(here, Role.HEAD_JUDGE))
    assert sees(judge, here)
    Event.objects.filter(pk=scene.event.pk).update(organisation=None)
    assert not sees(judge, here)
    other = create_organisation(actor=scene.hall.actor(), name="Other")
    Event.objects.filter(pk=scene.event.pk).update(organisation=other)
    assert not sees(judge, here)


def test_a_player_without_an_id_is_not_everybody_without_an_id() -> None:
    _scene, here = two_events()
    EntryFactory(event=here, number=10)
    judge = belongs(here, staff(here, Role.HEAD_JUDGE))
    page = signed_in(judge).get(reverse("judging:player_log", args=[here.slug, 10])).content.decode()
    assert "Earlier Open" not in page


def test_an_event_of_no_club_asks_nothing_of_clubs() -> None:
    scene = judged()
    number = scene.things["infraction"].entry.number
    client = signed_in(scene.hall.user(Role.HEAD_JUDGE))
    with CaptureQueriesContext(connection) as queries:
        client.get(reverse("judging:player_log", args=[scene.event.slug, number]))
    assert not [query for query in queries if "matches_member" in query["sql"]]
