"""How a device comes to trust this machine: a page with steps for each kind of device, and the certificate."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from matches.https.files import authority_certificate, fingerprint
from matches.https.labels import DEVICES
from matches.https.machine import machine_names
from matches.pages.qr_views import qr_picture
from matches.site_address import lan_address


@never_cache
@require_safe
def https_setup(request: HttpRequest) -> HttpResponse:
    """``/https/``: over plain HTTP how to set up the device; over HTTPS whether that worked."""
    https_port = _https_port()
    certificate = authority_certificate(settings.CERTIFICATES)
    others = lan_address()
    page = f"http://{others}:{settings.PORT}{request.path}" if others else ""
    host = _host(request, others)
    context = {
        "secure": request.is_secure(),
        "plain_url": f"http://{host}:{settings.PORT}/",
        "https_url": f"https://{host}:{https_port}/",
        "certificate": certificate,
        "fingerprint": fingerprint(certificate) if certificate else "",
        "devices": DEVICES,
        "page": page,
        "code": qr_picture(page) if page else "",
    }
    return render(request, "matches/https/setup.html", context)


@never_cache
@require_safe
def https_certificate(request: HttpRequest) -> HttpResponse:
    """``/https/bankout.crt``: the authority's certificate, with the type at which devices offer to install it."""
    _https_port()
    certificate = authority_certificate(settings.CERTIFICATES)
    if certificate is None:
        raise Http404
    response = HttpResponse(certificate, content_type="application/x-x509-ca-cert")
    # As an attachment, Safari on an iPad would put it among the files and not offer to install it.
    response.headers["Content-Disposition"] = 'inline; filename="bankout.crt"'
    return response


def _https_port() -> int:
    """The port of HTTPS. Without one the tool does not speak TLS itself, and there is nothing to set up."""
    if settings.HTTPS_PORT is None:
        raise Http404
    return int(settings.HTTPS_PORT)


def _host(request: HttpRequest, others: str | None) -> str:
    """The name by which the visitor reaches this machine, if the certificate has it; else its address."""
    host, _port = split_domain_port(request.get_host())
    names = machine_names()
    return host if host in (*names.hosts, *names.addresses) else others or "localhost"
