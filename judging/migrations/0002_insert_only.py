from django.db import migrations

from matches.insert_only import InsertOnly


class Migration(migrations.Migration):
    dependencies = [("judging", "0001_initial")]

    operations = [
        InsertOnly(
            "judging_record",
            "judging_incident",
            "judging_ruling",
            "judging_infraction",
            "judging_penaltyevent",
            "judging_timeextension",
            "judging_appeal",
            "judging_appealstep",
            "judging_tableevent",
            "judging_acknowledgement",
            "judging_attachment",
            "judging_call",
            "judging_callstep",
        )
    ]
