"""The referee on random records: nothing but notes on legal play, no crash on anything, every code reached."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec
import pytest

from rules_engine import read_record, referee
from rules_engine.bankout import endings
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.state import SEATS
from rules_engine.bankout.texts.messages import FINDING_TEXTS
from rules_engine.record import GameRecord, GameRound, Turn
from rules_engine.record.report import Report
from rules_engine.record.writing import to_json
from tests.forms import sample
from tests.rules_engine.play import Scorekeeper, random_rules

TOKENS = (
    *("2", "10h", "J", "J", "J", "Js", "Q", "Q", "Qd", "K", "K", "A", "A", "A", "X", "X", "?", "?", "T", "@40", "@9"),
    *("X=swap", "X=king", "X=king(7)", "X=queen", ">Q", ">Q", ">Qs", ">K", ">K(12)", ">X", ">X=swap", ">X=queen"),
    *("*Q", "*Qh", "^X", "^X", "^S", "^S", "-Q", "-K", "-X", "-?", "B", "B(5)", "E", "#", "#"),
)


def keep(seed: int, **options: object) -> tuple[Scorekeeper, GameRecord]:
    rng = Random(seed)
    keeper = Scorekeeper(random_rules(rng), rng, claims=seed % 2 == 0, **options)  # type: ignore[arg-type]
    return keeper, keeper.play()


@pytest.mark.parametrize("seed", sample(5, range(150)))
def test_legal_play_has_no_finding_but_notes_and_the_engines_result(seed: int) -> None:
    keeper, record = keep(seed, most_actions=1500)
    report = referee(record, time_box=30)
    assert [finding for finding in report.findings if finding.kind != "note"] == []
    assert report.valid
    state, result = keeper.state, report.result
    totals = endings.grand_totals(state)
    assert [result.totals[seat] for seat in SEATS] == totals
    assert [result.round_wins[seat] for seat in SEATS] == state.wins
    assert (result.status, result.pot, result.decided_by) == (state.status, state.pot, state.decided_by or None)
    assert result.winner == (SEATS[state.winner] if state.winner >= 0 else None)
    assert [len(one.turns) for one in report.rounds] == [len(one.turns) for one in record.rounds]


def hide(record: GameRecord, rng: Random) -> GameRecord:
    """Cards that go to hand, now and then written as unseen."""

    def hidden(token: str, held: tuple[str, ...]) -> str:
        return "?" if token in held and rng.random() < 0.5 else token

    rounds = []
    for played in record.rounds:
        held = ("Q", "K", "X") if played.round == 3 and played.round != "SD" else ("Q", "K")
        turns = tuple(
            msgspec.structs.replace(turn, actions=tuple(hidden(token, held) for token in turn.actions))
            for turn in played.turns
        )
        rounds.append(msgspec.structs.replace(played, turns=turns))
    return msgspec.structs.replace(record, rounds=tuple(rounds))


def test_unseen_draws_leave_most_of_legal_play_legal() -> None:
    """What a hidden card is cannot always be known, so a rare finding is right; the referee must not lose its way."""
    valid = 0
    for seed in range(60):
        _, record = keep(seed, most_actions=400)
        report = referee(hide(record, Random(seed)))
        check_shape(record, report)
        valid += report.valid
    assert valid > 20


def respell(record: GameRecord, rng: Random) -> GameRecord:
    """A habit of the whole sheet: busts for automatic Queens, answers to swaps, or the clock at every action."""
    answers = rng.choices(("^X", "^S"), k=rng.randrange(1, 4))
    clock = rng.randrange(100)

    def changed(token: str, habit: int) -> list[str]:
        nonlocal clock
        if habit == 0:
            return ["#" if token == "*Q" else token]
        if habit == 1:
            return [token, *(answers if token.endswith("=swap") else [])]
        clock += rng.randrange(25)
        return [token, f"@{clock}"]

    habit = rng.randrange(3)
    turns = [
        [
            msgspec.structs.replace(turn, actions=tuple(new for token in turn.actions for new in changed(token, habit)))
            for turn in played.turns
        ]
        for played in record.rounds
    ]
    return _with(record, turns)


def mutate(record: GameRecord, rng: Random) -> GameRecord:
    """The record with one thing changed: a token put in, left out or replaced, a turn, a round or a seat moved."""
    places = [(number, place) for number, one in enumerate(record.rounds) for place in range(len(one.turns))]
    number, place = rng.choice(places)
    rounds = [list(one.turns) for one in record.rounds]
    turn = rounds[number][place]
    actions = list(turn.actions)
    at = rng.randrange(len(actions) + 1)
    what = rng.randrange(9)
    if what < 4:
        actions[at : at + (what > 1)] = [rng.choice(TOKENS)]
    elif what == 4:
        del actions[at : at + 1]
    elif what == 5:
        turn = msgspec.structs.replace(turn, seat="B" if turn.seat == "A" else "A")
    elif what == 6:
        turn = msgspec.structs.replace(turn, claim={"A": rng.randrange(60), "B": rng.randrange(60)})
    elif what == 7:
        rounds[number].insert(place, Turn(seat=rng.choice(SEATS), actions=tuple(rng.choices(TOKENS, k=3))))  # type: ignore[arg-type]
        return _with(record, rounds)
    else:
        return _with_rounds(record, rng)
    rounds[number][place] = msgspec.structs.replace(turn, actions=tuple(actions))
    return _with(record, rounds)


def _with(record: GameRecord, turns: list[list[Turn]]) -> GameRecord:
    rounds = [msgspec.structs.replace(one, turns=tuple(kept)) for one, kept in zip(record.rounds, turns, strict=True)]
    return msgspec.structs.replace(record, rounds=tuple(rounds))


def _with_rounds(record: GameRecord, rng: Random) -> GameRecord:
    rounds = list(record.rounds)
    extra = GameRound(round=rng.choice([1, 2, 3, 4, "SD"]), first=rng.choice(SEATS), turns=rng.choice(rounds).turns)  # type: ignore[arg-type]
    at = rng.randrange(len(rounds) + 1)
    rounds[at : at + rng.randrange(2)] = [extra]
    return msgspec.structs.replace(record, rounds=tuple(rounds))


def check_shape(record: GameRecord, report: Report) -> None:
    """What holds for any report: places that exist, texts filled in, order, Banks that are whole dollars."""
    assert report.valid is all(finding.kind == "note" for finding in report.findings)
    keys = []
    for finding in report.findings:
        assert (finding.kind, finding.rule) == (FINDING_TEXTS[finding.code].kind, finding.rule)
        assert finding.rule in FINDING_TEXTS[finding.code].rules
        assert finding.message
        assert "{" not in f"{finding.message}{finding.remedy}"
        played = record.rounds[finding.place]
        assert played.round == finding.round
        if finding.turn is not None and finding.action is not None:
            assert played.turns[finding.turn - 1].actions[finding.action - 1][0] not in "@T"
        number = 10**9 if finding.round == "SD" else int(finding.round)
        keys.append((number, finding.place, finding.turn or 10**9, finding.action or 10**9, finding.code))
    assert keys == sorted(keys)
    for one in report.rounds:
        assert min(one.banks.values()) >= 0
        assert one.turns == [] or one.banks == one.turns[-1].banks
    assert report.result.status in ("in_progress", "complete", "time")
    assert (report.result.winner is None) is (report.result.status == "in_progress")
    assert (report.result.decided_by is None) is (report.result.winner is None)


def test_mutated_records_never_crash_the_referee_and_every_code_is_reached() -> None:
    reached: Counter[str] = Counter()
    for seed in range(700):
        rng = Random(seed)
        _, record = keep(seed, most_actions=rng.choice((60, 300, 600)))
        if rng.random() < 0.3:
            record = hide(record, rng)
        if rng.random() < 0.5:
            record = respell(record, rng)
        for _ in range(rng.randrange(1, 8)):
            record = mutate(record, rng)
        report = referee(record, time_box=20)
        check_shape(record, report)
        assert referee(read_record(to_json(record).encode()), time_box=20) == report
        reached.update(finding.code for finding in report.findings)
    assert set(FINDING_TEXTS) == set(reached), set(FINDING_TEXTS) - set(reached)


def soup(rng: Random) -> GameRecord:
    """A record of nothing but chance."""
    rounds = tuple(
        GameRound(
            round=rng.choice([1, 2, 3, "SD"]),  # type: ignore[arg-type]
            first=rng.choice(SEATS),  # type: ignore[arg-type]
            turns=tuple(
                Turn(seat=rng.choice(SEATS), actions=tuple(rng.choices(TOKENS, k=rng.randrange(8))))  # type: ignore[arg-type]
                for _ in range(rng.randrange(12))
            ),
        )
        for _ in range(rng.randrange(5))
    )
    return GameRecord(rounds=rounds, rules=random_rules(rng).to_mapping())


def test_any_tokens_in_any_order_are_judged() -> None:
    for seed in range(1500):
        record = soup(Random(seed))
        check_shape(record, referee(record, time_box=20))


def test_a_rule_set_that_cannot_be_is_refused_for_a_record_that_was_made() -> None:
    with pytest.raises(ValueError, match="There is no variant"):
        referee(GameRecord(rounds=(), rules={"variants": ["none"]}))
    assert referee(GameRecord(rounds=(), rules=BankoutRuleSet().to_mapping())).valid
