"""Reads the field of a Swiss round: the players who are still in, with what counts for the next pairing."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

import msgspec

from matches.brackets.queries.brackets import qualified, seeding_snapshot
from matches.draws.queries.wanted_tables import table_wishes
from matches.enums import EntryStatus, MatchKind, RoundStatus, StageKind
from matches.events.queries.pods import kept_apart
from matches.events.queries.seats import seats_with
from matches.halls.queries.tables import TableWish, fixed_tables, tables_of_event
from matches.history import RoundPlayed
from matches.models import Entry, Match, Round, Seat, Stage
from matches.pairing.conflicts import Conflict, Draft, DraftMatch, conflicts
from matches.pairing.field import Field, field_from_history
from matches.pairing.paired_round import SwissOptions
from matches.pairing.wanted_tables import TableWishes, wanted_conflicts
from matches.snapshots.history_queries import closed_rounds, history_of, player_key, scoring_of, standings_digest
from matches.snapshots.queries import entrants_of, standings_settings
from matches.standings import Entrant, compute
from matches.table_ranges import Ranges


class RoundTerms(msgspec.Struct, frozen=True):
    """What a round is paired from besides the history; stored on the round, so that it can be verified.

    ``players``, ``awarded`` and ``locked`` are player keys; ``tables`` the fixed tables by key; ``apart`` the pairs who
    do not sit together at a table of more than two; ``ranges`` the event's tables.
    """

    players: tuple[str, ...]
    awarded: tuple[str, ...] = ()
    locked: tuple[tuple[str, ...], ...] = ()
    tables: dict[str, int] = {}
    power: bool = False
    balance_starts: bool = False
    equal_chances: bool = False
    chains: bool = False
    apart: tuple[tuple[str, str], ...] = ()
    ranges: Ranges = ()

    @property
    def options(self) -> SwissOptions:
        return SwissOptions(
            power=self.power,
            balance_starts=self.balance_starts,
            equal_chances=self.equal_chances,
            chains=self.chains,
            ranges=self.ranges,
        )


def terms_now(
    stage: Stage, number: int, locked: tuple[tuple[str, ...], ...] = (), byes: Collection[str] = ()
) -> RoundTerms:
    """Read the current terms of round ``number``: one query. ``byes`` are players to whom the desk gave a bye by
    hand.
    """
    rows = list(
        Entry.objects.filter(event=stage.event, status=EntryStatus.CHECKED_IN, entered_round__lte=number)
        .order_by("number")
        .values_list("number", "awarded_byes", "fixed_table", "wanted_table")
    )
    alone = stage.kind == StageKind.SCORE_ATTACK  # everyone plays, so that there are no byes
    spoken_for = {key for pair in locked for key in pair}
    awarded = [
        player_key(n)
        for n, due, _, _ in rows
        if (due >= number or player_key(n) in byes) and player_key(n) not in spoken_for and not alone
    ]
    return RoundTerms(
        players=tuple(player_key(n) for n, *_ in rows),
        awarded=tuple(awarded),
        locked=locked,
        tables=fixed_tables(stage.event, (TableWish(player_key(n), table, kind) for n, _, table, kind in rows)),
        power=stage.power_pair_last and number == stage.rounds_planned,
        balance_starts=stage.balance_starts,
        equal_chances=True,
        chains=True,
        apart=tuple((player_key(first), player_key(second)) for first, second in kept_apart(stage.event)),
        ranges=tables_of_event(stage.event),
    )


def swiss_field(stage: Stage, number: int, terms: RoundTerms) -> Field:
    """Return the field of round ``number`` under ``terms``, from the closed rounds before it: seven queries."""
    played = history_of(stage, closed_rounds(stage, upto=number - 1))
    return field_after(stage, terms, played, entrants_of(stage, played))


def field_after(stage: Stage, terms: RoundTerms, played: list[RoundPlayed], field: list[Entrant]) -> Field:
    """Return the field under ``terms`` after the rounds ``played``: no query if the stage's event is loaded."""
    table = compute(field, played, standings_settings(stage)) if played else None
    return field_from_history(
        terms.players,
        played,
        scoring_of(stage.event),
        ranks={row.player: row.rank for row in table.rows} if table else None,
        tables=terms.tables,
        awarded=terms.awarded,
        locked=terms.locked,
    )


MADE_FROM = "standings"
"""Where ``Round.pairing`` keeps the digest of the standings that a round was drawn from."""


def results_changed(draft: Round) -> bool:
    """Whether results were corrected since a draft was drawn, so that other standings would be paired now, or other
    players would be seeded: one query or none, a few more for the first round of a cut.
    """
    if draft.number == 1 and not draft.stage.has_open_field:
        return _seeds_changed(draft.stage)
    made_from = draft.pairing.get(MADE_FROM)
    if not made_from:
        return False
    return bool(made_from != standings_digest(draft.stage, closed_rounds(draft.stage, upto=draft.number - 1)))


def _seeds_changed(stage: Stage) -> bool:
    """Whether the corrected standings that seed a stage would seed it in another way."""
    snapshot = seeding_snapshot(stage)
    if snapshot is None or snapshot.version == 1:
        return False
    return list(stage.field.order_by("seed").values_list("entry_id", flat=True)) != qualified(stage)


