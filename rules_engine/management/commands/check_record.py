"""Judge records: a readable report of each, or JSON. Exit status 0 all valid, 1 findings, 2 a file cannot be read."""

from __future__ import annotations

import argparse
import sys
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandParser

from rules_engine import games
from rules_engine.closed_pipe import until_closed
from rules_engine.management.files import plain_output, printable_name, text_of
from rules_engine.management.rule_flags import fields_of_games, words_of
from rules_engine.printing import error_lines, headline, report_lines
from rules_engine.record import RecordError, UnreadablePlace
from rules_engine.record.reading import parse
from rules_engine.rules.configuration import ConfigurationError
from rules_engine.rules.readings import Changes, under

VALID, FAULTY, UNREADABLE = 0, 1, 2


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise argparse.ArgumentTypeError("an option is written name=value")
    return name.strip(), value.strip()


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0 < seconds < 1e6:
        raise argparse.ArgumentTypeError("a time limit is a number of seconds above 0")
    return int(seconds) if seconds.is_integer() else seconds


def _variant(text: str) -> tuple[str, bool]:
    name, _equals, played = text.partition("=")
    if played not in ("", "on", "off") or not name.strip():
        raise argparse.ArgumentTypeError("a variant is written name=on or name=off")
    return name.strip(), played != "off"


def _changes(options: dict[str, Any]) -> Changes:
    fields = {key: field.read(options[key]) for key, field in fields_of_games().items() if options[key] is not None}
    return Changes(fields, dict(options["variant"]), dict(options["option"]))


class Command(BaseCommand):
    """``manage.py check_record sheet.json other.bo``."""

    help = (
        "Judge records and report every departure from the rules. "
        "Exit status: 0 all valid, 1 findings other than notes, 2 a file could not be read."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a record as JSON or text; - for standard input")
        parser.add_argument("--json", action="store_true", help="one JSON report per file, one per line")
        for key, setting in fields_of_games().items():
            parser.add_argument(
                f"--{key.replace('_', '-')}",
                dest=key,
                choices=None if setting.whole or setting.many else words_of(setting),
                help=f"the {key} to judge under, whatever the record says",
            )
        parser.add_argument(
            "--variant",
            action="append",
            type=_variant,
            default=[],
            metavar="NAME=on|off",
            help="judge with this variant played or not (section 8 of the rules); repeatable",
        )
        parser.add_argument(
            "--option",
            action="append",
            type=_option,
            default=[],
            metavar="NAME=VALUE",
            help="judge under this reading (section 10 of the rules); repeatable",
        )
        parser.add_argument(
            "--time-box", type=_seconds, metavar="SECONDS", help="report decisions that took longer, by the @ readings"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        plain_output()
        with until_closed():
            status = max(self.check_file(name, options) for name in options["files"])
        if status:
            sys.exit(status)

    def check_file(self, name: str, options: dict[str, Any]) -> int:
        """Judge one file and print what there is to say; the answer is its status."""
        text = None
        try:
            text = text_of(name)
            changes = _changes(options)
            record = under(parse(text, games.language_of), changes)
            report = games.referee(record, options["time_box"])
        except RecordError as error:
            self.unreadable(name, text, error.places, options)
            return UNREADABLE
        except ConfigurationError as error:
            places = [UnreadablePlace(0, 0, "", problem) for problem in error.problems]
            self.unreadable(name, text, places, options)
            return UNREADABLE
        if options["json"]:
            self.stdout.write(report.to_json().decode())
        else:
            self.stdout.write(f"{printable_name(name)}: {headline(report)}")
            for line in report_lines(text, record, report, games.language_of):
                self.stdout.write(line)
            self.stdout.write("")
        return VALID if report.valid else FAULTY

    def unreadable(self, name: str, text: str | None, places: list[UnreadablePlace], options: dict[str, Any]) -> None:
        """With ``--json`` every file still has its one line; what is wrong goes to standard error as well."""
        if options["json"]:
            self.stdout.write(msgspec.json.encode({"unreadable": places}).decode())
        self.stderr.write(f"{printable_name(name)}: cannot be read")
        for line in error_lines(text, places):
            self.stderr.write(line)
        self.stderr.write("")
