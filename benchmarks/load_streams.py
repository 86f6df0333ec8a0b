"""Open streams with other requests beside them: ``python -m benchmarks.load_streams PORT STREAMS RATE SECONDS``.

``python -m benchmarks.load`` starts it. It prints *open* once all streams are, and at the end, as JSON, how many
streams were cut, how many requests were answered and how many wrongly, and of each version of the clock when the last
stream heard of it and how many did.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections import Counter

LISTEN = b"GET /e/first/live/ HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"
ASK = b"GET /e/first/ HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n"
AT_ONCE = 100


class Crowd:
    """All streams and requests of the run."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.open = self.cut = self.answered = self.wrong = 0
        self.heard: Counter[int] = Counter()
        self.last: dict[int, float] = {}
        self.gate = asyncio.Semaphore(AT_ONCE)

    async def listen(self) -> None:
        try:
            async with self.gate:
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                writer.write(LISTEN)
                await reader.readuntil(b"event: beat")
                self.open += 1
            while True:
                event = await reader.readuntil(b"\n\n")
                versions = event.rpartition(b"data: ")[2].strip()
                if b'"clock"' in versions:
                    version = int(json.loads(versions)["clock"])
                    self.heard[version] += 1
                    self.last[version] = time.time()
        except (OSError, asyncio.IncompleteReadError):
            self.cut += 1

    async def ask(self) -> None:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            writer.write(ASK)
            answer = await reader.read()
            writer.close()
            self.answered += 1
            self.wrong += not answer.startswith(b"HTTP/1.1 200")
        except OSError:
            self.wrong += 1


async def run(port: int, streams: int, rate: float, seconds: float) -> dict[str, object]:
    crowd = Crowd(port)
    listening = [asyncio.create_task(crowd.listen()) for _ in range(streams)]
    while crowd.open + crowd.cut < streams:
        await asyncio.sleep(0.1)
    print("open", flush=True)
    began, asked = time.perf_counter(), set()
    number = 0
    while (now := time.perf_counter() - began) < seconds:
        while number < now * rate:
            task = asyncio.create_task(crowd.ask())
            asked.add(task)
            task.add_done_callback(asked.discard)
            number += 1
        await asyncio.sleep(0.01)
    await asyncio.gather(*asked)
    cut = crowd.cut
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    return {"cut": cut, "answered": crowd.answered, "wrong": crowd.wrong, "last": crowd.last, "heard": crowd.heard}


def main() -> None:
    import uvloop

    port, streams, rate, seconds = sys.argv[1:]
    print(json.dumps(uvloop.run(run(int(port), int(streams), float(rate), float(seconds)))))


if __name__ == "__main__":
    main()
