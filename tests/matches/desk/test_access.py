"""Who may open and do what: every address of the desk and of the public pages, as each role, by GET and by POST."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from matches.announcements.urls import urlpatterns as announcements
from matches.brackets.urls import urlpatterns as brackets
from matches.desk.urls import urlpatterns as desk
from matches.enums import Role
from matches.forecasts.urls import urlpatterns as forecasts
from matches.live.urls import urlpatterns as live
from matches.me.urls import urlpatterns as me
from matches.models import AuditRow, Event, Match, Round
from matches.people.services.links import make_player_link
from matches.planner.urls import urlpatterns as planner
from matches.public.urls import urlpatterns as public
from matches.ranking.urls import urlpatterns as ranking
from matches.reporting.urls import urlpatterns as reporting
from matches.rounds.urls import urlpatterns as rounds
from matches.walls.urls import urlpatterns as walls
from tests.factories import StageFactory, UserFactory, any_organiser, staff
from tests.matches.playing import entry, event_of, match_at, played, running
from tests.undone import undone

pytestmark = pytest.mark.django_db

DESK = frozenset({Role.ORGANISER, Role.SCOREKEEPER})
HEADS = frozenset({Role.HEAD_JUDGE, Role.DEPUTY_HEAD})
ALL = frozenset(Role)
NONE: frozenset[Role] = frozenset()
CLOCK = DESK | HEADS
NOT_ALLOWED = 405

# Address name -> (its arguments, who may GET, what GET answers them, who may POST, what an empty POST answers them).
STAFF: dict[str, tuple[list[str], frozenset[Role], int, frozenset[Role], int]] = {
    "desk": ([], ALL, 200, ALL, 200),
    "desk_log": ([], HEADS | {Role.ORGANISER}, 200, HEADS | {Role.ORGANISER}, 200),
    "desk_log_file": ([], HEADS | {Role.ORGANISER}, 200, HEADS | {Role.ORGANISER}, 200),
    "rounds": ([], ALL, 200, ALL, 200),
    "pair": ([], NONE, NOT_ALLOWED, DESK, 404),
    "round": (["order", "number"], ALL, 200, ALL, 200),
    "reseat": (["order", "number"], DESK, 200, DESK, 422),
    "round_attempt": (["order", "number", "one"], ALL, 404, ALL, 404),
    "results": ([], ALL, 200, ALL, 422),
    "result_preview": ([], ALL, 200, ALL, 200),
    "confirm_reports": ([], NONE, NOT_ALLOWED, ALL, 302),
    "open_tables": ([], ALL, 200, ALL, 200),
    "open_table": (["match"], ALL, 200, ALL, 422),
    "undo_result": (["match"], ALL, 302, ALL, 302),
    "table": (["match"], ALL, 200, ALL, 422),
    "time_call": (["match"], ALL, 200, ALL, 200),
    "seeds": (["order"], DESK, 404, DESK, 404),
    "desk_standings": ([], ALL, 200, ALL, 200),
    "desk_standings_after": (["order", "first"], ALL, 200, ALL, 200),
    "desk_forecast": ([], ALL, 200, ALL, 200),
    "event_planner": ([], ALL, 200, NONE, NOT_ALLOWED),
    "desk_announcements": ([], CLOCK, 200, CLOCK, 200),
    "staff_announcements": ([], ALL, 200, ALL, 200),
    "announcement_end": (["key"], NONE, NOT_ALLOWED, CLOCK, 404),
    "desk_walls": ([], CLOCK, 200, CLOCK, 200),
    "desk_wall_new": ([], CLOCK, 200, CLOCK, 200),
    "desk_wall": (["one"], CLOCK, 200, CLOCK, 200),
    "desk_wall_remove": (["one"], NONE, NOT_ALLOWED, CLOCK, 422),
    "desk_schedule": ([], ALL, 200, frozenset({Role.ORGANISER}), 200),
    "schedule_delay": ([], NONE, NOT_ALLOWED, DESK, 422),
}
ROUND_ACTS = {
    "publish": DESK,
    "close": DESK,
    "repair": DESK,
    "swap": DESK,
    "withdraw": DESK,
    "start": CLOCK,
    "pause": CLOCK,
    "resume": CLOCK,
    "call": CLOCK,
    "add": CLOCK,
}
PUBLIC: dict[str, tuple[list[str], int]] = {
    "public": ([], 200),
    "public_round": (["order", "number"], 200),
    "draw": (["order", "number"], 200),
    "find": ([], 200),
    "standings": ([], 200),
    "standings_after": (["order", "first"], 200),
    "explained": (["order", "first", "player"], 200),
    "bracket": ([], 404),
    "forecast": ([], 404),
    "players": ([], 200),
    "player": (["player"], 200),
    "wall": ([], 200),
    "wall_numbered": (["one"], 200),
    "announcements": ([], 200),
    "schedule": ([], 200),
    "clock_part": ([], 200),
    "live": ([], 200),
}


@pytest.fixture
def round_() -> Round:
    """The second round of an event, running; the first is closed."""
    event = event_of(4)
    actor = any_organiser()
    played(event, actor)
    return running(event, actor)


@pytest.fixture
def event(round_: Round) -> Event:
    return round_.stage.event


def address(round_: Round, name: str, more: list[str]) -> str:
    values: dict[str, Any] = {
        "order": 1,
        "number": 2,
        "first": 1,
        "one": 1,
        "player": 3,
        "key": uuid.UUID(int=0),
        "match": Match.objects.filter(round=round_).order_by("table").first().pk,  # type: ignore[union-attr]
    }
    return reverse(f"matches:{name}", args=[round_.stage.event.slug, *(values[key] for key in more)])


def act_address(round_: Round, name: str) -> str:
    return reverse("matches:round_act", args=[round_.stage.event.slug, round_.pk, name])


def test_every_address_is_in_the_tables() -> None:
    names = {
        pattern.name
        for pattern in [
            *desk,
            *rounds,
            *reporting,
            *ranking,
            *forecasts,
            *planner,
            *public,
            *brackets,
            *live,
            *announcements,
            *walls,
            *me,
        ]
    }
    assert names == STAFF.keys() | PUBLIC.keys() | {
        "round_act",
        "match_act",
        "me",
        "own_check_in",
        "my_time_call",
        "my_what_if",
        "my_worker",
        "my_app",
        "forget_players",
        "export",
        "planner",
        "plan_job",
    }


WHO = ["anonymous", "other", *Role, "superuser"]
"""An anonymous visitor, another event's organiser, each role, and a superuser, who is organiser everywhere."""


