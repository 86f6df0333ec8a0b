"""A club's template: its members make events from it, those with the right change it, and nobody else sees it."""

from __future__ import annotations

import uuid
from collections.abc import Callable

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from matches.accounts.staff_services import grant_role
from matches.accounts.token_services import make_token
from matches.audit.services import Actor, audited_change, verify_audit
from matches.enums import Role
from matches.errors import NotAllowed, Refused
from matches.events.queries.events import templates_of
from matches.identity.factor_services import remove_authenticator
from matches.life.copy_services import CopyTerms, copy_event
from matches.life.deletion_services import delete_event
from matches.models import Event, EventRole, Organisation, User
from matches.organisations.services.events import set_organisation
from matches.organisations.services.members import accept_membership, invite_member, leave_organisation, remove_member
from matches.organisations.services.series import create_series
from matches.permissions import may_use_template, roles_of
from matches.plugins import registry
from matches.second_factor_queries import must_have_second_factor
from tests.factories import EventRoleFactory, StageFactory, UserFactory
from tests.matches.identity.test_second_step import with_app
from tests.matches.organisations.clubs import DAY, club, event_of, member, membership
from tests.matches.playing import event_of as stages_for
from tests.test_rights_sweep import signed_in

pytestmark = pytest.mark.django_db


def terms(organisation: Organisation) -> CopyTerms:
    return CopyTerms(name="Friday Blitz", day=DAY, venue="", as_template=True, for_club=organisation.slug)


def played_in(organisation: Organisation, actor: Actor) -> Event:
    """An event of the club that could be played."""
    event = event_of(organisation, actor)
    StageFactory(event=event)
    return event


def template_of(organisation: Organisation, actor: Actor) -> Event:
    """A template of the club, made by one of its members from an event of theirs."""
    event = stages_for(2)
    EventRoleFactory(event=event, user=actor.user, role=Role.ORGANISER)
    EventRoleFactory(event=event, user=UserFactory(), role=Role.SCOREKEEPER)
    return copy_event(event=event, actor=actor, terms=terms(organisation))


def next_event(template: Event, user: User) -> Event:
    return copy_event(event=template, actor=Actor(user=user), terms=CopyTerms(name="Blitz 13", day=DAY, venue=""))


@pytest.mark.database
def test_every_member_makes_events_from_it_with_the_roles_of_the_club() -> None:
    organisation, manager = club()
    judge, plain = member(organisation, manager, Role.HEAD_JUDGE), member(organisation, manager)
    template = template_of(organisation, manager)
    assert (template.organisation, template.is_template, template.is_shared) == (organisation, True, True)
    assert not EventRole.objects.filter(event=template).exists()
    event = next_event(template, plain)
    assert (event.organisation, event.is_template, event.is_shared) == (organisation, False, False)
    # Whoever makes it, and the club's default roles: nobody of the event that the template came from.
    assert roles_of(plain, event) == {Role.ORGANISER}
    assert roles_of(judge, event) == {Role.HEAD_JUDGE}
    assert {role.user for role in event.roles.all()} == {plain, judge, manager.user}
    assert (verify_audit(template), verify_audit(event)) == (None, None)


def test_who_changes_it_and_who_only_uses_it() -> None:
    organisation, manager = club()
    maker = member(organisation, manager)
    template = template_of(organisation, Actor(user=maker))
    organises, plain = member(organisation, manager, Role.ORGANISER), member(organisation, manager, Role.HEAD_JUDGE)
    outsider, invited = UserFactory(), UserFactory()
    organisation.members.create(user=invited, invited_at="2026-01-01T00:00Z")
    rights = {
        user: (may_use_template(user, template), Role.ORGANISER in roles_of(user, template))
        for user in (manager.user, maker, organises, plain, outsider, invited)
    }
    changes, uses, nothing = (True, True), (True, False), (False, False)
    assert list(rights.values()) == [changes, changes, changes, uses, nothing, nothing]
    for user in (plain, outsider, invited):
        with pytest.raises(NotAllowed):
            delete_event(event=template, actor=Actor(user=user), typed_name="", reason="")
    for user in (outsider, invited):
        with pytest.raises(NotAllowed):
            next_event(template, user)
    delete_event(event=template, actor=Actor(user=organises), typed_name="", reason="")
    assert not Event.objects.filter(pk=template.pk).exists()


