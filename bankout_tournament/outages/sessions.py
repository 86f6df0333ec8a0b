"""Sessions in the database, and in the cache while the database takes no writes (``SESSION_ENGINE``).

With a full disk, signing in and out still works: a session that cannot be stored is kept in the cache, and one that
cannot be deleted is marked there as ended. Both take precedence over the database. The next save that the database
takes removes the copy.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.core.cache import cache
from django.db import DatabaseError, transaction

from matches.outages import outage_of

ENDED = ""
"""The copy of a session that has ended but is still in the database."""


def _place(session_key: str | None) -> str:
    return f"session:{session_key}"


class SessionStore(db.SessionStore):
    """Django's sessions in the database, with a copy in the cache where a write failed."""

    def load(self) -> dict[str, Any]:
        copy = cache.get(_place(self.session_key))
        if copy is None:
            return super().load()
        if copy == ENDED:
            self._session_key = None
            return {}
        return self.decode(copy)

    def exists(self, session_key: str) -> bool:
        return cache.get(_place(session_key)) is not None or super().exists(session_key)

    def save(self, must_create: bool = False) -> None:
        if self.session_key is None:
            self.create()
            return
        had_copy = not must_create and cache.get(_place(self.session_key)) is not None
        try:
            if had_copy:  # the row may exist or not
                with transaction.atomic():
                    self.create_model_instance(self._data()).save()
                cache.delete(_place(self.session_key))
            else:
                super().save(must_create)
        except (DatabaseError, UpdateError) as error:
            if outage_of(error) is None:
                raise
            data = self._data(no_load=must_create)
            cache.set(_place(self.session_key), self.encode(data), self.get_expiry_age())

    def _data(self, *, no_load: bool = False) -> dict[str, Any]:
        data: dict[str, Any] = self._get_session(no_load=no_load)  # type: ignore[attr-defined]  # not in the stubs
        return data

    def delete(self, session_key: str | None = None) -> None:
        session_key = session_key or self.session_key
        if session_key is None:
            return
        try:
            super().delete(session_key)
        except DatabaseError as error:
            if outage_of(error) is None:
                raise
            cache.set(_place(session_key), ENDED, settings.SESSION_COOKIE_AGE)
        else:
            cache.delete(_place(session_key))
