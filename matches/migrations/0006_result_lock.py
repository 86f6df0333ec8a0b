from django.db import migrations, models


class Migration(migrations.Migration):
    """A result that both players have accepted is locked."""

    dependencies = [("matches", "0005_public_address")]

    operations = [
        migrations.AddField(
            model_name="result",
            name="locked_at",
            field=models.DateTimeField(blank=True, help_text="When both players had accepted it.", null=True),
        ),
    ]
