"""People across events: nobody learns of, joins or changes a person of events that are not their own."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from matches.accounts.staff_services import grant_role
from matches.audit.services import Actor, verify_audit
from matches.enums import Role
from matches.errors import Refused
from matches.imports import Decision
from matches.models import AuditRow, Entry, Event, EventRole, Player, User
from matches.people.services.entries import add_entry, update_entry
from matches.people.services.imports import import_entries, preview_import
from matches.people.services.removal import remove_entry
from tests.factories import EntryFactory, EventRoleFactory, StageFactory, entry_elsewhere, staff, worked_at
from tests.undone import undone

pytestmark = pytest.mark.django_db

HIDDEN = {"name": "Zenobia Hidden", "external_id": "Z-77", "email": "zenobia@hidden.example"}


@pytest.fixture
def event() -> Event:
    return StageFactory().event


@pytest.fixture
def desk(event: Event) -> Actor:
    return Actor(user=staff(event, Role.ORGANISER))


@pytest.fixture
def theirs() -> Entry:
    """A player of another event."""
    return EntryFactory(**{f"player__{field}": value for field, value in HIDDEN.items()})


def stored(entry: Entry) -> dict[str, Any]:
    return Player.objects.values("pk", "name", "last_name", "external_id", "email").get(entries=entry)


def test_without_a_desk_role_there_a_new_person_is_made(
    subtests: pytest.Subtests, event: Event, desk: Actor, theirs: Entry
) -> None:
    for role in [None, Role.HEAD_JUDGE, Role.DEPUTY_HEAD, Role.FLOOR_JUDGE]:
        with subtests.test(role=role), undone():
            if role is not None:
                worked_at(desk.user, role, theirs.event)
            before = stored(theirs)
            entry = add_entry(event=event, actor=desk, name="Bo", external_id="z-77", email="bo@example.org")
            assert entry.player_id != theirs.player_id
            assert (stored(entry)["name"], stored(theirs)) == ("Bo", before)


def test_with_a_desk_role_there_the_person_is_joined(
    subtests: pytest.Subtests, event: Event, desk: Actor, theirs: Entry
) -> None:
    for role in Role.desk():
        with subtests.test(role=role), undone():
            worked_at(desk.user, role, theirs.event)
            [entry] = import_entries(event=event, actor=desk, data="name,id\nZenobia Hidden,z-77\n")
            assert entry.player_id == theirs.player_id


def test_a_role_that_was_taken_away_joins_nobody(event: Event, desk: Actor, theirs: Entry) -> None:
    worked_at(desk.user, event=theirs.event)
    EventRole.objects.filter(event=theirs.event).delete()
    assert add_entry(event=event, actor=desk, name="Bo", external_id="Z-77").player_id != theirs.player_id


def test_a_role_that_one_is_given_unasked_ties_nobody(
    subtests: pytest.Subtests, event: Event, desk: Actor, theirs: Entry
) -> None:
    """A stranger guesses an id, and gives the one who will write it a role: nothing of it reaches the stranger."""
    for superuser in [False, True]:
        with subtests.test(superuser=superuser), undone():
            User.objects.filter(pk=desk.user.pk).update(is_superuser=superuser)
            desk.user.refresh_from_db()
            stranger = Actor(user=staff(theirs.event, Role.ORGANISER))
            grant_role(event=theirs.event, actor=stranger, username=desk.user.username, role=Role.SCOREKEEPER)
            before = stored(theirs)
            data = "name,id,email\nBo,Z-77,bo@example.org\nZenobia Hidden,,zenobia@hidden.example\n"
            entries = import_entries(event=event, actor=desk, data=data)
            assert theirs.player not in [entry.player for entry in entries]
            here = EntryFactory(event=event, player=theirs.player)
            update_entry(actor=desk, entry=here, name="Cy", external_id="C-1")
            assert (stored(theirs), stored(here)["name"]) == (before, "Cy")


def test_an_id_of_this_event_is_taken_also_for_one_who_has_made_no_change_in_it_yet(event: Event) -> None:
    EntryFactory(event=event, player__external_id="A1")
    new = Actor(user=staff(event, Role.SCOREKEEPER))
    with pytest.raises(Refused, check=lambda refused: refused.code == "id_taken"):
        update_entry(actor=new, entry=EntryFactory(event=event), name="Cy", external_id="a1")


def test_no_person_is_left_without_an_event(event: Event, desk: Actor) -> None:
    """Whom nobody's desk knows could be found by nobody any more."""
    known = entry_elsewhere(desk, name="Ada", external_id="A1")
    EntryFactory(player=known.player)
    entries = import_entries(event=event, actor=desk, data="name,id,email\nAda,A1,ada@example.org\nBo,B1,\n")
    update_entry(actor=desk, entry=entries[0], name="Ada King")
    for entry in [*entries, known]:
        remove_entry(actor=desk, entry=entry)
    assert Player.objects.get().entries.get().event not in (event, known.event)


def test_a_list_says_nothing_of_another_events_person(
    subtests: pytest.Subtests, event: Event, desk: Actor, theirs: Entry
) -> None:
    for known in ["name,id\nBo,Z-77\n", "name,email\nZenobia Hidden,zenobia@hidden.example\n"]:
        with subtests.test(known=known), undone():
            assert preview_import(event=event, actor=desk, data=known).is_clean
            [entry] = import_entries(event=event, actor=desk, data=known)
            assert entry.player_id != theirs.player_id


