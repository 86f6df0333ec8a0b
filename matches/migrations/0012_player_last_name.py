from django.db import migrations, models
from django.db.models import F

import matches.models.people


def fill_in(apps, schema_editor):
    players = apps.get_model("matches", "Player").objects.using(schema_editor.connection.alias)
    players.update(sort_name=F("plain_name"))


class Migration(migrations.Migration):
    """Players may have a last name, by which lists are sorted."""

    dependencies = [("matches", "0011_holds_cut_place")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="last_name",
            field=models.CharField(
                blank=True,
                default="",
                help_text="The part of the name that lists are sorted by.",
                max_length=120,
                verbose_name="last name",
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="player",
            name="sort_name",
            field=matches.models.people.SortNameField(default="", editable=False),
        ),
        migrations.RunPython(fill_in, migrations.RunPython.noop, elidable=True),
    ]
