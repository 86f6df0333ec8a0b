from django.db import migrations, models

from matches.names.display import displayed_name, shared_names

BATCH = 500


def mark_namesakes(apps, schema_editor):
    """Mark the players of stored events who share a name with another player."""
    Event, Entry = apps.get_model("matches", "Event"), apps.get_model("matches", "Entry")
    for event in Event.objects.order_by("pk"):
        entries = Entry.objects.filter(event=event).order_by("number")
        rows = entries.values_list("number", "player__name", "name_display")
        sharing = sorted(
            shared_names(
                [
                    (number, name, displayed_name(name, number, event.name_display if how is None else how))
                    for number, name, how in rows
                ]
            )
        )
        for start in range(0, len(sharing), BATCH):
            entries.filter(number__in=sharing[start : start + BATCH]).update(shares_name=True)


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0007_match_changed_at"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="shares_name",
            field=models.BooleanField(
                default=False, help_text="Another player of the event is shown by the same name."
            ),
        ),
        migrations.RunPython(mark_namesakes, migrations.RunPython.noop),
    ]
