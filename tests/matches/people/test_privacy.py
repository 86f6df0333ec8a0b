"""Forgetting a person, what is stored about one, and contact data whose time is over."""

from __future__ import annotations

import io
import json
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from post_office.models import Email

from matches.audit.services import SYSTEM, verify_audit
from matches.enums import Source
from matches.errors import Refused
from matches.models import Event, Player, PlayerLink
from matches.people.queries.privacy import personal_data, players_named
from matches.people.services.links import make_player_link
from matches.people.services.privacy import drop_contact_data, forget_player
from matches.results.services.results import report_result
from matches.signups.services.signing import sign_up
from matches.tables.score import Duel
from tests.factories import EntryFactory, EventFactory, MatchFactory, RoundFactory, StageFactory

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def event_with(player: Player, *, days_ago: int | None = 1) -> Event:
    """An event in which the player has played; finished so many days ago, or not at all."""
    event = EventFactory()
    entries = [EntryFactory(event=event, player=player), EntryFactory(event=event)]
    match = MatchFactory(round=RoundFactory(stage=StageFactory(event=event)), table=1, entries=entries)
    report_result(match=match, score=Duel(rounds=(2, 1), winner=0), actor=SYSTEM, source=Source.SYSTEM)
    make_player_link(actor=SYSTEM, entry=entries[0])
    if days_ago is not None:
        Event.objects.filter(pk=event.pk).update(finished_at=timezone.now() - timedelta(days=days_ago))
    return Event.objects.get(pk=event.pk)


@pytest.fixture
def player() -> Player:
    return Player.objects.create(name="Ada Lovelace", last_name="Lovelace", external_id="A1", email="ada@example.org")


def test_a_person_becomes_a_number_everywhere_and_the_logs_stay_whole(player: Player) -> None:
    events = [event_with(player), event_with(player)]
    forget_player(player=player)
    player.refresh_from_db()
    assert (player.name, player.last_name, player.external_id, player.email) == (f"#{player.pk}", "", "", "")
    assert player.plain_name == f"#{player.pk}"
    assert not PlayerLink.objects.filter(entry__player=player, revoked_at__isnull=True).exists()
    assert [verify_audit(event) for event in events] == [None, None]
    assert "Ada" not in json.dumps(personal_data(player))


def test_forgetting_twice_changes_nothing(player: Player) -> None:
    event_with(player)
    first = forget_player(player=player).forgotten_at
    assert forget_player(player=player).forgotten_at == first


def test_a_person_in_an_open_event_is_not_forgotten(player: Player) -> None:
    event = event_with(player, days_ago=None)
    with pytest.raises(Refused, match=event.name):
        forget_player(player=player)
    player.refresh_from_db()
    assert player.name == "Ada Lovelace"


def test_what_is_stored_is_one_document(player: Player) -> None:
    event_with(player)
    found = personal_data(player)
    assert found["player"]["email"] == "ada@example.org"
    (entry,) = found["events"]
    (match,) = entry["matches"]
    assert [line["outcome"] for line in match["results"][0]["lines"] if line["own"]] == ["win"]
    out = io.StringIO()
    call_command("personal_data", "A1", stdout=out)
    assert json.loads(out.getvalue())["player"]["name"] == "Ada Lovelace"


def test_contact_data_goes_when_the_last_event_ended_long_enough_ago(player: Player) -> None:
    event_with(player, days_ago=200)
    recent = Player.objects.create(name="Grace Hopper", email="grace@example.org")
    event_with(recent, days_ago=200)
    event_with(recent, days_ago=10)
    playing = Player.objects.create(name="Mary Jackson", email="mary@example.org")
    event_with(playing, days_ago=None)
    assert drop_contact_data(days=180) == 1
    assert list(Player.objects.exclude(email="").order_by("name").values_list("name", flat=True)) == [
        "Grace Hopper",
        "Mary Jackson",
    ]
    player.refresh_from_db()
    assert player.name == "Ada Lovelace"
    assert drop_contact_data(days=180) == 0


