from __future__ import annotations

from typing import Any

from django.db import migrations
from django.db.models import Count, Max


def lock_accepted_results(apps: Any, schema_editor: Any) -> None:
    """Lock the results that both players had accepted before acceptance locked them."""
    Result = apps.get_model("matches", "Result")
    Acknowledgement = apps.get_model("judging", "Acknowledgement")
    accepted = Acknowledgement.objects.filter(result__status="confirmed", result__locked_at__isnull=True)
    rows = accepted.values("result").annotate(players=Count("entry", distinct=True), last=Max("server_time"))
    for row in rows.filter(players__gte=2):
        Result.objects.filter(pk=row["result"]).update(locked_at=row["last"])


class Migration(migrations.Migration):
    dependencies = [("judging", "0002_insert_only"), ("matches", "0006_result_lock")]

    operations = [migrations.RunPython(lock_accepted_results, migrations.RunPython.noop)]
