"""The own page on the home screen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from matches.people.services.links import make_player_link
from tests.factories import EntryFactory, any_organiser

SITE = Path(__file__).resolve().parents[3] / "static" / "site.webmanifest"


@pytest.mark.django_db
def test_the_icon_of_a_personal_page_opens_it_until_the_link_is_revoked() -> None:
    player = EntryFactory()
    token = make_player_link(entry=player, actor=any_organiser()).token
    address = reverse("matches:my_app", args=[token])
    page = Client().get(reverse("matches:me", args=[token])).content.decode()
    assert f'<link rel="manifest" href="{address}">' in page
    answer = Client().get(address)
    assert answer.headers["Content-Type"] == "application/manifest+json"
    assert answer.json()["start_url"] == reverse("matches:me", args=[token])
    assert answer.json()["short_name"] == player.event.name
    make_player_link(entry=player, actor=any_organiser())
    assert Client().get(address).status_code == 404


@pytest.mark.django_db
def test_both_manifests_name_the_same_icons() -> None:
    token = make_player_link(entry=EntryFactory(), actor=any_organiser()).token
    own = Client().get(reverse("matches:my_app", args=[token])).json()["icons"]
    site = json.loads(SITE.read_text())["icons"]
    assert [{**icon, "src": icon["src"].rpartition("/")[2]} for icon in own] == [
        {**icon, "src": icon["src"].rpartition("/")[2]} for icon in site
    ]
