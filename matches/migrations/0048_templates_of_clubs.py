"""Templates that every member of a club may use. Those that are there stay their organisers’.

The database has the default, too: the version before this one goes on making events while it is replaced.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0047_series"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="is_shared",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="A template of its organisation: its members use it, and nobody has a role here.",
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(("is_shared", False), ("is_template", True), _connector="OR"),
                name="event_shared_is_a_template",
            ),
        ),
    ]
