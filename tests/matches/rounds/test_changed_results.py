"""A draft knows the results it was made from: when they are corrected, the desk says so and publishing asks."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from matches.audit.services import Actor
from matches.draws.queries.fields import results_changed
from matches.enums import Role, RoundStatus, Source
from matches.errors import Refused
from matches.models import Event, Round
from matches.results.services.results import correct_result
from matches.rounds.services.attempts import back_to_draft
from matches.rounds.services.rounds import pair_round, publish_round, repair_round
from tests.factories import any_organiser, staff
from tests.matches.playing import ONE_TWO, event_of, fresh, match_at, played, stage_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


@pytest.fixture
def event() -> Event:
    return event_of(6)


@pytest.fixture
def draft(event: Event, desk: Actor) -> Round:
    """Round 2, drafted before a result of Round 1 was corrected."""
    first = played(event, desk)
    draft = fresh(pair_round(stage=stage_of(event), actor=desk))
    correct(first, desk)
    return draft


def correct(round_: Round, desk: Actor) -> None:
    correct_result(match=match_at(round_, 1), score=ONE_TWO, actor=desk, source=Source.DESK, reason="sheet misread")


def act_url(round_: Round, name: str) -> str:
    return reverse("matches:round_act", args=[round_.stage.event.slug, round_.pk, name])


def test_the_desk_says_it_and_publishing_asks(client: Client, event: Event, draft: Round) -> None:
    client.force_login(staff(event, Role.ORGANISER))
    items = client.get(reverse("matches:desk", args=[event.slug])).context["items"]
    assert [(item.urgency, item.text, item.act.label) for item in items] == [
        ("now", "Results were corrected since Round 2 was drafted", "Pair again")
    ]
    assert client.get(reverse("matches:round", args=[event.slug, 1, 2])).context["results_changed"]
    asked = client.post(act_url(draft, "publish")).content.decode()
    assert "Publish Round 2?" in asked
    assert fresh(draft).status == RoundStatus.DRAFT
    client.post(act_url(draft, "publish"), {"confirmed": "1"})
    assert fresh(draft).status == RoundStatus.PUBLISHED


def test_a_program_is_refused_unless_it_says_so(client: Client, event: Event, draft: Round) -> None:
    client.force_login(staff(event, Role.ORGANISER))
    url = f"/api/v1/events/{event.slug}/rounds/1/2/publish/"
    refused = client.post(url, {}, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (409, "results_changed")
    assert client.post(url, {"despite_corrections": True}, content_type="application/json").status_code == 200


@pytest.fixture
def seeded(event: Event, desk: Actor) -> Round:
    """The first round of a cut to two, drafted before a result of the last Swiss round was corrected."""
    cut = event_of(4, rounds=1, cut=2)
    first = played(cut, desk)
    draft = fresh(pair_round(stage=stage_of(cut, 2), actor=desk))
    assert not results_changed(draft)
    correct(first, desk)
    return draft


def test_a_draft_of_the_cut_knows_the_standings_that_seeded_it(client: Client, seeded: Round) -> None:
    event = seeded.stage.event
    client.force_login(staff(event, Role.ORGANISER))
    items = client.get(reverse("matches:desk", args=[event.slug])).context["items"]
    assert [(item.urgency, item.act.label) for item in items] == [("now", "Pair again")]
    before = set(seeded.matches.get().seats.values_list("entry_id", flat=True))
    client.post(items[0].act.url)
    again = Round.objects.get(stage=seeded.stage, status=RoundStatus.DRAFT)
    assert set(again.matches.get().seats.values_list("entry_id", flat=True)) != before
    assert not results_changed(again)
    client.post(act_url(again, "publish"))
    assert fresh(again).status == RoundStatus.PUBLISHED


def test_pairing_again_takes_the_new_results(event: Event, draft: Round, desk: Actor) -> None:
    again = fresh(repair_round(round=draft, actor=desk))
    assert publish_round(round=again, actor=desk).status == RoundStatus.PUBLISHED


def test_a_draft_of_the_results_as_they_are_is_published_without_a_word(event: Event, desk: Actor) -> None:
    played(event, desk)
    draft = pair_round(stage=stage_of(event), actor=desk)
    assert publish_round(round=fresh(draft), actor=desk).status == RoundStatus.PUBLISHED


def test_a_round_that_goes_back_to_draft_still_knows_what_it_was_made_from(event: Event, desk: Actor) -> None:
    first = played(event, desk)
    draft = pair_round(stage=stage_of(event), actor=desk)
    published = fresh(publish_round(round=fresh(draft), actor=desk))
    correct(first, desk)
    copy = fresh(back_to_draft(round=published, actor=desk, reason="wrong results"))
    with pytest.raises(Refused, check=lambda refused: refused.code == "results_changed"):
        publish_round(round=copy, actor=desk)
