"""Invitations: a link from the first moment, a place once somebody accepts."""

from __future__ import annotations

import re

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from post_office.models import Email

from matches.audit.services import Actor
from matches.enums import Admission, Role
from matches.errors import Refused
from matches.events.services.plans import store_value
from matches.life.copy_services import CopyTerms, copy_event
from matches.models import Event, Player, SignUp
from matches.people.services.entries import add_entry
from matches.people.services.links import resolve_player_link
from matches.people.services.privacy import forget_player
from matches.signups.queries import place_on_list, places_of
from matches.signups.services.admission import accept_sign_ups, restore_sign_up
from matches.signups.services.declining import decline_sign_ups
from matches.signups.services.inviting import accept_invitation, send_invitations
from matches.signups.services.joining import tell_invited
from matches.signups.services.lost_links import send_lost_links
from matches.signups.services.signing import NewSignUp, renew_token, sign_up, sign_up_of, withdraw_sign_up
from matches.signups.services.tokens import invitation_token, link_stands
from tests.factories import UserFactory, staff
from tests.matches.playing import event_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Actor:
    return Actor(user=UserFactory(is_superuser=True))


@pytest.fixture
def event(desk: Actor) -> Event:
    """A public event to which Ada and Bo are invited; Bo has no address."""
    source = event_of(0)
    add_entry(event=source, actor=desk, name="Ada Okafor", external_id="A1", email="ada@example.org")
    add_entry(event=source, actor=desk, name="Bo Derek")
    terms = CopyTerms(name="Next", day=source.date, venue="", with_players=True)
    copy = copy_event(event=source, actor=desk, terms=terms)
    Event.objects.filter(pk=copy.pk).update(published=True)
    copy.refresh_from_db()
    return copy


def rows(event: Event) -> list[SignUp]:
    return list(event.sign_ups.select_related("player", "entry__player", "event").order_by("turn"))


def states(event: Event) -> list[str]:
    return [row.state for row in rows(event)]


def own_page(row: SignUp) -> str:
    return reverse("matches:me", args=[invitation_token(row.key)])


def full(event: Event) -> None:
    event.save(update_fields=[store_value(event=event, key="capacity", value=1)])


def test_who_is_invited_takes_no_place(event: Event) -> None:
    full(event)
    places = places_of(event)
    assert (places.taken, places.waiting, places.pending, places.left) == (0, 0, 0, 1)


def test_one_tap_accepts_and_the_link_stays(client: Client, event: Event) -> None:
    ada = rows(event)[0]
    page = client.get(own_page(ada))
    assert page.context["is_invited"]
    assert "Ada Okafor" in page.content.decode()
    client.post(reverse("matches:own_invitation", args=[invitation_token(ada.key)]))
    [entry] = event.entries.select_related("player")
    assert (entry.player, entry.player.email) == (ada.player, "ada@example.org")
    found = resolve_player_link(invitation_token(ada.key))
    assert found == entry
    assert states(event) == [Admission.CONFIRMED, Admission.INVITED]


def test_one_tap_declines(client: Client, event: Event, desk: Actor) -> None:
    ada = rows(event)[0]
    client.post(reverse("matches:own_invitation", args=[invitation_token(ada.key)]), {"decline": "1"})
    assert states(event) == [Admission.WITHDRAWN, Admission.INVITED]
    page = client.get(own_page(ada))
    assert (page.context["is_invited"], page.context["text"]) == (False, "You have declined the invitation.")
    assert desk.user is not None
    client.force_login(desk.user)
    listed = client.get(reverse("matches:sign_ups", args=[event.slug]))
    assert listed.context["rows"][0].state_label == "Invitation declined"
    restore_sign_up(sign_up=ada, actor=desk)
    assert event.entries.get().player == ada.player
    confirmed = rows(event)[-1]
    withdraw_sign_up(sign_up=confirmed, actor=Actor(sign_up=confirmed))
    assert client.get(own_page(ada)).context["text"] == "You have withdrawn."


def test_the_last_place_goes_to_who_accepts_first(event: Event) -> None:
    full(event)
    ada, bo = rows(event)
    accept_invitation(sign_up=bo, actor=Actor(sign_up=bo))
    accept_invitation(sign_up=ada, actor=Actor(sign_up=ada))
    assert states(event)[::-1] == [Admission.WAITING, Admission.CONFIRMED]  # Ada has a later turn now
    waiting = event.sign_ups.get(state=Admission.WAITING)
    assert (waiting.name, waiting.external_id, waiting.email) == ("Ada Okafor", "A1", "ada@example.org")
    confirmed = event.sign_ups.get(state=Admission.CONFIRMED)
    withdraw_sign_up(sign_up=confirmed, actor=Actor(sign_up=confirmed))
    assert event.entries.get().player == ada.player


