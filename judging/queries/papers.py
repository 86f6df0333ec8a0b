"""From the database to the values that ``judging.paper`` prints."""

from __future__ import annotations

from collections.abc import Mapping
from zoneinfo import ZoneInfo

import msgspec
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from judging import paper
from judging.paper.values import PageSize, Unit
from judging.queries.penalties import infractions_of, standings_of
from judging.queries.policies import rules_of
from matches.enums import EntryStatus, MatchKind, RoundStatus, StageKind
from matches.models import Entry, Event, Match, Round, Stage
from matches.names import shown_name
from matches.pairing.bracket import Bracket, BracketState, From, Kind, Side
from matches.pairing.bracket import BracketMatch as Drawn
from matches.queries.brackets import stage_bracket
from matches.queries.games import shape_of
from matches.queries.results import confirmed, matches_of_round, score_of
from matches.queries.rounds import rounds_of
from matches.queries.standings import latest_snapshot, snapshot_after
from matches.standings.shown import tie_break

CODE_LENGTH = 6
MOST_SPARES = 40


class PaperTerms(msgspec.Struct, frozen=True):
    """What is printed, and how. ``base_url`` begins the QR codes; ``per_page`` is for slips."""

    kind: str
    round_id: int | None = None
    page_size: PageSize = "A4"
    per_page: int = 4
    spares: int = 0
    base_url: str = ""


def short_code(match: Match) -> str:
    """The code that opens a match: the first letters of its key."""
    return match.key.hex[:CODE_LENGTH].upper()


def heading(event: Event, round_: Round | None, terms: PaperTerms) -> paper.Heading:
    """Event, round and the time of printing at the venue."""
    now = timezone.now().astimezone(ZoneInfo(event.time_zone))
    label = ""
    if round_ is not None:
        label = _("Round %(number)s") % {"number": round_.number}
        if round_.stage.kind != StageKind.SWISS:
            label = f"{round_.stage.get_kind_display()}, {label.lower()}"
        elif round_.stage.rounds_planned:
            label = _("%(round)s of %(planned)s") % {"round": label, "planned": round_.stage.rounds_planned}
    draft = round_ is not None and round_.status == RoundStatus.DRAFT
    return paper.Heading(
        event=event.name, round=label, printed_at=now, page_size=terms.page_size, note=_("Draft") if draft else ""
    )


def _name(event: Event, entry: Entry, *, posted: bool) -> str:
    """The name on paper: as the public may see it where the sheet hangs on a wall."""
    if not posted:
        return entry.player.name
    how = entry.name_display if entry.name_display is not None else event.name_display
    return shown_name(entry.player.name, entry.number, how)


def _standing(round_: Round) -> Mapping[int, tuple[str, str]]:
    """Points and record of each player number before a round."""
    before = rounds_of(round_.stage.event).filter(stage=round_.stage, number=round_.number - 1).first()
    snapshot = snapshot_after(before) if before is not None else None
    rows = snapshot.rows if snapshot is not None else []
    return {row["number"]: (str(row["points"]), f"{row['wins']}–{row['losses']}–{row['draws']}") for row in rows}


def _seats(
    event: Event, match: Match, standing: Mapping[int, tuple[str, str]], *, posted: bool
) -> tuple[paper.Seat, ...]:
    seats = []
    for seat in match.seats.all():
        points, record = standing.get(seat.entry.number, ("", ""))
        name = _name(event, seat.entry, posted=posted)
        seats.append(paper.Seat(name=name, points=points, record=record, number=str(seat.entry.number)))
    return tuple(seats)


def _pairings(event: Event, round_: Round, *, posted: bool) -> tuple[paper.Pairing, ...]:
    standing = _standing(round_)
    return tuple(
        paper.Pairing(
            seats=_seats(event, match, standing, posted=posted),
            table=match.table,
            note="" if match.kind == MatchKind.PLAYED else match.get_kind_display(),
        )
        for match in matches_of_round(round_)
    )


def pairings_sheet(event: Event, round_: Round, terms: PaperTerms) -> paper.PairingsSheet:
    """The pairings of a round, for the wall."""
    return paper.PairingsSheet(heading=heading(event, round_, terms), pairings=_pairings(event, round_, posted=True))


def slips_sheet(event: Event, round_: Round, terms: PaperTerms) -> paper.SlipsSheet:
    """The slips of a round's tables."""
    standing = _standing(round_)
    return paper.SlipsSheet(
        heading=heading(event, round_, terms),
        slips=tuple(
            paper.Slip(
                table=match.table,
                seats=_seats(event, match, standing, posted=False),
                code=short_code(match),
                link=_link(event, match, terms),
            )
            for match in matches_of_round(round_)
            if match.kind == MatchKind.PLAYED
        ),
        unit=_unit(event),
        per_page=terms.per_page,  # type: ignore[arg-type]  # checked by the struct
        spares=min(terms.spares, MOST_SPARES),
        decided=_decided(),
    )