def test_an_id_of_another_events_person_is_free_here(event: Event, desk: Actor, theirs: Entry) -> None:
    entry = EntryFactory(event=event)
    before = stored(theirs)
    update_entry(actor=desk, entry=entry, name="Bo", external_id="Z-77")
    assert (stored(entry)["external_id"], stored(theirs)) == ("Z-77", before)
    with pytest.raises(Refused, check=lambda refused: refused.code == "id_taken"):
        update_entry(actor=desk, entry=EntryFactory(event=event), name="Cy", external_id="z-77")


def test_a_change_without_the_right_at_every_event_is_this_events_alone(
    subtests: pytest.Subtests, event: Event, desk: Actor, theirs: Entry
) -> None:
    for change in [{"name": "Bo"}, {"external_id": "B-1"}, {"email": "bo@example.org"}, {"last_name": "Hidden"}]:
        with subtests.test(change=change), undone():
            here = EntryFactory(event=event, player=theirs.player)
            own = EntryFactory(player=theirs.player, event=worked_at(desk.user))
            before = stored(theirs)
            update_entry(actor=desk, entry=here, **{**HIDDEN, **change})
            assert (stored(theirs), stored(own)) == (before, before)
            assert stored(here) == {**before, **change, "pk": stored(here)["pk"]} != before
            assert [row.event for row in AuditRow.objects.filter(act="update_entry")] == [event]


def test_a_list_fills_in_a_shared_person_at_this_event_alone(event: Event, desk: Actor) -> None:
    theirs = EntryFactory(player__name="Ada Byron")
    EntryFactory(event=event, player=theirs.player, number=1)
    data = "first name,last name,email\nAda,Byron,ada@example.org\nCy,,\n"
    import_entries(event=event, actor=desk, data=data, only_good=True, decisions={2: Decision.SAME})
    here = event.entries.get(number=1)
    assert (stored(here)["email"], stored(here)["last_name"]) == ("ada@example.org", "Byron")
    assert (stored(theirs)["email"], stored(theirs)["last_name"]) == ("", "")


def test_joining_a_person_who_is_shared_further_keeps_a_new_address_here(event: Event, desk: Actor) -> None:
    known = entry_elsewhere(desk, name="Ada", external_id="A1")
    theirs = EntryFactory(player=known.player)
    listed = import_entries(event=event, actor=desk, data="name,id,email\nAda,A1,ada@example.org\n")[0]
    assert (stored(listed)["email"], stored(theirs)["email"]) == ("ada@example.org", "")


def test_each_event_that_a_list_reaches_gets_one_row_in_its_log(event: Event, desk: Actor) -> None:
    there = [entry_elsewhere(desk, name=name, external_id=name) for name in ("Ada", "Bo")]
    Entry.objects.filter(pk=there[1].pk).update(event=there[0].event)
    data = "name,id,email\nAda,Ada,ada@example.org\nBo,Bo,bo@example.org\n"
    import_entries(event=event, actor=desk, data=data)
    row = AuditRow.objects.get(event=there[0].event, act="update_entry")
    assert row.details == {"entries": [entry.pk for entry in there], "changed": ["email"]}
    assert verify_audit(there[0].event) is None
    assert "ada" not in str(AuditRow.objects.get(event=event).details)


def test_of_two_known_persons_with_one_id_it_is_the_one_of_that_name_else_the_first(event: Event, desk: Actor) -> None:
    first, second = (entry_elsewhere(desk, name=name, external_id="A1") for name in ("Ada", "Bo"))
    other = StageFactory().event
    EventRoleFactory(event=other, user=desk.user)
    assert add_entry(event=event, actor=desk, name="bo", external_id="a1").player == second.player
    assert add_entry(event=other, actor=desk, name="Cy", external_id="a1", sure=True).player == first.player


def test_one_id_is_one_entry_in_an_event(event: Event, desk: Actor) -> None:
    EntryFactory(event=event, player__name="Ada", player__external_id="A1")
    entry_elsewhere(desk, name="Ada", external_id="A1")
    with pytest.raises(Refused, check=lambda refused: refused.code == "id_known"):
        add_entry(event=event, actor=desk, name="Ada", external_id="a1", sure=True)
    assert preview_import(event=event, actor=desk, data="name,id\nAda,A1\n").findings[0].code == "id_known"


def test_a_stranger_with_an_account_gets_the_same_bytes_for_a_hidden_id_and_for_a_free_one(
    subtests: pytest.Subtests, client: Client, event: Event, desk: Actor, theirs: Entry
) -> None:
    """By every way in, what comes back for an id somebody has at another event is what comes back for a free one."""
    for method in ["POST", "PATCH", "import"]:
        with subtests.test(method=method), undone(client):
            client.force_login(desk.user)
            entry = EntryFactory(event=event, number=1)

            def sent(ident: str, method: str = method, entry: Entry = entry) -> bytes:
                if method == "PATCH":
                    url, given = reverse("api-entry", args=[event.slug, entry.number]), {"external_id": ident}
                    return client.patch(url, given, "application/json").content
                if method == "POST":
                    url, given = reverse("api-entries", args=[event.slug]), {"name": "Bo", "external_id": ident}
                else:
                    url, given = (
                        f"{reverse('api-entries-import', args=[event.slug])}?preview=true",
                        {"text": f"name,id\nBo,{ident}\n"},
                    )
                return client.post(url, given, "application/json").content

            hidden = sent("Z-77")
            assert b"enobia" not in hidden
            if method == "POST":
                Entry.objects.filter(event=event).exclude(pk=entry.pk).delete()
            assert hidden.replace(b"Z-77", b"Q-00") == sent("Q-00")
