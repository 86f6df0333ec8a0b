"""A form that was sent twice does its act once: the second copy finds the first one's answer."""

from __future__ import annotations

import uuid
from collections.abc import Callable

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from matches.errors import Refused
from matches.models import Submission, User


def send_once(*, key: uuid.UUID, user: User | None, do: Callable[[], str]) -> tuple[str, bool]:
    """Run ``do`` unless a form with this key was sent before; the answer (an address) and whether it ran now.

    The key's row and the act are one transaction, so that an act that was refused may be sent again with the same
    key. Two copies at one moment: the second waits for the first at the unique key. Raises what ``do`` raises, and
    ``Refused`` when the key belongs to somebody else.
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
        raise Refused("form_of_another", _("This form was sent by somebody else. Load the page again."), conflict=True)
    return sent.answer
