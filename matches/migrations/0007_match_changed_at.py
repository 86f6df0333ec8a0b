from django.db import migrations, models


class Migration(migrations.Migration):
    """A line that changed after its round was first published is marked."""

    dependencies = [("matches", "0006_result_lock")]

    operations = [
        migrations.AddField(
            model_name="match",
            name="changed_at",
            field=models.DateTimeField(
                blank=True,
                help_text="When players saw this line change after its round was first published.",
                null=True,
            ),
        ),
    ]
