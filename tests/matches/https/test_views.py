"""The page that sets a device up for HTTPS, over HTTP and over HTTPS, and the certificate."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.test import Client
from pytest_django import Settings

from matches.https.files import authority_certificate, fingerprint
from matches.https.machine import names_of
from matches.https.renewal import renew

pytestmark = pytest.mark.django_db
URL = "/https/"
CERTIFICATE_URL = "/https/bankout.crt"


@pytest.fixture
def hall(settings: Settings, tmp_path: Path) -> Path:
    """The tool serves both ports and has made its certificates; their folder."""
    settings.PORT, settings.HTTPS_PORT, settings.CERTIFICATES = 8000, 8443, tmp_path / "https"
    renew(settings.CERTIFICATES, names_of("laptop", []), datetime.now(UTC))
    return settings.CERTIFICATES


def read(client: Client, *, secure: bool = False, host: str = "127.0.0.1:8000") -> str:
    response = client.get(URL, secure=secure, headers={"host": host})
    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]
    return response.content.decode()


def test_over_http_the_page_says_what_is_missing_and_leads_on(client: Client, hall: Path) -> None:
    page = read(client)
    assert "Everything works here except offline use" in page
    assert 'href="http://127.0.0.1:8000/"' in page
    assert 'href="https://127.0.0.1:8443/https/"' in page
    assert page.count(f'href="{CERTIFICATE_URL}"') == 5
    assert fingerprint(authority_certificate(hall) or "") in page
    for device in ("iPad or iPhone", "Android tablet or phone", "Laptop: Mac", "Laptop: Windows"):
        assert device in page
    assert page.count('class="device-picture"') >= 9


def test_over_https_the_page_says_that_the_device_is_ready(client: Client, hall: Path) -> None:
    page = read(client, secure=True, host="localhost:8443")
    assert "this device is ready" in page
    assert "Everything works here except" not in page


def test_no_link_follows_a_made_up_host_name(client: Client, hall: Path) -> None:
    assert "evil.example" not in read(client, host="evil.example")


def test_the_certificate_comes_with_the_type_that_devices_install(client: Client, hall: Path) -> None:
    response = client.get(CERTIFICATE_URL)
    assert response["Content-Type"] == "application/x-x509-ca-cert"
    assert response["Content-Disposition"].startswith("inline")
    assert response.content.decode() == authority_certificate(hall)
    assert b"PRIVATE" not in response.content
    assert client.post(CERTIFICATE_URL).status_code == client.post(URL).status_code == 405


def test_before_there_is_a_certificate_the_page_asks_for_patience(client: Client, hall: Path) -> None:
    (hall / "authority.crt").unlink()
    page = read(client)
    assert "The certificate is being created" in page
    assert CERTIFICATE_URL not in page
    assert client.get(CERTIFICATE_URL).status_code == 404


def test_without_https_there_is_no_such_page_and_no_link_to_it(client: Client) -> None:
    assert client.get(URL).status_code == client.get(CERTIFICATE_URL).status_code == 404
    assert URL not in client.get("/").content.decode()


def test_every_page_s_menu_leads_to_it(client: Client, hall: Path) -> None:
    assert f'href="{URL}"' in client.get("/").content.decode()