def test_the_desk_accepts_and_declines(event: Event, desk: Actor) -> None:
    ada, bo = rows(event)
    assert accept_sign_ups(event=event, actor=desk, sign_ups=[ada]) == [ada]
    decline_sign_ups(event=event, actor=desk, sign_ups=[bo])
    assert states(event) == [Admission.CONFIRMED, Admission.DECLINED]
    assert not Email.objects.exists(), "who never asked is not told of a no"


def test_the_desk_puts_an_invited_person_on_a_full_list(event: Event, desk: Actor) -> None:
    full(event)
    accept_sign_ups(event=event, actor=desk, sign_ups=rows(event))
    assert states(event) == [Admission.CONFIRMED, Admission.WAITING]


def test_an_invitation_is_answered_once(event: Event) -> None:
    ada = rows(event)[0]
    accept_invitation(sign_up=ada, actor=Actor(sign_up=ada))
    with pytest.raises(Refused) as refused:
        accept_invitation(sign_up=ada, actor=Actor(sign_up=ada))
    assert refused.value.code == "not_invited"


def test_who_was_added_meanwhile_is_not_added_twice(client: Client, event: Event, desk: Actor) -> None:
    ada = rows(event)[0]
    known = add_entry(event=event, actor=desk, name="Ada Okafor", external_id="A1", checked_in=True)
    assert known.player == ada.player
    client.force_login(desk.user)  # type: ignore[arg-type]
    listed = client.get(reverse("matches:sign_ups", args=[event.slug]))
    assert [row.is_added for row in listed.context["rows"]] == [True, False]
    assert "Has also been added by hand" in listed.text
    accept_invitation(sign_up=ada, actor=Actor(sign_up=ada))
    assert event.entries.get() == known
    assert states(event) == [Admission.CONFIRMED, Admission.INVITED]
    assert resolve_player_link(invitation_token(ada.key)) == known
    joined = {"invitation": ada.pk, "entry": known.pk}
    assert event.audit_rows.last().details["joined"] == joined  # type: ignore[union-attr]


@pytest.mark.parametrize("capacity", [None, 1])
def test_the_desk_accepts_for_whom_it_has_added(event: Event, desk: Actor, capacity: int | None) -> None:
    event.save(update_fields=[store_value(event=event, key="capacity", value=capacity)])
    added = add_entry(event=event, actor=desk, name="ada okafor", email="ADA@example.org", sure=True)
    ada = rows(event)[0]
    assert accept_sign_ups(event=event, actor=desk, sign_ups=[ada]) == [ada]
    [entry] = event.entries.select_related("player")
    assert (entry, entry.player) == (added, ada.player), "the person whom the organiser knows"
    assert not Player.objects.filter(name="ada okafor").exists()


def test_a_namesake_without_address_or_id_stays_another_person(event: Event, desk: Actor) -> None:
    add_entry(event=event, actor=desk, name="Ada Okafor", sure=True)
    ada = rows(event)[0]
    accept_invitation(sign_up=ada, actor=Actor(sign_up=ada))
    assert event.entries.count() == 2


@pytest.mark.parametrize(("name", "ident"), [("bo derek", ""), ("Ada Okafor", ""), ("Bo Derek", "B7")])
def test_the_desk_is_asked_before_it_adds_somebody_who_may_be_invited(
    event: Event, desk: Actor, name: str, ident: str
) -> None:
    with pytest.raises(Refused) as refused:
        add_entry(event=event, actor=desk, name=name, external_id=ident)
    assert (refused.value.code, refused.value.parameter) == ("name_known", "name")
    assert "is invited to this event. Accept the invitation" in str(refused.value.message)
    assert add_entry(event=event, actor=desk, name=name, external_id=ident, sure=True)


def test_a_namesake_with_another_id_is_not_asked_about(event: Event, desk: Actor) -> None:
    assert add_entry(event=event, actor=desk, name="Ada Okafor", external_id="A2")


def test_no_invitation_goes_to_whom_the_desk_has_added(
    event: Event, desk: Actor, settings: pytest.FixtureRequest
) -> None:
    settings.SENDS_EMAIL = True  # type: ignore[attr-defined]
    add_entry(event=event, actor=desk, name="Ada Okafor", external_id="A1")
    assert send_invitations(event=event, actor=desk) == 0


