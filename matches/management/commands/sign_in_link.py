"""``manage.py sign_in_link USERNAME``: print a link for who has lost the password."""

from __future__ import annotations

from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from matches.identity.factor_services import remove_second_factor
from matches.identity.letter_services import on_site
from matches.identity.reset_services import reset_path
from matches.models import User


class Command(BaseCommand):
    help = "Print a link on which an account gets a new password. It works once, within an hour."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")
        parser.add_argument(
            "--without-second-factor",
            action="store_true",
            help="also remove the account's authenticator app, passkeys and recovery codes",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(username=options["username"]).first()
        if user is None:
            raise CommandError(f"No account has the username {options['username']}.")
        if not user.is_active:
            raise CommandError(f"The account {user.username} is closed.")
        if options["without_second_factor"]:
            remove_second_factor(user=user)
        self.stdout.write(on_site(reset_path(user)))
