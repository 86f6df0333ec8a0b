from django.db import migrations, models


class Migration(migrations.Migration):
    """A result no longer names a game record as its source: no page or service ever wrote it. Changes no column."""

    dependencies = [("matches", "0003_audit_head")]

    operations = [
        migrations.AlterField(
            model_name="result",
            name="source",
            field=models.CharField(
                choices=[
                    ("player", "Player"),
                    ("judge", "Judge"),
                    ("desk", "Desk"),
                    ("paper", "Paper"),
                    ("system", "Program"),
                ],
                max_length=10,
            ),
        ),
    ]
