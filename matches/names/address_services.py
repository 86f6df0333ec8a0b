"""The address of a new event, club or hall day: made from its name, with a number behind it where that is taken."""

from __future__ import annotations

from collections.abc import Collection

from django.db import IntegrityError, models, transaction

ATTEMPTS = 5


def insert_at_free_slug(row: models.Model, base: str, *, reserved: Collection[str] = ()) -> bool:
    """Insert a row with a ``slug`` of its own; tried again when another one takes it at the same moment.

    ``reserved`` are addresses of other pages. Returns False where it was taken each time, and nothing is stored.
    """
    for _attempt in range(ATTEMPTS):
        rows = type(row)._default_manager.filter(slug__startswith=base)
        taken = {*rows.values_list("slug", flat=True), *reserved}
        candidates = (base, *(f"{base}-{number}" for number in range(2, len(taken) + 3)))
        setattr(row, "slug", next(slug for slug in candidates if slug not in taken))  # noqa: B010 - any model with a slug
        try:
            with transaction.atomic():
                row.save(force_insert=True)
        except IntegrityError:
            continue
        return True
    return False
