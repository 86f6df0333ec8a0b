"""Rounds of a bracket: seed its field, store the next round, correct a result with its consequences."""

from __future__ import annotations

import random
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from matches.audit.services import Actor, Change, audited_change
from matches.brackets.queries.brackets import (
    StageBracket,
    bracket_pairing,
    next_keys,
    qualified,
    stage_bracket,
    start_rule,
)
from matches.brackets.queries.changes import BracketChange, change_of
from matches.brackets.services.pod_cuts import check_pod_cut_round, planned_pods, store_pod_cut_round
from matches.enums import BracketStart, ResultStatus, RoundStatus, Source
from matches.errors import Refused
from matches.events.queries.seats import seats_with
from matches.halls.queries.tables import TableWish, fixed_tables, tables_of_event
from matches.models import Entry, Event, Match, Result, ResultLine, Round, Seat, Stage, StageEntry
from matches.pairing.bracket import BracketState, MatchState
from matches.pairing.tables import assign_tables
from matches.permissions import why_not_correct
from matches.results.queries.results import lines_with_seats
from matches.results.services.locks import refuse_because
from matches.results.services.results import check_correction, correct_result
from matches.schedule.services import course_changed
from matches.tables.kinds import kind_of_score
from matches.tables.score import DRAWN, Score


def check_bracket_round(stage: Stage, number: int) -> None:
    """Raise Refused for a round with fewer than two players, or when the bracket is decided."""
    if stage.is_pod_cut:
        check_pod_cut_round(stage, number)
        return
    known = stage_bracket(stage) if number > 1 else None
    if known is None and (number > 1 or len(qualified(stage)) < 2):
        raise Refused("too_few_players", _("A bracket needs at least two checked-in players."))
    if known is not None and not next_keys(known):
        raise Refused("bracket_over", _("This bracket is decided; there is no further match."), conflict=True)


def store_bracket_round(*, round: Round) -> None:
    """Store the matches of the next round; the first round also seeds the field.

    ``check_bracket_round`` must have passed.
    """
    if round.number == 1:
        seed_field(round.stage)
    if round.stage.is_pod_cut:
        carry_over_results(round, store_pod_cut_round(round=round))
        return
    known = stage_bracket(round.stage)
    if known is None:
        raise AssertionError("the round was checked, so its bracket has a field")
    keys = next_keys(known)
    round.pairing = bracket_pairing(known, keys)
    round.save(force_insert=True)
    _store(round, known, known.state, keys)


def seed_field(stage: Stage) -> None:
    """Store the players and their seeds. When the first round is paired again, the field is seeded again, because
    players may have come or gone since.
    """
    StageEntry.objects.filter(stage=stage).delete()
    StageEntry.objects.bulk_create(
        StageEntry(stage=stage, entry_id=pk, seed=seed) for seed, pk in enumerate(qualified(stage), start=1)
    )


def planned_seats(stage: Stage) -> dict[str, tuple[int, ...]]:
    """Return the players (entry ids by seat) of the next round's matches, by bracket key; empty without a field."""
    if stage.is_pod_cut:
        return planned_pods(stage)
    known = stage_bracket(stage)
    if known is None:
        return {}
    state = known.state
    return {key: tuple(known.entries[seed] for seed in _seeds(state.matches[key])) for key in next_keys(known)}


def _store(round_: Round, known: StageBracket, state: BracketState, keys: list[str]) -> None:
    chance, rule = random.Random(round_.seed), start_rule(round_.stage.event)
    fixed = _fixed_tables(known, round_.stage.event)
    seats = [_seeds(state.matches[key]) for key in keys]
    tables = assign_tables([(str(a), str(b)) for a, b in seats], fixed, tables_of_event(round_.stage.event))
    matches = [
        Match(
            round=round_,
            table=table,
            bracket_key=key,
            starter=_starter(rule, pair, lot=int(chance.random() < 0.5)),
            why=[{"code": "bracket", "params": {"seeds": f"{pair[0]}-{pair[1]}"}}, *_start_reason(rule, pair)],
        )
        for key, table, pair in zip(keys, tables, seats, strict=True)
    ]
    Match.objects.bulk_create(matches)
    Seat.objects.bulk_create(
        Seat(match=match, round=round_, index=index, entry_id=known.entries[seed])
        for match, pair in zip(matches, seats, strict=True)
        for index, seed in enumerate(pair)
    )
    carry_over_results(round_, matches)


def _starter(rule: BracketStart, pair: tuple[int, int], *, lot: int) -> int | None:
    """Return the seat that starts; None where the higher seed chooses at the table."""
    if rule is BracketStart.LOT:
        return lot
    return pair.index(min(pair)) if rule is BracketStart.HIGHER_SEED else None


def _start_reason(rule: BracketStart, pair: tuple[int, int]) -> list[dict[str, Any]]:
    if rule is BracketStart.LOT:
        return []
    code = "higher_seed_starts" if rule is BracketStart.HIGHER_SEED else "higher_seed_chooses"
    return [{"code": code, "params": {"seat": pair.index(min(pair))}}]


def _seeds(state: MatchState) -> tuple[int, int]:
    first, second = state.seats
    if not first or not second:
        raise AssertionError(f"match {state.key} is playable, so both its seats are known")
    return first, second


