"""The answers of players who are in move from their sign-ups to their entries; entries have a note."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def to_entries(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    sign_ups = apps.get_model("matches", "SignUp").objects.filter(entry__isnull=False)
    entries = apps.get_model("matches", "Entry").objects
    for row in sign_ups.only("entry_id", "answers").iterator():
        entries.filter(pk=row.entry_id).update(answers=row.answers)
    sign_ups.update(answers={})


def to_sign_ups(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for row in apps.get_model("matches", "SignUp").objects.filter(entry__isnull=False).select_related("entry"):
        row.answers = row.entry.answers
        row.save(update_fields=["answers"])


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0025_sign_ups"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="answers",
            field=models.JSONField(default=dict, help_text="The answers to the event’s own questions, by their keys."),
        ),
        migrations.AddField(
            model_name="entry",
            name="note",
            field=models.TextField(blank=True, default="", help_text="For the desk alone.", verbose_name="note"),
            preserve_default=False,
        ),
        migrations.RunPython(to_entries, to_sign_ups),
    ]
