"""Draws a round of pods and stores the draft (docs/pods.md)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from matches.draws.queries.fields import (
    MADE_FROM,
    KeptLines,
    RoundTerms,
    entry_ids,
    terms_now,
)
from matches.draws.queries.pods import TERMS, draw, pasts, played_before, setup_of_round
from matches.draws.services.swiss import Lines, store_lines
from matches.enums import MatchKind
from matches.errors import Refused
from matches.history import RoundPlayed
from matches.models import Match, Round, Stage
from matches.pairing.pods.cost import cost_as_json
from matches.pairing.pods.draw import PodRound
from matches.pairing.pods.past import PodPast
from matches.pairing.pods.setup import PodSetup
from matches.pairing.pods.sizes import PodSizeError, short_sizes
from matches.pairing.tables import assign_tables
from matches.snapshots.history_queries import closed_rounds, standings_digest
from matches.standings.formats import number_text

METHOD = "pods"
Why = list[dict[str, Any]]
BY_HAND: Why = [{"code": "by_hand", "params": {}}]
AWARDED: Why = [{"code": "bye_awarded", "params": {}}]


def check_pod_round(stage: Stage, number: int, setup: PodSetup) -> None:
    """Raise Refused for a round in which not one table can be seated."""
    terms = terms_now(stage, number)
    if len(terms.players) - len(terms.awarded) < setup.least:
        raise _too_few(setup)


def _too_few(setup: PodSetup) -> Refused:
    if setup.alone:
        return Refused("too_few_players", _("No player is checked in."))
    needed = setup.size if setup.rest_byes else setup.least
    message = _("At least %(needed)d checked-in players are needed to seat a table.") % {"needed": needed}
    return Refused("too_few_players", message)


def store_pod_round(*, round: Round, setup: PodSetup, kept: KeptLines) -> None:
    """Draw and store an unsaved round of pods. Raises Refused, before anything is written, as ``check_pod_round``."""
    terms = terms_now(round.stage, round.number, kept.pairs, kept.byes)
    played = played_before(round.stage, round.number)
    try:
        drawn = draw(setup, terms, played, round.seed)
    except PodSizeError:
        raise _too_few(setup) from None
    round.pairing = {
        "terms": msgspec.to_builtins(terms),
        TERMS: msgspec.to_builtins(setup),
        "method": METHOD,
        "cost": cost_as_json(drawn.cost),
        MADE_FROM: standings_digest(round.stage, closed_rounds(round.stage, upto=round.number - 1)),
    }
    round.save(force_insert=True)
    lines = [*_pods(round, drawn, terms, setup, played), *_byes(round, drawn, terms, kept)]
    store_lines([match for match, _ in lines], [keys for _, keys in lines], entry_ids(round.stage))


def _pods(
    round_: Round, drawn: PodRound, terms: RoundTerms, setup: PodSetup, played: list[RoundPlayed]
) -> Iterator[tuple[Match, list[str]]]:
    if setup.alone:
        for (key,), table in zip(drawn.pods, assign_tables(drawn.pods, terms.tables, terms.ranges), strict=True):
            yield Match(round=round_, table=table), [key]
        return
    known = pasts(setup, terms, played)
    together = {frozenset(pod) for pod in terms.locked}
    short = short_sizes(tuple(len(pod) for pod in drawn.pods), setup.shape)
    for pod, table in zip(drawn.pods, assign_tables(drawn.pods, terms.tables, terms.ranges), strict=True):
        locked = frozenset(pod) in together
        why = [{"code": "locked", "params": {}}] if locked else _reasons(pod, known, short=len(pod) in short)
        yield Match(round=round_, table=table, starter=0, locked=locked, why=why), list(pod)


def _reasons(pod: tuple[str, ...], known: Mapping[str, PodPast], *, short: bool) -> Why:
    """Who sits together, by points; who has met before; whether the table is short."""
    points = sorted((known[key].points for key in pod), reverse=True)
    why: Why = [{"code": "pod_points", "params": {"points": ", ".join(_number(share) for share in points)}}]
    for player, other in combinations(pod, 2):
        if known[player].met.get(other):
            why.append({"code": "pod_repeat", "params": {"player": player, "opponent": other}})
    return [*why, {"code": "pod_short", "params": {}}] if short else why


def _number(points: Fraction) -> str:
    return number_text(points)


def _byes(round_: Round, drawn: PodRound, terms: RoundTerms, kept: KeptLines) -> Iterable[tuple[Match, list[str]]]:
    for key in drawn.byes:
        why = [{"code": "pod_bye", "params": {}}]
        yield Match(round=round_, kind=MatchKind.BYE, why=why), [key]
    for key in terms.awarded:
        by_hand = key in kept.byes
        yield Match(round=round_, kind=MatchKind.BYE, why=BY_HAND if by_hand else AWARDED, locked=by_hand), [key]


def recomputed_pods(round_: Round) -> Lines:
    """The lines of a past round of pods, drawn again from the history before it and its seed."""
    terms, setup = msgspec.convert(round_.pairing["terms"], RoundTerms), setup_of_round(round_)
    if setup is None:
        raise ValueError("not a round of pods")
    drawn = draw(setup, terms, played_before(round_.stage, round_.number), round_.seed)
    tables = assign_tables(drawn.pods, terms.tables, terms.ranges)
    lines: Lines = [(table, MatchKind.PLAYED.value, list(pod)) for pod, table in zip(drawn.pods, tables, strict=True)]
    lines.extend((None, MatchKind.BYE.value, [key]) for key in (*drawn.byes, *terms.awarded))
    return lines
