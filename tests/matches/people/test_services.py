"""Players signed up by hand, changed, removed; byes and fixed tables."""

import pytest
from django.test import Client
from django.urls import reverse

from matches.audit.services import Actor
from matches.enums import EntryStatus, Role, RoundStatus
from matches.errors import Refused
from matches.models import AuditRow, Event, LiveVersion, Player
from matches.people.services.allowances import award_byes, set_fixed_table
from matches.people.services.entries import add_entry, update_entry
from matches.people.services.removal import remove_entry
from tests.factories import (
    EntryFactory,
    EventFactory,
    MatchFactory,
    RoundFactory,
    StageFactory,
    any_organiser,
    entry_elsewhere,
    staff,
)
from tests.undone import undone

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return StageFactory().event


@pytest.fixture
def desk(event: Event) -> Actor:
    return Actor(user=staff(event, Role.SCOREKEEPER))


def refusal(code: str, field: str | None = None):
    return pytest.raises(Refused, check=lambda refused: (refused.code, refused.parameter) == (code, field))


def test_a_player_is_signed_up_with_the_next_number_and_one_row_in_the_log(event: Event, desk: Actor) -> None:
    EntryFactory(event=event, number=7)
    entry = add_entry(event=event, actor=desk, name="  Ada   Lovelace ", email="ada@example.org", seed=3)
    assert (entry.number, entry.seed, entry.status, entry.entered_round) == (8, 3, EntryStatus.REGISTERED, 1)
    assert (entry.player.name, entry.player.email) == ("Ada Lovelace", "ada@example.org")
    row = AuditRow.objects.get(event=event)
    assert (row.act, row.user, row.details["number"]) == ("add_entry", desk.user, 8)
    assert "Ada" not in str(row.details)
    assert LiveVersion.objects.filter(event=event, part="people").exists()


def test_a_walk_in_enters_with_the_round_after_the_last_published(event: Event, desk: Actor) -> None:
    stage = event.stages.get()
    RoundFactory(stage=stage, number=1, status=RoundStatus.CLOSED)
    RoundFactory(stage=stage, number=2, status=RoundStatus.RUNNING)
    entry = add_entry(event=event, actor=desk, name="Ada", checked_in=True)
    assert (entry.entered_round, entry.status) == (3, EntryStatus.CHECKED_IN)
    assert entry.checked_in_at is not None


def test_a_draft_does_not_make_a_walk_in_late(event: Event, desk: Actor) -> None:
    RoundFactory(stage=event.stages.get(), number=1, status=RoundStatus.DRAFT)
    assert add_entry(event=event, actor=desk, name="Ada").entered_round == 1


def test_invalid_values_are_refused_at_their_field(subtests: pytest.Subtests, event: Event, desk: Actor) -> None:
    for given, code, field in [
        ({"name": "  "}, "name_missing", "name"),
        ({"name": "=1+1"}, "formula", "name"),
        ({"name": "x" * 121}, "name_long", "name"),
        ({"name": "Ada", "external_id": "=1"}, "formula", "external_id"),
        ({"name": "Ada", "external_id": "1" * 61}, "id_long", "external_id"),
        ({"name": "Ada", "email": "ada"}, "email", "email"),
        ({"name": "Ada", "seed": 0}, "seed", "seed"),
        ({"name": "Ada", "awarded_byes": 4}, "byes_out_of_range", "awarded_byes"),
    ]:
        with subtests.test(given=given, code=code, field=field), undone():
            with refusal(code, field):
                add_entry(event=event, actor=desk, **given)
            assert not Player.objects.exists()
            assert not AuditRow.objects.exists()


def test_an_equal_name_is_asked_about_once(event: Event, desk: Actor) -> None:
    add_entry(event=event, actor=desk, name="Zoë Roe")
    with refusal("name_known", "name"):
        add_entry(event=event, actor=desk, name="zoë  ROE")
    add_entry(event=event, actor=desk, name="Zoë Roe", sure=True)
    assert event.entries.count() == 2


