import django.core.serializers.json
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from matches.insert_only import InsertOnly


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0036_prizes"),
    ]

    operations = [
        migrations.CreateModel(
            name="WorkerSeen",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=120, unique=True)),
                ("began_at", models.DateTimeField()),
                ("beat_at", models.DateTimeField()),
            ],
            options={"ordering": ["name"]},
        ),
        migrations.CreateModel(
            name="SiteAct",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
                ("act", models.CharField(max_length=40)),
                (
                    "details",
                    models.JSONField(default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder),
                ),
                (
                    "person",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"ordering": ["-pk"]},
        ),
        InsertOnly("matches_siteact"),
    ]