def test_who_leaves_the_club_sees_its_templates_no_more() -> None:
    organisation, manager = club()
    maker, plain = member(organisation, manager, Role.ORGANISER), member(organisation, manager)
    template = template_of(organisation, Actor(user=maker))
    assert templates_of(maker) == templates_of(plain) == [template]
    leave_organisation(organisation=organisation, actor=Actor(user=maker))
    remove_member(member=membership(organisation, plain), actor=manager)
    for user in (maker, plain):
        assert templates_of(user) == []
        assert (may_use_template(user, template), roles_of(user, template)) == (False, frozenset())
        client = signed_in(user)
        for page in ("matches:home", "matches:event_new", "matches:event_from"):
            assert template.name not in client.get(reverse(page)).text
        for name in ("event_copy", "event_settings", "event_life", "event_delete"):
            assert client.get(reverse(f"matches:{name}", args=[template.slug])).status_code == 403
    assert templates_of(manager.user) == [template]


def test_a_template_of_its_organisers_is_none_of_the_club() -> None:
    organisation, manager = club()
    plain = member(organisation, manager)
    event = played_in(organisation, manager)
    own = copy_event(event=event, actor=manager, terms=CopyTerms(name="Mine", day=DAY, venue="", as_template=True))
    assert (own.is_shared, own.organisation) == (False, organisation)
    assert templates_of(plain) == []
    assert templates_of(manager.user) == [own]
    assert not may_use_template(plain, own)


@pytest.mark.database
def test_only_a_template_and_only_of_an_own_club() -> None:
    organisation, manager = club()
    other, _stranger = club("Other")
    event = played_in(organisation, manager)
    wrong = {
        "club_unknown": CopyTerms(name="A", day=DAY, venue="", as_template=True, for_club=other.slug),
        "not_a_template": CopyTerms(name="A", day=DAY, venue="", for_club=organisation.slug),
    }
    for code, sent in wrong.items():
        with pytest.raises(Refused) as refused:
            copy_event(event=event, actor=manager, terms=sent)
        assert (refused.value.code, refused.value.parameter) == (code, "for_club")
    assert Event.objects.count() == 1
    with pytest.raises(IntegrityError), transaction.atomic():
        Event.objects.update(is_shared=True)


def test_it_has_no_staff_of_its_own_and_stays_in_its_club() -> None:
    organisation, manager = club()
    template = template_of(organisation, manager)
    acts: list[Callable[[], object]] = [
        lambda: grant_role(event=template, actor=manager, username=UserFactory().username, role=Role.ORGANISER),
        lambda: set_organisation(event=template, actor=manager, organisation=None),
    ]
    for act in acts:
        with pytest.raises(Refused) as refused:
            act()
        assert refused.value.code == "is_shared"
    page = signed_in(manager.user).get(reverse("matches:event_settings", args=[template.slug]))  # type: ignore[arg-type]
    assert reverse("matches:staff", args=[template.slug]) not in page.text
    assert reverse("matches:event_club", args=[template.slug]) not in page.text


def test_nobody_plays_at_it() -> None:
    organisation, manager = club()
    template = template_of(organisation, manager)
    for name, right in registry.rights.items():
        if right.staff({Role.ORGANISER}) and not (right.on_template and right.on_shared):
            with pytest.raises(Refused) as refused, audited_change(name, event_id=template.pk, actor=manager):
                pytest.fail(name)
            assert refused.value.code in ("is_template", "is_shared"), name
    for name in ("public", "about", "sign_up"):
        for client in (Client(), signed_in(member(organisation, manager))):
            assert client.get(reverse(f"matches:{name}", args=[template.slug])).status_code == 404, name


