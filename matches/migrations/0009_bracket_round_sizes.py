from django.db import migrations


def store_sizes(apps, schema_editor):
    """Rounds of brackets are named after the bracket's size, which rounds that were paired before did not store."""
    Round = apps.get_model("matches", "Round")
    StageEntry = apps.get_model("matches", "StageEntry")
    for known in Round.objects.filter(stage__kind__in=["single_elimination", "double_elimination"]).iterator():
        if "size" not in known.pairing:
            known.pairing["size"] = StageEntry.objects.filter(stage=known.stage_id).count()
            known.save(update_fields=["pairing"])


class Migration(migrations.Migration):
    """Store the size of the bracket with each of its rounds."""

    dependencies = [("matches", "0008_namesakes")]

    operations = [migrations.RunPython(store_sizes, migrations.RunPython.noop)]
