"""Who has accepted a result."""

from __future__ import annotations

from judging.models import Acknowledgement
from matches.models import Result


def acceptances(result: Result) -> list[Acknowledgement]:
    """The players' acceptances of this version of a result, in the order of the log."""
    return list(Acknowledgement.objects.filter(result=result).order_by("sequence"))
