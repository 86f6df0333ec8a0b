"""``manage.py demo``: create an event in progress to explore, with the same services as a real one."""

from __future__ import annotations

import os
import random
import secrets
import uuid
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from judging.calls.services import call_judge
from judging.demo import NAMES, password, score_line
from judging.extensions.services import extend_time
from judging.models import Infraction
from judging.policies.services import start_policy
from judging.recorder.queries.recorded import RecordedMatch, recorded
from judging.recorder.services.findings import confirm_recorded_result
from judging.recorder.services.recording import read_in_record, start_record
from judging.recorder.services.taps import Tap, write_token
from judging.rulings.services.infractions import Fault, log_infraction
from judging.rulings.services.penalties import issue_penalty
from judging.rulings.services.rulings import log_ruling
from matches.attendance.services import check_in
from matches.audit.services import Actor
from matches.clock.services import start_clock
from matches.enums import MatchKind, Role, Source
from matches.events.queries.games import shape_of
from matches.events.queries.seats import seats_with
from matches.events.services.events import create_event, publish_event
from matches.events.services.plans import EventPlan
from matches.models import Entry, Event, EventRole, Match, Round, Stage, User
from matches.people.services.imports import import_entries
from matches.people.services.links import make_player_links
from matches.results.services.results import report_result
from matches.rounds.services.rounds import close_round, pair_round, publish_round
from matches.tables.duel_score import parse
from rules_engine import games
from rules_engine.play.simulation import SimulationRun
from rules_engine.record import GameRecord
from rules_engine.record.writing import to_text

STAFF = (
    ("organiser", "Odile Martin", Role.ORGANISER),
    ("scorekeeper", "Sam Keller", Role.SCOREKEEPER),
    ("head", "Hanna Virtanen", Role.HEAD_JUDGE),
    ("judge", "Jules Bernard", Role.FLOOR_JUDGE),
)
PLAYED, PLANNED, CUT = 3, 7, 8
RUNNING_FOR = timedelta(minutes=9)
EVERY = timedelta(minutes=35)
TURNS = 4
"""Turns on record of the match that is being played."""


