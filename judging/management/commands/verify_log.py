"""``manage.py verify_log EVENT``: check that nothing in the event's judging log and audit log was altered."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from judging.models import Record
from judging.records.verify_services import verify_log
from matches.audit.head_queries import had_end
from matches.models import AuditRow, Event


class Command(BaseCommand):
    help = "Prove that nothing in an event's judging log and audit log was altered or removed. Exit status 1 if it was."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", help="the event's address (slug)")
        parser.add_argument(
            "--printed",
            metavar="END",
            help="also check an end of the log that stands on a paper, such as 569-3f8a9c12ab34",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            event = Event.objects.get(slug=options["event"])
        except Event.DoesNotExist:
            raise CommandError(f"There is no event with the address {options['event']}.") from None
        _check_printed(event, options["printed"])
        breaks = verify_log(event)
        if breaks:
            lines = [f"{found.log} log, record {found.sequence}: {found.what}" for found in breaks]
            raise CommandError("\n".join(lines), returncode=1)
        records = Record.objects.filter(event=event).count()
        rows = AuditRow.objects.filter(event=event).count()
        self.stdout.write(f"{event.slug}: {records} judging records and {rows} audit rows, all true.")


def _check_printed(event: Event, printed: str | None) -> None:
    """Raise CommandError where the log does not have the end that a paper shows."""
    if printed is None:
        return
    try:
        known = had_end(event, printed)
    except ValueError:
        raise CommandError(
            f"{printed} is no end of a log: copy it from the foot of a paper, as 569-3f8a9c12ab34."
        ) from None
    if not known:
        raise CommandError(
            f"The log never ended with {printed}: it was written anew, or the paper is of another event."
        )
