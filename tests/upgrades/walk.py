"""Look through a site that was brought up to date: every log is whole, every event opens, nothing is missing.

``python -m tests.upgrades.walk`` in the site's environment; it prints what it found, as JSON.
"""

from __future__ import annotations

import json
import os

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

import django

django.setup()

from django.test import Client  # noqa: E402
from django.urls import reverse  # noqa: E402

from judging.evidence.queries import file_of  # noqa: E402
from judging.models import Attachment, Infraction, TurnRecord  # noqa: E402
from matches.audit.services import verify_audit  # noqa: E402
from matches.models import AuditRow, Entry, Event, Match, Result, User  # noqa: E402
from matches.plugins import registry  # noqa: E402

PUBLIC = ("matches:public", "matches:standings", "matches:players")
STAFF = ("matches:desk", "matches:people", "judging:tables", "judging:log")


def walk() -> dict[str, object]:
    """Counts of what is there. Raises AssertionError where something is wrong."""
    owner = User.objects.create_superuser("walk", password="walk walk walk")
    client = Client()
    client.force_login(owner)
    for event in Event.objects.order_by("pk"):
        assert verify_audit(event) is None, event.slug
        assert not any(verify(event) for verify in registry.log_verifiers), event.slug
        names = STAFF if event.is_template else PUBLIC + STAFF
        for name in names:
            answer = client.get(reverse(name, args=[event.slug]))
            assert answer.status_code in (200, 302), (event.slug, name, answer.status_code)
    for photo in Attachment.objects.all():
        assert file_of(photo).is_file() or os.environ.get("WITHOUT_FILES"), photo.pk
    tables = (Event, Entry, Match, Result, AuditRow, Infraction, TurnRecord, Attachment)
    return {table.__name__: table.objects.count() for table in tables}


if __name__ == "__main__":
    print(json.dumps(walk()))  # noqa: T201
