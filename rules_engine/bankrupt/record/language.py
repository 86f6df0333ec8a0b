"""How a Bankrupt record is spelt."""

from __future__ import annotations

from rules_engine.bankrupt.record import notation
from rules_engine.bankrupt.ruleset import MOST_PLAYERS, SCHEMA, BankruptRuleSet
from rules_engine.record import GameRecord, Language, all_seats, seats_of
from rules_engine.rules.configuration import ConfigurationError, ConfigurationProblem


class BankruptLanguage(Language):
    """The language of Bankrupt records."""

    schema = SCHEMA
    seats = all_seats(MOST_PLAYERS)
    fewest_seats = 2
    first_word = "deals"
    claim_unit = "pieces"
    canonical = notation.CANONICAL
    clock_mark = "@"
    time_token = "T"  # noqa: S105 - no password
    max_bytes = 4_000_000
    max_parts = 250_000

    def respell(self, token: str) -> str:
        """The canonical spelling of a token; raises ``TokenError``."""
        return notation.token_of(token).text

    def problems(self, record: GameRecord) -> list[ConfigurationProblem]:
        """BR-3: seats without gaps, and as many as the rules want at least."""
        try:
            fewest = BankruptRuleSet.from_mapping(record.rules).fewest
        except ConfigurationError as error:
            return list(error.details)
        seats = seats_of(record)
        named = {*record.seats, *(played.first for played in record.rounds)}
        named |= {turn.seat for played in record.rounds for turn in played.turns}
        missing = [seat for seat in seats if seat not in named]
        if missing:
            message = f"Seat {missing[0]} is missing: the seats are A to {seats[-1]}, without gaps (BR-3)."
            return [ConfigurationProblem(("seats",), ", ".join(sorted(named)), message)]
        if len(seats) < fewest:
            message = f"These rules want {fewest} players at least, not {len(seats)} (BR-14)."
            return [ConfigurationProblem(("seats",), ", ".join(seats), message)]
        return []