class Command(BaseCommand):
    help = "Create the demo event: 48 players, three rounds played, the fourth running with half of its results."

    def handle(self, *args: Any, **options: Any) -> None:
        existing = User.objects.filter(username__in=[name for name, _full_name, _role in STAFF])
        if existing.exists():
            raise CommandError(
                f"The demo exists already: {existing[0].username} can sign in. For a fresh one, start with an empty "
                "folder (script/run --data DIR)."
            )
        # All or nothing: an interrupted start leaves no half-made event behind.
        with transaction.atomic():
            logins, token = self._make()
        self._write_logins(logins, token)

    def _make(self) -> tuple[dict[str, tuple[User, Role, str]], str]:
        self.now = timezone.now()
        self.chance = random.Random(48)
        logins = self._staff()
        self.desk, self.head, self.judge = (Actor(user=logins[name][0]) for name in ("organiser", "head", "judge"))
        event = self._event()
        for _name, (user, role, _password) in logins.items():
            EventRole.objects.get_or_create(event=event, user=user, role=role)
        start_policy(event=event, profile="competitive", actor=self.head)
        stage = Stage.objects.select_related("event").get(event=event, order=1)
        for number in range(1, PLAYED + 1):
            self._round(stage, number, self.now - RUNNING_FOR - EVERY * (PLAYED + 1 - number))
        self._running_round(stage)
        return logins, make_player_links(event=event, actor=self.desk)[0].token

    def _staff(self) -> dict[str, tuple[User, Role, str]]:
        # Passwords differ on each machine; the event's random results do not.
        fresh = random.Random(secrets.randbits(64))
        accounts = {}
        for name, full_name, role in STAFF:
            secret = password(fresh)
            accounts[name] = (User.objects.create_user(username=name, password=secret, name=full_name), role, secret)
        return accounts

    def _event(self) -> Event:
        game = games.all_games()[0]
        preset = game.presets[0]
        event = create_event(
            actor=self.desk,
            seed=20261121,
            plan=EventPlan(
                name="Harbour Open",
                date=timezone.localdate(),
                game=game.key,
                preset=preset.key,
                rounds=PLANNED,
                cut=CUT,
                venue="Harbour Hall, Pier 3",
            ),
        )
        rows = "\n".join(f"{name},HO-{number:03d}" for number, name in enumerate(NAMES, start=1))
        import_entries(event=event, actor=self.desk, data=f"name,id\n{rows}\n")
        check_in(event=event, actor=self.desk)
        return publish_event(event=event, actor=self.desk)

    def _round(self, stage: Stage, number: int, at: datetime) -> None:
        round_ = self._paired(stage, number, at)
        self._rulings(round_, number, at + timedelta(minutes=12))
        for match in self._played(round_):
            self._report(match, at + timedelta(minutes=self.chance.randrange(14, 29)))
        close_round(round=round_, actor=self.desk, at=at + timedelta(minutes=30))

    def _paired(self, stage: Stage, number: int, at: datetime) -> Round:
        round_ = pair_round(stage=stage, actor=self.desk, seed=1000 + number, at=at)
        publish_round(round=round_, actor=self.desk, at=at + timedelta(minutes=1))
        start_clock(round=round_, actor=self.desk, at=at + timedelta(minutes=4))
        return round_

    def _played(self, round_: Round) -> list[Match]:
        matches = Match.objects.filter(round=round_, kind=MatchKind.PLAYED).select_related("round__stage__event")
        return list(matches.prefetch_related(seats_with()).order_by("table"))

    def _report(self, match: Match, at: datetime) -> None:
        first, second = (seat.entry.number for seat in match.seats.all())
        bias = 0.5 + (second - first) / 160  # some players are stronger than others
        score = parse(score_line(self.chance, bias), shape_of(match.round.stage.event))
        report_result(match=match, score=score, actor=self.desk, source=Source.DESK, at=at)

    def _running_round(self, stage: Stage) -> None:
        round_ = self._paired(stage, PLAYED + 1, self.now - RUNNING_FOR - timedelta(minutes=4))
        matches = self._played(round_)
        *reported, recorded_match = self.chance.sample(matches, len(matches) // 2)
        for match in reported:
            self._report(match, self._ago(1))
        self._recorded_turns(recorded_match)
        still = [match for match in matches if not match.results.exists()]
        self._infraction(still[1], 0, "TM-SLOW", self._ago(6))
        extend_time(match=still[2], actor=self.judge, seconds=180, at=self._ago(4))
        call_judge(match=still[3], actor=Actor(entry=self._seat(still[3], 0)), about="Counter-Joker", at=self._ago(3))
        self._differing(still[0])
        self._running_turns(still[4])

    def _recorded_turns(self, match: Match) -> None:
        """A match with all its turns on record, and the result that they propose."""
        game = games.get(match.round.stage.event.game)
        read_in_record(
            match=match, actor=self.judge, text=to_text(self._simulated(match), game.language), device="demo"
        )
        found = recorded(match.round.stage.event, match)
        assert found is not None  # noqa: S101 - it was just stored
        confirm_recorded_result(recorded=found, actor=self.judge)

    def _running_turns(self, match: Match) -> None:
        """A match whose first turns are on record."""
        game_round = self._simulated(match).rounds[0]
        event = match.round.stage.event
        row = start_record(match=match, actor=self.judge, first=game_round.first, device="demo")
        mark = games.get(event.game).language.clock_mark
        tokens = [token for turn in game_round.turns[:TURNS] for token in turn.actions]
        for token in tokens:
            if not (mark and token.startswith(mark)):
                tap = Tap(device="demo", revision=row.revision, step=uuid.UUID(int=self.chance.getrandbits(128)))
                now = RecordedMatch(row, event, match)
                row = write_token(recorded=now, actor=self.judge, tap=tap, token=token, insist=True)

    def _simulated(self, match: Match) -> GameRecord:
        """A match that the game's own players play under the rules of the event."""
        event = match.round.stage.event
        game = games.get(event.game)
        simulation = game.simulation
        assert simulation is not None  # noqa: S101 - the demo event is of a game that has one
        players = (simulation.default_player,) * game.seats[0]
        return simulation.record(SimulationRun(game.rule_set(event.rules), players, seed=match.table or 0))

    def _ago(self, minutes: int) -> datetime:
        return self.now - timedelta(minutes=minutes)

    def _differing(self, match: Match) -> None:
        """Let both players of a match report different results."""
        shape = shape_of(match.round.stage.event)
        for index, line in ((0, "2-1"), (1, "1-2")):
            actor = Actor(entry=self._seat(match, index))
            report_result(match=match, score=parse(line, shape), actor=actor, source=Source.PLAYER, at=self._ago(2))

    def _rulings(self, round_: Round, number: int, at: datetime) -> None:
        tables = self._played(round_)
        self._infraction(tables[4], 0, "GP-HAND", at)
        self._infraction(tables[7], 1, "TM-SLOW", at)
        if number == 2:
            log_ruling(
                event=round_.stage.event,
                actor=self.judge,
                matter="counter_joker",
                outcome="late_counter_swap_stands",
                match=tables[2],
                concerns=self._seat(tables[2], 1),
                rule="BO-5.24",
                at=at,
            )
            self._infraction(tables[2], 1, "GP-CTRLATE", at)

    def _infraction(self, match: Match, seat: int, code: str, at: datetime) -> Infraction:
        """Log a fault with the penalty that the policy suggests."""
        event = match.round.stage.event
        entry = self._seat(match, seat)
        row = log_infraction(event=event, actor=self.judge, fault=Fault(entry=entry, code=code, match=match), at=at)
        issue_penalty(infraction=row, penalty=row.suggested, actor=self.judge, comment="Demo", at=at)
        return row

    def _seat(self, match: Match, index: int) -> Entry:
        return match.seats.select_related("entry__player").get(index=index).entry

    def _write_logins(self, logins: dict[str, tuple[User, Role, str]], token: str) -> None:
        lines = ["  Sign in to the demo with (username, password):"]
        lines += [f"    {name:<12} {secret:<28} {role.label}" for name, (_user, role, secret) in logins.items()]
        lines += ["  One player's own page:", f"    /p/{token}/", ""]
        path = Path(settings.DATA_DIR) / "demo-logins.txt"
        path.unlink(missing_ok=True)  # an existing file would keep its mode
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write("\n".join(lines))
