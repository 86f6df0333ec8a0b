"""A TCP proxy that can stall: sockets stay open and nothing is forwarded, as behind a router that lost its uplink."""

from __future__ import annotations

import contextlib
import socket
import threading

CHUNK = 65_536


class StallingProxy:
    """Forwards to a port of this machine. ``stall()`` holds back what the open sockets carry, for good; with
    ``new=True`` also what later ones carry, until ``flow()``."""

    def __init__(self, port: int) -> None:
        self.target = port
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listener.getsockname()[1]
        self.pairs: list[tuple[socket.socket, socket.socket, threading.Event]] = []
        self.flowing = threading.Event()
        self.flowing.set()
        self.closing = False
        threading.Thread(target=self._accept, daemon=True).start()

    def stall(self, *, new: bool = False) -> None:
        for _client, _server, dead in self.pairs:
            dead.set()
        if new:
            self.flowing.clear()

    def flow(self) -> None:
        self.flowing.set()

    def close(self) -> None:
        """Close everything, also what is stalled."""
        self.closing = True
        self.flowing.set()
        self.listener.close()
        for pair in self.pairs:
            for end in pair[:2]:
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
                end.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # the listener is closed
            while not self.closing:
                client, _address = self.listener.accept()
                pair = (client, socket.create_connection(("127.0.0.1", self.target)), threading.Event())
                self.pairs.append(pair)
                for source, sink in (pair[:2], pair[1::-1]):
                    threading.Thread(target=self._forward, args=(source, sink, pair[2]), daemon=True).start()

    def _forward(self, source: socket.socket, sink: socket.socket, dead: threading.Event) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(CHUNK):
                self.flowing.wait()
                if dead.is_set():
                    return  # without closing either end
                sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)
