"""The pages of a club: who may open and do what, and the way from the club to the desk and back."""

from __future__ import annotations

import html
import re
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from matches.attendance.services import check_in
from matches.audit.services import Actor
from matches.clubs.lookup_services import players_named
from matches.clubs.urls import urlpatterns
from matches.enums import EntryStatus, Role
from matches.events.services.plans import store_value
from matches.models import Entry, Event, Member, Organisation, Suspension, User
from matches.organisations.services.members import invite_member
from matches.organisations.services.series import create_series
from matches.permissions import roles_of
from matches.signups.services.signing import sign_up
from tests.factories import EntryFactory, EventRoleFactory, StageFactory, UserFactory, staff
from tests.matches.identity.test_second_step import with_app
from tests.matches.organisations.clubs import DAY, club, event_of, member, membership, suspended
from tests.matches.setup.test_views import given as event_form
from tests.test_rights_sweep import signed_in
from tests.undone import undone

pytestmark = pytest.mark.django_db

WHO = ("outsider", "invited", "member", "organiser", "manager")
INVITED, MEMBERS, SUSPENDING, MANAGER = WHO[1:], WHO[2:], WHO[3:], WHO[4:]
# Address name -> (its arguments, who may GET, or None where there is no page; who may POST, what, and the club's act).
PAGES: dict[str, tuple[list[str], tuple[str, ...] | None, tuple[str, ...], dict[str, Any], str]] = {
    "club": (["club"], INVITED, (), {}, ""),
    "club_name": (["club"], MANAGER, MANAGER, {"name": "New"}, "update_organisation"),
    "club_factor": (["club"], None, MANAGER, {"on": "1"}, "require_second_factor"),
    "club_accept": (["club"], None, ("invited",), {}, "accept_membership"),
    "club_leave": (["club"], None, ("invited", "member", "organiser"), {}, "leave_organisation"),
    "club_invite": (["club"], None, MANAGER, {"username": "newcomer"}, "invite_member"),
    "club_member": (["club", "member"], MANAGER, MANAGER, {"roles": ["floor_judge"]}, "change_member"),
    "club_member_remove": (["club", "member"], None, MANAGER, {}, "remove_member"),
    "club_series": (["club"], MEMBERS, MANAGER, {"name": "Spring", "submission": uuid.UUID(int=6)}, "create_series"),
    "club_templates": (["club"], MEMBERS, (), {}, ""),
    "series": (["club", "series"], MEMBERS, (), {}, ""),
    "series_edit": (["club", "series"], MANAGER, MANAGER, {"name": "Autumn"}, "rename_series"),
    "series_remove": (["club", "series"], None, MANAGER, {}, "remove_series"),
    "suspensions": (["club"], SUSPENDING, (), {}, ""),
    "suspension_new": (
        ["club"],
        SUSPENDING,
        SUSPENDING,
        {"name": "Ada", "since": "2026-11-21", "reason": "x", "submission": uuid.UUID(int=5)},
        "suspend",
    ),
    "suspension_lift": (["club", "key"], SUSPENDING, SUSPENDING, {"reason": "served"}, "lift_suspension"),
}
ELSEWHERE = {
    "clubs": "for everyone with an account",
    "club_member_roles": "changes events, not the club: below",
    "event_club": "in the sweep of the rights",
    "suspension_override": "in the sweep of the rights",
}


def test_every_address_of_a_club_is_in_the_table() -> None:
    assert {pattern.name for pattern in urlpatterns} == PAGES.keys() | ELSEWHERE.keys()


def test_who_opens_and_who_writes_what(subtests: pytest.Subtests) -> None:
    organisation, manager = club()
    UserFactory(username="newcomer")
    people = {
        "outsider": UserFactory(),
        "invited": UserFactory(),
        "member": member(organisation, manager, Role.HEAD_JUDGE),
        "organiser": member(organisation, manager, Role.ORGANISER),
        "manager": manager.user,
    }
    assert people["invited"] is not None
    for user in people.values():
        with_app(user)
    invite_member(organisation=organisation, actor=manager, username=people["invited"].username)
    values = {
        "club": organisation.slug,
        "member": membership(organisation, people["member"]).pk,
        "key": suspended(organisation, manager).key,
        "series": create_series(organisation=organisation, actor=manager, name="Winter").key,
    }
    for name, (parameters, may_get, may_post, data, act) in PAGES.items():
        url = reverse(f"matches:{name}", args=[values[one] for one in parameters])
        assert Client().get(url).status_code in (302, 405)
        for who, user in people.items():
            with subtests.test(name=name, who=who), undone():
                assert user is not None
                client = signed_in(user)
                got = client.get(url).status_code
                refused = 404 if who == "outsider" else 403
                assert got == (405 if may_get is None else 200 if who in may_get else refused)
                if act:
                    before = organisation.acts.count()
                    client.post(url, data)
                    acts = list(organisation.acts.order_by("pk").values_list("act", flat=True))[before:]
                    assert acts == ([act] if who in may_post else [])


