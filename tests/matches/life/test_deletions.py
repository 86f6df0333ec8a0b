"""Deleting an event: nothing of it stays, nothing of another one changes, and the site keeps that it was there."""

# ruff: noqa: S608 - the statements are put together from the models' own table names

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.serializers.json import DjangoJSONEncoder
from django.db import DatabaseError, connection, models, transaction
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from judging.models import CHILDREN
from judging.records.verify_services import verify_log
from matches.audit.services import Actor, verify_audit
from matches.enums import JobState, Role
from matches.errors import NotAllowed, Refused
from matches.life.copy_services import CopyTerms, copy_event
from matches.life.deletion_labels import holdings_of
from matches.life.deletion_services import delete_event
from matches.life.owned_queries import owned_tables
from matches.models import Event, EventDeletion, Job, Player, Submission, Suspension, SuspensionOverride
from matches.people.services.entries import add_entry
from matches.people.services.links import make_player_link
from matches.signups.services.signing import sign_up
from rules_engine import games
from tests.factories import NOON, EventFactory, EventRoleFactory, StageFactory, UserFactory, any_organiser, staff
from tests.matches.life.whole_events import SECRET, recorded_event, whole_event
from tests.matches.playing import event_of, published
from tests.scenes import Scene, appealed
from tests.test_rights_sweep import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


@pytest.fixture
def other() -> Scene:
    """Another event with rulings and an appeal."""
    return appealed()


def sure(event: Event) -> dict[str, str]:
    return {"typed_name": event.name, "reason": "a trial"}


def all_rows() -> Iterator[tuple[type[models.Model], dict[str, Any]]]:
    for label in ("matches", "judging"):
        for model in apps.get_app_config(label).get_models(include_auto_created=True):
            for row in model._base_manager.values():
                yield model, row


def everything(*, but: set[str] = frozenset()) -> set[str]:  # type: ignore[assignment]
    """All rows of both apps, as text."""
    return {
        f"{model._meta.label} {json.dumps(row, cls=DjangoJSONEncoder, sort_keys=True, default=str)}"
        for model, row in all_rows()
        if model._meta.label not in but
    }


OF_THE_CLUB = {"matches.Organisation", "matches.Member", "matches.Suspension", "matches.OrganisationAct"}
"""What stays when one of the club's events is deleted."""


def with_secret() -> list[str]:
    return [row for row in everything(but={"matches.EventDeletion"}) if SECRET in row.casefold()]


@pytest.mark.django_db(transaction=True)
def test_nothing_of_it_stays_and_nothing_of_another_event_changes(desk: Actor, other: Scene, media: Path) -> None:
    known = other.entry(1).player
    before = everything(but={"matches.User", *OF_THE_CLUB})
    event = whole_event(desk, known=known)
    assert {holding.key for holding in holdings_of(event)} >= {
        *("players", "sign_ups", "rounds", "results", "links"),
        *("rulings", "infractions", "appeals", "photos", "turns"),
    }
    assert {path.suffix for path in media.rglob("*") if path.is_file()} == {".jpg", ".pdf"}
    pk = event.pk
    deletion = delete_event(event=event, actor=desk, **sure(event))
    assert with_secret() == []
    assert everything(but={"matches.User", "matches.EventDeletion", *OF_THE_CLUB}) == before
    assert SuspensionOverride.objects.count() == 0
    assert Suspension.objects.get().name == "Someone Else"
    assert not any(row.get("event_id") == pk for model, row in all_rows() if model is not EventDeletion)
    assert [path for path in media.rglob("*") if path.is_file()] == []
    assert Player.objects.filter(pk=known.pk).exists(), "who plays elsewhere stays"
    assert verify_log(other.event) == []
    connection.check_constraints()
    assert (deletion.name, deletion.reason, deletion.by) == (event.name, "a trial", desk.user)
    assert deletion.counts["photos"] == 1


@pytest.mark.parametrize("game", [game.key for game in games.all_games()])
def test_an_event_of_each_game(game: str, desk: Actor) -> None:
    event = recorded_event(game, desk)
    delete_event(event=event, actor=desk, **sure(event))
    assert with_secret() == []
    connection.check_constraints()


def test_the_log_of_the_site_has_the_ends_of_both_logs(desk: Actor) -> None:
    event = appealed().event
    records = event.records.order_by("-sequence").first()
    rows = event.audit_rows.count()
    deletion = delete_event(event=event, actor=desk, **sure(event))
    assert deletion.audit_length == rows + 1  # the deletion itself is its last row
    assert (deletion.log_length, deletion.log_hash) == (records.sequence, records.hash)
    assert len(deletion.audit_hash) == 64


def test_every_table_that_points_to_an_event_s_rows_belongs_to_it() -> None:
    owned = {table for table, _way in owned_tables()}
    pointing = {
        model
        for label in ("matches", "judging")
        for model in apps.get_app_config(label).get_models(include_auto_created=True)
        for field in model._meta.get_fields()
        if isinstance(field, models.ForeignKey) and field.related_model in {*owned, Event}
    }
    assert pointing == owned
    assert {*CHILDREN.values()} <= owned


