"""A replay is the referee's own work, seen: its report, and after each token the state of a shorter record."""

from __future__ import annotations

import msgspec
import pytest

from rules_engine import games
from rules_engine.bankout.referee.referee import final_state
from rules_engine.bankout.referee.replay import replay
from rules_engine.bankout.view import view
from rules_engine.game import Moment
from rules_engine.record import GameRecord
from rules_engine.record.reading import parse
from rules_engine.table import View
from tests.rules_engine.golden.cases import load_cases
from tests.rules_engine.play import play_record

CASES = [case for case in load_cases() if case.unreadable is None]


def seen(record: GameRecord, time_box: float | None = None) -> tuple[dict[Moment, View], object]:
    views: dict[Moment, View] = {}

    def look(moment: Moment, state: object) -> None:
        assert moment not in views
        views[moment] = view(state)  # type: ignore[arg-type]

    return views, replay(record, look, time_box)


def read(text: str) -> GameRecord:
    return parse(text, games.language_of)


def test_the_report_is_the_referee_s(subtests: pytest.Subtests) -> None:
    for case in CASES:
        with subtests.test(f"{case.topic}: {case.name}"):
            record = read(case.record)

            assert seen(record, case.time_box)[1] == games.referee(record, case.time_box)


@pytest.mark.parametrize("seed", range(12))
def test_every_token_of_a_played_match_is_seen_once_and_in_order(seed: int) -> None:
    record = play_record(seed)
    views, _report = seen(record)
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

    assert list(views) == expected


@pytest.mark.parametrize("seed", range(4))
def test_a_token_leaves_the_state_of_the_record_that_stops_there(seed: int) -> None:
    record = play_record(seed, most_actions=120)
    views, _report = seen(record)
    for moment, seen_view in views.items():
        if moment.action is None or moment.action == len(record.rounds[moment.place].turns[moment.turn - 1].actions):
            continue  # the end of a turn is seen with what the sheet leaves unsaid
        if seen_view.phase in ("effect", "third_jack", "trigger", "answer"):
            continue  # a record that stops here says that there was no answer
        assert view(final_state(cut(record, moment))) == seen_view


def cut(record: GameRecord, moment: Moment) -> GameRecord:
    """The record up to and with a token."""
    played = record.rounds[moment.place]
    turn = played.turns[moment.turn - 1]
    turns = (*played.turns[: moment.turn - 1], msgspec.structs.replace(turn, actions=turn.actions[: moment.action]))
    rounds = (*record.rounds[: moment.place], msgspec.structs.replace(played, turns=turns))
    return msgspec.structs.replace(record, rounds=rounds)


def cards(drawn: View, place: str) -> list[str]:
    """The cards at a place, those of earlier turns in brackets."""
    groups = {f"hand-{hand.seat}": hand.cards for hand in drawn.hands}
    groups |= {f"{pile.key}-{pile.seat}" if pile.seat else pile.key: pile.cards for pile in drawn.piles}
    return [f"({card.token})" if "old" in card.marks else card.token for card in groups[place]]


def numbers(drawn: View) -> dict[str, int | None]:
    """Every number of the table as a whole."""
    found: dict[str, int | None] = {counter.key: counter.value for counter in drawn.counters if counter.seat is None}
    return found | {pile.key: pile.count for pile in drawn.piles if pile.seat is None}


def test_the_table_is_drawn_as_it_lies() -> None:
    views, _report = seen(read('[edition "complete"]\nRound 1, A first\nA: A Q J 5 B(5)\nB: ? 10h J'))

    after_jack = views[Moment(0, 1, 3)]
    places = ("hand-A", "hand-B", "table-A", "table-B")
    assert [cards(after_jack, place) for place in places] == [[], [], ["J"], []]
    assert numbers(after_jack)["jacks"] == 1
    end = views[Moment(0, 2, 3)]
    assert [bank.amount for bank in end.banks] == [5, 0]
    assert [cards(end, place) for place in places] == [[], ["?"], ["(J)"], ["J"]]
    assert numbers(end) == {"loot": 10, "jacks": 1, "latent": 0, "deck": 45, "pile": 4}
    assert cards(end, "pile") == ["10h"]
    assert (end.phase, end.to_move) == ("open", "B")


def test_the_last_token_is_seen_with_the_end_of_its_turn() -> None:
    views, _report = seen(read("Round 1, A first\nA: 7\nB: J J J"))

    assert str(views[Moment(0, 1, 1)].outcome) == "end"
    assert numbers(views[Moment(0, 2, 2)])["jacks"] == 2
    assert str(views[Moment(0, 2, 3)].outcome) == "bust"


def test_a_seat_does_not_see_the_other_hand() -> None:
    states: list[View] = []
    replay(read("Round 1, A first\nA: Q 5 B(5)\nB: K 4"), lambda _moment, state: states.append(view(state, "A")))

    assert cards(states[-1], "hand-A") == ["Q"]
    assert cards(states[-1], "hand-B") == ["?"]


def test_what_the_referee_skips_is_not_seen() -> None:
    views, _report = seen(read("Round 1, A first\nA: 5 B 7 8 9\nB: 2 B\nRound 3, A first\nA: 5 B"))

    assert [moment.action for moment in views if moment.place == 0 and moment.turn == 1] == [1, 2, 3]
    assert all(moment.place == 0 for moment in views)


def test_a_turn_without_tokens_is_seen_once() -> None:
    views, _report = seen(read("Round 1, A first\nA:\nB: 2 B"))

    assert list(views) == [Moment(0), Moment(0, 1), Moment(0, 2, 1), Moment(0, 2, 2)]
