"""The record as a score sheet with the referee's findings at their tokens, ready for the template."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from rules_engine import games
from rules_engine.game import Game, Moment
from rules_engine.record import GameRecord, Turn
from rules_engine.record.report import KINDS as KIND_ORDER
from rules_engine.record.report import Finding
from rules_engine.table import View
from rules_engine.views.drawing import amount_text
from rules_engine.views.labels import KINDS, player_name
from rules_engine.views.links import rule_url
from rules_engine.views.steps import Stretch, moment_of
from rules_engine.views.translation import translated


@dataclass(frozen=True)
class FindingNote:
    """One finding on the page: its number, and everything that it says."""

    number: int
    finding: Finding
    label: str | Promise
    icon: str
    chip: str
    rules: list[tuple[str, str]]
    reading: tuple[str, str] | None
    token: str
    step: int


@dataclass(frozen=True)
class SheetToken:
    """A token with the notes that stand at it; ``kind`` is that of the worst, ``skipped`` if it was not judged."""

    text: str
    meaning: str
    step: int
    anchor: str
    notes: list[FindingNote]
    kind: str
    skipped: bool


@dataclass(frozen=True)
class SheetTurn:
    """A turn: ``step`` is that of the turn as a whole."""

    number: int
    seat: str
    name: str
    where: str
    meaning: str  # of a turn without tokens, whose step is its own
    step: int
    anchor: str
    tokens: list[SheetToken]
    outcome: str
    banks: str
    claim: str
    comment: str
    notes: list[FindingNote]  # of its tokens and of the turn as a whole, in the order of play
    judged: bool


@dataclass
class SheetRound:
    """A round, or the part of it that is on this page; ``heading`` is missing when its start is on another."""

    title: str
    starter: str
    where: str
    meaning: str
    step: int
    anchor: str
    heading: bool
    comment: str
    notes: list[FindingNote]
    turns: list[SheetTurn] = field(default_factory=list)


class RecordSheet:
    """Builds what a page shows of a stretch. ``rules`` goes into the links to the rulebook."""

    def __init__(self, stretch: Stretch, rules: dict[str, Any]) -> None:
        self.stretch = stretch
        self.record = stretch.record
        self.rules = rules
        self.game = games.get(self.record.game)
        self.names = {seat: player_name(self.record, seat) for seat in stretch.before.seats}
        self.notes: dict[Moment, list[FindingNote]] = defaultdict(list)
        for number, finding in enumerate(stretch.report.findings, 1):
            moment = moment_of(finding)
            if stretch.first <= (step := stretch.numbering.step(moment)) <= stretch.last:
                self.notes[moment].append(self.note(number, finding, step))

    def note(self, number: int, finding: Finding, step: int) -> FindingNote:
        """A finding, ready to be drawn."""
        label, icon, chip = KINDS[finding.kind]
        rules = [(rule, self._rule_url(rule)) for rule in finding.rule.split()]
        reading = finding.reading
        return FindingNote(
            number,
            finding,
            label,
            icon,
            chip,
            rules,
            (reading, self._rule_url(self._switch_rule(reading))) if reading else None,
            self._token(finding),
            step,
        )

    def _rule_url(self, rule: str) -> str:
        """The page of a rule under the record's terms; empty for a game whose rulebook does not have the rule."""
        return rule_url(rule, self.rules, game=self.game.key)

    def _switch_rule(self, name: str) -> str:
        """The rule of the switch that a finding rests on."""
        switch = self.game.schema.switch_of(name)
        return "" if switch is None else switch.rule

    def _token(self, finding: Finding) -> str:
        if finding.turn is None or finding.action is None:
            return ""
        return self.record.rounds[finding.place].turns[finding.turn - 1].actions[finding.action - 1]

    def rounds(self) -> Iterator[SheetRound]:
        """The rounds of the stretch."""
        if not self.stretch.numbering.count:
            return
        numbering, drawn = self.stretch.numbering, None
        for step in self.stretch:
            moment = numbering.moment(step)
            if drawn is None or moment.turn is None:
                if drawn is not None:
                    yield drawn
                drawn = self.round(moment)
            if moment.turn is None:
                continue
            if not drawn.turns or drawn.turns[-1].number != moment.turn:
                drawn.turns.append(self.turn(moment.place, moment.turn))
        if drawn is not None:
            yield drawn

    def round(self, moment: Moment) -> SheetRound:
        """A round's heading; the notes that concern it as a whole stand there."""
        played = self.record.rounds[moment.place]
        return SheetRound(
            title=self._round_title(played.round),
            starter=translated(self.game.wording.starter(self.names[played.first])),
            where=self.where(moment.place, None),
            meaning=step_text(self.record, Moment(moment.place)),
            step=self.stretch.numbering.step(Moment(moment.place)),
            anchor=f"r{moment.place + 1}",
            heading=moment.turn is None,
            comment=played.comment or "",
            notes=self.notes.get(Moment(moment.place), []),
        )

    def _round_title(self, name: int | str) -> str:
        return translated(self.game.wording.round_title(name))

    def where(self, place: int, turn: int | None) -> str:
        """Round, turn and player of a moment."""
        played = self.record.rounds[place]
        title = self._round_title(played.round)
        if turn is None:
            return f"{title}: {translated(self.game.wording.starter(self.names[played.first]))}"
        return _("{round}, turn {turn}: {player}").format(
            round=title, turn=turn, player=self.names[played.turns[turn - 1].seat]
        )

    def turn(self, place: int, number: int) -> SheetTurn:
        """A turn with its tokens, as far as they are on this page."""
        turn = self.record.rounds[place].turns[number - 1]
        whole = self.notes.get(Moment(place, number), [])
        step = self.stretch.numbering.step(Moment(place, number))
        tokens = list(self.tokens(place, number, turn))
        end = self._end(place, number)
        return SheetTurn(
            number=number,
            seat=turn.seat,
            name=self.names[turn.seat],
            where=self.where(place, number),
            meaning="" if turn.actions else step_text(self.record, Moment(place, number)),
            step=step,
            anchor=f"r{place + 1}t{number}",
            tokens=tokens,
            outcome=translated(end.outcome) if end else "",
            banks=_banks(end) if end else "",
            claim=_claim(turn, self.stretch.before.seats),
            comment=turn.comment or "",
            notes=[note for token in tokens for note in token.notes] + whole,
            judged=end is not None or any(not token.skipped for token in tokens),
        )

    def notes_at(self, moment: Moment) -> list[FindingNote]:
        """The notes at a token, and at the readings of the clock that follow it."""
        return [note for known in self.stretch.numbering.with_readings(moment) for note in self.notes.get(known, [])]

    def _end(self, place: int, number: int) -> View | None:
        """The table at the end of a turn: after the last of its tokens that was judged. None if none was."""
        stretch = self.stretch
        last = stretch.numbering.step(Moment(place, number))
        if last > stretch.last:
            return None
        first = max(stretch.numbering.starts[place][number], stretch.first)
        return next((stretch.views[step] for step in range(last, first - 1, -1) if step in stretch.views), None)

    def tokens(self, place: int, number: int, turn: Turn) -> Iterator[SheetToken]:
        """The tokens of a turn that are in the stretch."""
        stretch = self.stretch
        start = stretch.numbering.starts[place][number]
        for step, action in enumerate(stretch.numbering.tokens(place, number), start):
            if not stretch.first <= step <= stretch.last:
                continue
            text = turn.actions[action - 1]
            notes = self.notes_at(Moment(place, number, action))
            yield SheetToken(
                text,
                token_text(self.game, text),
                step,
                f"r{place + 1}t{number}a{action}",
                notes,
                worst(notes),
                step not in stretch.views and not notes,
            )


