"""The commentary of every game: whole, in order, and without a word of what lies face down."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from judging.broadcast.commentary_labels import Detail, Sentence, commentary
from rules_engine import games, read_record
from rules_engine.bankout.simulate import Sheet
from rules_engine.record import SEATS, GameRecord
from rules_engine.record.model import seats_of
from rules_engine.table import SPECTATOR
from tests.forms import in_form
from tests.judging.recorder.test_every_token import PLAYED
from tests.rules_engine.bank.games import dealt, unseen
from tests.rules_engine.bankout.simulate.cases import random_match

MATCHES = in_form(gate=6, long=500)
NAMES = {seat: f"Player {seat}" for seat in SEATS}


def sentences(record: GameRecord) -> list[Sentence]:
    return commentary(games.get(record.game), record, NAMES)


@pytest.mark.parametrize("key", PLAYED)
def test_a_whole_match_is_told_to_its_result(key: str) -> None:
    game = games.get(key)
    for seed in range(MATCHES):
        record = PLAYED[key](seed)
        found = sentences(record)
        assert all(one.text and "{" not in one.text and "None" not in one.text for one in found), seed
        assert sum(one.detail is Detail.TURNS for one in found) >= len(record.rounds), seed
        report = game.referee(record)
        if report.outcome.status != "in_progress":
            assert str(game.wording.result(report, NAMES)) == found[-1].text, seed


@pytest.mark.parametrize("key", PLAYED)
def test_a_longer_record_begins_with_the_same_sentences(key: str) -> None:
    """What was told stays told: a later card changes no earlier sentence."""
    record = PLAYED[key](1)
    played = record.rounds[0]
    shorter = type(record)(
        rounds=(type(played)(round=played.round, first=played.first, turns=played.turns[:2]),),
        game=record.game,
        rules=record.rules,
    )
    before = [one.text for one in sentences(shorter)]
    assert before
    assert [one.text for one in sentences(record)][: len(before) - 1] == before[:-1]


def bankout_seen_and_unseen(seed: int) -> tuple[GameRecord, GameRecord]:
    records = []
    for sheet in (Sheet(), Sheet(unseen=True)):
        match = random_match(seed)
        match.sheet = sheet
        match.play()
        records.append(match.sheet.record(match.state, ("A", "B"), seed))
    return records[0], records[1]


def bank_seen_and_unseen(seed: int) -> tuple[GameRecord, GameRecord]:
    record = dealt(seed)[1]
    return record, unseen(record)


@pytest.mark.parametrize(
    ("both", "most"), [(bankout_seen_and_unseen, Detail.MOMENTS), (bank_seen_and_unseen, Detail.CARDS)]
)
def test_a_record_that_names_hidden_cards_is_told_as_one_that_does_not(
    both: Callable[[int], tuple[GameRecord, GameRecord]], most: Detail
) -> None:
    """In Bankout but for single cards: where the engine knows the hand, it settles a Jack with the
    Queen that answers it, once that Queen is on record."""
    differ = 0
    for seed in range(MATCHES):
        seen, not_seen = both(seed)
        differ += seen.rounds != not_seen.rounds
        texts = [[one.text for one in sentences(record) if one.detail <= most] for record in (seen, not_seen)]
        assert texts[0] == texts[1], seed
    assert differ, "some card was hidden"


@pytest.mark.parametrize("key", PLAYED)
def test_a_spectator_sees_no_hand(key: str) -> None:
    game = games.get(key)
    for seed in range(MATCHES):
        record = PLAYED[key](seed)
        looks = []
        game.replay(record, lambda _moment, state, looks=looks: looks.append(game.view(state, SPECTATOR)))
        assert len(looks[0].seats) == len(seats_of(record))
        assert {card.token for view in looks for hand in view.hands for card in hand.cards} <= {"?"}


def test_a_turn_reads_as_it_was_played() -> None:
    record = read_record(b"Round 1, A first\nA: 5 5 J 7 B(17)\nB: 3 J")
    assert [one.text for one in sentences(record) if one.detail <= Detail.CARDS] == [
        "Round 1. Player A starts.",
        "Player A shows 5.",
        "Player A shows 5.",
        "Player A shows Jack.",
        "Player A: Alert, with $10 of Loot.",
        "Player A shows 7.",
        "Player A gains $17 and has $17.",
        "Player A: The turn is over: $17 to the Bank.",
        "Player B shows 3.",
        "Player B shows Jack.",
        "Player B: Alert, with $3 of Loot.",
    ]
