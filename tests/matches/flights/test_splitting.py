"""An event is split into flights."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.audit.services import Actor, verify_audit
from matches.enums import Admission, EntryStatus, Role
from matches.errors import NotAllowed, Refused
from matches.flights.services.splitting import split_event
from matches.flights.splitting import Division, divide
from matches.models import Entry, Event, EventRole, QualifyingEvent, SignUp
from matches.people.services.links import make_player_link
from matches.rounds.services.rounds import pair_round
from tests.factories import NOON, EntryFactory, UserFactory, any_organiser, staff
from tests.matches.playing import event_of, played, stage_of

Sizes = st.integers(2, 8)


@given(st.integers(0, 60), Sizes, st.sampled_from(list(Division)), st.integers())
def test_everybody_is_in_one_flight_and_sizes_differ_by_one(
    players: int, flights: int, by: Division, seed: int
) -> None:
    divided = divide(range(players), flights, by, random.Random(seed))
    assert sorted(key for share in divided for key in share) == list(range(players))
    assert len(divided) == flights
    assert max(map(len, divided)) - min(map(len, divided)) <= 1


def test_by_seeds_the_turns_go_there_and_back() -> None:
    assert divide(range(1, 9), 2, Division.SEEDS, random.Random(1)) == [[1, 4, 5, 8], [2, 3, 6, 7]]
    assert divide(range(1, 8), 2, Division.NAMES, random.Random(1)) == [[1, 2, 3, 4], [5, 6, 7]]


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


@pytest.mark.django_db
def test_players_move_with_their_links_and_staff_is_the_same(desk: Actor, client) -> None:
    event = event_of(9)
    judge = staff(event, Role.FLOOR_JUDGE)
    links = {entry.pk: make_player_link(entry=entry, actor=desk).token for entry in event.entries.all()}
    made = split_event(event=event, actor=desk, flights=2)
    event.refresh_from_db()
    assert [one.name for one in made] == [f"{event.name[:-10]}, flight A", f"{event.name[:-10]}, flight B"]
    assert [Entry.objects.filter(event=one).count() for one in made] == [5, 4]
    assert EventRole.objects.filter(event=made[1], user=judge).exists()
    assert [verify_audit(one) for one in made] == [None, None]
    for entry in Entry.objects.select_related("event"):
        page = client.get(f"/p/{links[entry.pk]}/")
        assert page.context["event"] == entry.event
    for one in made:
        played(one, desk)


@pytest.mark.django_db
def test_seeds_decide_and_without_them_names(desk: Actor) -> None:
    event = event_of(4)
    for number, seed in ((1, 4), (2, 3), (3, 2), (4, 1)):
        Entry.objects.filter(event=event, number=number).update(seed=seed)
    made = split_event(event=event, actor=desk, flights=2)
    assert [set(Entry.objects.filter(event=one).values_list("seed", flat=True)) for one in made] == [{1, 4}, {2, 3}]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"flights": 1}, "flights_out_of_range"),
        ({"flights": 9}, "flights_out_of_range"),
        ({"by": "hair"}, "division_unknown"),
    ],
)
def test_what_cannot_be_asked(desk: Actor, values: dict, code: str) -> None:
    with pytest.raises(Refused) as refused:
        split_event(**{"event": event_of(8), "actor": desk, "flights": 2, **values})
    assert refused.value.code == code
    assert Event.objects.count() == 1


@pytest.mark.django_db
def test_an_event_that_has_begun_or_is_too_small_or_has_open_sign_ups_is_refused(desk: Actor) -> None:
    begun = event_of(4)
    pair_round(stage=stage_of(begun), actor=desk)
    small = event_of(3)
    day_two = event_of(4)
    QualifyingEvent.objects.create(event=day_two, source=begun, carries_points=False, created_at=NOON)
    waiting = event_of(4)
    SignUp.objects.create(
        event=waiting, state=Admission.WAITING, turn=1, name="Bo", token_hash="x", created_at=NOON, changed_at=NOON
    )
    wrong = {begun: "has_begun", small: "too_few_players", waiting: "sign_ups_open", day_two: "has_qualifiers"}
    for event, code in wrong.items():
        with pytest.raises(Refused) as refused:
            split_event(event=event, actor=desk, flights=2)
        assert refused.value.code == code
    assert Event.objects.count() == 4


@pytest.mark.django_db
def test_only_its_organiser_splits_it() -> None:
    event = event_of(4)
    for user in (UserFactory(), staff(event, Role.SCOREKEEPER)):
        with pytest.raises(NotAllowed):
            split_event(event=event, actor=Actor(user=user), flights=2)
    assert Event.objects.count() == 1


@pytest.mark.django_db
def test_who_is_not_checked_in_moves_as_well(desk: Actor) -> None:
    event = event_of(4)
    EntryFactory(event=event, number=9, status=EntryStatus.REGISTERED)
    made = split_event(event=event, actor=desk, flights=2)
    assert sum(Entry.objects.filter(event=one).count() for one in made) == 5
