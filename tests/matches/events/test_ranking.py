"""Points, tie-breaks and floors of an event: on the form, in the API, in the audit row, in the standings."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from matches.enums import RoundStatus
from matches.events.queries.games import game_presets
from matches.history import Scoring
from matches.models import Event
from matches.snapshots.history_queries import scoring_of
from matches.snapshots.queries import standings_settings
from tests.factories import RoundFactory
from tests.matches.setup.test_views import NEW, event, given, organiser, settings_url, user  # noqa: F401
from tests.undone import undone

pytestmark = pytest.mark.django_db

RANKING: dict[str, Any] = {
    "win_points": "2",
    "draw_points": "1",
    "loss_points": "0",
    "bye_points": "2",
    "match_floor": "0.33",
    "round_floor": "1/4",
    "assigned_loss_rounds": "2",
}
ORDER = {f"tie_breaks_{place}": key for place, key in enumerate(("rw", "", "omw", "lot", ""))}


def preset_with(unit: str) -> str:
    """The form's value of the first preset whose scores are counted in this unit."""
    return next(
        f"{game.key}:{preset.key}"
        for game, preset in game_presets()
        if game.scoring(game.rule_set(preset.rules)).unit == unit
    )


def test_the_form_sets_what_pairing_and_standings_read(organiser: Client) -> None:  # noqa: F811
    response = organiser.post(NEW, given(preset=preset_with("rounds"), **RANKING, **ORDER))
    assert response.status_code == 302
    event = Event.objects.get()  # noqa: F811
    assert scoring_of(event) == Scoring(win=2, draw=1, loss=0, bye=2)
    settings = standings_settings(event.stages.get(order=1))
    assert settings.order == ("rw", "omw", "lot")
    assert (settings.match_floor, settings.round_floor) == (Fraction(33, 100), Fraction(1, 4))
    assert settings.assigned_loss_rounds == 2
    details = event.audit_rows.get().details
    assert (details["tie_breaks"], details["win_points"], details["match_floor"]) == (["rw", "omw", "lot"], 2, "0.33")

    page = organiser.get(settings_url(event))
    assert page.context["form"].ranking_open()
    assert page.context["form"]["tie_breaks"].value() == ["rw", "omw", "lot"]
    organiser.post(settings_url(event), given(preset=preset_with("rounds"), **RANKING, **ORDER))
    row = event.audit_rows.last()
    assert row is not None
    assert "win_points" not in row.details["changed"]
    assert "tie_breaks" not in row.details["changed"]


def test_without_a_choice_the_games_own_values_count(event: Event) -> None:  # noqa: F811
    assert scoring_of(event) == Scoring()
    settings = standings_settings(event.stages.get(order=1))
    assert settings.order == game_presets()[0].game.scoring(settings_rules(event)).tie_breaks
    assert settings.match_floor == Fraction(1, 3)


def settings_rules(event: Event) -> Any:  # noqa: F811
    return game_presets()[0].game.rule_set(event.rules)


def test_what_does_not_fit_is_said_at_its_field(subtests: pytest.Subtests, organiser: Client) -> None:  # noqa: F811
    for changes, field, words in [
        ({"draw_points": "4"}, "draw_points", "Nothing can be worth more than a win"),
        ({"bye_points": "4"}, "bye_points", "Nothing can be worth more than a win (2 points)."),
        ({"win_points": "1", "bye_points": "4"}, "bye_points", "Nothing can be worth more than a win (1 point)."),
        ({"win_points": "0"}, "win_points", "Enter 1 or more."),
        ({"loss_points": "-1"}, "loss_points", "Enter 0 or more."),
        ({"draw_points": ""}, "draw_points", "Fill this in."),
        ({"match_floor": "1/0"}, "match_floor", "a fraction from 0 to 1"),
        ({"match_floor": "33"}, "match_floor", "a fraction from 0 to 1"),
        ({"round_floor": "a third"}, "round_floor", "a fraction from 0 to 1"),
        ({"assigned_loss_rounds": "99"}, "assigned_loss_rounds", "Enter 9 or less."),
        ({"tie_breaks_1": "rw"}, "tie_breaks", "twice"),
        ({"tie_breaks_1": "bank_diff"}, "tie_breaks", "cannot be used with the scores"),
        ({"tie_breaks_1": "height"}, "tie_breaks", "“height”"),
    ]:
        with subtests.test(changes=changes, field=field, words=words), undone():
            sent = given(preset=preset_with("rounds"), **{**RANKING, **ORDER, **changes})
            page = organiser.post(NEW, sent)
            form = page.context["form"]
            assert form.errors.keys() == {field}
            assert words in str(form.errors[field])
            assert form.ranking_open()
            assert not Event.objects.exists()


def test_every_place_of_a_long_order_is_shown_and_kept(organiser: Client, event: Event) -> None:  # noqa: F811
    order = ["omw", "head_to_head", "buchholz", "sonneborn_berger", "wins", "losses_late", "lot"]
    Event.objects.update(options={"standings": {"order": order}})
    page = organiser.get(settings_url(event))
    assert page.content.decode().count('name="tie_breaks_') == len(order) + 1
    sent = {f"tie_breaks_{place}": key for place, key in enumerate([*order[1:], order[0]])}
    assert organiser.post(settings_url(event), given(**RANKING, **sent)).status_code == 302
    event.refresh_from_db()
    assert event.options["standings"]["order"] == [*order[1:], order[0]]


def test_points_and_tie_breaks_stay_from_the_first_published_round_on(organiser: Client, event: Event) -> None:  # noqa: F811
    RoundFactory(stage=event.stages.first(), status=RoundStatus.PUBLISHED)
    page = organiser.post(settings_url(event), given(**RANKING))
    assert "points, tie-breaks and floors can no longer be changed" in str(page.context["form"].errors)
    shown = organiser.get(settings_url(event)).content.decode()
    assert "points, tie-breaks and floors can no longer be changed" in shown
    assert organiser.post(settings_url(event), given(locked="True", venue="Hall 3")).status_code == 302


def test_the_api_sets_reads_and_refuses_them(account: APIClient) -> None:
    body = {"name": "Spring Open", "date": "2027-04-03", "preset": preset_with("rounds").partition(":")[2]}
    made = account.post("/api/v1/events/", body)
    assert (made.data["win_points"], made.data["tie_breaks"], made.data["match_floor"]) == (3, None, "1/3")
    url = "/api/v1/events/spring-open/"
    changed = account.patch(url, {"tie_breaks": ["omw", "lot"], "draw_points": 0, "assigned_loss_rounds": 2})
    assert (changed.data["tie_breaks"], changed.data["draw_points"]) == (["omw", "lot"], 0)
    assert changed.data["assigned_loss_rounds"] == 2
    assert Event.objects.get().options["points"] == {"win": 3, "draw": 0, "loss": 0, "bye": 3}
    assert account.patch(url, {"tie_breaks": None}).data["tie_breaks"] is None
    for wrong, status, field in (
        ({"tie_breaks": ["omw", "omw"]}, 422, "tie_breaks"),
        ({"tie_breaks": ["bank_diff"]}, 422, "tie_breaks"),
        ({"tie_breaks": []}, 400, "tie_breaks"),
        ({"tie_breaks": ["height"]}, 400, "tie_breaks.0"),
        ({"match_floor": "2"}, 422, "match_floor"),
        ({"draw_points": 5}, 422, "draw_points"),
        ({"win_points": 0}, 400, "win_points"),
    ):
        answer = account.patch(url, wrong, format="json")
        assert (answer.status_code, answer.data["field"]) == (status, field), wrong
