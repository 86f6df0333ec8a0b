"""A cut that is played in pods, for pages: its rounds with their tables, as ``components/bracket.html`` lists them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from django.urls import reverse
from django.utils.translation import gettext as _

from matches.brackets.drawn import BracketRound, DrawnBracket
from matches.brackets.queries.pod_cuts import StageCut, stage_cut
from matches.brackets.views.pod_cut_drawing import drawing
from matches.course.bracket_labels import pod_cut_round_name
from matches.enums import RoundStatus
from matches.models import Entry, Event, Match, Stage
from matches.pages.components import MatchShown, SeatShown
from matches.pairing.pods.cut import CutRound, snake
from matches.pairing.pods.cut_state import CutPod, CutRoundState, PodStatus
from matches.people.labels.names import name_of
from matches.results.match_views import match_shown
from matches.results.queries.results import with_results

Names = Mapping[int, str]


def drawn_pod_cut(event: Event, stage: Stage, *, staff: bool) -> DrawnBracket | None:
    """The rounds of a cut in pods; None before its field is seeded."""
    known = stage_cut(stage)
    if known is None:
        return None
    rows = Entry.objects.filter(pk__in=known.entries.values()).select_related("player", "event").in_bulk()
    names = {seed: name_of(rows[pk], staff=staff, event=event) for seed, pk in known.entries.items()}
    matches = Match.objects.filter(round__stage=stage).exclude(round__status=RoundStatus.WITHDRAWN)
    matches = matches.select_related("round__stage")
    if not staff:
        matches = matches.filter(round__status__in=RoundStatus.public())
    shown = {
        match.bracket_key: match_shown(
            match, event, staff=staff, url=reverse("matches:table", args=[event.slug, match.pk]) if staff else ""
        )
        for match in with_results(matches)
    }
    cut = known.cut
    current = next((round_.number for round_ in cut.rounds if not round_.is_over), cut.total)
    rounds = [
        BracketRound(
            id=f"round-{number}",
            label=pod_cut_round_name(known.sizes[number - 1], number, cut.total),
            current=number == current,
            matches=_round(known, cut.rounds[number - 1], names, shown)
            if number <= len(cut.rounds)
            else _coming(known, number),
        )
        for number in range(1, cut.total + 1)
    ]
    return drawing(rounds, champion=names.get(cut.champion or 0, ""), seed=cut.champion)


def _round(known: StageCut, now: CutRoundState, names: Names, shown: Mapping[str, MatchShown]) -> list[MatchShown]:
    """The lines of a round: who waits, then the tables. Those who go on are marked as winners; the tables before the
    final have what its seats call them.
    """
    ahead = {*(pod.winner for pod in now.pods), *(now.seconds if now.is_over else ())}
    entries = {known.entries[seed] for seed in ahead if seed is not None}
    seeds: dict[int | None, int] = {entry: seed for seed, entry in known.entries.items()}
    waiting = [_line([SeatShown(name=names[seed], seed=seed)], "bye", _("bye")) for seed in now.through]
    tables = []
    before_final = now.number == known.cut.total - 1
    for n, pod in enumerate(now.pods, start=1):
        line = shown.get(pod.key) or _pod(pod, names)
        if pod.key in shown:
            seats = [replace(seat, won=seat.entry in entries, seed=seeds.get(seat.entry)) for seat in line.seats]
            line = replace(line, seats=seats)
        tables.append(replace(line, title=_called(known.sizes[now.number - 1], n)) if before_final else line)
    return [*waiting, *tables]


def _called(size: int, n: int) -> str:
    """What the seats of the final call the nth table of the round before it."""
    return _("%(round)s, pod %(n)s") % {"round": _("Round of %(size)s") % {"size": size}, "n": n}


def _pod(pod: CutPod, names: Names) -> MatchShown:
    """A pod without a table: its round is not published, or it was not played."""
    over = pod.status is not PodStatus.PLAYABLE
    seats = [SeatShown(name=names[seed], seed=seed, won=over and seed == pod.winner) for seed in pod.players]
    label = _("walkover") if over and seats else ""
    return _line(seats or [SeatShown(origin=_("no player"))], "done" if over else "open", label)


def _line(seats: list[SeatShown], state: str, label: str = "") -> MatchShown:
    """A line without a table."""
    return MatchShown(state=state, state_label=label, seats=seats)


def _coming(known: StageCut, number: int) -> list[MatchShown]:
    """The pods of a later round, whose players are not known yet."""
    steps: list[CutRound | None] = [*known.plan, None]
    step, size = steps[number - 1], known.sizes[number - 1]
    if step is None and number > 1:
        return [_line(_finalists(known.plan[-1], known.sizes[-2]), "open")]
    playing = size - step.through if step is not None else size
    pods = snake(playing, step.pods) if step is not None else [list(range(size))]
    lines = [_line([SeatShown(origin="–") for _seat in pod], "open") for pod in pods]
    if number != known.cut.total - 1:
        return lines
    return [replace(line, title=_called(size, n)) for n, line in enumerate(lines, start=1)]


def _finalists(before: CutRound, size: int) -> list[SeatShown]:
    """Where the players of the final come from."""
    rounds = _("Round of %(size)s") % {"size": size}
    waiting = [_("Seed %(seed)s") % {"seed": seed} for seed in range(1, before.through + 1)]
    winners = [_("Winner of %(match)s") % {"match": _called(size, n)} for n in range(1, before.pods + 1)]
    seconds = [_("Runner-up, %(round)s") % {"round": rounds}] * before.seconds
    return [SeatShown(origin=text) for text in (*waiting, *winners, *seconds)]
