"""What this machine is called in its network: host names and IPv4 addresses, as a certificate lists them."""

from __future__ import annotations

import fcntl
import re
import socket
import struct
from collections.abc import Iterable
from ipaddress import IPv4Address
from pathlib import Path
from typing import NamedTuple

SIOCGIFADDR = 0x8915
"""Linux's request for the address of an interface."""
LONGEST_INTERFACE = 15

_LABEL = r"(?!-)[a-z0-9-]{1,63}(?<!-)"
_HOST = re.compile(rf"{_LABEL}(\.{_LABEL})*")


class Names(NamedTuple):
    """The names and addresses by which a machine is reached."""

    hosts: tuple[str, ...]
    addresses: tuple[str, ...]


def machine_names() -> Names:
    """The names and addresses of this machine now."""
    return names_of(socket.gethostname(), interface_addresses())


def names_of(hostname: str, addresses: Iterable[str]) -> Names:
    """The names of a machine with this host name and these addresses in its networks.

    A host name that cannot stand in a certificate is left out. ``.local`` is how devices find a name without a server.
    """
    hosts, found = {"localhost"}, hostname.strip().rstrip(".").lower()
    if len(found) <= 200 and _HOST.fullmatch(found):
        hosts |= {found, f"{found.partition('.')[0]}.local"}
    numbers = {IPv4Address("127.0.0.1"), *map(IPv4Address, addresses)}
    return Names(tuple(sorted(hosts)), tuple(map(str, sorted(numbers))))


def interface_addresses() -> list[str]:
    """The IPv4 address of each network interface that is in use, in the system's order, without the loopback."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _number, name in socket.if_nameindex():
            if _is_down(name):
                continue
            query = struct.pack("256s", name.encode()[:LONGEST_INTERFACE])
            try:
                answer = fcntl.ioctl(probe, SIOCGIFADDR, query)
            except OSError:  # it has no address
                continue
            address = IPv4Address(answer[20:24])
            if not address.is_loopback:
                found.append(str(address))
    return found


def _is_down(interface: str) -> bool:
    """Whether nothing is connected: a cable that is not plugged in, the bridge of virtual machines that do not run."""
    try:
        return (Path("/sys/class/net") / interface / "operstate").read_text(encoding="ascii").strip() == "down"
    except OSError:
        return False