class KeptLines(msgspec.Struct, frozen=True):
    """The lines that are kept when a draft is paired again: pairs and byes set by hand, of players who are still in."""

    pairs: tuple[tuple[str, ...], ...] = ()
    byes: tuple[str, ...] = ()


def kept_by_hand(round_: Round) -> KeptLines:
    """Read the pairs and byes of a draft that were set by hand; a line with a player who has left is not kept."""
    pairs, byes = [], []
    for match in Match.objects.filter(round=round_, locked=True).prefetch_related(seats_with()):
        entries = [seat.entry for seat in match.seats.all()]
        if any(entry.status != EntryStatus.CHECKED_IN for entry in entries):
            continue
        keys = [player_key(entry.number) for entry in entries]
        if match.kind == MatchKind.PLAYED:
            pairs.append(tuple(keys))
        else:
            byes.extend(keys)
    return KeptLines(tuple(sorted(pairs)), tuple(sorted(byes)))


def players_gone(round_: Round) -> list[Entry]:
    """Return the players of a draft who have left, by number: one query.

    In a bracket or a round robin, only a drop or a disqualification counts.
    """
    entries = Entry.objects.filter(seats__round=round_).select_related("player").order_by("number")
    if round_.stage.has_open_field:
        return list(entries.exclude(status=EntryStatus.CHECKED_IN))
    return list(entries.filter(status__in=EntryStatus.out()))


class Waiting(NamedTuple):
    """A player of an open round without a match: with the bye, or checked in and not in the round.

    ``awarded``: the bye was awarded to the player, so that nobody is seated there unasked.
    """

    entry: Entry
    has_bye: bool
    awarded: bool = False


def waiting_players(round_: Round) -> list[Waiting]:
    """Return the players of an open Swiss round who could be seated: those who are not in it first, those with an
    awarded bye last. Two queries.
    """
    paired = Seat.objects.filter(round=round_)
    with_bye = set(paired.filter(match__kind=MatchKind.BYE).values_list("entry_id", flat=True))
    entries = Entry.objects.filter(event=round_.stage.event, status=EntryStatus.CHECKED_IN)
    free = entries.exclude(pk__in=paired.exclude(match__kind=MatchKind.BYE).values("entry_id"))
    found = [
        Waiting(entry, entry.pk in with_bye, entry.pk in with_bye and entry.awarded_byes >= round_.number)
        for entry in free.select_related("player").order_by("number")
    ]
    return sorted(found, key=lambda entrant: (entrant.has_bye, entrant.awarded))


def unseated_players(round_: Round) -> list[Entry]:
    """Return the players who are checked in and not in a published round, while they can be seated: two queries, or
    none.
    """
    takes_tables = round_.status in (RoundStatus.PUBLISHED, RoundStatus.RUNNING)
    if not takes_tables or not round_.stage.has_open_field:
        return []
    return [waiting.entry for waiting in waiting_players(round_) if not waiting.has_bye]


def entry_ids(stage: Stage) -> dict[str, int]:
    """Return the entry ids by player key, for everyone in the event: one query."""
    rows = Entry.objects.filter(event=stage.event).values_list("number", "id")
    return {player_key(number): pk for number, pk in rows}


def seats_of(round_: Round) -> list[tuple[int | None, str, list[str]]]:
    """Return the stored lines of a round as table, kind and player keys by seat; ordered by table, then by key."""
    lines: dict[int, tuple[int | None, str, list[str]]] = {}
    rows = Seat.objects.filter(round=round_).order_by("match_id", "index")
    for match_id, table, kind, number in rows.values_list("match_id", "match__table", "match__kind", "entry__number"):
        lines.setdefault(match_id, (table, kind, []))[2].append(player_key(number))
    return sorted(lines.values(), key=lambda line: (line[0] is None, line[0] or 0, line[2]))


def draft_conflicts(round_: Round) -> tuple[Conflict, ...]:
    """Return the conflicts of a stored Swiss draft, given the players who are in now."""
    return _conflicts(round_, {})


def conflicts_after_swap(round_: Round, first: int, second: int) -> list[Conflict]:
    """Return the conflicts that a Swiss round would have and has not, if two players, by number, swapped seats."""
    one, other = player_key(first), player_key(second)
    before = _conflicts(round_, {})
    return [conflict for conflict in _conflicts(round_, {one: other, other: one}) if conflict not in before]


def _conflicts(round_: Round, swapped: Mapping[str, str]) -> tuple[Conflict, ...]:
    wishes = table_wishes(round_.stage.event)
    terms = without_wishes(terms_now(round_.stage, round_.number), wishes)
    field = swiss_field(round_.stage, round_.number, terms)
    matches, byes = [], []
    for table, kind, seated in seats_of(round_):
        keys = [swapped.get(key, key) for key in seated]
        if kind == MatchKind.PLAYED:
            matches.append(DraftMatch(tuple(keys), table))
        else:
            byes.extend(keys)
    draft = Draft(tuple(matches), tuple(byes))
    return (*conflicts(draft, field), *wanted_conflicts(draft, wishes))


def without_wishes(terms: RoundTerms, wishes: TableWishes) -> RoundTerms:
    """The terms with the fixed tables alone, without those that were found for who needs a kind of table."""
    fixed = {key: table for key, table in terms.tables.items() if key not in wishes.wanted}
    return msgspec.structs.replace(terms, tables=fixed)