def sign_in(client: Client, event: Event, who: str) -> Role | None:
    """Sign the person in. Returns the role that counts at the event, if any."""
    if who == "anonymous":
        return None
    if who == "other":
        client.force_login(staff(StageFactory().event, Role.ORGANISER))
        return None
    if who == "superuser":
        client.force_login(UserFactory(is_superuser=True))
        return Role.ORGANISER
    client.force_login(staff(event, Role(who)))
    return Role(who)


def expected(who: str, role: Role | None, may: frozenset[Role], status: int) -> int:
    """Anonymous visitors are sent to the sign-in page, people without the right get 403; 405 is the same for all."""
    if status == NOT_ALLOWED:
        return NOT_ALLOWED
    return status if role in may else 302 if who == "anonymous" else 403


def test_every_staff_page(subtests: pytest.Subtests, client: Client, round_: Round) -> None:
    for who in WHO:
        with subtests.test(who=who), undone(client):
            role = sign_in(client, round_.stage.event, who)
            got, wanted = {}, {}
            before = AuditRow.objects.count()
            for name, (more, may_get, get, may_post, post) in STAFF.items():
                url = address(round_, name, more)
                got[name] = (client.get(url).status_code, client.post(url).status_code)
                wanted[name] = (expected(who, role, may_get, get), expected(who, role, may_post, post))
            assert got == wanted
            if role is None:
                assert AuditRow.objects.count() == before


def test_the_sign_in_page_leads_back(client: Client, round_: Round) -> None:
    answer = client.get(reverse("matches:desk", args=[round_.stage.event.slug]))
    assert answer["Location"].startswith(reverse("matches:login") + "?next=/e/")


