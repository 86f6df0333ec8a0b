"""A certificate authority for one machine, and the certificate with which the machine serves.

A device that trusts the authority trusts it only for local names: its certificate limits it to ``.local``, its own
host name and the like (name constraints), so that it cannot vouch for any site on the internet. Addresses are not
limited, because a hall may have any.

Keys are on the curve P-256, which every system accepts and which makes a handshake cheap. Apple accepts at most 825
days for the certificate of a server.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from ipaddress import ip_address
from typing import NamedTuple

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from matches.https.machine import Names

AUTHORITY_LIFE = timedelta(days=3650)
SERVER_LIFE = timedelta(days=397)
RENEW_BEFORE_END = timedelta(days=30)
BEGIN_EARLIER = timedelta(days=1)
"""A tablet's clock may be behind."""
LOCAL_DOMAINS = ("local", "localhost", "lan", "home.arpa", "internal")
"""Names under which no site on the internet is found."""
LONGEST_NAME = 64
"""The longest common name that a certificate may have."""


class Issued(NamedTuple):
    """A certificate with its private key."""

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey


def new_authority(names: Names, now: datetime) -> Issued:
    """Make an authority that may vouch for this machine's host names and for local ones."""
    key = ec.generate_private_key(ec.SECP256R1())
    machine = next((host for host in names.hosts if host != "localhost"), "localhost")
    name = _name(f"Bankout on {machine}"[: LONGEST_NAME - 11] + f" {now:%Y-%m-%d}")
    allowed = [x509.DNSName(domain) for domain in sorted({*LOCAL_DOMAINS, *_not_local(names.hosts)})]
    builder = (
        _builder(name, name, key.public_key(), now, now + AUTHORITY_LIFE)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs_certificates=True), critical=True)
        .add_extension(x509.NameConstraints(permitted_subtrees=allowed, excluded_subtrees=None), critical=True)
    )
    return Issued(builder.sign(key, hashes.SHA256()), key)


def new_server_certificate(authority: Issued, names: Names, now: datetime) -> Issued:
    """Make the certificate of the machine for its names and addresses, as far as the authority may vouch for them."""
    key = ec.generate_private_key(ec.SECP256R1())
    issuer = authority.certificate
    end = min(now + SERVER_LIFE, issuer.not_valid_after_utc)
    alternatives = [
        *(x509.DNSName(host) for host in permitted(issuer, names.hosts)),
        *(x509.IPAddress(ip_address(address)) for address in names.addresses),
    ]
    builder = (
        _builder(_name("Bankout"), issuer.subject, key.public_key(), now, end)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(alternatives), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.key.public_key()), critical=False)
    )
    return Issued(builder.sign(authority.key, hashes.SHA256()), key)


def is_current(certificate: x509.Certificate, now: datetime) -> bool:
    """Whether the certificate is valid now and for a while. One from a clock that was ahead is not valid yet."""
    return certificate.not_valid_before_utc <= now < certificate.not_valid_after_utc - RENEW_BEFORE_END


def still_fits(certificate: x509.Certificate, authority: x509.Certificate, names: Names, now: datetime) -> bool:
    """Whether the machine can go on with its certificate: current, of this authority, for the names it has now."""
    if not is_current(certificate, now):
        return False
    try:
        certificate.verify_directly_issued_by(authority)
        found = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (ValueError, TypeError, InvalidSignature, x509.ExtensionNotFound):
        return False
    hosts = set(found.get_values_for_type(x509.DNSName))
    addresses = {str(address) for address in found.get_values_for_type(x509.IPAddress)}
    return hosts == set(permitted(authority, names.hosts)) and addresses == set(names.addresses)


def permitted(authority: x509.Certificate, hosts: Iterable[str]) -> list[str]:
    """The host names for which the authority may vouch."""
    try:
        limits = authority.extensions.get_extension_for_class(x509.NameConstraints).value
    except x509.ExtensionNotFound:  # not one of ours: somebody's own, put in its place
        return list(hosts)
    domains = [name.value for name in limits.permitted_subtrees or [] if isinstance(name, x509.DNSName)]
    return [host for host in hosts if _is_under(host, domains)]


def certificate_pem(issued: Issued) -> bytes:
    """The certificate as a text file has it."""
    return issued.certificate.public_bytes(serialization.Encoding.PEM)


def key_pem(issued: Issued) -> bytes:
    """The private key as a text file has it, without a password."""
    return issued.key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def _not_local(hosts: Iterable[str]) -> list[str]:
    return [host for host in hosts if not _is_under(host, LOCAL_DOMAINS)]


def _is_under(host: str, domains: Iterable[str]) -> bool:
    return any(host == domain or host.endswith(f".{domain}") for domain in domains)


def _name(common: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common)])


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, now: datetime, end: datetime
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - BEGIN_EARLIER)
        .not_valid_after(end)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
    )


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )
