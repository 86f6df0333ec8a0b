"""The chances of matches that everybody can watch: a worker works them out once for each frame."""

from __future__ import annotations

from typing import Any

import msgspec
from django.db import transaction
from django.utils.translation import gettext_lazy

from judging.models import Frame
from matches.audit.services import raise_versions
from matches.enums import JobState
from matches.events.declarations.reading import options_of
from matches.jobs.services import Report, kind, start_job
from matches.live.queries import WATCH_PART
from matches.models import Event, Job
from rules_engine import games
from rules_engine.record import SEATS

KIND = "live_chances"
RUNS: int | None = None
"""Matches played on from a frame; None: as many as the game finds enough."""


def want_chances(event: Event, frame: Frame) -> None:
    """Have the chances of a frame worked out, if the event shows them. One job of a match waits, for all its frames."""
    if not options_of(event).live_chances or games.get(event.game).chances is None:
        return
    own = Job.objects.filter(event=event, kind=KIND, params__match=frame.match_id)
    if own.filter(state=JobState.WAITING).exists():
        return
    own.filter(state=JobState.DONE).delete()
    start_job(event=event, kind=KIND, user=None, params={"match": frame.match_id, "frame": frame.pk})


@kind(KIND, gettext_lazy("Chances at a live match"))
def run_chances(job: Job, report: Report) -> dict[str, Any]:
    """Work out the chances of all frames of a match that have none yet, what is already shown and the newest first."""
    done = 0
    open_frames = Frame.objects.filter(match=job.params["match"], chances__isnull=True)
    while (frame := open_frames.order_by("-shown", "-pk").first()) is not None:
        # Noted first, so that a frame of which nothing can be said does not keep the others waiting.
        Frame.objects.filter(pk=frame.pk).update(chances={})
        _keep(frame, _chances_of(frame))
        done += 1
        report(done, done + open_frames.count())
    return {"frames": done}


def _chances_of(frame: Frame) -> dict[str, Any]:
    game = games.get(frame.match.round.stage.event.game)
    seats = {SEATS[index]: SEATS[index] for index in frame.match.seats.values_list("index", flat=True)}
    record = game.read({**frame.data, "seats": seats})
    found = game.chances.at_end(record, RUNS) if game.chances is not None else None
    return msgspec.to_builtins(found) if found is not None else {}


def _keep(frame: Frame, chances: dict[str, Any]) -> None:
    """Keep them with the frame; who sees the frame hears of them."""
    if not chances:
        return
    with transaction.atomic():
        Frame.objects.filter(pk=frame.pk).update(chances=chances)
        if Frame.objects.filter(pk=frame.pk, shown=True).exists():
            raise_versions({(frame.match.round.stage.event_id, WATCH_PART)})