def test_a_former_member_with_an_open_form_a_token_and_a_kept_answer_makes_nothing() -> None:
    organisation, manager = club()
    plain = member(organisation, manager)
    template = template_of(organisation, manager)
    client, api = signed_in(plain), APIClient()
    api.credentials(HTTP_AUTHORIZATION=f"Token {make_token(user=plain, label='mine').secret}")
    club_url, copy_api = reverse("api-club", args=[organisation.slug]), reverse("api-event-copy", args=[template.slug])
    url, sent = reverse("matches:event_copy", args=[template.slug]), {"name": "Blitz 13", "submission": uuid.uuid4()}
    assert client.get(url).status_code == 200  # the form stays open
    tag = api.get(club_url).headers["ETag"]
    assert api.get(club_url, headers={"If-None-Match": tag}).status_code == 304
    remove_member(member=membership(organisation, plain), actor=manager)
    events = Event.objects.count()
    assert client.post(url, {**sent, "day": "2026-12-04"}).status_code == 403
    assert api.post(copy_api, {"name": "Blitz 13", "date": "2026-12-04"}).status_code == 404
    assert api.get(club_url, headers={"If-None-Match": tag}).status_code == 404
    assert Event.objects.count() == events


def test_a_copy_sent_twice_is_made_once() -> None:
    organisation, manager = club()
    template = template_of(organisation, manager)
    plain = member(organisation, manager)
    client, url = signed_in(plain), reverse("matches:event_copy", args=[template.slug])
    sent = {"name": "Blitz 13", "day": "2026-12-04", "submission": uuid.uuid4()}
    first, second = client.post(url, sent), client.post(url, sent)
    assert (first.status_code, first["Location"]) == (second.status_code, second["Location"])
    assert Event.objects.filter(name="Blitz 13").count() == 1


def test_a_series_comes_along_within_the_club() -> None:
    organisation, manager = club()
    series = create_series(organisation=organisation, actor=manager, name="Winter")
    event = played_in(organisation, manager)
    set_organisation(event=event, actor=manager, organisation=organisation, series=series)
    event.refresh_from_db()
    template = copy_event(event=event, actor=manager, terms=terms(organisation))
    assert next_event(template, member(organisation, manager)).series == series
    other, second = club("Other")
    other.members.create(user=manager.user, invited_at="2026-01-01T00:00Z", accepted_at="2026-01-01T00:00Z")
    elsewhere = copy_event(event=event, actor=manager, terms=terms(other))
    assert (elsewhere.organisation, elsewhere.series) == (other, None)
    assert second.user is not None


def test_the_page_offers_the_club_to_those_who_are_in_one() -> None:
    organisation, manager = club()
    event = stages_for(2)
    alone = UserFactory()
    for user in (alone, manager.user):
        EventRoleFactory(event=event, user=user, role=Role.ORGANISER)
    url = reverse("matches:event_template", args=[event.slug])
    assert "for_club" not in signed_in(alone).get(url).context["form"].fields
    client = signed_in(manager.user)  # type: ignore[arg-type]
    assert "Everyone in Card Club" in client.get(url).text
    client.post(url, {"name": "Mine", "for_club": "/", "submission": uuid.uuid4()})
    client.post(url, {"name": "Ours", "for_club": organisation.slug, "submission": uuid.uuid4()})
    assert dict(Event.objects.filter(is_template=True).values_list("name", "is_shared")) == {
        "Mine": False,
        "Ours": True,
    }
    assert client.post(url, {"name": "X", "for_club": "other", "submission": uuid.uuid4()}).status_code == 422


