"""Two clubs with people of their own: whatever a club's staff asks, with whatever keys, the other's stay its own.

As ``test_events_apart``: all reading addresses with keys of the hidden club's rows, below its own and the other club's
addresses, and all changes of a club. No answer holds a name of the hidden club, its people or its events, and no row
of it changes.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from django.test import Client
from django.urls import NoReverseMatch, reverse

from matches.audit.services import Actor
from matches.enums import Role
from matches.life.copy_services import CopyTerms, copy_event
from matches.models import Event, Member, Organisation, OrganisationAct, Player, Series, Suspension, User
from matches.organisations.services.events import set_organisation
from matches.organisations.services.members import (
    accept_membership,
    create_organisation,
    invite_member,
    leave_organisation,
)
from matches.organisations.services.series import create_series
from matches.organisations.services.suspensions import suspend
from tests.factories import UserFactory
from tests.forms import sample
from tests.matches.clubs.test_pages import PAGES
from tests.matches.organisations.clubs import DAY
from tests.scenes import Scene, with_incident
from tests.test_events_apart import Two, addresses, body_of, get_resolver, rows_of, signed_in, tells, two

pytestmark = pytest.mark.django_db


def hidden_club(scene: Scene) -> Organisation:
    """A club nobody else knows of, with a hidden event of a series, a suspension and a member who has only been
    invited.
    """
    organiser = scene.hall.actor()
    club = create_organisation(actor=organiser, name="Xqzwvkjh Club")
    Organisation.objects.filter(pk=club.pk).update(slug="behind-a-door")  # an address is echoed to whoever types it
    club.refresh_from_db()
    series = create_series(organisation=club, actor=organiser, name="Xqzwvkjh League")
    set_organisation(event=scene.event, actor=organiser, organisation=club, series=series)
    player = scene.entry().player
    suspend(organisation=club, actor=organiser, player=player, since=DAY, reason="xqzwvkjh", email="x@xqzwvkjh.example")
    invite_member(organisation=club, actor=organiser, username=UserFactory(username="xqzwvkjh-guest").username)
    scene.event.refresh_from_db()
    return club


def other_club(there: Two) -> Organisation:
    """The club of the other event, which its staff with all roles manages."""
    manager = Actor(user=User.objects.get(pk=there.clients["all roles"].session["_auth_user_id"]))
    club = create_organisation(actor=manager, name="Other Club")
    series = create_series(organisation=club, actor=manager, name="Other League")
    set_organisation(event=there.other, actor=manager, organisation=club, series=series)
    suspend(organisation=club, actor=manager, name="Grace Hopper", since=DAY, reason="their own")
    there.other.refresh_from_db()
    return club


def club_rows(club: Organisation) -> dict[str, list[Any]]:
    """All rows of a club."""
    own = {
        model.__name__: model.objects.filter(organisation=club)
        for model in (Member, Series, Suspension, OrganisationAct)
    }
    found = {name: list(rows.order_by("pk").values()) for name, rows in own.items()}  # type: ignore[attr-defined]
    return {**found, "club": list(Organisation.objects.filter(pk=club.pk).values())}


def club_keys(club: Organisation) -> list[str]:
    rows = [row for rows in club_rows(club).values() for row in rows]
    return sorted({str(row[name]) for row in rows for name in ("id", "key") if row.get(name)} | {club.slug})


def club_readings(club: Organisation, slug: str, keys: list[str]) -> list[str]:
    """The addresses of a club, and those of an event that take a key, with these keys."""
    found = set()
    for name, parameters in addresses(get_resolver().url_patterns):
        if not any(part in name for part in ("club", "series", "suspension")):
            continue
        others = [parameter for parameter in parameters if parameter not in ("club", "slug")]
        for key in keys if others else ["1"]:
            values = {"club": club.slug, "slug": slug}
            try:
                found.add(reverse(name, kwargs={one: values.get(one, key) for one in parameters}))
            except NoReverseMatch:
                continue
    return sorted(found)


def test_no_address_tells_of_another_club() -> None:
    scene = with_incident()
    club = hidden_club(scene)
    there = two(scene)
    mine = other_club(there)
    invite_member(  # as the most that somebody outside gets
        organisation=club, actor=scene.hall.actor(), username=(guest := UserFactory()).username
    )
    before, rows, keys = rows_of(scene.event), club_rows(club), club_keys(club)
    urls = [*club_readings(club, scene.event.slug, keys), *club_readings(mine, there.other.slug, keys)]
    urls += [f"{reverse('matches:suspension_new', args=[mine.slug])}?q=hidden"]
    urls += [f"{reverse('matches:suspension_new', args=[mine.slug])}?player={key}" for key in people_of(scene)]
    urls += [reverse("matches:club", args=[mine.slug]), reverse("matches:people", args=[there.other.slug])]
    clients = {**there.clients, "account": signed_in(UserFactory())}
    told = [(who, url) for url, who in product(urls, clients) if tells(clients[who].get(url))]
    assert told == []
    invited = signed_in(guest)
    shown = {url for url in urls if tells(invited.get(url))}
    assert shown == {reverse("matches:clubs"), reverse("matches:club", args=[club.slug])}
    for url in shown:  # the name of the club that invites, and nothing else
        page = body_of(invited.get(url)).lower()
        assert page.count(b"xqzwvkjh") == page.count(b"xqzwvkjh club")
    assert (rows_of(scene.event), club_rows(club)) == (before, rows)
    own = signed_in(scene.hall.user(Role.ORGANISER))
    assert tells(own.get(reverse("matches:suspensions", args=[club.slug])))  # the walk shows something


def test_no_address_tells_of_a_template_of_another_club() -> None:
    scene = with_incident()
    organiser = scene.hall.actor()
    club = create_organisation(actor=organiser, name="Card Club")
    terms = CopyTerms(name="Xqzwvkjh Blitz", day=DAY, venue="Xqzwvkjh Hall", as_template=True, for_club=club.slug)
    template = copy_event(event=scene.event, actor=organiser, terms=terms)
    Event.objects.filter(pk=template.pk).update(slug="in-a-drawer")  # an address is echoed to whoever types it
    outside = {who: UserFactory() for who in ("nobody", "invited", "gone")}
    other_club(two(scene))
    for who in ("invited", "gone"):
        invite_member(organisation=club, actor=organiser, username=outside[who].username)
    accept_membership(organisation=club, actor=Actor(user=outside["gone"]))
    seen = signed_in(outside["gone"])
    copy_url = reverse("matches:event_copy", args=["in-a-drawer"])
    assert tells(seen.get(copy_url))  # the walk shows something
    leave_organisation(organisation=club, actor=Actor(user=outside["gone"]))
    urls = {
        reverse(name, kwargs={"slug": "in-a-drawer"})
        for name, parameters in addresses(get_resolver().url_patterns)
        if parameters == ["slug"]
    }
    urls |= {reverse(f"matches:{name}") for name in ("home", "event_new", "event_from", "clubs", "archived_events")}
    assert copy_url in urls
    told = [(who, url) for who, url in product(outside, sorted(urls)) if tells(signed_in(outside[who]).get(url))]
    assert told == []


def people_of(scene: Scene) -> list[str]:
    return [str(key) for key in Player.objects.filter(entries__event=scene.event).values_list("key", flat=True)]


ATTEMPTS: dict[str, tuple[list[str], dict[str, Any]]] = {
    **{f"matches:{name}": (page[0], page[3]) for name, page in PAGES.items() if page[4]},
    "api-suspensions": (["club"], {"name": "Ada", "since": "2026-11-21", "reason": "x"}),
    "api-suspension-lift": (["club", "key"], {"reason": "x"}),
}


@pytest.mark.parametrize("name", sample(4, ATTEMPTS))
def test_no_change_of_another_club_reaches_a_hidden_one(name: str) -> None:
    scene = with_incident()
    club = hidden_club(scene)
    there = two(scene)
    mine = other_club(there)
    parameters, data = ATTEMPTS[name]
    rows = club_rows(club)
    found = {
        "member": rows["Member"][-1]["id"],
        "key": rows["Suspension"][0]["key"],
        "series": rows["Series"][0]["key"],
    }
    for target, client in product((club, mine), [*there.clients.values(), Client()]):
        url = reverse(name, args=[found.get(one, target.slug) for one in parameters])
        assert not tells(client.post(url, data))
    assert club_rows(club) == rows


def test_a_suspension_of_another_club_is_nothing_at_this_ones_desk() -> None:
    scene = with_incident()
    club = hidden_club(scene)
    there = two(scene)
    other_club(there)
    suspension = Suspension.objects.get(organisation=club)
    client = there.clients["all roles"]
    url = reverse("matches:suspension_override", args=[there.other.slug, suspension.key])
    assert client.post(url, {"reason": "mine"}).status_code == 404
    assert not Event.objects.get(pk=there.other.pk).suspension_overrides.exists()
