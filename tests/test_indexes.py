"""No index repeats the beginning of another one, and every key that rows are found by has one."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.db import models
from django.db.models import ForeignKey, Model, UniqueConstraint

OWN = ("matches", "judging")
TABLES = [model for app in OWN for model in apps.get_app_config(app).get_models()]


def beginnings(model: type[Model]) -> dict[str, str]:
    """The first column of each index over several columns and all rows, with the index's name."""
    found = {}
    for index in model._meta.indexes:
        if index.fields and not index.condition:
            found[index.fields[0].lstrip("-")] = index.name
    for constraint in model._meta.constraints:
        if isinstance(constraint, UniqueConstraint) and constraint.fields and constraint.condition is None:
            found[constraint.fields[0]] = constraint.name
    return found


@pytest.mark.parametrize("model", TABLES, ids=lambda model: model.__name__)
def test_a_key_has_one_index(model: type[Model]) -> None:
    first = beginnings(model)
    for field in model._meta.local_fields:
        if isinstance(field, ForeignKey) and not isinstance(field, models.OneToOneField):
            assert field.db_index != (field.name in first), (field.name, first.get(field.name))
