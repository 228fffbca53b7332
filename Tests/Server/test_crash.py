"""The server is killed, over and over, while a race goes on: nothing acknowledged is missing, and
nobody was shown what did not last."""

import asyncio
import contextlib
import itertools
import json
import random
import sqlite3
import time

import websockets

from races import Replay, generate, outcome, replay, track_appears, track_of
from server_process import ServerProcess
from spectator import Spectator, comparable
from wire import SUBPROTOCOL, course, now, split

KILLS = 20


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


def test_a_race_over_twenty_crashes_ends_as_an_undisturbed_one(own_server, tmp_path):
    seed = time.time_ns()
    print(f"seed {seed}")
    random.seed(seed)
    path = generate(tmp_path / "race.txt", runners=24, minutes=6, seed=5)
    with ServerProcess(tmp_path / "undisturbed") as server:
        replay(server.start(), path, 1000, replay_id="race")
        undisturbed = outcome(server.board(track_of(server)))
    own_server.start()
    with Replay(own_server, path, speed=15, replay_id="race") as running:
        track, final, boards = asyncio.run(over_crashes(own_server, running))
    for board in boards:
        assert board == comparable(final)
    assert outcome(final) == undisturbed


async def over_crashes(server, running):
    assert server.post(course("captures")).status == 200
    race = await track_appears_beside(server, "captures")
    spectators = [
        Spectator(server, race, rate=60), Spectator(server, race, rate=60, clock="server"),
        Spectator(server, race, rate=10), Spectator(server, "captures", rate=60)]
    device = Device(server, "captures")
    async with asyncio.TaskGroup() as group:
        watching = [group.create_task(each.watch()) for each in spectators]
        timing = group.create_task(device.run())
        for _ in range(KILLS):
            assert running.is_running, "the race was over before the last crash"
            # The moment is what is random here, not a wait for something.
            await asyncio.sleep(random.uniform(0.02, 0.8))
            await crash(server, spectators, device)
        await asyncio.to_thread(running.finish)
        timing.cancel()
        final = server.board(race)
        for each in spectators[:3]:
            await each.until(lambda board: board["seq"] == final["seq"])
        for task in watching:
            task.cancel()
    assert acknowledged_and_missing(server, device) == []
    assert len(device.acknowledged) > KILLS
    return race, final, [comparable(each.board.value) for each in spectators[:3]]


async def track_appears_beside(server, other):
    async with asyncio.timeout(20):
        while True:
            answer = await asyncio.to_thread(server.get, "/api/v1/tracks")
            for track in answer.json["tracks"]:
                if track["id"] != other:
                    return track["id"]
            await asyncio.sleep(0.02)


async def crash(server, spectators, device):
    """Kills the server and compares what everyone was told with what is on disk."""
    everyone = [*spectators, device]
    lines = [lost_lines(each) for each in everyone]
    are_connected = [each.connections > len(each.errors) for each in spectators] + [True]
    await asyncio.to_thread(server.kill)
    # What was sent before is read to its end.
    async with asyncio.timeout(20):
        while any(
            was and lost_lines(each) == before
            for each, before, was in zip(everyone, lines, are_connected)
        ):
            await asyncio.sleep(0.005)
    stored = on_disk(server)
    for each in spectators:
        for epoch, seq in each.positions.items():
            assert seq <= stored[epoch], "a spectator saw what is not on disk"
    assert acknowledged_and_missing(server, device) == []
    await asyncio.to_thread(server.start)


def lost_lines(someone):
    return len(someone.errors) if isinstance(someone, Spectator) else someone.lost_lines
