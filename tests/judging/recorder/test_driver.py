"""Whole matches tapped in as a scorekeeper does, tap by tap through the services: the record is as it was played.

And random taps, those that the rules bar among them: the recorder's report is the referee's on the same record.
"""

from __future__ import annotations

import random
import re
import uuid

import msgspec
import pytest

from judging.models import TurnRecord
from judging.recorder.queries.recorded import RecordedMatch, recorded
from judging.recorder.services.recording import start_record
from judging.recorder.services.taps import Tap, begin_game_round, write_token
from rules_engine import games, read_record
from rules_engine.record import GameRecord
from rules_engine.record import recording as rec
from rules_engine.record.writing import to_json, to_text
from tests.forms import in_form
from tests.judging.conftest import Floor
from tests.rules_engine.bankout.simulate.cases import played
from tests.undone import undone

pytestmark = pytest.mark.django_db

BANKOUT = games.get("bankout")
DEVICE = "tablet-1"
LONG_SEEDS = (*range(199), 303)
"""Two hundred matches; few have a counter, as the last of them has."""
MATCHES = in_form(gate=2, long=200)
SEQUENCES = in_form(gate=5, long=100)


def tap(now: RecordedMatch) -> Tap:
    return Tap(device=DEVICE, revision=now.row.revision, step=uuid.uuid4())


class Driver:
    """A scorekeeper at a table."""

    def __init__(self, floor: Floor, rules: dict[str, object], first: str) -> None:
        self.floor = floor
        floor.event.rules = rules
        floor.event.save()
        floor.match.round.stage.event = floor.event
        self.judge = floor.judge
        row = start_record(match=floor.match, actor=self.judge, first=first, device=DEVICE)
        self.now = RecordedMatch(row, floor.event, floor.match)

    def stored(self) -> RecordedMatch:
        """The record as everybody else finds it."""
        found = recorded(self.floor.event, self.floor.match)
        assert found is not None
        return found

    def write(self, token: str) -> None:
        self._see(write_token(recorded=self.now, actor=self.judge, tap=tap(self.now), token=token, insist=True))

    def begin(self, first: str) -> None:
        self._see(begin_game_round(recorded=self.now, actor=self.judge, tap=tap(self.now), first=first))

    def _see(self, row: TurnRecord) -> None:
        """The device goes on from the answer to its tap."""
        entries, self.now = self.now.entries, RecordedMatch(row, self.floor.event, self.floor.match)
        self.now.entries = entries

    def tap_in(self, record: GameRecord) -> None:
        """Tap in a whole record."""
        for place, played_round in enumerate(record.rounds):
            if place:
                self.begin(played_round.first)
            for turn in played_round.turns:
                state = BANKOUT.standing(self.now.record)
                turns = self.now.record.rounds[-1].turns
                if (turns and not BANKOUT.view(state).turn_over) or turn.actions[0] == "T":
                    self.write(rec.NO_TOKEN)
                for token in turn.actions:
                    self.write(token)


def bare(record: GameRecord) -> GameRecord:
    """A record without claims, readings of the clock, names and tags."""
    rounds = tuple(
        msgspec.structs.replace(
            one,
            comment=None,
            turns=tuple(
                msgspec.structs.replace(
                    turn,
                    claim=None,
                    comment=None,
                    actions=tuple(token for token in turn.actions if not token.startswith("@")),
                )
                for turn in one.turns
            ),
        )
        for one in record.rounds
    )
    return msgspec.structs.replace(record, rounds=rounds, seats={}, tags={})


def short_match(seed: int) -> GameRecord:
    """A played match in which every turn has a token."""
    return read_record(to_text(bare(played(seed)[1]), BANKOUT.language))


@pytest.mark.parametrize("seed", LONG_SEEDS[:MATCHES])
def test_a_match_that_is_tapped_in_is_byte_for_byte_the_one_that_was_played(floor: Floor, seed: int) -> None:
    record = short_match(seed)
    driver = Driver(floor, record.rules, record.rounds[0].first)
    driver.tap_in(record)
    found = driver.stored()
    stored = found.record
    assert to_json(bare(stored)) == to_json(msgspec.structs.replace(bare(record), rules=stored.rules))
    assert found.standing.report.outcome == games.referee(bare(stored)).outcome


def kind(token: str) -> str:
    """What kind of act a token is: its sign and what is chosen, without card and amount."""
    bare_token = re.sub(r"\(\d+\)", "", BANKOUT.language.unsuited(token))
    return re.sub(r"10|[2-9AJQKX?]", "card", bare_token, count=1)


def test_the_matches_of_the_long_form_hold_every_kind_of_act() -> None:
    usual = {kind(token) for token in BANKOUT.language.canonical if not token.startswith("@")}
    held = {
        kind(token)
        for seed in LONG_SEEDS
        for played_round in played(seed)[1].rounds
        for turn in played_round.turns
        for token in turn.actions
    }
    assert usual - held == set()


def test_random_taps_are_judged_as_the_referee_judges_them(subtests: pytest.Subtests, floor: Floor) -> None:
    for seed in range(SEQUENCES):
        with subtests.test(seed=seed), undone(floor):
            rng = random.Random(seed)
            driver = Driver(floor, {"format": rng.choice(["bankout", "blitz"]), "jokers": rng.random() < 0.7}, "A")
            for _ in range(in_form(gate=25, long=60)):
                now = driver.now
                acts = now.standing.acts
                if acts.seat is None:
                    if now.standing.next_round is None:
                        break
                    driver.begin(now.standing.next_round.starters[0])
                    continue
                tokens = [act.token for act in acts.allowed]
                tokens += [act.token for act in acts.barred if act.token not in {"draw", "no answer"}]
                driver.write(rng.choice(tokens))
            found = driver.stored()
            again = read_record(to_text(found.record, BANKOUT.language))
            assert found.standing.report.findings == games.referee(again).findings
            assert found.standing.report.outcome == games.referee(again).outcome
