"""Print documents: small ones at once, large ones as a job with progress."""

from __future__ import annotations

import time
import uuid
from collections.abc import Set
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings
from django.utils.translation import gettext_lazy, override

from judging import paper
from judging.papers.labels import printed_labels
from judging.papers.queries import PaperTerms
from judging.papers.registry import PAPERS
from judging.permissions import can_see_evidence
from matches.enums import Role
from matches.errors import NotAllowed
from matches.jobs.services import Report, kind, start_job
from matches.models import Event, Job, User
from matches.permissions import NOT_BY_ROLE, roles_of

KEPT = 24 * 60 * 60
"""Seconds that a finished file is kept: a paper is made again in less than it takes to look for an old one."""
STEP = 10
"""Pages between two reports of progress: each is a statement in the database."""


def document(*, event: Event, terms: PaperTerms) -> bytes:
    """One paper as PDF. Raises Refused when there is nothing to print yet.

    The whole event reads a paper, so its language is the site's, whether a request or the worker makes it.
    """
    entry = PAPERS[terms.kind]
    with override(settings.LANGUAGE_CODE):
        return entry.draw(entry.build(event, terms), printed_labels())


def file_name(event: Event, kind: str) -> str:
    """Return the file name under which a document is saved."""
    return f"{event.slug}-{kind.replace('_', '-')}.pdf"


def may_print(roles: Set[Role], terms: PaperTerms) -> bool:
    """Whether somebody with these roles may have a paper with these terms."""
    return PAPERS[terms.kind].may_print(roles) and (can_see_evidence(roles) or not terms.evidence)


def print_later(*, event: Event, terms: PaperTerms, user: User | None) -> Job:
    """Let the worker make a document. Raises NotAllowed for a paper that this person may not print."""
    if not may_print(roles_of(user, event), terms):
        raise NotAllowed(NOT_BY_ROLE)
    return start_job(event=event, kind="paper", user=user, params={"terms": msgspec.to_builtins(terms)})


@kind("paper", gettext_lazy("Papers to print"))
def print_job(job: Job, report: Report) -> dict[str, Any]:
    """Make the document of a job and store it below ``MEDIA_ROOT``; report progress by pages."""
    terms = terms_of(job)
    folder = settings.MEDIA_ROOT / "papers"
    folder.mkdir(parents=True, exist_ok=True)
    _clear(folder)

    def page_printed(page: int, pages: int) -> None:
        if page % STEP == 1 or page == pages:
            report(page, pages)

    with paper.watched(page_printed):
        data = document(event=job.own_event, terms=terms)
    path = folder / f"{uuid.uuid4().hex}.pdf"
    path.write_bytes(data)
    return {"file": f"papers/{path.name}", "name": file_name(job.own_event, terms.kind)}


def terms_of(job: Job) -> PaperTerms:
    """The terms of a paper's job."""
    return msgspec.convert(job.params["terms"], PaperTerms)


def _clear(folder: Path) -> None:
    """Remove files older than ``KEPT`` seconds. A file that cannot be removed does not prevent printing."""
    before = time.time() - KEPT
    for path in folder.glob("*.pdf"):
        with suppress(OSError):
            if path.stat().st_mtime < before:
                path.unlink()
