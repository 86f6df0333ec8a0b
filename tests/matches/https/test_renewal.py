"""The certificates: what stands in them, whom a device believes, when they are made again, who may read the keys."""

from __future__ import annotations

import ssl
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.hashes import SHA256

from matches.https.authority import Issued, certificate_pem, key_pem, new_server_certificate
from matches.https.files import AUTHORITY, AUTHORITY_KEY, SERVER, authority_certificate, fingerprint
from matches.https.machine import Names, names_of
from matches.https.renewal import Renewal, renew
from tests.matches.https.handshake import device, server, shake_hands

NOW = datetime.now(UTC)
HALL = names_of("Laptop", ["192.168.1.5"])
NOTHING = Renewal(server=False, authority_replaced=False)


def certificate(path: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate(path.read_bytes())


def authority_in(folder: Path) -> Issued:
    key = serialization.load_pem_private_key((folder / AUTHORITY_KEY).read_bytes(), None)
    return Issued(certificate(folder / AUTHORITY), key)


def believes(folder: Path, host: str, trusted: str | None = None) -> bool:
    """Whether a device that trusts the authority (or another one) believes the server that it is this host."""
    try:
        shake_hands(device(trusted or authority_certificate(folder) or ""), server(folder / SERVER), host)
    except ssl.SSLCertVerificationError:
        return False
    return True


def test_the_first_time_makes_everything_for_the_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "https"
    assert authority_certificate(folder) is None
    assert renew(folder, HALL, NOW) == Renewal(server=True, authority_replaced=False)
    assert {path.name: oct(path.stat().st_mode & 0o777) for path in (folder, *folder.iterdir())} == {
        "https": "0o700", AUTHORITY: "0o600", AUTHORITY_KEY: "0o600", SERVER: "0o600",
    }  # fmt: skip
    assert "PRIVATE" not in (authority_certificate(folder) or "")
    for host in ("192.168.1.5", "127.0.0.1", "localhost", "laptop", "laptop.local"):
        assert believes(folder, host), host
    for host in ("192.168.1.6", "other.local", "open.example.org"):
        assert not believes(folder, host), host


def test_the_server_s_certificate_is_as_tablets_demand_it(tmp_path: Path) -> None:
    renew(tmp_path, HALL, NOW)
    found = certificate(tmp_path / SERVER)
    assert found.not_valid_after_utc - found.not_valid_before_utc < timedelta(days=825)
    usage = found.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert list(usage) == [x509.ExtendedKeyUsageOID.SERVER_AUTH]
    assert found.not_valid_before_utc <= NOW - timedelta(hours=2), "a tablet's clock may be behind"
    number = fingerprint(authority_certificate(tmp_path) or "")
    assert number.replace(":", "") == certificate(tmp_path / AUTHORITY).fingerprint(SHA256()).hex().upper()


@pytest.mark.parametrize("host", ["bank.example", "www.laptop.example", "laptop.com"])
def test_no_device_believes_the_authority_about_a_site_of_the_internet(tmp_path: Path, host: str) -> None:
    """A thief of the key cannot pretend to be a bank to the judges' own tablets."""
    renew(tmp_path, HALL, NOW)
    thief = authority_in(tmp_path)
    forged = forge(thief, host)
    (tmp_path / SERVER).write_bytes(key_pem(forged) + certificate_pem(forged))
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
        shake_hands(device((tmp_path / AUTHORITY).read_text()), server(tmp_path / SERVER), host)


def forge(authority: Issued, host: str) -> Issued:
    """A certificate for a name that the authority may not vouch for, signed with its key all the same."""
    good = new_server_certificate(authority, HALL, NOW)
    builder = x509.CertificateBuilder(
        issuer_name=authority.certificate.subject,
        subject_name=good.certificate.subject,
        public_key=good.key.public_key(),
        serial_number=x509.random_serial_number(),
        not_valid_before=good.certificate.not_valid_before_utc.replace(tzinfo=None),
        not_valid_after=good.certificate.not_valid_after_utc.replace(tzinfo=None),
    )
    for extension in good.certificate.extensions:
        value = extension.value
        if isinstance(value, x509.SubjectAlternativeName):
            value = x509.SubjectAlternativeName([x509.DNSName(host)])
        builder = builder.add_extension(value, extension.critical)
    return Issued(builder.sign(authority.key, SHA256()), good.key)


def test_nothing_is_made_again_without_a_reason(tmp_path: Path) -> None:
    renew(tmp_path, HALL, NOW)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert renew(tmp_path, HALL, NOW + timedelta(days=300)) == NOTHING
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize(
    ("names", "later"),
    [
        (names_of("Laptop", ["10.0.0.7"]), timedelta()),
        (names_of("Laptop", ["192.168.1.5", "10.0.0.7"]), timedelta()),
        (names_of("Laptop", []), timedelta()),
        (HALL, timedelta(days=380)),
        (HALL, timedelta(days=500)),
        (HALL, timedelta(days=-3)),
    ],
    ids=["another address", "one more", "no network", "soon over", "over", "made by a clock that was ahead"],
)
def test_another_address_or_time_makes_the_server_s_certificate_again(
    tmp_path: Path, names: Names, later: timedelta
) -> None:
    moment = NOW - later
    renew(tmp_path, HALL, moment)
    trusted = (tmp_path / AUTHORITY).read_text()
    renewal = renew(tmp_path, names, NOW)
    assert renewal.server
    if later >= timedelta():
        assert not renewal.authority_replaced
        assert (tmp_path / AUTHORITY).read_text() == trusted, "devices need not trust it again"
    assert all(believes(tmp_path, host) for host in (*names.hosts, *names.addresses))
    assert renew(tmp_path, names, NOW) == NOTHING


def test_a_new_host_name_is_left_out_if_the_authority_may_not_vouch_for_it(tmp_path: Path) -> None:
    renew(tmp_path, HALL, NOW)
    renamed = names_of("desk", ["192.168.1.5"])
    assert renew(tmp_path, renamed, NOW).server
    assert believes(tmp_path, "desk.local")
    assert not believes(tmp_path, "desk")
    assert renew(tmp_path, renamed, NOW) == NOTHING


def damage(path: Path) -> None:
    path.write_text("-----BEGIN CERTIFICATE-----\nnone\n-----END CERTIFICATE-----\n")


@pytest.mark.parametrize("name", [AUTHORITY, AUTHORITY_KEY])
@pytest.mark.parametrize("how", [Path.unlink, damage])
def test_an_authority_that_cannot_be_used_is_replaced(tmp_path: Path, name: str, how: Callable[[Path], None]) -> None:
    renew(tmp_path, HALL, NOW)
    how(tmp_path / name)
    renewal = renew(tmp_path, HALL, NOW)
    assert renewal == Renewal(server=True, authority_replaced=True)
    assert believes(tmp_path, "192.168.1.5")


def test_an_authority_that_ends_is_replaced_and_said(tmp_path: Path) -> None:
    renew(tmp_path, HALL, NOW - timedelta(days=3640))
    old = (tmp_path / AUTHORITY).read_text()
    assert renew(tmp_path, HALL, NOW) == Renewal(server=True, authority_replaced=True)
    assert believes(tmp_path, "192.168.1.5")
    assert not believes(tmp_path, "192.168.1.5", trusted=old)


def test_a_damaged_certificate_of_the_server_is_made_again(tmp_path: Path) -> None:
    renew(tmp_path, HALL, NOW)
    damage(tmp_path / SERVER)
    assert renew(tmp_path, HALL, NOW) == Renewal(server=True, authority_replaced=False)
    assert believes(tmp_path, "192.168.1.5")


def test_keys_that_others_can_read_are_closed_again(tmp_path: Path) -> None:
    renew(tmp_path, HALL, NOW)
    for name in (AUTHORITY_KEY, SERVER):
        (tmp_path / name).chmod(0o644)
    assert renew(tmp_path, HALL, NOW) == NOTHING
    assert {(tmp_path / name).stat().st_mode & 0o777 for name in (AUTHORITY_KEY, SERVER)} == {0o600}


def test_a_folder_that_cannot_be_used_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "https").write_text("a file")
    with pytest.raises(OSError, match="exists"):
        renew(tmp_path / "https", HALL, NOW)