def test_what_points_to_others_goes_before_them() -> None:
    order = [table for table, _way in owned_tables()]
    for position, table in enumerate(order):
        for field in table._meta.get_fields():
            if isinstance(field, models.ForeignKey) and field.related_model in order and field.related_model != table:
                assert order.index(field.related_model) > position, (table, field.name)


# The gate in the database ------------------------------------------------------------------------------------------

GUARDED = [
    *("matches_auditrow", "matches_audithead", "matches_clockevent", "judging_record"),
    *sorted(model._meta.db_table for model in CHILDREN.values()),
]


def attempt(*statements: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def logged(event: Event) -> EventDeletion:
    return EventDeletion.objects.create(
        event_id=event.pk,
        key=event.key,
        slug=event.slug,
        name="x",
        date=event.date,
        at=event.created_at,
        audit_length=1,
    )


def test_a_deletion_that_is_logged_lets_no_row_of_a_living_event_go(desk: Actor) -> None:
    event = whole_event(desk)
    logged(event)
    for table in GUARDED:
        with pytest.raises(DatabaseError, match=r"insert-only|only counts up"):
            attempt(f"DELETE FROM {table}")


def test_an_event_whose_deletion_is_not_logged_keeps_its_rows(desk: Actor) -> None:
    event = whole_event(desk)
    for table in GUARDED:
        with pytest.raises(DatabaseError, match=r"insert-only|only counts up"):
            attempt(f"DELETE FROM matches_event WHERE id = {event.pk}", f"DELETE FROM {table}")


def test_another_event_s_rows_do_not_go_along(desk: Actor, other: Scene) -> None:
    event = whole_event(desk)
    logged(event)
    own, others = (f"DELETE FROM matches_auditrow WHERE event_id = {pk}" for pk in (event.pk, other.event.pk))
    with pytest.raises(DatabaseError, match="insert-only"):
        attempt(f"DELETE FROM matches_event WHERE id = {event.pk}", own, others)
    assert verify_log(other.event) == []
    assert verify_audit(event) is None


def test_the_log_of_the_site_is_insert_only(desk: Actor) -> None:
    logged(EventFactory())
    for statement in ("UPDATE matches_eventdeletion SET reason = 'x'", "DELETE FROM matches_eventdeletion"):
        with pytest.raises(DatabaseError, match="insert-only"):
            attempt(statement)


def test_updates_are_refused_as_before(desk: Actor) -> None:
    event = whole_event(desk)
    logged(event)
    for table, column in (("matches_auditrow", "act"), ("judging_record", "reason"), ("matches_clockevent", "seconds")):
        with pytest.raises(DatabaseError, match="insert-only"):
            attempt(f"UPDATE {table} SET {column} = {column}")


# Who, and when -----------------------------------------------------------------------------------------------------


def test_an_event_that_nobody_saw_goes_after_a_plain_question(client: Client) -> None:
    event = StageFactory().event
    client.force_login(staff(event, Role.ORGANISER))
    url = reverse("matches:event_delete", args=[event.slug])
    assert "typed_name" not in client.get(url).context["form"].fields
    assert client.post(url, {"reason": ""})["Location"] == reverse("matches:home")
    assert not Event.objects.exists()
    assert client.get(reverse("matches:public", args=[event.slug])).status_code == 404


def test_a_played_one_only_by_its_name_and_with_a_reason(client: Client, desk: Actor) -> None:
    event = event_of(4)
    published(event, desk)
    client.force_login(staff(event, Role.ORGANISER))
    url = reverse("matches:event_delete", args=[event.slug])
    page = client.get(url)
    assert [text for text in page.context["consequences"] if text.startswith("4 ")] != []
    assert "archive it instead" in page.text
    Event.objects.filter(pk=event.pk).update(archived_at=NOON)
    assert "archive it instead" not in client.get(url).text
    wrong = client.post(url, {"typed_name": "Another", "reason": "a trial"})
    assert (wrong.status_code, list(wrong.context["form"].errors)) == (422, ["typed_name"])
    assert 'value="a trial"' in wrong.content.decode()
    missing = client.post(url, {"typed_name": event.name, "reason": ""})
    assert (missing.status_code, list(missing.context["form"].errors)) == (422, ["reason"])
    assert Event.objects.exists()
    client.post(url, {"typed_name": f" {event.name} ", "reason": "a trial"})
    assert not Event.objects.exists()


def test_a_round_that_players_saw_counts_after_it_was_withdrawn(desk: Actor) -> None:
    event = event_of(4)
    round_ = published(event, desk)
    type(round_).objects.filter(pk=round_.pk).update(status="withdrawn")
    with pytest.raises(Refused) as refused:
        delete_event(event=event, actor=desk)
    assert refused.value.code == "name_differs"


@pytest.mark.parametrize("role", [role for role in Role if role != Role.ORGANISER])
def test_nobody_else_deletes(role: Role) -> None:
    event = StageFactory().event
    with pytest.raises(NotAllowed):
        delete_event(event=event, actor=Actor(user=staff(event, role)))
    for client in (signed_in(staff(event, role)), signed_in(staff(EventFactory(), Role.ORGANISER)), Client()):
        client.post(reverse("matches:event_delete", args=[event.slug]), {"reason": ""})
        client.post(reverse("api-event-delete", args=[event.slug]), "{}", content_type="application/json")
    assert Event.objects.filter(pk=event.pk).exists()
    assert not EventDeletion.objects.exists()


def test_while_a_job_runs_it_stays(desk: Actor) -> None:
    event = StageFactory().event
    Job.objects.create(event=event, kind="paper", state=JobState.RUNNING)
    with pytest.raises(Refused) as refused:
        delete_event(event=event, actor=desk)
    assert refused.value.code == "at_work"


def test_a_template_can_be_deleted(desk: Actor) -> None:
    terms = CopyTerms(name="Fridays", day=event_of(0).date, venue="", as_template=True)
    template = copy_event(event=Event.objects.get(), actor=desk, terms=terms)
    delete_event(event=template, actor=desk)
    assert Event.objects.filter(is_template=True).count() == 0


def test_who_is_invited_elsewhere_stays(desk: Actor) -> None:
    source = event_of(0)
    entry = add_entry(event=source, actor=desk, name="Ada")
    copy = copy_event(
        event=source, actor=desk, terms=CopyTerms(name="Next", day=source.date, venue="", with_players=True)
    )
    delete_event(event=source, actor=desk)
    assert copy.sign_ups.get().person == entry.player
    delete_event(event=copy, actor=desk)
    assert not Player.objects.exists()


def test_its_address_is_free_again(desk: Actor) -> None:
    event = StageFactory(event__slug="friday").event
    Submission.objects.create(key=event.key, answer="/e/friday/desk/people/")
    delete_event(event=event, actor=desk)
    assert not Submission.objects.filter(key=event.key).exists()
    again = EventFactory(slug="friday")
    assert again.pk > event.pk


def test_personal_links_of_it_open_nothing_also_when_its_address_is_used_again(client: Client, desk: Actor) -> None:
    event = event_of(2)
    StageFactory(event__slug="friday", event__options={"sign_up": {"is_open": True, "capacity": 1}})
    friday = Event.objects.get(slug="friday")
    tokens = [make_player_link(entry=event.entries.get(number=1), actor=desk).token]
    tokens += [sign_up(event=friday, name=name).token for name in ("Ada", "Bo")]
    pages = [reverse(name, args=[token]) for token in tokens for name in ("matches:me", "matches:me_code")]
    assert {client.get(page).status_code for page in pages} == {200}
    for one in (event, friday):
        delete_event(event=one, actor=desk, **sure(one))
    EventFactory(slug="friday", options={"sign_up": {"is_open": True}})
    assert {client.get(page).status_code for page in pages} == {404}
    assert {client.post(page, {"reason": "x"}).status_code for page in pages} <= {403, 404, 405}


# The API and the log of the site -----------------------------------------------------------------------------------


def test_through_the_api(desk: Actor) -> None:
    event = event_of(4)
    published(event, desk)
    api = APIClient()
    api.force_authenticate(staff(event, Role.ORGANISER))
    url = reverse("api-event-delete", args=[event.slug])
    wrong = api.post(url, {"name": "x", "reason": "a trial"})
    assert (wrong.status_code, list(wrong.data["errors"])) == (422, ["name"])
    done = api.post(url, {"name": event.name, "reason": "a trial"})
    assert (done.status_code, done.data["slug"], done.data["counts"]["players"]) == (200, event.slug, 4)
    assert api.post(url, {"name": event.name, "reason": "a trial"}).status_code == 404


def test_only_the_owner_of_the_site_reads_its_log(desk: Actor) -> None:
    event = StageFactory().event
    worker = EventRoleFactory(event=event, role=Role.ORGANISER).user
    delete_event(event=event, actor=Actor(user=worker), reason="typed twice")
    owner = UserFactory(is_superuser=True)
    page = signed_in(owner).get(reverse("matches:deleted_events"))
    assert [(row.deletion.reason, row.players) for row in page.context["rows"]] == [("typed twice", 0)]
    assert signed_in(worker).get(reverse("matches:deleted_events")).status_code == 403
    api = APIClient()
    assert api.get(reverse("api-deletions")).status_code == 401
    api.force_authenticate(worker)
    assert api.get(reverse("api-deletions")).status_code == 403
    api.force_authenticate(owner)
    [row] = api.get(reverse("api-deletions")).data["results"]
    assert (row["slug"], row["by"], row["reason"]) == (event.slug, worker.username, "typed twice")
