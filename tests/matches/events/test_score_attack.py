"""An event that is a score attack: by form and API, and what cannot be is said at its field."""

from __future__ import annotations

import pytest
from django.test import Client
from rest_framework.test import APIClient

from matches.events.queries.pods import event_pods
from matches.events.services.events import update_event
from matches.events.services.plans import changed_plan
from matches.snapshots.queries import standings_settings
from tests.factories import UserFactory, any_organiser
from tests.matches.events.test_pods import field_of, made
from tests.matches.playing import stage_of
from tests.matches.score_attack import attack_event
from tests.matches.setup.test_views import NEW, given, organiser, settings_url, user  # noqa: F401
from tests.undone import undone

pytestmark = pytest.mark.django_db

ATTACK = {"kind": "score_attack", "rounds": 2}


def test_everyone_sits_alone_and_the_scores_rank() -> None:
    event = made(**ATTACK)
    setup = event_pods(event)
    assert setup is not None
    assert setup.alone
    stage = stage_of(event)
    assert (stage.kind, stage.rounds_planned) == ("score_attack", 2)
    assert standings_settings(stage).order == ("best_score", "second_score", "third_score")
    seeded = made(**ATTACK, tie_breaks=["best_score", "seed", "lot"])
    assert standings_settings(stage_of(seeded)).order == ("best_score", "seed", "lot")


def test_another_way_to_play_seats_two_again() -> None:
    event = made(**ATTACK)
    plan = changed_plan(event, {"kind": "swiss", "rounds": 4})
    event = update_event(event=event, actor=any_organiser(), plan=plan)
    assert event_pods(event) is None
    plan = changed_plan(event, {"kind": "score_attack"})
    setup = event_pods(update_event(event=event, actor=any_organiser(), plan=plan))
    assert setup is not None
    assert setup.alone


def test_rounds_that_follow_the_suggestion_are_three() -> None:
    assert stage_of(made(kind="score_attack", rounds=None)).rounds_planned == 3


def test_what_cannot_be_is_refused_at_its_field(subtests: pytest.Subtests) -> None:
    for chosen, field in [
        ({**ATTACK, "cut": 4}, "cut"),
        ({**ATTACK, "rounds": 0}, "rounds"),
        ({**ATTACK, "tie_breaks": ["omw"]}, "tie_breaks"),
        ({**ATTACK, "power_pair_last": True}, "power_pair_last"),
        ({**ATTACK, "game": "bankrupt", "preset": "bankrupt", "rules": None}, "kind"),
        ({**ATTACK, "game": "bankout", "preset": "spectacle", "rules": None, "cap_minutes": None}, "kind"),
        ({"tie_breaks": ["best_score"]}, "tie_breaks"),
    ]:
        with subtests.test(chosen=chosen, field=field), undone():
            assert field_of(**chosen) == field


def test_the_form_makes_one_and_keeps_it(organiser: Client) -> None:  # noqa: F811
    sent = given(preset="bank:simple", kind="score_attack", rounds="2", cut="0", pod_size="")
    answer = organiser.post(NEW, sent)
    assert answer.status_code == 302, answer.context["form"].errors
    slug = answer.headers["Location"].split("/")[2]
    page = organiser.get(f"/e/{slug}/desk/settings/")
    assert page.context["form"].initial["kind"] == "score_attack"
    assert "Suggested rounds" not in page.content.decode()
    again = organiser.post(f"/e/{slug}/desk/settings/", {**sent, "venue": "Hall"})
    assert again.status_code == 302, again.context["form"].errors


def test_the_form_says_that_a_game_for_two_has_none(organiser: Client) -> None:  # noqa: F811
    answer = organiser.post(NEW, given(kind="score_attack", rounds="2", cut="0"))
    assert answer.status_code == 422
    assert "cannot be played alone" in answer.content.decode()


def test_the_api_has_it_and_takes_back_what_it_shows() -> None:
    event = attack_event(3)
    client = APIClient()
    client.force_login(UserFactory(is_superuser=True))
    url = f"/api/v1/events/{event.slug}/"
    body = client.get(url).json()
    assert (body["kind"], body["pod_size"], body["rounds"]) == ("score_attack", 1, 2)
    assert client.patch(url, {"pod_size": 1, "rounds": 3}, format="json").status_code == 200
    refused = client.patch(url, {"kind": "swiss", "pod_size": 1}, format="json")
    assert refused.status_code == 422
    assert "pod_size" in str(refused.json())
    assert client.patch(url, {"kind": "swiss"}, format="json").status_code == 200
    assert client.get(url).json()["pod_size"] is None
