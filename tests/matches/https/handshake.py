"""A TLS handshake in memory: what a device that trusts an authority makes of a server."""

from __future__ import annotations

import ssl
from pathlib import Path


def device(authority: str) -> ssl.SSLContext:
    """What a device checks that trusts this authority and nobody else, as strictly as Python can."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.verify_flags |= ssl.VERIFY_X509_STRICT
    context.load_verify_locations(cadata=authority)
    return context


def server(file: Path) -> ssl.SSLContext:
    """A server with the key and certificate in the file."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    return context


def shake_hands(client: ssl.SSLContext, server: ssl.SSLContext, host: str) -> bytes | None:
    """Let the device greet the server under this name; the certificate that it got.

    Raises ``ssl.SSLCertVerificationError`` if the device refuses.
    """
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    near = client.wrap_bio(to_client, to_server, server_hostname=host)
    far = server.wrap_bio(to_server, to_client, server_side=True)
    waiting = [near, far]
    while waiting:
        for side in list(waiting):
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                continue
            waiting.remove(side)
    return near.getpeercert(binary_form=True)
