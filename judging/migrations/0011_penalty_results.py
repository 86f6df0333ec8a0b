"""A penalty's step points to the result that it made and to the one that it left, which its JSON names by the match's
key and the version.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import django.db.models.deletion
from django.db import migrations, models

from matches.insert_only import InsertOnly, Unguarded

Named = tuple[str, int] | None


def named(part: Mapping[str, Any]) -> Named:
    """The match's key and the version of a result in what a penalty did or gave back, or in its match loss."""
    part = part if "version" in part else part.get("loss") or {}
    return (part["match"], part["version"]) if "version" in part else None


def results_named(effect: Mapping[str, Any]) -> tuple[Named, Named]:
    """The result that a step made, and the one that it left."""
    back = effect.get("gave_back") or {}
    if isinstance(back, str):
        return None, named(effect)
    return named(effect), named(back)


def fill(apps: Any, schema_editor: Any) -> None:
    alias = schema_editor.connection.alias
    steps = apps.get_model("judging", "PenaltyEvent").objects.using(alias)
    results = apps.get_model("matches", "Result").objects.using(alias)
    for step, effect in list(steps.exclude(effect={}).values_list("pk", "effect")):
        found = {}
        for column, name in zip(("result", "left_result"), results_named(effect), strict=True):
            result = name and results.filter(match__key=name[0], version=name[1]).first()
            if result:
                found[column] = result
        if found:
            steps.filter(pk=step).update(**found)


def pointer(related_name: str, help_text: str) -> models.ForeignKey:
    return models.ForeignKey(
        blank=True,
        help_text=help_text,
        null=True,
        on_delete=django.db.models.deletion.PROTECT,
        related_name=related_name,
        to="matches.result",
    )


class Migration(migrations.Migration):
    dependencies = [("judging", "0010_wording"), ("matches", "0024_wording")]

    operations = [
        Unguarded("judging_penaltyevent"),
        migrations.AddField("penaltyevent", "result", pointer("made_by", "The result that the penalty made.")),
        migrations.AddField(
            "penaltyevent",
            "left_result",
            pointer("left_by", "The result that taking a penalty back left in place of the one that it had made."),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        InsertOnly("judging_penaltyevent"),
    ]
