"""Cases of one test that share its event: what one does is not there for the next."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from typing import Any

from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client


@contextmanager
def undone(*shared: Any) -> Iterator[None]:
    """Undo in the end what was written to the database meanwhile, and what became of the fixtures that are named.

    A fixture that fetches or makes things as they are asked for has to be named: it would hold what is gone.
    """
    before = [_facts(one) for one in shared]
    with transaction.atomic():
        try:
            yield
            connection.check_constraints()  # as at the end of every test
        finally:
            transaction.set_rollback(True)
            cache.clear()  # it knows things by numbers that come again
            for one, kept in zip(shared, before, strict=True):
                vars(one).clear()
                vars(one).update(kept)


def _facts(one: Any) -> dict[str, Any]:
    """What a fixture holds now; of a client its cookies and credentials, not the application that it asks."""
    return {**vars(one), "cookies": deepcopy(one.cookies)} if isinstance(one, Client) else deepcopy(vars(one))
