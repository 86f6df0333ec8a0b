"""Events in the states in which a change can succeed, for tests of who may make it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import time, timedelta
from typing import Any

from django.utils import timezone

from judging.appeals.services import acknowledge_result, file_appeal
from judging.broadcast.services import feature_match
from judging.broadcast.stream_services import make_stream_key
from judging.calls.services import call_judge
from judging.duty import Duty
from judging.rulings.services.infractions import Fault, log_infraction
from judging.rulings.services.rulings import log_incident, log_ruling
from judging.zones.services import set_shift, set_zone
from matches.announcements.services import announce
from matches.attendance.services import check_in, disqualify_entry, drop_entry
from matches.attendance.strike_services import strike_results
from matches.audit.services import Actor
from matches.clock.services import pause_clock
from matches.enums import LeaverResults, MatchKind, Role, Source, StageKind
from matches.events.services.events import publish_event
from matches.final.services import finish_event
from matches.life.archive_services import archive_event
from matches.models import Entry, Event, Match, Round
from matches.organisations.services.events import set_organisation
from matches.organisations.services.members import create_organisation
from matches.organisations.services.suspensions import suspend
from matches.results.services.results import report_result
from matches.rounds.services.rounds import pair_round, publish_round, repair_round
from matches.schedule.items import Item
from matches.schedule.services import local, set_schedule
from matches.signups.services.declining import decline_sign_ups
from matches.signups.services.signing import sign_up
from matches.walls.services import set_wall
from tests.matches.conftest import TWO_ONE, Hall, make_event, play, running, start
from tests.matches.playing import stage_of
from tests.matches.pods import pod_event


@dataclass
class Scene:
    """An event in which a request can succeed, and what the request is about."""

    hall: Hall
    things: dict[str, Any] = field(default_factory=dict)

    @property
    def event(self) -> Event:
        return self.hall.event

    @property
    def match(self) -> Match:
        return self.hall.matches[0]

    @property
    def round(self) -> Round:
        return self.hall.round

    def entry(self, number: int = 1) -> Entry:
        return Entry.objects.select_related("player", "event").get(event=self.event, number=number)

    def judge(self, role: Role = Role.HEAD_JUDGE) -> Actor:
        return self.hall.actor(role)


def in_play() -> Scene:
    return Scene(running())


def not_begun() -> Scene:
    return Scene(make_event())


def with_draft() -> Scene:
    hall = make_event()
    play(hall)
    stage = hall.event.stages.select_related("event").get(order=1)
    pair_round(stage=stage, actor=hall.actor(), seed=7)
    return Scene(hall)


def with_draft_of_pods() -> Scene:
    """A draft of tables of up to four."""
    hall = Hall(pod_event(6, rounds=2))
    pair_round(stage=stage_of(hall.event), actor=hall.actor(), seed=7)
    return Scene(hall)


def published() -> Scene:
    scene = with_draft()
    publish_round(round=scene.round, actor=scene.hall.actor())
    return scene


def late_arrival() -> Scene:
    """A running round with a bye, and a player who arrived after it was published."""
    scene = in_play()
    scene.things["late"] = scene.entry(6)
    check_in(event=scene.event, actor=scene.hall.actor(), entries=[scene.entry(6)])
    scene.things["bye"] = Entry.objects.get(seats__round=scene.round, seats__match__kind=MatchKind.BYE)
    return scene


def taken_back() -> Scene:
    """A withdrawn draft, with the next one in its place."""
    scene = with_draft()
    scene.things["attempt"] = scene.round
    repair_round(round=scene.round, actor=scene.hall.actor())
    return scene


def draft_without_player() -> Scene:
    """A draft whose first player has left."""
    scene = with_draft()
    drop_entry(entry=scene.hall.seated(scene.match)[0], actor=scene.hall.actor())
    return scene


def between_rounds() -> Scene:
    hall = make_event()
    play(hall)
    return Scene(hall)


def before_the_cut() -> Scene:
    """All rounds before the cut are closed, and the cut is not drawn."""
    hall = make_event()
    play(hall)
    play(hall)
    return Scene(hall)


def paused() -> Scene:
    scene = in_play()
    pause_clock(round=scene.round, actor=scene.hall.actor())
    return scene


def reported() -> Scene:
    """The head judge has reported the result of the first table."""
    scene = in_play()
    result = report_result(match=scene.match, score=TWO_ONE, actor=scene.judge(), source=Source.JUDGE)
    scene.things["result"] = result
    return scene


def locked() -> Scene:
    scene = reported()
    for entry in scene.hall.seated(scene.match):
        acknowledge_result(result=scene.things["result"], entry=entry, actor=Actor(entry=entry))
    return scene


def all_reported() -> Scene:
    scene = in_play()
    for match in scene.hall.matches:
        report_result(match=match, score=TWO_ONE, actor=scene.hall.actor(), source=Source.DESK)
    return scene


def dropped() -> Scene:
    scene = in_play()
    drop_entry(actor=scene.hall.actor(), entry=scene.entry())
    return scene


def left_the_round_robin() -> Scene:
    """A player has left a round robin after one of four matches; the results were kept."""
    hall = make_event()
    hall.event.stages.filter(order=1).update(kind=StageKind.ROUND_ROBIN, rounds_planned=0)
    play(hall)
    match = hall.matches[0]
    start(hall)
    entry = hall.seated(match)[0]
    drop_entry(actor=hall.actor(), entry=entry, results=LeaverResults.KEEP)
    return Scene(hall, {"left": entry.number})


def struck() -> Scene:
    """The same, and the results were struck."""
    scene = left_the_round_robin()
    strike_results(actor=scene.hall.actor(), entry=scene.entry(scene.things["left"]))
    return scene


def disqualified() -> Scene:
    scene = in_play()
    disqualify_entry(actor=scene.hall.actor(), entry=scene.entry(), reason="bribery")
    return scene


def finished() -> Scene:
    scene = between_rounds()
    finish_event(event=scene.event, actor=scene.hall.actor())
    return scene


def archived() -> Scene:
    scene = finished()
    archive_event(event=scene.event, actor=scene.hall.actor())
    return scene


def unpublished() -> Scene:
    scene = in_play()
    publish_event(event=scene.event, actor=scene.hall.actor(), on=False)
    return scene


def checked_in() -> Scene:
    scene = in_play()
    check_in(event=scene.event, actor=scene.hall.actor(), entries=[scene.entry(6)])
    return scene


def judged(penalty: str | None = "W", role: Role = Role.HEAD_JUDGE) -> Scene:
    scene = in_play()
    entry = scene.hall.seated(scene.match)[0]
    comment = "counted twice at the table" if penalty else ""
    scene.things["infraction"] = log_infraction(
        event=scene.event,
        actor=scene.judge(role),
        fault=Fault(entry=entry, code="GP-HAND", match=scene.match, comment=comment),
        penalty=penalty,
    )
    return scene


def without_penalty() -> Scene:
    return judged(None)


def provisional() -> Scene:
    return judged("RL", Role.FLOOR_JUDGE)


def ruled() -> Scene:
    scene = in_play()
    scene.things["ruling"] = log_ruling(
        event=scene.event, actor=scene.judge(), match=scene.match, matter="other", outcome="x"
    )
    return scene


def with_incident() -> Scene:
    """An incident, and an infraction at its table that does not belong to it yet."""
    scene = judged()
    scene.things["incident"] = log_incident(
        event=scene.event, actor=scene.judge(), match=scene.match, summary="a card on the floor"
    )
    return scene


def called() -> Scene:
    scene = in_play()
    scene.things["call"] = call_judge(match=scene.match, actor=scene.hall.actor())
    return scene


def zoned() -> Scene:
    """The first table is in a zone, and the head judge has an entry in the rota."""
    scene = in_play()
    head = scene.judge()
    assert head.user is not None
    scene.things["zone"] = set_zone(place=scene.event, actor=head, name="North", tables="1", lead=head.user)
    scene.things["shift"] = set_shift(
        place=scene.event, actor=head, user=head.user, duty=Duty.BREAK, starts=time(14), ends=time(15)
    )
    return scene


def appealed() -> Scene:
    scene = judged(role=Role.FLOOR_JUDGE)
    scene.things["appeal"] = file_appeal(
        event=scene.event, of=scene.things["infraction"], actor=scene.judge(Role.FLOOR_JUDGE), statement="no"
    )
    return scene


def announced() -> Scene:
    """Something is announced to everyone, and the schedule has an item that is still to come."""
    scene = in_play()
    actor = scene.hall.actor()
    scene.things["announcement"] = announce(event=scene.event, actor=actor, text="Lunch until 13:30.")
    soon = local(scene.event, timezone.now()) + timedelta(hours=1)
    set_schedule(event=scene.event, actor=actor, items=[Item(soon, "Round 3")])
    return scene


def on_stream() -> Scene:
    """A match is shown live, and the event has a key for its stream."""
    scene = in_play()
    feature_match(match=scene.match, actor=scene.hall.actor())
    make_stream_key(event=scene.event, actor=scene.hall.actor())
    return scene


def with_a_wall() -> Scene:
    """A second wall beside the main one."""
    scene = in_play()
    scene.things["wall"] = set_wall(event=scene.event, actor=scene.hall.actor(), name="Entrance")
    return scene


def signed_up() -> Scene:
    """An event that is full, with two sign-ups on the waiting list, one that waits for approval and one declined."""
    options = {"is_open": True, "capacity": 6}
    scene = Scene(make_event(options={"sign_up": options}))
    event = scene.event
    first, second, third = (sign_up(event=event, name=name).sign_up for name in ("Bo Derek", "Cy Young", "Di Prima"))
    decline_sign_ups(event=event, actor=scene.hall.actor(), sign_ups=[third])
    event.options = {"sign_up": {**options, "approval": True}}
    event.save(update_fields=["options"])
    pending = sign_up(event=event, name="Ed Wood").sign_up
    scene.things.update(waiting=first, last=second, declined=third, pending=pending)
    return scene


def suspended() -> Scene:
    """An event of a club that has suspended its first player; the organiser manages the club."""
    scene = not_begun()
    organiser = scene.hall.actor()
    club = create_organisation(actor=organiser, name="Harbour Card Club")
    set_organisation(event=scene.event, actor=organiser, organisation=club)
    player, day = scene.entry().player, scene.event.date
    scene.things["club"] = club
    scene.things["suspension"] = suspend(
        organisation=club, actor=organiser, player=player, since=day, reason="fought at table 4"
    )
    scene.event.refresh_from_db()
    return scene
