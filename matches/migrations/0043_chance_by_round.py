"""The chance to make the cut, kept for each round."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0042_event_shows_live"),
    ]

    operations = [
        migrations.CreateModel(
            name="ChanceByRound",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round_number", models.PositiveSmallIntegerField()),
                (
                    "chances",
                    models.JSONField(help_text="By entry number, from 0 to 1; 0 and 1 only where it is proved."),
                ),
                (
                    "stage",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="chances_by_round",
                        to="matches.stage",
                    ),
                ),
            ],
            options={
                "ordering": ["stage_id", "round_number"],
                "constraints": [models.UniqueConstraint(fields=("stage", "round_number"), name="chances_round_once")],
            },
        ),
    ]