def test_invitations_are_emailed_once(event: Event, desk: Actor, settings: pytest.FixtureRequest) -> None:
    settings.SENDS_EMAIL = True  # type: ignore[attr-defined]
    assert send_invitations(event=event, actor=desk) == 1
    [letter] = Email.objects.all()
    assert letter.to == ["ada@example.org"]
    assert invitation_token(rows(event)[0].key) in letter.message
    assert send_invitations(event=event, actor=desk) == 0
    assert mail.outbox == []


def test_invitations_need_email_and_a_public_page(event: Event, desk: Actor, settings: pytest.FixtureRequest) -> None:
    settings.SENDS_EMAIL = False  # type: ignore[attr-defined]
    with pytest.raises(Refused) as refused:
        send_invitations(event=event, actor=desk)
    assert refused.value.code == "no_email"
    settings.SENDS_EMAIL = True  # type: ignore[attr-defined]
    Event.objects.filter(pk=event.pk).update(published=False)
    with pytest.raises(Refused) as refused:
        send_invitations(event=event, actor=desk)
    assert refused.value.code == "not_public"


def test_the_list_of_sign_ups_leads_to_the_invitations(client: Client, event: Event) -> None:
    client.force_login(staff(event, Role.ORGANISER))
    page = client.get(reverse("matches:sign_ups", args=[event.slug]))
    assert page.context["invited"] == 2
    file = client.get(reverse("matches:export", args=[event.slug, "invitations", "csv"]))
    text = file.content.decode("utf-8-sig")
    for row in rows(event):
        assert own_page(row) in text
    client.force_login(staff(event, Role.SCOREKEEPER))
    assert client.get(reverse("matches:export", args=[event.slug, "invitations", "csv"])).status_code == 403


def test_a_link_that_was_replaced_is_not_in_the_list(event: Event) -> None:
    ada = rows(event)[0]
    renew_token(sign_up=ada)
    ada.refresh_from_db()
    assert not link_stands(ada)


def test_forgetting_somebody_takes_the_invitation_away(event: Event, desk: Actor) -> None:
    source = Event.objects.exclude(pk=event.pk).get()
    Event.objects.filter(pk=source.pk).update(finished_at=source.created_at)
    ada = rows(event)[0]
    assert ada.player is not None
    forget_player(player=ada.player)
    assert [row.person.name for row in rows(event)] == ["Bo Derek"]


def test_an_event_that_has_begun_takes_nobody_by_invitation(event: Event, desk: Actor) -> None:
    Event.objects.filter(pk=event.pk).update(finished_at=event.created_at)
    ada = rows(event)[0]
    with pytest.raises(Refused) as refused:
        accept_invitation(sign_up=ada, actor=Actor(sign_up=ada))
    assert refused.value.code == "event_finished"


def signed_up(event: Event, name: str = "ada okafor", email: str = "ADA@example.org", **more: str) -> NewSignUp:
    """An own sign-up on the event's page, by default of somebody who knows Ada's name and address."""
    event.save(update_fields=[store_value(event=event, key="sign_up", value=True)])
    return sign_up(event=event, name=name, email=email, **more)


def test_who_is_invited_and_signs_up_besides_is_one_person_once_the_invitation_is_accepted(
    client: Client, event: Event, desk: Actor
) -> None:
    ada = rows(event)[0]
    own = signed_up(event)
    entry = own.sign_up.entry
    assert entry is not None
    assert entry.player != ada.player, "what a visitor types joins nobody to a person of other events"
    assert client.get(own_page(ada)).context["is_doubled"]
    accept_invitation(sign_up=ada, actor=Actor(sign_up=ada))
    [entry] = event.entries.select_related("player")
    assert (entry.player, entry.player.name, entry.number) == (ada.player, "Ada Okafor", 1)
    assert states(event) == [Admission.CONFIRMED, Admission.INVITED]
    assert resolve_player_link(invitation_token(ada.key)) == entry
    assert resolve_player_link(own.token) is None, "the link of whoever signed up ends"
    assert not Player.objects.filter(name="ada okafor").exists()
    assert event.audit_rows.last().details["joined"] == {  # type: ignore[union-attr]
        "invitation": ada.pk,
        "sign_up": own.sign_up.pk,
    }


def test_an_own_sign_up_keeps_its_place_on_the_list_and_its_answers(event: Event) -> None:
    full(event)
    signed_up(event, "First", "first@example.org")
    own = signed_up(event)
    signed_up(event, "Last", "last@example.org")
    SignUp.objects.filter(pk=own.sign_up.pk).update(answers={"deck": "Mono"}, paid_note="cash")
    ada = rows(event)[0]
    accept_invitation(sign_up=ada, actor=Actor(sign_up=ada))
    ada.refresh_from_db()
    assert (ada.state, place_on_list(ada)) == (Admission.WAITING, 1)
    assert (ada.answers, ada.paid_note, ada.person.name) == ({"deck": "Mono"}, "cash", "Ada Okafor")
    assert sign_up_of(own.token) is None
    assert places_of(event).waiting == 2


