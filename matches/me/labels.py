"""What a player waits for, in words: the next opponent in a bracket, or the match that decides who it is. And what
becomes of the results of a player who leaves.
"""

from __future__ import annotations

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from matches.brackets.queries.overviews import BracketOverview, OverviewMatch
from matches.course.bracket_labels import bracket_match_name
from matches.enums import LeaverResults
from matches.events.queries.events import leaver_results
from matches.models import Entry
from matches.names.labels import listed
from matches.pairing.bracket import Feeder, From, Status
from matches.people.labels.names import name_of
from matches.snapshots.struck_queries import robin_player


def waiting_text(entry: Entry, overview: BracketOverview) -> str:
    """What the player waits for in a bracket that has begun; empty for a player who is not in it."""
    seed, stage = _seed_of(overview, entry), overview.stage
    if seed is None:
        return ""
    coming = next((match for match in overview.matches if _is_open(match) and seed in match.state.seats), None)
    if coming is not None and stage.is_pod_cut:
        return _next_pod(overview, coming, seed)
    if coming is not None:
        return _next_match(overview, coming, seed)
    place = next((placing for placing in overview.placings if placing.seed == seed), None)
    if place is None:
        return _("You are waiting for the next round.") if stage.is_pod_cut else ""
    if place.first == place.last:
        return _("Your place in the bracket: %(place)s.") % {"place": place.first}
    return _("You are out of the bracket and share places %(first)s–%(last)s.") % {
        "first": place.first,
        "last": place.last,
    }


def leaving_text(entry: Entry) -> str:
    """Tell a player whose results would be struck on leaving now; empty for all others."""
    player = robin_player(entry)
    if player is None or player.played_half or leaver_results(player.stage) != LeaverResults.STRIKE:
        return ""
    return _(
        "You have played %(played)s of %(planned)s matches, less than half: if you drop now, your results do not count"
        " in the standings."
    ) % {"played": player.played, "planned": player.planned}


def _seed_of(overview: BracketOverview, entry: Entry) -> int | None:
    return next((seat.seed for seat in overview.field if seat.entry.pk == entry.pk), None)


def _is_open(match: OverviewMatch) -> bool:
    return match.state.status in (Status.WAITING, Status.PLAYABLE)


def _next_pod(overview: BracketOverview, coming: OverviewMatch, seed: int) -> str:
    names = [
        name_of(seat.entry, staff=False, event=overview.stage.event)
        for seat in coming.seats
        if seat is not None and seat.seed != seed
    ]
    final = coming.match.round == overview.bracket.depth
    return (_("Next: the final with %(names)s.") if final else _("Next: a table with %(names)s.")) % {
        "names": listed(names)
    }


def _next_match(overview: BracketOverview, coming: OverviewMatch, seed: int) -> str:
    own = coming.state.seats.index(seed)
    name = bracket_match_name(overview.bracket, coming.match.key)
    opponent = coming.seats[1 - own]
    if opponent is not None:
        who = name_of(opponent.entry, staff=False, event=overview.stage.event)
        return _("Next: %(match)s against %(name)s.") % {"match": name, "name": who}
    feeder = coming.match.feeders[1 - own]
    other = bracket_match_name(overview.bracket, feeder.match)
    values = {"match": name, "other": other}
    if feeder.origin is From.WINNER:
        text = _("Next: %(match)s against the winner of %(other)s.") % values
    else:
        text = _("Next: %(match)s against the loser of %(other)s.") % values
    return " ".join(filter(None, [text, _playing_text(overview, feeder, other)]))


def _playing_text(overview: BracketOverview, feeder: Feeder, name: str) -> str:
    """``Semi-final 2: Ada Lovelace – Bo Diddley, table 3.``; empty while its players are not known."""
    match = next(match for match in overview.matches if match.match.key == feeder.match)
    names = [name_of(seat.entry, staff=False, event=overview.stage.event) for seat in match.seats if seat is not None]
    if len(names) < len(match.seats):
        return ""
    values = {"match": capfirst(name), "names": " – ".join(names)}
    if match.stored is not None and match.stored.table:
        return _("%(match)s: %(names)s, table %(table)s.") % {**values, "table": match.stored.table}
    return _("%(match)s: %(names)s.") % values
