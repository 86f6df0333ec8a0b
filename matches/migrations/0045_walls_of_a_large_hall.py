"""How many places a wall shows, and whether it shares long lists with others."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0044_indexes_of_a_filled_site"),
    ]

    operations = [
        migrations.AddField(
            model_name="wall",
            name="places",
            field=models.PositiveSmallIntegerField(blank=True, default=64, null=True),
        ),
        migrations.AddField(
            model_name="wall",
            name="shares",
            field=models.BooleanField(default=False),
        ),
        migrations.AddConstraint(
            model_name="wall",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("places__gte", 4), ("places__lte", 9999)), ("places", None), _connector="OR"
                ),
                name="wall_places_in_range",
            ),
        ),
    ]
