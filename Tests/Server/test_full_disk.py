"""The disk fills up while the server runs, for real: a small file system, or a limit on the size of
files. Nothing that was acknowledged is lost, and everyone is told how things are."""

import contextlib
import os
import subprocess

import pytest

from captures import database, on_disk
from races import Replay, generate, outcome, replay, track_of
from server_process import ServerProcess, wait_until
from spectator import Board, comparable
from wire import SECOND, Wire, course, now, split, start


class SmallFileSystem:
    """A file system of a few megabytes, filled by a file beside the data."""

    name = "a full file system"

    def __init__(self, folder):
        self.folder = folder

    def __enter__(self):
        if os.geteuid() != 0:
            pytest.skip("only root may mount a file system")
        self.folder.mkdir()
        done = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", self.folder], capture_output=True)
        if done.returncode != 0:
            pytest.skip(f"no file system can be mounted here: {done.stderr.decode().strip()}")
        return self

    def __exit__(self, *exception):
        subprocess.run(["umount", self.folder], check=True)

    @property
    def filler(self):
        return self.folder / "filler"

    def fill(self, server):
        with open(self.filler, "wb", buffering=0) as filler:
            with contextlib.suppress(OSError):
                while True:
                    filler.write(bytes(4096))

    def free(self, server):
        self.filler.unlink()


class FileSizeLimit:
    """Files may not grow beyond what the write-ahead log is now, as a quota would have it."""

    name = "files that may not grow"

    def __init__(self, folder):
        self.folder = folder

    def __enter__(self):
        self.folder.mkdir()
        return self

    def __exit__(self, *exception):
        pass

    def fill(self, server):
        log = server.database_path.with_name("livetiming.sqlite-wal")
        self._limit(server, f"{log.stat().st_size}:unlimited")

    def free(self, server):
        if server.process.poll() is None:
            self._limit(server, "unlimited:unlimited")

    def _limit(self, server, limits):
        subprocess.run(
            ["prlimit", "--pid", str(server.process.pid), f"--fsize={limits}"], check=True)


@pytest.fixture(params=[SmallFileSystem, FileSizeLimit], ids=lambda disk: disk.name)
def disk(request, tmp_path):
    with request.param(tmp_path / "disk") as disk:
        yield disk


@contextlib.contextmanager
def serving(disk, tmp_path, give_up_after):
    """A server over the disk, its log elsewhere, with a track that Ada runs on."""
    with ServerProcess(tmp_path / "server", storage_give_up_after=give_up_after) as server:
        server.data = disk.folder / "data"
        server.start()
        with Wire(server, "control") as control:
            control.do(course("hill", "t1", "finish"), start("hill", "run", "Ada", now() - SECOND))
            yield server, control


class Watcher:
    """A spectator who reads when the test asks."""

    def __init__(self, server):
        self.wire = Wire(server)
        self.wire.send({"type": "subscribe", "id": "w", "track": "hill", "rate": 60})
        self.board = Board()

    def until(self, condition):
        def read():
            self.board.take(self.wire.receive())
            return condition(self.board.value)
        wait_until(read, "the board is as expected", pause=0)
        return self.board.value


def fill_until_refused(server, control, disk):
    """Sends captures until the disk takes no more. Hands back what was acknowledged, what waits and
    what was refused."""
    disk.fill(server)
    acknowledged, waiting, refused = {}, {}, []
    number = 0
    while True:
        message = split("hill", f"stray-{number}", now(), reason="x" * 900)
        number += 1
        waiting[message["commandId"]] = message
        control.send(message)
        if server.get("/readyz").status == 503:
            break
        assert number < 20_000, "the disk never filled up"
    last = split("hill", "last", now())
    waiting[last["commandId"]] = last
    control.send(last)
    while last not in refused:
        answer = control.receive()
        message = waiting.pop(answer["commandId"])
        if answer["type"] == "ack":
            acknowledged[message["split"]] = answer["seq"]
        else:
            assert answer["code"] == "storageUnavailable" and "again" in answer["message"], answer
            refused.append(message)
    return acknowledged, waiting, refused


