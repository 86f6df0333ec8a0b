"""Rounds of a round robin: the circle method's plan, with a bye where an opponent has left."""

from __future__ import annotations

import random

from django.utils.translation import gettext as _

from matches.brackets.queries.brackets import qualified
from matches.brackets.services.rounds import seed_field
from matches.draws.queries.fields import entry_ids
from matches.draws.services.swiss import store_lines
from matches.enums import EntryStatus, MatchKind
from matches.errors import Refused
from matches.events.queries.events import legs_of
from matches.halls.queries.tables import TableWish, fixed_tables, tables_of_event
from matches.models import Match, Round, Stage, StageEntry
from matches.pairing.round_robin import RobinRound, schedule
from matches.pairing.tables import assign_tables
from matches.snapshots.history_queries import player_key
from matches.snapshots.struck_services import mark_struck_matches


def check_robin_round(stage: Stage, number: int) -> None:
    """Raise Refused for a round with fewer than two players, or after the last round of the plan."""
    field = qualified(stage) if number == 1 else list(stage.field.values_list("entry_id", flat=True))
    plan = schedule([str(pk) for pk in field], legs_of(stage))
    if not plan:
        raise Refused("too_few_players", _("A round robin needs at least two checked-in players."))
    if number > len(plan):
        raise Refused("stage_over", _("Everyone has met everyone; this stage is over."), conflict=True)


def store_robin_round(*, round: Round) -> None:
    """Store an unsaved round of the plan, which was checked before; the first one settles the field and how many rounds
    there are."""
    stage = round.stage
    if round.number == 1:
        seed_field(stage)
    rows = list(
        StageEntry.objects.filter(stage=stage).values_list(
            "entry__number", "entry__status", "entry__fixed_table", "entry__wanted_table"
        )
    )
    plan = schedule([player_key(number) for number, *_rest in rows], legs_of(stage))
    if stage.rounds_planned != len(plan):
        Stage.objects.filter(pk=stage.pk).update(rounds_planned=len(plan))
        stage.rounds_planned = len(plan)
    round.pairing = {"method": "round_robin"}
    round.save(force_insert=True)
    gone = {player_key(number) for number, status, *_rest in rows if status in EntryStatus.out()}
    wishes = (TableWish(player_key(number), table, kind) for number, _status, table, kind in rows)
    fixed = fixed_tables(stage.event, wishes)
    _store(round, plan[round.number - 1], gone, fixed)


def planned_lines(stage: Stage, number: int) -> set[frozenset[int]]:
    """Return the pairs and byes of a round as the plan has them now, as entry ids; empty for a round not planned."""
    field = list(StageEntry.objects.filter(stage=stage).values_list("entry__number", "entry__status", "entry_id"))
    ids = {player_key(player): pk for player, _status, pk in field}
    plan = schedule(list(ids), legs_of(stage))
    if number > len(plan):
        return set()
    gone = {player_key(player) for player, status, _pk in field if status in EntryStatus.out()}
    pairs, resting = _pairs_and_byes(plan[number - 1], gone)
    return {frozenset(ids[key] for key in line) for line in [*pairs, *([key] for key in resting)]}


def _pairs_and_byes(planned: RobinRound, gone: set[str]) -> tuple[list[tuple[str, str]], list[str]]:
    """Return the pairs of a planned round without players who are gone, and the players who have a bye."""
    pairs = [pair for pair in planned.pairs if not gone & set(pair)]
    resting = [key for pair in planned.pairs if gone & set(pair) for key in pair if key not in gone]
    if planned.bye is not None and planned.bye not in gone:
        resting.append(planned.bye)
    return pairs, resting


def _store(round_: Round, planned: RobinRound, gone: set[str], fixed: dict[str, int]) -> None:
    chance = random.Random(round_.seed)
    pairs, resting = _pairs_and_byes(planned, gone)
    tables = assign_tables(pairs, fixed, tables_of_event(round_.stage.event))
    matches = [
        Match(round=round_, table=table, starter=int(chance.random() < 0.5), why=[{"code": "plan", "params": {}}])
        for table in tables
    ]
    matches += [Match(round=round_, kind=MatchKind.BYE, why=[{"code": "plan", "params": {}}]) for _key in resting]
    store_lines(matches, [*map(list, pairs), *([key] for key in resting)], entry_ids(round_.stage))
    mark_struck_matches(round_.stage)
