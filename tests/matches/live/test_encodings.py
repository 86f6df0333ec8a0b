"""Who gets a page compressed."""

from __future__ import annotations

import pytest

from matches.live.encodings import accepts_gzip


@pytest.mark.parametrize(
    "header", ["gzip", "gzip, deflate, br, zstd", "br;q=1, GZIP ;q=0.5, *;q=0", "x-gzip", "gzip; q=0.001", "gzip;q=1.0"]
)
def test_a_client_that_names_gzip_gets_it(header: str) -> None:
    assert accepts_gzip(header)


@pytest.mark.parametrize(
    "header", ["", "identity", "br", "gzip;q=0", "deflate, gzip; q=0.000", "gzip ; Q=0.", "notgzip", "*"]
)
def test_a_client_that_excludes_it_or_does_not_name_it_does_not(header: str) -> None:
    assert not accepts_gzip(header)
