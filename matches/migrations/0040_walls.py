"""Walls: the screens of an event, and what the desk shows on each."""

import django.db.models.deletion
import django.db.models.functions.text
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0039_flights_and_plans"),
    ]

    operations = [
        migrations.CreateModel(
            name="Wall",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(default=1)),
                ("name", models.CharField(max_length=40, verbose_name="name")),
                ("shows", models.JSONField(blank=True, default=list)),
                ("metres", models.PositiveSmallIntegerField(default=15)),
                ("height_cm", models.PositiveSmallIntegerField(default=135)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="walls", to="matches.event"
                    ),
                ),
            ],
            options={
                "ordering": ["event_id", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "number"), name="wall_number_once"),
                    models.UniqueConstraint(
                        models.F("event"), django.db.models.functions.text.Lower("name"), name="wall_name_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1), ("number__lte", 20)), name="wall_number_in_range"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("metres__gte", 5), ("metres__lte", 25)), name="wall_metres_in_range"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("height_cm__gte", 50), ("height_cm__lte", 1000)),
                        name="wall_height_in_range",
                    ),
                ],
            },
        ),
    ]
