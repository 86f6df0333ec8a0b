"""nginx in front of two web processes, as deploy/ has it."""

from __future__ import annotations

import http.client
import os
import shutil
import ssl
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from matches.https.authority import certificate_pem, key_pem, new_authority, new_server_certificate
from matches.https.machine import names_of
from tests.bankout_tournament.running import free_port
from tests.bankout_tournament.starting import ROOT, environment
from tests.demo_site import demo_site
from tests.patience import PATIENCE, wait_until

NGINX = ROOT / "deploy" / "nginx"
HOST = "open.example.org"
MAIN = """
daemon off; worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/error.log; {user}
events {{ worker_connections 512; }}
http {{
  include /etc/nginx/mime.types;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  include {folder}/conf.d/*.conf;
}}
"""


class Front:
    """nginx with the site behind it."""

    def __init__(self, folder: Path, data: Path) -> None:
        self.folder, self.data = folder, data
        self.http, self.tls, *self.ports = (free_port() for _ in range(4))
        self.webs: dict[int, subprocess.Popen[bytes]] = {}
        self.nginx: subprocess.Popen[bytes] | None = None

    def start_web(self, port: int) -> None:
        with (self.folder / f"web-{port}.log").open("ab") as log:
            self.webs[port] = subprocess.Popen(
                [sys.executable, "-m", "bankout_tournament.serve", "--port", str(port), "--drain", "15"],
                cwd=ROOT, stdout=log, stderr=log,
                env=environment(
                    self.data, STATIC_ROOT=str(self.folder / "static"), BEHIND_TLS="1", ALLOWED_HOSTS=HOST,
                    SITE_URL=f"https://{HOST}", CSRF_TRUSTED_ORIGINS=f"https://{HOST}:{self.tls}", LOG_LEVEL="INFO",
                ),
            )  # fmt: skip

    def stop_web(self, port: int) -> None:
        process = self.webs.pop(port)
        process.kill()
        process.wait(timeout=PATIENCE)

    def start_nginx(self) -> None:
        conf = self.folder / "conf.d"
        conf.mkdir()
        now = datetime.now(UTC)
        names = names_of("here", ["127.0.0.1"])
        issued = new_server_certificate(new_authority(names, now), names, now)
        (self.folder / "fullchain.pem").write_bytes(certificate_pem(issued))
        (self.folder / "privkey.pem").write_bytes(key_pem(issued))
        placed = {
            "/etc/letsencrypt/live/open.example.org": str(self.folder),
            "/var/log/nginx": str(self.folder),
            "/srv/bankout/static/": f"{self.folder}/static/",
            "    listen [::]:80;\n": "",
            "    listen [::]:443 ssl http2;\n": "",
            "listen 80;": f"listen 127.0.0.1:{self.http};",
            "listen 443 ssl http2;": f"listen 127.0.0.1:{self.tls} ssl http2;",
            "127.0.0.1:8001": f"127.0.0.1:{self.ports[0]}",
            "127.0.0.1:8002": f"127.0.0.1:{self.ports[1]}",
        }
        for name in ("bankout.conf", "bankout-upstream.conf"):
            text = (NGINX / name).read_text()
            for ours, here in placed.items():
                text = text.replace(ours, here)
            (conf / name).write_text(text)
        user = "user root;" if os.getuid() == 0 else ""
        main = self.folder / "nginx.conf"
        main.write_text(MAIN.format(folder=self.folder, user=user))
        self.nginx = subprocess.Popen([shutil.which("nginx") or "/usr/sbin/nginx", "-c", str(main)])

    def connection(self, source: str = "127.0.0.1", *, tls: bool = True) -> http.client.HTTPConnection:
        """A client at an address of this machine."""
        if not tls:
            return http.client.HTTPConnection("127.0.0.1", self.http, timeout=PATIENCE)
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        return http.client.HTTPSConnection(
            "127.0.0.1", self.tls, timeout=PATIENCE, context=context, source_address=(source, 0)
        )

    def ask(self, path: str, method: str = "GET", body: bytes | None = None, source: str = "127.0.0.1", **headers: str):  # type: ignore[no-untyped-def]
        """The answer with its body: status, headers, bytes."""
        sent = {"Host": HOST, **{name.replace("_", "-"): value for name, value in headers.items()}}
        connection = self.connection(source)
        try:
            connection.request(method, path, body, sent)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()

    def is_up(self) -> bool:
        try:
            return bool(self.ask("/healthz")[0] == 200)
        except OSError:
            return False

    def is_ready(self, port: int) -> bool:
        """Whether this web process answers, asked without nginx."""
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        try:
            connection.request("GET", "/readyz", headers={"Host": HOST})
            return connection.getresponse().status == 200
        except OSError:
            return False
        finally:
            connection.close()

    def log_of_nginx(self) -> str:
        return (self.folder / "bankout.log").read_text()

    def end(self) -> None:
        for process in (*self.webs.values(), self.nginx):
            if process is not None:
                process.terminate()
                process.wait(timeout=PATIENCE)


@pytest.fixture
def front(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    data = tmp_path / "data"
    shutil.copytree(demo_site(tmp_path_factory), data)
    front = Front(tmp_path, data)
    done = subprocess.run(
        [sys.executable, "manage.py", "collectstatic", "--no-input", "-v", "0"],
        cwd=ROOT, env=environment(data, STATIC_ROOT=str(tmp_path / "static")), check=False,
    )  # fmt: skip
    assert done.returncode == 0
    try:
        for port in front.ports:
            front.start_web(port)
        front.start_nginx()
        wait_until(front.is_up, problem=lambda: (tmp_path / "error.log").read_text())
        yield front
    finally:
        front.end()
