"""Pairs a Swiss round: reads the field, calls the pure pairing, stores the draft."""

from __future__ import annotations

from typing import Any

import msgspec
from django.utils.translation import gettext as _

from matches.draws.queries.fields import (
    MADE_FROM,
    KeptLines,
    RoundTerms,
    entry_ids,
    field_after,
    swiss_field,
    terms_now,
)
from matches.enums import MatchKind
from matches.errors import Refused
from matches.models import Match, Round, Seat, Stage
from matches.pairing.paired_round import Pairing
from matches.pairing.swiss import pair_swiss
from matches.snapshots.history_queries import closed_rounds, history_of, standings_digest
from matches.snapshots.queries import entrants_of

Lines = list[tuple[int | None, str, list[str]]]


def check_swiss_round(stage: Stage, number: int) -> None:
    """Raise Refused for a round with fewer than two players."""
    _refuse_too_few(terms_now(stage, number))


def _refuse_too_few(terms: RoundTerms) -> None:
    if len(terms.players) < 2:
        raise Refused("too_few_players", _("At least two checked-in players are needed to pair a round."))


def store_swiss_round(*, round: Round, kept: KeptLines) -> None:
    """Pair and store an unsaved Swiss round. Raises Refused, before anything is written, as ``check_swiss_round``."""
    terms = terms_now(round.stage, round.number, kept.pairs, kept.byes)
    _refuse_too_few(terms)
    before = closed_rounds(round.stage, upto=round.number - 1)
    played = history_of(round.stage, before)
    field = field_after(round.stage, terms, played, entrants_of(round.stage, played))
    pairing = pair_swiss(field, seed=round.seed, options=terms.options)
    round.pairing = {**pairing_as_json(pairing, terms), MADE_FROM: standings_digest(round.stage, before)}
    round.save(force_insert=True)
    ids = entry_ids(round.stage)
    together = {frozenset(pair) for pair in terms.locked}
    matches = [
        Match(
            round=round,
            table=pair.table,
            starter=pair.first,
            locked=frozenset(pair.seats) in together,
            why=msgspec.to_builtins(pair.reasons),
        )
        for pair in pairing.pairs
    ]
    people = [list(pair.seats) for pair in pairing.pairs]
    for key, why in bye_lines(pairing):
        by_hand = key in kept.byes
        line = [{"code": "by_hand", "params": {}}] if by_hand else why
        matches.append(Match(round=round, kind=MatchKind.BYE, why=line, locked=by_hand))
        people.append([key])
    store_lines(matches, people, ids)


def bye_lines(pairing: Pairing) -> list[tuple[str, list[Any]]]:
    """Return the players with a bye and the reason: first the paired bye, then the awarded ones."""
    lines: list[tuple[str, list[Any]]] = []
    if pairing.bye is not None:
        lines.append((pairing.bye, msgspec.to_builtins([pairing.bye_reason])))
    lines.extend((key, [{"code": "bye_awarded", "params": {}}]) for key in pairing.awarded)
    return lines


def store_lines(matches: list[Match], people: list[list[str]], ids: dict[str, int]) -> None:
    """Store matches with their seats, in bulk; ``people`` are player keys by seat."""
    Match.objects.bulk_create(matches)
    Seat.objects.bulk_create(
        Seat(match=match, round=match.round, index=index, entry_id=ids[key])
        for match, keys in zip(matches, people, strict=True)
        for index, key in enumerate(keys)
    )


def pairing_as_json(pairing: Pairing, terms: RoundTerms) -> dict[str, Any]:
    """Return what the round stores about its pairing: the terms to verify it, and its cost."""
    return {
        "terms": msgspec.to_builtins(terms),
        "method": pairing.method.value,
        "proved": pairing.proved,
        "cost": msgspec.to_builtins(pairing.cost),
        "conflicts": msgspec.to_builtins(pairing.conflicts),
    }


def recomputed_lines(round_: Round) -> Lines:
    """The lines of a past round, drawn again from the history before it and its seed."""
    terms = msgspec.convert(round_.pairing["terms"], RoundTerms)
    field = swiss_field(round_.stage, round_.number, terms)
    pairing = pair_swiss(field, seed=round_.seed, options=terms.options)
    lines: Lines = [(pair.table, MatchKind.PLAYED.value, list(pair.seats)) for pair in pairing.pairs]
    lines.extend((None, MatchKind.BYE.value, [key]) for key, _why in bye_lines(pairing))
    return lines
