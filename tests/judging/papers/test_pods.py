"""Papers of a round of pods: slips, score sheets, pairings and standings are drawn for any number of seats."""

from __future__ import annotations

import pytest

from judging.papers.fallback_builders import fallback_pack
from judging.papers.labels import printed_labels
from judging.papers.queries import PaperTerms
from judging.papers.registry import PAPERS, Schedule
from judging.papers.round_queries import pairings_sheet, slips_sheet
from judging.papers.score_sheet_queries import score_sheets
from matches.enums import Source
from matches.results.queries.tables import read_score
from matches.results.services.results import report_result
from matches.rounds.services.rounds import close_round
from tests.factories import any_organiser
from tests.judging.paper.reading import text
from tests.matches.playing import fresh, match_at, running, stage_of
from tests.matches.pods import pod_event

pytestmark = pytest.mark.django_db


def test_every_paper_of_a_round_of_pods_is_drawn() -> None:
    event, desk = pod_event(11), any_organiser()
    round_ = running(event, desk, seed=1)
    lines = {4: ["C A D B", "30 60 x1 80"], 3: ["A=B -C"]}
    for table in (1, 2, 3):
        match = match_at(round_, table)
        line = lines[match.seats.count()].pop()
        report_result(match=match, score=read_score(match, line), actor=desk, source=Source.DESK)
    round_ = fresh(close_round(round=round_, actor=desk))
    terms = PaperTerms(kind="", round_id=round_.pk)
    slips = slips_sheet(event, round_, terms)
    assert sorted(len(slip.seats) for slip in slips.slips) == [3, 4, 4]
    assert slips.spare_seats == 4
    assert [seat.name[:2] for seat in slips.slips[0].seats][:3] == ["A ", "B ", "C "]
    sheets = score_sheets(event, round_, terms)
    assert sorted(len(sheet.seats) for sheet in sheets.sheets) == [3, 4, 4]
    assert pairings_sheet(event, round_, terms)
    drawn = 0
    for one in PAPERS.values():
        if one.is_available(Schedule(round_, [stage_of(event)])):
            pdf = one.draw(one.build(event, PaperTerms(kind=one.key, round_id=round_.pk)), printed_labels())
            assert pdf.startswith(b"%PDF"), one.key
            drawn += 1
    assert drawn >= 5


def test_the_players_of_the_fallback_pack_are_in_order_of_names_without_letters() -> None:
    """The letters are seats of this round; a list for the whole event is searched by name."""
    event, desk = pod_event(11), any_organiser()
    round_ = running(event, desk, seed=1)
    pack = fallback_pack(event, round_, PaperTerms(kind="", round_id=round_.pk))
    assert [seat.name[:2] for seat in pack.pairings[0].seats][:2] == ["A ", "B "]
    assert sorted(player.name for player in pack.players) == [f"Player {number:03d}" for number in range(1, 12)]
    assert all(player.sort for player in pack.players)


def test_five_players_and_the_judge_have_room_to_sign_and_names_are_not_broken_by_starts() -> None:
    event, desk = pod_event(5, size=5), any_organiser()
    event.entries.get(number=1).player.__class__.objects.update(name="Zoë Quartermaine-Throckmorton")
    round_ = running(event, desk, seed=1)
    pdf = PAPERS["score_sheets"].draw(
        score_sheets(event, round_, PaperTerms(kind="score_sheets", round_id=round_.pk)), printed_labels()
    )
    found = text(pdf)
    assert found.count("Throckmorton") == found.count("Quartermaine") == 10, "above the columns and below the lines"