def test_whoever_is_invited_sees_the_name_of_the_club_and_nothing_else() -> None:
    organisation, manager = club()
    event_of(organisation, manager, name="Xqzw Open", published=False)
    suspended(organisation, manager, name="Xqzw Player")
    User.objects.filter(pk=manager.user.pk if manager.user else 0).update(name="Xqzw Manager")
    guest = UserFactory(name="Xqzw Guest")
    invite_member(organisation=organisation, actor=manager, username=guest.username)
    page = signed_in(guest).get(reverse("matches:club", args=[organisation.slug])).content.decode()
    assert organisation.name in page
    assert "Xqzw" not in page.replace("Xqzw Guest", "")
    seen = signed_in(manager.user).get(reverse("matches:club", args=[organisation.slug])).content.decode()  # type: ignore[arg-type]
    assert "Xqzw Guest" not in seen  # only the username until they accept
    assert guest.username in seen


def test_an_event_without_a_club_shows_nothing_of_clubs() -> None:
    event = StageFactory().event
    client = signed_in(staff(event, Role.ORGANISER))
    for url in ("matches:event_settings", "matches:people", "matches:sign_ups"):
        assert "club" not in client.get(reverse(url, args=[event.slug])).content.decode().lower().replace("♣", "")
    new = client.get(reverse("matches:event_new")).content.decode()
    assert 'name="club"' not in new
    assert "rganisation" not in new


def test_the_club_of_a_new_event_is_chosen_on_its_form() -> None:
    organisation, manager = club()
    judge = member(organisation, manager, Role.FLOOR_JUDGE)
    client = signed_in(manager.user)  # type: ignore[arg-type]
    url = reverse("matches:event_new")
    assert client.get(url).context["club_form"]["club"].value() == organisation.slug
    data = event_form(name="Friday Blitz")
    answer = client.post(url, {**data, "club": organisation.slug})
    assert answer.status_code == 302, answer.context["form"].errors
    event = Event.objects.get(name="Friday Blitz")
    assert event.organisation == organisation
    assert roles_of(judge, event) == {Role.FLOOR_JUDGE}
    other, _stranger = club("Other")
    foreign = client.post(url, {**data, "club": other.slug, "submission": uuid.uuid4()})
    assert foreign.status_code == 422


def desk_event() -> tuple[Organisation, Actor, Event, Entry, Suspension]:
    organisation, manager = club()
    event = event_of(organisation, manager, options={"sign_up": {"is_open": True}})
    StageFactory(event=event)
    entry = EntryFactory(
        event=event, number=1, status=EntryStatus.REGISTERED, player__name="Ada Okafor", player__external_id="BK-17"
    )
    suspension = suspended(organisation, manager, external_id="BK-17", reason="fought at table 4")
    return organisation, manager, event, entry, suspension


def test_the_desk_sees_who_is_suspended_and_only_the_organiser_the_way_on() -> None:
    _organisation, manager, event, entry, suspension = desk_event()
    override = reverse("matches:suspension_override", args=[event.slug, suspension.key])
    people, person = reverse("matches:people", args=[event.slug]), reverse("matches:person", args=[event.slug, 1])
    seen = {}
    for role in Role:
        client = signed_in(staff(event, role))
        page = client.get(person).content.decode()
        marked = "Suspended" in client.get(people).content.decode()
        seen[role] = (marked, "is suspended by Card Club" in page, override in page, "fought" in page)
        assert client.get(override).status_code == (200 if role == Role.ORGANISER else 403)
    desk = {role: (True, True, role == Role.ORGANISER, False) for role in Role.desk()}
    assert seen == {role: desk.get(role, (False, False, False, False)) for role in Role}
    assert entry.status == EntryStatus.REGISTERED
    client = signed_in(manager.user)  # type: ignore[arg-type]
    assert "fought" in client.get(override).content.decode()  # a manager of the club knows why
    client.post(override, {"reason": "agreed"})
    assert "is suspended" not in client.get(person).content.decode()
    assert check_in(event=event, actor=manager, entries=[entry]) == 1


