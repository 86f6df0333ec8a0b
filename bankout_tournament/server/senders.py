"""Who a request comes from, as limits count it: not the address of a device but that of its household or hall.

A visitor with IPv6 has more addresses than there are places in any limit, so of IPv6 the network counts.
"""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import IPv6Network, ip_address

from django.http import HttpRequest
from django.http.response import HttpResponseBase

NETWORK_BITS = 64
"""Of an IPv6 address: what one household or hall has."""


def group_of(address: str) -> str:
    """The address that limits count: IPv4 as it is, of IPv6 the network; what a proxy calls otherwise, as it says."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if found.version == 4:
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(IPv6Network((found.packed, NETWORK_BITS), strict=False).network_address)


def count_by_network(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware before all that counts who asks: rate limits, failed sign-ins, and simulations."""

    def respond(request: HttpRequest) -> HttpResponseBase:
        request.META["REMOTE_ADDR"] = group_of(str(request.META.get("REMOTE_ADDR", "")))
        return get_response(request)

    return respond
