"""A device that must not lose a capture, and what the journal's file has of them."""

import asyncio
import contextlib
import itertools
import json
import sqlite3

import websockets

from wire import SUBPROTOCOL, now, split


@contextlib.contextmanager
def database(server):
    connection = sqlite3.connect(f"file:{server.database_path}?mode=ro", uri=True)
    try:
        yield connection
    finally:
        connection.close()


def on_disk(server):
    """Where each log stands: its last `seq` by epoch. Its events have no gaps."""
    with database(server) as connection:
        heads = connection.execute("SELECT track, epoch, last_seq FROM logs").fetchall()
        for track, _, last in heads:
            count, greatest = connection.execute(
                "SELECT count(*), coalesce(max(seq), 0) FROM events WHERE track = ?",
                [track]).fetchone()
            assert count == greatest == last, track
        return {epoch: last for _, epoch, last in heads}


class Device:
    """Sends captures as a phone does: each is kept and sent again until it is acknowledged."""

    def __init__(self, server, track):
        self.server, self.track = server, track
        self.waiting = {}
        self.acknowledged = {}
        self.lost_lines = 0

    async def run(self):
        token = self.server.token("timer")
        for number in itertools.count():
            try:
                async with websockets.connect(
                    self.server.socket_url, subprotocols=[SUBPROTOCOL], proxy=None
                ) as socket:
                    hello = {"type": "hello", "client": "device/1", "device": "device",
                             "token": token}
                    await socket.send(json.dumps(hello))
                    reading = asyncio.create_task(self._read(socket))
                    try:
                        await self._send(socket, f"{number}")
                    finally:
                        reading.cancel()
            except (OSError, websockets.exceptions.InvalidHandshake,
                    websockets.exceptions.ConnectionClosed):
                self.lost_lines += 1
                await asyncio.sleep(0.02)

    async def _send(self, socket, line):
        for message in list(self.waiting.values()):
            await socket.send(json.dumps(message))
        for number in itertools.count():
            message = split(self.track, f"capture-{line}-{number}", now())
            self.waiting[message["commandId"]] = message
            await socket.send(json.dumps(message))
            await asyncio.sleep(0.005)

    async def _read(self, socket):
        async for text in socket:
            answer = json.loads(text)
            if "commandId" in answer:
                assert answer["type"] == "ack", answer
                message = self.waiting.pop(answer["commandId"], None)
                if message:
                    self.acknowledged[message["split"]] = answer["seq"]


def acknowledged_and_missing(server, device):
    with database(server) as connection:
        rows = connection.execute(
            "SELECT json_extract(body, '$.split'), json_extract(body, '$.id'), seq FROM events "
            "WHERE track = ? AND type = 'splitRecorded'", [device.track])
        stored = {split or name: seq for split, name, seq in rows}
    return [name for name, seq in device.acknowledged.items() if stored.get(name) != seq]
