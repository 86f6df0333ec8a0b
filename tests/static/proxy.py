"""A proxy of bytes in front of the hall's server, as a bad access point or a sleeping phone makes one: it can stall the
connections that are open, so that no end of them notices, and also those that come."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress


class StallingProxy:
    """``stall()`` holds what the open connections send from now on, ``stall(new=True)`` also the coming ones."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.generation = 0
        self.stalled_before = 0
        self.stalls_new = False
        self.sockets: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def stall(self, *, new: bool = False) -> None:
        self.generation += 1
        self.stalled_before, self.stalls_new = self.generation, new

    def recover(self) -> None:
        """New connections work; the stalled ones stay dead."""
        self.generation += 1
        self.stalled_before, self.stalls_new = self.generation, False

    def close(self) -> None:
        for one in [self.listener, *self.sockets]:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)  # wakes the thread that reads it, and tells the other end
            one.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _address = self.listener.accept()
                server = socket.create_connection(("127.0.0.1", self.port))
                self.sockets += [client, server]
                for ends in ((client, server), (server, client)):
                    threading.Thread(target=self._copy, args=(*ends, self.generation), daemon=True).start()

    def _copy(self, source: socket.socket, target: socket.socket, generation: int) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if generation < self.stalled_before or self.stalls_new:
                    continue  # read and dropped: the sender believes that it arrived
                target.sendall(data)
            if generation >= self.stalled_before and not self.stalls_new:
                target.shutdown(socket.SHUT_WR)
