"""What the addresses and bodies of the API can name in an event, for requests that are to find something."""

from __future__ import annotations

import uuid
from typing import Any

from judging.models import Call, Infraction, Ruling
from matches.models import Match, Organisation, Round, Suspension
from tests.matches.conftest import Hall


def places(operation: Any, hall: Hall, slug: str) -> list[dict[str, Any]]:
    """What the address of an operation can name in a hall, one parameter with the other."""
    event, path = hall.event, operation.path
    if "/rounds/{stage}" in path:
        rounds = Round.objects.filter(stage__event=event).values_list("stage__order", "number").distinct()
        found = [{"stage": stage, "number": number} for stage, number in rounds]
    elif "/entries/{number}" in path:
        found = [{"number": number} for number in event.entries.values_list("number", flat=True)]
    elif "/staff/{number}" in path:
        found = [{"number": number} for number in event.roles.values_list("pk", flat=True)]
    elif "/sign-ups/{key}/" in path:
        found = [{"key": str(key)} for key in event.sign_ups.values_list("key", flat=True)]
    elif "/suspensions/{key}/" in path and "{slug}" in path:
        known = Suspension.objects.filter(organisation=event.organisation_id).values_list("key", flat=True)
        found = [{"key": str(key)} for key in known if event.organisation_id] or [{"key": str(uuid.UUID(int=7))}]
    elif "{club}" in path:
        key = Suspension.objects.values_list("key", flat=True).first() or uuid.UUID(int=7)
        slugs = [*Organisation.objects.values_list("slug", flat=True), "no-club"]
        found = [{"club": slug, **({"key": str(key)} if "{key}" in path else {})} for slug in slugs]
    elif "/{key}/" in path:
        matches = Match.objects.filter(round__stage__event=event)
        if "/turns/" in path.removesuffix("/turns/"):
            matches = matches.exclude(turn_records=None)
        found = [{"key": str(key)} for key in matches.values_list("key", flat=True)]
    elif "/{order}/" in path:
        found = [{"order": stage.order} for stage in event.stages.all()]
    elif "/standings/{number}" in path:
        found = [{"number": 1}, {"number": 2}]
    elif "/{id}/" in path:
        model = {"rulings": Ruling, "infractions": Infraction, "calls": Call}[path.split("/{id}")[0].rsplit("/", 1)[1]]
        found = [{"id": str(pk)} for pk in model.objects.filter(event=event).values_list("pk", flat=True)]
    elif "{rule}" in path:
        found = [{"rule": "BO-1.6"}]
    else:
        found = [{}]
    return [{"slug": slug, **place} if "{slug}" in path else place for place in found]


def there(hall: Hall) -> dict[str, list[Any]]:
    """What the fields of a body can name in a hall."""
    matches = list(Match.objects.filter(round__stage__event=hall.event))
    numbers = list(hall.event.entries.values_list("number", flat=True))
    return {
        "stage": [1, 2],
        "keys": [[str(key)] for key in hall.event.sign_ups.values_list("key", flat=True)] or [[str(uuid.uuid4())]],
        "place": [1, 2],
        "match": [match.pk for match in matches] or [1],
        "player": numbers,
        "first": [*numbers, "A", "B"],
        "second": numbers,
        "numbers": [numbers, numbers[:1], [2, 1]],
        "table": [1, 2, 3],
        "attempt": [1, 2],
        "code": ["GP-HAND", "TM-SLOW", "UC-MAJOR", "UC-CHEAT"],
        "penalty": ["W", "RL", "ML", "DQ"],
        "matter": ["counter_joker", "other"],
        "outcome": ["valid_counter", "late_counter_swap_stands", "Resume"],
        "id": [str(uuid.UUID(int=number)) for number in range(3, 9)],
        "ruling": [str(pk) for pk in Ruling.objects.filter(event=hall.event).values_list("pk", flat=True)] or [None],
        "score": ["2-1", "0-2", "1-1", "2-2"],
        "device": ["api"],
        "revision": [0, 1],
        "token": ["7", "Q", "J", "B", "E"],
        "round": [1],
        "turn": [1],
        "action": [1],
        "step": [str(uuid.UUID(int=1))],
        "preset": ["spectacle", "competitive"],
        "date": ["2026-11-21"],
        "username": [user.username for user in hall.users.values()],
        "results": [[{"match": str(match.key), "score": "2-1"} for match in matches]],
    }
