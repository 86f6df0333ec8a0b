from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0035_accounts"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="prizes",
            field=models.JSONField(blank=True, default=dict, help_text="The table of prizes (matches.prizes.table)."),
        ),
        migrations.AddField(
            model_name="entry",
            name="categories",
            field=models.JSONField(
                blank=True, default=list, help_text="The categories of prizes that the player is in."
            ),
        ),
    ]
