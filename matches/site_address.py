"""The address at which people find the tool: how one is written, and what it probably is in the local network."""

from __future__ import annotations

import re
import socket
from collections.abc import Sequence
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from matches.https.machine import interface_addresses

LONGEST = 200
USUAL_PORT = 8000

_HOST = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))*\.?")
_SCHEME_PORTS = {"http": 80, "https": 443}


def read_address(text: str) -> str | None:
    """Return ``scheme://host[:port]`` for an address that a person wrote, or None if it is not one.

    Without a scheme it is ``http``. A path, a query and a user name are not part of such an address.
    """
    text = text.strip()
    if not text.isprintable():  # urlsplit would leave a line break or a tab out.
        return None
    try:
        parts = urlsplit(text if "://" in text else f"http://{text}")
        host, port = (parts.hostname or "").encode("idna").decode("ascii"), parts.port
    except ValueError:
        return None
    if len(text) > LONGEST or not _is_bare(parts) or not _is_host(host):
        return None
    shown_host = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{shown_host}{_port(parts.scheme, port)}"


def _is_bare(parts: SplitResult) -> bool:
    extra = parts.query or parts.fragment or parts.username or parts.password
    return parts.scheme in _SCHEME_PORTS and parts.path in ("", "/") and not extra and "@" not in parts.netloc


def _is_host(host: str) -> bool:
    if ":" in host:
        try:
            return ip_address(host).version == 6
        except ValueError:
            return False
    return _HOST.fullmatch(host) is not None


def _port(scheme: str, port: int | None) -> str:
    return "" if port in (None, _SCHEME_PORTS[scheme]) else f":{port}"


def guessed_address(*, hosts: Sequence[str], port: int | None, tls: bool, lan: bool = True) -> str:
    """Return the address that the tool probably has.

    ``hosts`` are the host names that it answers to: the first real name is taken. Without one it is the address of
    this machine in the local network, at ``port``, or ``localhost`` if it does not listen there (not ``lan``).
    """
    scheme = "https" if tls else "http"
    named = next((host for host in hosts if _is_name(host)), None)
    if named is not None:
        return f"{scheme}://{named}{'' if tls else _port(scheme, port)}"
    found = (lan_address() if lan else None) or "localhost"
    return f"{scheme}://{found}{_port(scheme, port or (None if tls else USUAL_PORT))}"


def _is_name(host: str) -> bool:
    """Whether a host name leads to this site from another device: it is complete, no pattern, and not this machine."""
    if "." not in host or host.startswith((".", "*")) or host.endswith(".localhost"):
        return False
    try:
        return not ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return True


def is_of_this_machine(address: str) -> bool:
    """Whether only this machine can open the address."""
    host = urlsplit(address).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def lan_address() -> str | None:
    """Return this machine's address in the local network, or None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: only the route is looked up, nothing is sent
        except OSError:  # a network without a way out, as a hall's own access point may be
            return next(iter(interface_addresses()), None)
        found: str = probe.getsockname()[0]
        return found
