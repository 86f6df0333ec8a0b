from django.db import migrations

from matches.insert_only import Deletable

EVENT_OF_A_RECORD = "(SELECT record.event_id FROM judging_record AS record WHERE record.id = OLD.record_id)"
CHILDREN = (
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


class Migration(migrations.Migration):
    dependencies = [("judging", "0011_penalty_results"), ("matches", "0031_deletions")]

    operations = [
        Deletable("judging_record"),
        *(Deletable(table, EVENT_OF_A_RECORD) for table in CHILDREN),
    ]
