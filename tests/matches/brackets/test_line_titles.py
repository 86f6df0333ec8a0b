"""Lines of one round that belong to different parts of a bracket are told apart wherever they are listed."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from judging.papers.queries import PaperTerms, pairings_of
from judging.papers.round_queries import slips_sheet
from judging.papers.score_sheet_queries import score_sheets
from matches.audit.services import Actor
from matches.clock.services import start_clock
from matches.enums import Role, StageKind
from matches.models import Event, Round, Stage
from matches.rounds.services.rounds import pair_round, publish_round
from tests.factories import any_organiser, staff
from tests.matches.playing import event_of, fresh, played, published, stage_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


def finals(desk: Actor) -> tuple[Event, Round]:
    """The draft of a final with the match for third place."""
    event = event_of(4, kind=StageKind.SINGLE_ELIMINATION)
    Stage.objects.filter(event=event).update(third_place=True)
    played(event, desk)
    return event, pair_round(stage=stage_of(event), actor=desk)


def text(client: Client, name: str, *args: object) -> str:
    return client.get(reverse(f"matches:{name}", args=args)).content.decode()


def test_final_and_third_place_are_told_apart_from_the_draft_to_the_wall(client: Client, desk: Actor) -> None:
    event, draft = finals(desk)
    client.force_login(staff(event, Role.ORGANISER))
    assert "Third place" in text(client, "round", event.slug, 1, 2)
    publish_round(round=draft, actor=desk)
    assert text(client, "wall", event.slug).count("Third place") == 2  # both of its players, in the list by name
    start_clock(round=fresh(draft), actor=desk)
    for name, args in (("round", [1, 2]), ("results", []), ("public", []), ("wall", [])):
        page = text(client, name, event.slug, *args)
        assert (page.count(">Third place<"), page.count(">Final<") > 0) == (1, True), name
    for match in draft.matches.all():
        expected = "Third place" if match.bracket_key.startswith("T") else "Final"
        assert f">{expected}<" in text(client, "table", event.slug, match.pk)


def test_paper_names_them(desk: Actor) -> None:
    event, draft = finals(desk)
    round_ = fresh(publish_round(round=draft, actor=desk))
    terms = PaperTerms(kind="slips")
    assert [pairing.note for pairing in pairings_of(event, round_, posted=True)] == ["Final", "Third place"]
    assert [slip.note for slip in slips_sheet(event, round_, terms).slips] == ["Final", "Third place"]
    assert [sheet.note for sheet in score_sheets(event, round_, terms).sheets] == ["Final", "Third place"]


def test_the_sides_of_a_double_elimination_are_named_where_both_play(subtests: pytest.Subtests, desk: Actor) -> None:
    for rounds in [1, 2]:
        with subtests.test(rounds=rounds):
            event = event_of(8, kind=StageKind.DOUBLE_ELIMINATION)
            for _ in range(rounds - 1):
                played(event, desk)
            notes = {pairing.note for pairing in pairings_of(event, published(event, desk), posted=True)}
            assert notes == ({""} if rounds == 1 else {"Winners’ round 2", "Losers’ round 1"})
