"""Changes are numbered over all events; lists have their indexes; those that repeat the beginning of another one go."""

from contextlib import suppress
from typing import Any

import django.db.models.deletion
from django.db import DatabaseError, migrations, models, transaction

SEQUENCE = "matches_live_change"
NAMES = "player_plain_name_trigram"


def _make_for_postgresql(apps: Any, editor: Any) -> None:
    """The count of changes, and an index for parts of names where the database has trigrams.

    SQLite has one writer at a time and takes the next number; it searches the names of one machine without an index.
    """
    if editor.connection.vendor != "postgresql":
        return
    editor.execute(f"CREATE SEQUENCE IF NOT EXISTS {SEQUENCE}")
    # Not installed, or not allowed: a search by name reads all names then.
    with suppress(DatabaseError), transaction.atomic(using=editor.connection.alias):
        editor.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
        editor.execute(f"CREATE INDEX IF NOT EXISTS {NAMES} ON matches_player USING gin (plain_name gin_trgm_ops)")


def _drop_for_postgresql(apps: Any, editor: Any) -> None:
    if editor.connection.vendor == "postgresql":
        editor.execute(f"DROP INDEX IF EXISTS {NAMES}")
        editor.execute(f"DROP SEQUENCE IF EXISTS {SEQUENCE}")


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0043_chance_by_round"),
    ]

    operations = [
        migrations.RunPython(_make_for_postgresql, _drop_for_postgresql),
        migrations.AddField(
            model_name="liveversion",
            name="change",
            field=models.PositiveBigIntegerField(db_index=True, default=0),
        ),
        migrations.AlterField(
            model_name="auditrow",
            name="event",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="audit_rows",
                to="matches.event",
            ),
        ),
        migrations.AlterField(
            model_name="entry",
            name="event",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="entries", to="matches.event"
            ),
        ),
        migrations.AlterField(
            model_name="eventrole",
            name="event",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="roles", to="matches.event"
            ),
        ),
        migrations.AlterField(
            model_name="forecast",
            name="stage",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="forecasts",
                to="matches.stage",
            ),
        ),
        migrations.AlterField(
            model_name="hallrole",
            name="hall_day",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="roles", to="matches.hallday"
            ),
        ),
        migrations.AlterField(
            model_name="halltable",
            name="hall_day",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="special_tables",
                to="matches.hallday",
            ),
        ),
        migrations.AlterField(
            model_name="liveversion",
            name="event",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="live_versions",
                to="matches.event",
            ),
        ),
        migrations.AlterField(
            model_name="member",
            name="organisation",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="members",
                to="matches.organisation",
            ),
        ),
        migrations.AlterField(
            model_name="qualifyingevent",
            name="event",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="qualifying_events",
                to="matches.event",
            ),
        ),
        migrations.AlterField(
            model_name="result",
            name="match",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="results", to="matches.match"
            ),
        ),
        migrations.AlterField(
            model_name="resultline",
            name="result",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="lines", to="matches.result"
            ),
        ),
        migrations.AlterField(
            model_name="round",
            name="stage",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="rounds", to="matches.stage"
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="match",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="matches.match"
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="round",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="matches.round"
            ),
        ),
        migrations.AlterField(
            model_name="signup",
            name="event",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="sign_ups", to="matches.event"
            ),
        ),
        migrations.AlterField(
            model_name="stage",
            name="event",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="stages", to="matches.event"
            ),
        ),
        migrations.AlterField(
            model_name="stageentry",
            name="stage",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="field", to="matches.stage"
            ),
        ),
        migrations.AlterField(
            model_name="standingssnapshot",
            name="round",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="snapshots",
                to="matches.round",
            ),
        ),
        migrations.AlterField(
            model_name="suspension",
            name="organisation",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="suspensions",
                to="matches.organisation",
            ),
        ),
        migrations.AlterField(
            model_name="suspensionoverride",
            name="event",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="suspension_overrides",
                to="matches.event",
            ),
        ),
        migrations.AlterField(
            model_name="wall",
            name="event",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="walls", to="matches.event"
            ),
        ),
        migrations.AddIndex(
            model_name="event",
            index=models.Index(fields=["-date", "-id"], name="event_newest"),
        ),
        migrations.AddIndex(
            model_name="event",
            index=models.Index(fields=["name", "id"], name="event_name"),
        ),
    ]