@pytest.mark.parametrize(
    ("name", "email", "ident"),
    [
        ("Ada Okafor", "stranger@example.org", ""),  # a namesake
        ("Kim Okafor", "ada@example.org", ""),  # one address for a family
        ("Ada Okafor", "", "A2"),
        ("Bo Derek", "bo@example.org", ""),  # invited by name alone: nothing on file
    ],
)
def test_who_has_only_the_name_or_only_the_address_stays_another_person(
    event: Event, name: str, email: str, ident: str, settings: pytest.FixtureRequest
) -> None:
    settings.SENDS_EMAIL = True  # type: ignore[attr-defined]
    event.save(update_fields=[store_value(event=event, key="sign_up_id", value="optional")])
    own = signed_up(event, name, email, external_id=ident)
    assert tell_invited(sign_up=own.sign_up) == 0
    for row in rows(event)[:2]:
        accept_invitation(sign_up=row, actor=Actor(sign_up=row))
    assert event.entries.count() == 3
    assert resolve_player_link(own.token) == own.sign_up.entry


def test_the_id_is_as_good_as_the_address(event: Event) -> None:
    event.save(update_fields=[store_value(event=event, key="sign_up_id", value="required")])
    signed_up(event, "Ada Okafor", "", external_id="a1")
    ada = rows(event)[0]
    accept_invitation(sign_up=ada, actor=Actor(sign_up=ada))
    assert event.entries.get().player == ada.player


def test_the_desk_accepts_the_invitation_and_both_are_one(client: Client, event: Event, desk: Actor) -> None:
    own = signed_up(event)
    ada, bo = rows(event)[:2]
    assert desk.user is not None
    client.force_login(desk.user)
    listed = client.get(reverse("matches:sign_ups", args=[event.slug])).context["rows"]
    assert [row.is_doubled for row in listed] == [True, False, False]
    chosen = [ada, bo, own.sign_up]
    assert {row.pk for row in accept_sign_ups(event=event, actor=desk, sign_ups=chosen)} == {ada.pk, bo.pk}
    assert sorted(entry.player.name for entry in event.entries.select_related("player")) == ["Ada Okafor", "Bo Derek"]


def test_who_waits_for_approval_is_in_by_the_invitation(event: Event) -> None:
    event.save(update_fields=[store_value(event=event, key="sign_up_approval", value=True)])
    own = signed_up(event)
    assert own.sign_up.state == Admission.PENDING
    ada = rows(event)[0]
    accept_invitation(sign_up=ada, actor=Actor(sign_up=ada))
    assert event.entries.get().player == ada.player


def test_a_sign_up_tells_the_invited_person_at_the_address_on_file_and_nobody_else(
    client: Client, event: Event, settings: pytest.FixtureRequest
) -> None:
    cache.clear()
    settings.SENDS_EMAIL = True  # type: ignore[attr-defined]
    own = signed_up(event, email="aDa@example.org")
    stranger = signed_up(event, "Stranger", "stranger@example.org")
    Email.objects.all().delete()
    pages = [client.get(reverse("matches:me", args=[new.token])).text for new in (own, stranger)]
    assert "invited" not in pages[0] + pages[1]
    assert [tell_invited(sign_up=new.sign_up) for new in (own, stranger)] == [1, 0]
    [letter] = Email.objects.all()
    assert letter.to == ["ada@example.org"]
    assert invitation_token(rows(event)[0].key) in letter.message
    assert [tell_invited(sign_up=own.sign_up) for _ in range(3)] == [1, 0, 0], "nobody's mailbox is filled"


def test_a_lost_link_reaches_who_is_invited(client: Client, event: Event, settings: pytest.FixtureRequest) -> None:
    cache.clear()
    settings.SENDS_EMAIL = True  # type: ignore[attr-defined]
    assert send_lost_links(event=event, email="ADA@example.org") == 1
    [letter] = Email.objects.all()
    assert letter.to == ["ada@example.org"]
    page = re.search(r"/e/[\w-]+/link/\S+/", letter.message)
    assert page
    fresh = client.post(page[0])["Location"].removesuffix("code/")
    assert client.get(fresh).context["is_invited"]
    assert client.get(own_page(rows(event)[0])).status_code == 404
