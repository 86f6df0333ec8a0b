"""Events that hold everything an event can hold, in any game."""

from __future__ import annotations

import io
import uuid
from datetime import date
from pathlib import Path

from django.conf import settings
from PIL import Image

from judging.appeals.services import acknowledge_result, decide_appeal, file_appeal
from judging.calls.services import call_judge, resolve_call
from judging.enums import AppealState
from judging.evidence.services import attach_photo
from judging.extensions.services import extend_time
from judging.recorder.services.recording import read_in_record
from judging.rulings.services.infractions import Fault, log_infraction
from judging.rulings.services.rulings import log_incident, log_ruling
from matches.announcements.services import announce
from matches.attendance.services import check_in
from matches.audit.services import Actor
from matches.audit.submission_services import send_once
from matches.clock.services import start_clock
from matches.enums import Admission, Audience, JobState, Role, Source
from matches.events.services.events import create_event, publish_event
from matches.events.services.pictures import set_picture
from matches.events.services.plans import EventPlan
from matches.models import Entry, Event, EventRole, Forecast, Job, Match, Player, User
from matches.organisations.services.events import set_organisation
from matches.organisations.services.members import create_organisation
from matches.organisations.services.suspensions import override_suspension, suspend
from matches.people.services.entries import add_entry
from matches.people.services.links import make_player_links
from matches.results.services.results import report_result
from matches.rounds.services.rounds import pair_round, publish_round
from matches.tables.score import Duel
from rules_engine import games
from rules_engine.play.simulation import SimulationRun
from rules_engine.record.writing import to_text
from tests.factories import NOON, UserFactory
from tests.judging.evidence.pictures import photo

SECRET = "xqzwvkjh"
"""Stands in the names, addresses and texts of an event, and in nothing else."""
WHY = f"{SECRET}, as the whole table has seen"


def recorded_event(key: str, desk: Actor, *, name: str = SECRET) -> Event:
    """An event of a game whose first table is on record, with an infraction."""
    game = games.get(key)
    plan = EventPlan(name=f"{name} {key}", date=date(2026, 11, 27), game=key, preset=game.presets[0].key)
    event = create_event(actor=desk, plan=plan)
    for number in range(8):
        add_entry(event=event, actor=desk, name=f"{name} {number}", email=f"{name}{number}@example.org")
    check_in(event=event, actor=desk)
    publish_event(event=event, actor=desk)
    event.refresh_from_db()
    stage = event.stages.select_related("event").get(order=1)
    round_ = publish_round(round=pair_round(stage=stage, actor=desk, seed=7), actor=desk)
    start_clock(round=round_, actor=desk)
    match = Match.objects.select_related("round__stage__event").filter(round=round_, table=1).get()
    judge = judge_at(event)
    text = simulated(match)
    if text:
        read_in_record(match=match, actor=judge, text=text, device=name)
    entry = match.seats.select_related("entry__player").get(index=0).entry
    log_infraction(
        event=event, actor=judge, fault=Fault(entry=entry, code="TM-SLOW", match=match, comment=WHY), penalty="W"
    )
    return event


def simulated(match: Match) -> str:
    """The record of a match that the game's own players play; empty for a game without any."""
    event = match.round.stage.event
    game = games.get(event.game)
    if game.simulation is None:
        return ""
    players = (game.simulation.default_player,) * match.seats.count()
    run = SimulationRun(game.rule_set(event.rules), players, seed=1)
    return to_text(game.simulation.record(run), game.language)


def judge_at(event: Event, role: Role = Role.HEAD_JUDGE) -> Actor:
    user: User = UserFactory()
    EventRole.objects.create(event=event, user=user, role=role)
    return Actor(user=user)


def whole_event(desk: Actor, *, known: Player | None = None) -> Event:
    """A played round and a running one, and everything that desk, judges, players and programs add to an event.

    ``known`` plays here as well.
    """
    event = recorded_event(games.all_games()[0].key, desk)
    if known is not None:
        Entry.objects.create(event=event, player=known, number=50)
    judge = judge_at(event)
    start_match = Match.objects.filter(round__stage__event=event).select_related("round__stage__event")
    _judged(event, judge, start_match.get(table=2))
    _around(event, desk)
    return event


def _judged(event: Event, judge: Actor, match: Match) -> None:
    entry = match.seats.select_related("entry__player").get(index=0).entry
    incident = log_incident(event=event, actor=judge, match=match, summary=SECRET)
    attach_photo(of=incident, photo=photo(), actor=judge)
    log_ruling(event=event, actor=judge, match=match, matter="other", outcome=SECRET, concerns=entry)
    floor = judge_at(event, Role.FLOOR_JUDGE)
    infraction = log_infraction(
        event=event, actor=floor, fault=Fault(entry=entry, code="GP-HAND", match=match, comment=WHY), penalty="W"
    )
    appeal = file_appeal(event=event, of=infraction, actor=floor, statement=SECRET)
    decide_appeal(appeal=appeal, state=AppealState.UPHELD, actor=judge, comment=WHY)
    extend_time(match=match, actor=judge, seconds=60)
    resolve_call(call=call_judge(match=match, actor=judge, about=SECRET), actor=judge)
    result = report_result(match=match, score=Duel(rounds=(2, 0), winner=0), actor=judge, source=Source.JUDGE)
    acknowledge_result(result=result, entry=entry, actor=Actor(entry=entry))


def _in_a_club(event: Event, desk: Actor) -> None:
    """The club and whom it suspends stay; what the event made of it goes."""
    club = create_organisation(actor=desk, name="Card Club")
    set_organisation(event=event, actor=desk, organisation=club)
    suspension = suspend(organisation=club, actor=desk, name="Someone Else", since=event.date, reason="the board")
    override_suspension(event=event, suspension=suspension, actor=desk, reason=SECRET)


def _around(event: Event, desk: Actor) -> None:
    file = io.BytesIO()
    Image.new("RGB", (40, 30), "green").save(file, "JPEG")
    set_picture(event=event, actor=desk, alt=SECRET, picture=file.getvalue())
    make_player_links(event=event, actor=desk)
    event.sign_ups.create(
        state=Admission.WAITING, turn=1, token_hash=SECRET, name=SECRET, created_at=NOON, changed_at=NOON
    )
    announce(event=event, actor=desk, text=SECRET, audience=Audience.EVERYONE)
    _in_a_club(event, desk)
    path = Path(settings.MEDIA_ROOT) / "papers" / f"{SECRET}.pdf"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"%PDF")
    Job.objects.create(event=event, kind="paper", state=JobState.DONE, file=f"papers/{SECRET}.pdf")
    stage = event.stages.get(order=1)
    Forecast.objects.create(stage=stage, state=SECRET, rows=[], runs=1, round_number=1)
    send_once(key=uuid.uuid4(), user=desk.user, do=lambda: f"/e/{event.slug}/desk/people/")
