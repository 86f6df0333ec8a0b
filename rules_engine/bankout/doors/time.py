"""Time called in Bankout, as a table is led through it: who is on turn, the numbers, the result (BO-9.2, BO-9.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules_engine.bankout.time_call import Comparison, Decision, TableStep, TimeCallRule
from rules_engine.bankout.time_guide import NOBODY, Answers, Question, guide, mark
from rules_engine.text import EMPTY, Text, money
from rules_engine.text import text as _
from rules_engine.time_call import Field, Step, TableAtTime
from rules_engine.time_call import Question as StepQuestion

FINISHED = "finished"
Pair = tuple[int, int]


@dataclass(frozen=True)
class BankoutTimeCall:
    """``wins_needed`` are the rounds that win the match, None where totals decide; those are noted with a pot."""

    rule: TimeCallRule
    wins_needed: int | None = None

    def __call__(self, answers: Mapping[str, Any], table: TableAtTime) -> Step:
        read = _read(answers)
        led = guide(read, self.rule, wins_needed=self.wins_needed, needs_winner=table.needs_winner)
        sentence = EMPTY if led.decision is None else decision_text(led.decision, table.names)
        if led.question is not None:
            if led.question is Question.FINISH:
                sentence = finish_text(table.names[read.on_turn or 0])
            again = led.question is Question.SUDDEN_DEATH and read.sudden_death is not None
            return Step(self._question(led.question, table.names), sentence, STILL_LEVEL if again else EMPTY)
        assert led.decision is not None  # noqa: S101 - no question is left
        return Step(announcement=sentence, numbers=_numbers(read), mark=mark(led.decision), pot=answers.get("pot"))

    def _question(self, question: Question, names: tuple[str, ...]) -> StepQuestion:
        if question is Question.FINISH:
            return StepQuestion(FINISHED)
        return StepQuestion(question.value, self._fields(question, names))

    def _fields(self, question: Question, names: tuple[str, ...]) -> tuple[Field, ...]:
        if question is Question.ON_TURN:
            seats = [(str(seat), Text("{name}", {"name": name})) for seat, name in enumerate(names)]
            nobody = (str(NOBODY), _("Neither: play is between turns"))
            return (Field("on_turn", _("Whose turn is it?"), (*seats, nobody)),)
        if question is Question.ROUNDS:
            needed = self.wins_needed or 0
            pairs = [(a, b) for a in range(needed + 1) for b in range(needed + 1) if (a, b) != (needed, needed)]
            label = _("Rounds won so far: {first} – {second}", first=names[0], second=names[1])
            return (Field("rounds", label, tuple((f"{a}-{b}", Text(f"{a}–{b}")) for a, b in pairs)),)
        if question is Question.SUDDEN_DEATH:
            return tuple(Field(f"sudden_{n}", _("{name}: Bank in Sudden Death", name=name)) for n, name in _of(names))
        banks = [Field(f"bank_{n}", _("{name}: Bank in this round", name=name)) for n, name in _of(names)]
        if question is Question.BANKS:
            return tuple(banks)
        earlier = [Field(f"earlier_{n}", _("{name}: total of the earlier rounds", name=name)) for n, name in _of(names)]
        return (*earlier, *banks, Field("pot", _("Pot"), required=False))


STILL_LEVEL = _("Still level. Play Sudden Death again, then enter the Banks.")


def _of(names: tuple[str, ...]) -> list[tuple[int, str]]:
    return list(enumerate(names, 1))


def _pair(answers: Mapping[str, Any], kind: str) -> Pair | None:
    first, second = answers.get(f"{kind}_1"), answers.get(f"{kind}_2")
    return None if first is None or second is None else (first, second)


def _read(answers: Mapping[str, Any]) -> Answers:
    on_turn, rounds = answers.get("on_turn"), answers.get("rounds")
    first, second = map(int, rounds.split("-")) if rounds else (0, 0)
    return Answers(
        on_turn=int(on_turn) if on_turn is not None else None,
        finished=bool(answers.get(FINISHED)),
        rounds=(first, second) if rounds else None,
        banks=_pair(answers, "bank"),
        earlier=_pair(answers, "earlier"),
        sudden_death=_pair(answers, "sudden"),
    )


def _numbers(read: Answers) -> Pair:
    """The totals where earlier rounds were asked for, else the round wins."""
    if read.earlier is None or read.banks is None:
        return read.rounds or (0, 0)
    first, second = (old + now for old, now in zip(read.earlier, read.banks, strict=True))
    return first, second


def finish_text(name: str) -> Text:
    """The open turn is finished first."""
    return _("{name} finishes this turn, then play stops.", name=name)


def decision_text(decision: Decision, names: tuple[str, ...]) -> Text:
    """Who wins and why, or that the match is level."""
    if decision.step is TableStep.DRAW:
        return _("Level: the match is a draw.")
    if decision.step is TableStep.SUDDEN_DEATH:
        return _("Level, and a bracket needs a winner. Play Sudden Death, then enter the Banks.")
    assert decision.winner is not None  # noqa: S101 - the match is won
    name, (ahead, behind) = names[decision.winner], sorted(decision.compared, reverse=True)
    if decision.by is Comparison.PLAYED:
        return _("The last turn decided it: {name} wins {ahead}–{behind}.", name=name, ahead=ahead, behind=behind)
    if decision.by is Comparison.ROUNDS:
        return _("{name} leads {ahead}–{behind} in rounds and wins on time.", name=name, ahead=ahead, behind=behind)
    amounts = {"name": name, "ahead": money(ahead), "behind": money(behind)}
    if decision.by is Comparison.RUNNING_BANK:
        return _("Level in rounds. {name} has the higher Bank, {ahead} to {behind}, and wins.", **amounts)
    if decision.by is Comparison.TOTAL:
        return _("{name} has the higher total, {ahead} to {behind}, and wins.", **amounts)
    return _("{name} wins Sudden Death, {ahead} to {behind}.", **amounts)
