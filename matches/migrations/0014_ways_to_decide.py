"""The ways to decide a match come from its game, so that the database does not list them."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0013_result_from_record"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="result", name="result_decided_by_known"),
        migrations.AlterField(
            model_name="result",
            name="decided_by",
            field=models.CharField(
                default="played", help_text="A DecidedBy or a way of the event's game.", max_length=20
            ),
        ),
        migrations.AddConstraint(
            model_name="result",
            constraint=models.CheckConstraint(condition=~Q(decided_by=""), name="result_decided_by_given"),
        ),
    ]
