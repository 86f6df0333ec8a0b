"""Where the certificates are, and what can be read of them without a library for certificates.

The web server imports this module for its pages; making certificates (``renewal``) is imported after the first page.
"""

from __future__ import annotations

import hashlib
import ssl
from pathlib import Path

CERTIFICATES_FOLDER = "https"
"""Its name in the data directory."""
AUTHORITY = "authority.crt"
AUTHORITY_KEY = "authority.key"
SERVER = "server.pem"
"""The server's key and certificate in one file, so that both are replaced at once."""


def authority_certificate(folder: Path) -> str | None:
    """The authority's certificate, which devices install; None before it is made."""
    try:
        return (folder / AUTHORITY).read_text(encoding="ascii")
    except FileNotFoundError:
        return None


def fingerprint(certificate: str) -> str:
    """The SHA-256 fingerprint of a certificate as systems show it: ``AB:CD:…``."""
    return hashlib.sha256(ssl.PEM_cert_to_DER_cert(certificate)).digest().hex(":").upper()
