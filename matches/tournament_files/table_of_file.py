"""The standings of a tournament file, with its own points and floors."""

from __future__ import annotations

from matches.standings.settings import StandingsSettings
from matches.standings.table import Table, compute
from matches.tournament_files.json_values import DataError
from matches.tournament_files.publisher_rules import PublisherRules
from matches.tournament_files.swiss_file import Tournament
from rules_engine.whole_numbers import whole_number

ORDER = ("omw", "rw", "orw")
"""The order the publishers use; a file has no seed, so there is no lot."""

PLAYOFF = "playoff+"


def settings_of(rules: PublisherRules) -> StandingsSettings:
    """Return the settings for a file's rules."""
    return StandingsSettings(
        order=ORDER,
        scoring=rules.scoring,
        match_floor=rules.mw_floor,
        round_floor=rules.gw_floor,
        own_share_floored=rules.own_gw_shown_with_floor,
        drawn_round_when_none_won=rules.game_points_per_drawn_game_in_0_0_n,
        assigned_loss_rounds=rules.assigned_loss_games,
    )


def table_as_of(tournament: Tournament, as_of: str | int | None = None) -> Table:
    """Return the table after Swiss round ``as_of``; ``"playoff+k"`` adds k play-off rounds, None is the last Swiss
    round.

    Raises DataError for a round that the file does not have.
    """
    played = tournament.rounds
    if isinstance(as_of, str) and as_of.startswith(PLAYOFF):
        more = _number(as_of.removeprefix(PLAYOFF), as_of)
        if more > len(tournament.playoff):
            raise DataError("", f"{as_of} is not there: the file has {len(tournament.playoff)} play-off rounds")
        played = played + tournament.playoff[:more]
    elif as_of is not None:
        played = tournament.after(_number(str(as_of), str(as_of)))
    return compute(tournament.players, played, settings_of(tournament.rules))


def _number(text: str, whole: str) -> int:
    number = whole_number(text)
    if number is None:
        shown = whole if len(whole) <= 40 else f"{whole[:37]}..."
        raise DataError("", f"{shown} is no round: a number, or {PLAYOFF} and a number")
    return number
