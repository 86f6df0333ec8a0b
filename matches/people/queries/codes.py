"""The codes that players show at the desk to be checked in."""

from __future__ import annotations

from django.conf import settings

from matches.check_in import Holder, ReadCode, code_of, is_genuine, read_code
from matches.models import Entry, SignUp


def code_for(holder: Entry | SignUp) -> str:
    """The code of a player, or of somebody who has signed up."""
    kind = Holder.ENTRY if isinstance(holder, Entry) else Holder.SIGN_UP
    return code_of(settings.SECRET_KEY.encode(), kind, holder.pk)


def genuine_code(text: str) -> ReadCode | None:
    """What a code says; None for a text that this site has not made a code of."""
    code = read_code(text)
    return code if code is not None and is_genuine(settings.SECRET_KEY.encode(), code) else None