def _fixed_tables(known: StageBracket, event: Event) -> dict[str, int]:
    seed_of = {pk: seed for seed, pk in known.entries.items()}
    fixed = Q(fixed_table__isnull=False) | ~Q(wanted_table="")
    rows = Entry.objects.filter(fixed, pk__in=known.entries.values()).order_by("number")
    wishes = rows.values_list("id", "fixed_table", "wanted_table")
    return fixed_tables(event, (TableWish(str(seed_of[pk]), table, kind) for pk, table, kind in wishes))


def correct_bracket_result(
    *,
    match: Match,
    score: Score,
    actor: Actor,
    source: Source,
    reason: str,
    pot: int | None = None,
    accept_fallen: bool = False,
) -> Result:
    """Correct a bracket result, with the consequences that ``brackets.queries.changes`` computes.

    Raises Refused for a score without a winner; and with the later results that would become void, unless
    ``accept_fallen``.
    """
    if score.winner is DRAWN and kind_of_score(score).ends_with_loss:
        raise Refused("winner_needed", _("A bracket match needs a winner."), parameter="score")
    with audited_change(
        "correct_bracket_result", event_id=match.round.stage.event_id, actor=actor, reason=reason
    ) as change:
        stage = Stage.objects.select_related("event").get(pk=match.round.stage_id)
        moved = change_of(stage, match, score)
        check_correction(match=match, score=score, reason=reason, change=change)
        _check_locked([*moved.fallen, *moved.reseated], change)
        if moved.fallen and not accept_fallen:
            raise Refused(
                "matches_fall",
                _("With this correction, later results no longer stand:"),
                conflict=True,
                details=[_("round %(r)s, table %(t)s") % {"r": m.round.number, "t": m.table} for m in moved.fallen],
            )
        result = correct_result(match=match, score=score, actor=actor, source=source, reason=reason, pot=pot)
        _follow(stage, moved, change)
        change.note(match=match.pk, fallen=[m.pk for m in moved.fallen], reseated=[m.pk for m in moved.reseated])
        change.note(withdrawn=[round_.pk for round_ in moved.withdrawn])
        change.touch("bracket", "pairings", "rounds", "clock")
    return result


def _check_locked(matches: list[Match], change: Change) -> None:
    """Raise NotAllowed if a result that would become void is locked and this actor may not change it."""
    locked = Result.objects.filter(match__in=matches, status=ResultStatus.CONFIRMED, locked_at__isnull=False)
    if not change.actor.is_program and locked.exists():
        refuse_because(why_not_correct(change.roles, locked=True), change)


def _follow(stage: Stage, moved: BracketChange, change: Change) -> None:
    """Write what a correction changes beyond the result itself."""
    touched = [*moved.fallen, *moved.reseated]
    Result.objects.filter(match__in=touched).exclude(status=ResultStatus.SUPERSEDED).update(
        status=ResultStatus.SUPERSEDED, superseded_at=change.at
    )
    Round.objects.filter(pk__in=[round_.pk for round_ in moved.withdrawn]).update(status=RoundStatus.WITHDRAWN)
    Seat.objects.filter(match__in=moved.seated).delete()
    Seat.objects.bulk_create(
        Seat(match=match, round=match.round, index=index, entry_id=entry_id)
        for match in moved.seated
        for index, entry_id in enumerate(moved.people[match.bracket_key])
    )
    course_changed(change)
    if stage.finished_at is not None and not moved.complete:
        Stage.objects.filter(pk=stage.pk).update(finished_at=None)
        change.event.finished_at = None
        change.event.save(update_fields=["finished_at"])


def carry_over_results(round_: Round, matches: list[Match]) -> None:
    """Copy results to matches that a correction only withdrew with their round.

    A result in a withdrawn round is still confirmed only if the correction did not affect it.
    """
    earlier = (
        Result.objects.filter(
            match__round__stage=round_.stage,
            match__round__status=RoundStatus.WITHDRAWN,
            match__bracket_key__in=[match.bracket_key for match in matches],
            status=ResultStatus.CONFIRMED,
        )
        .select_related("match")
        .prefetch_related(lines_with_seats(), seats_with(path="match__seats"))
    )
    newest = {result.match.bracket_key: result for result in earlier.order_by("match_id")}
    for match in matches:
        old = newest.get(match.bracket_key)
        if old is not None and _people(old.match) == _people(match):
            _copy(old, match, round_)


def _people(match: Match) -> list[int]:
    return [seat.entry_id for seat in match.seats.all()]


def _copy(old: Result, match: Match, round_: Round) -> None:
    result = Result.objects.create(
        match=match,
        version=1,
        status=ResultStatus.CONFIRMED,
        decided_by=old.decided_by,
        drawn_rounds=old.drawn_rounds,
        pot=old.pot,
        source=Source.SYSTEM,
        reason=_("Carried over from the withdrawn round."),
        reported_at=round_.created_at,
        confirmed_at=round_.created_at,
        locked_at=old.locked_at,
    )
    seats = {seat.index: seat for seat in match.seats.all()}
    ResultLine.objects.bulk_create(
        ResultLine(
            result=result,
            seat=seats[line.seat.index],
            outcome=line.outcome,
            rounds_won=line.rounds_won,
            total=line.total,
            place=line.place,
            part=line.part,
        )
        for line in old.lines.all()
    )