def test_a_namesake_is_a_reason_to_look() -> None:
    _organisation, manager, event, _entry, _suspension = desk_event()
    EntryFactory(event=event, number=2, player__name="ADA OKAFOR")
    sign_up(event=event, name="Ada Okafor")
    client = signed_in(manager.user)  # type: ignore[arg-type]
    pages = {
        name: client.get(reverse(f"matches:{name}", args=[event.slug, *more])).content.decode()
        for name, more in (("person", [2]), ("people", []), ("sign_ups", []))
    }
    assert "Check whether this is the same person." in pages["person"]
    assert "Check whether this is the same person." in pages["sign_ups"]
    assert pages["people"].count("Name of someone suspended") == 2
    assert check_in(event=event, actor=manager) == 1


def test_a_refused_form_leads_to_the_override() -> None:
    _organisation, manager, event, entry, suspension = desk_event()
    entry.delete()
    override = reverse("matches:suspension_override", args=[event.slug, suspension.key])
    for user, offered in ((manager.user, True), (staff(event, Role.SCOREKEEPER), False)):
        assert user is not None
        data = {"name": "Ada Okafor", "external_id": "BK-17", "submission": uuid.uuid4()}
        answer = signed_in(user).post(reverse("matches:people_add", args=[event.slug]), data)
        assert answer.status_code == 422
        assert (override in answer.content.decode()) == offered
    text = "name;id\nAda Okafor;BK-17\n"
    data = {"text": text, "act": "import", "submission": uuid.uuid4()}
    answer = signed_in(manager.user).post(reverse("matches:people_import_confirm", args=[event.slug]), data)  # type: ignore[arg-type]
    assert (answer.status_code, override in answer.content.decode()) == (422, True)
    assert "Line 2" in answer.content.decode()


def test_who_lets_somebody_play_goes_on_where_they_were() -> None:
    _organisation, manager, event, entry, suspension = desk_event()
    event.save(update_fields=[store_value(event=event, key="sign_up_id", value="optional")])
    sign_up(event=event, name="Ada Okafor", external_id="BK-17")
    client = signed_in(manager.user)  # type: ignore[arg-type]
    add, lists = (reverse(f"matches:{name}", args=[event.slug]) for name in ("people_add", "sign_ups"))
    pages = {lists: lists, f"{lists}?state=pending": f"{lists}?state=pending"}
    pages[reverse("matches:person", args=[event.slug, 1])] = reverse("matches:person", args=[event.slug, 1])
    for page, back in pages.items():
        override = override_in(client.get(page))
        assert client.get(override).context["cancel_url"] == back
        assert client.post(override, {"reason": "agreed"}).headers["Location"] == back
        suspension.overrides.all().delete()
    entry.delete()
    data = {"name": "Ada Okafor", "external_id": "BK-17", "submission": uuid.uuid4()}
    answer = client.post(override_in(client.post(add, data)), {"reason": "agreed"}, follow=True)
    assert answer.redirect_chain[-1][0].startswith(f"{add}?")
    form = answer.context["form"]
    assert (form["name"].value(), form["external_id"].value()) == ("Ada Okafor", "BK-17")
    plain = reverse("matches:suspension_override", args=[event.slug, suspension.key])
    for elsewhere in ("https://evil.example/", "//evil.example", "/clubs/", ""):
        page = client.get(plain, {"back": elsewhere})
        assert page.context["cancel_url"] == reverse("matches:people", args=[event.slug])


def override_in(page: Any) -> str:
    """The first way to let somebody play on a page."""
    found = re.search(r'href="([^"]*/people/suspended/[^"]*)"', page.text)
    assert found is not None
    return html.unescape(found[1])


def test_an_override_of_another_clubs_suspension_is_not_there() -> None:
    _organisation, manager, event, _entry, _suspension = desk_event()
    other, second = club("Other")
    foreign = suspended(other, second)
    plain = StageFactory().event
    for where, user in ((event, manager.user), (plain, staff(plain, Role.ORGANISER))):
        assert user is not None
        url = reverse("matches:suspension_override", args=[where.slug, foreign.key])
        assert signed_in(user).get(url).status_code == 404


