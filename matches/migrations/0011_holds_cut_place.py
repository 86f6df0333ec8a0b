from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0010_player_plain_name"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="holds_cut_place",
            field=models.BooleanField(
                default=False,
                help_text="Dropped before the cut: keeps the place in the bracket, and loses it by walkover.",
            ),
        ),
    ]
