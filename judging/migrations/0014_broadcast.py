"""Matches that everybody can watch while they are recorded."""

import django.core.serializers.json
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("judging", "0013_zones"),
        ("matches", "0040_walls"),
    ]

    operations = [
        migrations.CreateModel(
            name="FeaturedMatch",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("order", models.PositiveSmallIntegerField(default=1)),
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="featured", to="matches.match"
                    ),
                ),
            ],
            options={"ordering": ["order", "match_id"]},
        ),
        migrations.CreateModel(
            name="Frame",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("data", models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ("due_at", models.DateTimeField()),
                ("shown", models.BooleanField(default=False)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="frames", to="matches.match"
                    ),
                ),
            ],
            options={
                "ordering": ["match_id", "id"],
                "indexes": [
                    models.Index(condition=models.Q(("shown", False)), fields=["due_at"], name="frame_not_shown")
                ],
            },
        ),
    ]
