"""The record as a score sheet with the referee's findings at their tokens, ready for the template."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from rules_engine.bankout.notation import token_of
from rules_engine.bankout.replay import Table
from rules_engine.bankout.ruleset import OPTIONS
from rules_engine.game import Moment
from rules_engine.record import Record, Turn
from rules_engine.report import KINDS as KIND_ORDER
from rules_engine.report import Finding
from rules_engine.views.links import rule_url
from rules_engine.views.steps import Stretch, moment_of
from rules_engine.views.words import KINDS, Words, money, outcome_words, player_words, round_words, token_words


@dataclass(frozen=True)
class Note:
    """One finding as shown: its number on the page, and everything that it says."""

    number: int
    finding: Finding
    word: Words
    icon: str
    chip: str
    rules: list[tuple[str, str]]
    reading: tuple[str, str] | None
    token: str
    step: int


@dataclass(frozen=True)
class TokenShown:
    """A token with the notes that stand at it; ``kind`` is that of the worst, ``skipped`` if it was not judged."""

    text: str
    words: str
    step: int
    anchor: str
    notes: list[Note]
    kind: str
    skipped: bool


@dataclass(frozen=True)
class TurnShown:
    """A turn: ``step`` is that of the turn as a whole."""

    number: int
    seat: str
    name: str
    where: str
    said: str  # of a turn without tokens, whose step is its own
    step: int
    anchor: str
    tokens: list[TokenShown]
    outcome: str
    banks: str
    claim: str
    comment: str
    notes: list[Note]  # of its tokens and of the turn as a whole, in the order of play
    judged: bool


@dataclass
class RoundShown:
    """A round, or the part of it that is on this page; ``heading`` is missing when its start is on another."""

    title: str
    starter: str
    where: str
    said: str
    step: int
    anchor: str
    heading: bool
    comment: str
    notes: list[Note]
    turns: list[TurnShown] = field(default_factory=list)


class Sheet:
    """Builds what a page shows of a stretch. ``rules`` goes into the links to the rulebook."""

    def __init__(self, stretch: Stretch, rules: dict[str, Any]) -> None:
        self.stretch = stretch
        self.record = stretch.record
        self.rules = rules
        self.names = {seat: player_words(self.record, seat) for seat in ("A", "B")}
        self.notes: dict[Moment, list[Note]] = defaultdict(list)
        for number, finding in enumerate(stretch.report.findings, 1):
            moment = moment_of(finding)
            if stretch.first <= (step := stretch.numbering.step(moment)) <= stretch.last:
                self.notes[moment].append(self.note(number, finding, step))

    def note(self, number: int, finding: Finding, step: int) -> Note:
        """A finding, ready to be shown."""
        word, icon, chip = KINDS[finding.kind]
        rules = [(rule, rule_url(rule, self.rules)) for rule in finding.rule.split()]
        reading = finding.reading
        return Note(
            number,
            finding,
            word,
            icon,
            chip,
            rules,
            (reading, rule_url(option_rule(reading), self.rules)) if reading else None,
            self._token(finding),
            step,
        )

    def _token(self, finding: Finding) -> str:
        if finding.turn is None or finding.action is None:
            return ""
        return self.record.rounds[finding.place].turns[finding.turn - 1].actions[finding.action - 1]

    def rounds(self) -> Iterator[RoundShown]:
        """The rounds of the stretch."""
        if not self.stretch.numbering.count:
            return
        numbering, shown = self.stretch.numbering, None
        for step in self.stretch:
            moment = numbering.moment(step)
            if shown is None or moment.turn is None:
                if shown is not None:
                    yield shown
                shown = self.round(moment)
            if moment.turn is None:
                continue
            if not shown.turns or shown.turns[-1].number != moment.turn:
                shown.turns.append(self.turn(moment.place, moment.turn))
        if shown is not None:
            yield shown

    def round(self, moment: Moment) -> RoundShown:
        """A round's heading; the notes that concern it as a whole stand there."""
        played = self.record.rounds[moment.place]
        return RoundShown(
            title=round_words(played.round),
            starter=_("{player} starts").format(player=self.names[played.first]),
            where=self.where(moment.place, None),
            said=said(self.record, Moment(moment.place)),
            step=self.stretch.numbering.step(Moment(moment.place)),
            anchor=f"r{moment.place + 1}",
            heading=moment.turn is None,
            comment=played.comment or "",
            notes=self.notes.get(Moment(moment.place), []),
        )

    def where(self, place: int, turn: int | None) -> str:
        """Round, turn and player of a moment."""
        played = self.record.rounds[place]
        title = round_words(played.round)
        if turn is None:
            return _("{round}: {player} starts").format(round=title, player=self.names[played.first])
        return _("{round}, turn {turn}: {player}").format(
            round=title, turn=turn, player=self.names[played.turns[turn - 1].seat]
        )

    def turn(self, place: int, number: int) -> TurnShown:
        """A turn with its tokens, as far as they are on this page."""
        turn = self.record.rounds[place].turns[number - 1]
        whole = self.notes.get(Moment(place, number), [])
        step = self.stretch.numbering.step(Moment(place, number))
        tokens = list(self.tokens(place, number, turn))
        table = self._end(place, number, turn)
        return TurnShown(
            number=number,
            seat=turn.seat,
            name=self.names[turn.seat],
            where=self.where(place, number),
            said="" if turn.actions else said(self.record, Moment(place, number)),
            step=step,
            anchor=f"r{place + 1}t{number}",
            tokens=tokens,
            outcome=outcome_words(table) if table else "",
            banks=f"{money(table.banks[0])} – {money(table.banks[1])}" if table else "",
            claim=_claim(turn),
            comment=turn.comment or "",
            notes=[note for token in tokens for note in token.notes] + whole,
            judged=table is not None or any(not token.skipped for token in tokens),
        )

    def _end(self, place: int, number: int, turn: Turn) -> Table | None:
        """The table at the end of a turn: after the last of its tokens that was judged. None if none was."""
        stretch = self.stretch
        last = stretch.numbering.step(Moment(place, number))
        if last > stretch.last:
            return None
        first = max(last - max(len(turn.actions), 1) + 1, stretch.first)
        return next((stretch.tables[step] for step in range(last, first - 1, -1) if step in stretch.tables), None)

    def tokens(self, place: int, number: int, turn: Turn) -> Iterator[TokenShown]:
        """The tokens of a turn that are in the stretch."""
        stretch = self.stretch
        start = stretch.numbering.starts[place][number]
        for action in range(max(stretch.first - start, 0), min(len(turn.actions), stretch.last - start + 1)):
            text, step = turn.actions[action], start + action
            notes = self.notes.get(Moment(place, number, action + 1), [])
            yield TokenShown(
                text,
                token_words(token_of(text)),
                step,
                f"r{place + 1}t{number}a{action + 1}",
                notes,
                worst(notes),
                step not in stretch.tables and not notes,
            )


def said(record: Record, moment: Moment) -> str:
    """What a step says, in a few words."""
    if moment.turn is None:
        return _("The round begins")
    if moment.action is None:
        return _("Nothing is written")
    return token_words(token_of(record.rounds[moment.place].turns[moment.turn - 1].actions[moment.action - 1]))


def worst(notes: list[Note]) -> str:
    """The gravest kind among notes, or nothing."""
    kinds = {note.finding.kind for note in notes}
    return next((kind for kind in KIND_ORDER if kind in kinds), "")


def _claim(turn: Turn) -> str:
    if not turn.claim:
        return ""
    return " ".join("-" if (claimed := turn.claim.get(seat)) is None else str(claimed) for seat in ("A", "B"))


def option_rule(name: str) -> str:
    """The rule that an option belongs to."""
    return OPTIONS[name].rule
