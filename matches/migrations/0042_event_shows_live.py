"""Whether matches of an event can be watched, for the menu of its public pages."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0041_remove_hall_days"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="shows_live",
            field=models.BooleanField(
                default=False, help_text="Some of its matches can be watched while they are recorded."
            ),
        ),
    ]
