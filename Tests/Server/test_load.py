"""Many spectators at once, and one who takes nothing for a while."""

import asyncio
import re
import selectors
import socket
import time

from races import Replay, generate, track_appears
from server_process import ServerProcess, wait_until
from spectator import Board, Spectator, comparable
from wire import SUBPROTOCOL, Wire, course, now, split, start


def metrics(server):
    lines = server.get("/metrics").text.splitlines()
    return {name: float(value) for name, value in (
        line.split() for line in lines if not line.startswith("#"))}


class StalledReader:
    """Subscribes, and reads nothing until it is told to."""

    def __init__(self, server, track, clock):
        self.line = socket.socket()
        # As little as the system allows: the line is full soon.
        self.line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        self.line.connect(("127.0.0.1", server.port))
        self.wire = Wire(server, sock=self.line, max_queue=1, compression=None)
        self.wire.send({"type": "subscribe", "id": "stalled", "track": track, "rate": 60,
                        "clock": clock})

    def read_on(self, seq):
        board = Board()
        while not board.value or board.value["seq"] < seq:
            frame = self.wire.receive()
            board.take(frame)
        return board


def test_three_hundred_spectators_of_a_race_end_at_the_same_board(own_server, tmp_path):
    path = generate(tmp_path / "race.txt", runners=12, minutes=6, seed=3)
    own_server.start()
    with Replay(own_server, path, speed=200) as running:
        final, boards, lost = asyncio.run(watched_by_a_crowd(own_server, running))
    assert len(boards) == 300
    assert all(board == final for board in boards)
    assert lost == []


async def watched_by_a_crowd(server, running):
    track = await track_appears(server)
    crowd = [Spectator(server, track, rate=rate) for rate in (1, 5, 10, 20) for _ in range(75)]
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(each.watch()) for each in crowd]
        await asyncio.to_thread(running.finish)
        final = comparable(server.board(track))
        for each in crowd:
            await each.until(lambda board: board["seq"] == final["seq"])
        for task in tasks:
            task.cancel()
    return (final, [comparable(each.board.value) for each in crowd],
            [fault for each in crowd for fault in each.errors])


def test_stalled_readers_hold_nobody_up_and_end_at_the_newest_state(own_server):
    server = own_server.start()
    with Wire(server, "control") as control:
        control.do(course("oval", "t1", "finish", laps=0))
        gun = now() - 600_000_000
        control.do(*(start("oval", f"run-{number}", f"Runner {number}", gun)
                     for number in range(100)))
        # They fall behind at different places.
        stalled = [StalledReader(server, "oval", clock) for clock in ("server", "server", "client", "client")]
        with Wire(server) as other:
            other.send({"type": "subscribe", "id": "other", "track": "oval", "rate": 60})
            board = Board()
            board.take(other.receive())
            # Each is told once that it is behind; the other reads all that comes.
            count = 0
            while metrics(server)["livetiming_frames_behind_total"] < len(stalled):
                [ack] = control.do(
                    split("oval", f"split-{count}", gun + count * 1000, run=f"run-{count % 100}"))
                count += 1
                while board.value["seq"] < ack["seq"]:
                    board.take(other.receive())
        final = server.board("oval")
        for reader in stalled:
            assert comparable(reader.read_on(final["seq"]).value) == comparable(final)
            reader.wire.close()
    wait_until(lambda: metrics(server)["livetiming_connections"] == 0, "everyone has left")


class BareWatcher:
    """A spectator of small boards for little work: looks only at what a frame leads from and to."""

    def __init__(self, server, *tracks):
        self.line = socket.create_connection(("127.0.0.1", server.port))
        self.line.sendall((
            f"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {'A' * 22}==\r\n"
            f"Sec-WebSocket-Protocol: {SUBPROTOCOL}\r\n\r\n").encode())
        self.bytes = b""
        while b"\r\n\r\n" not in self.bytes:
            self.bytes += self.line.recv(4096)
        self.bytes = self.bytes.partition(b"\r\n\r\n")[2]
        self.say(b'{"type":"hello","client":"test"}')
        for track in tracks:
            self.say(b'{"type":"subscribe","id":"s","track":"%s"}' % track.encode())
        self.line.setblocking(False)
        self.seq = dict.fromkeys(tracks)
        self.lost = 0

    def say(self, message):
        self.line.sendall(bytes([0x81, 0x80 | len(message)]) + bytes(4) + message)

    def take(self):
        self.bytes += self.line.recv(1 << 16)
        while len(self.bytes) >= 4:
            length, head = self.bytes[1], 2
            if length == 126:
                length, head = int.from_bytes(self.bytes[2:4]), 4
            if len(self.bytes) < head + length:
                return
            message, self.bytes = self.bytes[head:head + length], self.bytes[head + length:]
            found = re.search(rb'"track":(?:{"id":)?"(\w+)', message)
            if not found:
                continue
            track = found[1].decode()
            base, seq = (re.search(rb'"%s":(\d+)' % key, message) for key in (b"base", b"seq"))
            if base and self.seq[track] < int(base[1]):
                self.lost += 1
            if seq:
                self.seq[track] = int(seq[1])


def test_those_who_leave_while_a_frame_goes_round_take_nobody_elses(tmp_path):
    """More watch than are served in one turn of the loop, many of them two boards, and some leave between two of
    them."""
    with ServerProcess(tmp_path, loops=1) as server:
        server.start()
        leave_while_frames_go_round(server)
        wait_until(lambda: metrics(server)["livetiming_connections"] == 0, "everyone has left")


def leave_while_frames_go_round(server):
    tracks = ("oval", "hill")
    with Wire(server, "control") as control, selectors.DefaultSelector() as ready:
        for track in tracks:
            control.do(course(track, "t1", "finish", laps=0), start(track, f"{track}-run", "Ada", now() - 600_000_000))
        watchers = [BareWatcher(server, *tracks[:1 + number % 2]) for number in range(1800)]
        for watcher in watchers:
            ready.register(watcher.line, selectors.EVENT_READ, watcher)
        count = 0
        deadline = time.monotonic() + 60
        while len(watchers) > 1100:
            assert time.monotonic() < deadline
            # A split on each track for every frame; whoever has it first goes, and others with them.
            last = {}
            for track in tracks:
                [ack] = control.do(split(track, f"{track}-split-{count}", now(), run=f"{track}-run"))
                last[track] = ack["seq"]
            count += 1
            while not any(watcher.seq["oval"] == last["oval"] for watcher in watchers[::100]):
                for key, _ in ready.select(timeout=1):
                    key.data.take()
            for watcher in watchers[count % 7::40]:
                ready.unregister(watcher.line)
                watcher.line.close()
            del watchers[count % 7::40]
        final = {track: server.board(track)["seq"] for track in tracks}
        while any(seq != final[track] for watcher in watchers for track, seq in watcher.seq.items()):
            assert time.monotonic() < deadline
            for key, _ in ready.select(timeout=1):
                key.data.take()
        assert [watcher.lost for watcher in watchers] == [0] * len(watchers)
        for watcher in watchers:
            watcher.line.close()
