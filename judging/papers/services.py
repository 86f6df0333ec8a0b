"""Printing: one document as bytes, at once for a small round, as a job with progress for a large one."""

from __future__ import annotations

import time
import uuid
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings
from django.utils.translation import gettext as _

from judging import paper
from judging.papers.bracket_queries import bracket_sheet
from judging.papers.fallback_queries import fallback_pack
from judging.papers.labels import printed_words
from judging.papers.queries import PaperTerms
from judging.papers.round_queries import pairings_sheet, slips_sheet
from judging.papers.score_sheet_queries import score_sheets
from judging.papers.standings_queries import standings_sheet
from matches.errors import Refused
from matches.jobs.services import Report, kind, start_job
from matches.models import Event, Job, Round, User
from matches.rounds.queries import rounds_of

ROUND_PAPERS = ("tables", "names", "slips", "score_sheets", "fallback")
KINDS = (*ROUND_PAPERS, "standings", "bracket")
KEPT = 24 * 60 * 60
"""Seconds that a finished file is kept: a paper is made again in less than it takes to look for an old one."""
STEP = 10
"""Pages between two reports of progress: each is a statement in the database."""


def document(event: Event, terms: PaperTerms) -> bytes:
    """One document of ``KINDS`` as PDF. Raises Refused when there is nothing to print yet."""
    words = printed_words()
    if terms.kind in ROUND_PAPERS:
        return _round_document(event, _round(event, terms), terms, words)
    if terms.kind == "standings":
        round_ = _round(event, terms) if terms.round_id else None
        sheet = standings_sheet(event, round_, terms)
        if sheet is None:
            raise Refused("no_standings", _("There are no standings before the first round is closed."))
        return paper.standings(sheet, words)
    bracket = bracket_sheet(event, terms)
    if bracket is None:
        raise Refused("no_bracket", _("The bracket is not seeded yet."))
    return paper.bracket(bracket, words)


def _round(event: Event, terms: PaperTerms) -> Round:
    round_ = rounds_of(event).filter(pk=terms.round_id or 0).first()
    if round_ is None:
        raise Refused("no_round", _("Choose a round that is paired."), field="round")
    return round_


def _round_document(event: Event, round_: Round, terms: PaperTerms, words: paper.Words) -> bytes:
    if terms.kind == "tables":
        return paper.pairings_by_table(pairings_sheet(event, round_, terms), words)
    if terms.kind == "names":
        return paper.pairings_by_name(pairings_sheet(event, round_, terms), words)
    if terms.kind == "slips":
        return paper.slips(slips_sheet(event, round_, terms), words)
    if terms.kind == "score_sheets":
        return paper.score_sheets(score_sheets(event, round_, terms), words)
    return paper.fallback_pack(fallback_pack(event, round_, terms), words)


def file_name(event: Event, kind: str) -> str:
    """What a document is called where it is saved."""
    return f"{event.slug}-{kind.replace('_', '-')}.pdf"


def print_later(event: Event, terms: PaperTerms, user: User | None) -> Job:
    """Let the worker make a document."""
    return start_job(event=event, kind="paper", user=user, params={"terms": msgspec.to_builtins(terms)})


@kind("paper")
def print_job(job: Job, report: Report) -> dict[str, Any]:
    """The job's side: makes the document, page by page, and leaves it below ``MEDIA_ROOT``."""
    terms = terms_of(job)
    folder = settings.MEDIA_ROOT / "papers"
    folder.mkdir(parents=True, exist_ok=True)
    _clear(folder)

    def told(page: int, pages: int) -> None:
        if page % STEP == 1 or page == pages:
            report(page, pages)

    with paper.watched(told):
        data = document(job.event, terms)
    path = folder / f"{uuid.uuid4().hex}.pdf"
    path.write_bytes(data)
    return {"file": f"papers/{path.name}", "name": file_name(job.event, terms.kind)}


def terms_of(job: Job) -> PaperTerms:
    """What a paper's job prints, and how."""
    return msgspec.convert(job.params["terms"], PaperTerms)


def _clear(folder: Path) -> None:
    """Remove the files that were made more than ``KEPT`` seconds ago. One that cannot be removed stops no printing."""
    before = time.time() - KEPT
    for path in folder.glob("*.pdf"):
        with suppress(OSError):
            if path.stat().st_mtime < before:
                path.unlink()
