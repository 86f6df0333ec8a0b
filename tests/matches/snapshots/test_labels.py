"""Every tie-break that is declared reaches the pages, the API and paper."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from judging.papers.queries import PaperTerms
from judging.papers.standings_builders import standings_sheet
from matches.enums import Source
from matches.models import Entry, Event, Player, StandingsSnapshot
from matches.pages.components import StandingsColumn
from matches.pages.mould_views import Moulds
from matches.ranking.views import standings_context
from matches.results.services.results import report_result
from matches.rounds.services.rounds import close_round, pair_round, publish_round
from matches.snapshots.place_views import PLACE, place_context, place_html
from matches.snapshots.queries import tie_break_keys
from matches.snapshots.serializers import TieBreakSerializer
from matches.standings.tie_break import Tables
from matches.standings.tie_breaks import TIE_BREAKS
from matches.tables.score import DRAWN, Duel
from tests.factories import EntryFactory, EventFactory, StageFactory, any_organiser

pytestmark = pytest.mark.django_db

OF_TWO = [tie_break for tie_break in TIE_BREAKS if tie_break.goes_with(Tables.TWO)]
ALL = [tie_break.key for tie_break in OF_TWO]
IN_TABLES = [tie_break for tie_break in OF_TWO if tie_break.in_tables]


@pytest.fixture
def event() -> Event:
    """An event that ranks by every tie-break of two at a table, after one round; the two of table 2 are level."""
    event = EventFactory(options={"standings": {"order": ALL}})
    EntryFactory.create_batch(3, event=event)
    EntryFactory(event=event, seed=1)
    desk = any_organiser()
    round_ = publish_round(round=pair_round(stage=StageFactory(event=event), actor=desk, seed=3), actor=desk)
    drawn = Duel(rounds=(1, 1), winner=DRAWN, decided_by="time")
    for match in round_.matches.all():
        score = Duel(rounds=(2, 1), winner=0) if match.table == 1 else drawn
        report_result(match=match, score=score, actor=desk, source=Source.DESK)
    close_round(round=round_, actor=desk)
    return event


def test_the_standings_page_has_a_column_for_each(event: Event) -> None:
    context = standings_context(event, StandingsSnapshot.objects.get(), [], staff=False)
    assert context["columns"] == [
        StandingsColumn(tie_break.key, str(tie_break.short), str(tie_break.label)) for tie_break in IN_TABLES
    ]
    assert {len(row.breaks) for row in context["rows"]} == {len(IN_TABLES)}


def test_the_page_of_a_place_explains_each(event: Event, client: Client) -> None:
    entry = Entry.objects.filter(event=event).first()
    assert entry is not None
    context = place_context(event, entry, StandingsSnapshot.objects.get())
    assert [item.name for item in context["explanations"]] == [str(tie_break.label) for tie_break in IN_TABLES]
    page = client.get(reverse("matches:explained", args=[event.slug, 1, 1, entry.number])).content.decode()
    assert all(item.name in page and item.value in page for item in context["explanations"])


def test_a_place_filled_into_a_mould_is_the_place_rendered(event: Event) -> None:
    Player.objects.filter(entries__event=event, entries__number=2).update(name="<b>Bo</b> & O'Brien")
    snapshot, moulds = StandingsSnapshot.objects.get(), Moulds()
    for entry in Entry.objects.filter(event=event):
        context = place_context(event, entry, snapshot)
        assert place_html(context, moulds) == render_to_string(PLACE, {**context})


def test_the_api_names_each(event: Event) -> None:
    keys = tie_break_keys(StandingsSnapshot.objects.get())
    named = [{"key": tie_break.key, "name": str(tie_break.label)} for tie_break in OF_TWO]
    assert TieBreakSerializer(keys, many=True).data == named


def test_paper_has_a_column_and_a_legend_for_each(event: Event) -> None:
    sheet = standings_sheet(event, PaperTerms(kind="standings"))
    assert sheet.columns == tuple(str(tie_break.short) for tie_break in IN_TABLES)
    assert sheet.legend == tuple(f"{tie_break.short}: {tie_break.explanation}" for tie_break in IN_TABLES)
