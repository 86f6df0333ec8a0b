from django.db import migrations, models


def keep_addresses(apps, schema_editor):
    """The email addresses of accounts as rows that wait for their confirmation."""
    User = apps.get_model("matches", "User")
    EmailAddress = apps.get_model("account", "EmailAddress")
    known = User.objects.exclude(email="").values_list("pk", "email")
    rows = [EmailAddress(user_id=pk, email=email.lower(), primary=True) for pk, email in known]
    EmailAddress.objects.bulk_create(rows)


def drop_addresses(apps, schema_editor):
    apps.get_model("account", "EmailAddress").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0034_halls"),
        ("account", "0009_emailaddress_unique_primary_email"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="sessions_ended",
            field=models.PositiveIntegerField(
                default=0, help_text="How often all sessions were ended without a new password."
            ),
        ),
        migrations.RunPython(keep_addresses, drop_addresses),
    ]
