"""A replay is the referee's own work, seen: its report, and after each token the state of a shorter record."""

from __future__ import annotations

import msgspec
import pytest

from rules_engine import games
from rules_engine.bankout.referee import final_state
from rules_engine.bankout.replay import Table, replay, table_of
from rules_engine.game import Moment
from rules_engine.record import Record
from rules_engine.record.reading import parse
from tests.rules_engine.golden.cases import Case, load_cases
from tests.rules_engine.play import play_record

CASES = [case for case in load_cases() if case.unreadable is None]


def seen(record: Record, time_box: float | None = None) -> tuple[dict[Moment, Table], object]:
    tables: dict[Moment, Table] = {}

    def look(moment: Moment, state: object) -> None:
        assert moment not in tables
        tables[moment] = table_of(state)  # type: ignore[arg-type]

    return tables, replay(record, look, time_box)


def read(text: str) -> Record:
    return parse(text, games.language_of)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.topic}: {case.name}")
def test_the_report_is_the_referee_s(case: Case) -> None:
    record = read(case.record)

    assert seen(record, case.time_box)[1] == games.referee(record, case.time_box)


@pytest.mark.parametrize("seed", range(12))
def test_every_token_of_a_played_match_is_seen_once_and_in_order(seed: int) -> None:
    record = play_record(seed)
    tables, _report = seen(record)
    expected = [
        moment
        for place, played in enumerate(record.rounds)
        for moment in [
            Moment(place),
            *(
                Moment(place, number, action or None)
                for number, turn in enumerate(played.turns, 1)
                for action in (range(1, len(turn.actions) + 1) if turn.actions else [0])
            ),
        ]
    ]

    assert list(tables) == expected


@pytest.mark.parametrize("seed", range(4))
def test_a_token_leaves_the_state_of_the_record_that_stops_there(seed: int) -> None:
    record = play_record(seed, most_actions=120)
    tables, _report = seen(record)
    for moment, table in tables.items():
        if moment.action is None or moment.action == len(record.rounds[moment.place].turns[moment.turn - 1].actions):
            continue  # the end of a turn is seen with what the sheet leaves unsaid
        if table.phase in ("effect", "third_jack", "trigger", "answer"):
            continue  # a record that stops here says that nobody answered
        assert table_of(final_state(cut(record, moment))) == table


def cut(record: Record, moment: Moment) -> Record:
    """The record up to and with a token."""
    played = record.rounds[moment.place]
    turn = played.turns[moment.turn - 1]
    turns = (*played.turns[: moment.turn - 1], msgspec.structs.replace(turn, actions=turn.actions[: moment.action]))
    rounds = (*record.rounds[: moment.place], msgspec.structs.replace(played, turns=turns))
    return msgspec.structs.replace(record, rounds=rounds)


def test_the_table_is_drawn_as_it_lies() -> None:
    tables, _report = seen(read('[edition "complete"]\nRound 1, A first\nA: A Q J 5 B(5)\nB: ? 10h J'))

    after_jack = tables[Moment(0, 1, 3)]
    assert (after_jack.hands, after_jack.cues, after_jack.jacks) == (((), ()), (("J",), ()), 1)
    end = tables[Moment(0, 2, 3)]
    assert end.banks == (5, 0)
    assert end.hands == ((), ("?",))
    assert end.cues == (("J",), ("J",))
    assert end.old_cues == (1, 0)
    assert (end.deck, end.pile, end.top) == (45, 4, "10h")
    assert (end.loot, end.phase, end.seat) == (10, "open", "B")


def test_the_last_token_is_seen_with_the_end_of_its_turn() -> None:
    tables, _report = seen(read("Round 1, A first\nA: 7\nB: J J J"))

    assert tables[Moment(0, 1, 1)].ended_by == "end"
    assert (tables[Moment(0, 2, 2)].jacks, tables[Moment(0, 2, 3)].ended_by) == (2, "bust")


def test_what_the_referee_skips_is_not_seen() -> None:
    tables, _report = seen(read("Round 1, A first\nA: 5 B 7 8 9\nB: 2 B\nRound 3, A first\nA: 5 B"))

    assert [moment.action for moment in tables if moment.place == 0 and moment.turn == 1] == [1, 2, 3]
    assert all(moment.place == 0 for moment in tables)


def test_a_turn_without_tokens_is_seen_once() -> None:
    tables, _report = seen(read("Round 1, A first\nA:\nB: 2 B"))

    assert list(tables) == [Moment(0), Moment(0, 1), Moment(0, 2, 1), Moment(0, 2, 2)]
