"""The event's public page once it is finished, and the event's colour on all of its pages."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from matches.audit.services import Actor
from matches.colours import ColourFault, colour_fault
from matches.enums import StageKind
from matches.errors import Refused
from matches.events.declarations.catalogue import all_settings
from matches.events.services.sign_up import COLOUR_FAULTS, sign_up_problems
from matches.final.queries import final_ranking
from matches.models import Event, Player
from tests.factories import any_organiser
from tests.matches.playing import event_of, played

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


def finished(desk: Actor, **options: object) -> Event:
    """Two Swiss rounds and a cut to four, played to the end."""
    event = event_of(8, rounds=2, cut=4)
    event.options = {**event.options, **options}
    event.save(update_fields=["options"])
    played(event, desk, seed=1)
    played(event, desk, seed=2)
    for _round in range(2):
        played(event, desk, order=2)
    return Event.objects.get(pk=event.pk)


def page(client: Client, event: Event, name: str = "public") -> str:
    return client.get(reverse(f"matches:{name}", args=[event.slug])).content.decode()


def test_the_podium_has_the_first_three_with_the_champion_first(client: Client, desk: Actor) -> None:
    event = finished(desk)
    ranking = final_ranking(event)
    assert ranking is not None

    text = page(client, event)

    assert re.findall(r'class="podium-place">(\d)<', text) == ["1", "2", "3"]
    podium = text[text.index('class="podium"') : text.index("</ol>", text.index('class="podium"'))]
    names = [row.entry.player.name for row in ranking.rows[:3]]
    assert re.findall(r"<bdi>([^<]+)</bdi>", podium) == names
    assert podium.count("Champion") == 1
    assert f"<h1>{event.name}</h1>" in text


def test_the_day_in_numbers(client: Client, desk: Actor) -> None:
    finish = client.get(reverse("matches:public", args=[finished(desk).slug])).context["finish"]

    assert (finish.players, finish.rounds, finish.matches) == (8, 4, 4 + 4 + 2 + 1)


def test_the_champions_path_is_drawn_and_written(client: Client, desk: Actor) -> None:
    event = finished(desk)
    finish = client.get(reverse("matches:public", args=[event.slug])).context["finish"]
    champion = finish.bracket.champion

    assert [won.round for won in finish.path] == ["Semi-finals", "Final"]
    assert champion not in [won.against for won in finish.path]
    assert len(finish.bracket.path) == 1
    marked = [seat.name for match in finish.bracket.matches for seat in match.seats if seat.champion]
    assert marked == [champion, champion]
    assert page(client, event, "bracket").count('class="bracket-line bracket-path"') == 1


def test_the_path_is_the_champions_own_where_all_have_one_name(client: Client, desk: Actor) -> None:
    event = finished(desk)
    Player.objects.filter(entries__event=event).update(name="Kim Lee")

    finish = client.get(reverse("matches:public", args=[event.slug])).context["finish"]

    assert [won.round for won in finish.path] == ["Semi-finals", "Final"]


def test_a_bracket_without_a_champion_marks_no_path(client: Client, desk: Actor) -> None:
    event = event_of(4, kind=StageKind.SINGLE_ELIMINATION)
    played(event, desk)

    assert "bracket-path" not in page(client, event, "bracket")


def test_prizes_and_thanks_are_the_organisers_own_words(client: Client, desk: Actor) -> None:
    words = {"thanks": "To **Corner House**.\n\n<script>alert(1)</script>", "prizes": "A glass."}
    text = page(client, finished(desk, page=words))

    assert "To <strong>Corner House</strong>." in text
    assert "A glass." in text
    assert "<script>alert" not in text
    without = page(client, finished(desk))
    assert "finish-thanks" not in without
    assert "finish-prizes" not in without


def test_before_its_end_the_event_shows_its_pairings(client: Client, desk: Actor) -> None:
    event = event_of(8, rounds=2)
    played(event, desk, seed=1)

    answer = client.get(reverse("matches:public", args=[event.slug]))

    assert answer.context["finish"] is None
    assert "podium" not in answer.content.decode()


def test_the_pairings_of_a_round_stay_at_their_address(client: Client, desk: Actor) -> None:
    event = finished(desk)

    text = client.get(reverse("matches:public_round", args=[event.slug, 1, 2])).content.decode()

    assert "podium" not in text
    assert 'id="pairings"' in text


def test_the_colour_is_a_stripe_on_the_public_pages(client: Client, desk: Actor) -> None:
    event = event_of(4)
    assert "event-stripe" not in page(client, event)
    event.options = {**event.options, "page": {"colour": "#b3452a"}}
    event.save()

    for name in ("public", "standings", "players", "about"):
        assert '<rect fill="#b3452a"' in page(client, event, name), name


def test_the_colour_that_the_texts_name_can_be_taken() -> None:
    [setting] = [setting for setting in all_settings() if setting.key == "colour"]
    for text in (setting.help, COLOUR_FAULTS[ColourFault.UNREADABLE]):
        [example] = re.findall(r"#[0-9a-f]{6}", str(text))
        assert colour_fault(example) is None


@pytest.mark.parametrize(
    ("colour", "code", "says"),
    [
        ("#ffd400", "colour_too_light", "darker"),
        ("#14532d", "colour_too_dark", "lighter"),
        ("red", "colour_unreadable", "#"),
    ],
)
def test_a_colour_that_some_cannot_see_is_refused_with_what_to_do(colour: str, code: str, says: str) -> None:
    values = {setting.key: setting.new_value() for setting in all_settings()}
    assert sign_up_problems(values) == []

    [problem] = sign_up_problems({**values, "colour": colour})

    assert isinstance(problem, Refused)
    assert (problem.code, problem.parameter) == (code, "colour")
    assert says in str(problem)
