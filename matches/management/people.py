"""Finding the player whom a command names."""

from __future__ import annotations

from django.core.management import CommandError

from matches.models import Player
from matches.people.queries.privacy import players_named


def one_player(text: str) -> Player:
    """The one player whom the text names. Raises CommandError without one, and with several, who are listed."""
    found = players_named(text)
    if not found:
        raise CommandError(f"No player has this key, ID, number or name: {text}")
    if len(found) > 1:
        listed = "\n".join(f"  #{player.pk}  {player.name}  {player.external_id}" for player in found)
        raise CommandError(f"Several players are called so. Name one by the number:\n{listed}")
    return found[0]
