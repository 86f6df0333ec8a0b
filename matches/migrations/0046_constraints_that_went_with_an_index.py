"""Puts back, on PostgreSQL, two constraints that 0044 removed: Django drops every index of a column that shall have none
of its own, and a unique constraint with a condition is one. SQLite rebuilds the table, which kept them.
"""

from django.db import migrations

LOST = [("Result", "result_one_confirmed"), ("Round", "round_one_open")]


def put_back(apps, schema_editor):
    connection = schema_editor.connection
    for name, lost in LOST:
        model = apps.get_model("matches", name)
        with connection.cursor() as cursor:
            known = connection.introspection.get_constraints(cursor, model._meta.db_table)
        if lost not in known:
            constraint = next(one for one in model._meta.constraints if one.name == lost)
            schema_editor.add_constraint(model, constraint)


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0045_walls_of_a_large_hall"),
    ]

    operations = [
        migrations.RunPython(put_back, migrations.RunPython.noop),
    ]