def test_equal_names_with_different_ids_are_two_people(event: Event, desk: Actor) -> None:
    add_entry(event=event, actor=desk, name="Ada", external_id="1")
    add_entry(event=event, actor=desk, name="Ada", external_id="2")
    assert event.entries.count() == 2


def test_a_player_is_known_across_events_by_the_id_never_by_the_name(event: Event, desk: Actor) -> None:
    known = entry_elsewhere(desk, name="Ada Lovelace", external_id="A1").player
    assert add_entry(event=event, actor=desk, name="ada lovelace", external_id="a1").player == known
    other = EventFactory()
    assert add_entry(event=other, actor=any_organiser(), name="Ada Lovelace").player != known


def test_an_id_that_belongs_to_another_name_is_asked_about(event: Event, desk: Actor) -> None:
    known = entry_elsewhere(desk, name="Ada Lovelace", external_id="A1").player
    with refusal("id_elsewhere", "external_id"):
        add_entry(event=event, actor=desk, name="Bo Derek", external_id="A1")
    assert add_entry(event=event, actor=desk, name="Ada King", external_id="A1", sure=True).player == known
    with refusal("id_known", "external_id"):
        add_entry(event=event, actor=desk, name="Ada Lovelace", external_id="A1", sure=True)


def test_a_seed_is_given_once(event: Event, desk: Actor) -> None:
    one = add_entry(event=event, actor=desk, name="Ada", seed=1)
    with refusal("seed_taken", "seed"):
        add_entry(event=event, actor=desk, name="Bo", seed=1)
    update_entry(actor=desk, entry=one, name="Ada", seed=1)


def test_sign_up_is_closed_for_a_finished_event_and_after_the_cut(event: Event, desk: Actor) -> None:
    bracket = StageFactory(event=event, order=2, kind="single_elimination")
    RoundFactory(stage=bracket, status=RoundStatus.DRAFT)
    with refusal("sign_up_over"):
        add_entry(event=event, actor=desk, name="Ada")


def test_a_changed_name_is_the_players_everywhere(event: Event, desk: Actor) -> None:
    entry = EntryFactory(event=event)
    update_entry(actor=desk, entry=entry, name="New Name", external_id="N1", name_display=2)
    entry.refresh_from_db()
    assert (entry.player.name, entry.player.external_id, entry.name_display) == ("New Name", "N1", 2)


def versions(event: Event) -> dict[str, int]:
    return dict(LiveVersion.objects.filter(event=event).values_list("part", "version"))


def test_a_changed_name_updates_every_event_of_the_player(event: Event, desk: Actor) -> None:
    stranger, elsewhere = EntryFactory(), entry_elsewhere(desk)
    entry = EntryFactory(event=event, player=elsewhere.player)
    update_entry(actor=desk, entry=entry, name="New Name")
    raised = {"people": 1, "pairings": 1, "standings": 1}
    assert (versions(event), versions(elsewhere.event), versions(stranger.event)) == (raised, raised, {})
    here, there = AuditRow.objects.get(event=event), AuditRow.objects.filter(event=elsewhere.event).last()
    assert (here.act, here.details["entry"], here.details["changed"]) == ("update_entry", entry.pk, ["name"])
    assert (there.act, there.user, there.details) == (
        "update_entry",
        desk.user,
        {"entries": [elsewhere.pk], "changed": ["name"]},
    )


def test_a_change_to_one_entry_updates_its_event_alone(event: Event, desk: Actor) -> None:
    entry = EntryFactory(event=event)
    elsewhere = EntryFactory(player=entry.player)
    person = {"name": entry.player.name, "external_id": entry.player.external_id, "email": entry.player.email}
    update_entry(actor=desk, entry=entry, seed=7, **person)
    assert versions(event)["people"] == 1
    assert versions(elsewhere.event) == {}


def test_a_cached_page_of_another_event_has_the_new_name(event: Event, desk: Actor, client: Client) -> None:
    there = entry_elsewhere(desk)
    entry, stage = EntryFactory(event=event, player=there.player), StageFactory(event=there.event)
    seats = [there, EntryFactory(event=stage.event)]
    MatchFactory(round=RoundFactory(stage=stage, status=RoundStatus.PUBLISHED), entries=seats)
    address = reverse("matches:public", args=[stage.event.slug])
    assert entry.player.name in client.get(address).content.decode()
    update_entry(actor=desk, entry=entry, name="Zenobia")
    assert "Zenobia" in client.get(address).content.decode()


