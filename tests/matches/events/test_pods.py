"""The tables of an event: how many sit there, by settings, form and API; what cannot be is said at its field."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from matches.audit.services import Actor
from matches.errors import Refused
from matches.events.queries.pods import event_pods, setup_from
from matches.events.services.events import create_event, update_event
from matches.events.services.plans import EventPlan, changed_plan
from matches.models import Event
from tests.factories import EntryFactory, UserFactory
from tests.matches.pods import pod_event
from tests.matches.setup.test_views import NEW, event, given, organiser, settings_url, user  # noqa: F401
from tests.undone import undone

pytestmark = pytest.mark.django_db

PIECES = {"game": "bankrupt", "preset": "capped", "rules": None, "cap_minutes": None}
STAGE = {"game": "stage", "preset": "custom", "rules": {}}


def plan(**chosen: Any) -> EventPlan:
    given = {"game": "bank", "preset": "custom", "rules": {}, "cap_minutes": 40, "rounds": 4}
    return EventPlan(name="Pods", date=date(2026, 11, 28), **{**given, **chosen})


def made(**chosen: Any) -> Event:
    return create_event(actor=Actor(user=UserFactory()), plan=plan(**chosen), seed=1)


def field_of(**chosen: Any) -> str:
    with pytest.raises(Refused) as refused:
        made(**chosen)
    return refused.value.parameter


def test_two_sit_at_a_table_unless_the_organiser_or_the_game_says_more() -> None:
    assert event_pods(made()) is None
    assert event_pods(made(pod_size=2)) is None
    setup = event_pods(made(pod_size=4))
    assert setup is not None
    assert (setup.size, setup.least, setup.most, setup.bye) == (4, 3, 4, 3)


def test_sizes_follow_the_game_where_nothing_is_said() -> None:
    usual = setup_from({}, range(3, 18))
    assert usual is not None
    assert (usual.size, usual.least, usual.most) == (4, 3, 4)
    strict = setup_from({}, range(4, 18))
    assert strict is not None
    assert (strict.size, strict.least, strict.most) == (4, 4, 5)
    many = setup_from({}, range(6, 9))
    assert many is not None
    assert (many.size, many.least, many.most) == (6, 6, 7)
    even = setup_from({"size": 4}, (2, 4, 6, 8))
    assert even is not None
    assert (even.size, even.least, even.most) == (4, 4, 4)


def test_what_is_chosen_is_kept() -> None:
    event = made(pod_size=4, pod_least=2, pod_repeats="weighed", pod_seats="lot", pod_rest="byes", pod_bye=2)  # noqa: F811
    setup = event_pods(event)
    assert setup is not None
    assert (setup.least, setup.most, setup.bye) == (2, 4, 2)
    assert setup.weighed
    assert setup.by_lot
    assert setup.rest_byes
    kept = changed_plan(event, {"venue": "Hall"})
    assert (kept.pod_size, kept.pod_repeats) == (4, "weighed")


def test_sizes_that_cannot_be_are_refused_at_their_field(subtests: pytest.Subtests) -> None:
    for chosen, field in [
        ({"pod_size": 5}, "pod_size"),  # Bank seats four at the most
        ({"pod_size": 1}, "pod_size"),
        ({"pod_size": 3, "pod_least": 4}, "pod_least"),
        ({"pod_size": 3, "pod_least": 1}, "pod_least"),
        ({"pod_size": 4, "pod_most": 3}, "pod_most"),
        ({"pod_size": 4, "pod_most": 5}, "pod_most"),
        ({"pod_size": 4, "pod_bye": 4}, "pod_bye"),
        ({"pod_least": 3}, "pod_least"),
        ({"pod_apart": "1-2"}, "pod_apart"),
        ({"pod_size": 4, "pod_apart": "1-2 Ada"}, "pod_apart"),
        ({"pod_size": 4, "pod_apart": "7-7"}, "pod_apart"),
        ({**PIECES, "kind": "round_robin", "rounds": None}, "kind"),
        ({**PIECES, "pod_size": 2}, "pod_size"),
        ({**PIECES, "pod_size": 18}, "pod_size"),
        ({**PIECES, "pod_size": 6, "pod_least": 2}, "pod_least"),
        ({**PIECES, "preset": "bankrupt", "pod_least": 3}, "pod_least"),  # its rules want four
        ({**PIECES, "tie_breaks": ["omw"]}, "tie_breaks"),
        ({"tie_breaks": ["firsts"]}, "tie_breaks"),
        ({**STAGE, "pod_size": 3}, "pod_size"),  # two, four, six or eight
        ({**STAGE, "pod_size": 4, "pod_least": 3}, "pod_least"),
        ({**STAGE, "pod_size": 6, "pod_most": 8}, "pod_most"),
        ({**STAGE, "rules": {"teams": True}, "pod_size": 2}, "pod_size"),  # teams begin with four
        ({"game": "bankout", "preset": "spectacle", "rules": None, "cap_minutes": None, "pod_size": 4}, "pod_size"),
    ]:
        with subtests.test(chosen=chosen, field=field), undone():
            assert field_of(**chosen) == field


def test_the_suggested_rounds_are_those_of_pods() -> None:
    event = made(pod_size=4, rounds=None)  # noqa: F811
    assert event.stages.get().rounds_planned == 4  # while nobody has signed up
    for number in range(1, 18):
        EntryFactory(event=event, number=number)
    update_event(event=event, actor=Actor(user=UserFactory(is_superuser=True)), plan=changed_plan(event, {}))
    assert event.stages.get().rounds_planned == 4
    EntryFactory.create_batch(32, event=event)
    update_event(event=event, actor=Actor(user=UserFactory(is_superuser=True)), plan=changed_plan(event, {}))
    assert event.stages.get().rounds_planned == 5


def test_the_form_says_what_is_wrong_at_the_field_and_keeps_it(organiser: Client) -> None:  # noqa: F811
    response = organiser.post(NEW, given(pod_size="9"))
    assert response.status_code == 422
    form = response.context["form"]
    assert form["pod_size"].errors
    assert form["pod_size"].value() == "9"
    assert form.pods_open()


def test_the_form_offers_to_weigh_repeats_in_a_small_field(organiser: Client, user: Any) -> None:  # noqa: F811
    small = pod_event(20, rounds=4, game="bank", size=4)
    small.roles.create(user=user, role="organiser")
    text = organiser.get(settings_url(small)).content.decode()
    assert "With 20 players and 4 rounds, weigh rematches" in text


def test_the_api_has_the_settings() -> None:
    event = made(pod_size=4)  # noqa: F811
    client = APIClient()
    client.force_login(UserFactory(is_superuser=True))
    url = f"/api/v1/events/{event.slug}/"
    assert client.get(url).json()["pod_size"] == 4
    refused = client.patch(url, {"pod_least": 5}, format="json")
    assert refused.status_code == 422
    assert "pod_least" in str(refused.json())
    assert client.patch(url, {"pod_least": 2, "pod_seats": "lot"}, format="json").status_code == 200
    event.refresh_from_db()
    assert event.options["pods"]["least"] == 2


def test_points_that_cannot_be_are_refused_at_their_field(subtests: pytest.Subtests) -> None:
    for chosen, field in [
        ({"pod_points": "5-3-2-1"}, "pod_points"),  # two at a table
        ({"pod_size": 4, "pod_points": "5-x"}, "pod_points"),
        ({"pod_size": 4, "pod_points": "5-3-1"}, "pod_points"),  # no row for four
        ({"pod_size": 4, "pod_least": 4, "pod_points": "5-3-2-1 5-3-1"}, "pod_points"),
        ({"pod_size": 4, "pod_points": "5-3-2-1", "pod_bye": 6}, "pod_bye"),
        ({"pod_size": 4, "pod_draw_points": 4}, "pod_draw_points"),
    ]:
        with subtests.test(chosen=chosen, field=field), undone():
            assert field_of(**chosen) == field


def test_a_bye_is_worth_the_first_row_unless_it_is_set() -> None:
    setup = event_pods(made(pod_size=4, pod_points="4.5-3-2-1"))
    assert setup is not None
    assert (setup.terms.bye, setup.bye_number) == (4.5, 4.5)
    less = event_pods(made(pod_size=4, pod_points="5-3-2-1", pod_bye=3, pod_draw_points=0))
    assert less is not None
    assert (less.terms.bye, less.terms.draw) == (3, 0)


def test_the_form_shows_the_mean_of_each_row_and_says_where_they_differ(organiser: Client, user: Any) -> None:  # noqa: F811
    table = pod_event(8, game="bank", size=4, points="5-3-2-1")
    table.roles.create(user=user, role="organiser")
    text = organiser.get(settings_url(table)).content.decode()
    assert "5-3-2-1 (mean 2.75), 5-2.5-1 (mean 2.83," in text
    assert "The averages differ" in text
    even = pod_event(8, game="bank", size=4, points="3-2-1-0")
    even.roles.create(user=user, role="organiser")
    assert "The averages differ" not in organiser.get(settings_url(even)).content.decode()
