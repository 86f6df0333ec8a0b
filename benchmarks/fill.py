"""A filled site on PostgreSQL: one event, copied with all that belongs to it as often as wanted.

``script/with_services python -m benchmarks.fill [--events 5000] [--from SLUG]`` fills an empty database with an event
of 64 players and eight rounds, and copies it. Each copy has players, entries, rounds, matches, results, log and live
versions of its own: the database itself writes them, with triggers and keys unchecked, so a site of thousands of events
is there within minutes. Hashes of the copied logs are those of the first event, so ``verify_log`` does not hold there.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from typing import TYPE_CHECKING, Any

from benchmarks import hall

if TYPE_CHECKING:
    from django.db import models

APART = 1_000_000
"""The numbers of copy k are those of the first event plus k times as many."""
PLAYERS, ROUNDS = 64, 8


def _expression(field: models.Field[Any, Any], shifted: frozenset[type[models.Model]]) -> str:
    """What a column of copy ``k`` holds; ``t`` is the row that is copied."""
    from django.db import models

    column, kept = f't."{field.column}"', f't."{field.column}"'
    target = field.related_model if field.is_relation else field.model if field.primary_key else None
    if target is not None:
        if target not in shifted:
            return kept
        final = field.target_field if field.is_relation else field
        while final.is_relation:
            final = final.target_field
        return f"md5({column}::text || k)::uuid" if isinstance(final, models.UUIDField) else f"{column} + k * {APART}"
    if field.unique and isinstance(field, models.UUIDField):
        return f"md5({column}::text || k)::uuid"
    if field.unique and isinstance(field, models.CharField):
        return f"left({column}, 40) || '-' || k"
    if field.unique:
        return f"{column} + k * {APART}"
    return kept


OWN = {
    ("Event", "name"): "t.name || ' ' || k",
    ("Event", "date"): "t.date - (k %% 365)::int",
    ("Player", "name"): "t.name || ' ' || k",
    ("Player", "plain_name"): "t.plain_name || ' ' || k",
    ("Player", "sort_name"): "t.sort_name || ' ' || k",
    ("Player", "external_id"): "CASE WHEN t.external_id = '' THEN '' ELSE t.external_id || '-' || k END",
    ("LiveVersion", "change"): "t.change + k * 10",
}
"""What a copy has of its own beside its numbers."""


def copy_event(slug: str, first: int, last: int) -> None:
    """Copy an event with all that belongs to it, as the copies ``first`` to ``last``. PostgreSQL, as its superuser."""
    from django.db import connection, transaction

    from matches.life.owned_queries import owned_tables, rows_of
    from matches.models import Event, Player

    event = Event.objects.get(slug=slug)
    owned = [(table, rows_of(table, way, event.pk)) for table, way in reversed(owned_tables())]
    people = Player.objects.filter(entries__event=event)
    tables = [(Event, Event.objects.filter(pk=event.pk)), (Player, people), *owned]
    shifted = frozenset(table for table, _rows in tables)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        for table, rows in tables:
            _copy(cursor, table, rows.order_by(), shifted, first, last)
        cursor.execute("SET LOCAL session_replication_role = origin")


def _copy(
    cursor: Any,
    table: type[models.Model],
    rows: models.QuerySet[Any],
    shifted: frozenset[type[models.Model]],
    first: int,
    last: int,
) -> None:
    fields = table._meta.local_concrete_fields
    values = [OWN.get((table.__name__, field.name)) or _expression(field, shifted) for field in fields]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    name, key = table._meta.db_table, table._meta.pk.column
    chosen, parameters = rows.values("pk").query.sql_with_params()
    numbers = "generate_series(%s::bigint, %s::bigint) k"
    cursor.execute(
        f'INSERT INTO "{name}" ({columns}) SELECT {", ".join(values)} FROM "{name}" t, {numbers} '  # noqa: S608 - names of the models
        f'WHERE t."{key}" IN ({chosen})',
        [first, last, *parameters],
    )
    cursor.execute("SELECT pg_get_serial_sequence(%s, %s)", [name, key])
    (sequence,) = cursor.fetchone()
    if sequence:
        cursor.execute(f'SELECT setval(%s, (SELECT max("{key}") FROM "{name}"))', [sequence])  # noqa: S608


def analyze() -> None:
    """Let the database count its tables, so that it plans for their size."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def make_event(slug: str = "first", players: int = PLAYERS, rounds: int = ROUNDS) -> None:
    """An event with so many closed rounds, its last one running, made by the services."""
    from django.utils import timezone

    from matches.audit.services import Actor
    from matches.clock.services import start_clock
    from matches.models import Entry, Event, EventRole, Match, Player, Stage, User
    from matches.rounds.services.rounds import close_round, pair_round, publish_round

    user = User.objects.filter(username="bench").first()
    user = user or User.objects.create_superuser("bench", password="bench bench bench")  # noqa: S106 - of a benchmark
    event = Event.objects.create(
        slug=slug, name="Monday open", date=timezone.localdate(), game="bankout", cap_minutes=25, seed=7,
        published=True, rules={"format": "bankout"}, created_by=user,
    )  # fmt: skip
    EventRole.objects.create(event=event, user=user, role="organiser")
    stage = Stage.objects.create(event=event, order=1, kind="swiss", rounds_planned=rounds)
    people = Player.objects.bulk_create(
        Player(name=f"Player Number {n:03d}", plain_name=f"player number {n:03d}", external_id=f"A{n}")
        for n in range(1, players + 1)
    )
    Entry.objects.bulk_create(
        Entry(event=event, player=player, number=n, status="checked_in") for n, player in enumerate(people, start=1)
    )
    actor, chance = Actor(user=user), hall.random.Random(7)
    for number in range(1, rounds + 1):
        round_ = pair_round(stage=Stage.objects.select_related("event").get(pk=stage.pk), actor=actor, seed=number)
        publish_round(round=round_, actor=actor)
        start_clock(round=round_, actor=actor)
        if number < rounds:
            hall.confirm(list(Match.objects.filter(round=round_, kind="played")), chance)
            close_round(round=round_, actor=actor)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=5_000)
    parser.add_argument("--from", dest="slug", default="", help="an event that is there, instead of a new one")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        hall.configure(data, services=True)
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        if not arguments.slug:
            make_event()
        began = time.perf_counter()
        copy_event(arguments.slug or "first", 1, arguments.events)
        analyze()
        print(f"{arguments.events:,} events in {time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
