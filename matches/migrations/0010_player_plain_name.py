from django.db import migrations

import matches.models.people
from matches.names.display import plain

BATCH = 2_000


def fill_in(apps, schema_editor):
    players = apps.get_model("matches", "Player").objects.using(schema_editor.connection.alias)
    last = 0
    while batch := list(players.filter(pk__gt=last).order_by("pk").only("pk", "name", "plain_name")[:BATCH]):
        for player in batch:
            player.plain_name = plain(player.name)
        players.bulk_update(batch, ["plain_name"], batch_size=500)
        last = batch[-1].pk


class Migration(migrations.Migration):
    """Players have their name without accents, by which lists are sorted and searched."""

    dependencies = [("matches", "0009_bracket_round_sizes")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="plain_name",
            field=matches.models.people.PlainNameField(default="", editable=False),
        ),
        migrations.RunPython(fill_in, migrations.RunPython.noop, elidable=True),
    ]
