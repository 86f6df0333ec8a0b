"""Finding whom a command names: a player, and what somebody signed up with who never got in."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.management import CommandError

from matches.models import Player, SignUp, Suspension
from matches.people.queries.privacy import players_named, sign_ups_named, suspensions_named


@dataclass(frozen=True, slots=True)
class Named:
    """A player, if there is one, and the sign-ups and suspensions without one that the same text names."""

    player: Player | None
    sign_ups: list[SignUp]
    suspensions: list[Suspension]

    @property
    def name(self) -> str:
        """The name of the person."""
        if self.player is not None:
            return self.player.name
        return self.sign_ups[0].name if self.sign_ups else self.suspensions[0].name


def named(text: str) -> Named:
    """The person whom the text names. Raises CommandError without one, and with several, who are listed."""
    players, sign_ups = players_named(text), sign_ups_named(text)
    suspensions = suspensions_named(text)
    if not players and not sign_ups and not suspensions:
        raise CommandError(f"No player and no sign-up has this key, ID, number, email or name: {text}")
    if len(players) > 1:
        listed = "\n".join(f"  #{player.pk}  {player.name}  {player.external_id}" for player in players)
        raise CommandError(f"Several players are called so. Name one by the number:\n{listed}")
    names = {row.name.casefold() for row in sign_ups} | {row.name.casefold() for row in suspensions}
    if not players and len(names) > 1:
        listed = "\n".join(
            [f"  {row.key}  {row.name}  {row.event.name}" for row in sign_ups]
            + [f"  {row.key}  {row.name}  {row.organisation.name}" for row in suspensions]
        )
        raise CommandError(f"Several people signed up with this. Name one by the key:\n{listed}")
    return Named(players[0] if players else None, sign_ups, suspensions)
