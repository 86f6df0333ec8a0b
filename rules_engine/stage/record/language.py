"""How a record of the stage game is spelt, and what its seats must be."""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.record import GameRecord, Language, TokenError, Turn, all_seats, seats_of
from rules_engine.rules.configuration import ConfigurationProblem
from rules_engine.stage.board import COLUMNS, PLAYERS, board
from rules_engine.stage.record import notation
from rules_engine.stage.record.notation import MISS
from rules_engine.stage.ruleset import SCHEMA

_NOT_SEATED = "The seats are A and B, A to D, A to F or A to H (BS-10)."


def players_of(record: GameRecord) -> int:
    """How many play: those the record names, or else A to the highest letter that starts or has a turn."""
    return max(2, len(record.seats or seats_of(record)))


def seating_problems(players: int, teams: bool) -> list[ConfigurationProblem]:
    """What is against so many players (BS-10, BS-11)."""
    if players not in PLAYERS:
        return [ConfigurationProblem(("seats",), players, _NOT_SEATED)]
    if players == 2 and teams:
        message = "Teams need four, six or eight players (BS-11)."
        return [ConfigurationProblem(("rules", "teams"), True, message)]
    return []


class StageLanguage(Language):
    """The language of records of the stage game."""

    schema = SCHEMA
    seats = all_seats(max(PLAYERS))
    canonical = notation.CANONICAL[max(PLAYERS)] | notation.CANONICAL[2]
    clock_mark = "@"
    time_token = "T"  # noqa: S105 - no password
    end_marks = notation.AFTERTHOUGHTS

    def respell(self, token: str) -> str:
        """The canonical spelling of a token; raises ``TokenError``."""
        return notation.canonical(token)

    def problems(self, record: GameRecord) -> list[ConfigurationProblem]:
        """BS-10, BS-11: seats that cannot play, seats and spaces that this game does not have."""
        named = set(record.seats)
        players = players_of(record)
        if named and named != set(self.seats[:players]):
            return [ConfigurationProblem(("seats",), " ".join(sorted(named)), _NOT_SEATED)]
        return seating_problems(players, bool(record.rules.get("teams"))) or [
            ConfigurationProblem(("rounds", place, *path), value, message)
            for place, played in enumerate(record.rounds)
            for path, value, message in self._in_round(played.first, played.turns, players)
        ]

    def _in_round(
        self, first: str, turns: tuple[Turn, ...], players: int
    ) -> Iterator[tuple[tuple[str | int, ...], object, str]]:
        seats, usual = frozenset(self.seats[:players]), notation.CANONICAL[players]
        last = self.seats[players - 1]
        no_seat = f"This is not a seat. The seats are A {'and' if players == 2 else 'to'} {last}."
        if first not in seats:
            yield ("first",), first, no_seat
        for number, turn in enumerate(turns):
            path = ("turns", number)
            if turn.seat not in seats:
                yield (*path, "seat"), turn.seat, no_seat
            for seat in () if turn.claim is None else turn.claim:
                if seat not in seats:
                    yield (*path, "claim", seat), seat, no_seat
            if not usual.issuperset(turn.actions):
                for index, text in enumerate(turn.actions):
                    message = self._off(text, players, no_seat)
                    if message:
                        yield (*path, "actions", index), text, message

    def _off(self, text: str, players: int, no_seat: str) -> str:
        """What is wrong with a token in a game of so many players; empty if nothing is."""
        try:
            token = notation.token_of(text)
        except TokenError as error:
            return f"{error}."
        if token.kind < MISS and not board(players, False).next_to[token.place]:
            stage = board(players, False)
            last = f"{COLUMNS[stage.columns - 1]}{stage.rows}"
            return f"This space is off the stage, which goes from a1 to {last} (BS-17.4)."
        return no_seat if token.seat >= players else ""
