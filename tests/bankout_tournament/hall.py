"""A hall around a running tool: devices over HTTP and over HTTPS, and connections that never say anything."""

from __future__ import annotations

import contextlib
import http.client
import re
import socket
import ssl
from urllib.parse import urlencode

import pytest

from bankout_tournament.server.connections import UNFINISHED_PER_ADDRESS
from tests.bankout_tournament.running import PLAIN, Tool
from tests.matches.https.handshake import device
from tests.patience import PATIENCE, wait_until


class Device:
    """A browser's cookies of one host, whatever the port, and what it sends over HTTP and over HTTPS."""

    def __init__(self, port: int, https_port: int, trusted: ssl.SSLContext) -> None:
        self.port, self.https_port, self.trusted = port, https_port, trusted
        self.cookies: dict[str, str] = {}
        self.secure: set[str] = set()

    def ask(self, path: str, *, tls: bool, form: dict[str, str] | None = None) -> tuple[int, str]:
        """One request; the cookies that it sets are kept as a browser keeps them."""
        port = self.https_port if tls else self.port
        connection = (
            http.client.HTTPSConnection("localhost", port, context=self.trusted, timeout=PATIENCE)
            if tls
            else http.client.HTTPConnection("localhost", port, timeout=PATIENCE)
        )
        shown = {name: value for name, value in self.cookies.items() if tls or name not in self.secure}
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in shown.items())} if shown else {}
        body = None
        if form is not None:
            headers |= {
                "Origin": f"{'https' if tls else 'http'}://localhost:{port}",
                "Content-Type": "application/x-www-form-urlencoded",
            }
            body = urlencode(form)
        connection.request("POST" if form is not None else "GET", path, body, headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        for header in answer.headers.get_all("Set-Cookie") or []:
            self._keep(header, tls)
        connection.close()
        return answer.status, text

    def _keep(self, header: str, tls: bool) -> None:
        name, value = header.split(";")[0].split("=", 1)
        is_secure = "; secure" in header.lower()
        if not tls and (is_secure or name in self.secure or name.startswith("__Host-")):
            return  # as browsers do: what HTTPS has set, plain HTTP cannot replace
        self.cookies[name] = value
        if is_secure:
            self.secure.add(name)

    def sign_in(self, *, tls: bool) -> int:
        _status, page = self.ask("/login/", tls=tls)
        fields = {"username": PLAIN["ORGANISER"], "password": PLAIN["ORGANISER_PASSWORD"]}
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
        assert token, page
        return self.ask("/login/", tls=tls, form=fields | {"csrfmiddlewaretoken": token[1]})[0]

    def is_signed_in(self, *, tls: bool) -> bool:
        return "Your events" in self.ask("/", tls=tls)[1]


def trusting_device(tool: Tool) -> ssl.SSLContext:
    """What a device checks that trusts the tool's authority."""
    certificates = tool.folder / "https"
    wait_until((certificates / "server.pem").exists, problem=lambda: tool.said)
    return device((certificates / "authority.crt").read_text())


def check_announcement(tool: Tool, https_port: int) -> None:
    """The terminal says both addresses and shows a code, or that there is no network."""
    others = re.search(rf"Others http://([\d.]+):{tool.port}/\n", tool.said)
    if others is None:
        assert "no network yet" in tool.said
        return
    assert f"HTTPS  https://{others[1]}:{https_port}/" in tool.said
    assert f"http://{others[1]}:{tool.port}/https/" in tool.said
    assert "█" in tool.said


def check_sign_in_on_both(tool: Tool, https_port: int, trusted: ssl.SSLContext) -> None:
    with pytest.raises(ssl.SSLCertVerificationError):
        Device(tool.port, https_port, ssl.create_default_context()).ask("/", tls=True)
    both = Device(tool.port, https_port, trusted)
    assert both.sign_in(tls=True) == 302
    assert both.is_signed_in(tls=True)
    assert not both.is_signed_in(tls=False), "a session over HTTPS never goes out in plain"
    assert both.sign_in(tls=False) == 302, "and does not keep anybody from signing in over HTTP"
    assert both.is_signed_in(tls=False)
    assert both.is_signed_in(tls=True)
    assert "this device is ready" in both.ask("/https/", tls=True)[1]
    assert "Everything works here except offline use" in both.ask("/https/", tls=False)[1]


def check_who_does_not_greet(tool: Tool, https_port: int, trusted: ssl.SSLContext) -> None:
    """Connections that say nothing, or no TLS, keep nobody out and are ended."""
    with socket.create_connection(("localhost", https_port), timeout=PATIENCE) as plain:
        plain.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        with contextlib.suppress(ConnectionResetError):
            assert b"200" not in plain.recv(1000)
    silent = [socket.create_connection(("127.0.0.1", https_port)) for _ in range(UNFINISHED_PER_ADDRESS + 5)]
    try:
        for late in silent[UNFINISHED_PER_ADDRESS:]:
            late.settimeout(PATIENCE)
            assert late.recv(1) == b"", "one address may have so many that have not greeted"
        assert Device(tool.port, https_port, trusted).ask("/login/", tls=False)[0] == 200
    finally:
        for one in silent:
            one.close()
    wait_until(lambda: answers_over_tls(tool, https_port, trusted))


def answers_over_tls(tool: Tool, https_port: int, trusted: ssl.SSLContext) -> bool:
    try:
        return Device(tool.port, https_port, trusted).ask("/login/", tls=True)[0] == 200
    except OSError:
        return False
