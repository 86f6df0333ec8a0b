"""Players of one event go on in another."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from matches.attendance.services import check_in
from matches.audit.services import Actor
from matches.enums import EntryStatus, MatchKind, Role, Source, StageKind
from matches.errors import NotAllowed, Refused
from matches.flights.queries import standing_of, top, with_points
from matches.flights.services.qualifying import take_qualifiers
from matches.life.deletion_services import delete_event
from matches.live.queries import event_versions
from matches.models import Entry, Event, Match, QualifyingEvent
from matches.results.services.results import correct_result
from matches.rounds.services.rounds import pair_round, publish_round
from tests.factories import EventRoleFactory, any_organiser, staff
from tests.matches.playing import ONE_TWO, event_of, played, published, stage_of
from tests.matches.playing import entry as entry_at
from tests.told import error_codes, levels

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


@pytest.fixture
def flight(desk: Actor) -> Event:
    event = event_of(8, rounds=2)
    played(event, desk)
    played(event, desk)
    return event


@pytest.fixture
def final() -> Event:
    return event_of(0, rounds=2)


def take(final: Event, flight: Event, desk: Actor, numbers: list[int], **values) -> list[Entry]:
    values = {"carries_points": True, **values}
    return take_qualifiers(event=final, actor=desk, source=flight, numbers=numbers, **values)


def test_the_best_are_entered_and_know_where_they_came_from(desk: Actor, flight: Event, final: Event) -> None:
    best = [row.entry.number for row in top(standing_of(flight), 2)]
    entries = take(final, flight, desk, best)
    assert [entry.came_from.number for entry in entries] == best
    assert [entry.status for entry in entries] == [EntryStatus.REGISTERED] * 2
    assert [entry.player_id for entry in entries] == [entry_at(flight, number).player_id for number in best]
    row = final.audit_rows.get(act="take_qualifiers")
    assert row.details["source"] == str(flight.key)


def test_who_is_in_already_is_skipped_and_nobody_else_is_refused(desk: Actor, flight: Event, final: Event) -> None:
    take(final, flight, desk, [1, 2])
    assert len(take(final, flight, desk, [1, 2, 3])) == 1
    with pytest.raises(Refused) as refused:
        take(final, flight, desk, [1, 2])
    assert (refused.value.code, refused.value.parameter) == ("nobody_chosen", "numbers")


def test_top_and_points_leave_out_who_has_left(desk: Actor, flight: Event) -> None:
    first = standing_of(flight)[0].entry
    Entry.objects.filter(pk=first.pk).update(status=EntryStatus.DROPPED)
    standing = standing_of(flight)
    assert first not in [row.entry for row in top(standing, 4)]
    assert len(top(standing, 4)) == 4
    assert {row.points for row in with_points(standing, Fraction(3))} <= {Fraction(3), Fraction(6)}
    assert top(standing, 0) == []


def test_without_points_they_begin_at_nothing(desk: Actor, flight: Event, final: Event) -> None:
    take(final, flight, desk, [1, 2, 3, 4], carries_points=False, checked_in=True)
    round_ = played(final, desk)
    rows = {row["number"]: row["points"] for row in round_.snapshots.latest("version").rows}
    assert sorted(rows.values()) == [0, 0, 3, 3]


def test_points_are_brought_by_all_or_none(desk: Actor, flight: Event, final: Event) -> None:
    take(final, flight, desk, [1])
    other = event_of(4, rounds=1)
    played(other, desk)
    with pytest.raises(Refused) as refused:
        take(final, other, desk, [1], carries_points=False)
    assert (refused.value.code, refused.value.parameter) == ("points_mixed", "carries_points")


@pytest.mark.parametrize("kind", [StageKind.SINGLE_ELIMINATION, StageKind.ROUND_ROBIN])
def test_points_go_from_swiss_rounds_to_swiss_rounds(desk: Actor, flight: Event, kind: StageKind) -> None:
    final = event_of(0, kind=kind)
    with pytest.raises(Refused) as refused:
        take(final, flight, desk, [1, 2])
    assert refused.value.code == "points_not_swiss"
    assert len(take(final, flight, desk, [1, 2], carries_points=False)) == 2


def test_events_that_count_in_another_way_are_refused(desk: Actor, flight: Event, final: Event) -> None:
    Event.objects.filter(pk=final.pk).update(options={"points": {"win": 2, "draw": 1, "loss": 0, "bye": 2}})
    with pytest.raises(Refused) as refused:
        take(final, flight, desk, [1, 2])
    assert refused.value.code == "points_differ"


def test_an_event_under_way_sends_nobody(desk: Actor, final: Event) -> None:
    flight = event_of(4, rounds=2)
    played(flight, desk)
    published(flight, desk)
    with pytest.raises(Refused) as refused:
        take(final, flight, desk, [1])
    assert (refused.value.code, refused.value.parameter) == ("source_not_played", "source")


def test_another_game_and_the_event_itself_are_refused(desk: Actor, flight: Event, final: Event) -> None:
    Event.objects.filter(pk=final.pk).update(game="bank")
    for event in (final, flight):
        with pytest.raises(Refused) as refused:
            take(Event.objects.get(pk=event.pk), flight, desk, [1])
        assert refused.value.code == ("source_unsuitable" if event == final else "event_finished")


def test_after_the_first_round_nobody_is_taken(desk: Actor, flight: Event, final: Event) -> None:
    take(final, flight, desk, [1, 2], checked_in=True)
    publish_round(round=pair_round(stage=stage_of(final), actor=desk), actor=desk)
    with pytest.raises(Refused) as refused:
        take(final, flight, desk, [3])
    assert refused.value.code == "has_begun"


def test_both_must_be_one_s_own(flight: Event, final: Event) -> None:
    user = EventRoleFactory(event=final, role=Role.ORGANISER).user
    with pytest.raises(NotAllowed):
        take(final, flight, Actor(user=user), [1])
    with pytest.raises(NotAllowed):
        take(final, flight, Actor(user=staff(flight, Role.ORGANISER)), [1])
    assert not QualifyingEvent.objects.exists()


def test_a_flight_that_is_needed_is_not_deleted(desk: Actor, flight: Event, final: Event) -> None:
    take(final, flight, desk, [1, 2])
    with pytest.raises(Refused) as refused:
        delete_event(event=flight, actor=desk, reason="x", typed_name=flight.name)
    assert (refused.value.code, refused.value.details) == ("needed_elsewhere", [final.name])
    delete_event(event=final, actor=desk, reason="x", typed_name=final.name)
    delete_event(event=flight, actor=desk, reason="x", typed_name=flight.name)


def test_the_page_ticks_who_advances_and_enters_them(client: Client, desk: Actor, flight: Event, final: Event) -> None:
    client.force_login(desk.user)
    flights = reverse("matches:event_flights", args=[final.slug])
    page = client.get(flights, {"source": flight.pk, "top": "3"}, follow=True)
    rows = page.context["rows"]
    assert [row.ticked for row in rows][:3] == [True] * 3
    assert sum(row.ticked for row in rows) >= 3
    address = reverse("matches:event_qualifiers", args=[final.slug, flight.slug])
    values = {**page.context["form"].initial, "numbers": [rows[0].number, rows[1].number], "carries_points": "on"}
    page = client.post(address, values, follow=True)
    assert levels(page) == ["success"]
    assert [(one.name, one.players, one.carries_points) for one in page.context["sources"]] == [(flight.name, 2, True)]
    page = client.get(address)
    assert [row.is_here for row in page.context["rows"]][:2] == [True, True]
    assert page.context["form"].initial["carries_points"] is True
    values = {**page.context["form"].initial, "numbers": []}
    refused = client.post(address, values)
    assert error_codes(refused) == {"numbers": ["nobody_chosen"]}


def test_the_page_splits(client: Client, desk: Actor) -> None:
    event = event_of(6)
    client.force_login(desk.user)
    address = reverse("matches:event_flights", args=[event.slug])
    form = client.get(address).context["split_form"]
    assert error_codes(
        client.post(f"{address}split/", {**form.initial, "flights": "5", "by": "lot"}), "split_form"
    ) == {"flights": ["too_few_players"]}
    page = client.post(f"{address}split/", {**form.initial, "flights": "3", "by": "lot"}, follow=True)
    assert levels(page) == ["success"]
    assert Event.objects.count() == 3


def test_who_opens_it(client: Client, flight: Event, final: Event) -> None:
    addresses = [
        reverse("matches:event_flights", args=[final.slug]),
        reverse("matches:event_qualifiers", args=[final.slug, flight.slug]),
    ]
    for address in addresses:
        assert client.get(address).status_code == 302
    client.force_login(staff(final, Role.SCOREKEEPER))
    assert [client.get(address).status_code for address in addresses] == [403, 403]
    client.force_login(staff(final, Role.ORGANISER))
    assert [client.get(address).status_code for address in addresses] == [200, 404]  # not an organiser of the flight


def test_before_its_first_round_a_day_2_shows_what_is_brought_along(
    client: Client, desk: Actor, flight: Event, final: Event
) -> None:
    client.force_login(desk.user)
    pages = [reverse("matches:desk_standings", args=[final.slug]), reverse("matches:standings", args=[final.slug])]
    best = standing_of(flight)[:3]
    take(final, flight, desk, [row.entry.number for row in best])
    assert {entry.status for entry in final.entries.all()} == {EntryStatus.REGISTERED}
    for page in pages:
        shown = client.get(page)
        assert [(row.rank, row.points, row.url) for row in shown.context["rows"]] == [
            (place, f"{row.points}", "") for place, row in enumerate(best, 1)
        ]
        assert "Points carried over" in shown.content.decode()
    before = event_versions(final)["standings"]
    match = Match.objects.filter(round__stage__event=flight, kind=MatchKind.PLAYED).latest("pk")
    correct_result(match=match, score=ONE_TWO, actor=desk, source=Source.DESK, reason="misread")
    assert event_versions(final)["standings"] > before
    check_in(event=final, actor=desk)
    played(final, desk)
    assert "Points carried over" not in client.get(pages[0]).content.decode()


@pytest.mark.parametrize("carries_points", [True, False])
def test_who_corrects_a_flight_is_shown_that_day_2_changes_with_it(
    client: Client, desk: Actor, flight: Event, final: Event, *, carries_points: bool
) -> None:
    client.force_login(desk.user)
    Event.objects.filter(pk=final.pk).update(name="Day 2")
    take(final, flight, desk, [row.entry.number for row in standing_of(flight)[:3]], carries_points=carries_points)
    match = Match.objects.filter(round__stage__event=flight, kind=MatchKind.PLAYED).latest("pk")
    page = client.post(
        reverse("matches:table", args=[flight.slug, match.pk]), {"score": "0-2", "reason": "misread"}, follow=True
    )
    found = [text for text in page.context["preview"].sentences if "change as well. The players who advanced" in text]
    assert len(found) == carries_points
    assert all("Day 2" in text for text in found)


def test_without_points_brought_along_there_is_nothing_to_show(
    client: Client, desk: Actor, flight: Event, final: Event
) -> None:
    client.force_login(desk.user)
    take(final, flight, desk, [1, 2], carries_points=False)
    assert "No standings yet" in client.get(reverse("matches:desk_standings", args=[final.slug])).content.decode()


def test_a_flight_says_where_its_players_went_and_day_2_is_not_split(
    client: Client, desk: Actor, flight: Event, final: Event
) -> None:
    client.force_login(desk.user)
    pages = {event: reverse("matches:event_flights", args=[event.slug]) for event in (flight, final)}
    assert client.get(pages[flight]).context["onward"] == []
    assert client.get(pages[final]).context["split_form"] is not None
    take(final, flight, desk, [1, 2])
    [onward] = client.get(pages[flight]).context["onward"]
    assert (onward.name, onward.players) == (final.name, 2)
    assert client.get(pages[final]).context["split_form"] is None
    shown = client.get(reverse("matches:desk", args=[flight.slug])).context["after"]
    assert any(final.name in place.label for place in shown)
