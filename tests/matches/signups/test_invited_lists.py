"""A list of players in which somebody stands who is invited: the import asks who is meant, and one person stays one."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from matches.audit.services import Actor
from matches.enums import Admission
from matches.errors import Refused
from matches.imports import Decision, Weight
from matches.life.copy_services import CopyTerms, copy_event
from matches.models import Event, EventRole, Player, SignUp
from matches.people.labels.imports import choice_labels, finding_text
from matches.people.services.entries import add_entry
from matches.people.services.imports import import_entries, preview_import
from matches.signups.services.inviting import accept_invitation
from tests.factories import UserFactory
from tests.matches.playing import event_of

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def desk() -> Actor:
    return Actor(user=UserFactory(is_superuser=True))


@pytest.fixture
def event(desk: Actor) -> Event:
    """An event to which Ada, who has an ID, and Bo are invited; Cy is invited by name alone."""
    source = event_of(0)
    add_entry(event=source, actor=desk, name="Ada Okafor", external_id="A1", email="ada@example.org")
    add_entry(event=source, actor=desk, name="Bo Derek")
    cy = add_entry(event=source, actor=desk, name="Cy Young").player
    copy = copy_event(
        event=source, actor=desk, terms=CopyTerms(name="Next", day=source.date, venue="", with_players=True)
    )
    SignUp.objects.filter(event=copy, player=cy).update(player=None, name="Cy Young")
    return copy


def asked(event: Event, desk: Actor, data: str) -> list[tuple[int, str]]:
    reading = preview_import(event=event, actor=desk, data=data)
    return [(finding.line, finding.code) for finding in reading.of(Weight.QUESTION)]


def invitation(event: Event, name: str) -> SignUp:
    rows = SignUp.objects.filter(event=event).select_related("player", "event", "entry__player")
    return next(row for row in rows if row.person.name == name)


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        ("name\nADA okafor\nBo Derek\nCy Young\nDi Ana\n", [2, 3, 4]),
        ("name,id\nAda Okafor,A1\nBo Derek,B2\n", [3]),  # the same ID; one of the two has none
        ("name,id\nAda Okafor,A9\n", []),  # another ID: another person
        ("name,email\nAda Okafor,ADA@example.org\nBo Derek,bo@example.org\n", [3]),
    ],
)
def test_a_name_of_somebody_invited_is_a_question(event: Event, desk: Actor, data: str, lines: list[int]) -> None:
    assert asked(event, desk, data) == [(line, "name_invited") for line in lines]


def test_nothing_is_imported_before_it_is_decided(event: Event, desk: Actor) -> None:
    with pytest.raises(Refused) as refused:
        import_entries(event=event, actor=desk, data="name\nBo Derek\n")
    assert refused.value.code == "list_has_problems"
    assert "is invited and has not answered" in refused.value.details[0]


@pytest.mark.parametrize("name", ["Ada Okafor", "Bo Derek", "Cy Young"])
def test_who_is_invited_and_in_the_list_is_one_person_with_one_entry(event: Event, desk: Actor, name: str) -> None:
    [entry] = import_entries(event=event, actor=desk, data=f"name\n{name}\n", questions=True)
    row = invitation(event, name)
    assert (entry.player, row.state) == (row.player, Admission.INVITED)
    accept_invitation(sign_up=row, actor=Actor(sign_up=row))
    assert [known.player.name for known in event.entries.select_related("player")] == [name]
    row.refresh_from_db()
    assert (row.state, row.entry) == (Admission.CONFIRMED, entry)
    assert Player.objects.filter(name=name).count() == 1 + (name == "Cy Young"), (
        "invited by name: a person unknown here"
    )


def test_another_person_of_the_name_is_added_and_the_invitation_stays(event: Event, desk: Actor) -> None:
    decisions = {2: Decision.ADD}
    [entry] = import_entries(event=event, actor=desk, data="name\nBo Derek\n", only_good=True, decisions=decisions)
    row = invitation(event, "Bo Derek")
    assert entry.player != row.player
    accept_invitation(sign_up=row, actor=Actor(sign_up=row))
    assert event.entries.count() == 2


def test_what_the_list_knows_more_stays_with_the_one_person(event: Event, desk: Actor) -> None:
    """Also where the organiser has no say at the earlier event, so that the person is one of this event alone."""
    guest = Actor(user=UserFactory())
    EventRole.objects.create(event=event, user=guest.user, role="organiser")
    data = "name,email\nBo Derek,bo@example.org\n"
    [entry] = import_entries(event=event, actor=guest, data=data, questions=True)
    row = invitation(event, "Bo Derek")
    assert (entry.player.email, row.player) == ("bo@example.org", entry.player)
    accept_invitation(sign_up=row, actor=Actor(sign_up=row))
    assert event.entries.count() == 1
    assert not event.entries.exclude(player__email="bo@example.org").exists()


def test_each_is_asked_about_once_and_not_any_more_once_in(event: Event, desk: Actor) -> None:
    data = "name,id\nBo Derek,B1\nBo Derek,B2\n"
    assert asked(event, desk, data) == [(2, "name_invited")]
    import_entries(event=event, actor=desk, data=data, questions=True)
    assert event.entries.count() == 2
    assert asked(event, desk, "name\nCy Young\nBo Derek\n") == [(2, "name_invited"), (3, "name_known")]


def test_the_page_asks_who_is_meant(client: Client, event: Event, desk: Actor) -> None:
    client.force_login(desk.user)  # type: ignore[arg-type]
    url = reverse("matches:people_import", args=[event.slug])
    page = client.post(url, {"text": "name\nBo Derek\nDi Ana\n"})
    [line] = page.context["attention"]
    assert (line.choice, [label for _, label in line.choices]) == (
        Decision.SAME,
        ["The person who is invited: add", "Different person: add", "Leave out"],
    )
    assert "is invited and has not answered" in page.text
    assert choice_labels({"name_invited", "name_twice"})[0][1] == "Same person"
    findings = preview_import(event=event, actor=desk, data="name\nCy Young\n").findings
    assert [finding_text(finding) for finding in findings] == [
        "Someone with this name is invited and has not answered. Is this a different person?"
    ]
