"""Campaigns: long simulated runs under an event's rules, cut into parts that all workers carry.

The campaign is a job, and so is each of its parts. The worker of the campaign plays parts too and looks after the rest:
it keeps some in the queue for other workers, takes what waits, and plays a part again that a worker never finished.
Since match i of a run is the same wherever it is played, that changes nothing. Parts that are done are found again by
what they are of, so that a campaign that was stopped goes on where it was.
"""

from __future__ import annotations

import hashlib
import json
import logging
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.campaigns.comparison import Comparison
from matches.enums import JobState
from matches.errors import NotAllowed, Refused
from matches.jobs import running_services as running
from matches.jobs import services as jobs
from matches.jobs.services import Report, kind, start_job, start_shared_job
from matches.models import Event, Job, User
from matches.permissions import can_see_desk, roles_of
from rules_engine import games
from rules_engine.play.simulation import DividedSimulation, SimulationRun, SimulationSummary
from rules_engine.text import EMPTY, Text

logger = logging.getLogger(__name__)

KIND, PART = "campaign", "campaign_part"
MOST_MATCHES = 1_000_000_000
MOST_PARTS = 200
LAB_SEED = 77
AHEAD = 8
"""So many parts wait in the queue or are played at a time; other jobs do not wait for more than these."""
LOOK_EVERY = 0.2
"""Seconds between two looks at parts that other workers play."""
TRIES = 3
"""So often a part may fail before the campaign does."""


def start_campaign(
    *,
    event: Event,
    user: User | None,
    players: tuple[str, ...],
    matches: int,
    seed: int = 0,
    cap_minutes: int | None = None,
    options: dict[str, Any] | None = None,
) -> Job:
    """Have matches simulated under the event's rules. The job's result is the summary of the run.

    The same campaign that is waiting or running already is not started again. A command has no ``user``.
    """
    if user is not None and not can_see_desk(roles_of(user, event)):
        raise NotAllowed(_("Only the event's staff can start a simulation."))
    params = {
        "game": event.game,
        "rules": event.rules,
        "players": list(players),
        "seed": seed,
        "cap_minutes": cap_minutes,
        "options": options or {},
    }
    return _start(event, user, params, matches)


def start_comparison(
    *,
    game: str,
    rules: dict[str, Any],
    players: tuple[str, ...],
    matches: int,
    asker: str,
    cap_minutes: int | None = None,
) -> Job:
    """Have matches simulated under any rules, for the strategy lab. One that was made already is that one, however
    its rules were spelt, unless an older version made it, whose sums cannot be read any more.
    """
    params = {
        "game": game,
        "rules": games.get(game).rule_set(rules).to_mapping(),
        "players": list(players),
        "seed": LAB_SEED,
        "cap_minutes": cap_minutes,
        "options": {},
    }
    terms = {**params, "matches": matches}
    done = Job.objects.filter(event=None, kind=KIND, state=JobState.DONE, params=terms).first()
    if done is not None and comparison_of(done) is not None:
        return done
    # Of a comparison that has failed parts are left over.
    Job.objects.filter(event=None, kind=PART, created_at__lt=timezone.now() - jobs.KEPT).delete()
    return _start(None, None, params, matches, asker)


def slow_because(job: Job) -> Text:
    """Why the matches of a campaign take longer than they could, such as a rule that is new; or empty."""
    if "game" not in job.params:
        return EMPTY
    return _simulation(job.params["game"]).slow_because(run_of(job.params).rules)


def comparison_of(job: Job) -> Comparison | None:
    """What a finished comparison came to; None if an older version kept it otherwise."""
    simulation = _simulation(job.params["game"])
    try:
        sums = job.result["sums"]
        return Comparison(simulation.summary(run_of(job.params), sums).data, simulation.minutes(sums))
    except (KeyError, TypeError, ValueError):
        return None


def _start(event: Event | None, user: User | None, params: dict[str, Any], matches: int, asker: str = "") -> Job:
    """Check what is asked for, and start the job."""
    if not 1 <= matches <= MOST_MATCHES:
        text = _("You can simulate 1 to %(most)s matches.") % {"most": f"{MOST_MATCHES:,}"}
        raise Refused("matches_out_of_range", text, parameter="matches")
    simulation, run = _simulation(params["game"]), run_of(params)
    try:
        for name in run.players:
            simulation.check_player(name, run.rules)
    except ValueError as error:
        raise Refused("player_unknown", str(error), parameter="players") from error
    terms = {**params, "matches": matches}
    if event is None:
        return start_shared_job(KIND, terms, asker=asker)
    return start_job(event=event, kind=KIND, user=user, params=terms)


