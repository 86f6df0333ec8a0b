"""Makes a form that is sent twice take effect once: the second copy gets the first one's answer."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.errors import Refused
from matches.models import Submission, User

KEPT = timedelta(days=30)
"""A form that is sent again after more than this is a new one."""


def send_once(*, key: uuid.UUID, user: User | None, do: Callable[[], str]) -> tuple[str, bool]:
    """Run ``do`` unless a form with this key was sent before. Return the answer (an address) and whether it ran now.

    The key's row and the act are one transaction, so that a refused form may be sent again with the same key. Of two
    copies at the same moment, the second waits for the first at the unique key. Raises what ``do`` raises, and
    ``Refused`` if another person used the key.
    """
    with transaction.atomic():
        try:
            with transaction.atomic():
                sent = Submission.objects.create(key=key, user=user, answer="")
        except IntegrityError:
            return _answer(key, user), False
        sent.answer = do()
        sent.save(update_fields=["answer"])
        return sent.answer, True


def _answer(key: uuid.UUID, user: User | None) -> str:
    sent = Submission.objects.get(key=key)
    if sent.user != user:
        raise Refused("form_of_another", _("Someone else has already sent this form. Reload the page."), conflict=True)
    return sent.answer


def forget_submissions(*, now: datetime | None = None) -> int:
    """Delete the keys of forms that were sent ``KEPT`` ago or earlier. Returns how many."""
    count, _rows = Submission.objects.filter(created_at__lte=(now or timezone.now()) - KEPT).delete()
    return count
