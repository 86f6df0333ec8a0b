"""Every token of a played match can be tapped, also where nobody sees what is drawn, dealt and held."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import msgspec
import pytest

from judging.models import TurnRecord
from judging.recorder.forms import MOST_MARK, MOST_TOKEN
from judging.recorder.queries.recorded import RecordedMatch
from judging.recorder.services.allowed import check_allowed
from judging.recorder.views.keys import KeysContext, KindKey, PadKey, keys_context
from rules_engine import games
from rules_engine.bankout.simulate import Sheet
from rules_engine.game import Game, Moment
from rules_engine.record import NO_EXTRAS, GameRecord, Turn
from rules_engine.record import recording as rec
from rules_engine.record.writing import to_mapping
from rules_engine.stage.simulate import PLAYERS, simulate
from rules_engine.stage.simulate import Sheet as StageSheet
from tests.forms import LONG, in_form
from tests.judging.conftest import Floor
from tests.rules_engine.bank.games import dealt, unseen
from tests.rules_engine.bankout.simulate.cases import random_match
from tests.rules_engine.bankrupt.games import played as played_bankrupt
from tests.rules_engine.stage.games import random_rules as stage_rules

pytestmark = pytest.mark.django_db

MATCHES = in_form(gate=12, long=200)
BLOCKS = in_form(gate=1, long=8)
"""So many tests share the matches of a game: a long match takes seconds."""
LOOKED_AT = 12
"""Tokens of a match that the gate taps, of as many kinds as there are; the long form taps all."""


def bankout(seed: int) -> GameRecord:
    """Cards that go to hand are not seen."""
    match = random_match(seed)
    match.sheet = Sheet(unseen=True)
    match.play()
    return match.sheet.record(match.state, ("A", "B"), seed)


def bank(seed: int) -> GameRecord:
    """Nobody sees the deal, the first discard, what is drawn, or what a thief takes from a hand."""
    return unseen(dealt(seed)[1])


def bankrupt(seed: int) -> GameRecord:
    return played_bankrupt(seed, most=6)[1]


def stage(seed: int) -> GameRecord:
    """Draws are not seen; what is banked is, now and then."""
    rng = Random(seed)
    players = rng.choice([2, 2, 2, 4, 6, 8])
    names = [rng.choice(sorted(PLAYERS)) for _seat in range(players)]
    sheet = StageSheet(0.0, rng.choice([0.0, 0.3]))
    return simulate(stage_rules(rng, players), names, seed, sheet, rng.choice([None, 5]), rng.randrange(players))


PLAYED: dict[str, Callable[[int], GameRecord]] = {
    "bankout": bankout,
    "bank": bank,
    "bankrupt": bankrupt,
    "stage": stage,
}


def test_each_game_is_played() -> None:
    assert set(PLAYED) == {game.key for game in games.all_games()}


def bare(token: str) -> str:
    """A token as a scorekeeper taps it: without the amount that a sheet may add."""
    return re.sub(r"\(\d+\)", "", token)


def steps_of(game: Game, record: GameRecord) -> list[tuple[Moment, str]]:
    """Each token with its place."""
    return [
        (Moment(place, number, action), token)
        for place, played in enumerate(record.rounds)
        for number, turn in enumerate(played.turns)
        for action, token in enumerate(turn.actions)
    ]


def before(record: GameRecord, at: Moment, *, opened: bool = False) -> GameRecord:
    """The record as it stands when a token is tapped; with its turn ``opened``, where that is the first of it."""
    played = record.rounds[at.place]
    turn = played.turns[at.turn or 0]
    last = (
        (msgspec.structs.replace(turn, actions=turn.actions[: at.action], claim=None),) if at.action or opened else ()
    )
    cut = msgspec.structs.replace(played, turns=(*played.turns[: at.turn], *last))
    return msgspec.structs.replace(record, rounds=(*record.rounds[: at.place], cut), extra=NO_EXTRAS)


def as_tapped(record: GameRecord) -> GameRecord:
    """A record as taps write it: without amounts, claims and readings of the clock."""
    rounds = tuple(
        msgspec.structs.replace(
            played,
            turns=tuple(
                Turn(turn.seat, tuple(bare(token) for token in turn.actions if not token.startswith("@")))
                for turn in played.turns
            ),
        )
        for played in record.rounds
    )
    return msgspec.structs.replace(record, rounds=rounds, tags={})


def is_tapped(keys: KeysContext, token: str) -> bool:
    """Whether one key writes a token, or the keys of a kind one after the other."""
    if token in {*(act.token for act in keys["acts"]), keys["time_token"]}:
        return True
    return any(_is_composed(keys, kind, token) for kind in keys["kinds"])


def _is_composed(keys: KeysContext, kind: KindKey, token: str) -> bool:
    parts = token.removeprefix(kind.mark).split(kind.joiner)
    if not token.startswith(kind.mark) or not kind.enough <= len(parts) <= kind.most or len(token) > MOST_TOKEN:
        return False
    suits = [suit.letter for suit in keys["suits"]] if kind.suited else [""]
    found = (
        any(part == key.token + suit for suit in suits for key in keys["pad"] if _names(key, kind.number, step))
        for step, part in enumerate(parts)
    )
    return len(kind.mark) <= MOST_MARK and all(found)


def _names(key: PadKey, kind: int, step: int) -> bool:
    return {str(kind), f"{kind}.{step}"} & set(key.kinds.split()) != set() and str(kind) not in key.barred.split()


def looked_at(steps: list[tuple[Moment, str]], rng: Random) -> list[tuple[Moment, str]]:
    """All steps, or one of each kind of act."""
    if LONG:
        return steps
    rng.shuffle(steps)
    kinds = {re.sub(r"10|[2-9JQKA]", "", token): (at, token) for at, token in steps}
    return list(kinds.values())[:LOOKED_AT]


def look(floor: Floor, game: Game, record: GameRecord, token: str) -> None:
    """A token may be tapped when a record stands so, and has keys."""
    row = TurnRecord(match=floor.match, data=to_mapping(record))
    recorded = RecordedMatch(row, floor.event, floor.match)
    recorded.record = record
    acts = recorded.standing.acts
    check_allowed(recorded, token)  # raises what a judge would read
    same = next((act.same_as for act in acts.allowed if act.token == token), "") or token
    assert is_tapped(keys_context(recorded, acts), same), (token, record.rounds[-1].turns[-2:])


@pytest.mark.parametrize("block", range(BLOCKS))
@pytest.mark.parametrize("key", PLAYED)
def test_every_token_of_a_match_can_be_tapped_with_the_hands_hidden(floor: Floor, key: str, block: int) -> None:
    for seed in range(block, MATCHES, BLOCKS):
        tap_in(floor, key, seed)


def tap_in(floor: Floor, key: str, seed: int) -> None:
    """Look for the keys of each token of a match."""
    game, record = games.get(key), as_tapped(PLAYED[key](seed))
    floor.event.game, floor.event.rules = key, record.rules
    for at, token in looked_at(steps_of(game, record), Random(seed)):
        now = before(record, at)
        is_over = game.view(game.standing(now)).turn_over
        if token == "#" and is_over:
            continue  # the Jack or the Ace before it has said so: there is nothing to tap
        opens = not at.action and bool(now.rounds[-1].turns) and not is_over
        if opens:
            look(floor, game, now, rec.NO_TOKEN)
        look(floor, game, before(record, at, opened=True) if opens or token == "T" else now, token)