def test_a_member_finds_it_and_makes_an_event_on_its_page() -> None:
    organisation, manager = club()
    template = template_of(organisation, manager)
    client = signed_in(member(organisation, manager))
    url = reverse("matches:event_copy", args=[template.slug])
    pages = ["matches:home", "matches:event_new", "matches:event_from"]
    for page in [*map(reverse, pages), reverse("matches:club", args=[organisation.slug])]:
        assert url in client.get(page).text
    page = client.get(url)
    assert (page.context["nav"], page.context["cancel_url"]) == ([], reverse("matches:event_from"))
    assert "members of <bdi>Card Club</bdi>" in page.text
    sent = {"name": "Blitz 13", "day": "2026-12-04", "submission": uuid.uuid4()}
    made = client.post(url, sent, follow=True)
    assert (made.status_code, made.context["event"].name) == (200, "Blitz 13")
    assert client.get(reverse("matches:event_settings", args=[template.slug])).status_code == 403


def test_a_required_second_factor_holds_for_it() -> None:
    organisation, manager = club()
    template = template_of(organisation, manager)
    plain = member(organisation, manager)
    Organisation.objects.update(second_factor_required=True)
    url = reverse("matches:event_copy", args=[template.slug])
    assert reverse("matches:factor_needed") in signed_in(plain).get(url)["Location"]
    sent = {"name": "Blitz 13", "date": "2026-12-04"}
    answer = signed_in(plain).post(reverse("api-event-copy", args=[template.slug]), sent, "application/json")
    assert (answer.status_code, answer.json()["code"]) == (403, "second_factor_needed")


def test_the_api_makes_and_uses_one() -> None:
    organisation, manager = club()
    event = played_in(organisation, manager)
    api, plain, outside = APIClient(), APIClient(), APIClient()
    api.force_authenticate(manager.user)
    sent = {"name": "Ours", "date": "2026-12-04", "as_template": True, "for_club": organisation.slug}
    url = reverse("api-event-copy", args=[event.slug])
    made = api.post(url, sent)
    assert made.status_code == 201, made.data
    template = Event.objects.get(slug=made.data["slug"])
    assert template.is_shared
    wrong = api.post(url, {**sent, "name": "Other", "for_club": "elsewhere"})
    assert (wrong.status_code, list(wrong.data["errors"])) == (422, ["for_club"])
    plain.force_authenticate(member(organisation, manager))
    outside.force_authenticate(UserFactory())
    url = reverse("api-event-copy", args=[template.slug])
    assert plain.get(reverse("api-club", args=[organisation.slug])).data["templates"] == [
        {"slug": template.slug, "name": "Ours"}
    ]
    sent = {"name": "Blitz 13", "date": "2026-12-04"}
    assert [client.post(url, sent).status_code for client in (plain, outside, APIClient())] == [201, 404, 401]


def test_the_club_s_page_of_nobody_else_names_it() -> None:
    organisation, manager = club()
    template = template_of(organisation, manager)
    assert Client().get(reverse("matches:event_copy", args=[template.slug])).status_code == 302
    other, second = club("Other")
    client = signed_in(second.user)  # type: ignore[arg-type]
    for url in (reverse("matches:home"), reverse("matches:event_from"), reverse("matches:club", args=[other.slug])):
        assert template.name not in client.get(url).text
    assert organisation.name not in client.get(reverse("matches:event_from")).text


