"""Check this draw: everybody sees whether the published pairs follow from results and seed."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from matches.audit.services import Actor
from matches.draws.services.checks import check_draw
from matches.draws.services.drafts import give_table, swap_players
from matches.enums import Source
from matches.models import Event, Round
from matches.results.services.results import correct_result
from matches.rounds.services.rounds import pair_round, publish_round, repair_round
from tests.factories import any_organiser
from tests.matches.playing import ONE_TWO, entry, event_of, fresh, match_at, numbers_in, played, published, stage_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


@pytest.fixture
def event() -> Event:
    return event_of(9)


def page(client: Client, round_: Round) -> str:
    return client.get(
        reverse("matches:draw", args=[round_.stage.event.slug, round_.stage.order, round_.number])
    ).content.decode()


def swapped(event: Event, desk: Actor) -> Round:
    """The next round, published after the first seats of tables 1 and 2 were swapped."""
    draft = pair_round(stage=stage_of(event), actor=desk)
    first, second = (entry(event, numbers_in(match_at(draft, table))[0]) for table in (1, 2))
    swap_players(round=draft, first=first, second=second, actor=desk, reason="They are siblings")
    return fresh(publish_round(round=draft, actor=desk))


def test_an_untouched_draw_is_confirmed_and_found_from_the_pairings(client: Client, event: Event, desk: Actor) -> None:
    played(event, desk)
    round_ = published(event, desk, seed=4711)
    pairings = client.get(reverse("matches:public", args=[event.slug])).content.decode()
    assert "4711" in pairings
    assert reverse("matches:draw", args=[event.slug, 1, 2]) in pairings
    text = page(client, round_)
    assert "4711" in text
    assert "The draw is correct" in text


def test_lines_changed_by_hand_are_named_with_who_and_why(client: Client, event: Event, desk: Actor) -> None:
    played(event, desk)
    round_ = swapped(event, desk)
    found = check_draw(round_)
    assert {line[0] for line in found.published} == {line[0] for line in found.drawn} == {1, 2}
    text = page(client, round_)
    assert "2 pairings differ" in text
    assert "They are siblings" in text
    assert str(desk.user) in text
    assert "swapped seats" in text


def test_lines_kept_when_the_round_is_paired_again_are_named(client: Client, event: Event, desk: Actor) -> None:
    played(event, desk)
    draft = pair_round(stage=stage_of(event), actor=desk)
    first, second = (entry(event, numbers_in(match_at(draft, table))[0]) for table in (1, 2))
    swap_players(round=draft, first=first, second=second, actor=desk, reason="Siblings")
    again = fresh(publish_round(round=repair_round(round=draft, actor=desk), actor=desk))
    found = check_draw(again)
    assert found.same
    assert len(found.kept) == 2
    text = page(client, again)
    assert "Set by hand and kept" in text
    assert "Siblings" in text


def test_tables_given_and_made_are_told(client: Client, event: Event, desk: Actor) -> None:
    draft = pair_round(stage=stage_of(event), actor=desk)
    give_table(match=match_at(draft, 1), table=7, actor=desk)
    round_ = fresh(publish_round(round=draft, actor=desk))
    acts = [change.act for change in check_draw(round_).changes]
    assert acts == ["give_table"]
    assert "moved to table 7" in page(client, round_)


def test_a_later_correction_of_a_result_is_given_as_the_cause(client: Client, event: Event, desk: Actor) -> None:
    first = played(event, desk)
    round_ = published(event, desk)
    for table in (1, 2, 3):
        result = match_at(first, table).results.get(status="confirmed")
        correct_result(match=result.match, score=ONE_TWO, actor=desk, source=Source.DESK, reason="Slip misread")
    found = check_draw(round_)
    assert found.corrected == 3
    assert not found.same
    assert "3 earlier results were corrected" in page(client, round_)


def test_a_draft_has_no_page(client: Client, event: Event, desk: Actor) -> None:
    draft = pair_round(stage=stage_of(event), actor=desk)
    assert client.get(reverse("matches:draw", args=[event.slug, 1, draft.number])).status_code == 404


def test_names_are_those_that_the_public_sees(client: Client, event: Event, desk: Actor) -> None:
    Event.objects.filter(pk=event.pk).update(name_display=2)
    played(event, desk)
    round_ = swapped(event, desk)
    assert "Player 0" not in page(client, round_)
