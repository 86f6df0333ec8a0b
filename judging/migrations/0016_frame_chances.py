"""The chances to win that are kept with a frame of a live match."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("judging", "0015_stream_keys")]

    operations = [
        migrations.AddField(model_name="frame", name="chances", field=models.JSONField(null=True)),
    ]