def test_a_template_of_its_organisers_has_the_staff_of_its_event_and_its_events_the_roles_of_the_club() -> None:
    organisation, manager = club()
    event = played_in(organisation, manager)
    scorekeeper = EventRoleFactory(event=event, user=UserFactory(), role=Role.SCOREKEEPER).user
    joined = member(organisation, manager, Role.ORGANISER)  # after the event was made: no role there
    own = copy_event(event=event, actor=manager, terms=CopyTerms(name="Mine", day=DAY, venue="", as_template=True))
    assert {(role.user, role.role) for role in own.roles.all()} == {
        (manager.user, Role.ORGANISER),
        (scorekeeper, Role.SCOREKEEPER),
    }
    assert templates_of(joined) == []
    assert signed_in(joined).get(reverse("matches:event_settings", args=[own.slug])).status_code == 403
    page = signed_in(manager.user).get(reverse("matches:event_copy", args=[own.slug]))  # type: ignore[arg-type]
    assert "The members of <bdi>Card Club</bdi> get their roles" in page.text
    made = copy_event(event=own, actor=manager, terms=CopyTerms(name="Blitz 13", day=DAY, venue=""))
    assert {(role.user, role.role) for role in made.roles.all()} == {
        (manager.user, Role.ORGANISER),
        (scorekeeper, Role.SCOREKEEPER),
        (joined, Role.ORGANISER),
    }


def test_who_makes_events_from_the_templates_keeps_the_second_factor_too() -> None:
    organisation, manager = club()
    plain = member(organisation, manager)
    with_app(plain)
    Organisation.objects.update(second_factor_required=True)
    assert not must_have_second_factor(plain)  # the club has no template, and the member no role at an event
    template = template_of(organisation, manager)
    assert must_have_second_factor(plain)
    with pytest.raises(Refused, match="Add another one"):
        remove_authenticator(user=plain)
    leave_organisation(organisation=organisation, actor=Actor(user=plain))
    remove_authenticator(user=plain)
    assert template.is_shared


def test_more_templates_than_a_page_shows_are_on_pages_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matches.clubs.views.MOST_TEMPLATES", 2)
    monkeypatch.setattr("matches.home.views.MOST_TEMPLATES", 2)
    monkeypatch.setattr("matches.clubs.template_views.PAGE", 2)
    organisation, manager = club()
    event = played_in(organisation, manager)
    for name in ("Alpha", "Beta", "Gamma"):
        sent = CopyTerms(name=name, day=DAY, venue="", as_template=True, for_club=organisation.slug)
        copy_event(event=event, actor=manager, terms=sent)
    client = signed_in(member(organisation, manager))
    everything = reverse("matches:club_templates", args=[organisation.slug])
    page = client.get(reverse("matches:club", args=[organisation.slug])).text
    assert (everything in page, "Beta" in page, "Gamma" in page) == (True, True, False)
    assert reverse("matches:event_from") in client.get(reverse("matches:home")).text
    assert "Gamma" in client.get(reverse("matches:event_from")).text
    first, second = client.get(everything).text, client.get(f"{everything}?page=2").text
    assert ("Beta" in first, "Gamma" in first, "Gamma" in second) == (True, False, True)


def test_two_clubs_of_one_name_are_told_apart_wherever_one_chooses() -> None:
    (one, manager), (two, other) = club(), club("card club")
    for organisation, actor in ((one, manager), (two, other)):
        template_of(organisation, actor)
        create_series(organisation=organisation, actor=actor, name="Winter")
    user = member(one, manager)
    client = signed_in(user)
    invite_member(organisation=two, actor=other, username=user.username)
    for page in (reverse("matches:clubs"), reverse("matches:club", args=[two.slug])):
        assert f"card club ({two.slug})" in client.get(page).text
    accept_membership(organisation=two, actor=Actor(user=user))
    event = stages_for(2)
    EventRoleFactory(event=event, user=user, role=Role.ORGANISER)
    pages = [reverse(f"matches:{name}") for name in ("clubs", "home", "event_new", "event_from")]
    pages += [reverse(f"matches:{name}", args=[event.slug]) for name in ("event_club", "event_template")]
    for page in pages:
        text = client.get(page).text
        for organisation in (one, two):
            assert f"{organisation.name} ({organisation.slug})" in text, page
    alone = signed_in(manager.user)  # type: ignore[arg-type]
    assert f"({one.slug})" not in alone.get(reverse("matches:home")).text
