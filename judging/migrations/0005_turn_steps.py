import uuid

import django.db.models.deletion
from django.db import migrations, models


def take_over(apps, schema_editor):
    """Taps that a device still keeps must count once after an update as well: the audit log has their ids."""
    records = {
        (row.match_id, row.number): row.pk for row in apps.get_model("judging", "TurnRecord").objects.defer("data")
    }
    audit_rows = apps.get_model("matches", "AuditRow").objects.filter(details__has_key="step")
    found = {}
    for details in audit_rows.values_list("details", flat=True).iterator(2000) if records else ():
        record = records.get((details.get("match"), details.get("record")))
        if record is not None:
            found[record, uuid.UUID(details["step"])] = None
    steps = apps.get_model("judging", "TurnStep").objects
    steps.bulk_create([steps.model(record_id=record, step=step) for record, step in found], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [
        ("judging", "0004_turn_records"),
        ("matches", "0013_result_from_record"),
    ]

    operations = [
        migrations.RemoveField(model_name="turnrecord", name="last_step"),
        migrations.CreateModel(
            name="TurnStep",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("step", models.UUIDField()),
                (
                    "record",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="steps", to="judging.turnrecord"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("record", "step"), name="turn_step_once")],
            },
        ),
        migrations.RunPython(take_over, migrations.RunPython.noop),
    ]
