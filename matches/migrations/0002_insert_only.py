from django.db import migrations

from matches.insert_only import InsertOnly


class Migration(migrations.Migration):
    dependencies = [("matches", "0001_initial")]

    operations = [InsertOnly("matches_auditrow", "matches_clockevent")]
