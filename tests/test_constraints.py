"""What the models promise stands in the database: a migration can lose a constraint without a word."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.db import connection

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_every_constraint_and_index_of_a_model_is_in_the_database() -> None:
    missing = []
    with connection.cursor() as cursor:
        for model in apps.get_models():
            stored = connection.introspection.get_constraints(cursor, model._meta.db_table)
            promised = [*model._meta.constraints, *model._meta.indexes]
            missing += [f"{model._meta.label} {one.name}" for one in promised if one.name not in stored]
    assert missing == []
