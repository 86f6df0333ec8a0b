"""Indexes that repeat the beginning of another one go."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("judging", "0016_frame_chances"),
        ("matches", "0044_indexes_of_a_filled_site"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name="acknowledgement",
            name="result",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="acknowledgements",
                to="matches.result",
            ),
        ),
        migrations.AlterField(
            model_name="findingmark",
            name="record",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="finding_marks",
                to="judging.turnrecord",
            ),
        ),
        migrations.AlterField(
            model_name="infraction",
            name="entry",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="infractions",
                to="matches.entry",
            ),
        ),
        migrations.AlterField(
            model_name="judgenotice",
            name="user",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            model_name="judgepost",
            name="event",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="matches.event",
            ),
        ),
        migrations.AlterField(
            model_name="judgepost",
            name="hall_day",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="matches.hallday",
            ),
        ),
        migrations.AlterField(
            model_name="record",
            name="event",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="records", to="matches.event"
            ),
        ),
        migrations.AlterField(
            model_name="turnrecord",
            name="match",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="turn_records",
                to="matches.match",
            ),
        ),
        migrations.AlterField(
            model_name="turnstep",
            name="record",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="steps",
                to="judging.turnrecord",
            ),
        ),
        migrations.AlterField(
            model_name="unloggedentry",
            name="event",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="unlogged_entries",
                to="matches.event",
            ),
        ),
        migrations.AlterField(
            model_name="zone",
            name="event",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="zones",
                to="matches.event",
            ),
        ),
        migrations.AlterField(
            model_name="zone",
            name="hall_day",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="zones",
                to="matches.hallday",
            ),
        ),
    ]
