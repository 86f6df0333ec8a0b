"""Rounds of a cut that is played in pods (docs/pods.md). Part of ``services``."""

from __future__ import annotations

import random
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from matches.brackets.queries.brackets import qualified
from matches.brackets.queries.pod_cuts import StageCut, fitting_plan, pod_cut_pairing, stage_cut
from matches.errors import Refused
from matches.halls.queries.tables import TableWish, fixed_tables, tables_of_event
from matches.models import Entry, Event, Match, Round, Seat, Stage
from matches.pairing.pods.cut_state import CutPod
from matches.pairing.tables import assign_tables
from matches.pod_enums import PodCutSeats


def check_pod_cut_round(stage: Stage, number: int) -> None:
    """Raise Refused for a round whose players cannot be seated in pods, or when the cut is decided."""
    if number == 1:
        players = len(qualified(stage))
        if fitting_plan(stage, players) is None:
            message = _("%(players)d players cannot be seated after the cut. Change the cut.")
            raise Refused("cut_not_seated", message % {"players": players})
        return
    known = stage_cut(stage, before=number)
    if known is None or known.cut.next is None:
        raise Refused("bracket_over", _("This bracket is decided; there is no further match."), conflict=True)


def store_pod_cut_round(*, round: Round) -> list[Match]:
    """Store the pods of the next round of a seeded cut, and return them. ``check_pod_cut_round`` must have passed."""
    known = stage_cut(round.stage, before=round.number)
    due = known.cut.next if known is not None else None
    if known is None or due is None:
        raise AssertionError("the round was checked, so its pods are known")
    round.pairing = pod_cut_pairing(due, len(known.plan) + 1)
    round.save(force_insert=True)
    position = {seed: at for at, seed in enumerate(due.field, 1)}
    pods = _playable(known)
    rule = known.settings.seats
    ranges = tables_of_event(round.stage.event)
    tables = assign_tables(
        [tuple(map(str, pod.players)) for pod in pods], _fixed_tables(known, round.stage.event), ranges
    )
    matches = [
        Match(
            round=round,
            table=table,
            bracket_key=pod.key,
            starter=None if rule is PodCutSeats.CHOICE else 0,
            why=_reasons([position[seed] for seed in pod.players], rule),
        )
        for pod, table in zip(pods, tables, strict=True)
    ]
    Match.objects.bulk_create(matches)
    people = planned_seats_of(known, round.stage)
    Seat.objects.bulk_create(
        Seat(match=match, round=round, index=index, entry_id=pk)
        for match in matches
        for index, pk in enumerate(people[match.bracket_key])
    )
    return matches


def planned_pods(stage: Stage) -> dict[str, tuple[int, ...]]:
    """Return the players (entry ids by seat) of the next round's pods, by key; empty without a field."""
    last = Round.objects.filter(stage=stage).exclude(status="withdrawn").order_by("number").last()
    before = last.number if last is not None and last.status == "draft" else None
    known = stage_cut(stage, before=before)
    return planned_seats_of(known, stage) if known is not None else {}


def planned_seats_of(known: StageCut, stage: Stage) -> dict[str, tuple[int, ...]]:
    """The players by seat of the round that is due: by seed, or by lot, which is the same whenever it is drawn."""
    found = {}
    for pod in _playable(known):
        players = list(pod.players)
        if known.settings.seats is PodCutSeats.LOT:
            chance = random.Random(f"{stage.event.seed} {pod.key}")
            players = [seed for _, seed in sorted((chance.random(), seed) for seed in players)]
        found[pod.key] = tuple([known.entries[seed] for seed in players])
    return found


def _playable(known: StageCut) -> list[CutPod]:
    """The pods of the round that is due at which at least two sit down."""
    due = known.cut.next
    return [pod for pod in due.pods if len(pod.players) > 1] if due is not None else []


def _reasons(seeds: list[int], rule: PodCutSeats) -> list[dict[str, Any]]:
    why: list[dict[str, Any]] = [{"code": "bracket", "params": {"seeds": "-".join(map(str, seeds))}}]
    if rule is PodCutSeats.CHOICE:
        why.append({"code": "seeds_choose_seats", "params": {}})
    return why


def _fixed_tables(known: StageCut, event: Event) -> dict[str, int]:
    seed_of = {pk: seed for seed, pk in known.entries.items()}
    fixed = Q(fixed_table__isnull=False) | ~Q(wanted_table="")
    rows = Entry.objects.filter(fixed, pk__in=known.entries.values()).order_by("number")
    wishes = rows.values_list("id", "fixed_table", "wanted_table")
    return fixed_tables(event, (TableWish(str(seed_of[pk]), table, kind) for pk, table, kind in wishes))
