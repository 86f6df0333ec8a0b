"""Rounds of a bracket: seeding its field, storing the next round, and what falls when a result is corrected."""

from __future__ import annotations

import random

import msgspec
from django.utils.translation import gettext as _

from matches.enums import ResultStatus, RoundStatus, Source
from matches.errors import Refused
from matches.models import Entry, Match, Result, Round, Seat, Stage, StageEntry
from matches.pairing.bracket import BracketState, MatchState, correct, rounds
from matches.pairing.tables import assign_tables
from matches.queries.brackets import StageBracket, bracket_results, qualified, stage_bracket, stored_matches
from matches.scores import Score
from matches.services.acts import Act, Actor, act
from matches.services.results import correct_result


def bracket_is_decided(stage: Stage) -> bool:
    """Whether every match of the bracket that will be played has been."""
    known = stage_bracket(stage)
    return known is not None and known.state.complete


def store_bracket_round(round_: Round) -> None:
    """Seed the field on the first round, then store the matches of the next round of play.

    Raises Refused with fewer than two players, or when the bracket is decided.
    """
    known = stage_bracket(round_.stage)
    if known is None:
        seed_field(round_.stage)
        known = stage_bracket(round_.stage)
    if known is None:
        raise Refused("too_few_players", _("A bracket needs at least two checked-in players."))
    keys = next_keys(known)
    if not keys:
        raise Refused("bracket_over", _("This bracket is decided; there is no further match."), conflict=True)
    round_.pairing = {"method": "bracket", "keys": keys}
    round_.save(force_insert=True)
    _store(round_, known, known.state, keys)


def seed_field(stage: Stage) -> None:
    """Store who enters, and at which seed."""
    StageEntry.objects.bulk_create(
        StageEntry(stage=stage, entry_id=pk, seed=seed) for seed, pk in enumerate(qualified(stage), start=1)
    )


def next_keys(known: StageBracket) -> list[str]:
    """The bracket keys of the next round of play: the playable matches of the first round that has any."""
    playable = set(known.state.playable)
    for keys in rounds(known.bracket):
        found = [key for key in keys if key in playable]
        if found:
            return found
    return []


def _store(round_: Round, known: StageBracket, state: BracketState, keys: list[str]) -> None:
    chance = random.Random(round_.seed)
    fixed = _fixed_tables(known)
    seats = [_seeds(state.matches[key]) for key in keys]
    tables = assign_tables([(str(a), str(b)) for a, b in seats], fixed)
    matches = [
        Match(
            round=round_,
            table=table,
            bracket_key=key,
            starter=int(chance.random() < 0.5),
            why=[{"code": "bracket", "params": {"seeds": f"{a}-{b}"}}],
        )
        for key, table, (a, b) in zip(keys, tables, seats, strict=True)
    ]
    Match.objects.bulk_create(matches)
    Seat.objects.bulk_create(
        Seat(match=match, round=round_, index=index, entry_id=known.entries[seed])
        for match, pair in zip(matches, seats, strict=True)
        for index, seed in enumerate(pair)
    )


def _seeds(state: MatchState) -> tuple[int, int]:
    first, second = state.seats
    if not first or not second:
        raise AssertionError(f"match {state.key} is playable, so both its seats are known")
    return first, second


def _fixed_tables(known: StageBracket) -> dict[str, int]:
    seed_of = {pk: seed for seed, pk in known.entries.items()}
    rows = Entry.objects.filter(pk__in=known.entries.values(), fixed_table__isnull=False)
    return {str(seed_of[pk]): table for pk, table in rows.values_list("id", "fixed_table") if table}


def correct_bracket_result(
    *, match: Match, score: Score, actor: Actor, source: Source, reason: str, accept_fallen: bool = False
) -> Result:
    """Correct a bracket result. Later matches whose players change fall: they are seated anew, their results are
    superseded, the first round among them opens again, and rounds after it are withdrawn.

    Raises Refused, naming the later results that would fall, unless ``accept_fallen``.
    """
    with act("correct_bracket_result", event_id=match.round.stage.event_id, actor=actor, reason=reason) as done:
        stage = Stage.objects.select_related("event").get(pk=match.round.stage_id)
        before = stage_bracket(stage)
        result = correct_result(match=match, score=score, actor=actor, source=source, reason=reason)
        after = bracket_results(stage)
        if before is None or match.bracket_key not in after:
            raise AssertionError("a bracket match has a seeded bracket and, once corrected, a result")
        change = correct(before.bracket, before.results, match.bracket_key, after[match.bracket_key], before.gone)
        stored = {later.bracket_key: later for later in stored_matches(stage)}
        played = [stored[key] for key in change.fallen if key in stored]
        if played and not accept_fallen:
            raise Refused(
                "matches_fall",
                _("With this correction, later results no longer stand:"),
                conflict=True,
                details=[_("round %(r)s, table %(t)s") % {"r": m.round.number, "t": m.table} for m in played],
            )
        reseated = [stored[key] for key in change.reseated if key in stored]
        if played or reseated:
            _reseat(stage, [*played, *reseated], msgspec.structs.replace(before, results=change.results), done)
        done.says(match=match.pk, fallen=[later.pk for later in played], reseated=[later.pk for later in reseated])
        done.changed("bracket", "pairings", "rounds")
    return result


def _reseat(stage: Stage, matches: list[Match], known: StageBracket, done: Act) -> None:
    """Open the first round of ``matches`` again with the players it has now, and withdraw the rounds after it."""
    first = min(match.round.number for match in matches)
    Result.objects.filter(match__in=matches).exclude(status=ResultStatus.SUPERSEDED).update(
        status=ResultStatus.SUPERSEDED, superseded_at=done.at
    )
    standing = Round.objects.filter(stage=stage).exclude(status=RoundStatus.WITHDRAWN)
    standing.filter(number__gt=first).update(status=RoundStatus.WITHDRAWN)
    standing.filter(number=first, status=RoundStatus.CLOSED).update(status=RoundStatus.TIME_CALLED, closed_at=None)
    state = known.state
    for match in (m for m in matches if m.round.number == first):
        match.seats.all().delete()
        Seat.objects.bulk_create(
            Seat(match=match, round=match.round, index=index, entry_id=known.entries[seed])
            for index, seed in enumerate(_seeds(state.matches[match.bracket_key]))
        )
    Stage.objects.filter(pk=stage.pk).update(finished_at=None)
    done.event.finished_at = None
    done.event.save(update_fields=["finished_at"])
