"""What a win, a draw or a loss would make of a player's chance, kept with the forecast for those who ask."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0016_result_line_part"),
    ]

    operations = [
        migrations.AddField(
            model_name="forecast",
            name="what_if",
            field=models.JSONField(
                default=dict, help_text="By entry number, for those who asked: the chances after a win, a draw, a loss."
            ),
        ),
    ]
