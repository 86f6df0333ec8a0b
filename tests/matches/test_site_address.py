"""Addresses as people write them."""

from __future__ import annotations

import pytest

from matches.site_address import read_address


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("https://open.example.org", "https://open.example.org"),
        (" HTTP://Open.Example.org:80/ ", "http://open.example.org"),
        ("192.168.1.5:8000", "http://192.168.1.5:8000"),
        ("https://[2001:db8::1]:8443/", "https://[2001:db8::1]:8443"),
        ("http://spielhölle.example", "http://xn--spielhlle-57a.example"),
        ("laptop.local", "http://laptop.local"),
    ],
)
def test_an_address_is_scheme_host_and_port(written: str, read: str) -> None:
    assert read_address(written) == read


def test_anything_else_is_none(subtests: pytest.Subtests) -> None:
    for written in [
        "",
        "http://",
        "ftp://open.example",
        "javascript:alert(1)",
        "http://open.example/path",
        "http://open.example?x",
        "http://open.example#x",
        "http://me:secret@open.example",
        "http://@open.example",
        "http://open.example:port",
        "http://open.example:99999",
        "http://open example",
        "http://open.example\nx",
        "http://[::1",
        "http://-open.example",
        "http://open..example",
        "http://" + "a." * 150 + "example",
        'http://open.example"><script>',
    ]:
        with subtests.test(written=written):
            assert read_address(written) is None