@pytest.mark.parametrize(
    ("hostname", "hosts"),
    [
        ("Laptop.example.org.", ("laptop.example.org", "laptop.local", "localhost")),
        ("laptop.local", ("laptop.local", "localhost")),
        ("localhost", ("localhost", "localhost.local")),
        ("olga_s laptop", ("localhost",)),
        ("spielhölle", ("localhost",)),
        ("", ("localhost",)),
        ("x" * 300, ("localhost",)),
    ],
)
def test_names_are_those_that_a_certificate_may_have(tmp_path: Path, hostname: str, hosts: tuple[str, ...]) -> None:
    names = names_of(hostname, ["192.168.1.5", "10.0.0.7", "127.0.0.1"])
    assert names == Names(hosts, ("10.0.0.7", "127.0.0.1", "192.168.1.5"))
    renew(tmp_path, names, NOW)
    assert all(believes(tmp_path, host) for host in (*hosts, *names.addresses))


def test_a_long_name_fits_into_the_certificate(tmp_path: Path) -> None:
    renew(tmp_path, names_of(f"{'x' * 63}.example.org", []), NOW)
    common = certificate(tmp_path / AUTHORITY).subject.rfc4514_string()
    assert common == f"CN=Bankout on {'x' * 42} {NOW:%Y-%m-%d}"