def test_every_act_on_a_round_and_on_a_line(subtests: pytest.Subtests, client: Client, round_: Round) -> None:
    for who in WHO:
        with subtests.test(who=who), undone(client):
            role = sign_in(client, round_.stage.event, who)
            line = match_at(round_, 1).pk
            lines = {
                name: reverse("matches:match_act", args=[round_.stage.event.slug, line, name]) for name in LINE_ACTS
            }
            acts = {name: (act_address(round_, name), may) for name, may in ROUND_ACTS.items()}
            acts |= {name: (url, DESK) for name, url in lines.items()}
            before = AuditRow.objects.filter(event=round_.stage.event).count()
            assert {client.get(url).status_code for url in lines.values()} == {NOT_ALLOWED}
            assert not any(client.get(url).status_code >= 500 for url, _may in acts.values())
            assert AuditRow.objects.filter(event=round_.stage.event).count() == before, "a GET changed something"
            refused = {name for name, (url, _may) in acts.items() if _is_refusal(client.post(url, {"table": "3"}))}
            assert refused == {name for name, (_url, may) in acts.items() if role not in may}


LINE_ACTS = ("keep", "free", "table")


def _is_refusal(answer: Any) -> bool:
    to_sign_in = answer.status_code == 302 and answer["Location"].startswith(reverse("matches:login"))
    return answer.status_code == 403 or to_sign_in


def test_unknown_acts_and_things_of_other_events_are_not_found(client: Client, round_: Round) -> None:
    other = event_of(2)
    client.force_login(staff(other, Role.ORGANISER))
    match = match_at(round_, 1)
    for name, args in (
        ("round_act", [round_.pk, "publish"]),
        ("match_act", [match.pk, "keep"]),
        ("table", [match.pk]),
        ("undo_result", [match.pk]),
        ("open_table", [match.pk]),
        ("time_call", [match.pk]),
    ):
        answer = client.post(reverse(f"matches:{name}", args=[other.slug, *args]))
        assert answer.status_code == 404, name
        assert "Page not found" in answer.content.decode(), name
    client.force_login(staff(round_.stage.event, Role.ORGANISER))
    answer = client.post(act_address(round_, "promote"))
    assert answer.status_code == 404
    assert "Page not found" in answer.content.decode()


def test_public_pages_are_open_to_all_and_an_unpublished_event_to_its_staff(
    subtests: pytest.Subtests, client: Client, round_: Round
) -> None:
    for who in WHO:
        with subtests.test(who=who), undone(client):
            role = sign_in(client, round_.stage.event, who)
            pages = {name: (address(round_, name, more), status) for name, (more, status) in PUBLIC.items()}
            assert {name: client.get(url).status_code for name, (url, _) in pages.items()} == {
                name: status for name, (_, status) in pages.items()
            }
            Event.objects.filter(pk=round_.stage.event_id).update(published=False)
            hidden = {name: client.get(url) for name, (url, _) in pages.items()}
            assert {name: answer.status_code for name, answer in hidden.items()} == {
                name: status if role else 404 for name, (_, status) in pages.items()
            }
            if role is None:
                assert not [
                    name for name, answer in hidden.items() if round_.stage.event.name in answer.content.decode()
                ]


def test_a_personal_link_opens_its_own_page_until_it_is_revoked(client: Client, event: Event) -> None:
    actor, player = any_organiser(), entry(event, 3)
    token = make_player_link(entry=player, actor=actor).token
    own = client.get(reverse("matches:me", args=[token]))
    assert own.status_code == 200
    assert player.player.name in own.content.decode()
    make_player_link(entry=player, actor=actor)
    for gone in (
        client.get(reverse("matches:me", args=[token])),
        client.post(reverse("matches:me", args=[token]), {"score": "2-0"}),
        client.get(reverse("matches:me", args=["x" * 32])),
        client.get(reverse("matches:my_time_call", args=[token])),
        client.get(reverse("matches:my_what_if", args=[token])),
        client.get(reverse("matches:my_worker", args=[token])),
        client.get(reverse("matches:my_app", args=[token])),
    ):
        assert gone.status_code == 404
        assert player.player.name not in gone.content.decode()
