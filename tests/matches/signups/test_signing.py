"""Signing up, changing it and withdrawing; who gets in; and places that become free."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from matches.attendance.services import check_in, drop_entry
from matches.audit.services import Actor
from matches.enums import Admission, EntryStatus, Role
from matches.errors import NotAllowed, Refused
from matches.events.services.events import update_event
from matches.events.services.plans import plan_of
from matches.models import Event, Player, SignUp
from matches.people.services.entries import add_entry
from matches.people.services.links import make_player_link, resolve_player_link, revoke_player_links
from matches.people.services.removal import remove_entry
from matches.signups.about_labels import facts_of
from matches.signups.queries import WhyClosed, place_on_list, places_of, why_closed
from matches.signups.services.admission import accept_sign_ups, move_sign_ups, restore_sign_up
from matches.signups.services.declining import decline_sign_ups, mark_paid
from matches.signups.services.signing import _is_known_id, change_sign_up, sign_up, sign_up_of, withdraw_sign_up
from tests.factories import EventFactory, RoundFactory, StageFactory, staff

pytestmark = pytest.mark.django_db
ADMITTED = Admission.CONFIRMED


def open_event(capacity: int | None = None, **options: Any) -> Event:
    return EventFactory(options={"sign_up": {"is_open": True, "capacity": capacity, **options}})


def organiser(event: Event) -> Actor:
    return Actor(user=staff(event, Role.ORGANISER))


def states(event: Event) -> list[str]:
    return list(event.sign_ups.order_by("turn").values_list("state", flat=True))


def test_who_signs_up_is_a_registered_player_with_the_link_that_was_shown() -> None:
    event = open_event(email="required")
    new = sign_up(event=event, name="  Ada   Okafor ", email="ada@example.org")
    entry = new.sign_up.entry
    assert entry is not None
    assert (entry.player.name, entry.player.email, entry.status) == (
        "Ada Okafor",
        "ada@example.org",
        EntryStatus.REGISTERED,
    )
    assert resolve_player_link(new.token) == entry
    assert sign_up_of(new.token) is None
    assert (new.sign_up.name, new.sign_up.email) == ("", "")  # the player has them now
    row = event.audit_rows.get()
    assert (row.act, row.user, "Ada" in str(row.details)) == ("sign_up", None, False)


def test_the_last_place_is_followed_by_the_waiting_list_in_order() -> None:
    event = open_event(2)
    people = [sign_up(event=event, name=name) for name in ("Ada", "Bo", "Cy", "Di")]
    assert states(event) == [ADMITTED, ADMITTED, Admission.WAITING, Admission.WAITING]
    assert [place_on_list(new.sign_up) for new in people[2:]] == [1, 2]
    waiting = sign_up_of(people[3].token)
    assert waiting is not None
    assert waiting.name == "Di"

    withdraw_sign_up(sign_up=people[0].sign_up, actor=Actor(sign_up=people[0].sign_up))
    assert states(event) == [Admission.WITHDRAWN, ADMITTED, ADMITTED, Admission.WAITING]
    assert [entry.player.name for entry in event.entries.order_by("number")] == ["Bo", "Cy"]
    assert resolve_player_link(people[2].token) is not None
    gone = sign_up_of(people[0].token)
    assert gone is not None
    assert gone.name == "Ada"
    assert not Player.objects.filter(name="Ada").exists()


@pytest.mark.parametrize("freed_by", ["desk removes", "capacity", "declined"])
def test_a_place_that_becomes_free_goes_to_the_first_who_waits(freed_by: str) -> None:
    event = open_event(1)
    first, second = sign_up(event=event, name="Ada"), sign_up(event=event, name="Bo")
    actor = organiser(event)
    if freed_by == "desk removes":
        assert first.sign_up.entry is not None
        remove_entry(actor=actor, entry=first.sign_up.entry)
    elif freed_by == "declined":
        decline_sign_ups(event=event, actor=actor, sign_ups=[first.sign_up])
    else:
        StageFactory(event=event, rounds_planned=3)
        update_event(event=event, actor=actor, plan=plan_of(event).changed(capacity=2))
    second.sign_up.refresh_from_db()
    assert second.sign_up.state == ADMITTED
    first.sign_up.refresh_from_db()
    expected = {"desk removes": "withdrawn", "declined": "declined", "capacity": "confirmed"}
    assert first.sign_up.state == expected[freed_by]
    if freed_by != "capacity":
        restore_sign_up(sign_up=first.sign_up, actor=actor)
        assert states(event) == [ADMITTED, Admission.WAITING]  # behind the one who moved up


def test_players_whom_the_desk_adds_take_places_as_well() -> None:
    event = open_event(1)
    add_entry(event=event, actor=organiser(event), name="Walk-in")
    assert sign_up(event=event, name="Ada").sign_up.state == Admission.WAITING
    places = places_of(event)
    assert (places.capacity, places.taken, places.waiting, places.left) == (1, 1, 1, 0)


def test_with_approval_the_organiser_lets_people_in() -> None:
    event = open_event(1, approval=True)
    rows = [sign_up(event=event, name=name).sign_up for name in ("Ada", "Bo", "Cy")]
    actor = organiser(event)
    assert states(event) == [Admission.PENDING] * 3
    accept_sign_ups(event=event, actor=actor, sign_ups=[rows[2]])
    accept_sign_ups(event=event, actor=actor, sign_ups=rows[:2])
    assert states(event) == [Admission.WAITING, Admission.WAITING, ADMITTED]
    scorekeeper = Actor(user=staff(event, Role.SCOREKEEPER))
    with pytest.raises(NotAllowed):
        accept_sign_ups(event=event, actor=scorekeeper, sign_ups=[rows[1]], over_capacity=True)
    accept_sign_ups(event=event, actor=actor, sign_ups=[rows[1]], over_capacity=True)
    assert states(event) == [Admission.WAITING, ADMITTED, ADMITTED]
    assert places_of(event).left == 0


def test_the_organiser_moves_somebody_up_for_a_reason() -> None:
    event = open_event(1)
    rows = [sign_up(event=event, name=name).sign_up for name in ("Ada", "Bo", "Cy", "Di")]
    actor = organiser(event)
    with pytest.raises(Refused, match="reason"):
        move_sign_ups(event=event, actor=actor, sign_ups=[rows[3]], place=1, reason=" ")
    for place in (0, 4):
        with pytest.raises(Refused) as refused:
            move_sign_ups(event=event, actor=actor, sign_ups=[rows[3]], place=place, reason="Judge")
        assert refused.value.parameter == "place"
    move_sign_ups(event=event, actor=actor, sign_ups=[rows[3]], place=1, reason="Judges the second event")
    order = event.sign_ups.filter(state=Admission.WAITING).order_by("turn").values_list("name", flat=True)
    assert list(order) == ["Di", "Bo", "Cy"]
    row = event.audit_rows.last()
    assert row is not None
    assert (row.act, row.reason, row.details["place"]) == ("move_sign_up", "Judges the second event", 1)
    move_sign_ups(event=event, actor=actor, sign_ups=[rows[2], rows[1]], place=1, reason="Came last time")
    assert list(event.sign_ups.filter(state=Admission.WAITING).order_by("turn").values_list("name", flat=True)) == [
        "Bo",
        "Cy",
        "Di",
    ]
    with pytest.raises(Refused) as refused:
        move_sign_ups(event=event, actor=actor, sign_ups=rows, place=1, reason="Ada is in")
    assert refused.value.code == "not_waiting"


@pytest.mark.parametrize(
    ("fields", "parameter", "code"),
    [
        ({"name": " "}, "name", None),
        ({"email": ""}, "email", "email_missing"),
        ({"email": "ada at home"}, "email", None),
        ({"answers": {}}, "answer_shirt", "answer_missing"),
        ({"answers": {"shirt": "XXL"}}, "answer_shirt", "answer_no_choice"),
        ({"code": "swordfish"}, "code", "code_wrong"),
    ],
)
def test_what_is_wrong_is_said_at_its_field_and_nothing_is_stored(
    fields: dict[str, Any], parameter: str, code: str | None
) -> None:
    shirt = {"key": "shirt", "label": "Shirt", "kind": "choice", "required": True, "choices": ["S", "M"]}
    event = open_event(email="required", questions=[shirt], code="Open Sesame")
    right = {"name": "Ada", "email": "a@example.org", "answers": {"shirt": "M"}, "code": " open sesame"}
    with pytest.raises(Refused) as refused:
        sign_up(event=event, **{**right, **fields})
    assert refused.value.parameter == parameter
    assert code in (None, refused.value.code)
    assert not SignUp.objects.exists()
    entry = sign_up(event=event, **right).sign_up.entry
    assert entry is not None
    assert entry.answers == {"shirt": "M"}


def test_a_field_that_is_not_asked_is_not_stored() -> None:
    event = open_event(email="no")
    entry = sign_up(event=event, name="Ada", email="ada@example.org", external_id="7").sign_up.entry
    assert entry is not None
    assert (entry.player.email, entry.player.external_id) == ("", "")


def test_an_id_that_somebody_has_already_waits_for_the_desk() -> None:
    """The visitor learns nothing about others: it is a sign-up that waits for approval."""
    event = open_event(id="optional")
    sign_up(event=event, name="Ada", external_id="BK-7")
    twice = sign_up(event=event, name="Eve", external_id="bk-7").sign_up
    assert (twice.state, twice.is_doubtful) == (Admission.PENDING, True)


def test_what_was_written_can_be_changed_before_and_after() -> None:
    event = open_event(1, email="optional")
    first, second = sign_up(event=event, name="Ada"), sign_up(event=event, name="Bo")
    for new, name in ((first, "Ada O."), (second, "Bo B.")):
        change_sign_up(sign_up=new.sign_up, actor=Actor(sign_up=new.sign_up), name=name, email="x@example.org")
    assert event.entries.get().player.name == "Ada O."
    assert SignUp.objects.get(pk=second.sign_up.pk).name == "Bo B."
    with pytest.raises(Refused):  # somebody else's
        change_sign_up(sign_up=second.sign_up, actor=Actor(sign_up=first.sign_up), name="Mallory")


def test_when_it_is_closed_it_says_why() -> None:
    now = timezone.now()
    local = f"{now.astimezone(UTC):%Y-%m-%dT%H:%M}"
    event = open_event()
    assert why_closed(event, now) is None
    for options, reason in (
        ({"is_open": False}, WhyClosed.OFF),
        ({"is_open": True, "opens": local}, WhyClosed.EARLY),
        ({"is_open": True, "closes": local}, WhyClosed.LATE),
    ):
        event.options = {"sign_up": options}
        event.save()
        at = now.replace(second=0, microsecond=0) + timedelta(minutes=-1 if reason is WhyClosed.EARLY else 1)
        assert why_closed(event, at) is reason
    with pytest.raises(Refused) as refused:
        sign_up(event=event, name="Ada")
    assert refused.value.code == "sign_up_closed"
    event.options = {"sign_up": {"is_open": True}}
    event.save()
    RoundFactory(stage__event=event, stage__order=1, number=1, status="published")
    assert why_closed(event, now) is WhyClosed.STARTED
    event.finished_at = datetime.now(UTC)
    assert why_closed(event, now) is WhyClosed.FINISHED


def test_paid_goes_along_from_the_waiting_list_into_the_event() -> None:
    event = open_event(1)
    first, second = sign_up(event=event, name="Ada"), sign_up(event=event, name="Bo")
    actor = organiser(event)
    assert mark_paid(event=event, actor=actor, sign_ups=[first.sign_up, second.sign_up], amount="10 €") == 2
    withdraw_sign_up(sign_up=first.sign_up, actor=actor)
    entry = event.entries.get()
    assert (entry.player.name, entry.paid_amount) == ("Bo", "10 €")
    mark_paid(event=event, actor=actor, entries=[entry], paid=False)
    entry.refresh_from_db()
    assert (entry.paid_at, entry.paid_amount) == (None, "")


def test_a_link_that_was_replaced_or_revoked_stays_so_for_who_leaves() -> None:
    event = open_event()
    actor = organiser(event)
    first, second = (sign_up(event=event, name=name) for name in ("Ada", "Bo"))
    assert first.sign_up.entry is not None
    assert second.sign_up.entry is not None
    fresh = make_player_link(actor=actor, entry=first.sign_up.entry).token
    revoke_player_links(event=event, actor=actor, entries=[second.sign_up.entry])
    withdraw_sign_up(sign_up=first.sign_up, actor=Actor(sign_up=first.sign_up))
    decline_sign_ups(event=event, actor=actor, sign_ups=[second.sign_up])
    assert (sign_up_of(first.token), sign_up_of(second.token)) == (None, None)
    assert sign_up_of(fresh) == first.sign_up
    for new in (first, second):
        restore_sign_up(sign_up=new.sign_up, actor=actor)
    assert [resolve_player_link(new.token) for new in (first, second)] == [None, None]
    assert resolve_player_link(fresh) is not None


@pytest.mark.parametrize("status", [EntryStatus.CHECKED_IN, EntryStatus.DROPPED, EntryStatus.DISQUALIFIED])
def test_who_has_checked_in_keeps_the_name_that_the_pairings_show(status: EntryStatus) -> None:
    event = open_event()
    row = sign_up(event=event, name="Ada").sign_up
    dropped = 0 if status in EntryStatus.out() else None
    event.entries.update(status=status, checked_in_at=timezone.now(), dropped_after=dropped)
    with pytest.raises(Refused) as refused:
        change_sign_up(sign_up=row, actor=Actor(sign_up=row), name="Bo")
    assert refused.value.code == "already_here"
    assert event.entries.get().player.name == "Ada"


def test_nothing_changes_in_a_finished_event() -> None:
    event = open_event(2)
    rows = [sign_up(event=event, name=name).sign_up for name in ("Ada", "Bo", "Cy", "Di")]
    actor = organiser(event)
    withdraw_sign_up(sign_up=rows[3], actor=actor)
    Event.objects.filter(pk=event.pk).update(finished_at=timezone.now())
    before = states(event)
    acts = [
        lambda: change_sign_up(sign_up=rows[0], actor=Actor(sign_up=rows[0]), name="Zoe"),
        lambda: withdraw_sign_up(sign_up=rows[0], actor=Actor(sign_up=rows[0])),
        lambda: withdraw_sign_up(sign_up=rows[2], actor=Actor(sign_up=rows[2])),
        lambda: decline_sign_ups(event=event, actor=actor, sign_ups=[rows[1]]),
        lambda: restore_sign_up(sign_up=rows[3], actor=actor),
    ]
    for act in acts:
        with pytest.raises(Refused) as refused:
            act()
        assert refused.value.code == "event_finished"
    assert states(event) == before
    assert sorted(entry.player.name for entry in event.entries.all()) == ["Ada", "Bo"]


def test_an_id_that_is_changed_to_somebodys_waits_for_the_desk_as_well() -> None:
    event = open_event(1, id="optional")
    ada = sign_up(event=event, name="Ada", external_id="\u00c4-7")
    waiting = sign_up(event=event, name="Eve").sign_up
    waiting = change_sign_up(sign_up=waiting, actor=Actor(sign_up=waiting), name="Eve", external_id="\u00e4-7")
    assert (waiting.state, waiting.is_doubtful) == (Admission.PENDING, True)
    withdraw_sign_up(sign_up=ada.sign_up, actor=Actor(sign_up=ada.sign_up))
    assert states(event) == [Admission.WITHDRAWN, Admission.PENDING]


def test_a_player_who_is_dropped_before_the_start_gives_the_place_on() -> None:
    event = open_event(1)
    first, second = sign_up(event=event, name="Ada"), sign_up(event=event, name="Bo")
    actor = organiser(event)
    assert first.sign_up.entry is not None
    check_in(event=event, actor=actor, entries=[first.sign_up.entry])
    drop_entry(actor=actor, entry=first.sign_up.entry)
    second.sign_up.refresh_from_db()
    assert second.sign_up.state == ADMITTED


def test_the_names_of_an_event_are_read_once_for_all_who_get_in() -> None:
    event = open_event(approval=True)
    rows = [sign_up(event=event, name=f"Player {n}").sign_up for n in range(12)]
    actor = organiser(event)
    with CaptureQueriesContext(connection) as queries:
        assert len(accept_sign_ups(event=event, actor=actor, sign_ups=rows)) == 12
    names = [query for query in queries if 'FROM "matches_entry"' in query["sql"] and "shares_name" in query["sql"]]
    assert len([query for query in names if "ORDER BY" in query["sql"]]) == 1


def test_a_link_to_pay_is_shown_without_a_text() -> None:
    event = open_event()
    event.options["page"] = {"fee_link": "https://pay.example.org/"}
    assert "https://pay.example.org/" in [fact.url for fact in facts_of(event, [])]


@pytest.mark.parametrize("ident", ["a1", "A1", "\u00c4b1", "\u00e4B1"])
def test_a_known_id_is_found_with_one_query_whatever_its_letters(ident: str) -> None:
    event = open_event()
    event.options["sign_up"]["id"] = "required"
    event.save()
    for known in ("A1", "\u00e4b1"):
        sign_up(event=event, name=known, external_id=known)
    with CaptureQueriesContext(connection) as queries:
        assert _is_known_id(event, ident)
    assert len(queries) == 1
    assert not _is_known_id(event, "A2")