def step_text(record: GameRecord, moment: Moment) -> str:
    """What happens at a step, in a few words."""
    if moment.turn is None:
        return _("The round starts")
    if moment.action is None:
        return _("Nothing recorded")
    actions = record.rounds[moment.place].turns[moment.turn - 1].actions
    return token_text(games.get(record.game), actions[moment.action - 1])


def token_text(game: Game, token: str) -> str:
    """What a token says, in a few words."""
    return translated(game.wording.token(token))


def worst(notes: list[FindingNote]) -> str:
    """The gravest kind among notes, or nothing."""
    kinds = {note.finding.kind for note in notes}
    return next((kind for kind in KIND_ORDER if kind in kinds), "")


def _claim(turn: Turn, seats: Sequence[str]) -> str:
    """The amounts that the sheet claims after a turn, in the order of the seats."""
    if not turn.claim:
        return ""
    claimed: dict[str, int] = dict(turn.claim)
    return " ".join(str(claimed[seat]) if seat in claimed else "-" for seat in seats)


def _banks(view: View) -> str:
    """The first Bank of each seat."""
    first = {bank.seat: bank for bank in reversed(view.banks) if bank.seat is not None}
    return " – ".join(amount_text(first[seat].amount, first[seat].unit) for seat in view.seats if seat in first)