def _link(event: Event, match: Match, terms: PaperTerms) -> str:
    if not terms.base_url:
        return ""
    return terms.base_url + reverse("paper:open", args=[event.slug, short_code(match)])


def _unit(event: Event) -> Unit:
    return "rounds" if shape_of(event).unit == "rounds" else "money"


def _decided() -> tuple[str, ...]:
    return (_("played"), _("time"), _("Sudden Death"), _("conceded"))


def score_sheets(event: Event, round_: Round, terms: PaperTerms) -> paper.ScoreSheets:
    """A score sheet for each table of a round, with what is known of it."""
    shape = shape_of(event)
    labels = [
        _("Round %(number)s") % {"number": number} for number in range(1, (shape.rounds or shape.best_of or 3) + 1)
    ]
    rows = tuple(paper.GameRound(label=label) for label in [*labels, _("Sudden Death")])
    standing = _standing(round_)
    sheets = []
    for match in matches_of_round(round_):
        if match.kind != MatchKind.PLAYED:
            continue
        sheets.append(
            paper.ScoreSheet(
                table=match.table,
                seats=_seats(event, match, standing, posted=False),
                game_rounds=rows,
                decided=_decided(),
                code=short_code(match),
                link=_link(event, match, terms),
            )
        )
    total = _("Rounds won") if shape.unit == "rounds" else _("Total")
    return paper.ScoreSheets(heading=heading(event, round_, terms), sheets=tuple(sheets), total_label=total)


def _columns() -> dict[str, tuple[str, str]]:
    """The heads of the tie-breaks on paper, and what the legend says of them."""
    return {
        "omw": (_("OMW %"), _("opponents’ match-win share")),
        "rw": (_("RW %"), _("own round-win share")),
        "orw": (_("ORW %"), _("opponents’ round-win share")),
        "bank_diff": (_("Bank ±"), _("own totals less the opponents’")),
        "bank_total": (_("Bank"), _("sum of own totals")),
        "buchholz": (_("Buch"), _("Buchholz")),
        "median_buchholz": (_("Med"), _("Median Buchholz")),
        "sonneborn_berger": (_("SB"), _("Sonneborn-Berger")),
        "wins": (_("Wins"), _("number of wins")),
        "seed": (_("Seed"), _("seeding")),
    }


def standings_sheet(event: Event, round_: Round | None, terms: PaperTerms) -> paper.StandingsSheet | None:
    """The standings after a round, or the newest; None before the first round is closed."""
    columns = _columns()
    stage = Stage.objects.filter(event=event, kind__in=set(StageKind) - StageKind.brackets()).order_by("-order").first()
    newest = latest_snapshot(stage) if stage else None
    wanted = round_ is not None and not round_.stage.is_bracket
    snapshot = snapshot_after(round_) if wanted and round_ is not None else newest
    if snapshot is None:
        return None
    entries = {entry.number: entry for entry in Entry.objects.filter(event=event).select_related("player")}
    keys = [key for key in (snapshot.rows[0]["tie_breaks"] if snapshot.rows else {}) if key in columns]
    cut = Stage.objects.filter(event=event, order=snapshot.stage.order + 1).values_list("cut_to", flat=True).first()
    rows = tuple(
        paper.StandingRow(
            rank=str(row["rank"]),
            name=_name(event, entries[row["number"]], posted=True),
            points=str(row["points"]),
            record=f"{row['wins']}–{row['losses']}–{row['draws']}",
            values=tuple(tie_break(key, row["tie_breaks"][key]) for key in keys),
            note=_out(entries[row["number"]]),
        )
        for row in snapshot.rows
    )
    return paper.StandingsSheet(
        heading=heading(event, snapshot.round, terms),
        rows=rows,
        columns=tuple(columns[key][0] for key in keys),
        cut_after=cut,
        legend=tuple(f"{columns[key][0]}: {columns[key][1]}" for key in keys),
    )


def _out(entry: Entry) -> str:
    return str(EntryStatus(entry.status).label) if entry.status in EntryStatus.out() else ""


def fallback_pack(event: Event, round_: Round, terms: PaperTerms) -> paper.FallbackPack:
    """Enough to finish a round on paper: tables, players with their counts, codes, slips with spares."""
    pairings = _pairings(event, round_, posted=False)
    slips = slips_sheet(event, round_, msgspec.structs.replace(terms, spares=max(terms.spares, 4)))
    return paper.FallbackPack(
        heading=heading(event, round_, terms),
        pairings=pairings,
        slips=slips,
        players=_player_counts(event, pairings),
        codes=_codes(event),
    )


