"""The printed standings, and the final ranking of an event."""

from __future__ import annotations

from typing import Any

import msgspec
from django.db.models import Q
from django.utils.translation import gettext as _

from judging import paper
from judging.papers.queries import PaperTerms, chosen_round, full_record, heading, name_on, no_record
from matches.course.queries import stages_of
from matches.enums import EntryStatus
from matches.errors import Refused
from matches.final.labels import first_lot_text, place_text, winner_text
from matches.final.prize_queries import PrizeWinners, final_winners
from matches.final.queries import FinalRanking, FinalRow, final_ranking
from matches.models import Entry, Event, Round, Stage, StandingsSnapshot
from matches.prizes.labels import shares_text
from matches.snapshots.labels import column_keys, has_record, legend, lot_text, points_text, short_label, struck_text
from matches.snapshots.queries import cut_after, lot_at_cut, standings_settings
from matches.snapshots.struck_queries import struck_players
from matches.standings import value_text


def standings_sheet(event: Event, terms: PaperTerms) -> paper.StandingsSheet:
    """The standings after the chosen round or the last closed round before it; without a round, the newest.

    For a bracket, the standings that it was seeded from are printed. Raises Refused before the first round is closed.
    """
    snapshot = _snapshot(event, chosen_round(event, terms) if terms.round_id else None)
    if snapshot is None:
        raise Refused("no_standings", _("Standings are available once the first round is closed."))
    stage = snapshot.stage
    entries = {entry.number: entry for entry in Entry.objects.filter(event=event).select_related("player")}
    known = snapshot.rows[0]["tie_breaks"] if snapshot.rows else {}
    # In the event's order: a database need not keep the order of the keys that it stores.
    ranked = [key for key in standings_settings(stage).order if key in known]
    keys, record = column_keys(ranked, snapshot.rows), full_record if has_record(stage) else no_record
    cut = cut_after(snapshot, entries, stages_of(event))
    lot = lot_text([name_on(event, entries[number], posted=True) for number in lot_at_cut(snapshot.rows, cut)])
    return paper.StandingsSheet(
        heading=heading(event, snapshot.round, terms),
        rows=tuple(_row(event, entries[row["number"]], row, record(row), keys) for row in snapshot.rows),
        columns=tuple(short_label(key) for key in keys),
        cut_after=cut,
        legend=(
            *([_("At the cut: %(text)s") % {"text": lot}] if lot else []),
            *_struck(event, stage),
            *(f"{short_label(key)}: {legend(key)}" for key in keys),
        ),
    )


def final_sheet(event: Event, terms: PaperTerms) -> paper.StandingsSheet:
    """The final ranking with the winner and the places in each stage. Raises Refused before the last stage is over."""
    ranking = final_ranking(event)
    if ranking is None:
        raise Refused("not_over", _("Final standings are available once the last stage is finished."))
    winners = final_winners(ranking)
    top, with_record = heading(event, None, terms), ranking.ranked is not None and has_record(ranking.ranked.stage)
    return paper.StandingsSheet(
        heading=msgspec.structs.replace(top, round=winner_text(ranking, staff=False)),
        title=_("Final standings"),
        rows=tuple(_final_row(event, ranking, row, winners, with_record=with_record) for row in ranking.rows),
        columns=(
            *(known.stage.get_kind_display() for known in ranking.stages),
            *([_("Prize")] if winners is not None else []),
        ),
        legend=(
            *filter(None, [first_lot_text(ranking, staff=False)]),
            *(text for known in ranking.stages for text in _struck(event, known.stage)),
        ),
    )


def _struck(event: Event, stage: Stage) -> list[str]:
    """Whose results do not count, one sentence each."""
    return [struck_text(player, name_on(event, player.entry, posted=True)) for player in struck_players(stage)]


def _final_row(
    event: Event, ranking: FinalRanking, row: FinalRow, winners: PrizeWinners | None, *, with_record: bool
) -> paper.StandingRow:
    stored = ranking.standing_rows.get(row.entry.number)
    return paper.StandingRow(
        rank=str(row.rank),
        name=name_on(event, row.entry, posted=True),
        points=points_text(stored) if stored else "",
        record=full_record(stored) if stored and with_record else "",
        values=(
            *(place_text(place) for place in row.places),
            *([shares_text(winners.of(row.entry), winners.table)] if winners is not None else []),
        ),
        note=_out(row.entry),
    )


def _snapshot(event: Event, round_: Round | None) -> StandingsSnapshot | None:
    stored = StandingsSnapshot.objects.filter(stage__event=event).select_related("stage__event", "round__stage__event")
    if round_ is not None:
        this = Q(stage__order=round_.stage.order, round__number__lte=round_.number)
        stored = stored.filter(this | Q(stage__order__lt=round_.stage.order))
    return stored.order_by("-stage__order", "-round__number", "-version").first()


def _row(event: Event, entry: Entry, row: dict[str, Any], record: str, keys: list[str]) -> paper.StandingRow:
    return paper.StandingRow(
        rank=str(row["rank"]),
        name=name_on(event, entry, posted=True),
        points=points_text(row),
        record=record,
        values=tuple(value_text(key, row["tie_breaks"][key]) for key in keys),
        note=_out(entry),
    )


def _out(entry: Entry) -> str:
    return str(EntryStatus(entry.status).label) if entry.status in EntryStatus.out() else ""
