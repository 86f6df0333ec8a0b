"""Players' personal links: shown once, stored as a hash, revocable."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.audit.services import Actor
from matches.enums import EntryStatus, Role
from matches.errors import Refused
from matches.models import AuditRow, Event, PlayerLink
from matches.people.services.links import (
    links_of,
    make_player_link,
    make_player_links,
    resolve_player_link,
    revoke_player_links,
)
from tests.factories import EntryFactory, EventFactory, any_organiser, staff
from tests.undone import undone

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return EventFactory()


@pytest.fixture
def organiser(event: Event) -> Actor:
    return Actor(user=staff(event, Role.ORGANISER))


def test_a_link_leads_to_its_player_and_only_its_hash_is_stored(event: Event, organiser: Actor) -> None:
    entry = EntryFactory(event=event)
    made = make_player_link(actor=organiser, entry=entry)
    assert resolve_player_link(made.token) == entry
    assert len(made.token) >= 32
    stored = PlayerLink.objects.get()
    assert made.token not in (stored.token_hash, str(AuditRow.objects.get().details))


def test_an_unknown_link_is_refused(subtests: pytest.Subtests, event: Event) -> None:
    for token in ["", "nobody", "x" * 5000, "é\x00"]:
        with subtests.test(token=token), undone():
            assert resolve_player_link(token) is None


def test_a_new_link_ends_the_old_one(event: Event, organiser: Actor) -> None:
    entry = EntryFactory(event=event)
    old = make_player_link(actor=organiser, entry=entry)
    new = make_player_link(actor=organiser, entry=entry)
    assert resolve_player_link(old.token) is None
    assert resolve_player_link(new.token) == entry


def test_links_are_made_for_checked_in_entries_without_one(event: Event, organiser: Actor) -> None:
    first = EntryFactory(event=event, player__name="B")
    link = make_player_link(actor=organiser, entry=first)
    second = EntryFactory(event=event, player__name="A")
    EntryFactory(event=event, status=EntryStatus.DROPPED)
    EntryFactory()
    made = make_player_links(event=event, actor=organiser)
    assert [new.entry for new in made] == [second]
    assert resolve_player_link(link.token) == first
    again = make_player_links(event=event, actor=organiser, replace=True)
    assert [new.entry for new in again] == [second, first]
    assert resolve_player_link(link.token) is None


def test_a_revoked_link_is_refused(event: Event, organiser: Actor) -> None:
    one, two = (EntryFactory(event=event) for _ in range(2))
    links = {link.entry: link.token for link in make_player_links(event=event, actor=organiser)}
    assert revoke_player_links(event=event, actor=organiser, entries=[one]) == 1
    assert resolve_player_link(links[one]) is None
    assert resolve_player_link(links[two]) == two


def test_one_event_does_not_touch_the_links_of_another(event: Event, organiser: Actor) -> None:
    other = EntryFactory()
    link = make_player_link(actor=any_organiser(), entry=other)
    assert revoke_player_links(event=event, actor=organiser) == 0
    assert make_player_links(event=event, actor=organiser, entries=[other], replace=True) == []
    assert resolve_player_link(link.token) == other
    assert links_of(event, [link.token]) == []
    assert [found.entry for found in links_of(other.event, [link.token, "other"])] == [other]


def test_a_player_who_is_out_gets_no_link_and_nothing_is_logged(event: Event, organiser: Actor) -> None:
    out = EntryFactory(event=event, status=EntryStatus.DROPPED)
    with pytest.raises(Refused):
        make_player_link(actor=organiser, entry=out)
    assert not AuditRow.objects.exists()


def test_a_hundred_links_cost_as_many_queries_as_one(event: Event, organiser: Actor) -> None:
    counts = []
    for size in (1, 100):
        EntryFactory.create_batch(size, event=event)
        with CaptureQueriesContext(connection) as queries:
            assert len(make_player_links(event=event, actor=organiser)) == size
        counts.append(len(queries))
    assert counts[0] == counts[1]
