from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0019_planner"),
    ]

    operations = [
        migrations.AddField(
            model_name="job",
            name="asker",
            field=models.CharField(blank=True, help_text="Who asked for a job that is shared by all.", max_length=40),
        ),
        migrations.AddIndex(
            model_name="job",
            index=models.Index(fields=["kind", "state"], name="job_kind_state"),
        ),
    ]