def test_the_commands_name_whom_they_mean(player: Player) -> None:
    event_with(player)
    namesake = Player.objects.create(name="ada lovelace")
    assert players_named(str(player.key)) == players_named("a1") == players_named(f"#{player.pk}") == [player]
    with pytest.raises(CommandError, match=f"#{namesake.pk}"):
        call_command("forget", "Ada Lovelace", "--yes")
    with pytest.raises(CommandError, match="No player"):
        call_command("forget", "Nobody", "--yes")
    out = io.StringIO()
    call_command("forget", "A1", "--yes", stdout=out)
    assert f"#{player.pk}" in out.getvalue()
    call_command("tidy", "--days", "0", stdout=out)
    assert "Contact data of 0 players removed." in out.getvalue()
    for days in ("-1", "99999999999"):
        with pytest.raises(CommandError, match="0 to 36500"):
            call_command("tidy", "--days", days)


def test_forget_asks_for_the_name(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    event_with(player)
    monkeypatch.setattr("builtins.input", lambda prompt: "yes")
    with pytest.raises(CommandError, match="Nothing changed"):
        call_command("forget", "A1", stdout=io.StringIO())
    monkeypatch.setattr("builtins.input", lambda prompt: "Ada Lovelace")
    call_command("forget", "A1", stdout=io.StringIO())
    player.refresh_from_db()
    assert player.forgotten_at is not None


def test_forget_without_a_terminal_says_what_to_add(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    event_with(player)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    with pytest.raises(CommandError, match="add --yes"):
        call_command("forget", "A1", stdout=io.StringIO())
    player.refresh_from_db()
    assert player.forgotten_at is None


def letter(email: str, *, days_ago: int = 0) -> Email:
    row = Email.objects.create(from_email="desk@example.org", to=email, subject="Your link", message="/p/token/")
    Email.objects.filter(pk=row.pk).update(created=timezone.now() - timedelta(days=days_ago))
    return row


def test_emails_with_links_go_with_the_person_and_after_a_week(player: Player) -> None:
    event_with(player)
    letter("Ada@example.org")
    kept = letter("grace@example.org", days_ago=6)
    forget_player(player=player)
    assert list(Email.objects.all()) == [kept]
    old = letter("grace@example.org", days_ago=8)
    call_command("tidy", stdout=io.StringIO())
    assert list(Email.objects.all()) == [kept]
    assert not Email.objects.filter(pk=old.pk).exists()


def test_who_never_got_in_is_found_and_forgotten() -> None:
    event = EventFactory(options={"sign_up": {"is_open": True, "capacity": 1}})
    for name in ("Ada", "Bo"):
        sign_up(event=event, name=name, email=f"{name}@example.org")
    letter("bo@example.org")
    out = io.StringIO()
    call_command("personal_data", "BO@example.org", stdout=out)
    (found,) = json.loads(out.getvalue())["sign_ups"]
    assert (found["name"], found["state"], found["event"]) == ("Bo", "waiting", event.name)
    with pytest.raises(CommandError, match="No player and no sign-up"):
        call_command("forget", "cy@example.org", "--yes")
    call_command("forget", "Bo", "--yes", stdout=out)
    assert list(event.sign_ups.filter(entry__isnull=True)) == []
    assert not Email.objects.filter(to__iexact="bo@example.org").exists()
    assert event.entries.count() == 1
    last = event.audit_rows.last()
    assert last is not None
    assert (last.act, last.details) == ("drop_sign_ups", {"sign_ups": 1})


def test_two_people_who_signed_up_with_one_address_are_named_by_their_keys() -> None:
    event = EventFactory(options={"sign_up": {"is_open": True, "approval": True}})
    rows = [sign_up(event=event, name=name, email="family@example.org").sign_up for name in ("Ada", "Bo")]
    with pytest.raises(CommandError, match=str(rows[1].key)):
        call_command("forget", "family@example.org", "--yes")
    call_command("forget", str(rows[1].key), "--yes", stdout=io.StringIO())
    assert [row.name for row in event.sign_ups.all()] == ["Ada"]