def test_nobody_looks_players_up_by_belonging_to_the_club() -> None:
    organisation, manager, _event, entry, _suspension = desk_event()
    other = Actor(user=member(organisation, manager, Role.ORGANISER))
    assert players_named(organisation, other, "okafor") == []
    assert players_named(organisation, manager, "okafor") == [entry.player]
    assert players_named(organisation, manager, "bk-17") == [entry.player]
    url = reverse("matches:suspension_new", args=[organisation.slug]) + f"?player={entry.player.key}"
    assert "BK-17" not in signed_in(other.user).get(url).content.decode()  # type: ignore[arg-type]
    client = signed_in(manager.user)  # type: ignore[arg-type]
    assert "BK-17" in client.get(url).content.decode()
    data = {"name": "Ada Okafor", "since": DAY.isoformat(), "reason": "x", "submission": uuid.uuid4()}
    assert client.post(url, data).status_code == 302
    assert Suspension.objects.latest("pk").player == entry.player


def test_default_roles_are_added_at_current_events_that_the_manager_organises() -> None:
    organisation, manager = club()
    judge = member(organisation, manager, Role.HEAD_JUDGE, Role.FLOOR_JUDGE)
    mine, done = event_of(organisation, manager), event_of(organisation, manager)
    Event.objects.filter(pk=done.pk).update(finished_at="2026-11-21T12:00:00Z")
    second = Actor(user=member(organisation, manager))
    theirs = event_of(organisation, second)
    url = reverse("matches:club_member_roles", args=[organisation.slug, membership(organisation, judge).pk])
    assert signed_in(manager.user).post(url).status_code == 302  # type: ignore[arg-type]
    assert roles_of(judge, mine) == {Role.HEAD_JUDGE, Role.FLOOR_JUDGE}
    assert roles_of(judge, done) == roles_of(judge, theirs) == set()
    assert mine.audit_rows.filter(act="grant_role").count() == 2
    assert signed_in(second.user).post(url).status_code == 403  # type: ignore[arg-type]


def test_an_event_is_put_into_a_club_and_taken_out_on_its_settings() -> None:
    organisation, manager = club()
    event = StageFactory().event
    EventRoleFactory(event=event, user=manager.user, role=Role.ORGANISER)
    client = signed_in(manager.user)  # type: ignore[arg-type]
    url = reverse("matches:event_club", args=[event.slug])
    assert url in client.get(reverse("matches:event_settings", args=[event.slug])).content.decode()
    assert event.name in client.get(reverse("matches:club", args=[organisation.slug])).content.decode()
    for slug, now in ((organisation.slug, organisation), ("", None)):
        assert client.post(url, {"club": slug}).status_code == 302
        event.refresh_from_db()
        assert event.organisation == now
    sent = {"club": organisation.slug}
    assert client.post(url, sent).url == reverse("matches:event_settings", args=[event.slug])
    own = reverse("matches:club", args=[organisation.slug])
    client.post(url, {"club": ""})
    [button] = [form for form in client.get(own).text.split("<form") if f'action="{url}"' in form]
    assert 'name="to_club"' in button
    assert client.post(url, {**sent, "to_club": "1"}).url == own, "the next one is added there"


def test_a_club_dates_its_events_as_every_list_does() -> None:
    organisation, manager, event, _entry, _suspension = desk_event()
    page = signed_in(manager.user).get(reverse("matches:club", args=[organisation.slug]))  # type: ignore[arg-type]
    assert f"{event.date.day} {event.date:%b %Y}</span>" in page.text


def test_a_person_sees_their_clubs_and_makes_one() -> None:
    user = UserFactory()
    client = signed_in(user)
    assert reverse("matches:clubs") in client.get("/").content.decode()
    answer = client.post(reverse("matches:clubs"), {"name": "Ours", "submission": uuid.uuid4()})
    made = Organisation.objects.get()
    assert answer.headers["Location"] == reverse("matches:club", args=[made.slug])
    assert Member.objects.get().is_manager
    assert "Ours" in client.get(reverse("matches:clubs")).content.decode()
    assert client.post(reverse("matches:clubs"), {"name": "", "submission": uuid.uuid4()}).status_code == 422
