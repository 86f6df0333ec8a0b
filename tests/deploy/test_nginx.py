"""nginx in front of two web processes: what must come through does, and nothing is done twice."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

from tests.deploy.conftest import HOST, Front
from tests.matches.jobs.sites import rows
from tests.patience import wait_until

EVENT = "/e/harbour-open"


def test_a_site_behind_nginx(front: Front) -> None:
    _pages_keep_their_etags_and_are_compressed_once(front)
    _a_stream_comes_through_at_once(front)
    _bodies_have_limits(front)
    _nobody_chooses_an_address(front)
    _health_is_for_this_machine(front)
    _static_files_are_kept(front)
    _http_leads_to_https(front)
    _the_log_has_no_secrets(front)
    _one_process_answers_for_the_other(front)


def _pages_keep_their_etags_and_are_compressed_once(front: Front) -> None:
    status, headers, body = front.ask(f"{EVENT}/standings/", Accept_Encoding="gzip")
    assert status == 200
    assert headers["Content-Encoding"] == "gzip"
    assert b"<html" in gzip.decompress(body)
    assert headers.get_all("X-Request-ID") == [headers["X-Request-ID"]]
    again, _headers, nothing = front.ask(f"{EVENT}/standings/", Accept_Encoding="gzip", If_None_Match=headers["ETag"])
    assert (again, nothing) == (304, b"")


def _a_stream_comes_through_at_once(front: Front) -> None:
    connection = front.connection()
    connection.request("GET", f"{EVENT}/live/", headers={"Host": HOST, "Accept": "text/event-stream"})
    answer = connection.getresponse()
    assert answer.headers["Content-Type"].startswith("text/event-stream")
    first = answer.fp.readline() + answer.fp.readline() + answer.fp.readline()  # while the stream stays open
    assert b"retry:" in first
    connection.close()


def _bodies_have_limits(front: Front) -> None:
    for size in (300_000, 17_000_000):
        status, _headers, _body = front.ask("/login/", "POST", b"x" * size, Content_Type="text/plain")
        assert status == 413, size


def _nobody_chooses_an_address(front: Front) -> None:
    status, headers, page = front.ask("/login/")
    assert status == 200
    token = re.search(rb'name="csrfmiddlewaretoken" value="([^"]+)"', page)
    assert token
    cookie = headers["Set-Cookie"].partition(";")[0]
    assert "Secure" in headers["Set-Cookie"]
    form = f"csrfmiddlewaretoken={token[1].decode()}&username=nobody&password=wrong".encode()
    front.ask(
        "/login/", "POST", form, source="127.0.0.2", X_Forwarded_For="6.6.6.6", Cookie=cookie,
        Content_Type="application/x-www-form-urlencoded", Referer=f"https://{HOST}:{front.tls}/login/",
        Origin=f"https://{HOST}:{front.tls}",
    )  # fmt: skip
    attempts = rows(front.data / "event.sqlite3", "SELECT ip_address FROM axes_accessattempt WHERE username = 'nobody'")
    assert attempts == [("127.0.0.2",)]


def _health_is_for_this_machine(front: Front) -> None:
    status, _headers, body = front.ask("/readyz")
    assert (status, json.loads(body)) == (200, {"ready": True, "problems": {}})
    assert front.ask("/readyz", source="127.0.0.2")[0] == 403


def _static_files_are_kept(front: Front) -> None:
    page = front.ask("/")[2].decode()
    (sheet, *_more) = re.findall(r'href="(/static/[^"]+\.css)"', page)
    status, headers, body = front.ask(sheet, Accept_Encoding="gzip")
    assert (status, headers["Content-Encoding"]) == (200, "gzip")
    assert b"{" in gzip.decompress(body)
    assert "immutable" in headers["Cache-Control"]


def _http_leads_to_https(front: Front) -> None:
    connection = front.connection(tls=False)
    connection.request("GET", "/e/x/?a=1", headers={"Host": HOST})
    answer = connection.getresponse()
    assert (answer.status, answer.headers["Location"]) == (301, f"https://{HOST}/e/x/?a=1")
    connection.close()


def _the_log_has_no_secrets(front: Front) -> None:
    secrets = ("/p/s3cretlink/", f"{EVENT}/p/s3cretlink/", "/stream/s3cretlink/match/", "/login/reset/Mw/s3cretlink/",
               "/account/email/s3cretlink/")  # fmt: skip
    for path in secrets:
        front.ask(f"{path}?q=Ada")
    wait_until(lambda: "/account/email/" in front.log_of_nginx())
    logs = [front.log_of_nginx(), *(path.read_text() for path in front.folder.glob("web-*.log"))]
    for log in logs:
        assert "s3cretlink" not in log
        assert "Ada" not in log


def _one_process_answers_for_the_other(front: Front) -> None:
    first, second = front.ports
    front.stop_web(first)
    for _ in range(4):
        assert front.ask(f"{EVENT}/standings/")[0] == 200
    front.stop_web(second)
    status, _headers, page = front.ask(f"{EVENT}/standings/")
    assert status == 502
    assert b"Back in a moment" in page
    assert b'http-equiv="refresh"' in page
    status, _headers, page = front.ask("/api/v1/events/", "POST", b"{}", Idempotency_Key="1", Content_Type="text/plain")
    assert (status, b"Back in a moment" in page) == (502, True)
    front.start_web(first)
    wait_until(lambda: front.ask(f"{EVENT}/standings/")[0] == 200, problem=lambda: _logs(front.folder))


def _logs(folder: Path) -> str:
    return "\n".join(path.read_text() for path in folder.glob("*.log"))
