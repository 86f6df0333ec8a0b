"""A score attack: every page that a link leads to opens, and every paper is drawn."""

from __future__ import annotations

import pytest
from django.test import Client

from judging.papers.labels import printed_labels
from judging.papers.queries import PaperTerms
from judging.papers.registry import PAPERS, Schedule
from judging.papers.round_queries import slips_sheet
from judging.papers.standings_builders import standings_sheet
from matches.clock.services import start_clock
from matches.rounds.services.rounds import close_round, pair_round, publish_round
from tests.factories import any_organiser
from tests.judging.test_pod_pages import everyone, walk
from tests.matches.playing import fresh, stage_of
from tests.matches.score_attack import attack_event, report, scored

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("state", ["running", "draft", "over"])
@pytest.mark.sampled(3)
def test_every_page_opens(state: str, client: Client) -> None:
    event, desk = attack_event(4), any_organiser()
    scored(event, desk, "100", "120 t", "l80", "-")
    round_ = pair_round(stage=stage_of(event), actor=desk, seed=1)
    if state != "draft":
        publish_round(round=round_, actor=desk)
        start_clock(round=fresh(round_), actor=desk)
        report(fresh(round_), desk, {1: "40"})
    if state == "over":
        report(fresh(round_), desk, {2: "216", 3: "0"})
        close_round(round=fresh(round_), actor=desk)
    client.force_login(everyone(event))
    base = f"/e/{event.slug}/"
    pages = walk(client, base) | walk(client, f"{base}desk/") | walk(client, f"{base}judge/")
    assert len(pages) > 30
    standings = Client().get(f"{base}standings/").content.decode()
    assert "Best" in standings
    assert "Record" not in standings
    told = Client().get(f"{base}players/2/").content.decode()
    assert "Score 120" in told
    assert "Won" not in told
    assert walk(Client(), base)


def test_every_paper_is_drawn() -> None:
    event, desk = attack_event(5), any_organiser()
    round_ = scored(event, desk, "100", "120 t", "l80", "-", "0")
    terms = PaperTerms(kind="", round_id=round_.pk)
    slips = slips_sheet(event, round_, terms)
    assert [len(slip.seats) for slip in slips.slips] == [1] * 5
    assert slips.spare_seats == 1
    sheet = standings_sheet(event, PaperTerms(kind="standings", round_id=round_.pk))
    assert sheet.columns == ("Best", "2nd", "3rd")
    assert [row.record for row in sheet.rows] == [""] * 5
    drawn = 0
    for one in PAPERS.values():
        if one.is_available(Schedule(round_, [stage_of(event)])):
            pdf = one.draw(one.build(event, PaperTerms(kind=one.key, round_id=round_.pk)), printed_labels())
            assert pdf.startswith(b"%PDF"), one.key
            drawn += 1
    assert drawn >= 5
