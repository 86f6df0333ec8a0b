"""``manage.py personal_data PLAYER``: everything that is stored about a person, as one JSON document."""

from __future__ import annotations

import json
from typing import Any

from django.core.management import BaseCommand, CommandParser

from matches.management.people import named
from matches.people.queries.privacy import personal_data, sign_up_data, suspension_data


class Command(BaseCommand):
    help = "Print everything that is saved about a player as JSON."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("player", help="key, ID, #number, email, or whole name")

    def handle(self, *args: Any, **options: Any) -> None:
        person = named(options["player"])
        found = personal_data(person.player) if person.player is not None else {}
        found["sign_ups"] = [sign_up_data(row) for row in person.sign_ups]
        found["suspensions"] = [
            *found.get("suspensions", []),
            *(suspension_data(row) for row in person.suspensions),
        ]
        self.stdout.write(json.dumps(found, ensure_ascii=False, indent=2, default=str))
