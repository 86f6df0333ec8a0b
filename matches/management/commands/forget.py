"""``manage.py forget PLAYER``: replace a person by a number in every event, without breaking the logs."""

from __future__ import annotations

from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from matches.errors import Refused
from matches.management.people import named
from matches.organisations.services.forgetting import check_over, forget_suspensions
from matches.people.services.privacy import forget_player, forget_sign_ups


class Command(BaseCommand):
    help = "Replace a player by a number in every event: name, ID, email and personal links are removed."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("player", help="key, ID, #number, email, or whole name")
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def handle(self, *args: Any, **options: Any) -> None:
        person = named(options["player"])
        player = person.player
        if player is not None and player.forgotten_at is not None and not (person.sign_ups or person.suspensions):
            self.stdout.write(f"#{player.pk} was forgotten on {player.forgotten_at:%Y-%m-%d}. Nothing changed.")
            return
        if not options["yes"] and not self._sure(person.name):
            raise CommandError("Nothing changed.")
        try:
            check_over(person.suspensions)
            if player is not None:
                self.stdout.write(f"The player is {forget_player(player=player).name} now.")
            if count := forget_sign_ups(sign_ups=person.sign_ups):
                self.stdout.write(f"Sign-ups of people who never got in, deleted: {count}.")
            if count := forget_suspensions(suspensions=person.suspensions):
                self.stdout.write(f"Suspensions of people who never played, emptied: {count}.")
        except Refused as refused:
            raise CommandError(str(refused.message)) from refused
        self.stdout.write("Delete old backups as well: they hold the name.")

    def _sure(self, name: str) -> bool:
        self.stdout.write(f"{name} becomes a number at every event. This cannot be undone.")
        try:
            return input("Type the name to continue: ").strip() == name
        except EOFError:
            raise CommandError("Nothing changed. Without a terminal, add --yes.") from None