def _player_counts(event: Event, pairings: tuple[paper.Pairing, ...]) -> tuple[paper.PlayerCount, ...]:
    given: dict[int, list[str]] = {}
    rows = list(infractions_of(event))
    standing = standings_of(rows)
    for row in rows:
        state = standing[row.pk]
        if state.penalty:
            given.setdefault(row.entry.number, []).append(f"{row.code} {state.penalty}")
    return tuple(
        paper.PlayerCount(
            name=seat.name,
            number=seat.number,
            table=pairing.table,
            points=seat.points,
            record=seat.record,
            penalties=", ".join(given.get(int(seat.number), [])),
        )
        for pairing in pairings
        for seat in pairing.seats
    )


def _codes(event: Event) -> tuple[paper.CodeGroup, ...]:
    policy = rules_of(event).policy
    penalties = tuple((penalty.code, penalty.name, "") for penalty in policy.penalties)
    faults = tuple((fault.code, fault.name, ", ".join(fault.path)) for fault in policy.infractions)
    return (
        paper.CodeGroup(title=_("Penalties"), codes=penalties),
        paper.CodeGroup(title=_("Infractions and their steps"), codes=faults),
    )


def bracket_sheet(event: Event, terms: PaperTerms) -> paper.BracketSheet | None:
    """The event's bracket with what is known, or None before it is seeded."""
    stage = Stage.objects.filter(event=event, kind__in=StageKind.brackets()).order_by("-order").first()
    known = stage_bracket(stage) if stage is not None else None
    if stage is None or known is None:
        return None
    entries = Entry.objects.filter(pk__in=known.entries.values()).select_related("player").in_bulk()
    names = {seed: _name(event, entries[pk], posted=True) for seed, pk in known.entries.items()}
    scores = _bracket_scores(event, stage)
    sides = [
        paper.BracketSide(name=name, rounds=_bracket_rounds(known.bracket, known.state, side, names, scores))
        for side, name in _sides(known.bracket)
    ]
    return paper.BracketSheet(heading=heading(event, None, terms), sides=tuple(side for side in sides if side.rounds))


def _sides(bracket: Bracket) -> list[tuple[Side, str]]:
    if bracket.kind is Kind.SINGLE:
        return [(Side.WINNERS, ""), (Side.THIRD_PLACE, _("Third place"))]
    return [(Side.WINNERS, _("Winners’ side")), (Side.LOSERS, _("Losers’ side")), (Side.GRAND_FINAL, _("Grand final"))]


def _bracket_scores(event: Event, stage: Stage) -> dict[str, tuple[str, str]]:
    found = {}
    in_rounds = shape_of(event).unit == "rounds"
    for round_ in rounds_of(event).filter(stage=stage, status__in=RoundStatus.public()):
        for match in matches_of_round(round_):
            result = confirmed(match)
            if result is not None:
                score = score_of(result)
                first, second = score.rounds if in_rounds else score.totals
                found[match.bracket_key] = (str(first), str(second))
    return found


def _bracket_rounds(
    bracket: Bracket,
    state: BracketState,
    side: Side,
    names: Mapping[int, str],
    scores: Mapping[str, tuple[str, str]],
) -> tuple[paper.BracketRound, ...]:
    fed = {
        feeder.match: match.key for match in bracket.matches for feeder in match.feeders if feeder.origin is From.WINNER
    }
    columns: dict[int, list[paper.BracketMatch]] = {}
    for match in bracket.matches:
        if match.side is side:
            columns.setdefault(match.round, []).append(_bracket_match(match, state, fed, names, scores))
    return tuple(
        paper.BracketRound(name=_column_name(bracket, side, number), matches=tuple(matches))
        for number, matches in sorted(columns.items())
    )


def _column_name(bracket: Bracket, side: Side, number: int) -> str:
    last = bracket.kind is Kind.SINGLE and side is Side.WINNERS
    names = {0: _("Final"), 1: _("Semi-finals"), 2: _("Quarter-finals")}
    if last and bracket.depth - number in names:
        return names[bracket.depth - number]
    return _("Round %(number)s") % {"number": number}


def _bracket_match(
    match: Drawn,
    state: BracketState,
    fed: Mapping[str, str],
    names: Mapping[int, str],
    scores: Mapping[str, tuple[str, str]],
) -> paper.BracketMatch:
    now = state.matches[match.key]
    seats = []
    for index, seed in enumerate(now.seats):
        feeder = match.feeders[index]
        awaited = "" if feeder.origin is From.SEED else _("Winner of %(key)s") % {"key": feeder.match}
        if feeder.origin is From.LOSER:
            awaited = _("Loser of %(key)s") % {"key": feeder.match}
        name = names.get(seed or 0, "")
        seats.append(
            paper.BracketSeat(
                name=name or awaited,
                seed=str(seed) if seed and feeder.origin is From.SEED else "",
                score=scores.get(match.key, ("", ""))[index],
                won=bool(seed) and now.winner == seed,
                awaited=not name,
            )
        )
    feeds = fed.get(match.key)
    same_side = feeds is not None and feeds[0] == match.key[0]
    return paper.BracketMatch(key=match.key, seats=tuple(seats), feeds=feeds if same_side else None, label=match.key)
