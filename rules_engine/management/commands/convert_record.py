"""Write a record in its other form, or in its own again, exactly: what is read back is equal."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from rules_engine import games
from rules_engine.closed_pipe import until_closed
from rules_engine.management.files import plain_output, printable_name, text_of
from rules_engine.printing import error_lines
from rules_engine.record import RecordError
from rules_engine.record.reading import parse
from rules_engine.record.writing import to_json, to_text

UNREADABLE = 2


class Command(BaseCommand):
    """``manage.py convert_record sheet.json --to text``."""

    help = "Write a record as text or as JSON. Exit status 2 if it cannot be read."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a record as JSON or text; - for standard input")
        parser.add_argument("--to", choices=("text", "json"), required=True, help="the form to write")
        parser.add_argument("-o", "--output", metavar="FILE", help="where to write; standard output if left out")

    def handle(self, *args: Any, **options: Any) -> None:
        plain_output()
        text = None
        try:
            text = text_of(options["file"])
            record = parse(text, games.language_of)
        except RecordError as error:
            self.stderr.write(f"{printable_name(options['file'])}: cannot be read")
            for line in error_lines(text, error.places):
                self.stderr.write(line)
            sys.exit(UNREADABLE)
        language = games.get(record.game).language
        written = to_json(record) if options["to"] == "json" else to_text(record, language)
        if options["output"] is None:
            with until_closed():
                self.stdout.write(written, ending="")
            return
        try:
            Path(options["output"]).write_bytes(written.encode())
        except OSError as error:
            raise CommandError(f"The file cannot be written: {error.strerror}.", returncode=UNREADABLE) from error