def test_a_disk_that_has_room_again_takes_everything_that_waited(disk, tmp_path):
    with serving(disk, tmp_path, "1m") as (server, control):
        watcher = Watcher(server)
        watcher.until(lambda board: board["banner"] is None)
        acknowledged, waiting, refused = fill_until_refused(server, control, disk)
        # Spectators are told, and see the last state that is safe.
        board = watcher.until(lambda board: board["banner"])
        assert board["banner"]["kind"] == "storageUnavailable"
        durable = on_disk(server)[board["epoch"]]
        assert board["seq"] <= durable
        over_http = server.board("hill")
        assert over_http["banner"] == board["banner"]
        assert max(acknowledged.values(), default=0) <= over_http["seq"] <= durable
        # Who comes now is served all the same; what was acknowledged is known.
        with Wire(server) as other:
            late = other.ask({"type": "subscribe", "id": "late", "track": "hill"})
            assert (late["type"], late["seq"]) == ("snapshot", over_http["seq"])
        answer = server.post(start("hill", "other", "Bob", now()))
        assert (answer.status, answer.json["code"]) == (503, "storageUnavailable")
        disk.free(server)
        wait_until(lambda: server.get("/readyz").status == 200, "the server is ready again")
        # What waited is acknowledged by itself; what was refused is taken when it comes again.
        while waiting:
            answer = control.receive()
            assert answer["type"] == "ack", answer
            acknowledged[waiting.pop(answer["commandId"])["split"]] = answer["seq"]
        answer = control.do(*refused)[-1]
        board = watcher.until(lambda board: board["seq"] == answer["seq"])
        assert board["banner"] is None
        assert comparable(board) == comparable(server.board("hill"))
        assert_all_there(server, acknowledged, answer["seq"])


def test_a_disk_that_is_full_for_long_makes_the_server_read_its_state_anew(disk, tmp_path):
    with serving(disk, tmp_path, "500ms") as (server, control):
        watcher = Watcher(server)
        acknowledged, waiting, refused = fill_until_refused(server, control, disk)
        board = watcher.until(lambda board: board["banner"])
        epoch = board["epoch"]
        # What waited is given up, and told so.
        given_up = []
        while waiting:
            answer = control.receive()
            message = waiting.pop(answer["commandId"])
            if answer["type"] == "ack":
                acknowledged[message["split"]] = answer["seq"]
            else:
                assert answer["code"] == "storageUnavailable"
                given_up.append(message)
        assert given_up
        wait_until(lambda: "read anew" in server.log, "the state is read anew")
        assert server.board("hill")["seq"] >= max(acknowledged.values(), default=0)
        # The disk is as full as before, and everyone is still told so.
        assert server.get("/readyz").status == 503
        assert server.board("hill")["banner"]["kind"] == "storageUnavailable"
        disk.free(server)
        # Everything that was not acknowledged goes out again, as a device does it.
        again = [*given_up, *refused]
        for message in again:
            wait_until(lambda: send_again(control, message, acknowledged), "it is taken at last")
        final = server.board("hill")
        assert final["epoch"] == epoch
        board = watcher.until(
            lambda board: board["seq"] == final["seq"] and board["banner"] is None)
        assert comparable(board) == comparable(server.board("hill"))
        assert_all_there(server, acknowledged, final["seq"])


def test_a_stop_while_the_disk_is_full_says_what_is_missing_and_loses_nothing_acknowledged(
        disk, tmp_path):
    with serving(disk, tmp_path, "500ms") as (server, control):
        acknowledged, waiting, _ = fill_until_refused(server, control, disk)
        assert server.terminate() == 1
        assert "not everything is on disk" in server.log
        disk.free(server)
        server.start()
        assert_all_there(server, acknowledged, server.board("hill")["seq"])


def test_a_race_goes_on_after_the_disk_was_full(disk, tmp_path):
    path = generate(tmp_path / "race.txt", runners=12, minutes=4, seed=13)
    with ServerProcess(tmp_path / "undisturbed") as server:
        replay(server.start(), path, 1000, replay_id="race")
        undisturbed = outcome(server.board(track_of(server)))
    with ServerProcess(tmp_path / "server", storage_give_up_after="500ms") as server:
        server.data = disk.folder / "data"
        with Replay(server.start(), path, speed=150, replay_id="race") as running:
            track = wait_until(lambda: track_of(server), "the track is there")
            disk.fill(server)
            wait_until(lambda: server.get("/readyz").status == 503, "the disk is full")
            wait_until(lambda: "read anew" in server.log, "the state is read anew")
            assert running.is_running, running.log
            disk.free(server)
            running.finish()
        assert outcome(server.board(track)) == undisturbed


def send_again(control, message, acknowledged):
    answer = control.answer(message)
    if answer["type"] == "ack":
        acknowledged[message["split"]] = answer["seq"]
    else:
        assert answer["code"] == "storageUnavailable", answer
    return answer["type"] == "ack"


def assert_all_there(server, acknowledged, last):
    """After a restart the log holds every acknowledged capture, where it was said to be."""
    server.restart()
    assert server.board("hill")["seq"] == last
    with database(server) as connection:
        rows = connection.execute("SELECT seq, body FROM events WHERE type = 'splitRecorded'")
        found = {seq: body for seq, body in rows}
    for name, seq in acknowledged.items():
        assert f'"{name}"' in found[seq]
