"""Score attack, a way to play a stage: everyone alone, for the sum of the scores."""

from django.db import migrations, models

KINDS = [
    ("swiss", "Swiss rounds"),
    ("single_elimination", "Single elimination"),
    ("double_elimination", "Double elimination"),
    ("round_robin", "Round robin"),
    ("score_attack", "Score attack"),
]


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0017_forecast_what_if"),
    ]

    operations = [
        migrations.AlterField(
            model_name="stage",
            name="kind",
            field=models.CharField(choices=KINDS, max_length=20),
        ),
        migrations.RemoveConstraint(model_name="stage", name="stage_kind_known"),
        migrations.AddConstraint(
            model_name="stage",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", [kind for kind, _label in KINDS])), name="stage_kind_known"
            ),
        ),
    ]
