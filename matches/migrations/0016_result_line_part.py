"""What part a seat took in a pod: played, absent, left, given a loss."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0015_forecast"),
    ]

    operations = [
        migrations.AddField(
            model_name="resultline",
            name="part",
            field=models.CharField(
                choices=[
                    ("played", "Played"),
                    ("absent", "Absent at the start"),
                    ("left", "Left after the start"),
                    ("lost", "Given a loss"),
                ],
                default="played",
                max_length=8,
            ),
        ),
        migrations.AddConstraint(
            model_name="resultline",
            constraint=models.CheckConstraint(
                condition=Q(part__in=["played", "absent", "left", "lost"]), name="result_part_known"
            ),
        ),
    ]