def test_an_address_filled_in_at_one_event_is_shown_at_the_others(event: Event, desk: Actor) -> None:
    elsewhere = entry_elsewhere(desk, external_id="N1", email="")
    add_entry(event=event, actor=desk, name=elsewhere.player.name, external_id="N1", email="a@example.org")
    assert versions(elsewhere.event)["people"] == 1


def test_another_players_id_cannot_be_taken(event: Event, desk: Actor) -> None:
    entry_elsewhere(desk, external_id="N1")
    entry = EntryFactory(event=event)
    with refusal("id_taken", "external_id"):
        update_entry(actor=desk, entry=entry, name="Ada", external_id="n1")


def test_a_removed_number_is_not_given_again(event: Event, desk: Actor) -> None:
    first = add_entry(event=event, actor=desk, name="Ada")
    second = add_entry(event=event, actor=desk, name="Bo")
    remove_entry(actor=desk, entry=second)
    assert not Player.objects.filter(name="Bo").exists()
    assert add_entry(event=event, actor=desk, name="Cy").number == 3
    assert first.number == 1


def test_a_person_of_another_event_stays_when_removed_and_nobody_else_does(event: Event, desk: Actor) -> None:
    with_id = EntryFactory(event=event, player__external_id="X1")
    elsewhere = EntryFactory(event=event)
    EntryFactory(player=elsewhere.player)
    for entry in (with_id, elsewhere):
        remove_entry(actor=desk, entry=entry)
    assert list(Player.objects.all()) == [elsewhere.player]


def test_a_player_who_was_paired_is_not_removed(event: Event, desk: Actor) -> None:
    match = MatchFactory(round__stage=event.stages.get())
    with refusal("already_paired"):
        remove_entry(actor=desk, entry=match.seats.first().entry)


def test_an_entry_that_was_removed_meanwhile_is_refused(event: Event, desk: Actor) -> None:
    entry = EntryFactory(event=event)
    remove_entry(actor=desk, entry=entry)
    with refusal("not_in_event"):
        remove_entry(actor=desk, entry=entry)


def test_byes_of_published_rounds_stay(subtests: pytest.Subtests, event: Event) -> None:
    for before, rounds, published, allowed in [
        (0, 2, 0, True),
        (2, 0, 0, True),
        (0, 1, 1, False),
        (2, 1, 1, True),
        (2, 0, 1, False),
        (1, 3, 1, True),
    ]:
        with subtests.test(before=before, rounds=rounds, published=published, allowed=allowed), undone():
            desk = any_organiser()
            for number in range(1, published + 1):
                RoundFactory(stage=event.stages.get(), number=number, status=RoundStatus.CLOSED)
            entry = EntryFactory(event=event, awarded_byes=before)
            if allowed:
                assert award_byes(actor=desk, entry=entry, rounds=rounds).awarded_byes == rounds
            else:
                with refusal("byes_too_late", "rounds"):
                    award_byes(actor=desk, entry=entry, rounds=rounds)


def test_a_table_is_fixed_for_one_player_with_a_reason(event: Event, desk: Actor) -> None:
    one, two = EntryFactory.create_batch(2, event=event)
    set_fixed_table(actor=desk, entry=one, table=4, reason="wheelchair")
    with refusal("table_taken", "table"):
        set_fixed_table(actor=desk, entry=two, table=4, reason="feature match")
    with refusal("reason_missing", "reason"):
        set_fixed_table(actor=desk, entry=two, table=5, reason=" ")
    with refusal("table_out_of_range", "table"):
        set_fixed_table(actor=desk, entry=two, table=0, reason="x")
    set_fixed_table(actor=desk, entry=one, table=None)
    freed = set_fixed_table(actor=desk, entry=two, table=4, reason="feature match")
    assert (freed.fixed_table, freed.fixed_table_reason) == (4, "feature match")
