import django.db.models.deletion
from django.db import migrations, models

from matches.insert_only import ChainHead

# Of the chains that are there already, the end is what it is now.
NOTE_ENDS = """
    INSERT INTO matches_audithead (event_id, sequence, hash)
    SELECT event_id, sequence, hash FROM matches_auditrow AS one
    WHERE sequence = (SELECT MAX(sequence) FROM matches_auditrow AS other WHERE other.event_id = one.event_id)
"""


class Migration(migrations.Migration):
    dependencies = [("matches", "0002_insert_only")]

    operations = [
        migrations.CreateModel(
            name="AuditHead",
            fields=[
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="audit_head",
                        serialize=False,
                        to="matches.event",
                    ),
                ),
                ("sequence", models.PositiveIntegerField()),
                ("hash", models.CharField(max_length=64)),
            ],
        ),
        migrations.RunSQL(NOTE_ENDS, migrations.RunSQL.noop),
        ChainHead("matches_audithead", "matches_auditrow"),
    ]
