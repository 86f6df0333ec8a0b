"""One list of calls for all events of a hall day."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from judging.calls.services import call_judge, claim_call, resolve_call
from judging.models import Call
from judging.zones.elsewhere_queries import strip_of
from judging.zones.services import set_zone
from matches.audit.services import Actor
from matches.enums import Role
from matches.halls.services.staff import grant_hall_role
from matches.models import Event, EventRole, LiveVersion, Organisation, User
from tests.factories import UserFactory
from tests.matches.halls.scenes import Convention, convention
from tests.matches.identity.test_second_step import with_app
from tests.matches.playing import event_of, match_at, running

pytestmark = pytest.mark.django_db


@pytest.fixture
def con() -> Convention:
    con = convention()
    for event in (con.side, con.main):
        round_ = running(event, con.desk)
        first = {con.main: 1, con.side: 9}[event]
        call_judge(match=match_at(round_, first), actor=con.desk, about=event.name)
    return con


def address(con: Convention) -> str:
    return reverse("hall_floor:hall_calls", args=[con.day.slug])


def judge(con: Convention, role: Role = Role.FLOOR_JUDGE, name: str = "") -> Client:
    user = UserFactory(username=name or f"the-{role}")
    grant_hall_role(hall_day=con.day, actor=con.desk, username=user.username, role=role)
    client = Client()
    client.force_login(user)
    return client


def test_calls_of_all_events_are_in_one_list_the_longest_wait_first(con: Convention) -> None:
    client = judge(con)
    items = client.get(address(con)).context["items"]
    assert [(item.event, item.table) for item in items] == [("Blitz Side Event", 9), ("Main Event", 1)]
    client.post(items[1].acts[0].url)
    states = {item.event: item.state for item in client.get(address(con), {"part": ""}).context["items"]}
    assert states == {"Blitz Side Event": "open", "Main Event": "claimed"}


def test_who_answers_no_calls_sees_them_without_buttons(con: Convention) -> None:
    items = judge(con, Role.SCOREKEEPER).get(address(con)).context["items"]
    assert [item.acts for item in items] == [[], []]


def test_calls_of_an_event_where_one_has_no_role_any_more_are_not_shown(con: Convention) -> None:
    client = judge(con)
    EventRole.objects.filter(event=con.side, user__username="the-floor_judge").delete()
    assert [item.event for item in client.get(address(con)).context["items"]] == ["Main Event"]


def test_a_call_that_is_resolved_is_gone(con: Convention) -> None:
    client = judge(con)
    for item in client.get(address(con)).context["items"]:
        client.post(item.acts[-1].url)
    assert client.get(address(con)).context["items"] == []


def acting() -> Actor:
    return Actor(user=User.objects.get(username="the-floor_judge"))


def strip(client: Client, event: Event) -> list[tuple[str, list[int]]]:
    """What the strip on the judges' pages of an event says of the other events: each with its tables."""
    page = client.get(reverse("judging:tables", args=[event.slug]))
    part = client.get(reverse("judging:calls_waiting", args=[event.slug]))
    assert page.context["strip"].ids == part.context["strip"].ids
    return [(other.event, [now.call.table for now in other.calls]) for other in part.context["strip"].elsewhere]


def test_the_pages_of_one_event_say_that_a_table_of_another_waits(con: Convention) -> None:
    client = judge(con)
    assert strip(client, con.main) == [("Blitz Side Event", [9])]
    page = client.get(reverse("judging:tables", args=[con.main.slug])).text
    assert "1 table is waiting for you in Blitz Side Event:" in " ".join(page.split())
    assert f'href="{reverse("judging:calls", args=[con.side.slug])}"' in page
    assert str(Call.objects.get(event=con.side).pk) in page, "it rings, too"
    claim_call(call=Call.objects.get(event=con.side), actor=acting())
    assert strip(client, con.main) == []
    assert strip(client, con.side) == [("Main Event", [1])]


def test_only_who_answers_calls_there_is_told_of_them(con: Convention) -> None:
    assert strip(judge(con, Role.SCOREKEEPER), con.main) == []
    client = judge(con)
    EventRole.objects.filter(event=con.side, user__username="the-floor_judge").delete()
    assert strip(client, con.main) == []


def test_nobody_is_told_of_calls_of_a_club_whose_second_factor_they_lack(con: Convention) -> None:
    client = judge(con)
    club = Organisation.objects.create(name="Harbour Club", slug="harbour", second_factor_required=True)
    Event.objects.filter(pk=con.side.pk).update(organisation=club)
    assert strip(client, con.main) == []
    with_app(User.objects.get(username="the-floor_judge"))
    assert strip(client, con.main) == [("Blitz Side Event", [9])]


def test_a_call_at_another_event_rings_in_its_zone_first(con: Convention) -> None:
    north, south = (judge(con, name=name) for name in ("nora", "saul"))
    for zone, tables, lead in (("North", "5-12", "nora"), ("South", "1-4", "saul")):
        lead_user = User.objects.get(username=lead)
        set_zone(place=con.day, actor=con.desk, name=zone, tables=tables, lead=lead_user)
    assert strip(north, con.main) == [("Blitz Side Event", [9])]
    assert strip(south, con.main) == []
    page = south.get(reverse("judging:calls_waiting", args=[con.main.slug])).context["strip"]
    assert 0 < page.again <= 120, "the page looks again when the call goes on to more judges"


def test_open_pages_of_the_other_events_look_again(con: Convention) -> None:
    def version() -> int:
        return LiveVersion.objects.get(event=con.main, part="calls").version

    judge(con)
    before = version()
    call = Call.objects.get(event=con.side)
    claim_call(call=call, actor=acting())
    assert version() == before + 1
    resolve_call(call=call, actor=acting())
    assert version() == before + 2
    Event.objects.filter(pk=con.main.pk).update(finished_at=con.main.created_at)
    call_judge(match=call.match, actor=con.desk)
    assert version() == before + 2


def test_an_event_of_its_own_asks_for_no_other_calls(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    event = event_of(2)
    with django_assert_num_queries(0):
        assert strip_of(event, UserFactory.build(), [], event.created_at).elsewhere == []
