"""Keeps the certificates in a folder up to date: made when they are missing, run out, or name other addresses."""

from __future__ import annotations

import os
import tempfile
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from matches.https.authority import (
    Issued,
    certificate_pem,
    is_current,
    key_pem,
    new_authority,
    new_server_certificate,
    still_fits,
)
from matches.https.files import AUTHORITY, AUTHORITY_KEY, SERVER
from matches.https.machine import Names


class Renewal(NamedTuple):
    """What was made: a certificate of the server; an authority in place of one that devices trusted."""

    server: bool
    authority_replaced: bool


def renew(folder: Path, names: Names, now: datetime) -> Renewal:
    """Make what is missing or no longer fits. The files can be read by their owner alone.

    Raises OSError when the folder cannot be used.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for path in (folder / AUTHORITY_KEY, folder / SERVER):
        _keep_private(path)
    existed = any((folder / name).exists() for name in (AUTHORITY, AUTHORITY_KEY))
    authority = _authority(folder, now)
    replaced = existed and authority is None
    if authority is None:
        authority = new_authority(names, now)
        _write(folder / AUTHORITY_KEY, key_pem(authority))
        _write(folder / AUTHORITY, certificate_pem(authority))
    server = _certificate(folder / SERVER)
    if server is not None and still_fits(server, authority.certificate, names, now):
        return Renewal(server=False, authority_replaced=replaced)
    made = new_server_certificate(authority, names, now)
    _write(folder / SERVER, key_pem(made) + certificate_pem(made))
    return Renewal(server=True, authority_replaced=replaced)


def _authority(folder: Path, now: datetime) -> Issued | None:
    """The authority in the folder; None if there is none that can be used: damaged, run out, or half of it missing."""
    certificate = _certificate(folder / AUTHORITY)
    try:
        key = serialization.load_pem_private_key((folder / AUTHORITY_KEY).read_bytes(), password=None)
    except (FileNotFoundError, ValueError, TypeError):
        return None
    if certificate is None or not isinstance(key, ec.EllipticCurvePrivateKey):
        return None
    if not is_current(certificate, now) or certificate.public_key() != key.public_key():
        return None
    return Issued(certificate, key)


def _certificate(path: Path) -> x509.Certificate | None:
    try:
        return x509.load_pem_x509_certificate(path.read_bytes())
    except (FileNotFoundError, ValueError):
        return None


def _keep_private(path: Path) -> None:
    """Take from others what a copy or a restored backup may have given them."""
    if path.exists() and path.stat().st_mode & 0o077:
        path.chmod(0o600)


def _write(path: Path, content: bytes) -> None:
    """Put a file in place at once, so that nobody finds half of it."""
    handle, name = tempfile.mkstemp(dir=path.parent)  # readable by its owner alone
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(name).replace(path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