def run_of(params: dict[str, Any]) -> SimulationRun:
    """The run that a campaign's or a part's parameters describe."""
    rules = games.get(params["game"]).rule_set(params["rules"])
    return SimulationRun(
        rules, tuple(params["players"]), params["seed"], params["cap_minutes"], dict(params["options"])
    )


def summary_of(job: Job) -> SimulationSummary:
    """What a finished campaign came to, in words too."""
    return _simulation(job.params["game"]).summary(run_of(job.params), job.result["sums"])


def _simulation(game: str) -> DividedSimulation:
    simulation = games.get(game).simulation
    if not isinstance(simulation, DividedSimulation):
        raise Refused("game_not_simulated", _("Long simulations are not available for this game."))
    return simulation


@kind(PART, gettext_lazy("Part of a simulation"), is_part=True)
def run_part(job: Job, report: Report) -> dict[str, Any]:
    """Play the matches of a part."""
    params = job.params
    return {"sums": _simulation(params["game"]).part(run_of(params), params["first"], params["matches"])}


@kind(KIND, gettext_lazy("Simulation"), is_long=True)
def run_campaign(job: Job, report: Report) -> dict[str, Any]:
    """Have all parts played, add them up, and clear them away."""
    simulation, run = _simulation(job.params["game"]), run_of(job.params)
    campaign = _Campaign(job, _cut(job.params["matches"], simulation.part_size(run)))
    reported = -1
    while reported < len(campaign.parts):
        done = campaign.look()
        if done != reported:
            report(done, len(campaign.parts))
            reported = done
        if done < len(campaign.parts):
            running.let_others_pass()
            campaign.work()
    totals = simulation.added(campaign.results())
    campaign.clear()
    return {"sums": totals, **simulation.summary(run, totals).data}


def _cut(matches: int, size: int) -> list[tuple[int, int]]:
    """The parts of so many matches: the number of the first one, and how many."""
    size = max(size, -(-matches // MOST_PARTS))
    return [(first, min(size, matches - first)) for first in range(0, matches, size)]


@dataclass
class _Campaign:
    """The parts of a running campaign, as they stand in the table of jobs."""

    job: Job
    parts: list[tuple[int, int]]
    done: set[tuple[int, int]] = field(default_factory=set)
    open: dict[tuple[int, int], tuple[int, str]] = field(default_factory=dict)  # the job of a part and its state
    failed: Counter[tuple[int, int]] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.played = {key: value for key, value in self.job.params.items() if key != "matches"}
        self.of = hashlib.sha256(json.dumps(self.job.params, sort_keys=True).encode()).hexdigest()
        self.jobs = Job.objects.filter(event=self.job.event, kind=PART, params__of=self.of)

    def look(self) -> int:
        """Look at the table: how many parts are done."""
        self.done, self.open, self.failed = set(), {}, Counter()
        for pk, state, first, matches in self.jobs.order_by("pk").values_list(
            "pk", "state", "params__first", "params__matches"
        ):
            part = (first, matches)
            if state == JobState.DONE:
                self.done.add(part)
            elif state != JobState.FAILED:
                self.open[part] = (pk, state)
            elif pk > self.job.pk:
                self.failed[part] += 1
        return len(self.done.intersection(self.parts))

    def work(self) -> None:
        """Keep the queue filled, and play a part that waits; if none does, wait for those that are being played."""
        waiting = [part for part in self.parts if part not in self.done and part not in self.open]
        for part in waiting[: max(AHEAD - len(self.open), 0)]:
            if self.failed[part] >= TRIES:
                raise RuntimeError(f"Part {part} of campaign {self.job.pk} has failed {TRIES} times.")
            self._queue(*part)
        # The queue gives the oldest part to other workers, so the newest is taken here.
        mine = next((pk for pk, state in reversed(self.open.values()) if state == JobState.WAITING), None)
        if mine is not None:
            self._play(mine)
        elif self.open:
            running.begin_lost_again()  # the first free worker plays them
            time.sleep(LOOK_EVERY)

    def _queue(self, first: int, matches: int) -> None:
        params = {**self.played, "of": self.of, "first": first, "matches": matches}
        part = start_job(event=self.job.event, kind=PART, user=self.job.created_by, params=params)
        self.open[first, matches] = (part.pk, JobState.WAITING)

    def _play(self, pk: int) -> None:
        try:
            running.run(pk)
        except Exception:
            logger.warning("a part of campaign %s has failed", self.job.pk)

    def results(self) -> list[str]:
        """The totals of all parts, each once, in their order."""
        found: dict[tuple[int, int], str] = {}
        for part in self.jobs.filter(state=JobState.DONE):
            found.setdefault((part.params["first"], part.params["matches"]), part.result["sums"])
        return [found[part] for part in self.parts]

    def clear(self) -> None:
        """Remove the jobs of the parts."""
        self.jobs.delete()
