"""A hall day can be removed: it goes out of sight, and its log stays."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0040_walls"),
    ]

    operations = [
        migrations.AddField(
            model_name="hallday",
            name="removed_at",
            field=models.DateTimeField(
                blank=True, editable=False, help_text="Out of sight since then; its log stays.", null=True
            ),
        ),
    ]
